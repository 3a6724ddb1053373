/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree while it is made: columns with room for `cap` nodes, and a look-up
 * that finds or makes the child of a node with a given frame.
 *
 * While growing, first[] is the newest child and next[] leads to older ones:
 * neighbouring stacks mostly share their newest frames, so a look-up ends after
 * a step or two. A node with many children has them in a hash table.
 * grow_finish() reverses the lists.
 */
#ifndef FT_ENGINE_TREEBUILD_H
#define FT_ENGINE_TREEBUILD_H

#include "base/hash.h"
#include "engine/stage.h"
#include "engine/tree.h"

struct run;

enum {
	GROW_WIDE = 32,     /* more children than this get a hash table */
	GROW_MAX = 1 << 28, /* nodes, more than any real profile needs */
};

struct grow {
	uint32_t n, cap;
	node_id *parent, *first, *next;
	frame_id *frame;
	uint32_t *depth;   /* NULL: stored per chain */
	uint8_t *flags;    /* TREE_* */
	uint8_t *width;    /* number of children, up to GROW_WIDE + 1; on the
			      heap */
	struct map64 wide; /* (parent, frame, inline) -> child */
};

/* Return the block size that grow_init() needs. */
size_t grow_bytes(size_t cap, bool depth);
/* Make the root, with room for cap - 1 more nodes in the block. cap > 0. */
void grow_init(struct grow *g, struct block *block, uint32_t cap, bool depth);
/* Free the data that only growing needs. Call it after grow_finish(), or
   instead of it if the tree is discarded. */
void grow_free(struct grow *g);
/* Put child lists in order of first appearance. -1 and the run's err when
   stopped. */
int grow_finish(struct grow *g, const struct run *run);

/* Return only the structure, without weights. */
struct tree grow_tree(const struct grow *g);

/* Return the size of, or take, `cap` rows of the weights that `like` has. */
size_t grow_weights_bytes(const struct tree *like, size_t cap);
void grow_take_weights(struct tree *t, const struct tree *like,
	struct block *block, size_t cap);
/* Set a node's weights to 0. */
void grow_zero(const struct tree *t, node_id node);

/* Prefetch the hash entry of a child of `at` that will be looked up soon. */
void grow_ahead(const struct grow *g, node_id at, frame_id frame, uint8_t inl);

/* Find or make a child that is not in grow_child()'s short list. */
node_id grow_far(struct grow *g, node_id at, frame_id frame, uint8_t inl);

/* Return the child of `at` with this frame; inl is 0 or TREE_INLINE. A new one
   gets the old g->n as its id, and no flag except inl. */
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
