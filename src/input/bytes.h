/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Owned bytes: a whole file or, if the user stopped early, its first lines; and
 * limits on their number.
 */
#ifndef FT_INPUT_BYTES_H
#define FT_INPUT_BYTES_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"

struct bytes {
	char *p; /* owned; NULL while empty */
	size_t n, cap;
	/* Truncated: bytes of the source that were read, and its size (0:
	   unknown). part 0: complete. */
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

/* Return how many of these first bytes are usable alone: all whole lines of
   text, or 0 for formats that must be complete (compressed, binary, JSON,
   XML). */
size_t bytes_lines(struct str bytes);
/* True if the user stopped early and some lines are usable. Truncates *out to
   them; `part` of `part_of` (0: unknown) bytes were read. */
bool bytes_cut(struct bytes *out, size_t part, size_t part_of,
	const struct progress *progress);

/* ---- Decompression bombs ---- */

/* Profiles shrink to a fifth, text of equal stacks to a fiftieth, zeros to a
   thousandth. Output below RATIO_FROM is not checked: it is small anyway. */
enum { RATIO_BOMB = 400, RATIO_FROM = 64 << 20 };

/* Check after each decompression step: `in` compressed bytes have become `out`,
   of which `max` are allowed (0: no limit). 0, or -1 and err, which names the
   ratio. */
int ratio_check(size_t in, size_t out, size_t max, struct err *err);
/* Return the new size for a full buffer: `first`, then twice as large each
   time; one byte more than `max`, which reveals an excess. */
size_t ratio_room(const struct bytes *full, size_t first, size_t max);

#endif
