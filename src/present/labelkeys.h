/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keys of labels in the order in which they are offered:
 *
 *     tenant, endpoint      heaviest first, then by name
 *     trace id              then those with a value for nearly every sample,
 *                           which tell samples apart and group nothing
 *     thread (empty)        then those whose samples have no weight
 */
#ifndef FT_PRESENT_LABELKEYS_H
#define FT_PRESENT_LABELKEYS_H

#include "base/str.h"
#include "base/vec.h"
#include "profile/profile.h"

struct label_key {
	struct str key;
	struct str unit;  /* unit of the key's numbers */
	int64_t number;   /* one of the key's numbers, in `unit` */
	uint64_t weight;  /* |weight|; in a diff of the larger side */
	size_t values;    /* distinct values */
	uint64_t samples; /* samples with the key */
	uint32_t at;      /* for the caller's use */
};

/* True if the values are ids: nearly every sample has its own, or they are
   times since 1970. Sizes and durations are not: ranges of them make sense. */
bool label_key_is_id(const struct label_key *k);
/* Compare two struct label_key, for qsort(). */
int label_key_order(const void *a, const void *b);

/* The keys of a profile's labels with text values, in order. Weights are sums
   of a column, of only some of the samples if there are many. */
struct label_keys {
	VEC(struct label_key) key;
};
void label_keys_init(
	struct label_keys *k, const struct profile *p, uint32_t column);
void label_keys_fini(struct label_keys *k);

#endif
