/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The chains of a tree: runs of nodes in which every node except the last has
 * exactly one child, and no stack ends before the last. All nodes of a chain
 * have the same total, so numbers are summed and stored per chain. There are
 * about as many chains as stacks and forks, several times fewer than nodes.
 *
 *     0 root             chain  0  1    2    3     The root is alone.
 *     1 +- main          first  0  1    3    5 6   Stacks end at the last
 *     2    `- parse      nodes  0  1 2  3 4  5     nodes, here at 4 and 5.
 *     3       +- lex     parent 0  0    1    1
 *     4       |  `- read
 *     5       `- emit    begins 1  1 0  1 0  1     1: a chain begins here.
 *
 * chains_make() in frametree.c makes them with the tree's shape; tree_row() and
 * similar functions in tree.h read them. A node's chain is the number of chains
 * that begin at or before the node, less one: two look-ups in small tables.
 */
#ifndef FT_ENGINE_CHAINS_H
#define FT_ENGINE_CHAINS_H

#include "base/bits.h"
#include "profile/ids.h"

struct chains {
	uint32_t n;
	node_id *first;    /* [n + 1] chain c is first[c] .. first[c + 1] - 1 */
	uint32_t *parent;  /* [n] parent chain, less than c; the root's is 0 */
	uint32_t *depth;   /* [n] depth of the first node; 0 for the root */
	uint32_t *of_slot; /* [n_slots] chain in which the stacks end; NONE: no
			      frame is left */
	struct bits begins; /* [tree.n] 1: a chain begins at the node */
	uint32_t *before;   /* [words] chains that begin before each word */
};

static inline uint32_t
chain_of(const struct chains *c, node_id node)
{
	uint64_t upto = c->begins.word[node / 64] << (63 - node % 64);

	return c->before[node / 64] + bits_ones(upto) - 1;
}

static inline node_id
chains_last(const struct chains *c, uint32_t chain)
{
	return c->first[chain + 1] - 1;
}

/* Return the node where the stacks of a slot end, or NONE. */
static inline node_id
chains_end(const struct chains *c, uint32_t slot)
{
	uint32_t chain = c->of_slot[slot];

	return chain != NONE ? chains_last(c, chain) : NONE;
}

#endif
