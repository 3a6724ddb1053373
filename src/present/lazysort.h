/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A long list that is sorted only where it is viewed.
 *
 * This is a quicksort that sorts only the range requested, so a million rows
 * are ready at once. Partitions are kept, so the next page is cheap.
 *
 *     rank_sort(r, 0, 3)     9 8 7 | 2 5 1 6 3 4
 *     rank_sort(r, 4, 5)     9 8 7 6 | 5 | 2 1 3 4
 */
#ifndef FT_PRESENT_LAZYSORT_H
#define FT_PRESENT_LAZYSORT_H

#include "base/bits.h"

struct rank_item {
	uint64_t key; /* largest first */
	uint32_t id;  /* equal keys: by rank.before, else smallest first */
};

struct rank {
	uint32_t n;
	struct rank_item *item; /* [n] */
	struct bits edge;       /* [n + 1] set if all items before this index
				   sort before the rest */
	/* True if a comes before b, where both ids have the same key; a total
	   order. NULL: the smaller id comes first. */
	bool (*before)(const void *arg, uint32_t a, uint32_t b);
	const void *arg;
};

/* Allocate n items, which the caller fills in, each id once. `before` and `arg`
   may be set after this call. */
void rank_init(struct rank *r, uint32_t n);
void rank_fini(struct rank *r);
/* Move the items that belong to positions [from, to) there, in order. */
void rank_sort(struct rank *r, uint32_t from, uint32_t to);
/* Return the position where this id belongs; NONE if it is absent. */
uint32_t rank_place(const struct rank *r, uint32_t id);

#endif
