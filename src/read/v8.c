/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the nodes and samples that V8's formats share. */
#include "prelude.h"

#include "read/v8.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/json.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "read/reader.h"
#include "read/rows.h"

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

enum { TAIL_MAX = 20 }; /* longest last sample, in mean lengths */

/* Count err, about a node or call, as damage. -1 if it is an error instead. */
static int
v8_leave_out(struct v8 *v, struct err *err)
{
	return v->damage != NULL && damage_take(&v->damage->nodes, err) ? 0
									: -1;
}

bool
v8_int(const struct jval *v, int64_t *out)
{
	struct str text;

	return jval_int(v, out) ||
		(jval_text(v, &text) && str_to_i64(text, out));
}

/* Read a node's cost; *out is unchanged if there is none. */
static void
v8_cost(struct v8 *v, const struct jval *json, int64_t *out)
{
	struct err err = ERR_INIT;
	int64_t cost = 0, thousandths;
	bool clipped = false;

	if (json == NULL || v->damage == NULL) {
		(void)jval_decimal(json, 0, out, &v->clipped);
		return;
	}
	if (jval_decimal(json, 0, &cost, &v->clipped) && cost >= 0) {
		*out = cost;
		v->damage->rounded +=
			jval_decimal(json, 3, &thousandths, &clipped) &&
			!clipped && thousandths % 1000 != 0;
		return;
	}
	(void)err_set(&err, ERR_FORMAT,
		cost < 0 ? "a node's cost is below zero"
			 : "a node's cost is not a number");
	(void)damage_take(&v->damage->costs, &err);
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

/* Return a line or column counted from 1; 0 if it is missing or -1. */
static int64_t
v8_line(const struct jval *frame, const char *name)
{
	int64_t line = -1;

	(void)v8_int(jval_get(frame, name), &line);
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

int
v8_node(struct v8 *v, const struct jval *json, struct err *err)
{
	struct v8_node node = { .parent = NONE, .stack = NONE, .walk = NONE };
	uint32_t index = (uint32_t)v->node.n;
	int64_t id;
	const struct jval *ticks;
	const struct jval *children;
	int64_t children_id;

	if (!v8_int(jval_get(json, "id"), &node.id)) {
		(void)err_set(err, ERR_FORMAT, "a node without an id");
		return v8_leave_out(v, err);
	}
	if (v8_add_id(v, node.id, index, err) != 0)
		return v8_leave_out(v, err);
	v8_cost(v, jval_get(json, "hitCount"), &node.hits);
	if (v8_int(jval_get(json, "parent"), &id)) {
		node.parent = map64_get(&v->by_id, (uint64_t)id);
		if (node.parent == index)
			node.parent = NONE;
		if (node.parent == NONE) {
			(void)err_set(err, ERR_FORMAT,
				"node %" PRId64 ": there is no parent %" PRId64
				" before it",
				node.id, id);
			if (v8_leave_out(v, err) != 0)
				return -1;
		}
	}
	v8_set_frame(v, &node, jval_get(json, "callFrame"));
	ticks = jval_get(json, "positionTicks");
	node.tick = v->tick.n;
	for (size_t i = 0, n = jval_count(ticks); i < n; i++) {
		const struct jval *at = jval_at(ticks, i);
		struct v8_tick tick = { .node = index, .stack = NONE };

		if (v8_int(jval_get(at, "line"), &tick.line) &&
			v8_int(jval_get(at, "ticks"), &tick.left))
			vec_push(&v->tick, tick);
	}
	node.tick_end = v->tick.n;
	vec_push(&v->node, node);
	children = jval_get(json, "children");
	for (size_t i = 0, n = jval_count(children); i < n; i++) {
		if (v8_int(jval_at(children, i), &children_id)) {
			vec_push(&v->child,
				((struct v8_child){ index, children_id }));
			continue;
		}
		(void)err_set(err, ERR_FORMAT,
			"node %" PRId64 ": a child's id is not a number",
			v->node.p[index].id);
		if (v8_leave_out(v, err) != 0)
			return -1;
	}
	return 0;
}

/* ---- Nodes as a tree ---- */

/* A node whose members are being read. */
struct tree_level {
	uint32_t node;
	size_t members;
	size_t children; /* children read so far */
	bool in_children;
};

/* Read a member of a node other than "children". In the older form, the members
   of callFrame are here, with lines counted from 1. */
static int
tree_member(struct v8 *v, struct jwalk *w, struct str key, uint32_t index)
{
	struct v8_node *node = &v->node.p[index];
	bool is_frame = str_is(key, "callFrame"), is_id = str_is(key, "id");
	str_id *text = str_is(key, "functionName") ? &node->name
		: str_is(key, "url")               ? &node->url
						   : NULL;
	int64_t *place = str_is(key, "lineNumber") ? &node->line
		: str_is(key, "columnNumber")      ? &node->column
						   : NULL;
	int64_t *cost = str_is(key, "hitCount") ? &node->hits
		: str_is(key, "selfSize")       ? &node->bytes
						: NULL;
	struct jval *value;
	struct str s;

	/* Other members may be of any size, so no tree is built for them. */
	if (!is_frame && !is_id && text == NULL && place == NULL &&
		cost == NULL)
		return jwalk_skip(w);
	value = jval_read(w);
	if (value == NULL)
		return -1;
	if (text != NULL && jval_text(value, &s))
		*text = builder_string(v->builder, s);
	else if (place != NULL)
		(void)v8_int(value, place);
	else if (cost != NULL)
		v8_cost(v, value, cost);
	else if (is_frame)
		v8_set_frame(v, node, value);
	else if (is_id && v8_int(value, &node->id) &&
		map64_get(&v->by_id, (uint64_t)node->id) == NONE)
		map64_put(&v->by_id, (uint64_t)node->id, index);
	jval_free(value);
	return 0;
}

struct v8_tree {
	struct v8 *v;
	struct jwalk *w;
	VEC(struct tree_level) open;
};

static int
tree_enter(struct v8_tree *t, uint32_t parent)
{
	struct v8_node node = { .parent = parent, .stack = NONE, .walk = NONE };
	struct tree_level level = { .node = (uint32_t)t->v->node.n };

	if (jwalk_object(t->w) != 0)
		return -1;
	vec_push(&t->open, level);
	vec_push(&t->v->node, node);
	return 0;
}

int
v8_tree(struct v8 *v, struct jwalk *w)
{
	struct v8_tree t = { .v = v, .w = w };
	int rc = tree_enter(&t, NONE);

	while (rc == 0 && t.open.n > 0) {
		struct tree_level *top = &t.open.p[t.open.n - 1];
		struct str key;
		int more;

		/* Take one step in the innermost node: a member, a child, or
		   its end. */
		if (top->in_children) {
			more = jwalk_next(t.w, &top->children);
			if (more > 0 && jwalk_peek(t.w) == '{') {
				rc = tree_enter(&t, top->node);
			} else if (more > 0) {
				(void)err_set(t.w->err, ERR_FORMAT,
					"a child that is not a node");
				rc = v8_leave_out(t.v, t.w->err) != 0
					? -1
					: jwalk_skip(t.w);
			} else {
				top->in_children = false;
				rc = more;
			}
		} else {
			more = jwalk_key(t.w, &top->members, &key);
			if (more == 0)
				t.open.n--;
			if (more <= 0) {
				rc = more;
			} else if (!str_is(key, "children") ||
				jwalk_peek(t.w) != '[') {
				rc = tree_member(t.v, t.w, key, top->node);
			} else {
				top->in_children = true;
				top->children = 0;
				rc = jwalk_array(t.w);
			}
		}
	}
	vec_free(&t.open);
	return rc;
}

/* ---- The nodes' stacks ---- */

/* Return the location of a node at one of its lines. */
static loc_id
v8_place(struct v8 *v, const struct v8_node *node, int64_t line, int64_t column)
{
	struct strbuf file = STRBUF_INIT, name = STRBUF_INIT;
	struct loctable_row row = {
		.line = line, .column = column, .start_line = node->line
	};
	loc_id loc;
	struct str url = builder_str(v->builder, node->url);

	/* file:///a%20b.js -> /a b.js; other URLs stay unchanged. */
	strbuf_reset(&file);
	if (!str_starts(url, STR("file://"))) {
		strbuf_add(&file, url);
	} else {
		for (size_t i = 7; i < url.n; i++) {
			bool is_hex = url.p[i] == '%' && i + 2 < url.n &&
				ascii_hex(url.p[i + 1]) >= 0 &&
				ascii_hex(url.p[i + 2]) >= 0;

			if (is_hex) {
				strbuf_addch(&file,
					(char)(ascii_hex(url.p[i + 1]) << 4 |
						ascii_hex(url.p[i + 2])));
				i += 2;
			} else {
				strbuf_addch(&file, url.p[i]);
			}
		}
	}
	strbuf_add(&name, builder_str(v->builder, node->name));
	/* Anonymous functions are distinguished by their position. */
	if (name.n == 0) {
		struct str base = str_basename(strbuf_str(&file));

		strbuf_addstr(
			&name, file.n > 0 ? "(anonymous) " : "(anonymous)");
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

/* Link a child to its parent; both may list the same edge. */
static int
link_child(struct v8 *v, const struct v8_child *edge, struct err *err)
{
	uint32_t child = map64_get(&v->by_id, (uint64_t)edge->id);
	uint32_t *parent = child != NONE ? &v->node.p[child].parent : NULL;

	if (parent == NULL)
		return err_set(err, ERR_FORMAT,
			"node %" PRId64 " has a child %" PRId64
			", but there is no such node",
			v->node.p[edge->parent].id, edge->id);
	if (*parent != NONE && *parent != edge->parent)
		return err_set(err, ERR_FORMAT,
			"node %" PRId64 " is the child of two nodes", edge->id);
	*parent = edge->parent;
	return 0;
}

static int
link_children(struct v8 *v, struct err *err)
{
	for (size_t i = 0; i < v->child.n; i++)
		if (link_child(v, &v->child.p[i], err) != 0 &&
			v8_leave_out(v, err) != 0)
			return -1;
	v->child.n = 0;
	return 0;
}

/* Parents get their stacks before their children. A walk up that meets a node
   twice has found a cycle, whose last step is left out. */
int
v8_link(struct v8 *v, struct err *err)
{
	VEC(uint32_t) way = { 0 };
	int rc = link_children(v, err);

	for (uint32_t i = v->linked; rc == 0 && i < v->node.n; i++) {
		uint32_t up = i;

		while (up != NONE && v->node.p[up].stack == NONE &&
			v->node.p[up].walk != i) {
			v->node.p[up].walk = i;
			vec_push(&way, up);
			up = v->node.p[up].parent;
		}
		if (up != NONE && v->node.p[up].stack == NONE) {
			v->node.p[way.p[way.n - 1]].parent = NONE;
			(void)err_set(err, ERR_FORMAT,
				"node %" PRId64 " is its own ancestor",
				v->node.p[up].id);
			rc = v8_leave_out(v, err);
		}
		while (rc == 0 && way.n > 0) {
			struct v8_node *node = &v->node.p[way.p[--way.n]];
			node_id above = node->parent != NONE
				? v->node.p[node->parent].stack
				: 0;

			node->loc = NONE;
			if (node->name != NONE && node->url != NONE) {
				struct str name =
					builder_str(v->builder, node->name);
				struct str url =
					builder_str(v->builder, node->url);

				if (url.n > 0)
					node->kind = V8_CODE;
				else if (str_is(name, "(root)"))
					node->kind = V8_ROOT;
				else if (str_is(name, "(idle)"))
					node->kind = V8_IDLE;
				else
					node->kind =
						str_is(name, "(program)") ||
							str_is(name,
								"(garbage "
								"collector)")
						? V8_ABOVE
						: V8_CODE;
				node->loc = v8_place(
					v, node, node->line, node->column);
			}
			if (node->kind == V8_ROOT && node->parent == NONE)
				node->stack = 0;
			else if (node->loc == NONE || above == NONE)
				node->stack = 0; /* the builder has failed */
			else
				node->stack = builder_step(
					v->builder, above, node->loc);
		}
	}
	v->linked = (uint32_t)v->node.n;
	vec_free(&way);
	return rc;
}

/* ---- Samples ---- */

/* Return the stack of a node, with its leaf at the line of `tick`. */
static node_id
v8_stack(struct v8 *v, struct v8_tick *tick)
{
	const struct v8_node *node = &v->node.p[tick->node];
	node_id above =
		node->parent != NONE ? v->node.p[node->parent].stack : 0;
	loc_id loc;

	if (tick->stack == NONE && above != NONE && node->loc != NONE) {
		loc = v8_place(v, node, tick->line, 0);
		if (loc != NONE)
			tick->stack = builder_step(v->builder, above, loc);
	}
	return tick->stack;
}

void
v8_hits(struct v8 *v, struct rows *rows)
{
	for (size_t i = 0; i < v->node.n; i++) {
		const struct v8_node *node = &v->node.p[i];
		int64_t rest = node->hits;

		for (size_t k = node->tick; k < node->tick_end; k++) {
			struct v8_tick *tick = &v->tick.p[k];

			if (tick->left <= 0 || tick->left > rest)
				continue;
			rest -= tick->left;
			rows_add(rows, v8_stack(v, tick), 0, &tick->left, 0);
		}
		if (rest != 0)
			rows_add(rows, node->stack, 0, &rest, 0);
	}
}

/* End the pending sample, which weighs the time since its start. */
static void
v8_finish(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
{
	int64_t value[2] = { 1, 0 };

	if (v->last == NONE)
		return;
	value[1] = i64_sub(time, v->since, &v->clipped);
	v->time = i64_add(v->time, value[1], &v->clipped);
	if (v->idle)
		v->idle_time = i64_add(v->idle_time, value[1], &v->clipped);
	rows_add(rows, v->last, labels, value, v->since);
	v->last = NONE;
}

/* Begin the next sample. */
static void
v8_begin(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
{
	/* Time does not go back, even if the clock does. */
	if (v->seen == 0)
		v->first = time;
	else if (time < v->since)
		time = v->since;
	v8_finish(v, time, rows, labels);
	v->since = time;
	v->seen++;
}

void
v8_lost_sample(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
{
	v8_begin(v, time, rows, labels);
}

int
v8_sample(struct v8 *v, int64_t id, int64_t time, struct rows *rows,
	lset_id labels, struct err *err)
{
	uint32_t index = map64_get(&v->by_id, (uint64_t)id);
	struct v8_node *node;
	struct v8_tick *tick;

	v8_begin(v, time, rows, labels);
	if (index == NONE) {
		(void)err_set(err, ERR_FORMAT,
			"a sample of node %" PRId64
			", but there is no such node",
			id);
		return v->damage != NULL &&
				damage_take(&v->damage->samples, err)
			? 0
			: -1;
	}
	node = &v->node.p[index];
	/* Take the next line that has samples left. */
	while (node->tick < node->tick_end && v->tick.p[node->tick].left <= 0)
		node->tick++;
	if (node->tick == node->tick_end || node->kind != V8_CODE) {
		v->last = node->stack;
	} else {
		tick = &v->tick.p[node->tick];
		tick->left--;
		v->last = v8_stack(v, tick);
	}
	v->idle = node->kind == V8_IDLE;
	if (node->kind == V8_CODE)
		v->below = node->stack;
	else if (node->kind != V8_ABOVE)
		v->below = NONE;
	else if (v->below != NONE && node->loc != NONE)
		v->last = builder_step(v->builder, v->below, node->loc);
	return 0;
}

/* Return the mean length of a sample; 0 if it is unknown. */
static int64_t
v8_mean(const struct v8 *v)
{
	bool clipped = false;

	return v->seen > 1
		? i64_sub(v->since, v->first, &clipped) / (int64_t)(v->seen - 1)
		: 0;
}

int64_t
v8_likely_end(struct v8 *v)
{
	return i64_add(v->since, v8_mean(v), &v->clipped);
}

int64_t
v8_end(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
{
	int64_t left = i64_sub(time, v->since, &v->clipped), mean = v8_mean(v);

	if (v->seen == 0)
		return time;
	if (left < 0)
		time = v->since;
	if (mean > 0 && left / TAIL_MAX >= mean) {
		v->is_cut = true;
		v->cut = left - mean;
		time = v8_likely_end(v);
	}
	v8_finish(v, time, rows, labels);
	v->below = NONE;
	return time;
}

void
v8_warn_damage(const struct v8_damage *d, struct warnings *warnings)
{
	damage_warn(&d->nodes, warnings, "nodes and calls");
	damage_warn(&d->costs, warnings, "costs");
	if (d->rounded > 0)
		warnings_add(warnings,
			"costs that are not whole numbers were rounded: %zu",
			d->rounded);
	damage_warn(&d->samples, warnings, "samples");
}

void
v8_warn_uneven(struct warnings *warnings)
{
	warnings_add(warnings,
		"the numbers of timestamps and samples differ: the extra ones "
		"were ignored");
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
