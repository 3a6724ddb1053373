/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many bytes the tables of a profile may take. Tables ask before they
 * grow; a refusal becomes an ordinary error, long before memory is gone.
 */
#ifndef FT_PROFILE_BUDGET_H
#define FT_PROFILE_BUDGET_H

#include "base/num.h"

struct budget {
	size_t used;
	size_t max; /* 0: no limit */
};

/* Count `bytes` more. False, and nothing counted, when that is too much. */
static inline bool
budget_take(struct budget *b, size_t bytes)
{
	size_t sum = add_size(b->used, bytes);

	if (sum == SIZE_MAX || (b->max != 0 && sum > b->max))
		return false;
	b->used = sum;
	return true;
}

/* `bytes` were freed. */
static inline void
budget_give(struct budget *b, size_t bytes)
{
	b->used -= bytes < b->used ? bytes : b->used;
}

/* The capacity to grow a table to, so that it holds at least `want` rows of
   `row` bytes; what it holds more than `cap` rows is counted. 0 when that is
   too much. */
static inline size_t
budget_grow(struct budget *b, size_t cap, size_t want, size_t row)
{
	size_t more = cap < 32 ? 64 : mul_size(cap, 2);

	if (more < want)
		more = want;
	return budget_take(b, mul_size(more - cap, row)) ? more : 0;
}

#endif
