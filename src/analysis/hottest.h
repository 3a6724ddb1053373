/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heaviest stacks, of all or through one function. Stacks that differ only
 * in how often a function calls itself in a row are merged:
 *
 *     main;walk;read 3
 *     main;walk;walk;read 2      main > walk > read 5
 *
 * For a function with few stacks they are found at once; for one that is in
 * half a million, they are picked from the stacks that the worker has sorted.
 */
#ifndef FT_ANALYSIS_HOTTEST_H
#define FT_ANALYSIS_HOTTEST_H

#include "engine/sides.h"
#include "engine/view.h"

enum { HOTTEST_MAX = 20 };

/* A sample is in exactly one of these stacks. */
struct hot_stack {
	node_id node;   /* the heaviest end, in view.full */
	bool varies;    /* merged from several stacks */
	int64_t weight; /* sum of the samples that end there */
	struct sides sides;
	double variance;
};

/* The first few thousand stacks of a view. */
struct hottest;

/* Return NULL if stopped, or with err set. Free with hottest_free. */
struct hottest *hottest_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void hottest_free(struct hottest *h);

/* Find the heaviest stacks through a frame's outermost places (0: the root): at
   most HOTTEST_MAX, into `to`. `all` is from an equal view; without it, false
   if there are too many to find at once. */
bool hottest_through(const struct view *v, const node_id *place, size_t n,
	const struct hottest *all, struct hot_stack *to, size_t *found);

#endif
