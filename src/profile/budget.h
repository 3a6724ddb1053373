/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits on what reading a file may cost: bytes and steps. Tables of the
 * profile, and the reader's own, take bytes before they grow, so a large
 * profile causes an error before memory runs out. Loops that can be longer than
 * the file count their steps.
 */
#ifndef FT_PROFILE_BUDGET_H
#define FT_PROFILE_BUDGET_H

#include "base/num.h"
#include "base/progress.h"

struct budget {
	size_t used;
	size_t max; /* 0: no limit */
	const struct progress *progress; /* checked at intervals; or NULL */
	size_t asked;                    /* bytes used at the last check */
	uint64_t steps, max_steps; /* max_steps 0: no limit */
};

/* Real files need up to 40 steps per byte: trees of deep stacks that differ by
   one frame. */
enum { BUDGET_STEPS = 1 << 26, BUDGET_STEPS_PER_BYTE = 256 };

/* Bytes taken between two checks. */
enum { BUDGET_ASK = 1 << 16 };

/* Take `bytes` from the budget. False, taking nothing, if too few are left. */
static inline bool
budget_take(struct budget *b, size_t bytes)
{
	size_t sum = add_size(b->used, bytes);

	if (sum == SIZE_MAX || (b->max != 0 && sum > b->max))
		return false;
	if (sum > b->asked && sum - b->asked >= BUDGET_ASK) {
		b->asked = sum;
		if (progress_stopped(b->progress))
			return false;
	}
	b->used = sum;
	return true;
}

/* Give `bytes` that were freed back to the budget. */
static inline void
budget_give(struct budget *b, size_t bytes)
{
	b->used -= bytes < b->used ? bytes : b->used;
}

/* Return a new capacity, at least `want`, for a table of `cap` rows, and take
   the memory for its new rows of `row` bytes. 0 if too little is left. */
static inline size_t
budget_grow(struct budget *b, size_t cap, size_t want, size_t row)
{
	size_t more = cap < 32 ? 64 : mul_size(cap, 2);

	if (more < want)
		more = want;
	return budget_take(b, mul_size(more - cap, row)) ? more : 0;
}

#endif
