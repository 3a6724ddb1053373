/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#ifndef FT_ENGINE_CHAINS_H
#define FT_ENGINE_CHAINS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/stage.h"
#include "engine/tree.h"

struct run;
struct subject;

struct chains {
	uint32_t n;
	node_id *first;    /* [n + 1] chain c is first[c] .. first[c + 1] - 1 */
	uint32_t *parent;  /* [n] the chain above; less than c, but for 0 */
	uint32_t *of_slot; /* [n_slots] at whose end stacks end; NONE: they
			      have no frame left */
};

/* Bytes of the columns, with room for the chains of `cap` nodes. */
size_t chains_bytes(size_t cap, size_t n_slots);
/* Of a finished tree, into columns of the block; map leads from the nodes of
   the trie to those of the tree. -1 and the run's err on request. Uses the
   engine's scratch. */
int chains_make(struct chains *c, const struct run *run, const struct tree *t,
	const struct subject *subject, const node_id *map, struct block *block,
	size_t cap);

static inline node_id
chains_last(const struct chains *c, uint32_t chain)
{
	return c->first[chain + 1] - 1;
}

#endif
