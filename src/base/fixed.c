/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers with decimals. A double is a 53-bit integer times a power of two. So
 * all but the largest are fractions of integers, and the remainder of the
 * division decides exactly how to round:
 *
 *     1.005   4526117625507676 / 2^52   times 100: 100, rest < 1/2   "1.00"
 */
#include "prelude.h"

#include "base/fixed.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { SIGNIFICANT = 53, DIGITS_MAX = 24 };

/* Compute |x| * 10^decimals, rounded half to even. False if that overflows, or
   without 128-bit integers. */
static bool
fixed_scaled(double x, unsigned decimals, uint64_t *scaled)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	static const uint64_t power[FIXED_DECIMALS_MAX + 1] = { 1, 10, 100,
		1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
		10000000000 };
	int exponent;
	wide value, rest, half;
	unsigned shift;

	if (!(fabs(x) < 0x1p52))
		return false;
	x = frexp(fabs(x), &exponent);
	value = (wide)(uint64_t)ldexp(x, SIGNIFICANT) * power[decimals];
	shift = (unsigned)(SIGNIFICANT - exponent);
	/* value < 2^87, so a shift over 100 leaves 0. */
	*scaled = 0;
	if (shift > 100)
		return true;
	if (value >> shift > UINT64_MAX / 2)
		return false;
	*scaled = (uint64_t)(value >> shift);
	rest = value - ((wide)*scaled << shift);
	half = (wide)1 << (shift - 1);
	if (rest > half || (rest == half && (*scaled & 1) != 0))
		++*scaled;
	return true;
#else
	(void)x;
	(void)decimals;
	(void)scaled;
	return false;
#endif
}

size_t
fixed_put(char *buf, size_t size, double x, unsigned decimals)
{
	char text[DIGITS_MAX + FIXED_DECIMALS_MAX], *at = text + sizeof(text);
	uint64_t scaled;
	size_t n;

	assert(size > 0 && decimals <= FIXED_DECIMALS_MAX);
	if (size < sizeof(text) || !fixed_scaled(x, decimals, &scaled)) {
		char all[DBL_MAX_10_EXP + FIXED_DECIMALS_MAX + 4];

		n = (size_t)snprintf(
			all, sizeof(all), "%.*f", (int)decimals, x);
		n = n < size ? n : size - 1;
		memcpy(buf, all, n);
		buf[n] = '\0';
		return n;
	}
	*--at = '\0';
	for (unsigned i = 0; i < decimals || scaled > 0 || i == decimals; i++) {
		if (i == decimals && i > 0)
			*--at = '.';
		*--at = (char)('0' + scaled % 10);
		scaled /= 10;
	}
	if (signbit(x))
		*--at = '-';
	n = (size_t)(text + sizeof(text) - at);
	memcpy(buf, at, n);
	return n - 1;
}
