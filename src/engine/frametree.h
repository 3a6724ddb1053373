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
 * The tree depends on the granularity and on filters that remove frames, but
 * not on filters that remove samples: it stays the same while a focus is typed.
 */
#ifndef FT_ENGINE_FRAMETREE_H
#define FT_ENGINE_FRAMETREE_H

#include "engine/chains.h"
#include "engine/leaffold.h"
#include "engine/stage.h"
#include "engine/tree.h"

struct run;

struct shape {
	struct stage stage;
	struct tree tree; /* structure without weights */
	uint32_t cap;     /* upper limit of tree.n with any filter */
	/* A slot's end is NONE if no frame is left, and the root if its samples
	   never had a stack and no filter drops them. */
	struct chains chains;
	struct leaffolds folded;
};

const struct shape *shape_get(const struct run *run);

#endif
