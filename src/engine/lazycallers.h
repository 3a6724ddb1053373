/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of callers that is built on demand. The whole tree would have nearly
 * as many nodes as all stacks have frames, while a screen shows a few hundred.
 * invert.c builds trees of up to 2^18 nodes at once, and all trees of diffs or
 * with negative values.
 *
 *     full tree          begins as         "b" opened
 *     main               root              root
 *     +- a 1             +- a              +- a
 *     |  `- b 2          `- b              `- b
 *     `- b 1                                  +- a
 *                                             `- main
 *
 * A node's numbers are final when it is made. tree_first() makes its children
 * on first use, in any thread. The order of children does not depend on the
 * order of calls. A lazy tree has no negative weights, so no node weighs more
 * than its parent.
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
	/* If set, each start is a call of this frame, and its path weighs as
	   much as the start's total; if NONE, as its self. */
	frame_id pivot;
};

/* Make a tree with only its root, and room in the arena for all nodes. -1 and
   the run's err if there is no room. The full tree must outlive *t. Call
   unfold_free() before the arena is freed. */
int unfold_new(const struct run *run, struct arena *arena,
	const struct unfold_paths *paths, struct tree *t);
/* NULL is fine. */
void unfold_free(struct unfold *u);
/* Make the children of all nodes on at least `least` paths, up to a limit on
   the work. t->n becomes the number of nodes. Call it before other threads use
   the tree. -1 and the run's err when stopped. */
int unfold_wide(const struct run *run, struct tree *t, uint32_t least);
/* Return the number of levels below a node. */
uint32_t unfold_height(struct unfold *u, node_id node);
/* Return the heaviest node with one of these frames, at or below the n given
   nodes; among equals the nearest to the root. NONE if there is none. */
node_id unfold_heaviest(const struct tree *t, const node_id *below, uint32_t n,
	const struct bits *frames);

#endif
