/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds call paths for a call graph without stacks. Costs are passed down
 * along the calls, from the functions without callers:
 *
 *     main 213 --200--> work 200        main       13
 *      self 13          self 200        main;work 200
 *
 * A function reached by several paths divides the cost of each among its lines
 * and calls in the graph's proportions, so a path is an estimate. But each line
 * ends up with exactly its own cost and, outside of cycles, each call with its
 * inclusive cost: small costs are given to calls that still lack some, and none
 * are lost by rounding. (A flow can likewise be decomposed into few paths.)
 *
 * Functions that call one another in a cycle are a component. A path goes round
 * as often as the shares bring it there, each time with less: a call within a
 * component costs in all paths, counted at each of its uses, about what it
 * costs in the graph. A call that was made once and takes most of what a path
 * brings gets all it can: smaller calls of the function are within it, as when
 * exec() runs a script whose imports exec() runs, too. A path that is too deep
 * ends in its function's own lines and calls out of the component. Costs of a
 * function that are left at the end are put on its costliest path, in the last
 * round of it, or, without a path, on the widest way to it, which is the way
 * whose cheapest call costs most. So self costs stay exact, and calls within
 * components are approximate.
 *
 * Totals of functions and calls, which paths cannot give exactly, are added to
 * the profile in addition to the stacks (profile/callgraph.h).
 *
 * Some profilers leave out functions, so that a call costs more than its
 * callee. The difference becomes a function "[not profiled]" below the callee:
 * no costs are lost.
 */
#ifndef FT_READ_COSTS_COSTS_H
#define FT_READ_COSTS_COSTS_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/progress.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/rows.h"

struct read_job;

/* A call graph with costs, as in callgrind's format: no stacks, but the costs
   of each function's lines and the inclusive costs of its calls.

       site:   main  line 8    self     13
	       main  line 8    -> work  200    (2 calls)
	       work  line 7    self     50
	       work  line 8    self     150

   Costs are vectors of `events` values. Only a function's own costs may be
   negative. */
struct cost_fn {
	str_id name, file, object; /* 0: unknown */
	uint32_t line;             /* line, if several share a name; or 0 */
	bool is_defined;           /* has self costs in the file */
	uint32_t component;
	/* Number of calls, and of those while it was not yet running. -1:
	   unknown, or the sum over the sites of its callers. */
	int64_t calls, entries;
};

struct cost_site {
	uint32_t fn;
	uint32_t target; /* called function; NONE: a self cost */
	str_id file;
	int64_t line;     /* 0: unknown */
	uint64_t address; /* 0: unknown */
	int64_t calls;    /* number of calls; -1: unknown */
};

struct cost_graph {
	uint32_t events;
	bool plain; /* names are not linkage names */
	bool counts_calls;
	bool guesses_calls; /* totals were divided among the callers */
	VEC(struct cost_fn) fn;
	VEC(struct cost_site) site;
	VEC(int64_t) cost; /* [site.n][events] */
	/* [fn.n][events] inclusive cost of each function. The reader sets it if
	   the file has totals; else cost_graph_close() sums up calls. */
	VEC(int64_t) total;
	uint32_t components;   /* after cost_graph_close(); callees first */
	int64_t *not_profiled; /* [events] costs added as "[not profiled]" */
	struct arena arena;
	struct intern fn_keys;
};

void cost_graph_init(struct cost_graph *g, uint32_t events);
void cost_graph_fini(struct cost_graph *g);
/* Return the function with these names and line, added if it is new. */
uint32_t cost_graph_fn(struct cost_graph *g, const struct cost_fn *key);
/* Check memory from time to time. -1 and err above the job's limit. */
int cost_graph_limit(const struct cost_graph *g, const struct read_job *job,
	struct err *err);
/* Check that there is memory for the tables of cost_graph_close() and
   cost_paths_make(). -1 and err. */
int cost_graph_room(
	const struct cost_graph *g, struct builder *b, struct err *err);
/* Complete the graph: redirect calls of a function without costs to the
   function of that name with costs, if there is just one; find components; and
   add unprofiled costs. */
void cost_graph_close(struct cost_graph *g, struct builder *b);
/* Return the calls of each function that no site makes, [fn.n]. The caller must
   free the array. */
int64_t *cost_outer_calls(const struct cost_graph *g);
/* Return the function that each component begins with if no function outside
   calls it: the profiled program called it, or else it costs most. The caller
   must free the array. */
