/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of callers that grows where somebody looks at it. Whole it has nearly
 * as many nodes as all stacks have frames, of which a picture shows a few
 * hundred. invert.c decides: trees over 2^18 nodes, of one profile without
 * values below zero, are such.
 *
 *     full tree          begins as         "b" was opened
 *     main               root              root
 *     +- a 1             +- a              +- a
 *     |  `- b 2          `- b              `- b
 *     `- b 1                                  +- a
 *                                             `- main
 *
 * A node has all its numbers when it is made; its children are made when
 * tree_first() asks for them, in whichever thread does. Nothing that was there
 * changes, and the order of children does not depend on who looked first.
 * Weights are not negative, so that what is below a node weighs no more than
 * the node.
 */
#ifndef FT_ENGINE_LAZYCALLERS_H
#define FT_ENGINE_LAZYCALLERS_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/progress.h"
#include "engine/tree.h"

struct run;
struct unfold;

/* The paths from nodes of a tree up to its root. */
struct unfold_paths {
	const struct tree *full;
	const node_id *start; /* [n] */
	uint32_t n;
	/* They weigh what passes their start, which is a call of this frame;
	   NONE: what ends there. */
	frame_id pivot;
};

/* The root, with room in the arena for all the rest. -1 and the run's err when
   there is none. The full tree has to stay; unfold_free() before the arena
   goes. */
int unfold_new(const struct run *run, struct arena *arena,
	const struct unfold_paths *paths, struct tree *t);
/* NULL is fine. */
void unfold_free(struct unfold *u);
/* Make the children of all nodes that `least` paths or more go through, but
   for those that would take too long. -1 and the run's err on request. Before
   others see the tree, whose n is the nodes that there are then. */
int unfold_wide(const struct run *run, struct tree *t, uint32_t least);
/* The levels of nodes below one. */
uint32_t unfold_height(struct unfold *u, node_id node);
/* The node that weighs most of those with one of these frames, at or below the
   n given ones; of equals the nearest to the root. NONE without any. */
node_id unfold_heaviest(const struct tree *t, const node_id *below, uint32_t n,
	const struct bits *frames);

#endif
