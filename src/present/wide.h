/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Products of two 64-bit numbers, for positions on screen: value x columns
 * does not fit into 64 bits.
 */
#ifndef FT_PRESENT_WIDE_H
#define FT_PRESENT_WIDE_H

#include <stdint.h>

__extension__ typedef __int128 wide;

static inline wide
wide_mul(uint64_t a, uint64_t b)
{
	return (wide)a * (wide)b;
}

/* a / b rounded down (b > 0), held within [lo, hi]. */
static inline int64_t
wide_floor(wide a, wide b, int64_t lo, int64_t hi)
{
	wide q = a / b;

	if (a % b < 0)
		q--;
	return q < lo ? lo : q > hi ? hi : (int64_t)q;
}

#endif
