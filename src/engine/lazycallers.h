/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of callers that grows where it is viewed. The whole tree has nearly as
 * many nodes as all stacks have frames, while a screen shows a few hundred.
 * invert.c uses it for trees over 2^18 nodes of one profile without negative
 * values.
 *
 *     full tree          begins as         "b" was opened
 *     main               root              root
 *     +- a 1             +- a              +- a
 *     |  `- b 2          `- b              `- b
 *     `- b 1                                  +- a
 *                                             `- main
 *
 * A node has all its numbers when it is made. tree_first() makes its children
 * on first use, in whichever thread calls it. Existing nodes never change, and
 * the order of children does not depend on who looks first. Weights are not
 * negative, so a node weighs at least as much as any node below it.
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
	/* The paths weigh the total of their start, a call of this frame; NONE:
	   its self. */
	frame_id pivot;
};

/* Make the root, with room in the arena for the whole tree. -1 and the run's
   err if there is no room. The full tree must outlive it; call unfold_free()
   before the arena is freed. */
int unfold_new(const struct run *run, struct arena *arena,
	const struct unfold_paths *paths, struct tree *t);
/* NULL is fine. */
void unfold_free(struct unfold *u);
/* Make the children of all nodes on at least `least` paths, up to a limit on
   the work; t->n becomes the number of nodes. Call before the tree is shared.
   -1 and the run's err when stopped. */
int unfold_wide(const struct run *run, struct tree *t, uint32_t least);
/* Return the number of levels below a node. */
uint32_t unfold_height(struct unfold *u, node_id node);
/* Return the heaviest node with one of these frames, at or below the n given
   nodes; among equals the nearest to the root. NONE if there is none. */
node_id unfold_heaviest(const struct tree *t, const node_id *below, uint32_t n,
	const struct bits *frames);

#endif
