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
 * function that is on the path already ends it (costs.h).
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
#include "base/hash.h"
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
