/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owned bytes: the content of a whole file. */
#ifndef FT_INPUT_BYTES_H
#define FT_INPUT_BYTES_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"

struct bytes {
	char *p; /* owned; NULL while empty */
	size_t n, cap;
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
	else
		(void)snprintf(text, 32, "%zu bytes", n);
}

#endif
