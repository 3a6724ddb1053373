/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function from all its places: see peek.h. A pair of functions counts
 * where it is outermost on a path. That is plain wherever the function
 * itself is outermost; below another place of it, the path is looked up.
 */
#include "config.h"

#include "engine/peek.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { STACKS_MAX = 20 };

struct edge_sum {
	frame_id frame;
	uint8_t inlined;
	struct lane_sum sum;
};

struct sums_by_frame {
	struct map64 at;
	VEC(struct edge_sum) sums;
};

struct peeker {
	const struct view *v;
	const struct tree *t;
	frame_id frame;
	struct sums_by_frame callers, callees;
	struct peek_stack stack[STACKS_MAX];
	size_t n_stacks;
};

/* Is there a call from -> to further up on the path of `node`? Above the
   outermost place of the peeked frame there cannot be. */
static bool
called_above(const struct peeker *k, node_id node, frame_id from, frame_id to)
{
	const struct tree *t = k->t;

	for (node_id i = t->parent[node]; i != 0; i = t->parent[i])
		if (t->frame[i] == to && t->frame[t->parent[i]] == from)
			return true;
	return false;
}

static void
add_edge(struct sums_by_frame *s, const struct tree *t, frame_id other,
	node_id node)
{
	uint32_t *at = map64_at(&s->at, other);
	struct edge_sum fresh = { .frame = other };
	struct edge_sum *edge;

	if (*at == NONE) {
		*at = (uint32_t)s->sums.n;
		vec_push(&s->sums, fresh);
	}
	edge = &s->sums.p[*at];
	lane_sum_add(&edge->sum, &t->total, node);
	edge->inlined |= (t->flags[node] & TREE_INLINE) != 0 ? 1 : 2;
}

static void
see_callees(struct peeker *k, node_id place)
{
	const struct tree *t = k->t;

	for (node_id i = t->first[place]; i != 0; i = t->next[i]) {
		if (t->live[i] == 0 || t->frame[i] == k->frame)
			continue;
		if ((t->flags[place] & TREE_OUTERMOST) != 0 ||
			!called_above(k, place, k->frame, t->frame[i]))
			add_edge(&k->callees, t, t->frame[i], i);
	}
}

static bool
weighs_more(int64_t a, int64_t b)
{
	return i64_abs(a) > i64_abs(b);
}

/* The heaviest so far, in order; of equal ones the first places stay. */
static void
see_stack(struct peeker *k, node_id place)
{
	int64_t weight = lanes_value(&k->t->total, place);
	size_t i = k->n_stacks;

	while (i > 0 && weighs_more(weight, k->stack[i - 1].weight)) {
		if (i < STACKS_MAX)
			k->stack[i] = k->stack[i - 1];
		i--;
	}
	if (i == STACKS_MAX)
		return;
	k->stack[i] = (struct peek_stack){ .node = place,
		.weight = weight,
		.sides = sides_at(&k->t->total, place) };
	if (k->n_stacks < STACKS_MAX)
		k->n_stacks++;
}

struct ranked {
	struct peek_edge edge;
	struct str text;
};

static int
by_edge_weight(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (weighs_more(x->edge.weight, y->edge.weight))
		return -1;
	if (weighs_more(y->edge.weight, x->edge.weight))
		return 1;
	if (!str_eq(x->text, y->text))
		return str_cmp(x->text, y->text);
	return (x->edge.frame > y->edge.frame) -
		(x->edge.frame < y->edge.frame);
}

static struct peek_edge *
sorted_edges(const struct peeker *k, const struct sums_by_frame *s,
	struct arena *arena)
{
	size_t n = s->sums.n;
	struct ranked *rank = xcalloc(n, sizeof(*rank));
	struct peek_edge *edge = ARENA_ARRAY(arena, struct peek_edge, n);

	for (size_t i = 0; i < n; i++) {
		const struct edge_sum *sum = &s->sums.p[i];

		rank[i].edge = (struct peek_edge){ .frame = sum->frame,
			.weight = weight_div(sum->sum.value, sum->sum.div),
			.inlined = sum->inlined,
			.sides = sides_of(&sum->sum) };
		rank[i].text = sum->frame == NONE
			? STR("(root)")
			: k->v->frames->frame[sum->frame].text;
	}
	if (n > 0)
		qsort(rank, n, sizeof(*rank), by_edge_weight);
	for (size_t i = 0; i < n; i++)
		edge[i] = rank[i].edge;
	free(rank);
	return edge;
}

struct peek *
peek_new(const struct view *v, frame_id frame)
{
	struct peeker k = { .v = v, .t = &v->full, .frame = frame };
	uint32_t left = v->nodes[frame];
	frame_id caller;
	struct peek *p = xcalloc(1, sizeof(*p));
	const struct weights *w = &v->w;

	for (node_id i = 1; i < k.t->n && left > 0; i++) {
		if (k.t->frame[i] != frame || k.t->live[i] == 0)
			continue;
		left--;
		caller = k.t->frame[k.t->parent[i]];
		if (caller != frame &&
			((k.t->flags[i] & TREE_OUTERMOST) != 0 ||
				!called_above(&k, i, caller, frame)))
			add_edge(&k.callers, k.t, caller, i);
		see_callees(&k, i);
		see_stack(&k, i);
	}
	p->frame = frame;
	p->self = lanes_value(&w->flat, frame);
	p->total = lanes_value(&w->cum, frame);
	p->self_sides = sides_at(&w->flat, frame);
	p->total_sides = sides_at(&w->cum, frame);
	p->n_callers = k.callers.sums.n;
	p->caller = sorted_edges(&k, &k.callers, &p->arena);
	p->n_callees = k.callees.sums.n;
	p->callee = sorted_edges(&k, &k.callees, &p->arena);
	p->n_stacks = k.n_stacks;
	p->stack = arena_dup(&p->arena, k.stack, STACKS_MAX, sizeof(*p->stack));
	map64_free(&k.callers.at);
	map64_free(&k.callees.at);
	vec_free(&k.callers.sums);
	vec_free(&k.callees.sums);
	return p;
}

void
peek_free(struct peek *p)
{
	if (p == NULL)
		return;
	arena_free(&p->arena);
	free(p);
}
