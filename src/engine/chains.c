/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chains of a tree: see chains.h. */
#include "config.h"

#include "engine/chains.h"

#include "base/bits.h"
#include "engine/core.h"
#include "engine/subject.h"

#include "base/banned.h"

/*
 * Which nodes begin a chain, one bit each, and how many did before each word:
 * so the chain of a node is found with two looks at small tables.
 *
 *     node    0  1  2  3  4  5        chain of 4: three begin at 0 .. 4,
 *     begins  1  1  0  1  0  1        it is the last of these
 */
struct begins {
	struct bits bit;
	uint32_t *before; /* [words] */
};

static uint32_t
chain_of(const struct begins *b, node_id node)
{
	uint64_t upto = b->bit.word[node / 64] << (63 - node % 64);

	return b->before[node / 64] + bits_ones(upto) - 1;
}

/* Behind a node at which stacks end another chain begins. of_slot is that
   node for now. */
static int
cut_at_ends(const struct chains *c, struct begins *b, const struct run *run,
	const struct subject *subject, const node_id *map)
{
	memset(b->bit.word, 0, bits_bytes(b->bit.n));
	for (uint32_t slot = 0; slot < subject->n_slots; slot++) {
		node_id at = map[subject->leaf[slot]];

		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		c->of_slot[slot] = at;
		if (at != NONE && at + 1 < b->bit.n)
			bits_set(&b->bit, at + 1);
	}
	return 0;
}

/* Of the nodes from .. to - 1, at most 64: those that do not go on with what
   the node before began. An only child that follows its parent does. */
static uint64_t
forks(const struct tree *t, node_id from, node_id to)
{
	uint64_t word = 0;

	for (node_id i = from; i < to; i++)
		word |= (uint64_t)((t->parent[i] != i - 1) | (t->next[i] != 0))
			<< (i - from);
	return word;
}

static int
number(struct chains *c, struct begins *b, const struct run *run,
	const struct tree *t)
{
	c->n = 0;
	/* The root, and what hangs below it. */
	b->bit.word[0] |= t->n > 1 ? 3 : 1;
	for (node_id from = 0; from < t->n; from += 64) {
		size_t w = from / 64;

		if (from % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		b->before[w] = c->n;
		b->bit.word[w] |=
			forks(t, from, t->n - from < 64 ? t->n : from + 64);
		for (uint64_t x = b->bit.word[w]; x != 0; x &= x - 1) {
			node_id i = from + bits_lowest(x);

			c->first[c->n] = i;
			c->parent[c->n++] = chain_of(b, t->parent[i]);
		}
	}
	c->first[c->n] = t->n;
	return 0;
}

static int
find_ends(struct chains *c, const struct begins *b, const struct run *run,
	const struct subject *subject)
{
	for (uint32_t slot = 0; slot < subject->n_slots; slot++) {
		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (c->of_slot[slot] != NONE)
			c->of_slot[slot] = chain_of(b, c->of_slot[slot]);
	}
	return 0;
}

size_t
chains_bytes(size_t cap, size_t n_slots)
{
	return add_size(mul_size(2, block_size(cap + 1, sizeof(uint32_t))),
		block_size(n_slots, sizeof(uint32_t)));
}

int
chains_make(struct chains *c, const struct run *run, const struct tree *t,
	const struct subject *subject, const node_id *map, struct block *block,
	size_t cap)
{
	struct arena *scratch = &run->e->scratch;
	struct begins b = { .bit.n = t->n };

	c->first = block_take(block, cap + 1, sizeof(*c->first));
	c->parent = block_take(block, cap + 1, sizeof(*c->parent));
	c->of_slot = block_take(block, subject->n_slots, sizeof(*c->of_slot));
	arena_reset(scratch);
	b.bit.word = arena_alloc(scratch, bits_bytes(t->n));
	b.before = ARENA_ARRAY(scratch, uint32_t, ((size_t)t->n + 63) / 64);
	if (cut_at_ends(c, &b, run, subject, map) != 0 ||
		number(c, &b, run, t) != 0)
		return -1;
	return find_ends(c, &b, run, subject);
}
