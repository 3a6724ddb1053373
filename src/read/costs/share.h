/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is left of the costs of a call graph while they are shared out to
 * paths. Sites of one function with one target (a callee, or itself) are a
 * group; the groups of a component share what paths bring to it:
 *
 *     brings 90 --> group work itself   left 120 of 200   -> 45
 *                   group work -> read  left  60 of 100   -> 22
 *                   group work -> list  left  60 of 100   -> 23
 *
 * in proportion to what is left, or, for small things, to the first ones that
 * have enough left. Nothing is given twice and nothing is lost: when all that
 * callers know of was brought, nothing is left.
 *
 * Costs below 0 have no share: who reads the graph gives them to the lines
 * that have them.
 */
#ifndef FT_READ_COSTS_SHARE_H
#define FT_READ_COSTS_SHARE_H

#include "base/arena.h"
#include "base/vec.h"
#include "read/costs/costs.h"

struct cost_group {
	uint32_t fn, target;
	uint32_t first, n; /* sites: order[first ..] */
};

/* Which things get something, and how much. */
struct cost_gets {
	uint32_t events;
	uint32_t *slot; /* [things]: where in id, or NONE */
	VEC(uint32_t) id;
	VEC(int64_t) cost; /* [id.n][events] */
};

struct cost_share {
	const struct cost_graph *g;
	uint32_t *order; /* sites, group by group */
	size_t n_order;
	VEC(struct cost_group) group; /* by component, then function */
	uint32_t *first;              /* [components + 1] into group */
	int64_t *left;                /* [components][events] */
	int64_t *group_all;           /* [groups][events] at first */
	int64_t *group_left;          /* [groups][events] */
	int64_t *site_left;           /* [sites][events] */
	/* Those before have nothing left: [components], [groups][events]. */
	uint32_t *group_from, *site_from;
	struct cost_gets groups, sites;
};

/* Of a closed graph, which has to stay. */
void cost_share_init(
	struct cost_share *s, const struct cost_graph *g, struct arena *a);
void cost_share_fini(struct cost_share *s);
/* Everything is left. */
void cost_share_reset(struct cost_share *s);

/* Share out `brings`, which is cut to what is left. Returns how many groups
   got something: s->groups. */
uint32_t cost_share_out(struct cost_share *s, uint32_t component,
	int64_t *brings, bool in_proportion);
/* Share out what a group gets of that, to its sites: s->sites. */
void cost_share_sites(
	struct cost_share *s, uint32_t group, const int64_t *amount);

/* For sorting sites: by what they have in common, then costly ones first. */
struct cost_site_key {
	uint32_t component, fn, target, site;
	int64_t cost; /* of the first event */
};

void cost_site_keys_sort(struct cost_site_key *key, size_t n);

#endif