uint32_t *cost_heads(const struct cost_graph *g);
/* True for callgrind's "walk'2", a function called while it was running. */
bool cost_name_is_nested(struct str name, struct str plain);

static inline int64_t *
cost_of(const struct cost_graph *g, uint32_t site)
{
	return g->cost.p + (size_t)site * g->events;
}

/* True if a site's call leaves its function's component. */
static inline bool
site_leaves(const struct cost_graph *g, const struct cost_site *s)
{
	return s->target != NONE &&
		g->fn.p[s->target].component != g->fn.p[s->fn].component;
}

struct cost_paths {
	/* Leaves with their costs, [events], and the number of calls if
	   known. */
	struct rows rows;
	bool is_cut; /* too many paths: some functions lack callers */
	/* Number of calls whose cost in the paths, where each path counts once,
	   differs from the graph's by more than 1% of the total. */
	size_t approximate;
	/* Cost in the first event added as "[not profiled]", scaled by the
	   reader, which also sets its unit. */
	int64_t not_profiled;
	struct str unit;
};

/* Make paths from a complete graph: locations, functions and mappings go to the
   builder. -1 if cancelled, or at a limit of the builder. The caller must free
   out->rows in any case. */
int cost_paths_make(struct cost_graph *g, struct builder *b,
	const struct progress *progress, struct cost_paths *out,
	struct err *err);
/* Add comments and warnings about the paths. */
void cost_paths_remark(
	const struct cost_paths *paths, bool has_calls, struct read_job *job);

/*
 * Shares out the costs of a call graph to paths, and keeps what is left. Sites
 * of a function with the same target (a callee, or none) are a group. The
 * groups of a function share what paths bring to it:
 *
 *     brings 90 --> group work self     left 120 of 200   -> 45
 *                   group work -> read  left  60 of 100   -> 22
 *                   group work -> list  left  60 of 100   -> 23
 *
 * in proportion to what is left or, for small costs, to the first groups with
 * enough left. Costs are given once, and none are lost: after the costs of all
 * callers, nothing is left.
 *
 * Negative costs are not shared out: costs.c adds them to their lines.
 */

struct cost_group {
	uint32_t fn, target;
	uint32_t first, n; /* sites: order[first .. first + n - 1] */
	bool is_inner;     /* calls within a cycle */
	bool is_once;      /* a single call */
};

/* The recipients of costs, and their amounts. */
struct cost_gets {
	uint32_t events;
	uint32_t *slot; /* [groups or sites] index into id[], or NONE */
	VEC(uint32_t) id;
	VEC(int64_t) cost; /* [id.n][events] */
};

struct cost_share {
	const struct cost_graph *g;
	uint32_t *order; /* sites, by group */
	size_t n_order;
	VEC(struct cost_group) group;    /* by function */
	uint32_t *first;                 /* [fns + 1] index into group[] */
	struct bits is_in_cycle;         /* [fns] has calls within its cycle */
	int64_t *all, *left;             /* [fns][events]; all: at first */
	int64_t *group_all, *group_left; /* [groups][events] */
	int64_t *site_left;           /* [sites][events] */
	/* First group of a function, [fns][events], and first site of a group,
	   [groups][events], with something left; counted from 0 in each. */
	uint32_t *group_from, *site_from;
	struct cost_gets groups, sites;
};

/* Begin with a complete graph, which must stay valid. */
void cost_share_init(
	struct cost_share *s, const struct cost_graph *g, struct arena *a);
void cost_share_fini(struct cost_share *s);
/* Reset: everything is left. */
void cost_share_reset(struct cost_share *s);

/* Share out the costs `brings`, limited to what is left, to s->groups. Returns
   the number of groups that get something. Without in_proportion, calls within
   a cycle get nothing, and what the other groups cannot take stays left. */
uint32_t cost_share_out(
	struct cost_share *s, uint32_t fn, int64_t *brings, bool in_proportion);
/* Share out likewise at a function in a cycle, but not in small parts: a group
   gets its part if that is above `large` ([events]), and the rest goes to the
   group that lacks most so far. So all calls together share in proportion. */
uint32_t cost_share_whole(struct cost_share *s, uint32_t fn,
	const int64_t *brings, const int64_t *large);
/* Share out the amount of a group to its sites, in s->sites. */
void cost_share_sites(
	struct cost_share *s, uint32_t group, const int64_t *amount);

#endif
