/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Owned bytes: the content of a whole file; or, when the user had seen enough,
 * its first lines. And when bytes are too many.
 */
#ifndef FT_INPUT_BYTES_H
#define FT_INPUT_BYTES_H

#include "base/err.h"
#include "base/progress.h"
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
void bytes_size(size_t n, char text[32]);

/* ---- Input of which the first part is worth something: lines ---- */

/* How many of these first bytes may be taken for themselves: all whole lines
   of text, or none: of anything else (compressed, binary, JSON, XML) only the
   whole means something. */
size_t bytes_lines(struct str bytes);
/* Has the user seen enough, and is this worth something? Then it is cut, as
   bytes of which `part` of `part_of` (0: unknown) bytes were taken. */
bool bytes_cut(struct bytes *out, size_t part, size_t part_of,
	const struct progress *progress);

/* ---- Decompression bombs: a little that becomes a lot ---- */

/* Profiles shrink to a fifth, text of equal stacks to a fiftieth, zeros to a
   thousandth. What is short is let pass: it is bounded anyway. */
enum { RATIO_BOMB = 400, RATIO_FROM = 64 << 20 };

/* Every decompressor asks after each step: `in` compressed bytes have become
   `out` so far, of which `max` are allowed (0: no limit). 0, or -1 and err,
   which names the ratio. */
int ratio_check(size_t in, size_t out, size_t max, struct err *err);
/* The size to make a full buffer: `first`, then twice as large each time. It
   may hold one byte more than allowed, by which too much shows. */
size_t ratio_room(const struct bytes *full, size_t first, size_t max);

#endif
