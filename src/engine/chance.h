/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P values: how likely chance alone causes a difference between two event
 * counts, and which of many tests are significant.
 *
 *     450 and 520 events, 1/2 each expected   --pvalue_split()-->  p = 0.027
 *     p of all tests                          --pvalue_limit()-->  the largest
 *                                                        that is significant
 */
#ifndef FT_ENGINE_CHANCE_H
#define FT_ENGINE_CHANCE_H

#include "base/limit.h"

/* The false discovery rate: the expected share of chance among all changes that
   are reported as significant. */
#define CHANCE_ALLOWED 0.05

/* Return the two-sided binomial p of a split at least as uneven as a : b, if
   each of the a + b events falls on the first side with probability `share`.
   Counts need not be whole numbers. 1 if `share` is not between 0 and 1. */
double pvalue_split(double a, double b, double share);
/* Return the smallest p that n events can give. */
double pvalue_least(double n, double share);

/* Apply the Benjamini-Hochberg procedure to m tests. p[n], n <= m, has at least
   all p values up to CHANCE_ALLOWED. Sorts p and returns the largest
   significant p, which is 0 if all significant ones underflow. */
struct limit pvalue_limit(double *p, size_t n, size_t m);

#endif
