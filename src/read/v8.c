/* SPDX-License-Identifier: GPL-3.0-or-later */
/* V8's profiles, and what its formats have in common: see v8.h. */
#include "config.h"

#include "read/v8.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/json.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "read/read.h"
#include "read/rows.h"

#include "base/banned.h"

void
v8_init(struct v8 *v, struct builder *b, struct loctable *locs)
{
	*v = (struct v8){ .builder = b,
		.locs = locs,
		.by_id = MAP64_INIT,
		.last = NONE,
		.below = NONE };
}

void
v8_fini(struct v8 *v)
{
	vec_free(&v->node);
	vec_free(&v->child);
	vec_free(&v->tick);
	map64_free(&v->by_id);
}

/* ---- Nodes as a list ---- */

static int
v8_add_id(struct v8 *v, int64_t id, uint32_t node, struct err *err)
{
	uint32_t *slot = map64_at(&v->by_id, (uint64_t)id);

	if (*slot != NONE)
		return err_set(
			err, ERR_FORMAT, "two nodes have the id %" PRId64, id);
	*slot = node;
	return 0;
}

/* Lines are counted from 0, -1 is unknown. */
static int64_t
v8_line(const struct jval *frame, const char *name)
{
	int64_t line = -1;

	(void)jval_int(jval_get(frame, name), &line);
	return line >= 0 && line < INT32_MAX ? line + 1 : 0;
}

static void
v8_set_frame(struct v8 *v, struct v8_node *node, const struct jval *frame)
{
	struct str name = STR_EMPTY, url = STR_EMPTY;

	(void)jval_text(jval_get(frame, "functionName"), &name);
	(void)jval_text(jval_get(frame, "url"), &url);
	node->name = builder_string(v->builder, name);
	node->url = builder_string(v->builder, url);
	node->line = v8_line(frame, "lineNumber");
	node->column = v8_line(frame, "columnNumber");
}

static void
add_ticks(struct v8 *v, struct v8_node *node, uint32_t index,
	const struct jval *ticks)
{
	node->tick = v->tick.n;
	for (size_t i = 0, n = jval_count(ticks); i < n; i++) {
		const struct jval *at = jval_at(ticks, i);
		struct v8_tick tick = { .node = index, .stack = NONE };

		if (jval_int(jval_get(at, "line"), &tick.line) &&
			jval_int(jval_get(at, "ticks"), &tick.left))
			vec_push(&v->tick, tick);
	}
	node->tick_end = v->tick.n;
}

int
v8_node(struct v8 *v, const struct jval *json, struct err *err)
{
	const struct jval *children = jval_get(json, "children");
	struct v8_node node = { .parent = NONE, .stack = NONE };
	uint32_t index = (uint32_t)v->node.n, parent;
	int64_t id;

	if (!jval_int(jval_get(json, "id"), &node.id))
		return err_set(err, ERR_FORMAT, "a node without an id");
	if (v8_add_id(v, node.id, index, err) != 0)
		return -1;
	(void)jval_int(jval_get(json, "hitCount"), &node.hits);
	if (jval_int(jval_get(json, "parent"), &id)) {
		parent = map64_get(&v->by_id, (uint64_t)id);
		if (parent == NONE || parent == index)
			return err_set(err, ERR_FORMAT,
				"node %" PRId64 ": there is no parent %" PRId64
				" before it",
				node.id, id);
		node.parent = parent;
	}
	v8_set_frame(v, &node, jval_get(json, "callFrame"));
	add_ticks(v, &node, index, jval_get(json, "positionTicks"));
	vec_push(&v->node, node);
	for (size_t i = 0, n = jval_count(children); i < n; i++) {
		if (!jval_int(jval_at(children, i), &id))
			return err_set(err, ERR_FORMAT,
				"node %" PRId64
				": a child's id is not a number",
				node.id);
		vec_push(&v->child, ((struct v8_child){ index, id }));
	}
	return 0;
}

/* ---- Nodes as a tree ---- */

/* An object that has been entered. */
struct tree_level {
	uint32_t node;
	size_t members;
	size_t children; /* of the list that is being read */
	bool in_children;
};

/* A member of a node that is not its children. The older form has those of
   callFrame here, and lines counted from 1. */
