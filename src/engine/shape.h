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
#ifndef FT_ENGINE_SHAPE_H
#define FT_ENGINE_SHAPE_H

#include <stdint.h>

#include "engine/stage.h"
#include "engine/tree.h"

struct run;

/*
 * The chains of a tree: nodes one below the other, of which each but the last
 * has one child and no stack that ends at it. What passes one of them passes
 * them all, so numbers are summed chain by chain: there are about as many as
 * stacks and forks, several times fewer than nodes.
 *
 *     0 root             chain  0  1    2    3     The root is alone.
 *     1 +- main          first  0  1    3    5 6   Stacks end at the last
 *     2    `- parse      nodes  0  1 2  3 4  5     nodes, here at 4 and 5.
 *     3       +- lex     parent 0  0    1    1
 *     4       |  `- read
 *     5       `- emit
 */
struct chains {
	uint32_t n;
	node_id *first;    /* [n + 1] chain c is first[c] .. first[c + 1] - 1 */
	uint32_t *parent;  /* [n] the chain above; less than c, but for 0 */
	uint32_t *of_slot; /* [n_slots] at whose end stacks end; NONE: they
			      have no frame left */
};

struct shape {
	struct stage stage;
	struct tree tree; /* the structure; no weights */
	uint32_t cap;     /* tree.n is at most this, with any filter */
	/* [trie.n] tree node, or NONE: such a sample has no frame left. 0 for
	   a sample that never had a stack, unless it is dropped. */
	node_id *map;
	struct chains chains;
};

const struct shape *shape_get(const struct run *run);

static inline node_id
chains_last(const struct chains *c, uint32_t chain)
{
	return c->first[chain + 1] - 1;
}

#endif
