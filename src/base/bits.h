/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A set of small ids, one bit each. The words are in an arena, on the heap
 * (freed by the caller), or in other memory of the caller.
 */
#ifndef FT_BASE_BITS_H
#define FT_BASE_BITS_H

#include "base/arena.h"
#include "base/xalloc.h"

struct bits {
	uint64_t *word; /* [(n + 63) / 64] */
	size_t n;       /* ids 0 .. n - 1 */
};

/* Return the size of the words for n ids, in bytes. */
static inline size_t
bits_bytes(size_t n)
{
	return (n + 63) / 64 * sizeof(uint64_t);
}

/* Return an empty set of ids below n: on the heap, or in an arena. */
static inline struct bits
bits_new(size_t n)
{
	return (struct bits){ .word = xcalloc(1, bits_bytes(n)), .n = n };
}

static inline struct bits
bits_in(struct arena *arena, size_t n)
{
	return (struct bits){ .word = arena_zalloc(arena, bits_bytes(n)),
		.n = n };
}

static inline bool
bits_get(const struct bits *b, size_t i)
{
	return (b->word[i >> 6] >> (i & 63)) & 1;
}

static inline void
bits_set(struct bits *b, size_t i)
{
	b->word[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline void
bits_clear(struct bits *b, size_t i)
{
	b->word[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

/* Return the number of bits set in a word. Bits are summed in groups of two,
   four and eight; the product adds up the bytes. */
static inline unsigned
bits_ones(uint64_t x)
{
	x -= (x >> 1) & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) +
		((x >> 2) & UINT64_C(0x3333333333333333));
	x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
	return (unsigned)((x * UINT64_C(0x0101010101010101)) >> 56);
}

/* Return the number of the lowest bit set in a word; x is not 0. */
static inline unsigned
bits_lowest(uint64_t x)
{
	return bits_ones((x & (0 - x)) - 1);
}

#endif
