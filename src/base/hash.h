/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hash functions, and a map from 64-bit keys to 32-bit values.
 *
 * Hashes for tables use a secret of this process, so that an attacker cannot
 * choose names or ids that all fall into one slot: hash_bytes(), hash_key(),
 * hash_join(). They differ from run to run, so no order may depend on them.
 * hash_mix() and hash_stable() are the same everywhere and are not for tables.
 *
 * The map is one array of slots probed linearly, at most two thirds full:
 *
 *     slot   0      1      2      3
 *          [k v]  [k v]  [free] [k v]    free: value == NONE
 *
 * Values are ids, so NONE (UINT32_MAX) is never a value.
 */
#ifndef FT_BASE_HASH_H
#define FT_BASE_HASH_H

#include "base/compiler.h"

#ifndef NONE
#define NONE UINT32_MAX
#endif

/* Mix 64 bits: every input bit affects every output bit. */
static inline uint64_t
hash_mix(uint64_t x)
{
	x ^= x >> 32;
	x *= UINT64_C(0xd6e8feb86659fd93);
	x ^= x >> 32;
	x *= UINT64_C(0xd6e8feb86659fd93);
	x ^= x >> 32;
	return x;
}

/* Hash bytes: the same in all runs, and on machines of the same byte order. */
uint64_t hash_stable(const void *p, size_t n);

/* Random numbers drawn before main() begins. The factors are odd. */
struct hash_secret {
	uint64_t key[2], factor[2];
};
extern struct hash_secret hash_secret;

static inline uint64_t
hash_key(uint64_t x)
{
	x = (x ^ hash_secret.key[0]) * hash_secret.factor[0];
	x ^= x >> 32;
	x *= hash_secret.factor[1];
	return x ^ x >> 32;
}

/* Combine a hash with one more number. */
static inline uint64_t
hash_join(uint64_t hash, uint64_t x)
{
	return hash_key(hash ^ x);
}

/* Fold two words into one by a keyed multiplication, for long data. Pass the
   final result through hash_key(). */
static inline uint64_t
hash_fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	wide x =
		(wide)(a ^ hash_secret.factor[0]) * (b ^ hash_secret.factor[1]);

	return (uint64_t)x ^ (uint64_t)(x >> 64);
#else
	return hash_join(a, hash_key(b));
#endif
}

/* Return SipHash-1-3 of any bytes. */
uint64_t hash_bytes(const void *p, size_t n);

struct map64_slot {
	uint64_t key;
	uint32_t value; /* NONE: free */
};

struct map64 {
	struct map64_slot *slot; /* owned; NULL while empty */
	size_t n, cap;           /* cap is 0 or a power of two */
};

#define MAP64_INIT \
	{ \
		.slot = NULL \
	}

void map64_free(struct map64 *m);
/* Return the value of a key, or NONE. */
uint32_t map64_get(const struct map64 *m, uint64_t key);
/* Prefetch the slot of a key that will be looked up soon. */
static inline void
map64_ahead(const struct map64 *m, uint64_t key)
{
	if (m->cap > 0)
		PREFETCH(&m->slot[hash_key(key) & (m->cap - 1)]);
}
/* Make room for n keys, so that the map does not grow while they are added. */
void map64_reserve(struct map64 *m, size_t n);
/* Set the value of a key, new or not. value != NONE. */
void map64_put(struct map64 *m, uint64_t key, uint32_t value);
/* Return a pointer to a key's value, valid until the next call on the map. If
   the key is new, the value is NONE, and the caller must set it. */
uint32_t *map64_at(struct map64 *m, uint64_t key);

#endif
