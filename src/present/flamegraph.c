/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Widths, heights and sorted children, kept until the flame graph is freed.
 * Widths have an array only in diffs and for negative values; heights are
 * computed on first use, and children are sorted node by node.
 */
#include "prelude.h"

#include "present/flamegraph.h"

#include <assert.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/lazycallers.h"
#include "engine/origin.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/fold.h"

/* Sums of widths saturate here, so that they can be multiplied (wide.h). */
#define WIDTH_MAX (UINT64_C(1) << 62)

struct drawn_side {
	const struct tree *tree; /* NULL if the graph lacks this side */
	node_id root;            /* topmost node drawn, or NONE */
	uint64_t *width;         /* NULL: the totals are the widths */
	struct bits hidden;      /* nodes that `drop` hides; no words: none */
	uint32_t *height;        /* [chains or nodes] height of the last node;
				    NULL: not computed yet */
	struct map64 heights;    /* node -> height, if the tree grows */
	struct map64 children;   /* node -> index into children[] */
	struct map64 visited;    /* node -> child visited last */
};

struct flamegraph {
	const struct view *view; /* borrowed */
	enum flamegraph_order order;
	enum flamegraph_span span;
	bool drop; /* hide nodes with a negative total */
	struct drawn_side side[2];
	struct folds *folds; /* NULL: never folded */
	bool folded;
	struct origins *origins; /* NULL: not made yet */
	struct arena arena; /* sorted children */
	VEC(struct children) children;
};

static uint64_t
add_width(uint64_t a, uint64_t b)
{
	return a >= WIDTH_MAX || b >= WIDTH_MAX - a ? WIDTH_MAX : a + b;
}

/* Return a node's own contribution to its width. */
static uint64_t
own_width(const struct tree *t, enum flamegraph_span span, bool drop,
	node_id node)
{
	bool sticky = false;
	int64_t base, now;

	if (drop && tree_self(t, node) < 0)
		return 0;
	if (t->self.base == NULL || span == FLAME_BY_DELTA)
		return u64_abs(tree_self(t, node));
	base = t->self.base[tree_self_row(t, node)];
	now = i64_add(tree_self(t, node), base, &sticky);
	switch (span) {
	case FLAME_OF_BEFORE:
		return u64_abs(base);
	case FLAMEGRAPH_MAX:
		return u64_abs(base) > u64_abs(now) ? u64_abs(base)
						    : u64_abs(now);
	case FLAME_OF_SUM:
		return add_width(u64_abs(base), u64_abs(now));
	case FLAME_OF_AFTER:
	case FLAME_BY_DELTA:
		break;
	}
	return u64_abs(now);
}

/* True if a node is drawn. `drop` hides nodes with a negative total, and their
   subtrees. */
static bool
is_drawn(const struct tree *t, bool drop, node_id node)
{
	return tree_live(t, node) != 0 && (!drop || tree_total(t, node) >= 0);
}

static void
side_init(struct drawn_side *s, const struct tree *t, enum flamegraph_span span,
	bool drop, bool is_sandwich)
{
	s->root = NONE;
	if (t->n == 0)
		return;
	s->tree = t;
	if (t->self.base != NULL || t->negative) {
		uint64_t *width = xcalloc(t->n, sizeof(*width));

		/* Add up each subtree. */
		for (node_id i = t->n; i-- > 0;) {
			width[i] = add_width(
				width[i], own_width(t, span, drop, i));
			if (i > 0 && is_drawn(t, drop, i))
				width[t->parent[i]] = add_width(
					width[t->parent[i]], width[i]);
		}
		s->width = width;
	}
	if (!is_sandwich)
		s->root = 0;
	for (node_id k = tree_first(t, 0); k != 0 && s->root == NONE;
		k = t->next[k])
		if (tree_live(t, k) != 0)
			s->root = k;
	if (!drop || !t->negative)
		return;
	s->hidden = bits_new(t->n);
	for (node_id i = 1; i < t->n; i++)
		if (i != s->root &&
			(!is_drawn(t, drop, i) ||
				bits_get(&s->hidden, t->parent[i])))
			bits_set(&s->hidden, i);
}

struct flamegraph *
flamegraph_new(const struct view *view, enum flamegraph_order order,
	enum flamegraph_span span)
{
	struct flamegraph *p = xcalloc(1, sizeof(*p));
	bool is_sandwich = view->query.direction == DIR_SANDWICH;

