/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function seen from all its places: its callers, its callees and its
 * hottest stacks. Computed on demand from a view, so that the screen pays for
 * one frame instead of all edges.
 *
 * An edge's weight counts a sample once however often the pair occurs on its
 * stack, as in pprof; a frame calling itself is no edge. Samples whose root is
 * the frame have the caller NONE ("(root)"), so the callers' weights add up to
 * the frame's total if it does not recurse. The callees' weights plus self do
 * so, too.
 */
#ifndef FT_ANALYSIS_PEEK_H
#define FT_ANALYSIS_PEEK_H

#include "analysis/hottest.h"
#include "base/arena.h"
#include "engine/sides.h"
#include "engine/view.h"

struct peek_edge {
	frame_id frame;     /* the other end; NONE: the frame is a root */
	int64_t weight;     /* divided by the mean if the view is */
	uint8_t inlined;    /* bits as in view.inlined, for this edge */
	int64_t calls;      /* call count; 0: unknown */
	struct sides sides; /* in a diff: both sides of weight */
	double variance;    /* its variance, see significance.h; else 0 */
};

struct peek {
	struct arena arena;
	frame_id frame;
	int64_t self, total;
	struct sides self_sides, total_sides; /* in a diff */
	size_t n_callers, n_callees, n_stacks;
	struct peek_edge *caller, *callee; /* by |weight|, then text */
	struct hot_stack stack[HOTTEST_MAX];
	bool lacks_stacks; /* too many to find without `all` */
};

/* Return callers, callees and stacks of a frame; NONE is the root, with the
   hottest stacks of all. The view's direction does not matter. `all`, of an
   equal view, or NULL: see hottest.h. Free with peek_free. */
struct peek *peek_new(
	const struct view *v, frame_id frame, const struct hottest *all);
void peek_free(struct peek *p);

/*
 * One place of a function, and all its places: samples, all sample types,
 * labels and the hottest line. For the inspector: computed on demand from a
 * view in one pass over the samples.
 *
 *     root                     of serve, at its left place
 *     +- serve 5               here  5 samples, 1 of them ends in it
 *     |  `- read 4             all   7 samples
 *     `- gc - serve 2
 *
 * A sample counts once however often the function is on its stack, and only if
 * its value of the selected sample type is not zero.
 */
enum detail_part { DETAIL_HERE, DETAIL_ALL, DETAIL_PARTS };

struct detail_value {
	uint32_t column;
	/* Divided with `mean`, as everywhere. */
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
	/* Events (profile/samplecount.h) in parts: through the frame, and those
	   that end in it. */
	int64_t events[DETAIL_PARTS], ends[DETAIL_PARTS];
	uint32_t recursion; /* most occurrences on one stack */
	size_t n_values;
	struct detail_value *value; /* [n_values] all sample types */
	/* The function's innermost line with the most samples, over all places;
	   0: lines are unknown. */
	int64_t hot_line, hot_value;
	size_t n_labels;
	struct detail_label *label; /* by key, each key's heaviest first */
};

/* Return the details of a node in v->full: its frame's, or everything for the
   root. Free with detail_free. */
struct detail *detail_new(const struct view *v, node_id node);
/* Return the details of a frame's places; DETAIL_HERE is empty. */
struct detail *detail_new_frame(const struct view *v, frame_id frame);
void detail_free(struct detail *d); /* NULL is fine */

#endif
