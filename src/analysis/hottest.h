/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heaviest stacks of a view, or those through one function. Stacks that
 * differ only in direct recursion are merged:
 *
 *     main;walk;read 3
 *     main;walk;walk;read 2      main > walk > read 5
 *
 * For a function with few stacks, these are found at once. For a function on
 * half a million stacks, they are picked from stacks that the worker sorted.
 */
#ifndef FT_ANALYSIS_HOTTEST_H
#define FT_ANALYSIS_HOTTEST_H

#include "engine/sides.h"
#include "engine/view.h"

enum { HOTTEST_MAX = 20 };

/* A merged stack. Each sample belongs to exactly one. */
struct hot_stack {
	node_id node;   /* heaviest end, in view.full */
	bool varies;    /* true if merged from several stacks */
	int64_t weight; /* sum of the samples that end there */
	struct sides sides;
	double variance;
};

/* The heaviest few thousand stacks of a view. */
struct hottest;

/* NULL if stopped, or with err set. Free with hottest_free. */
struct hottest *hottest_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void hottest_free(struct hottest *h);

/* Find the heaviest stacks through place[n], the outermost places of a frame
   (0: the root): at most HOTTEST_MAX, stored in `to`. `all` is from an equal
   view. Without `all`, false if there are too many nodes to search at once. */
bool hottest_through(const struct view *v, const node_id *place, size_t n,
	const struct hottest *all, struct hot_stack *to, size_t *found);

#endif