	p->view = view;
	p->order = order;
	p->span = span;
	p->drop = view->query.drop_negative && !view->is_diff;
	side_init(&p->side[SIDE_MAIN], &view->tree, span, p->drop, is_sandwich);
	p->side[SIDE_CALLERS].root = NONE;
	if (is_sandwich)
		side_init(&p->side[SIDE_CALLERS], &view->callers, span, p->drop,
			true);
	return p;
}

void
flamegraph_free(struct flamegraph *p)
{
	if (p == NULL)
		return;
	for (int k = 0; k < 2; k++) {
		free(p->side[k].width);
		free(p->side[k].hidden.word);
		free(p->side[k].height);
		map64_free(&p->side[k].heights);
		map64_free(&p->side[k].children);
		map64_free(&p->side[k].visited);
	}
	folds_free(p->folds);
	origins_free(p->origins);
	vec_free(&p->children);
	arena_free(&p->arena);
	free(p);
}

struct origins *
flamegraph_origins(struct flamegraph *p)
{
	const struct view *v = p->view;
	struct err err = ERR_INIT;

	if (p->origins == NULL)
		p->origins = origins_new(v->profile, &v->query, &err);
	/* Ignore bad patterns, which were rejected when they were set. */
	if (p->origins == NULL)
		p->origins = origins_new(v->profile, NULL, &err);
	return p->origins;
}

struct origins *
flamegraph_origins_for(const struct flamegraph *p, const struct view *other)
{
	return p != NULL && p->origins != NULL &&
			origins_are_of(
				p->origins, other->profile, &other->query)
		? origins_ref(p->origins)
		: NULL;
}

void
flamegraph_take_origins(struct flamegraph *p, struct origins *known)
{
	origins_free(p->origins);
	p->origins = known;
}

struct folds *
flamegraph_chains(struct flamegraph *p)
{
	if (p->folds == NULL)
		p->folds = folds_new(p);
	return p->folds;
}

void
flamegraph_fold(struct flamegraph *p, bool on)
{
	p->folded = on && flamegraph_chains(p) != NULL;
}

struct folds *
flamegraph_folds(const struct flamegraph *p)
{
	return p->folded ? p->folds : NULL;
}

node_id
flamegraph_tail(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	return p->folded && node != NONE ? fold_tail(p->folds, side, node)
					 : node;
}

node_id
flamegraph_head(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	return p->folded && node != NONE ? fold_place(p->folds, side, node).head
					 : node;
}

uint32_t
selection_row_frames(const struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);
	struct fold_place at;

	if (!p->folded || s.node == NONE || s.count > 0)
		return 1;
	at = fold_place(p->folds, s.side, s.node);
	return at.is_hidden ? 1
			    : tree_depth(t, at.tail) - tree_depth(t, at.head) +
			1;
}

const struct view *
flamegraph_view(const struct flamegraph *p)
{
	return p->view;
}

const struct tree *
flamegraph_tree(const struct flamegraph *p, enum flamegraph_side side)
{
	return side == SIDE_CALLERS ? &p->view->callers : &p->view->tree;
}

node_id
flamegraph_root(const struct flamegraph *p, enum flamegraph_side side)
{
	return p->side[side].root;
}

uint64_t
flamegraph_width(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	const struct drawn_side *s = &p->side[side];

	if (s->tree == NULL || node == NONE)
		return 0;
	assert(node < s->tree->n || s->tree->unfold != NULL);
	return s->width != NULL ? s->width[node]
				: (uint64_t)tree_total(s->tree, node);
}

uint64_t
flamegraph_own(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	const struct drawn_side *s = &p->side[side];

	if (s->tree == NULL || node == NONE)
		return 0;
	assert(node < s->tree->n || s->tree->unfold != NULL);
	return own_width(s->tree, p->span, p->drop, node);
}

bool
flamegraph_draws(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	const struct drawn_side *s = &p->side[side];

	return tree_live(s->tree, node) != 0 &&
		(s->hidden.word == NULL || !bits_get(&s->hidden, node));
}

/* A child being sorted, with all values that are compared. */
struct flamegraph_sorting {
	uint64_t width;
	struct str text; /* empty if `order` is the rank of the text */
	uint32_t order;
	uint8_t inlined;
	node_id node;
};

static int
by_input(const void *a, const void *b)
{
	const struct flamegraph_sorting *x = a, *y = b;

	return x->node < y->node ? -1 : x->node > y->node;
}

