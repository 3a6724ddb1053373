/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting of many rows, which can be stopped; ranks for strings, to save slow
 * comparisons; and Go's sort, for comparisons that are not a strict weak order.
 */
#ifndef FT_BASE_SORT_H
#define FT_BASE_SORT_H

#include "base/progress.h"
#include "base/str.h"

/* Sort n rows of `size` bytes; `compare` is as for qsort(), 0 for equal rows
   only. False if progress, which may be NULL, asked to stop: then rows are in
   no order, and some may be duplicated. */
bool merge_sort(void *p, size_t n, size_t size,
	int (*compare)(const void *, const void *),
	const struct progress *progress);

/* Sort rows by a number, smallest first; equal ones keep their order. `room`
   has the same length. */
struct sort_key {
	uint64_t word;
	uint32_t at;
};
void sort_keys(struct sort_key *key, struct sort_key *room, size_t n);

/* Fill in rank[n], numbers in the order of n strings, the same for equal ones.
   Each string is read about once, eight bytes at a time, up to where it differs
   from all others. False if stopped. */
bool sort_text_ranks(const struct str *text, size_t n, uint32_t *rank,
	const struct progress *progress);

/*
 * pprof orders weights by |w| and equal weights by name; +5 and -5 are
 * unordered, though each has its place among those of its own sign. The result
 * of such a sort depends on the algorithm and on the input order, so the
 * algorithm must be Go's: insertion sort for up to twelve elements. Longer
 * lists come to pprof in random order, so any order will do, such as that of
 * `total`.
 *
 * `rule` returns 0 for two elements that are unordered; `total` agrees with it
 * except for those. Returns as merge_sort().
 */
enum { GOSORT_FEW = 12 };
bool gosort(void *p, size_t n, size_t size,
	int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress);

#endif
