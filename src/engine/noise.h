/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How precise the values of a diff are, taken together: what a verdict on any
 * part of it needs to know (evidence.h).
 */
#ifndef FT_ENGINE_NOISE_H
#define FT_ENGINE_NOISE_H

#include <stdbool.h>

struct noise {
	const char *unknown; /* why there is no claim; NULL: all is known */
	bool normalized;     /* the totals are equal by force */
	double ratio;        /* of -normalize; else 1 */
	double value;        /* sum of |values| of both sides, unfiltered */
	double variance;     /* of that sum */
};

#endif