static int
flamegraph_by_name(const void *a, const void *b)
{
	const struct flamegraph_sorting *x = a, *y = b;
	int c;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	c = str_cmp(x->text, y->text);
	if (c != 0)
		return c;
	if (x->inlined != y->inlined)
		return x->inlined < y->inlined ? -1 : 1;
	return by_input(a, b);
}

static int
flamegraph_by_weight(const void *a, const void *b)
{
	const struct flamegraph_sorting *x = a, *y = b;

	if (x->width != y->width)
		return x->width > y->width ? -1 : 1;
	return flamegraph_by_name(a, b);
}

static struct children
sort_children(struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	enum { MANY = 256 };
	static int (*const compare[])(const void *,
		const void *) = { [FLAME_BY_WEIGHT] = flamegraph_by_weight,
		[FLAME_BY_NAME] = flamegraph_by_name,
		[FLAME_BY_INPUT] = by_input };
	const struct tree *t = p->side[side].tree;
	struct flamegraph_sorting *sort;
	struct child *child;
	uint32_t n = 0;
	uint64_t at = 0;

	for (node_id k = t->first[node]; k != 0; k = t->next[k])
		n += is_drawn(t, p->drop, k);
	if (n == 0)
		return (struct children){ NULL, 0 };
	child = ARENA_ARRAY(&p->arena, struct child, n);
	if (n == 1) {
		node_id only = t->first[node];

		while (!is_drawn(t, p->drop, only))
			only = t->next[only];
		*child = (struct child){ only, 0,
			flamegraph_width(p, side, only) };
		return (struct children){ child, n };
	}
	sort = xcalloc(n, sizeof(*sort));
	n = 0;
	for (node_id k = t->first[node]; k != 0; k = t->next[k])
		if (is_drawn(t, p->drop, k))
			sort[n++] = (struct flamegraph_sorting){
				.width = flamegraph_width(p, side, k),
				.text = flamegraph_text(p, side, k),
				.inlined = t->flags[k] & TREE_INLINE,
				.node = k,
			};
	if (n >= MANY && p->order != FLAME_BY_INPUT) {
		struct str *text = xcalloc(n, sizeof(*text));
		uint32_t *order = xcalloc(n, sizeof(*order));

		/* Rank many texts once instead of comparing them often. */
		for (uint32_t i = 0; i < n; i++)
			text[i] = sort[i].text;
		(void)sort_text_ranks(text, n, order, NULL);
		for (uint32_t i = 0; i < n; i++) {
			sort[i].text = STR_EMPTY;
			sort[i].order = order[i];
		}
		free(text);
		free(order);
	}
	qsort(sort, n, sizeof(*sort), compare[p->order]);
	for (uint32_t i = 0; i < n; i++) {
		child[i] = (struct child){ sort[i].node, at, sort[i].width };
		at = add_width(at, sort[i].width);
	}
	free(sort);
	return (struct children){ child, n };
}

struct children
flamegraph_children(
	struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	struct drawn_side *s = &p->side[side];
	uint32_t known;

	if (s->tree == NULL || tree_first(s->tree, node) == 0)
		return (struct children){ NULL, 0 };
	known = map64_get(&s->children, node);
	if (known == NONE) {
		known = (uint32_t)p->children.n;
		vec_push(&p->children, sort_children(p, side, node));
		map64_put(&s->children, node, known);
	}
	return p->children.p[known];
}

uint32_t
flamegraph_rank(struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	const struct tree *t = p->side[side].tree;
	struct children children;

	if (node == p->side[side].root)
		return 0;
	children = flamegraph_children(p, side, t->parent[node]);
	for (uint32_t i = 0; i < children.n; i++)
		if (children.child[i].node == node)
			return i;
	return 0;
}

/* Return the heights of the chains' last nodes or, in a tree without chains, of
   all nodes. Chains are several times fewer than nodes. */
static uint32_t *
heights_new(const struct drawn_side *s)
{
	const struct tree *t = s->tree;
	const struct chains *c = t->chains;
	uint32_t n = c != NULL ? c->n : t->n;
	uint32_t *height = xcalloc(n, sizeof(*height));

	for (uint32_t row = n; row-- > 1;) {
		uint32_t parent = c != NULL ? c->parent[row] : t->parent[row];
		uint32_t nodes =
			c != NULL ? c->first[row + 1] - c->first[row] : 1;
		node_id first = c != NULL ? c->first[row] : row;

		if (t->live[row] != 0 &&
			(s->hidden.word == NULL ||
				!bits_get(&s->hidden, first)) &&
			height[parent] < height[row] + nodes)
			height[parent] = height[row] + nodes;
	}
	return height;
}

