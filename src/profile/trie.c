/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing trie of stacks. */
#include "prelude.h"

#include "profile/trie.h"

#include <assert.h>

#include "base/hash.h"
#include "base/xalloc.h"

/* One less than the largest id, so that n + 1 is never NONE. */
#define NODES_MAX (NONE - 2)

void
trie_init(struct trie *t, struct budget *budget)
{
	*t = (struct trie){ .budget = budget, .n = 1, .cap = 64 };
	(void)budget_take(budget, t->cap * sizeof(*t->node));
	t->node = xmalloc(t->cap * sizeof(*t->node));
	t->node[0] = (struct trie_node){ 0, NONE, 0 };
}

void
trie_fini(struct trie *t)
{
	trie_freeze(t);
	free(t->node);
	t->node = NULL;
	t->n = 0;
}

/* Return the slot of a child, or the free slot for it. */
static size_t
child_slot(const struct trie *t, node_id parent, loc_id loc)
{
	size_t mask = t->slots - 1;
	size_t i = (size_t)hash_key((uint64_t)parent << 32 | loc) & mask;

	while (t->child[i] != NONE &&
		(t->node[t->child[i]].loc != loc ||
			t->node[t->child[i]].parent != parent))
		i = (i + 1) & mask;
	return i;
}

/* Add a node. NONE if there is no room. */
static node_id
trie_add(struct trie *t, node_id parent, loc_id loc)
{
	if (t->n == t->cap) {
		size_t cap = budget_grow(
			t->budget, t->cap, t->cap + 1, sizeof(*t->node));

		if (cap == 0)
			return NONE;
		t->node = xrealloc(t->node, cap, sizeof(*t->node));
		t->cap = cap;
	}
	if (t->n >= NODES_MAX)
		return NONE;
	t->node[t->n] = (struct trie_node){ parent, loc, 0 };
	return t->n++;
}

/* Return a child other than the first one; add it if it is new. */
static node_id
other_child(struct trie *t, node_id parent, loc_id loc)
{
	size_t at;

	if ((t->others + 1) * 3 > t->slots * 2) {
		size_t slots = t->slots == 0 ? 128 : t->slots * 2;

		if (!budget_take(
			    t->budget, (slots - t->slots) * sizeof(*t->child)))
			return NONE;
		free(t->child);
		t->child = xmalloc(mul_size(slots, sizeof(*t->child)));
		memset(t->child, 0xff, slots * sizeof(*t->child));
		t->slots = slots;
		for (node_id i = 1; i < t->n; i++) {
			const struct trie_node *node = &t->node[i];

			if (t->node[node->parent].first != i)
				t->child[child_slot(
					t, node->parent, node->loc)] = i;
		}
	}
	at = child_slot(t, parent, loc);
	if (t->child[at] == NONE) {
		/* The slot stays NONE if there is no room. */
		t->child[at] = trie_add(t, parent, loc);
		t->others++;
	}
	return t->child[at];
}

node_id
trie_step(struct trie *t, node_id parent, loc_id loc)
{
	node_id first;

	assert(parent < t->n && loc != NONE);
	first = t->node[parent].first;
	if (first != 0)
		return t->node[first].loc == loc ? first
						 : other_child(t, parent, loc);
	first = trie_add(t, parent, loc);
	if (first != NONE)
		t->node[parent].first = first;
	return first;
}

node_id
trie_stack(struct trie *t, const loc_id *leaf_first, size_t n)
{
	uint64_t k = hash_secret.factor[0], h = n ^ hash_secret.key[0];
	const loc_id *loc = leaf_first;
	size_t left = n, cap = t->stacks.cap;
	node_id leaf;

	/* Hash two locations with one multiplication, as this runs over every
	   location of every sample. A product does not mix the highest bits,
	   but ids are small and never differ in these alone. */
	for (; left >= 2; left -= 2, loc += 2) {
		h ^= (uint64_t)loc[0] << 32 | loc[1];
		h *= k;
		h ^= h >> 29;
	}
	if (left == 1)
		h ^= loc[0];
	h = hash_key(h);
	leaf = map64_get(&t->stacks, h);
	if (leaf != NONE) {
		node_id at = leaf;

		for (left = 0; left < n && at != 0 &&
			t->node[at].loc == leaf_first[left];
			left++)
			at = t->node[at].parent;
		if (left == n && at == 0)
			return leaf;
	}
	for (leaf = 0; n > 0 && leaf != NONE; n--)
		leaf = trie_step(t, leaf, leaf_first[n - 1]);
	if (leaf == NONE)
		return NONE;
	map64_put(&t->stacks, h, leaf);
	return budget_take(t->budget,
		       (t->stacks.cap - cap) * sizeof(*t->stacks.slot))
		? leaf
		: NONE;
}

void
trie_freeze(struct trie *t)
{
	free(t->child);
	t->child = NULL;
	budget_give(t->budget, t->slots * sizeof(*t->child));
	t->slots = t->others = 0;
	budget_give(t->budget, t->stacks.cap * sizeof(*t->stacks.slot));
	map64_free(&t->stacks);
}

bool
trie_sizes(const node_id *parent, uint32_t n, uint32_t *size,
	const struct progress *progress)
{
	for (node_id i = 0; i < n; i++)
		size[i] = 1;
	for (node_id i = n - 1; i > 0; i--) {
		if (progress_stops_at(progress, i))
			return false;
		size[parent[i]] += size[i];
	}
	return true;
}

bool
trie_preorder(
	const struct trie *t, node_id *now, const struct progress *progress)
{
	/* size[i] is the number of nodes at and below i; once i is numbered,
	   it is the number of i's next child. */
	uint32_t *size = xmalloc(mul_size(t->n, sizeof(*size)));
	bool stopped = false;

	for (node_id i = 0; i < t->n; i++)
		size[i] = 1;
	for (node_id i = t->n - 1; i > 0 && !stopped; i--) {
		size[t->node[i].parent] += size[i];
		stopped = progress_stops_at(progress, i);
	}
	now[0] = 0;
	size[0] = 1;
	for (node_id i = 1; i < t->n && !stopped; i++) {
		uint32_t *next = &size[t->node[i].parent];

		now[i] = *next;
		*next += size[i];
		size[i] = now[i] + 1;
		stopped = progress_stops_at(progress, i);
	}
	free(size);
	return !stopped;
}
