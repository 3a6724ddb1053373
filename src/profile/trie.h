/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks as a calling-context trie, while it grows.
 *
 *     parent  0 0 1 2 1      node 4 is another child of 1: nodes are in
 *     loc     - A B C D      the order in which they were first needed
 *
 * A node stores its first child, usually the only one. A hash table finds other
 * children. A second hash table finds the leaf of a whole stack, so that a
 * known stack costs one lookup and a walk to the root. Sealing frees both
 * tables and renumbers the nodes into preorder.
 */
#ifndef FT_PROFILE_TRIE_H
#define FT_PROFILE_TRIE_H

#include "base/hash.h"
#include "base/progress.h"
#include "profile/budget.h"
#include "profile/ids.h"

struct trie_node {
	node_id parent; /* smaller than the node's own id */
	loc_id loc;
	node_id first; /* the child that was made first; 0: none */
};

struct trie {
	struct budget *budget; /* borrowed */
	uint32_t n;            /* nodes; node 0 is the root */
	size_t cap;
	struct trie_node *node; /* [n] */
	node_id *child;         /* [slots] hash table by (parent, loc) of all
				   children but the first ones */
	size_t slots, others;   /* others: slots in use */
	struct map64 stacks;    /* hash of a stack -> its leaf; may collide */
};

void trie_init(struct trie *t, struct budget *budget);
void trie_fini(struct trie *t);
/* Return the child for a location, new or known. NONE: the budget is spent. */
node_id trie_step(struct trie *t, node_id parent, loc_id loc);
/* Return the leaf of a stack given leaf first; 0 for an empty stack. NONE when
   the budget is spent. */
node_id trie_stack(struct trie *t, const loc_id *leaf_first, size_t n);

/* Free the hash tables: only the nodes are needed from now on. */
void trie_freeze(struct trie *t);
/* Fill in size[i], the number of nodes at and below node i. Parents must come
   first. False if progress, which may be NULL, asked to stop. */
bool trie_sizes(const node_id *parent, uint32_t n, uint32_t *size,
	const struct progress *progress);
/* Fill in now[i], the preorder number of node i; children keep the order in
   which they were made. False if progress asked to stop. */
bool trie_preorder(
	const struct trie *t, node_id *now, const struct progress *progress);

#endif