uint32_t
flamegraph_height(struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	struct drawn_side *s = &p->side[side];
	uint32_t row;

	if (s->tree == NULL)
		return 0;
	/* Usually the root's height is wanted, which the view has. */
	if (side == SIDE_MAIN && node == s->root && s->hidden.word == NULL)
		return p->view->max_depth > tree_depth(s->tree, node)
			? p->view->max_depth - tree_depth(s->tree, node)
			: 0;
	if (s->tree->unfold != NULL) {
		uint32_t *height = map64_at(&s->heights, node);

		if (*height == NONE)
			*height = unfold_height(s->tree->unfold, node);
		return *height;
	}
	if (s->height == NULL)
		s->height = heights_new(s);
	row = tree_row(s->tree, node);
	return s->tree->chains == NULL
		? s->height[row]
		: s->height[row] + chains_last(s->tree->chains, row) - node;
}

void
flamegraph_visit(struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	struct drawn_side *s = &p->side[side];

	while (s->tree != NULL && node != s->root && node != 0) {
		map64_put(&s->visited, s->tree->parent[node], node);
		node = s->tree->parent[node];
	}
}

node_id
flamegraph_visited(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	return map64_get(&p->side[side].visited, node);
}

struct str
flamegraph_text(
	const struct flamegraph *p, enum flamegraph_side side, node_id node)
{
	frame_id frame = flamegraph_tree(p, side)->frame[node];

	return frame == NONE ? STR("root") : p->view->frames->frame[frame].text;
}

/* ---- Selections ---- */

struct children
selection_members(struct flamegraph *p, struct selection s)
{
	struct children all = { .n = 0 };

	if (s.count > 0)
		all = flamegraph_children(p, s.side, s.node);
	if (s.rank >= all.n)
		return (struct children){ .n = 0 };
	return (struct children){ .child = all.child + s.rank,
		.n = s.count < all.n - s.rank ? s.count : all.n - s.rank };
}

bool
selection_equal(struct selection a, struct selection b)
{
	return a.side == b.side && a.node == b.node && a.count == b.count &&
		(a.count == 0 || a.rank == b.rank);
}

struct selection
selection_root(const struct flamegraph *p)
{
	return selection_of(SIDE_MAIN, flamegraph_root(p, SIDE_MAIN));
}

/* Return s, with the pivot always on the main side, as both sides share its
   box. */
static struct selection
normal(const struct flamegraph *p, struct selection s)
{
	if (s.side == SIDE_CALLERS && s.count == 0 &&
		s.node == flamegraph_root(p, SIDE_CALLERS))
		return selection_root(p);
	return s;
}

int
selection_level(const struct flamegraph *p, struct selection s)
{
	int level;

	if (!p->folded || s.node == NONE)
		return selection_depth(p, s);
	level = (int)fold_place(p->folds, s.side, s.node).row + (s.count > 0);
	return s.side == SIDE_CALLERS ? -level : level;
}

int
selection_depth(const struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);
	int level;

	if (s.node == NONE)
		return 0;
	level = (int)(tree_depth(t, s.node) -
			tree_depth(t, flamegraph_root(p, s.side))) +
		(s.count > 0);
	return s.side == SIDE_CALLERS ? -level : level;
}

uint64_t
selection_width(struct flamegraph *p, struct selection s)
{
	struct children m;

	if (s.node == NONE || s.count == 0)
		return flamegraph_width(p, s.side, s.node);
	m = selection_members(p, s);
	return m.n == 0
		? 0
		: m.child[m.n - 1].at + m.child[m.n - 1].width - m.child[0].at;
}

struct row_sum
selection_sum(struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);
	struct row_sum sum = { .value = 0 };
	struct children children;

	if (s.node == NONE)
		return sum;
	if (s.count == 0)
		return columns_at(&t->total, tree_row(t, s.node));
	children = selection_members(p, s);
	for (uint32_t i = 0; i < children.n; i++)
		row_sum_add(
			&sum, &t->total, tree_row(t, children.child[i].node));
	return sum;
}

int64_t
selection_value(struct flamegraph *p, struct selection s)
{
	struct row_sum sum = selection_sum(p, s);

	return weight_div(sum.value, sum.div);
}

int64_t
selection_self(const struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);

	if (s.node == NONE || s.count > 0)
		return 0;
	return columns_value(&t->self, tree_self_row(t, s.node));
}

