/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function seen from all its places: who calls it, whom it calls, on
 * which stacks it is hottest. Computed on demand from a view, so that a
 * screen pays for one frame and not for all edges.
 *
 * A caller's (callee's) weight counts a sample once however often the pair
 * occurs on its stack, as pprof's edges do; a frame calling itself is no
 * edge. Samples in which the frame is the root have the caller NONE
 * ("(root)"), so that the callers' weights sum to the frame's total when it
 * does not recurse; the frame's self weight closes the callees likewise.
 */
#ifndef FT_ANALYSIS_PEEK_H
#define FT_ANALYSIS_PEEK_H

#include "analysis/hottest.h"
#include "base/arena.h"
#include "engine/sides.h"
#include "engine/view.h"

struct peek_edge {
	frame_id frame;     /* the other end; NONE: none, the frame is a root */
	int64_t weight;     /* mean-divided when the view is */
	uint8_t inlined;    /* bits as in view.inlined, of this edge */
	int64_t calls;      /* how many; 0: not known */
	struct sides sides; /* of a diff: what weight is the delta of, */
	double variance;    /* and its precision, see significance.h; else 0 */
};

struct peek {
	struct arena arena;
	frame_id frame;
	int64_t self, total;
	struct sides self_sides, total_sides; /* of a diff */
	size_t n_callers, n_callees, n_stacks;
	struct peek_edge *caller, *callee; /* by |weight|, then text */
	struct hot_stack stack[HOTTEST_MAX];
	bool lacks_stacks; /* too many without `all` */
};

/* Frame NONE is the root: what it calls, and the hottest stacks of all.
   Needs a view whose tree runs from callers to callees, or one of the other
   directions: the result is the same. `all`, of an equal view, or NULL: see
   hottest.h. Free with peek_free. */
struct peek *peek_new(
	const struct view *v, frame_id frame, const struct hottest *all);
void peek_free(struct peek *p);

/*
 * One place of a function, and all its places, as far as the samples tell:
 * how many there are, all sample types, labels, its hottest line. For the
 * inspector: computed on demand from a view, in a pass over the samples.
 *
 *     root                     of serve, at its left place
 *     +- serve 5               here  5 samples, 1 of them ends in it
 *     |  `- read 4             all   7 samples
 *     `- gc - serve 2
 *
 * A sample counts once however often the function is on its stack, and only
 * if it is not zero in the sample type that is looked at.
 */
enum detail_part { DETAIL_HERE, DETAIL_ALL, DETAIL_PARTS };

struct detail_value {
	uint32_t column;
	/* Divided with `mean`, as everything is. */
	int64_t self[DETAIL_PARTS], total[DETAIL_PARTS];
};

struct detail_label {
	str_id key;
	str_id str; /* NONE: the number, in the unit of the key */
	struct str unit;
	int64_t num;
	int64_t weight; /* at this place; not divided */
};

struct detail {
	struct arena arena;
	frame_id frame; /* NONE: the root */
	/* Events (profile/samplecount.h) in parts: through it, and those that
	   end in it. */
	int64_t events[DETAIL_PARTS], ends[DETAIL_PARTS];
	uint32_t recursion; /* how often at most it is on one stack */
	size_t n_values;
	struct detail_value *value; /* [n_values] all sample types */
	/* The line that most of all places' samples were in when they were in
	   the function for the last time; 0: lines are not known. */
	int64_t hot_line, hot_value;
	size_t n_labels;
	struct detail_label *label; /* by key, each key's heaviest first */
};

/* Of a node in v->full: its frame's, or of everything for the root. Free with
   detail_free. */
struct detail *detail_new(const struct view *v, node_id node);
/* Of all places of a frame only: nothing is here. */
struct detail *detail_new_frame(const struct view *v, frame_id frame);
void detail_free(struct detail *d); /* NULL is fine */

#endif
