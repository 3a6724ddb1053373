/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Widths and sorted children: see plan.h. What is worked out here is kept
 * until the plan goes: an array of widths only when something is negative,
 * an array of heights when somebody asks for one, children node by node.
 */
#include "config.h"

#include "present/plan.h"

#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

/* Sums of widths stop here, so that they can be multiplied (wide.h). */
#define WIDTH_MAX (UINT64_C(1) << 62)

struct side {
	const struct tree *tree; /* NULL: there is no such side */
	node_id root;            /* what is drawn first, or NONE */
	uint64_t *width;         /* NULL: the totals are the widths */
	uint32_t *height;        /* NULL: not asked for yet */
	struct map64 kids;       /* node -> index into plan.kids */
	struct map64 visited;    /* node -> child */
};

struct plan {
	const struct view *view; /* borrowed */
	enum plan_order order;
	enum plan_span span;
	bool drop; /* what is negative is not drawn */
	bool is_sandwich;
	struct side side[2];
	struct arena arena; /* sorted children */
	VEC(struct kids) kids;
};

static uint64_t
add_width(uint64_t a, uint64_t b)
{
	return a >= WIDTH_MAX || b >= WIDTH_MAX - a ? WIDTH_MAX : a + b;
}

/* What a node itself adds to its width. */
static uint64_t
own_width(const struct tree *t, enum plan_span span, bool drop, node_id node)
{
	bool sticky = false;
	int64_t base, now;

	if (drop && t->self[node] < 0)
		return 0;
	if (t->base_self == NULL || span == PLAN_DELTA)
		return u64_abs(t->self[node]);
	base = t->base_self[node];
	now = i64_add(t->self[node], base, &sticky);
	switch (span) {
	case PLAN_BEFORE:
		return u64_abs(base);
	case PLAN_MAX:
		return u64_abs(base) > u64_abs(now) ? u64_abs(base)
						    : u64_abs(now);
	case PLAN_SUM:
		return add_width(u64_abs(base), u64_abs(now));
	case PLAN_AFTER:
	case PLAN_DELTA:
		break;
	}
	return u64_abs(now);
}

/* With drop_negative what became less than the base is left out, with all
   that is below it. */
static bool
is_drawn(const struct tree *t, bool drop, node_id node)
{
	return tree_is_live(t, node) && (!drop || t->total[node] >= 0);
}

/* What each subtree adds together. */
static uint64_t *
sum_widths(const struct tree *t, enum plan_span span, bool drop)
{
	uint64_t *width = xcalloc(t->n, sizeof(*width));

	for (node_id i = t->n; i-- > 0;) {
		width[i] = add_width(width[i], own_width(t, span, drop, i));
		if (i > 0 && is_drawn(t, drop, i))
			width[t->parent[i]] =
				add_width(width[t->parent[i]], width[i]);
	}
	return width;
}

static void
side_init(struct side *s, const struct tree *t, enum plan_span span, bool drop,
	bool is_sandwich)
{
	s->root = NONE;
	if (t->n == 0)
		return;
	s->tree = t;
	if (t->base_self != NULL || t->negative)
		s->width = sum_widths(t, span, drop);
	if (!is_sandwich) {
		s->root = 0;
		return;
	}
	for (node_id k = t->first[0]; k != 0 && s->root == NONE; k = t->next[k])
		if (tree_is_live(t, k))
			s->root = k;
}

struct plan *
plan_new(const struct view *view, enum plan_order order, enum plan_span span)
{
	struct plan *p = xcalloc(1, sizeof(*p));

	p->view = view;
	p->order = order;
	p->span = span;
	p->drop = view->query.drop_negative && !view->is_diff;
	p->is_sandwich = view->query.direction == DIR_SANDWICH;
	side_init(&p->side[SIDE_MAIN], &view->tree, span, p->drop,
		p->is_sandwich);
	p->side[SIDE_CALLERS].root = NONE;
	if (p->is_sandwich)
		side_init(&p->side[SIDE_CALLERS], &view->callers, span, p->drop,
			true);
	return p;
}

void
plan_free(struct plan *p)
{
	if (p == NULL)
		return;
	for (int k = 0; k < 2; k++) {
		free(p->side[k].width);
		free(p->side[k].height);
		map64_free(&p->side[k].kids);
		map64_free(&p->side[k].visited);
	}
	vec_free(&p->kids);
	arena_free(&p->arena);
	free(p);
}

const struct view *
plan_view(const struct plan *p)
{
	return p->view;
}

const struct tree *
plan_tree(const struct plan *p, enum plan_side side)
{
	return side == SIDE_CALLERS ? &p->view->callers : &p->view->tree;
}

node_id
plan_root(const struct plan *p, enum plan_side side)
{
	return p->side[side].root;
}

bool
plan_is_sandwich(const struct plan *p)
{
	return p->is_sandwich;
}

uint64_t
plan_width(const struct plan *p, enum plan_side side, node_id node)
{
	const struct side *s = &p->side[side];

	if (s->tree == NULL || node == NONE)
		return 0;
	assert(node < s->tree->n);
	return s->width != NULL ? s->width[node]
				: (uint64_t)s->tree->total[node];
}

