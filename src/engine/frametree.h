/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the profile's trie of locations to the tree of frames.
 *
 *     trie      root         tree, hide=B     root
 *               +- A 1                        +- A 1
 *               |  `- B 2                     |  `- C 2
 *               |     `- C 3                  `- E 3
 *               `- E 4
 *     map       0 1 1 2 3    the tree node at which the samples of each
 *                            trie node end
 *
 * The tree depends on the granularity and on filters that remove frames, not on
 * those that remove samples: while a focus is typed, it stays the same.
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
	/* The node at which each sample ends: NONE if no frame is left; the
	   root for a sample that never had a stack, unless it is dropped. */
	struct chains chains;
};

const struct shape *shape_get(const struct run *run);

#endif
