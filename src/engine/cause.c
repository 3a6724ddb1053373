/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Causes of a diff's changes, as defined in engine_internal.h. */
#include "prelude.h"

#include "engine/engine_internal.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/origin.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "engine/view.h"

struct cost {
	struct row_sum sum;
	double variance;
};

/* The cost of `to` in calls from the innermost `from` on each stack. */
struct edge_cost {
	frame_id from, to;
	struct cost cost;
};

struct causing {
	const struct view *v;
	struct bits own;   /* frames of the user's own code */
	node_id *owner;    /* [tree.n] nearest node, at or above the node, with
			      an own frame; 0: none */
	struct cost *cost; /* [frames.n] totals of own functions */
	struct map64 at;
	VEC(struct edge_cost) call;
};

static void
find_own(struct causing *s)
{
	struct err err = ERR_INIT;
	const struct view *v = s->v;
	struct origins *o = origins_new(v->profile, &v->query, &err);
	bool any = false;

	s->own = bits_new(v->frames->n);
	for (frame_id f = 0; f < v->frames->n; f++) {
		uint8_t kind = o != NULL ? origin_of_frame(o, v->frames, f).kind
					 : ORIGIN_USER;

		if (kind == ORIGIN_USER || kind == ORIGIN_UNKNOWN)
			bits_set(&s->own, f);
		any = any || bits_get(&s->own, f);
	}
	for (frame_id f = 0; !any && f < v->frames->n; f++)
		bits_set(&s->own, f);
	origins_free(o);
}

static void
cost_add(struct cost *p, const struct tree *t, node_id node)
{
	row_sum_add(&p->sum, &t->total, tree_row(t, node));
	if (t->noise_total != NULL)
		p->variance += t->noise_total[tree_row(t, node)];
}

static void
cost_take(struct cost *p, const struct cost *other)
{
	for (int k = 0; k < COLUMNS; k++)
		p->sum.column[k] =
			i64_wrap_sub(p->sum.column[k], other->sum.column[k]);
	p->variance -= other->variance;
}

static bool
cost_counts(const struct causing *s, const struct cost *p)
{
	return evidence_counts(s->v->evidence, sides_of(&p->sum), p->variance);
}

static struct cost *
call_cost(struct causing *s, frame_id from, frame_id to)
{
	struct edge_cost fresh = { .from = from, .to = to };
	uint32_t *at = map64_at(&s->at, (uint64_t)from << 32 | to);

	if (*at == NONE) {
		*at = (uint32_t)s->call.n;
		vec_push(&s->call, fresh);
	}
	return &s->call.p[*at].cost;
}

const int64_t *
causes_new(const struct view *v, struct arena *arena)
{
	size_t n = v->frames->n;
	int64_t *cause = ARENA_ZARRAY(arena, int64_t, n + 1);
	struct causing s = { .v = v };
	struct cost *left;
	const struct tree *t;

	find_own(&s);
	s.owner = xcalloc(v->full.n, sizeof(*s.owner));
	s.cost = xcalloc(n + 1, sizeof(*s.cost));
	left = xcalloc(n + 1, sizeof(*left));
	t = &s.v->full;
	for (node_id i = 1; i < t->n; i++) {
		node_id above = s.owner[t->parent[i]];
		bool own = bits_get(&s.own, t->frame[i]);

		s.owner[i] = own ? i : above;
		if (!own || tree_live(t, i) == 0)
			continue;
		if ((t->flags[i] & TREE_OUTERMOST) != 0)
			cost_add(&s.cost[t->frame[i]], t, i);
		if (above != 0) {
			frame_id me = t->frame[i];
			node_id up = above, below = i;
			struct cost inner = { .variance = 0 };

			/* A sample counts only for the caller's innermost call,
			   so once per caller even if the caller recurses. */
			if (t->frame[above] != me)
				cost_add(call_cost(&s, t->frame[above], me), t,
					i);
			if ((t->flags[i] & TREE_OUTERMOST) == 0) {
				/* Subtract the sample from the next outer call
				   of this function. */
				for (; up != 0 && t->frame[up] != me;
					up = s.owner[t->parent[up]])
					below = up;
				if (up != 0 && below != i) {
					cost_add(&inner, t, i);
					cost_take(call_cost(&s, me,
							  t->frame[below]),
						&inner);
				}
			}
		}
	}
	memcpy(left, s.cost, (n + 1) * sizeof(*left));
	for (size_t i = 0; i < s.call.n; i++) {
		const struct edge_cost *c = &s.call.p[i];

		if (cost_counts(&s, &c->cost) ||
			cost_counts(&s, &s.cost[c->to]))
			cost_take(&left[c->from], &c->cost);
	}
	for (frame_id f = 0; f < n; f++)
		if (cost_counts(&s, &left[f]))
			cause[f] = sides_delta(sides_of(&left[f].sum));
	free(left);
	free(s.cost);
	free(s.owner);
	free(s.own.word);
	vec_free(&s.call);
	map64_free(&s.at);
	return cause;
}