static int
tree_member(struct v8 *v, struct jwalk *w, struct str key, uint32_t index)
{
	struct v8_node *node = &v->node.p[index];
	bool is_frame = str_is(key, "callFrame"), clipped = false;
	str_id *text = str_is(key, "functionName") ? &node->name
		: str_is(key, "url")               ? &node->url
						   : NULL;
	int64_t *number = str_is(key, "id")   ? &node->id
		: str_is(key, "lineNumber")   ? &node->line
		: str_is(key, "columnNumber") ? &node->column
		: str_is(key, "hitCount")     ? &node->hits
		: str_is(key, "selfSize")     ? &node->bytes
					      : NULL;
	struct jval *value;
	struct str s;
	double n;
	int rc = 0;

	/* What is not wanted may be of any size. */
	if (!is_frame && text == NULL && number == NULL)
		return jwalk_skip(w);
	value = jval_read(w);
	if (value == NULL)
		return -1;
	if (text != NULL && jval_text(value, &s)) {
		*text = builder_string(v->builder, s);
	} else if (number != NULL && jval_number(value, &n)) {
		*number = i64_round(n, &clipped);
		if (number == &node->id)
			rc = v8_add_id(v, *number, index, w->err);
	} else if (is_frame) {
		v8_set_frame(v, node, value);
	}
	jval_free(value);
	return rc;
}

struct v8_tree {
	struct v8 *v;
	struct jwalk *w;
	VEC(struct tree_level) open;
};

static int
tree_enter(struct v8_tree *t, uint32_t parent)
{
	struct v8_node node = { .parent = parent, .stack = NONE };
	struct tree_level level = { .node = (uint32_t)t->v->node.n };

	if (jwalk_object(t->w) != 0)
		return -1;
	vec_push(&t->open, level);
	vec_push(&t->v->node, node);
	return 0;
}

/* One step on in the node that was entered last: a member, a child, or its
   end. */
static int
tree_step(struct v8_tree *t)
{
	struct tree_level *top = &t->open.p[t->open.n - 1];
	struct str key;
	int more;

	if (top->in_children) {
		more = jwalk_next(t->w, &top->children);
		if (more > 0)
			return tree_enter(t, top->node);
		top->in_children = false;
		return more;
	}
	more = jwalk_key(t->w, &top->members, &key);
	if (more == 0)
		t->open.n--;
	if (more <= 0)
		return more;
	if (!str_is(key, "children") || jwalk_peek(t->w) != '[')
		return tree_member(t->v, t->w, key, top->node);
	top->in_children = true;
	top->children = 0;
	return jwalk_array(t->w);
}

/* Add the nodes of a tree, which is the next value of the walk. */
static int
v8_tree(struct v8 *v, struct jwalk *w)
{
	struct v8_tree t = { .v = v, .w = w };
	int rc = tree_enter(&t, NONE);

	while (rc == 0 && t.open.n > 0)
		rc = tree_step(&t);
	vec_free(&t.open);
	return rc;
}

/* ---- Where nodes are ---- */

/* file:///a%20b.js -> /a b.js; other addresses stay as they are. */
static void
v8_file_name(struct strbuf *out, struct str url)
{
	strbuf_reset(out);
	if (!str_starts(url, STR("file://"))) {
		strbuf_add(out, url);
		return;
	}
	for (size_t i = 7; i < url.n; i++) {
		bool is_hex = url.p[i] == '%' && i + 2 < url.n &&
			ascii_hex(url.p[i + 1]) >= 0 &&
			ascii_hex(url.p[i + 2]) >= 0;

		if (is_hex) {
			strbuf_addch(out,
				(char)(ascii_hex(url.p[i + 1]) << 4 |
					ascii_hex(url.p[i + 2])));
			i += 2;
		} else {
			strbuf_addch(out, url.p[i]);
		}
	}
}

static enum v8_kind
v8_kind_of(struct str name, struct str url)
{
	if (url.n > 0)
		return V8_CODE;
	if (str_is(name, "(root)"))
		return V8_ROOT;
	if (str_is(name, "(idle)"))
		return V8_IDLE;
	return str_is(name, "(program)") || str_is(name, "(garbage collector)")
		? V8_ABOVE
		: V8_CODE;
}

