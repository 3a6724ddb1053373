/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges that numbers fall into: see buckets.h. */
#include "config.h"

#include "present/buckets.h"

#include "base/compiler.h"

#include "base/banned.h"

enum { WANTED = 8, WIDE = 16 };

/* The next edge of a scale after a positive one; saturates. */
static int64_t
times(int64_t edge, int64_t factor)
{
	return edge > INT64_MAX / factor ? INT64_MAX : edge * factor;
}

/* 1 2 5 10 20 50 ... */
static int64_t
next_125(int64_t edge)
{
	int64_t first = edge;

	while (first >= 10)
		first /= 10;
	return first == 2 ? times(edge / 2, 5) : times(edge, 2);
}

/* Steps of a scale: a factor, or 0 for 1 2 5. */
static int64_t
next_edge(int64_t edge, int64_t factor)
{
	return factor == 0 ? next_125(edge) : times(edge, factor);
}

/* Numbers that differ by far. Returns more than WANTED when the steps of the
   scale are too small. */
static size_t
by_factor(int64_t least, int64_t largest, int64_t factor, struct bucket *out)
{
	int64_t lo = 1, hi;
	size_t n = 0;

	if (least == 0) {
		out[n++] = (struct bucket){ 0, 1 };
		least = 1;
	}
	while ((hi = next_edge(lo, factor)) <= least && hi < INT64_MAX)
		lo = hi;
	for (; lo <= largest && n <= WANTED; lo = hi) {
		hi = next_edge(lo, factor);
		out[n++] = (struct bucket){ lo, hi };
		if (hi == INT64_MAX)
			break;
	}
	return n;
}

/* Numbers close together: equal steps. */
static size_t
by_step(int64_t least, int64_t largest, bool binary, struct bucket *out)
{
	uint64_t span = (uint64_t)largest - (uint64_t)least;
	int64_t step = 1, lo;
	size_t n = 0;

	while (span / (uint64_t)step >= WANTED && step < INT64_MAX)
		step = next_edge(step, binary ? 2 : 0);
	lo = least - least % step;
	if (lo > least)
		lo = lo < INT64_MIN + step ? INT64_MIN : lo - step;
	if (lo == INT64_MAX)
		lo--;
	for (; n < BUCKETS_MAX; lo += step) {
		int64_t hi = lo > INT64_MAX - step ? INT64_MAX : lo + step;

		out[n++] = (struct bucket){ lo, hi };
		if (hi > largest || hi == INT64_MAX)
			break;
	}
	return n;
}

size_t
buckets_of(int64_t least, int64_t largest, bool binary, struct bucket *out)
{
	static const int64_t decimal[] = { 0, 10, 100, 1000, 1000000 };
	static const int64_t powers[] = { 2, 4, 16, 64, 1024, 1 << 20 };
	const int64_t *factor = binary ? powers : decimal;
	size_t kinds = binary ? COUNT_OF(powers) : COUNT_OF(decimal);
	size_t n = 0;

	if (least < 0 || largest / WIDE < least)
		return by_step(least, largest, binary, out);
	for (size_t i = 0; i < kinds; i++) {
		n = by_factor(least, largest, factor[i], out);
		if (n <= WANTED)
			break;
	}
	return n;
}
