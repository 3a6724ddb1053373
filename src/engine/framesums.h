/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of frames without a tree, for reports that print a row for each
 * frame and nothing of paths. They are counted where the stacks are, in the
 * profile's trie:
 *
 *     trie     root            the walk is at C    A, B and C are open
 *              +- A            ... leaves C        what ended there is C's,
 *              |  +- B                             and goes on to B
 *              |  |  `- C 3    ... leaves B, A     the inner A is open still:
 *              |  `- A 4                           only the outer one gets 7
 *              `- D
 *
 * The trie is in preorder, so any part of it can be walked alone, from the path
 * to its first node: of nodes that are on several paths each part has a part of
 * the sums. Two threads share them.
 */
#ifndef FT_ENGINE_FRAMESUMS_H
#define FT_ENGINE_FRAMESUMS_H

#include "engine/locframes.h"
#include "engine/treetotals.h"

struct bits;
struct run;

/* An edge is a call between two frames, or between two vertices of a graph. */
struct graph_edge {
	uint32_t from, to; /* nodes may be gone: see analysis/graph.h */
	int64_t weight, div;
	int64_t base, base_div; /* of a diff: what weight is the change from */
	uint64_t age;  /* grows in the order in which pprof makes edges */
	bool residual; /* some frame between the two was trimmed away */
	bool inlined;  /* every call on this edge was inlined */
};

struct framesums {
	/* First, as its head is that of the stage. There are no tree, nodes and
	   evidence, and of columns the value and what `mean` divides it by. */
	struct weighed weighed;
	const struct input *input; /* borrowed, as are all of these */
	const struct sums *sums;
	uint32_t n_frames;
	struct steps steps;
};

/* Are they all that is asked for? Not with filters that change stacks. */
bool framesums_suffice(const struct run *run);
const struct framesums *framesums_get(const struct run *run);
void framesums_fini(struct stage *stage);

/* The edges between frames that are kept ([n_frames]; NULL: all), as far as
   they matter to how calls were made: those to frames of which some call was
   inlined. *n of them, without ages. */
struct graph_edge *framesums_edges(const struct framesums *r,
	const struct bits *kept, struct arena *arena, size_t *n);

#endif