/* The location of a node at one of its lines. */
static loc_id
v8_place(struct v8 *v, const struct v8_node *node, int64_t line, int64_t column)
{
	struct strbuf file = STRBUF_INIT, name = STRBUF_INIT;
	struct loctable_row row = { .line = line, .column = column };
	loc_id loc;

	v8_file_name(&file, builder_str(v->builder, node->url));
	strbuf_add(&name, builder_str(v->builder, node->name));
	/* Functions without a name are distinguished by where they are. */
	if (name.n == 0) {
		struct str base = str_basename(strbuf_str(&file));

		strbuf_addc(&name, file.n > 0 ? "(anonymous) " : "(anonymous)");
		if (file.n > 0)
			strbuf_add(&name, base);
		if (file.n > 0 && node->line > 0)
			strbuf_addf(&name, ":%" PRId64, node->line);
	}
	row.name = strbuf_str(&name);
	row.file = strbuf_str(&file);
	loc = loctable_at(v->locs, &row);
	strbuf_free(&file);
	strbuf_free(&name);
	return loc;
}

static int
link_children(struct v8 *v, struct err *err)
{
	for (size_t i = 0; i < v->child.n; i++) {
		int64_t id = v->child.p[i].id;
		uint32_t child = map64_get(&v->by_id, (uint64_t)id);

		if (child == NONE)
			return err_set(err, ERR_FORMAT,
				"node %" PRId64 " has a child %" PRId64
				", but there is no such node",
				v->node.p[v->child.p[i].parent].id, id);
		if (v->node.p[child].parent != NONE)
			return err_set(err, ERR_FORMAT,
				"node %" PRId64 " is the child of two nodes",
				id);
		v->node.p[child].parent = v->child.p[i].parent;
	}
	v->child.n = 0;
	return 0;
}

static node_id
above_of(const struct v8 *v, const struct v8_node *node)
{
	return node->parent != NONE ? v->node.p[node->parent].stack : 0;
}

static void
set_stack(struct v8 *v, struct v8_node *node)
{
	node_id above = above_of(v, node);

	node->loc = NONE;
	if (node->name != NONE && node->url != NONE) {
		node->kind = v8_kind_of(builder_str(v->builder, node->name),
			builder_str(v->builder, node->url));
		node->loc = v8_place(v, node, node->line, node->column);
	}
	if (node->kind == V8_ROOT && node->parent == NONE)
		node->stack = 0;
	else if (node->loc == NONE || above == NONE)
		node->stack = 0; /* the builder has failed */
	else
		node->stack = builder_step(v->builder, above, node->loc);
}

/* Parents first. A way up that is longer than there are nodes is a circle. */
int
v8_link(struct v8 *v, struct err *err)
{
	VEC(uint32_t) way = { 0 };
	int rc = link_children(v, err);

	for (uint32_t i = v->linked; rc == 0 && i < v->node.n; i++) {
		uint32_t up = i;

		while (up != NONE && v->node.p[up].stack == NONE &&
			way.n <= v->node.n) {
			vec_push(&way, up);
			up = v->node.p[up].parent;
		}
		if (way.n > v->node.n)
			rc = err_set(err, ERR_FORMAT,
				"node %" PRId64 " is its own ancestor",
				v->node.p[i].id);
		while (rc == 0 && way.n > 0)
			set_stack(v, &v->node.p[way.p[--way.n]]);
	}
	v->linked = (uint32_t)v->node.n;
	vec_free(&way);
	return rc;
}

/* ---- Samples ---- */

/* The stack that ends in one of a node's lines. */
static node_id
v8_stack(struct v8 *v, struct v8_tick *tick)
{
	const struct v8_node *node = &v->node.p[tick->node];
	node_id above = above_of(v, node);
	loc_id loc;

	if (tick->stack == NONE && above != NONE && node->loc != NONE) {
		loc = v8_place(v, node, tick->line, 0);
		if (loc != NONE)
			tick->stack = builder_step(v->builder, above, loc);
	}
	return tick->stack;
}

