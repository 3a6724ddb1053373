/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values times a ratio whose sum is the sum times that ratio: what is lost by
 * rounding a sample is carried to the next one.
 *
 *     values       1    1    1    1    1        5
 *     times 0.4    0.4  0.4  0.4  0.4  0.4      2
 *     carried      0    1    0    1    0        2   (each alone: 0)
 *
 * Samples are taken in the order of their leaves, in which those below a node
 * follow one another: so what is below any node is at most one off, too.
 */
#ifndef FT_PROFILE_SCALE_H
#define FT_PROFILE_SCALE_H

#include "base/arena.h"
#include "profile/profile.h"

/* The values of all columns, each times its ratio: [types.n][sample.n], in the
   arena. */
int64_t **scale_values(
	const struct profile *p, const double *ratio, struct arena *arena);

#endif
