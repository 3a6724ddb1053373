/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing trie of stacks: see trie.h. */
#include "config.h"

#include "profile/trie.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/xalloc.h"

#include "base/banned.h"

/* Ids up to NONE - 1 exist; one is left free so that n + 1 never is NONE. */
#define NODES_MAX (NONE - 2)

void
trie_init(struct trie *t, struct budget *budget)
{
	*t = (struct trie){ .budget = budget, .n = 1, .cap = 64 };
	(void)budget_take(budget, t->cap * sizeof(*t->node));
	t->node = xmalloc(t->cap * sizeof(*t->node));
	t->node[0] = (struct trie_node){ 0, NONE };
}

void
trie_fini(struct trie *t)
{
	trie_freeze(t);
	free(t->node);
	t->node = NULL;
	t->n = 0;
}

static size_t
child_hash(const struct trie *t, node_id parent, loc_id loc)
{
	return (size_t)hash_key((uint64_t)parent << 32 | loc) &
		(t->child_slots - 1);
}

static size_t
child_slot(const struct trie *t, node_id parent, loc_id loc)
{
	size_t mask = t->child_slots - 1;
	size_t i = child_hash(t, parent, loc);

	while (t->child[i] != NONE &&
		(t->node[t->child[i]].loc != loc ||
			t->node[t->child[i]].parent != parent))
		i = (i + 1) & mask;
	return i;
}

static bool
children_grow(struct trie *t)
{
	size_t slots = t->child_slots == 0 ? 128 : t->child_slots * 2;

	if (!budget_take(
		    t->budget, (slots - t->child_slots) * sizeof(*t->child)))
		return false;
	free(t->child);
	t->child = xmalloc(mul_size(slots, sizeof(*t->child)));
	memset(t->child, 0xff, slots * sizeof(*t->child));
	t->child_slots = slots;
	/* All differ, so the first free slot is right. */
	for (node_id i = 1; i < t->n; i++) {
		size_t at = child_hash(t, t->node[i].parent, t->node[i].loc);

		while (t->child[at] != NONE)
			at = (at + 1) & (slots - 1);
		t->child[at] = i;
	}
	return true;
}

static bool
nodes_grow(struct trie *t)
{
	size_t cap =
		budget_grow(t->budget, t->cap, t->cap + 1, sizeof(*t->node));

	if (cap == 0)
		return false;
	t->node = xrealloc(t->node, cap, sizeof(*t->node));
	t->cap = cap;
	return true;
}

/* Room for one more node in both tables. */
static bool
trie_make_room(struct trie *t)
{
	if (((size_t)t->n + 1) * 3 > t->child_slots * 2 && !children_grow(t))
		return false;
	return t->n < NODES_MAX && (t->n < t->cap || nodes_grow(t));
}

/* A new child, to be found from the free slot `at`. */
static node_id
add_child(struct trie *t, size_t at, node_id parent, loc_id loc)
{
	t->node[t->n] = (struct trie_node){ parent, loc };
	t->child[at] = t->n;
	return t->n++;
}

node_id
trie_step(struct trie *t, node_id parent, loc_id loc)
{
	size_t at;

	assert(parent < t->n && loc != NONE);
	if (!trie_make_room(t))
		return NONE;
	at = child_slot(t, parent, loc);
	if (t->child[at] != NONE)
		return t->child[at];
	return add_child(t, at, parent, loc);
}

/* The same for a parent that has no children yet: there is nothing to
   compare with. */
static node_id
first_child(struct trie *t, node_id parent, loc_id loc)
{
	size_t at;

	if (!trie_make_room(t))
		return NONE;
	at = child_hash(t, parent, loc);
	while (t->child[at] != NONE)
		at = (at + 1) & (t->child_slots - 1);
	return add_child(t, at, parent, loc);
}

/* One multiplication for two locations: this runs over every location of
   every sample. Ids are too small for differences that only reach the
   highest bits, which come out of a product as they went in. */
static uint32_t
stack_hash(const loc_id *loc, size_t n)
{
	const uint64_t k = hash_secret.factor[0];
	uint64_t h = n ^ hash_secret.key[0];

	for (; n >= 2; n -= 2, loc += 2) {
		h ^= (uint64_t)loc[0] << 32 | loc[1];
		h *= k;
		h ^= h >> 29;
	}
	if (n == 1)
		h ^= loc[0];
	return (uint32_t)(hash_key(h) >> 32);
}

static bool
is_stack(const struct trie *t, const struct trie_stack *s, const loc_id *loc,
	size_t n)
{
	const uint32_t *copy = t->copies + s->copy;

	return copy[0] == n && memcmp(copy + 1, loc, n * sizeof(*loc)) == 0;
}