struct sides
selection_sides(struct flamegraph *p, struct selection s)
{
	struct row_sum sum = selection_sum(p, s);

	return sides_of(&sum);
}

struct verdict
selection_verdict(const struct flamegraph *p, struct selection s)
{
	const struct view *v = flamegraph_view(p);

	if (v->evidence == NULL || s.node == NONE || s.count != 0)
		return (struct verdict){ .p = 1 };
	return s.node == 0
		? v->evidence->kept
		: evidence_node(v, flamegraph_tree(p, s.side), s.node, false);
}

enum significance
selection_significance(const struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);

	if (s.node == NONE || s.count != 0 ||
		sides_delta(sides_at(&t->total, tree_row(t, s.node))) == 0)
		return SIGNIFICANCE_UNKNOWN;
	return selection_verdict(p, s).is;
}

struct sides
selection_self_sides(const struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);

	if (s.node == NONE || s.count > 0)
		return (struct sides){ .base = 0 };
	return sides_at(&t->self, tree_self_row(t, s.node));
}

frame_id
selection_frame(const struct flamegraph *p, struct selection s)
{
	if (s.node == NONE || s.count > 0)
		return NONE;
	return flamegraph_tree(p, s.side)->frame[s.node];
}

struct selection
selection_parent(const struct flamegraph *p, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);

	if (s.node == NONE)
		return s;
	if (s.count > 0)
		return normal(p, selection_of(s.side, s.node));
	if (s.node == flamegraph_root(p, s.side))
		return normal(p, s);
	return normal(p, selection_of(s.side, t->parent[s.node]));
}

/* Return the node at or above `node` whose parent is `above`; NONE if `above`
   is not above it. */
static node_id
step_below(const struct tree *t, node_id above, node_id node)
{
	while (tree_depth(t, node) > tree_depth(t, above) + 1)
		node = t->parent[node];
	return tree_depth(t, node) == tree_depth(t, above) + 1 &&
			t->parent[node] == above
		? node
		: NONE;
}

bool
selection_contains(struct flamegraph *p, struct selection a, struct selection b)
{
	const struct tree *t = flamegraph_tree(p, b.side);
	node_id child;
	uint32_t first, last;

	if (a.node == NONE || b.node == NONE)
		return false;
	if (selection_equal(normal(p, a), selection_root(p)) ||
		selection_equal(a, b))
		return true;
	if (a.side != b.side)
		return false;
	if (a.count == 0)
		return a.node == b.node ||
			step_below(t, a.node, b.node) != NONE;
	if (b.node == a.node) {
		if (b.count == 0)
			return false;
		first = b.rank;
		last = b.rank + b.count - 1;
	} else {
		child = step_below(t, a.node, b.node);
		if (child == NONE)
			return false;
		first = last = flamegraph_rank(p, a.side, child);
	}
	return first >= a.rank && last - a.rank < a.count;
}

struct selection
selection_first(struct flamegraph *p, struct selection s)
{
	struct children children;

	if (s.count == 0)
		return s;
	children = flamegraph_children(p, s.side, s.node);
	assert(s.rank < children.n);
	return selection_of(s.side, children.child[s.rank].node);
}

struct selection
selection_main_member(struct flamegraph *p, struct selection s)
{
	struct children children = selection_members(p, s);
	uint64_t width = selection_width(p, s);

	for (uint32_t i = 0; i < children.n; i++)
		if (children.child[i].width >= width - width / 8)
			return selection_of(s.side, children.child[i].node);
	return selection_of(s.side, NONE);
}

uint64_t
selection_offset(
	struct flamegraph *p, struct selection above, struct selection s)
{
	const struct tree *t = flamegraph_tree(p, s.side);
	uint64_t at = 0, base = 0;
	struct children children = selection_members(p, s);

	if (children.n > 0)
		at = children.child[0].at;
	children = selection_members(p, above);
	if (children.n > 0)
		base = children.child[0].at;
	for (node_id n = s.node;
		n != above.node && n != flamegraph_root(p, s.side);
		n = t->parent[n]) {
		/* An only child begins where its parent does: a chain may be
		   a million frames long. */
		if (t->first[t->parent[n]] == n && t->next[n] == 0)
			continue;
		children = flamegraph_children(p, s.side, t->parent[n]);
		at += children.child[flamegraph_rank(p, s.side, n)].at;
	}
	return at - base;
}
