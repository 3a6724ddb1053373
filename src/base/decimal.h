/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decimal text read into a whole number of a unit, exactly: times, counts and
 * bytes in files. A double has 53 bits, and microseconds since 1970 with three
 * decimals need 61.
 *
 *     "1700000000000057.001"  scale 3 (us -> ns)  1700000000000057001
 *     "2.5e-3"                scale 9 (s -> ns)   2500000
 */
#ifndef FT_BASE_DECIMAL_H
#define FT_BASE_DECIMAL_H

#include "base/compiler.h"
#include "base/str.h"

/* *out becomes the number times 10^scale, rounded to the nearest, halves away
   from zero. The text is all of the number: a sign, digits, maybe a point and
   digits, maybe an exponent. Beyond 64 bits *out is the largest or smallest
   number and *clipped is set. False, and *out stays: it is no number. */
bool decimal_read(
	struct str text, int scale, int64_t *out, bool *clipped) MUST_USE;

/* For what is no time, count or size, such as a ratio. */
bool decimal_double(struct str text, double *out) MUST_USE;

#endif
