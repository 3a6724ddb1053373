/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scaling of values so that their sum is scaled exactly: the rounding error of
 * each sample is carried to the next one.
 *
 *     values       1    1    1    1    1        5
 *     times 0.4    0.4  0.4  0.4  0.4  0.4      2
 *     carried      0    1    0    1    0        2   (each alone: 0)
 *
 * Samples are taken in the order of their leaves, in which the samples below a
 * node are contiguous, so the sum below any node is also off by at most one.
 */
#ifndef FT_PROFILE_SCALE_H
#define FT_PROFILE_SCALE_H

#include "base/arena.h"
#include "profile/profile.h"

/* Return the values of all columns, each times its ratio: [types.n][sample.n],
   in the arena. */
int64_t **scale_values(
	const struct profile *p, const double *ratio, struct arena *arena);

#endif
