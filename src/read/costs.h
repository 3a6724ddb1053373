/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks for a call graph that has none. What a function cost is sent down
 * along its calls, from the functions that nobody calls:
 *
 *     main 213 --200--> work 200        main       13
 *      13 itself        200 itself      main;work 200
 *
 * A function that is reached by several paths divides what each brings among
 * its lines and calls as the graph has it in all, so a path is an estimate.
 * But each line and each call ends up with exactly its own cost, and so does
 * each function with all below it: what is small goes where something is
 * left, and nothing is rounded away. Only functions that call one another in
 * a circle have an exact cost as a whole, and by line; how it is shared by
 * paths within is not known.
 *
 * (The same as cutting a flow into paths: few paths are enough.)
 */
#ifndef FT_READ_COSTS_H
#define FT_READ_COSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/progress.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/rows.h"

struct read_job;

/* A call graph with costs, as callgrind writes it: no stacks, but for each
   function what its lines cost, and for each of its calls what that cost with
   all that was called below.

       site:   main  line 8    itself   13
	       main  line 8    -> work  200    (2 calls)
	       work  line 7    itself   50
	       work  line 8    itself   150

   Costs are vectors of `events` values. Functions that call one another in a
   circle are one component; components are a graph without circles. */
struct cost_fn {
	str_id name, file, object; /* 0: not known */
	uint32_t line;             /* where several have one name; or 0 */
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
	bool plain; /* names are as they are, and no linker's */
	VEC(struct cost_fn) fn;
	VEC(struct cost_site) site;
	VEC(int64_t) cost;   /* [site.n][events] */
	uint32_t components; /* after cost_graph_close(); callees first */
	struct arena arena;
	struct intern fn_keys;
};

void cost_graph_init(struct cost_graph *g, uint32_t events);
void cost_graph_fini(struct cost_graph *g);
/* The function with these texts, new or known. */
uint32_t cost_graph_fn(struct cost_graph *g, const struct cost_fn *key);
/* Ask now and then while it grows: -1 and err above the job's limit. */
int cost_graph_limit(const struct cost_graph *g, const struct read_job *job,
	struct err *err);
/* No more will come: calls of functions that have no costs by their object or
   file go to the only one of that name, and components are found. */
void cost_graph_close(struct cost_graph *g);

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

struct cost_paths {
	struct rows rows; /* leaves and costs, [events] each */
	bool has_circles;
	bool is_cut; /* too many paths: some functions have no callers */
};

/* Of a closed graph: locations, functions and mappings go to the builder.
   -1 when stopped, or at a limit of the builder. out->rows is to be freed
   in any case. */
int cost_paths_make(struct cost_graph *g, struct builder *b,
	const struct progress *progress, struct cost_paths *out,
	struct err *err);
/* What is to be said about them, as comments and warnings. */
void cost_paths_remark(
	const struct cost_paths *paths, bool has_calls, struct read_job *job);

#endif
