/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting of many rows, which can be stopped; ranks of strings, to save slow
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

/* Sort by `word`, smallest first; equal keys keep their order. `at` moves with
   the key: usually the index of the row that it belongs to. room[n] is
   scratch. */
struct sort_key {
	uint64_t word;
	uint32_t at;
};
void sort_keys(struct sort_key *key, struct sort_key *room, size_t n);

/* Fill in rank[n], numbers that compare like the n strings; equal strings have
   equal ranks. Each string is read about once, eight bytes at a time, up to
   where it differs from all others. False if stopped. */
bool sort_text_ranks(const struct str *text, size_t n, uint32_t *rank,
	const struct progress *progress);

/*
 * pprof orders weights by |w|, and equal weights by name, but leaves +5 and -5
 * unordered. So the result depends on the algorithm and on the input order. The
 * algorithm must be Go's: insertion sort for up to twelve elements. In pprof
 * longer lists are in random order before the sort, so for these the order of
 * `total` is as good as any.
 *
 * `rule` returns 0 for two unordered elements; `total` orders these too, and
 * otherwise agrees with `rule`. False if stopped.
 */
enum { GOSORT_FEW = 12 };
bool gosort(void *p, size_t n, size_t size,
	int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress);

#endif
