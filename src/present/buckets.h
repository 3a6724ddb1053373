/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ranges that many numbers fall into, for lists that would be too long with
 * one row a number.
 *
 *     bytes 17 .. 900000        16B..1kB  1kB..64kB  64kB..4MB
 *     5 .. 730                  5..10  10..20  20..50 ... 500..1000
 *     -3 .. 14                  -5..0  0..5  5..10  10..15
 *
 * Edges are round numbers; as few kinds of steps are tried as give no more
 * than eight ranges. Zero among numbers that differ by far stands alone.
 */
#ifndef FT_PRESENT_BUCKETS_H
#define FT_PRESENT_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUCKETS_MAX = 10 };

struct bucket {
	int64_t lo, hi; /* lo <= number < hi; the last one's hi is in it when
			   it is INT64_MAX */
};

/* Ranges from the least to the largest number; `binary`: powers of two are
   round. Returns how many. */
size_t buckets_of(
	int64_t least, int64_t largest, bool binary, struct bucket *out);

#endif
