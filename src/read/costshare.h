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
 */
#ifndef FT_READ_COSTSHARE_H
#define FT_READ_COSTSHARE_H

#include <stdbool.h>
#include <stdint.h>

struct cost_graph;
struct cost_share;

/* Of a closed graph, which has to stay. */
struct cost_share *cost_share_new(const struct cost_graph *g);
void cost_share_free(struct cost_share *s);
/* Everything is left. */
void cost_share_reset(struct cost_share *s);
/* What is left of a component, of a site: [events]. */
const int64_t *cost_share_left(const struct cost_share *s, uint32_t component);
const int64_t *cost_share_site_left(const struct cost_share *s, uint32_t site);

/* Share out `brings`, which is cut to what is left. Returns how many groups
   got something. */
uint32_t cost_share_out(struct cost_share *s, uint32_t component,
	int64_t *brings, bool in_proportion);
/* Whose the i-th of them is, and what it calls; NONE: it is what the function
   cost itself. */
uint32_t cost_share_fn(const struct cost_share *s, uint32_t i);
uint32_t cost_share_target(const struct cost_share *s, uint32_t i);
/* Share out what it got to its sites. */
void cost_share_sites(struct cost_share *s, uint32_t i,
	void (*each)(void *arg, uint32_t site, const int64_t *cost), void *arg);

#endif
