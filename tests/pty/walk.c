/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Press, listen, count. */
#include "prelude.h"

#include "pty/walk.h"

#include "pty/calm.h"

enum { LONGEST_MS = 60000 };

static int
by_size(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

size_t
walk(struct vt *vt, const char *keys, const char *of, size_t *cost)
{
	size_t n = 0;

	for (const char *key = keys; *key != '\0'; key++) {
		size_t before = vt_bytes(vt).n;

		vt_type(vt, str_from(key, 1));
		(void)calm_wait(vt, vt_now() + LONGEST_MS);
		if (of == NULL || strchr(of, *key) != NULL)
			cost[n++] = vt_bytes(vt).n - before;
	}
	qsort(cost, n, sizeof(*cost), by_size);
	return n;
}
