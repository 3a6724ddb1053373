/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorting by rules that are none. pprof orders weights by |w| and equal
 * weights by name; of +5 and -5 neither comes first, though each has its
 * place among those of its own sign. What comes out of such a sort is what
 * its method makes of the order before, so the method has to be Go's: up to
 * twelve elements are sorted by insertion. More of them come to pprof in an
 * order by chance, and then any rule will do.
 */
#ifndef FT_BASE_GOSORT_H
#define FT_BASE_GOSORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"

/* rule and total compare like those of qsort(). `rule` says 0 for two
   elements of which neither goes before the other; `total` agrees with it
   but for those. False when progress, which may be NULL, asked to stop: see
   mergesort.h. */
bool gosort(void *p, size_t n, size_t size,
	int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress);

#endif
