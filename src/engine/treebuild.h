/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree while it is being made: columns with room for `cap` nodes, and the
 * child of a node with a given frame, found or made.
 *
 * While growing, first[] is the newest child and next[] leads to older ones:
 * stacks that come one after the other mostly share their newest frames, so
 * a lookup ends after a step or two. A node with many children gets its
 * children into a hash table. grow_finish() turns the lists round.
 */
#ifndef FT_ENGINE_TREEBUILD_H
#define FT_ENGINE_TREEBUILD_H

#include "base/hash.h"
#include "engine/stage.h"
#include "engine/tree.h"

struct run;

enum {
	GROW_WIDE = 32,     /* children that are searched one by one */
	GROW_MAX = 1 << 28, /* nodes: what needs more is no real profile */
};

struct grow {
	uint32_t n, cap;
	node_id *parent, *first, *next;
	frame_id *frame;
	uint32_t *depth;   /* NULL: its chains will have it */
	uint8_t *flags;    /* TREE_* */
	uint8_t *width;    /* children, at most GROW_WIDE + 1; heap */
	struct map64 wide; /* (parent, frame, inline) -> child */
};

/* Bytes of the columns that stay. */
size_t grow_bytes(size_t cap, bool depth);
/* The root and room for cap - 1 more nodes in the block. cap > 0. */
void grow_init(struct grow *g, struct block *block, uint32_t cap, bool depth);
/* Give back what only growing needed. Called after grow_finish(), or alone
   when the tree is thrown away. */
void grow_free(struct grow *g);
/* Child lists in order of first appearance. -1 and the run's err on
   request. */
int grow_finish(struct grow *g, const struct run *run);

/* The structure alone, without weights. */
struct tree grow_tree(const struct grow *g);

/* Columns of weights for so many nodes, those that `like` has, in the block. */
size_t grow_weights_bytes(const struct tree *like, size_t cap);
void grow_take_weights(struct tree *t, const struct tree *like,
	struct block *block, size_t cap);
/* A node weighs nothing. */
void grow_zero(const struct tree *t, node_id node);

/* That child of `at` will be asked for soon: begin to wait for memory. */
void grow_ahead(const struct grow *g, node_id at, frame_id frame, uint8_t inl);

/* For grow_child(): the lookup went through the short list in vain. */
node_id grow_far(struct grow *g, node_id at, frame_id frame, uint8_t inl);

/* The child of `at` with this frame; inl is 0 or TREE_INLINE. A new one has
   the id that g->n had before, and no flag but inl. */
static inline node_id
grow_child(struct grow *g, node_id at, frame_id frame, uint8_t inl)
{
	if (g->width[at] <= GROW_WIDE)
		for (node_id c = g->first[at]; c != 0; c = g->next[c])
			if (g->frame[c] == frame &&
				(g->flags[c] & TREE_INLINE) == inl)
				return c;
	return grow_far(g, at, frame, inl);
}

#endif
