/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks for a call graph without stacks. Costs are sent down along the calls,
 * from the functions without callers:
 *
 *     main 213 --200--> work 200        main       13
 *      13 itself        200 itself      main;work 200
 *
 * A function reached by several paths divides the cost of each among its lines
 * and calls in the graph's proportions, so a path is an estimate. But each line
 * ends up with exactly its own cost and, outside of cycles, each call with its
 * inclusive cost: small costs go where something is left, and nothing is
 * rounded away. (This is like decomposing a flow into paths, of which few are
 * enough.)
 *
 * Functions that call one another in a cycle are a component. Where a path
 * enters it, each call gets its share of its caller's cost; a function already
 * on the path ends it (struct cost_circle).
 *
 * Totals of functions and calls, which paths cannot give exactly, are added to
 * the profile beside the stacks (profile/callgraph.h).
 *
 * Some profilers leave out functions, so that a call costs more than its
 * callee. The difference becomes a function "[not profiled]" below the callee:
 * no costs are lost.
 */
#ifndef FT_READ_COSTS_COSTS_H
#define FT_READ_COSTS_COSTS_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/progress.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/rows.h"

struct read_job;

/* A call graph with costs, as in callgrind's format: no stacks, but the costs
   of each function's lines and the inclusive costs of its calls.

       site:   main  line 8    itself   13
	       main  line 8    -> work  200    (2 calls)
	       work  line 7    itself   50
	       work  line 8    itself   150

   Costs are vectors of `events` values. Only a function's own costs may be
   negative. */
struct cost_fn {
	str_id name, file, object; /* 0: unknown */
	uint32_t line;             /* where several have one name; or 0 */
	bool is_defined;           /* it has costs of its own */
	uint32_t component;
	/* Number of calls, in all and while it was not yet running; -1:
	   unknown, or the sum over its callers' sites. */
	int64_t calls, entries;
};

struct cost_site {
	uint32_t fn;
	uint32_t target; /* called function; NONE: itself */
	str_id file;
	int64_t line;     /* 0: unknown */
	uint64_t address; /* 0: unknown */
	int64_t calls;    /* number of calls; -1: unknown */
};

struct cost_graph {
	uint32_t events;
	bool plain; /* names are plain, not linkage names */
	bool counts_calls;
	bool guesses_calls; /* the reader divided totals among the callers: they
			       show no unprofiled costs */
	VEC(struct cost_fn) fn;
	VEC(struct cost_site) site;
	VEC(int64_t) cost; /* [site.n][events] */
	/* [fn.n][events] inclusive cost of each function. The reader fills it
	   in if the file has it; else cost_graph_close() does, with the sums of
	   calls. */
	VEC(int64_t) total;
	uint32_t components;   /* after cost_graph_close(); callees first */
	int64_t *not_profiled; /* [events] sum of what was added */
	struct arena arena;
	struct intern fn_keys;
};

void cost_graph_init(struct cost_graph *g, uint32_t events);
void cost_graph_fini(struct cost_graph *g);
/* Return the function with these texts, adding it if it is new. */
uint32_t cost_graph_fn(struct cost_graph *g, const struct cost_fn *key);
/* Check the memory from time to time: -1 and err above the job's limit. */
int cost_graph_limit(const struct cost_graph *g, const struct read_job *job,
	struct err *err);
/* Complete the graph: redirect calls of functions without costs to the only one
   of that name with costs, find components, and add unprofiled costs to the
   graph and their name to the builder. */
void cost_graph_close(struct cost_graph *g, struct builder *b);
/* True for callgrind's "walk'2": it was called while already running. */
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
	/* Leaves and costs, [events] each, then the number of calls if the
	   graph has it. */
	struct rows rows;
	bool is_cut; /* too many paths: some functions have no callers */
	/* Cost of the first event added as "[not profiled]". The reader sets
	   the unit and scales it. */
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
 * Paths within a component, whose functions call one another in a cycle. For a
 * path that brings 100 to `visit`, with all totals known, places are made:
 *
 *     visit 100                  itself 5 of 10
 *     +- visit_suite 80          itself 5
 *     |  +- visit_stmt 20
 *     |  `- (visit 55)           on the path already: the path ends
 *     `- visit_stmt 15           what is left of 40
 *
 * Each call gets its share of its caller's cost: the call's total times the
 * place's part of the caller's total. A place's calls may cost more than the
 * place, since some run within others: so the costliest comes first, and the
 * function's own cost and calls out of the cycle come last.
 *
 * Where a path ends, nested calls have costs. The functions' own costs and
 * calls out of the component are handed out exactly: first at their function's
 * places, and the rest below the ends, by the widest way.
 *
 *     visit;visit_suite;visit;visit_stmt 20
 */

