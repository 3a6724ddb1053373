/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One place of a function, and all its places, as far as the samples tell:
 * how many there are, all sample types, labels, its hottest line. For the
 * inspector: computed on demand from a view, in a pass over the samples.
 *
 *     root                     of serve, at its left place
 *     +- serve 5               here  3 samples (5), 1 of them ends in it
 *     |  `- read 4             all   4 samples (7)
 *     `- gc - serve 2
 *
 * A sample counts once however often the function is on its stack, and only
 * if it is not zero in the sample type that is looked at.
 */
#ifndef FT_ENGINE_DETAIL_H
#define FT_ENGINE_DETAIL_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "engine/view.h"

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
	frame_id frame;                  /* NONE: the root */
	uint32_t samples[DETAIL_PARTS];  /* through it */
	uint32_t ends[DETAIL_PARTS];     /* of these end in it */
	uint32_t stacks[DETAIL_PARTS];   /* distinct ones through it */
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
