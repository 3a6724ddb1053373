/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact conversion of decimal text to integers, for times, counts and sizes in
 * files. A double has 53 bits, and microseconds since 1970 with three decimals
 * need 61.
 *
 *     "1700000000000057.001"  scale 3 (us -> ns)  1700000000000057001
 *     "2.5e-3"                scale 9 (s -> ns)   2500000
 */
#ifndef FT_BASE_DECIMAL_H
#define FT_BASE_DECIMAL_H

#include "base/compiler.h"
#include "base/str.h"

/* Set *out to the number times 10^scale, rounded to nearest, halves away from
   zero. The whole text must be a number: digits, with an optional sign, point,
   fraction and exponent. Beyond 64 bits, clamp *out and set *clipped. False,
   leaving *out unchanged, if the text is not a number. */
bool decimal_read(
	struct str text, int scale, int64_t *out, bool *clipped) MUST_USE;

/* Read a number that is not a time, count or size, such as a ratio. False if
   the text is not a number. */
bool decimal_double(struct str text, double *out) MUST_USE;

#endif
