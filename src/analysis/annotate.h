/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights of source lines and addresses in a filtered view, for -list, -disasm,
 * the source pane and the instruction pane.
 *
 *     main.c:9  work.c:11              work in work.c, lines 5 to 16
 *     main.c:9  work.c:11  leaf.c:3      line  self  total  callees
 *     main.c:9  work.c:11  leaf.c:3        10     0      1
 *     main.c:9  work.c:10  leaf.c:4        11     1      3  leaf 2
 *
 * A listing is a view of the same samples in which each frame is a function at
 * a line (or at an address, with everything inlined there). A row is the sum of
 * its frames: self counts the samples that end there, total counts a sample
 * once per frame, however often the frame is on the stack. Inlined functions
 * have their own rows, and count only in the total of the calling line; with
 * `noinlines` they belong to that line.
 *
 * Sums are undivided, as in pprof's -list: weight_div() or sides_of() divide
 * for `mean`. Rows that `drop_negative` removes from reports are left out.
 */
#ifndef FT_ANALYSIS_ANNOTATE_H
#define FT_ANALYSIS_ANNOTATE_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/str.h"
#include "engine/view.h"

enum listing_by { LISTING_LINES, LISTING_ADDRESSES };

struct listing {
	struct arena arena;
	const struct view *view; /* owned reference */
	uint32_t n_functions;
	struct str *name;   /* [n_functions] name, or text of the frame */
	uint32_t *function; /* [view->frames.n] index into name[] */
};

/* Make a listing; NULL and err as in view_compute(). It ignores the query's
   granularity, direction and search. */
struct listing *listing_make(struct engine *e, const struct query *q,
	enum listing_by by, struct progress *progress, struct err *err);
/* Make a listing by lines, as a product of the worker (app/job.h). */
struct listing *listing_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void listing_free(struct listing *l); /* l may be NULL */
/* Make a listing by addresses, likewise. */
struct listing *addresses_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void addresses_free(struct listing *l);
/* Return the function of a frame of `v`, a view of the same profile; NONE if
   the listing does not have it. */
uint32_t listing_function(
	const struct listing *l, const struct view *v, frame_id frame);

/* Return the frame of `v` that contains a frame of the listing, or NONE. */
frame_id listing_shown(
	const struct listing *l, const struct view *v, frame_id frame);

/* ---- Frame weights: at all places, or at one ---- */

struct footing {
	struct arena arena;
	const struct view *view;            /* listing.view, borrowed */
	struct columns self, total;         /* [frames.n] */
	double *noise_self, *noise_total; /* [frames.n] variances, or NULL */
	/* Nodes of view->full that count; all if nodes.word is NULL. */
	struct bits nodes;
};

/* Return the weights at all places. */
struct footing footing_all(const struct view *v);
/* Return the weights at one node of v->full, a view with the listing's query.
   All frames of the listing that belong to the node's frame count. */
struct footing footing_place(
	const struct listing *l, const struct view *v, node_id node);
void footing_fini(struct footing *f);

/* ---- Lines ---- */

/* Add a function's weights to *self and *total, counting a sample once. */
void footing_sum(const struct footing *f, const struct listing *l,
	uint32_t function, struct row_sum *self, struct row_sum *total);

/* Calls from one line to one function. */
struct line_callee {
	frame_id frame;  /* heaviest frame called, in the listing's view */
	uint8_t inlined; /* bit 0: some calls are inlined, bit 1: some not */
	struct row_sum sum;
	double variance; /* variance of sum (significance.h) */
};

struct line_sum {
	int64_t line;   /* 0: unknown */
	frame_id frame; /* one of its frames, in the listing's view */
	struct row_sum self, total;
	double noise_self, noise_total;
	uint32_t n_callees;         /* set by routines_add_callees() */
	struct line_callee *callee; /* sorted by |value|, then name */
};

/* A function, or the part of it that is in one file. */
struct routine {
	struct str name, file;
	int64_t start, end; /* lines to show, by pprof's rule: from the
			       declaration if known, else from five before the
			       first line with samples, to five after the last.
			       start is at least 1; end may precede it. */
	struct row_sum self, total; /* sums over the lines */
	uint32_t n;
	struct line_sum *line; /* [n] sorted by number, without duplicates */
};

struct routines {
	struct arena arena;
	uint32_t n;
	struct routine *routine; /* [n] sorted by name, then file */
	/* [frames.n] number of the frame's line, consecutive through all
	   routines; NONE: the frame is not listed. */
	uint32_t n_lines, *line_of;
};

/* Return the routines of frames that `wants` accepts; with `by_file`, one
   routine per file, with an empty name. */
struct routines *routines_new(const struct footing *f, bool by_file,
	bool (*wants)(void *arg, frame_id frame), void *arg);
/* Return the routines of one function. */
struct routines *routines_of(
	const struct listing *l, const struct footing *f, uint32_t function);
/* Add each line's callees. A sample counts once per line and callee, as in
   peek.h; a recursive function is its own callee. */
void routines_add_callees(
	struct routines *r, const struct listing *l, const struct footing *f);
void routines_free(struct routines *r); /* r may be NULL */
/* Return the weights of `function` where it is inlined in `line` (numbered as
   in line_of), for routines_of(). `r` is from the same footing. */
struct footing footing_inlined(const struct footing *f, const struct listing *l,
	const struct routines *r, uint32_t line, uint32_t function);
/* Return by how many lines a function's start differs between the sides of a
   diff, judged by lines of one side alone; 0 if it is the same or unknown. */
int64_t routine_moved(const struct routine *r, const struct view *v);
/* Return the line with this number, or NULL. */
const struct line_sum *routine_line(const struct routine *r, int64_t line);

/* ---- Addresses ---- */

struct address_sum {
	map_id map;       /* NONE: unknown */
	uint64_t address; /* as in the profile */
	frame_id frame;   /* one of its frames, in the listing's view */
	struct row_sum self, total;
	double noise_self, noise_total;
};

struct address_sums {
	struct arena arena;
	uint32_t n;
	struct address_sum *sum; /* [n] sorted by mapping, then address */
};

/* Return all addresses that have a weight. */
struct address_sums *address_sums_new(const struct footing *f);
/* Return the index of the first sum at or after (map, address), or n. */
uint32_t address_sums_from(
	const struct address_sums *s, map_id map, uint64_t address);
void address_sums_free(struct address_sums *s); /* s may be NULL */

/*
 * Copies of a function's code: its own, and those inlined in other functions.
 *
 *     leaf     work   11c0..11ef   120 ms    one copy for each function that
 *              other  1240..1252    30 ms    holds it, in each mapping
 */

struct copy {
	map_id map;
	func_id holder;       /* function that contains the code, or NONE */
	uint64_t address;     /* heaviest address */
	uint64_t low, high;   /* first and last address with samples */
	int64_t weight, best; /* sum of all addresses; weight of `address` */
};

struct copies {
	uint32_t n;
	struct copy *copy;  /* [n] heaviest first */
	struct bits wanted; /* [frames.n] of the listing: frames in a copy */
};

/* Find the copies of a frame of `shown`. `l` is a listing by addresses with the
   same query; `footing` has the weights of the addresses. */
struct copies copies_find(const struct listing *l,
	const struct footing *footing, const struct view *shown,
	frame_id frame);
void copies_fini(struct copies *c);

#endif
