/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Integers without surprises: checked sizes, saturating sums, and narrowing
 * that reports overflow.
 */
#ifndef FT_BASE_NUM_H
#define FT_BASE_NUM_H

/* Return a * b, or SIZE_MAX if it overflows (no allocation is that big). */
static inline size_t
mul_size(size_t a, size_t b)
{
	size_t r;

	return __builtin_mul_overflow(a, b, &r) ? SIZE_MAX : r;
}

/* Return a + b, or SIZE_MAX if it overflows. */
static inline size_t
add_size(size_t a, size_t b)
{
	size_t r;

	return __builtin_add_overflow(a, b, &r) ? SIZE_MAX : r;
}

/* Return a + b, clamped to the range of int64_t; *sticky is set if clamped. */
static inline int64_t
i64_add(int64_t a, int64_t b, bool *sticky)
{
	int64_t r;

	if (!__builtin_add_overflow(a, b, &r))
		return r;
	*sticky = true;
	return a < 0 ? INT64_MIN : INT64_MAX;
}

/* Return a - b, likewise. */
static inline int64_t
i64_sub(int64_t a, int64_t b, bool *sticky)
{
	int64_t r;

	if (!__builtin_sub_overflow(a, b, &r))
		return r;
	*sticky = true;
	return a < 0 ? INT64_MIN : INT64_MAX;
}

/* Return a * b, likewise. */
static inline int64_t
i64_mul(int64_t a, int64_t b, bool *sticky)
{
	int64_t r;

	if (!__builtin_mul_overflow(a, b, &r))
		return r;
	*sticky = true;
	return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}

/* Return a + b with two's complement wrap-around, as Go computes it. */
static inline int64_t
i64_wrap_add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Add to a sum, with wrap-around. */
static inline void
i64_sum(int64_t *sum, int64_t v)
{
	*sum = i64_wrap_add(*sum, v);
}

static inline int64_t
i64_wrap_sub(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

static inline int64_t
i64_max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Return |v|. */
static inline uint64_t
u64_abs(int64_t v)
{
	return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

/* Return |v| as Go's abs64() does: INT64_MIN stays negative. */
static inline int64_t
i64_abs(int64_t v)
{
	return v < 0 ? (int64_t)(0 - (uint64_t)v) : v;
}

/* Truncate a double to int64_t. NaN and values out of range give INT64_MIN,
   which is what the amd64 conversion instruction gives Go programs. */
static inline int64_t
i64_trunc(double d)
{
	if (!(d >= -9223372036854775808.0 && d < 9223372036854775808.0))
		return INT64_MIN;
	return (int64_t)d;
}

/* Round to the nearest int64_t, halves away from zero. Out of range, clamp and
   set *sticky; NaN gives 0. */
static inline int64_t
i64_round(double d, bool *sticky)
{
	if (d >= 9223372036854775807.0 || d <= -9223372036854775808.0) {
		*sticky = true;
		return d < 0 ? INT64_MIN : INT64_MAX;
	}
	/* Above 2^52 there are no halves, and adding one would round. */
	if (d >= 4503599627370496.0 || d <= -4503599627370496.0)
		return (int64_t)d;
	return d < 0 ? (int64_t)(d - 0.5) : d >= 0 ? (int64_t)(d + 0.5) : 0;
}

static inline int
clamp_int(int64_t v, int lo, int hi)
{
	return v < lo ? lo : v > hi ? hi : (int)v;
}

/* For positions on the screen: a 64-bit value times a number of columns needs
   more than 64 bits. */
__extension__ typedef __int128 i128;

static inline i128
wide_mul(uint64_t a, uint64_t b)
{
	return (i128)a * (i128)b;
}

/* Return a / b rounded down (b > 0), clamped to [lo, hi]. */
static inline int64_t
wide_floor(i128 a, i128 b, int64_t lo, int64_t hi)
{
	i128 q = a / b;

	if (a % b < 0)
		q--;
	return q < lo ? lo : q > hi ? hi : (int64_t)q;
}

#endif
