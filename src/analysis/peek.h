/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function seen from all its places: its callers, its callees and its
 * hottest stacks. Computed on demand from a view, so that the screen pays for
 * one frame instead of all edges.
 *
 * An edge's weight counts a sample once however often the pair occurs on its
 * stack, as in pprof; a frame calling itself is not an edge. Samples whose root
 * is the frame have the caller NONE ("(root)"), so the callers' weights add up
 * to the frame's total if it does not recurse. So do the callees' weights plus
 * self.
 */
#ifndef FT_ANALYSIS_PEEK_H
#define FT_ANALYSIS_PEEK_H

#include "analysis/hottest.h"
#include "base/arena.h"
#include "engine/sides.h"
#include "engine/view.h"

struct peek_edge {
	frame_id frame;     /* caller or callee; NONE: no caller */
	int64_t weight;     /* divided if the query has `mean` */
	uint8_t inlined;    /* bit 0: some calls are inlined, bit 1: some not */
	int64_t calls;      /* call count; 0: unknown */
	struct sides sides; /* in a diff: both sides of weight */
	double variance;    /* in a diff: variance of weight; else 0 */
};

struct peek {
	struct arena arena;
	frame_id frame;
	int64_t self, total;
	struct sides self_sides, total_sides; /* in a diff: both sides of self
						 and total */
	size_t n_callers, n_callees, n_stacks;
	struct peek_edge *caller, *callee; /* by |weight|, then text */
	struct hot_stack stack[HOTTEST_MAX];
	bool lacks_stacks; /* true if peek_new() needs `all` to find the
			      stacks */
};

/* Return callers, callees and stacks of a frame; NONE is the root, with the
   hottest stacks of all. The view's direction does not matter. `all` is as for
   hottest_through(). Free with peek_free. */
struct peek *peek_new(
	const struct view *v, frame_id frame, const struct hottest *all);
void peek_free(struct peek *p);

/*
 * Details of one place of a function, and of all its places: samples, all
 * sample types, labels and the hottest line. For the inspector, they are
 * computed on demand from a view, in one pass over the samples.
 *
 *     root                     serve, at its left place
 *     +- serve 5               here  5 samples, 1 ends in serve
 *     |  `- read 4             all   7 samples
 *     `- gc - serve 2
 *
 * A sample counts once however often the function is on its stack, and only if
 * its value of the selected sample type is not zero.
 */
enum detail_part { DETAIL_HERE, DETAIL_ALL, DETAIL_PARTS };

struct detail_value {
	uint32_t column;
	/* Divided if the query has `mean`. */
	int64_t self[DETAIL_PARTS], total[DETAIL_PARTS];
};

struct detail_label {
	str_id key;
	str_id str;      /* NONE: the value is num */
	struct str unit; /* unit of num */
	int64_t num;
	int64_t weight; /* at this place; not divided */
};

struct detail {
	struct arena arena;
	frame_id frame; /* NONE: the root */
	/* Events in parts (profile/samplecount.h): through the frame, and
	   ending in the frame. */
	int64_t events[DETAIL_PARTS], ends[DETAIL_PARTS];
	uint32_t recursion; /* maximum occurrences of the frame on a stack */
	size_t n_values;
	struct detail_value *value; /* [n_values] all sample types */
	/* Heaviest line of the function over all places, and its weight; 0:
	   lines are unknown. */
	int64_t hot_line, hot_value;
	size_t n_labels;
	struct detail_label *label; /* by key, then heaviest first */
};

/* Return the details of a place, a node in v->full, and of its frame; the root
   stands for all samples. Free with detail_free. */
struct detail *detail_new(const struct view *v, node_id node);
/* Return the details of a frame's places; DETAIL_HERE is empty. */
struct detail *detail_new_frame(const struct view *v, frame_id frame);
void detail_free(struct detail *d); /* d may be NULL */

#endif
