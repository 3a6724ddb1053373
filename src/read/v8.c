/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where V8's nodes are in stacks, and its samples: see v8.h. */
#include "config.h"

#include "read/v8.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/strbuf.h"

#include "base/banned.h"

void
v8_init(struct v8 *v, struct builder *b, struct places *places)
{
	*v = (struct v8){ .builder = b,
		.places = places,
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

/* ---- Where nodes are ---- */

/* file:///a%20b.js -> /a b.js; other addresses stay as they are. */
static void
file_name(struct strbuf *out, struct str url)
{
	static const char hex[] = "0123456789abcdef0123456789ABCDEF";

	strbuf_reset(out);
	if (!str_starts(url, STR("file://"))) {
		strbuf_add(out, url);
		return;
	}
	for (size_t i = 7; i < url.n; i++) {
		const char *a = NULL, *b = NULL;

		if (url.p[i] == '%' && i + 2 < url.n) {
			a = memchr(hex, url.p[i + 1], sizeof(hex) - 1);
			b = memchr(hex, url.p[i + 2], sizeof(hex) - 1);
		}
		if (a == NULL || b == NULL) {
			strbuf_addch(out, url.p[i]);
			continue;
		}
		strbuf_addch(out, (char)((a - hex) % 16 * 16 + (b - hex) % 16));
		i += 2;
	}
}

/* Functions without a name are told apart by where they are. */
static void
anonymous(struct strbuf *out, struct str file, int64_t line)
{
	strbuf_reset(out);
	strbuf_addc(out, "(anonymous)");
	if (file.n == 0)
		return;
	strbuf_addch(out, ' ');
	strbuf_add(out, str_basename(file));
	if (line > 0)
		strbuf_addf(out, ":%" PRId64, line);
}

static enum v8_kind
kind_of(struct str name, struct str url)
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
place_of(struct v8 *v, const struct v8_node *node, int64_t line, int64_t column)
{
	struct strbuf file = STRBUF_INIT, name = STRBUF_INIT;
	struct place place = { .line = line, .column = column };
	loc_id loc;

	file_name(&file, builder_str(v->builder, node->url));
	strbuf_add(&name, builder_str(v->builder, node->name));
	if (name.n == 0)
		anonymous(&name, strbuf_str(&file), node->line);
	place.name = strbuf_str(&name);
	place.file = strbuf_str(&file);
	loc = places_at(v->places, &place);
	strbuf_free(&file);
	strbuf_free(&name);
	return loc;
}

static void
set_place(struct v8 *v, struct v8_node *node)
{
	node->loc = NONE;
	if (node->name == NONE || node->url == NONE)
		return;
	node->kind = kind_of(builder_str(v->builder, node->name),
		builder_str(v->builder, node->url));
	node->loc = place_of(v, node, node->line, node->column);
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

	set_place(v, node);
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
stack_of(struct v8 *v, struct v8_tick *tick)
{
	const struct v8_node *node = &v->node.p[tick->node];
	node_id above = above_of(v, node);
	loc_id loc;

	if (tick->stack == NONE && above != NONE && node->loc != NONE) {
		loc = place_of(v, node, tick->line, 0);
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
	return stack_of(v, tick);
}

void
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
			rows_add(rows, stack_of(v, tick), 0, &tick->left, 0);
		}
		if (rest != 0)
			rows_add(rows, node->stack, 0, &rest, 0);
	}
}

/* The sample that waits weighs the time up to now. */
static void
finish(struct v8 *v, int64_t time, struct rows *rows, lset_id labels)
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
	finish(v, time, rows, labels);
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
	finish(v, time < v->since ? v->since : time, rows, labels);
	v->below = NONE;
}

void
v8_note_uneven(struct warnings *warnings)
{
	warnings_add(warnings,
		"Not as many times as samples: the rest was left out");
}

void
v8_note_idle(struct warnings *warnings, int64_t idle, int64_t time)
{
	double share = time > 0 ? 100.0 * (double)idle / (double)time : 0;

	if (share >= 1)
		warnings_add(warnings,
			"%.0f%% of the time is (idle); "
			"-ignore='^\\(idle\\)$' leaves it out",
			share);
}
