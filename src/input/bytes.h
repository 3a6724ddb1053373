/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Owned bytes: a whole file or, if the user stopped early, its first lines; and
 * limits for decompression.
 */
#ifndef FT_INPUT_BYTES_H
#define FT_INPUT_BYTES_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"

struct bytes {
	char *p; /* owned; NULL while empty */
	size_t n, cap;
	/* If truncated: number of bytes read, and size of the source (0:
	   unknown). part is 0 if complete. */
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

/* Format a size for messages about limits: "512 MiB". */
void bytes_size(size_t n, char text[32]);

/* ---- Partial input: lines ---- */

/* Return how many bytes of a truncated file are usable: all whole lines of
   text, or 0 for formats that must be complete (compressed, binary, JSON,
   XML). */
size_t bytes_lines(struct str bytes);
/* If the user stopped early and some lines are usable, truncate *out to these
   and return true. `part` of `part_of` (0: unknown) bytes were read. */
bool bytes_cut(struct bytes *out, size_t part, size_t part_of,
	const struct progress *progress);

/* ---- Decompression bombs ---- */

/* Typical ratios: 5 for profiles, 50 for text with many equal stacks, 1000 for
   zeros. Output of less than RATIO_FROM bytes is not checked. */
enum { RATIO_BOMB = 400, RATIO_FROM = 64 << 20 };

/* Check after each decompression step: `in` compressed bytes gave `out` bytes,
   of which `max` are allowed (0: no limit). 0, or -1 and err with the ratio. */
int ratio_check(size_t in, size_t out, size_t max, struct err *err);
/* Return the next capacity for a full buffer: `first`, then doubled each time,
   at most max + 1; the extra byte reveals an excess. */
size_t ratio_room(const struct bytes *full, size_t first, size_t max);

#endif
