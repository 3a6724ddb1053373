/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call graph with costs, as callgrind writes it: no stacks, but for each
 * function what its lines cost, and for each of its calls what that cost with
 * all that was called below.
 *
 *     site:   main  line 8    itself   13
 *             main  line 8    -> work  200    (2 calls)
 *             work  line 7    itself   50
 *             work  line 8    itself   150
 *
 * Costs are vectors of `events` values. Functions that call one another in a
 * circle are one component; components are a graph without circles.
 */
#ifndef FT_READ_COSTGRAPH_H
#define FT_READ_COSTGRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"
#include "profile/ids.h"

struct cost_fn {
	str_id name, file, object; /* 0: not known */
	bool is_defined;           /* it has costs of its own */
	uint32_t component;
};

struct cost_site {
	uint32_t fn;
	uint32_t target; /* the function called; NONE: itself */
	str_id file;
	int64_t line;     /* 0: not known */
	uint64_t address; /* 0: not known */
};

struct cost_graph {
	uint32_t events;
	VEC(struct cost_fn) fn;
	VEC(struct cost_site) site;
	VEC(int64_t) cost;   /* [site.n][events] */
	uint32_t components; /* after cost_graph_close(); callees first */
	struct arena arena;
	struct intern fn_keys;
};

void cost_graph_init(struct cost_graph *g);
void cost_graph_fini(struct cost_graph *g);
/* The function with these texts, new or known. */
uint32_t cost_graph_fn(struct cost_graph *g, const struct cost_fn *key);
/* One more site, with its cost: g->events values. There may be several of one
   line. */
void cost_graph_add(struct cost_graph *g, const struct cost_site *site,
	const int64_t *cost);
/* No more will come: calls of functions that have no costs by their object or
   file go to the only one of that name, and components are found. */
void cost_graph_close(struct cost_graph *g);
/* Bytes held. */
size_t cost_graph_bytes(const struct cost_graph *g);

static inline int64_t *
cost_of(const struct cost_graph *g, uint32_t site)
{
	return g->cost.p + (size_t)site * g->events;
}

/* Does it leave the component that its function is in? */
static inline bool
site_leaves(const struct cost_graph *g, const struct cost_site *s)
{
	return s->target != NONE &&
		g->fn.p[s->target].component != g->fn.p[s->fn].component;
}

#endif
