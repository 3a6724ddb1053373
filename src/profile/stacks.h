/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All stacks of a profile, known at once -> the trie in preorder.
 *
 *     loc   A B C - A B D - A E -      root first, each ends with NONE
 *     first 0       4       8
 *
 *     members    part by the first location that is still to come
 *     {0 1 2}    A
 *     {0 1}      +- B
 *     {0}        |  +- C      one member: the rest is a chain, copied
 *     {1}        |  `- D
 *     {2}        `- E
 *
 * The parts of a group keep the order in which their first members came, so
 * that the nodes are the ones that a trie growing stack by stack (trie.h)
 * has after sorting. It takes a fraction of the time, since a group's stacks
 * are soon few enough for the cache and no node is ever looked up. Members are
 * parted by what comes next in several steps at once (stacks_split.h), as they
 * are waited for.
 */
#ifndef FT_PROFILE_STACKS_H
#define FT_PROFILE_STACKS_H

#include "base/progress.h"
#include "base/str.h"
#include "profile/budget.h"
#include "profile/ids.h"

/* Both arrays are on the heap. n stacks and all that they hold must be less
   than NONE. Equal stacks are fine. */
struct stacks {
	uint32_t n;
	uint32_t *first; /* [n] where each begins in loc */
	loc_id *loc;
	size_t nloc; /* with the ends */
};

/* Locations of one, without its end. */
static inline size_t
stacks_length(const struct stacks *s, uint32_t i)
{
	return (i + 1 < s->n ? s->first[i + 1] : s->nloc) - s->first[i] - 1;
}

/* The same as profile.proto packs them: the leaf first, and of a number seven
   bits in each byte, the lowest first, of which only the last is below 0x80. */
struct stacks_packed {
	uint32_t n;
	const struct str *span; /* [n] */
	size_t bytes;           /* of all of them */
	/* Called as soon as nobody looks at them any more; may be NULL. */
	void (*done)(void *owner);
	void *owner;
};

/* Columns as in struct profile; heap arrays, the caller's. */
struct stacks_trie {
	uint32_t n;
	node_id *parent;
	loc_id *loc;
};

void stacks_free(struct stacks *s);
void stacks_trie_free(struct stacks_trie *t);
/* leaf[i] becomes the node of stack i; nlocs is one more than the largest
   location. False when the budget is spent or progress, which may be NULL,
   asked to stop: nothing is to be freed then. */
bool stacks_to_trie(const struct stacks *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf);

/* The same. False and *odd when a number is not less than nlocs, or not written
   like this; then, and for want of memory, they may be needed once more, and
   done() was not called. */
bool stacks_packed_to_trie(const struct stacks_packed *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf, bool *odd);
/* The most that this takes, in bytes. */
size_t stacks_packed_need(const struct stacks_packed *s, uint32_t nlocs);

#endif
