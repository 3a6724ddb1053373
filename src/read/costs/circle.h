/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths within a component: functions that call one another in a circle. Of one
 * that brings 100 to `visit`, where every function's and call's total is known,
 * places are made:
 *
 *     visit 100                  itself 5 of 10
 *     +- visit_suite 80          itself 5
 *     |  +- visit_stmt 20
 *     |  `- (visit 55)           on the path already: the path ends
 *     `- visit_stmt 15           what is left of 40
 *
 * Each call gets its part of what its caller got: the call's total times the
 * place's share of the caller's total. The calls of a place may cost more than
 * it has together, as some run within others: so the costliest comes first, and
 * what the function costs itself, or by calls out of the circle, last.
 *
 * What ends where a path does is what nested calls cost. The functions' own
 * costs, and calls out of the component, are handed out exactly: each first to
 * its function's places, and what is left of it below the ends, by the widest
 * way.
 *
 *     visit;visit_suite;visit;visit_stmt 20
 */
#ifndef FT_READ_COSTS_CIRCLE_H
#define FT_READ_COSTS_CIRCLE_H

#include "base/hash.h"
#include "base/vec.h"
#include "read/costs/share.h"

struct cost_place {
	uint32_t fn;
	uint32_t up;   /* the place that called it; NONE: the first */
	uint32_t site; /* of that call; NONE likewise */
	bool is_used;  /* something is handed out at it, or below */
};

/* What a group hands out at a place: amount[at ..], [events]. */
struct cost_hand {
	uint32_t place, group;
	uint32_t end; /* the call of the place behind which the path goes on
			 to the group's function; NONE: it is at the place */
	size_t at;
};

struct cost_circle {
	const struct cost_graph *g;
	struct cost_share *share;
	struct arena *arena;
	uint32_t *first; /* [fns + 1] into call */
	uint32_t *call;  /* sites within a component, by their function */
	uint32_t *index; /* [fns] within the component */
	uint32_t *size;  /* [components] */
	uint32_t *group; /* [fns + 1] into share->group, by fn */

	/* Of the last walk. */
	VEC(struct cost_place) place; /* callers first */
	VEC(struct cost_hand) hand;
	VEC(int64_t) amount;

	/* The widest way from one function to all others of a component. */
	struct map64 tree_of; /* function -> tree */
	VEC(uint32_t *) tree; /* each [size]: the site that leads there */
	size_t cells;
	VEC(uint32_t) path;
	struct cost_circle_work *work; /* scratch */
};

void cost_circle_init(
	struct cost_circle *c, struct cost_share *share, struct arena *arena);
void cost_circle_fini(struct cost_circle *c);

/* Of what a path brings to a function, [events], share->groups has what each
   group gets (cost_share_out()): hand it out to places. Calls of which no cost
   is above `least` ([events]) end their path. At most `most` places. */
void cost_circle_walk(struct cost_circle *c, uint32_t fn, const int64_t *brings,
	const int64_t *least, size_t most);

/* The sites of the calls of the way from one function to another on which the
   cheapest call costs most, first one first; none when from is to. They stay
   until the next call. */
size_t cost_circle_way(struct cost_circle *c, uint32_t from, uint32_t to,
	const uint32_t **site);

#endif
