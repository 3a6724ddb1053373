/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums per frame without a tree, for reports that print a row per frame and no
 * call paths. They are computed in one walk over the profile's trie:
 *
 *     root            at C            A, B and C are open
 *     +- A            leaves C        C gets 3, which is passed on to B
 *     |  +- B         leaves B        B gets 3
 *     |  |  `- C 3    leaves inner A  nothing, because A is still open
 *     |  `- A 4       leaves outer A  A gets 3 + 4
 *     `- D
 *
 * The trie is in preorder, so any piece of it can be walked separately,
 * starting with the path to its first node. A node on the paths of several
 * pieces gets a part of its sum from each. Two threads share the pieces.
 */
#ifndef FT_ENGINE_FRAMESUMS_H
#define FT_ENGINE_FRAMESUMS_H

#include "engine/locframes.h"
#include "engine/treetotals.h"

struct bits;
struct run;

/* An edge is a call between two frames, or between two vertices of a graph. */
struct graph_edge {
	uint32_t from, to; /* vertices; may be in graph.lost */
	int64_t weight, div;
	int64_t base, base_div; /* in a diff: the base's weight and div */
	uint64_t age;           /* order in which pprof makes edges */
	bool residual; /* some frame between the two was trimmed away */
	bool inlined;  /* every call on this edge was inlined */
};

struct framesums {
	/* Must come first: it begins with the struct stage. Only the columns
	   value and div are filled in; tree, nodes and evidence are unset. */
	struct weighed weighed;
	const struct input *input; /* borrowed, like sums */
	const struct sums *sums;
	uint32_t n_frames;
	struct steps steps;
};

/* True if the query needs only these sums and no filter changes stacks. */
bool framesums_suffice(const struct run *run);
const struct framesums *framesums_get(const struct run *run);
void framesums_fini(struct stage *stage);

/* Return the *n edges between kept frames ([n_frames]; NULL: all) that lead to
   a frame with an inlined call, without ages. All other edges are calls that
   were not inlined. */
struct graph_edge *framesums_edges(const struct framesums *r,
	const struct bits *kept, struct arena *arena, size_t *n);

#endif
