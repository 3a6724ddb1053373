/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting: see sort.h. */
#include "config.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { RUN = 1024 };

struct merger {
	size_t n, size;
	int (*compare)(const void *, const void *);
	const struct progress *progress;
};

/* The rows [from, mid) and [mid, end) of a, each sorted, into b. */
static bool
merge_runs(const struct merger *m, const char *a, char *b, size_t from,
	size_t mid, size_t end)
{
	size_t i = from, j = mid, size = m->size;

	for (size_t k = from; k < end; k++) {
		size_t *least = &i;

		if (progress_stops_at(m->progress, k))
			return false;
		if (i == mid ||
			(j < end && m->compare(a + j * size, a + i * size) < 0))
			least = &j;
		memcpy(b + k * size, a + *least * size, size);
		++*least;
	}
	return true;
}

static size_t
at_most(size_t x, size_t limit)
{
	return x < limit ? x : limit;
}

bool
merge_sort(void *p, size_t n, size_t size,
	int (*compare)(const void *, const void *),
	const struct progress *progress)
{
	struct merger m = { n, size, compare, progress };
	char *a = p, *room = NULL, *b;
	bool goes_on = true;

	for (size_t at = 0; at < n && goes_on; at += RUN) {
		qsort(a + at * size, at_most(RUN, n - at), size, compare);
		goes_on = !progress_stopped(progress);
	}
	if (n > RUN)
		room = xmalloc(mul_size(n, size));
	b = room;
	for (size_t run = RUN; run < n && goes_on; run *= 2) {
		char *t = a;

		for (size_t at = 0; at < n && goes_on; at += 2 * run)
			goes_on = merge_runs(&m, a, b, at, at_most(at + run, n),
				at_most(at + 2 * run, n));
		a = b;
		b = t;
	}
	if (a != (char *)p && goes_on)
		goes_on = merge_runs(&m, a, p, 0, n, n);
	free(room);
	return goes_on;
}

/* ---- As Go does it ---- */

enum { FEW = 12 };

bool
gosort(void *p, size_t n, size_t size, int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress)
{
	char *first = p, *room;

	if (n < 2)
		return true;
	if (n > FEW)
		return merge_sort(p, n, size, total, progress);
	room = xmalloc(size);
	for (size_t i = 1; i < n; i++)
		for (char *at = first + i * size;
			at > first && rule(at, at - size) < 0; at -= size) {
			memcpy(room, at, size);
			memcpy(at, at - size, size);
			memcpy(at - size, room, size);
		}
	free(room);
	return true;
}
