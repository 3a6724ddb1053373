/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function replaced which. */
#include "prelude.h"

#include "engine/replaced.h"

#include "base/hash.h"
#include "base/vec.h"
#include "engine/significance.h"
#include "engine/view.h"

/* The cost of a callee in calls from one caller. */
struct replaced_call {
	frame_id from, to;
	struct row_sum sum;
	double variance;
};

struct replacing {
	const struct view *v;
	VEC(struct replaced_call) call;
	struct map64 at;                /* both frames -> index in call */
};

/* The callees of a caller that are gone or new with a change that counts: the
   last of each, and their numbers. */
struct replaced_callees {
	const struct replaced_call *gone, *added;
	uint32_t n_gone, n_added;
};

static bool
call_counts(const struct view *v, const struct replaced_call *c)
{
	return evidence_counts(v->evidence, sides_of(&c->sum), c->variance);
}

/* Return a caller's index: the root, which has no frame, comes last. */
static uint32_t
caller_index(const struct view *v, frame_id frame)
{
	return frame == NONE ? v->frames->n : frame;
}

/* Sum all calls. A recursive caller counts from its outermost call on, so
   that no sample counts twice. */
static void
sum_calls(struct replacing *r)
{
	const struct tree *t = &r->v->full;

	for (node_id i = 1; i < t->n; i++) {
		node_id up = t->parent[i];
		struct replaced_call fresh = { .from = t->frame[up],
			.to = t->frame[i] };
		struct replaced_call *c;
		uint32_t *at;

		if (tree_live(t, i) == 0 ||
			(up != 0 && (t->flags[up] & TREE_OUTERMOST) == 0))
			continue;
		at = map64_at(&r->at, (uint64_t)fresh.from << 32 | fresh.to);
		if (*at == NONE) {
			*at = (uint32_t)r->call.n;
			vec_push(&r->call, fresh);
		}
		c = &r->call.p[*at];
		row_sum_add(&c->sum, &t->total, tree_row(t, i));
		if (t->noise_total != NULL)
			c->variance += t->noise_total[tree_row(t, i)];
	}
}

/* Return a caller's cost minus that of its calls to two callees. */
static struct replaced_call
caller_cost(const struct view *v, frame_id from,
	const struct replaced_callees *without)
{
	const struct weights *w = &v->w;
	const struct replaced_call *less[] = { without->gone, without->added };
	struct replaced_call all = { .from = from };

	if (from == NONE) {
		all.sum = w->kept;
		all.variance = v->full.noise_total != NULL
			? v->full.noise_total[tree_row(&v->full, 0)]
			: 0;
	} else {
		row_sum_add(&all.sum, &w->total, from);
		all.variance =
			w->noise_total != NULL ? w->noise_total[from] : 0;
	}
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < COLUMNS; k++)
			all.sum.column[k] = i64_wrap_sub(
				all.sum.column[k], less[i]->sum.column[k]);
		all.variance -= less[i]->variance;
	}
	return all;
}

/* True if the rest of the caller changed by less than a twentieth of the
   replaced cost, or not significantly. */
static bool
rest_is_same(
	const struct view *v, frame_id from, const struct replaced_callees *c)
{
	struct replaced_call rest = caller_cost(v, from, c);
	int64_t most = sides_of(&c->gone->sum).base;
	int64_t added = sides_of(&c->added->sum).new;

	if (added > most)
		most = added;
	return !call_counts(v, &rest) ||
		i64_abs(sides_delta(sides_of(&rest.sum))) < most / 20;
}

static int
larger_first(const void *a, const void *b)
{
	const struct replaced *x = a, *y = b;
	int64_t p = x->sides.base > x->sides.new ? x->sides.base : x->sides.new;
	int64_t q = y->sides.base > y->sides.new ? y->sides.base : y->sides.new;

	if (p != q)
		return p > q ? -1 : 1;
	return x->gone < y->gone ? -1 : x->gone > y->gone;
}

/* Add a replacement, or add it to that of the same two functions below another
   caller. */
static void
add_replaced(struct replacements *all, struct map64 *at, struct replaced fresh,
	int64_t most[])
{
	uint32_t *row = map64_at(at, (uint64_t)fresh.gone << 32 | fresh.added);
	int64_t size = fresh.sides.base > fresh.sides.new ? fresh.sides.base
							  : fresh.sides.new;
	struct replaced *r;

	if (*row == NONE) {
		*row = all->n++;
		all->row[*row] = fresh;
		most[*row] = size;
		return;
	}
	r = &all->row[*row];
	r->sides.base = i64_wrap_add(r->sides.base, fresh.sides.base);
	r->sides.new = i64_wrap_add(r->sides.new, fresh.sides.new);
	if (size > most[*row]) {
		r->caller = fresh.caller;
		most[*row] = size;
	}
}

const struct replacements *
replacements_new(const struct view *v, struct arena *arena)
{
	struct replacements *all = ARENA_ZARRAY(arena, struct replacements, 1);
	struct replacing r = { .v = v };
	struct arena scratch = ARENA_INIT;
	uint32_t n = v->frames->n + 1;
	struct replaced_callees *of =
		ARENA_ZARRAY(&scratch, struct replaced_callees, n);
	struct map64 at = MAP64_INIT;
	int64_t *most;
	uint32_t pairs = 0;

	sum_calls(&r);
	for (size_t i = 0; i < r.call.n; i++) {
		const struct replaced_call *c = &r.call.p[i];
		struct replaced_callees *mine = &of[caller_index(v, c->from)];
		struct sides s = sides_of(&c->sum);

		if ((s.base == 0) == (s.new == 0) || !call_counts(v, c))
			continue;
		if (s.new == 0) {
			mine->gone = c;
			mine->n_gone++;
		} else {
			mine->added = c;
			mine->n_added++;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		pairs += of[i].n_gone == 1 && of[i].n_added == 1;
	all->row = ARENA_ZARRAY(arena, struct replaced, pairs + 1);
	most = ARENA_ZARRAY(&scratch, int64_t, pairs + 1);
	for (uint32_t i = 0; i < n; i++) {
		const struct replaced_callees *c = &of[i];
		frame_id from = i + 1 < n ? i : NONE;

		if (c->n_gone == 1 && c->n_added == 1 &&
			rest_is_same(v, from, c))
			add_replaced(all, &at,
				(struct replaced){ .caller = from,
					.gone = c->gone->to,
					.added = c->added->to,
					.sides = { .base = sides_of(
							   &c->gone->sum)
								   .base,
						.new = sides_of(&c->added->sum)
							       .new } },
				most);
	}
	qsort(all->row, all->n, sizeof(*all->row), larger_first);
	map64_free(&at);
	map64_free(&r.at);
	vec_free(&r.call);
	arena_free(&scratch);
	return all;
}

const struct replaced *
replaced_find(const struct view *v, frame_id frame)
{
	const struct replacements *all = v->replaced;

	for (uint32_t i = 0; all != NULL && i < all->n; i++)
		if (frame == NONE || all->row[i].gone == frame ||
			all->row[i].added == frame)
			return &all->row[i];
	return NULL;
}
