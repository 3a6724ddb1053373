/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting as Go does: see gosort.h. */
#include "config.h"

#include "base/gosort.h"

#include <stdlib.h>
#include <string.h>

#include "base/mergesort.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { FEW = 12 };

static void
swap(char *a, char *b, char *room, size_t size)
{
	memcpy(room, a, size);
	memcpy(a, b, size);
	memcpy(b, room, size);
}

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
			at > first && rule(at, at - size) < 0; at -= size)
			swap(at, at - size, room, size);
	free(room);
	return true;
}
