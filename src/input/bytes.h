/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Owned bytes: the content of a whole file; or, when somebody had seen enough,
 * its first lines.
 */
#ifndef FT_INPUT_BYTES_H
#define FT_INPUT_BYTES_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"

struct bytes {
	char *p; /* owned; NULL while empty */
	size_t n, cap;
	/* Cut: so much of the source was taken, of how much in all (0:
	   unknown). part 0: it is whole. */
	size_t part, part_of;
};

#define BYTES_INIT \
	{ \
		.p = NULL \
	}

static inline struct str
bytes_str(const struct bytes *b)
{
	return str_from(b->p, b->n);
}

static inline void
bytes_free(struct bytes *b)
{
	free(b->p);
	*b = (struct bytes)BYTES_INIT;
}

/* "512 MiB", for messages about limits. */
static inline void
bytes_size(size_t n, char text[32])
{
	if (n >= 1 << 20)
		(void)snprintf(text, 32, "%zu MiB", n >> 20);
	else if (n >= 10 << 10)
		(void)snprintf(text, 32, "%zu KiB", n >> 10);
	else
		(void)snprintf(text, 32, "%zu bytes", n);
}

#endif
