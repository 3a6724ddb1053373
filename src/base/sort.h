/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting many rows, which can be told to stop; and sorting as Go does where
 * the comparison is not a strict weak order.
 */
#ifndef FT_BASE_SORT_H
#define FT_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"

/* n rows of `size` bytes; `compare` as for qsort(), 0 for equal rows only.
   False when progress, which may be NULL, asked to stop: then the rows are in
   no order, and some may be there twice. */
bool merge_sort(void *p, size_t n, size_t size,
	int (*compare)(const void *, const void *),
	const struct progress *progress);

/*
 * pprof orders weights by |w| and equal weights by name; of +5 and -5 neither
 * comes first, though each has its place among those of its own sign. The
 * result of such a sort depends on the algorithm and on the order before, so
 * the algorithm has to be Go's: up to twelve elements are sorted by insertion.
 * More of them come to pprof in random order, and then any order will do.
 *
 * `rule` says 0 for two elements of which neither goes before the other;
 * `total` agrees with it but for those. Returns as merge_sort().
 */
bool gosort(void *p, size_t n, size_t size,
	int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress);

#endif
