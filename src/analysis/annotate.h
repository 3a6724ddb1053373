/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each line of the source and each address weighs, in a view as it is
 * filtered: for -list and the pane of the source, for -disasm and the pane of
 * the instructions. There is one counter for all of them.
 *
 *     main.c:9  work.c:11              work in work.c, lines 5 to 16
 *     main.c:9  work.c:11  leaf.c:3      line  self  total  callees
 *     main.c:9  work.c:11  leaf.c:3        10     0      1
 *     main.c:9  work.c:10  leaf.c:4        11     1      3  leaf 2
 *
 * A listing is a view of the same samples where a frame is a function at a line
 * (or at an address, which has whatever is inlined there). What a row weighs is
 * what its frames weigh there: self is what ends at it, and total counts a
 * sample once for each frame, however often that is on the stack. Inlined
 * functions have rows of their own, and the line that calls one has it in its
 * total only; with `noinlines` they belong to that line.
 *
 * Sums are undivided, as pprof's -list has them: weight_div() or sides_of() do
 * what `mean` asks for. What `drop_negative` leaves out of the reports has no
 * rows.
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
	const struct view *view; /* a reference */
	uint32_t n_functions;
	struct str *name;   /* [n_functions]; without a name the frame's text */
	uint32_t *function; /* [view.frames.n] which function a frame is of */
};

/* NULL and err as view_compute(). The query's granularity, direction and
   search are not looked at. */
struct listing *listing_make(struct engine *e, const struct query *q,
	enum listing_by by, struct progress *progress, struct err *err);
/* By lines: a product (app/job.h). */
struct listing *listing_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void listing_free(struct listing *l); /* NULL is fine */
/* By addresses, likewise. */
struct listing *addresses_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void addresses_free(struct listing *l);
/* The function that a frame of another view of the same profile is of; NONE
   when it is of none here. */
uint32_t listing_function(
	const struct listing *l, const struct view *v, frame_id frame);

/* And back: the frame of that view, or NONE. */
frame_id listing_shown(
	const struct listing *l, const struct view *v, frame_id frame);

/* ---- What the frames weigh: everywhere, or at one place ---- */

struct footing {
	struct arena arena;
	const struct view *view;          /* of the listing, borrowed */
	struct columns self, total;         /* [frames.n] */
	double *noise_self, *noise_total; /* likewise, or NULL */
	/* The nodes of view->full that count; without words: all. */
	struct bits nodes;
};

/* All places: what the view knows already. */
struct footing footing_all(const struct view *v);
/* The place that is a node of v->full, in a view of the same query. What is
   finer in the listing than in `v` is all of that place. */
struct footing footing_place(
	const struct listing *l, const struct view *v, node_id node);
void footing_fini(struct footing *f);

/* ---- Lines ---- */

/* What a function weighs in these places, each sample once: self and total. */
void footing_sum(const struct footing *f, const struct listing *l,
	uint32_t function, struct row_sum *self, struct row_sum *total);

/* What is called from a line: all of one function. */
struct line_callee {
	frame_id frame;  /* of the listing's view, the heaviest of them */
	uint8_t inlined; /* bits as in view.inlined, of these calls */
	struct row_sum sum;
	double variance; /* see significance.h */
};

struct line_sum {
	int64_t line;   /* 0: not known */
	frame_id frame; /* one of its frames, in the listing's view */
	struct row_sum self, total;
	double noise_self, noise_total;
	uint32_t n_callees;         /* after routines_add_callees() */
	struct line_callee *callee; /* by |value|, then name */
};

/* A function, or the part of it that is in one file. */
struct routine {
	struct str name, file;
	int64_t start, end; /* the lines to show, by pprof's rule: from the
			       declaration if that is known, else from five
			       before the first line with samples, to five
			       behind the last. start is at least 1; end may be
			       before it. */
	struct row_sum self, total; /* sums of the lines' */
	uint32_t n;
	struct line_sum *line; /* by line, each once */
};

struct routines {
	struct arena arena;
	uint32_t n;
	struct routine *routine; /* by name, then file; none without lines */
	/* [frames.n] in which line a frame is counted, the lines of all
	   routines being numbered one after the other; NONE: in none. */
	uint32_t n_lines, *line_of;
};

/* The routines of the frames that are wanted; with `by_file` one for each file,
   whatever the functions are, and the names are empty. */
struct routines *routines_new(const struct footing *f, bool by_file,
	bool (*wants)(void *arg, frame_id frame), void *arg);
/* Of one function. */
struct routines *routines_of(
	const struct listing *l, const struct footing *f, uint32_t function);
/* A sample counts once for each line and callee, as the edges of peek.h do;
   a function that calls itself is among its callees. */
void routines_add_callees(
	struct routines *r, const struct listing *l, const struct footing *f);
void routines_free(struct routines *r); /* NULL is fine */
/* What of a function is inlined in a line (a number as in line_of), for
   routines_of(). `r` is of the same footing. */
struct footing footing_inlined(const struct footing *f, const struct listing *l,
	const struct routines *r, uint32_t line, uint32_t function);
/* The line of this number, or NULL. */
const struct line_sum *routine_line(const struct routine *r, int64_t line);

/* ---- Addresses ---- */

struct address_sum {
	map_id map;       /* NONE: not known */
	uint64_t address; /* as the profile has it */
	frame_id frame;   /* one of its frames, in the listing's view */
	struct row_sum self, total;
	double noise_self, noise_total;
};

struct address_sums {
	struct arena arena;
	uint32_t n;
	struct address_sum *sum; /* by mapping, then address */
};

/* All that weigh something. */
struct address_sums *address_sums_new(const struct footing *f);
/* The first one at or above an address, or n. */
uint32_t address_sums_from(
	const struct address_sums *s, map_id map, uint64_t address);
void address_sums_free(struct address_sums *s); /* NULL is fine */

/*
 * Where the code of a function is: in itself, and in what it is inlined in.
 *
 *     leaf     work   11c0..11ef   120 ms    one copy for each function that
 *              other  1240..1252    30 ms    holds it, in each mapping
 */

struct copy {
	map_id map;
	func_id holder;       /* NONE: unknown */
	uint64_t address;     /* the heaviest, */
	uint64_t low, high;   /* the first and the last with samples */
	int64_t weight, best; /* of all its addresses, of `address` */
};

struct copies {
	uint32_t n;
	struct copy *copy;  /* [n] the heaviest first */
	struct bits wanted; /* [frames.n] of the listing: those of a copy */
};

/* Of a frame of `shown`, the view that the listing by addresses is of; what
   each address weighs is in `footing`. */
struct copies copies_find(const struct listing *l,
	const struct footing *footing, const struct view *shown,
	frame_id frame);
void copies_fini(struct copies *c);

#endif
