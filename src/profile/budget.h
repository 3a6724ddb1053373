/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A limit on the memory of a profile's tables, in bytes. A table asks before it
 * grows; a refusal becomes an ordinary error, long before memory runs out.
 */
#ifndef FT_PROFILE_BUDGET_H
#define FT_PROFILE_BUDGET_H

#include "base/num.h"

struct budget {
	size_t used;
	size_t max; /* 0: no limit */
};

/* Count `bytes` more. False, counting nothing, if that exceeds the limit. */
static inline bool
budget_take(struct budget *b, size_t bytes)
{
	size_t sum = add_size(b->used, bytes);

	if (sum == SIZE_MAX || (b->max != 0 && sum > b->max))
		return false;
	b->used = sum;
	return true;
}

/* Subtract `bytes` that were freed. */
static inline void
budget_give(struct budget *b, size_t bytes)
{
	b->used -= bytes < b->used ? bytes : b->used;
}

/* Return the capacity for a table of `cap` rows to grow to at least `want`, and
   count the additional rows of `row` bytes. 0 if that exceeds the limit. */
static inline size_t
budget_grow(struct budget *b, size_t cap, size_t want, size_t row)
{
	size_t more = cap < 32 ? 64 : mul_size(cap, 2);

	if (more < want)
		more = want;
	return budget_take(b, mul_size(more - cap, row)) ? more : 0;
}

#endif