/* The stack of one more sample of a node. */
static node_id
next_stack(struct v8 *v, struct v8_node *node)
{
	struct v8_tick *tick;

	while (node->tick < node->tick_end && v->tick.p[node->tick].left <= 0)
		node->tick++;
	if (node->tick == node->tick_end || node->kind != V8_CODE)
		return node->stack;
	tick = &v->tick.p[node->tick];
	tick->left--;
	return v8_stack(v, tick);
}

/* Without samples: rows of how often each node and line was seen. */
static void
v8_hits(struct v8 *v, struct rows *rows)
{
	bool clipped = false;

	for (size_t i = 0; i < v->node.n; i++) {
		const struct v8_node *node = &v->node.p[i];
		int64_t rest = node->hits;

		for (size_t k = node->tick; k < node->tick_end; k++) {
			struct v8_tick *tick = &v->tick.p[k];

			if (tick->left <= 0 || tick->left > rest)
				continue;
			rest = i64_add(rest, -tick->left, &clipped);
			rows_add(rows, v8_stack(v, tick), 0, &tick->left, 0);
		}
		if (rest != 0)
			rows_add(rows, node->stack, 0, &rest, 0);
	}
}

/* The sample that waits weighs the time up to now. */
static void
v8_finish(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
{
	bool clipped = false;
	int64_t value[2] = { 1, 0 };

	if (v->last == NONE)
		return;
	value[1] = i64_add(time, -v->since, &clipped);
	v->time = i64_add(v->time, value[1], &clipped);
	if (v->idle)
		v->idle_time = i64_add(v->idle_time, value[1], &clipped);
	rows_add(rows, v->last, labels, value, v->since);
	v->last = NONE;
}

int
v8_sample(struct v8 *v, int64_t id, int64_t time, struct rows *rows,
	lset_id labels, struct err *err)
{
	uint32_t index = map64_get(&v->by_id, (uint64_t)id);
	struct v8_node *node;

	if (index == NONE)
		return err_set(err, ERR_FORMAT,
			"a sample of node %" PRId64
			", but there is no such node",
			id);
	node = &v->node.p[index];
	/* Time goes on, whatever the clock says. */
	if (time < v->since)
		time = v->since;
	v8_finish(v, time, rows, labels);
	v->since = time;
	v->last = next_stack(v, node);
	v->idle = node->kind == V8_IDLE;
	if (node->kind == V8_CODE)
		v->below = node->stack;
	else if (node->kind != V8_ABOVE)
		v->below = NONE;
	else if (v->below != NONE && node->loc != NONE)
		v->last = builder_step(v->builder, v->below, node->loc);
	return 0;
}

void
v8_end(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
{
	v8_finish(v, time < v->since ? v->since : time, rows, labels);
	v->below = NONE;
}

void
v8_warn_uneven(struct warnings *warnings)
{
	warnings_add(warnings,
		"Numbers of times and of samples differ: the rest was left "
		"out");
}

void
v8_warn_idle(struct warnings *warnings, int64_t idle, int64_t time)
{
	double share = time > 0 ? 100.0 * (double)idle / (double)time : 0;

	if (share >= 1)
		warnings_add(warnings,
			"%.0f%% of the time is (idle); "
			"-ignore='^\\(idle\\)$' leaves it out",
			share);
}

/* ---- CPU profiles ---- */

/* CPU profiles of V8, from node --cpu-prof, Deno and the developer tools of
   browsers: {"nodes", "samples", "timeDeltas", "startTime", "endTime"}, times
   in microseconds. The form of old versions is read, too: the nodes are a
   tree, "head", "timestamps" take the place of the deltas, and start and end
   are seconds. */

enum { NODES, SAMPLES, DELTAS, START, END, HEAD, STAMPS, MEMBERS };

struct cpu {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct loctable locs;
	struct rows rows;
	struct v8 v8;
	size_t where[MEMBERS];
	bool uneven; /* not as many times as samples */
	bool clipped;
};

/* A number of the text in nanoseconds; *out is left alone if it is absent. */
static int
read_nanos(struct cpu *c, struct jwalk *w, double scale, int64_t *out)
{
	double number;

	if (jval_read_number(w, &number) != 0)
		return -1;
	*out = i64_round(number * scale, &c->clipped);
	return 0;
}

static int
member_nanos(struct cpu *c, int member, double scale, int64_t *out)
{
	if (c->where[member] == 0)
		return 0;
	jwalk_to(&c->w, c->where[member]);
	return read_nanos(c, &c->w, scale, out);
}

static int
read_nodes(struct cpu *c)
{
	size_t n = 0;
	int more;

	if (c->where[NODES] == 0) {
		jwalk_to(&c->w, c->where[HEAD]);
		return v8_tree(&c->v8, &c->w);
	}
	if (jwalk_array_at(&c->w, c->where[NODES]) != 0)
		return -1;
	while ((more = jwalk_next(&c->w, &n)) > 0) {
		size_t at = c->w.at;
		struct jval *v = jval_read(&c->w);
		int rc;

		if (v == NULL)
			return -1;
		rc = v8_node(&c->v8, v, c->err);
		jval_free(v);
		if (rc != 0)
			return jwalk_place(&c->w, at);
	}
	return more;
}

/* One more sample and its time: the two lists have a walk each. 0 at the end
   of the shorter one. */
static int
read_sample(
	struct cpu *c, struct jwalk *times, size_t *n, size_t *m, int64_t *now)
{
	int64_t id = 0, time = 0;
	struct jval *v;
	size_t at;
	bool is;
	int more = jwalk_next(&c->w, n), other = jwalk_next(times, m);

	if (more < 0 || other < 0)
		return -1;
	c->uneven = more != other;
	if (more == 0 || other == 0)
		return 0;
	at = c->w.at;
	v = jval_read(&c->w);
	if (v == NULL || read_nanos(c, times, 1e3, &time) != 0) {
		jval_free(v);
		return -1;
	}
	is = jval_int(v, &id);
	jval_free(v);
	if (!is)
		return jwalk_fail(&c->w, at, "expected the id of a node");
	/* Deltas go on from the last, stamps are from the start. */
	if (c->where[DELTAS] != 0)
		time = i64_add(*now, time, &c->clipped);
	*now = time;
	if (v8_sample(&c->v8, id, time, &c->rows, 0, c->err) != 0)
		return jwalk_place(&c->w, at);
	return 1;
}

static int
cpu_samples(struct cpu *c, int64_t start, int64_t end)
{
	struct jwalk times = c->w;
	int64_t now = start;
	size_t n = 0, m = 0;
	int more;

	jwalk_to(&c->w, c->where[SAMPLES]);
	jwalk_to(&times,
		c->where[DELTAS] != 0 ? c->where[DELTAS] : c->where[STAMPS]);
	if (jwalk_array(&c->w) != 0 || jwalk_array(&times) != 0)
		return -1;
	do
		more = read_sample(c, &times, &n, &m, &now);
	while (more > 0);
	v8_end(&c->v8, end, &c->rows, 0);
	return more;
}

static void
cpu_warnings(struct cpu *c, bool timed)
{
	struct warnings *warnings = c->job->warnings;

	if (!timed)
		read_comment(c->job->builder,
			STR("no times: this file only has how often each "
			    "function was seen"));
	if (c->uneven)
		v8_warn_uneven(warnings);
	if (c->clipped || c->rows.clipped > 0)
		read_warn_clipped(c->job);
	v8_warn_idle(warnings, c->v8.idle_time, c->v8.time);
}

static int
cpu_read(struct cpu *c)
{
	static const char *const names[MEMBERS] = { "nodes", "samples",
		"timeDeltas", "startTime", "endTime", "head", "timestamps" };
	struct builder *b = c->job->builder;
	int64_t start = 0, end = 0;
	bool timed, old;

	if (jwalk_members(&c->w, names, MEMBERS, c->where) != 0 ||
		jwalk_end(&c->w) != 0)
		return -1;
	old = c->where[NODES] == 0;
	if (old && c->where[HEAD] == 0)
		return jwalk_fail(&c->w, 0, "there are no \"nodes\"");
	timed = c->where[SAMPLES] != 0 &&
		(c->where[DELTAS] != 0 || c->where[STAMPS] != 0);
	if (member_nanos(c, START, old ? 1e9 : 1e3, &start) != 0 ||
		member_nanos(c, END, old ? 1e9 : 1e3, &end) != 0 ||
		read_nodes(c) != 0 || v8_link(&c->v8, c->err) != 0)
		return -1;
	read_type(b, STR("samples"), STR("count"));
	if (timed)
		read_type(b, STR("time"), STR("nanoseconds"));
	rows_init(&c->rows, b, timed ? 2 : 1, timed);
	if (!timed)
		v8_hits(&c->v8, &c->rows);
	else if (cpu_samples(c, start, end) != 0)
		return -1;
	if (end > start && start > INT64_MIN)
		builder_header(b)->duration_nanos =
			i64_add(end, -start, &c->clipped);
	cpu_warnings(c, timed);
	return rows_end(&c->rows, c->err);
}

static int
cpuprofile_read(struct read_job *job, struct err *err)
{
	struct cpu c = {
		.job = job, .err = err, .locs = { .builder = job->builder }
	};
	int rc;

	v8_init(&c.v8, job->builder, &c.locs);
	rc = jwalk_start(&c.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = cpu_read(&c);
	loctable_fini(&c.locs);
	v8_fini(&c.v8);
	rows_fini(&c.rows);
	return rc;
}

const struct reader reader_cpuprofile = { "cpuprofile", "V8 CPU profile",
	cpuprofile_read, .family = JF_CPUPROFILE };

/* ---- Heap profiles ---- */

/* Heap profiles of V8, from node --heap-prof and the developer tools of
   browsers: what is on the heap at the end, by where it was allocated.
   "head" is a tree of nodes, each with the bytes of its own; how many objects
   they are in is not in the file. */

/* The samples that the sizes come from. Those of nodes that are missing from
   the tree are in no node's size. */
static int
heap_samples(struct jwalk *w, const struct v8 *v, size_t where, double *lost)
{
	size_t n = 0;
	int more;

	jwalk_to(w, where);
	if (where == 0 || jwalk_peek(w) != '[' || jwalk_array(w) != 0)
		return 0;
	while ((more = jwalk_next(w, &n)) > 0) {
		struct jval *sample = jval_read(w);
		int64_t node;
		double size;

		if (sample == NULL)
			return -1;
		if (jval_int(jval_get(sample, "nodeId"), &node) &&
			jval_number(jval_get(sample, "size"), &size) &&
			map64_get(&v->by_id, (uint64_t)node) == NONE)
			*lost += size;
		jval_free(sample);
	}
	return more;
}

static int
heap_read(struct jwalk *w, struct v8 *v, double *lost)
{
	static const char *const names[] = { "head", "samples" };
	size_t where[2];

	if (jwalk_members(w, names, 2, where) != 0 || jwalk_end(w) != 0)
		return -1;
	if (where[0] == 0)
		return jwalk_fail(w, 0, "there is no \"head\"");
	jwalk_to(w, where[0]);
	if (v8_tree(v, w) != 0 || v8_link(v, w->err) != 0)
		return -1;
	return heap_samples(w, v, where[1], lost);
}

static int
heapprofile_read(struct read_job *job, struct err *err)
{
	struct builder *b = job->builder;
	struct loctable locs = { .builder = b };
	struct rows rows;
	struct v8 v8;
	struct jwalk w;
	double lost = 0;
	int rc;

	v8_init(&v8, b, &locs);
	read_type(b, STR("space"), STR("bytes"));
	rows_init(&rows, b, 1, false);
	rc = jwalk_start(&w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = heap_read(&w, &v8, &lost);
	for (size_t i = 0; rc == 0 && i < v8.node.n; i++)
		if (v8.node.p[i].bytes != 0)
			rows_add(&rows, v8.node.p[i].stack, 0,
				&v8.node.p[i].bytes, 0);
	if (rc == 0)
		rc = rows_end(&rows, err);
	read_comment(b, STR("this file does not count objects, only bytes"));
	if (rows.clipped > 0)
		read_warn_clipped(job);
	if (lost > 0)
		warnings_add(job->warnings,
			"%.0f more bytes were sampled in functions that the "
			"file does not name",
			lost);
	loctable_fini(&locs);
	v8_fini(&v8);
	rows_fini(&rows);
	return rc;
}

const struct reader reader_heapprofile = { "heapprofile", "V8 heap profile",
	heapprofile_read, .family = JF_HEAPPROFILE };