/* Append a copy for a new stack. */
static bool
copy_stack(struct trie *t, const loc_id *loc, size_t n)
{
	if (n >= UINT32_MAX)
		return false;
	if (t->ncopies + n + 1 > t->copies_cap) {
		size_t cap = budget_grow(t->budget, t->copies_cap,
			t->ncopies + n + 1, sizeof(*t->copies));

		if (cap == 0)
			return false;
		t->copies = xrealloc(t->copies, cap, sizeof(*t->copies));
		t->copies_cap = cap;
	}
	t->copies[t->ncopies] = (uint32_t)n;
	memcpy(t->copies + t->ncopies + 1, loc, n * sizeof(*loc));
	t->ncopies += n + 1;
	return true;
}

static bool
stacks_grow(struct trie *t)
{
	size_t old_slots = t->stack_slots;
	size_t slots = old_slots == 0 ? 128 : old_slots * 2;
	size_t mask = slots - 1;
	struct trie_stack *old = t->stack;

	/* The slot comes from the 32 bits that are kept. */
	if (slots > UINT32_MAX ||
		!budget_take(
			t->budget, (slots - old_slots) * sizeof(*t->stack)))
		return false;
	t->stack = xmalloc(mul_size(slots, sizeof(*t->stack)));
	memset(t->stack, 0xff, slots * sizeof(*t->stack));
	t->stack_slots = slots;
	for (size_t i = 0; i < old_slots; i++) {
		size_t at = old[i].hash & mask;

		if (old[i].leaf == NONE)
			continue;
		while (t->stack[at].leaf != NONE)
			at = (at + 1) & mask;
		t->stack[at] = old[i];
	}
	free(old);
	return true;
}

/* The leaf of a stack that was not there as a whole. */
static node_id
trie_add_stack(struct trie *t, const loc_id *leaf_first, size_t n)
{
	node_id node = 0;

	for (size_t i = n; i > 0 && node != NONE; i--) {
		bool is_new = node == t->n - 1 && node != 0;

		/* The newest node has no children. */
		node = is_new ? first_child(t, node, leaf_first[i - 1])
			      : trie_step(t, node, leaf_first[i - 1]);
	}
	return node;
}

node_id
trie_stack(struct trie *t, const loc_id *leaf_first, size_t n)
{
	uint32_t hash = stack_hash(leaf_first, n);
	size_t at, mask;
	node_id leaf;

	if (n == 0)
		return 0;
	if ((t->nstacks + 1) * 3 > t->stack_slots * 2 && !stacks_grow(t))
		return NONE;
	mask = t->stack_slots - 1;
	for (at = hash & mask; t->stack[at].leaf != NONE; at = (at + 1) & mask)
		if (t->stack[at].hash == hash &&
			is_stack(t, &t->stack[at], leaf_first, n))
			return t->stack[at].leaf;
	leaf = trie_add_stack(t, leaf_first, n);
	if (leaf == NONE || !copy_stack(t, leaf_first, n))
		return NONE;
	t->stack[at] = (struct trie_stack){ hash, leaf, t->ncopies - n - 1 };
	t->nstacks++;
	return leaf;
}

void
trie_freeze(struct trie *t)
{
	free(t->child);
	free(t->stack);
	free(t->copies);
	t->child = NULL;
	t->stack = NULL;
	t->copies = NULL;
	budget_give(t->budget, t->child_slots * sizeof(*t->child));
	budget_give(t->budget, t->stack_slots * sizeof(*t->stack));
	budget_give(t->budget, t->copies_cap * sizeof(*t->copies));
	t->child_slots = t->stack_slots = t->nstacks = 0;
	t->ncopies = t->copies_cap = 0;
}

void
trie_preorder(const struct trie *t, node_id *now, node_id *end)
{
	/* size[i]: nodes below and at i, until i is numbered; from then on the
	   number that its next child gets. */
	uint32_t *size = xmalloc(mul_size(t->n, sizeof(*size)));

	for (node_id i = 0; i < t->n; i++)
		size[i] = 1;
	for (node_id i = t->n - 1; i > 0; i--)
		size[t->node[i].parent] += size[i];
	now[0] = 0;
	end[0] = size[0];
	size[0] = 1;
	for (node_id i = 1; i < t->n; i++) {
		uint32_t *next = &size[t->node[i].parent];

		now[i] = *next;
		end[now[i]] = *next + size[i];
		*next += size[i];
		size[i] = now[i] + 1;
	}
	free(size);
}
