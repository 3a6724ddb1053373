/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting many rows, which can be told to stop; numbers for strings that many
 * comparisons would wait for; and sorting as Go does where the comparison is
 * not a strict weak order.
 */
#ifndef FT_BASE_SORT_H
#define FT_BASE_SORT_H

#include "base/progress.h"
#include "base/str.h"

/* n rows of `size` bytes; `compare` as for qsort(), 0 for equal rows only.
   False when progress, which may be NULL, asked to stop: then the rows are in
   no order, and some may be there twice. */
bool merge_sort(void *p, size_t n, size_t size,
	int (*compare)(const void *, const void *),
	const struct progress *progress);

/* Rows by a number: the smallest first, of equal ones as they came. `room` is
   as long. */
struct sort_key {
	uint64_t word;
	uint32_t at;
};
void sort_keys(struct sort_key *key, struct sort_key *room, size_t n);

/* Numbers in the order of n strings, the same for equal ones, into rank[n].
   Each string is read about once, eight bytes at a time, from its begin to
   where it differs from all others. False: told to stop. */
bool sort_text_ranks(const struct str *text, size_t n, uint32_t *rank,
	const struct progress *progress);

/*
 * pprof orders weights by |w| and equal weights by name; of +5 and -5 neither
 * comes first, though each has its place among those of its own sign. The
 * result of such a sort depends on the algorithm and on the order before, so
 * the algorithm has to be Go's: up to twelve elements are sorted by insertion.
 * More of them come to pprof in random order, and then any order will do, as
 * that of `total`.
 *
 * `rule` says 0 for two elements of which neither goes before the other;
 * `total` agrees with it but for those. Returns as merge_sort().
 */
enum { GOSORT_FEW = 12 };
bool gosort(void *p, size_t n, size_t size,
	int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress);

#endif
