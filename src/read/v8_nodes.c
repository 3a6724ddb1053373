/* SPDX-License-Identifier: GPL-3.0-or-later */
/* V8's nodes, read from JSON: see v8.h. */
#include "config.h"

#include "base/json.h"
#include "read/v8.h"

#include <inttypes.h>

#include "base/num.h"

#include "base/banned.h"

/* ---- As a list ---- */

static int
add_id(struct v8 *v, int64_t id, uint32_t node, struct err *err)
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
line_of(const struct jval *frame, const char *name)
{
	int64_t line = -1;

	(void)jval_int(jval_get(frame, name), &line);
	return line >= 0 && line < INT32_MAX ? line + 1 : 0;
}

static void
set_frame(struct v8 *v, struct v8_node *node, const struct jval *frame)
{
	struct str name = STR_EMPTY, url = STR_EMPTY;

	(void)jval_text(jval_get(frame, "functionName"), &name);
	(void)jval_text(jval_get(frame, "url"), &url);
	node->name = builder_string(v->builder, name);
	node->url = builder_string(v->builder, url);
	node->line = line_of(frame, "lineNumber");
	node->column = line_of(frame, "columnNumber");
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
	if (add_id(v, node.id, index, err) != 0)
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
	set_frame(v, &node, jval_get(json, "callFrame"));
	add_ticks(v, &node, index, jval_get(json, "positionTicks"));
	vec_push(&v->node, node);
	for (size_t i = 0, n = jval_count(children); i < n; i++) {
		if (!jval_int(jval_at(children, i), &id))
			return err_set(err, ERR_FORMAT,
				"node %" PRId64 ": a child's id is no number",
				node.id);
		vec_push(&v->child, ((struct v8_child){ index, id }));
	}
	return 0;
}

/* ---- As a tree ---- */

/* An object that has been entered. */
struct level {
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
	struct jval *value;
	struct str text;
	double number = 0;
	bool clipped = false;
	int rc = 0;

	/* What is not wanted may be of any size. */
	if (!str_is(key, "callFrame") && !str_is(key, "functionName") &&
		!str_is(key, "url") && !str_is(key, "lineNumber") &&
		!str_is(key, "columnNumber") && !str_is(key, "id") &&
		!str_is(key, "hitCount") && !str_is(key, "selfSize"))
		return jwalk_skip(w);
	value = jval_read(w);
	if (value == NULL)
		return -1;
	if (jval_text(value, &text)) {
		if (str_is(key, "functionName"))
			node->name = builder_string(v->builder, text);
		else if (str_is(key, "url"))
			node->url = builder_string(v->builder, text);
	} else if (jval_number(value, &number)) {
		int64_t n = i64_round(number, &clipped);

		if (str_is(key, "id"))
			rc = add_id(v, n, index, w->err);
		else if (str_is(key, "lineNumber"))
			node->line = n;
		else if (str_is(key, "columnNumber"))
			node->column = n;
		else if (str_is(key, "hitCount"))
			node->hits = n;
		else if (str_is(key, "selfSize"))
			node->bytes = n;
	} else if (str_is(key, "callFrame")) {
		set_frame(v, node, value);
	}
	jval_free(value);
	return rc;
}

struct tree {
	struct v8 *v;
	struct jwalk *w;
	VEC(struct level) open;
};

static int
tree_enter(struct tree *t, uint32_t parent)
{
	struct v8_node node = { .parent = parent, .stack = NONE };
	struct level level = { .node = (uint32_t)t->v->node.n };

	if (jwalk_object(t->w) != 0)
		return -1;
	vec_push(&t->open, level);
	vec_push(&t->v->node, node);
	return 0;
}

/* One step on in the node that was entered last: a member, a child, or its
   end. */
static int
tree_step(struct tree *t)
{
	struct level *top = &t->open.p[t->open.n - 1];
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

int
v8_tree(struct v8 *v, struct jwalk *w)
{
	struct tree t = { .v = v, .w = w };
	int rc = tree_enter(&t, NONE);

	while (rc == 0 && t.open.n > 0)
		rc = tree_step(&t);
	vec_free(&t.open);
	return rc;
}
