/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scaling values so that their sum is scaled exactly: the rounding error of
 * each sample is carried over to the next sample.
 *
 *     values       1    1    1    1    1        5
 *     times 0.4    0.4  0.4  0.4  0.4  0.4      2
 *     rounded      0    1    0    1    0        2   (0 without carrying)
 *
 * Samples are scaled in the order of their leaves. As the samples below a node
 * are contiguous in this order, the sum below any node is off by at most one.
 */
#ifndef FT_PROFILE_SCALE_H
#define FT_PROFILE_SCALE_H

#include "base/arena.h"
#include "profile/profile.h"

/* Return the values of all columns, [types.n][sample.n], in the arena. Column t
   is multiplied by ratio[t]. */
int64_t **scale_values(
	const struct profile *p, const double *ratio, struct arena *arena);

#endif