uint64_t
plan_own(const struct plan *p, enum plan_side side, node_id node)
{
	const struct side *s = &p->side[side];

	if (s->tree == NULL || node == NONE)
		return 0;
	assert(node < s->tree->n);
	return own_width(s->tree, p->span, p->drop, node);
}

/* One child while it is being sorted: all that comparing needs. */
struct sorting {
	uint64_t width;
	struct str text;
	uint8_t inlined;
	node_id node;
};

static int
by_input(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;

	return x->node < y->node ? -1 : x->node > y->node;
}

static int
by_name(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;
	int c = str_cmp(x->text, y->text);

	if (c != 0)
		return c;
	if (x->inlined != y->inlined)
		return x->inlined < y->inlined ? -1 : 1;
	return by_input(a, b);
}

static int
by_weight(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;

	if (x->width != y->width)
		return x->width > y->width ? -1 : 1;
	return by_name(a, b);
}

static struct kids
sort_kids(struct plan *p, enum plan_side side, node_id node)
{
	static int (*const compare[])(
		const void *, const void *) = { [PLAN_WEIGHT] = by_weight,
		[PLAN_NAME] = by_name,
		[PLAN_INPUT] = by_input };
	const struct tree *t = p->side[side].tree;
	struct sorting *sort;
	struct kid *kid;
	uint32_t n = 0;
	uint64_t at = 0;

	for (node_id k = t->first[node]; k != 0; k = t->next[k])
		n += is_drawn(t, p->drop, k);
	if (n == 0)
		return (struct kids){ NULL, 0 };
	kid = ARENA_ARRAY(&p->arena, struct kid, n);
	if (n == 1) {
		node_id only = t->first[node];

		while (!is_drawn(t, p->drop, only))
			only = t->next[only];
		*kid = (struct kid){ only, 0, plan_width(p, side, only) };
		return (struct kids){ kid, n };
	}
	sort = xcalloc(n, sizeof(*sort));
	n = 0;
	for (node_id k = t->first[node]; k != 0; k = t->next[k])
		if (is_drawn(t, p->drop, k))
			sort[n++] = (struct sorting){
				.width = plan_width(p, side, k),
				.text = plan_text(p, side, k),
				.inlined = t->flags[k] & TREE_INLINE,
				.node = k,
			};
	qsort(sort, n, sizeof(*sort), compare[p->order]);
	for (uint32_t i = 0; i < n; i++) {
		kid[i] = (struct kid){ sort[i].node, at, sort[i].width };
		at = add_width(at, sort[i].width);
	}
	free(sort);
	return (struct kids){ kid, n };
}

struct kids
plan_kids(struct plan *p, enum plan_side side, node_id node)
{
	struct side *s = &p->side[side];
	uint32_t known;

	if (s->tree == NULL || s->tree->first[node] == 0)
		return (struct kids){ NULL, 0 };
	known = map64_get(&s->kids, node);
	if (known == NONE) {
		known = (uint32_t)p->kids.n;
		vec_push(&p->kids, sort_kids(p, side, node));
		map64_put(&s->kids, node, known);
	}
	return p->kids.p[known];
}

uint32_t
plan_rank(struct plan *p, enum plan_side side, node_id node)
{
	const struct tree *t = p->side[side].tree;
	struct kids kids;

	if (node == p->side[side].root)
		return 0;
	kids = plan_kids(p, side, t->parent[node]);
	for (uint32_t i = 0; i < kids.n; i++)
		if (kids.kid[i].node == node)
			return i;
	return 0;
}

uint32_t
plan_height(struct plan *p, enum plan_side side, node_id node)
{
	struct side *s = &p->side[side];

	if (s->tree == NULL)
		return 0;
	/* What is asked for most is known already. */
	if (side == SIDE_MAIN && node == s->root)
		return p->view->max_depth > s->tree->depth[node]
			? p->view->max_depth - s->tree->depth[node]
			: 0;
	if (s->height == NULL) {
		const struct tree *t = s->tree;

		s->height = xcalloc(t->n, sizeof(*s->height));
		for (node_id i = t->n; i-- > 1;)
			if (tree_is_live(t, i) &&
				s->height[t->parent[i]] <= s->height[i])
				s->height[t->parent[i]] = s->height[i] + 1;
	}
	return s->height[node];
}

void
plan_visit(struct plan *p, enum plan_side side, node_id node)
{
	struct side *s = &p->side[side];

	while (s->tree != NULL && node != s->root && node != 0) {
		map64_put(&s->visited, s->tree->parent[node], node);
		node = s->tree->parent[node];
	}
}

node_id
plan_visited(const struct plan *p, enum plan_side side, node_id node)
{
	return map64_get(&p->side[side].visited, node);
}

struct str
plan_text(const struct plan *p, enum plan_side side, node_id node)
{
	frame_id frame = plan_tree(p, side)->frame[node];

	return frame == NONE ? STR("root") : p->view->frames->frame[frame].text;
}
