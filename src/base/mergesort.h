/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting many rows, which can be told to stop: qsort() for short runs, which
 * are merged in pairs.
 */
#ifndef FT_BASE_MERGESORT_H
#define FT_BASE_MERGESORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"

/* n rows of `size` bytes; `compare` as for qsort(), 0 for equal rows only.
   False when progress, which may be NULL, asked to stop: then the rows are in
   no order, and some may be there twice. */
bool merge_sort(void *p, size_t n, size_t size,
	int (*compare)(const void *, const void *),
	const struct progress *progress);

#endif
