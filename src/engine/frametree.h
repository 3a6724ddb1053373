/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the profile's trie of locations to the tree of frames.
 *
 *     trie      root         tree, hide=B     root
 *               +- A 1                        +- A 1
 *               |  `- B 2                     |  `- C 2
 *               |     `- C 3                  `- E 3
 *               `- E 4
 *     map       0 1 1 2 3    where a sample that ends at a trie node ends
 *                            in the tree
 *
 * It depends on what a frame is and on the filters that take frames out, not
 * on those that take samples out: while a focus is typed, the tree stays.
 */
#ifndef FT_ENGINE_FRAMETREE_H
#define FT_ENGINE_FRAMETREE_H

#include "engine/chains.h"
#include "engine/stage.h"
#include "engine/tree.h"

struct run;

struct shape {
	struct stage stage;
	struct tree tree; /* the structure; no weights */
	uint32_t cap;     /* tree.n is at most this, with any filter */
	/* Their ends: NONE where a sample has no frame left; the root for one
	   that never had a stack, unless it is dropped. */
	struct chains chains;
};

const struct shape *shape_get(const struct run *run);

#endif
