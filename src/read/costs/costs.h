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
 * But each line ends up with exactly its own cost, and outside of circles so
 * does each call with all below it: what is small goes where something is
 * left, and nothing is rounded away. (The same as cutting a flow into paths:
 * few paths are enough.)
 *
 * Functions that call one another in a circle are a component. From where a
 * path enters it, each call gets its part of what its caller got, and a
 * function that is on the path already ends it (circle.h).
 *
 * What no path can say exactly, the total of each function and of each call,
 * goes beside the stacks into the profile (profile/callgraph.h).
 *
 * Some profilers leave functions out, so that a call costs more than its
 * callee has. The difference becomes a function "[not profiled]" below the
 * callee: costs are conserved.
 */
#ifndef FT_READ_COSTS_COSTS_H
#define FT_READ_COSTS_COSTS_H

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

   Costs are vectors of `events` values. Only those of a function itself may be
   negative. */
struct cost_fn {
	str_id name, file, object; /* 0: not known */
	uint32_t line;             /* where several have one name; or 0 */
	bool is_defined;           /* it has costs of its own */
	uint32_t component;
	/* How often it was called, in all and while it was not running
	   already; -1: not known, or what its callers' sites add up to. */
	int64_t calls, entries;
};

struct cost_site {
	uint32_t fn;
	uint32_t target; /* the function called; NONE: itself */
	str_id file;
	int64_t line;     /* 0: not known */
	uint64_t address; /* 0: not known */
	int64_t calls;    /* of a call: how many; -1: not known */
};

struct cost_graph {
	uint32_t events;
	bool plain; /* names are as they are, and no linker's */
	bool counts_calls;
	bool guesses_calls; /* the reader divided totals among the callers, who
			       say nothing of what was not profiled */
	VEC(struct cost_fn) fn;
	VEC(struct cost_site) site;
	VEC(int64_t) cost; /* [site.n][events] */
	/* [fn.n][events] of each function with all that was called below. The
	   reader fills it where the file has it; else cost_graph_close() does,
	   with the sums of the calls. */
	VEC(int64_t) total;
	uint32_t components;   /* after cost_graph_close(); callees first */
	int64_t *not_profiled; /* [events] what was added */
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
   file go to the only one of that name, components are found, and what was not
   profiled is added to the builder's names and to the graph. */
void cost_graph_close(struct cost_graph *g, struct builder *b);
/* "walk'2" of callgrind: it was running already when it was called. */
bool cost_name_is_nested(struct str name, struct str plain);

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
	/* Leaves and costs, [events] each, and one more for the number of
	   calls if the graph has them. */
	struct rows rows;
	bool is_cut; /* too many paths: some functions have no callers */
	/* Of the first event, what was added as "[not profiled]". The unit is
	   the reader's to say, and to scale this to. */
	int64_t not_profiled;
	struct str unit;
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
