/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stacks that weigh most, of all or through one function. Stacks that
 * differ only in how often a function calls itself in a row are one:
 *
 *     main;walk;read 3
 *     main;walk;walk;read 2      main > walk > read 5
 *
 * Of a function with few stacks they are found at once; of one that is in half
 * of a million of them, among those that the worker has put in order.
 */
#ifndef FT_ANALYSIS_HOTTEST_H
#define FT_ANALYSIS_HOTTEST_H

#include "engine/sides.h"
#include "engine/view.h"

enum { HOTTEST_MAX = 20 };

/* A sample is in one of them. */
struct hot_stack {
	node_id node;   /* the heaviest end, in view.full */
	bool varies;    /* there are others */
	int64_t weight; /* of what ends there */
	struct sides sides;
	double variance;
};

/* The first few thousand of a view. */
struct hottest;

/* NULL: stopped, or err is set. Free with hottest_free. */
struct hottest *hottest_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void hottest_free(struct hottest *h);

/* Those through the outermost places of a frame (0: of the root), heaviest
   first: at most HOTTEST_MAX, which go to `to`. `all` is of an equal view;
   where there is none, false when there are too many to be found at once. */
bool hottest_through(const struct view *v, const node_id *place, size_t n,
	const struct hottest *all, struct hot_stack *to, size_t *found);

#endif
