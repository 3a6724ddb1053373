/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decompression bombs: a little that becomes a lot. Every decompressor asks
 * here after each step of its output.
 */
#ifndef FT_INPUT_RATIO_H
#define FT_INPUT_RATIO_H

#include <stddef.h>

#include "base/err.h"
#include "input/bytes.h"

/* Profiles shrink to a fifth, text of equal stacks to a fiftieth, zeros to a
   thousandth. What is short is let pass: it is bounded anyway. */
enum { RATIO_BOMB = 400, RATIO_FROM = 64 << 20 };

/* `in` compressed bytes have become `out` so far, of which `max` are allowed
   (0: no limit). 0, or -1 and err, which names the ratio. */
int ratio_check(size_t in, size_t out, size_t max, struct err *err);
/* The size to make a full buffer: `first`, then twice as large each time. It
   may hold one byte more than allowed, by which too much shows. */
size_t ratio_room(const struct bytes *full, size_t first, size_t max);

#endif