struct cost_place {
	uint32_t fn;
	uint32_t up;   /* calling place; NONE: the first one */
	uint32_t site; /* site of the call; NONE likewise */
	bool is_used;  /* something is handed out there or below */
};

/* A group's costs at a place: amount[at ..], [events]. */
struct cost_hand {
	uint32_t place, group;
	uint32_t end; /* the place's call after which the path continues to the
			 group's function; NONE: it ends at the place */
	size_t at;
};

struct cost_circle {
	const struct cost_graph *g;
	struct cost_share *share;
	struct arena *arena;
	uint32_t *first; /* [fns + 1] into call */
	uint32_t *call;  /* sites within a component, by function */
	uint32_t *index; /* [fns] index in the component */
	uint32_t *size;  /* [components] */
	uint32_t *group; /* [fns + 1] into share->group, by fn */

	/* Results of the last walk. */
	VEC(struct cost_place) place; /* callers first */
	VEC(struct cost_hand) hand;
	VEC(int64_t) amount;

	/* Widest ways from a function to the others of its component. */
	struct map64 tree_of; /* function -> tree */
	VEC(uint32_t *) tree; /* each [size]: the site that leads there */
	size_t cells;
	VEC(uint32_t) path;
	struct cost_circle_work *work; /* scratch */
};

void cost_circle_init(
	struct cost_circle *c, struct cost_share *share, struct arena *arena);
void cost_circle_fini(struct cost_circle *c);

/* Hand out to places what a path brings to a function, [events]; share->groups
   has each group's share (cost_share_out()). Calls with no cost above `least`
   ([events]) end their path. At most `most` places. */
void cost_circle_walk(struct cost_circle *c, uint32_t fn, const int64_t *brings,
	const int64_t *least, size_t most);

/* Find the calls from one function to another on the way whose cheapest call
   costs most; the first one first, none if from is to. Valid until the next
   call. */
size_t cost_circle_way(struct cost_circle *c, uint32_t from, uint32_t to,
	const uint32_t **site);

/*
 * Costs of a call graph that are left while they are shared out to paths. Sites
 * of one function with one target (a callee, or itself) are a group; the groups
 * of a component share what paths bring to it:
 *
 *     brings 90 --> group work itself   left 120 of 200   -> 45
 *                   group work -> read  left  60 of 100   -> 22
 *                   group work -> list  left  60 of 100   -> 23
 *
 * in proportion to what is left or, for small costs, to the first groups with
 * enough left. Costs are given once, and none are lost: after the costs of all
 * callers, nothing is left.
 *
 * Negative costs have no share: the reader gives them to their lines.
 */

struct cost_group {
	uint32_t fn, target;
	uint32_t first, n; /* sites: order[first ..] */
};

/* The recipients of costs, and their amounts. */
struct cost_gets {
	uint32_t events;
	uint32_t *slot; /* [things]: index in id, or NONE */
	VEC(uint32_t) id;
	VEC(int64_t) cost; /* [id.n][events] */
};

struct cost_share {
	const struct cost_graph *g;
	uint32_t *order; /* sites, by group */
	size_t n_order;
	VEC(struct cost_group) group; /* by component, then function */
	uint32_t *first;              /* [components + 1] into group */
	int64_t *left;                /* [components][events] */
	int64_t *group_all;           /* [groups][events] initially */
	int64_t *group_left;          /* [groups][events] */
	int64_t *site_left;           /* [sites][events] */
	/* First ones with something left: [components], [groups][events]. */
	uint32_t *group_from, *site_from;
	struct cost_gets groups, sites;
};

/* Begin with a complete graph, which must stay valid. */
void cost_share_init(
	struct cost_share *s, const struct cost_graph *g, struct arena *a);
void cost_share_fini(struct cost_share *s);
/* Reset: everything is left. */
void cost_share_reset(struct cost_share *s);

/* Share out `brings`, limited to what is left, to s->groups. Return the number
   of groups that get something. */
uint32_t cost_share_out(struct cost_share *s, uint32_t component,
	int64_t *brings, bool in_proportion);
/* Share out a group's amount to its sites: s->sites. */
void cost_share_sites(
	struct cost_share *s, uint32_t group, const int64_t *amount);

/* A sort key for sites: by what they have in common, then by cost. */
struct cost_site_key {
	uint32_t component, fn, target, site;
	int64_t cost; /* the first event's */
};

void cost_site_keys_sort(struct cost_site_key *key, size_t n);

#endif
