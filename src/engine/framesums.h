/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums per frame without a tree, for reports that print a row per frame and no
 * paths. They are counted where the stacks are, in the profile's trie:
 *
 *     trie     root            the walk is at C    A, B and C are open
 *              +- A            ... leaves C        what ended there is C's,
 *              |  +- B                             and is passed on to B
 *              |  |  `- C 3    ... leaves B, A     the inner A is open still:
 *              |  `- A 4                           only the outer one gets 7
 *              `- D
 *
 * The trie is in preorder, so any part of it can be walked alone, starting with
 * the path to its first node. A node on the paths of several parts gets a part
 * of its sum from each. Two threads share the parts.
 */
#ifndef FT_ENGINE_FRAMESUMS_H
#define FT_ENGINE_FRAMESUMS_H

#include "engine/locframes.h"
#include "engine/treetotals.h"

struct bits;
struct run;

/* An edge is a call between two frames, or between two vertices of a graph. */
struct graph_edge {
	uint32_t from, to; /* ids may be gone (analysis/graph.h) */
	int64_t weight, div;
	int64_t base, base_div; /* in a diff: the base's weight and div */
	uint64_t age;           /* rises in pprof's order of making edges */
	bool residual; /* some frame between the two was trimmed away */
	bool inlined;  /* every call on this edge was inlined */
};

struct framesums {
	/* First, so that its head is the stage's. It has no tree, nodes or
	   evidence, and only the columns value and div. */
	struct weighed weighed;
	const struct input *input; /* borrowed, as is sums */
	const struct sums *sums;
	uint32_t n_frames;
	struct steps steps;
};

/* True if the query needs only these sums and no filter changes stacks. */
bool framesums_suffice(const struct run *run);
const struct framesums *framesums_get(const struct run *run);
void framesums_fini(struct stage *stage);

/* Return the edges between kept frames ([n_frames]; NULL: all) that lead to a
   frame with an inlined call; all other edges are calls that were not inlined.
   *n of them, without ages. */
struct graph_edge *framesums_edges(const struct framesums *r,
	const struct bits *kept, struct arena *arena, size_t *n);

#endif
