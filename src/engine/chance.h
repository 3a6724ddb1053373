/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P values: the chance of a difference between two counts of events, and
 * which of many tests are significant.
 *
 *     450 and 520 events, 1/2 each expected   --pvalue_split()-->  p = 0.027
 *     p of all tests                          --pvalue_limit()-->  the largest
 *                                                        that is significant
 */
#ifndef FT_ENGINE_CHANCE_H
#define FT_ENGINE_CHANCE_H

#include "base/limit.h"

/* The false discovery rate: the expected part of all changes called significant
   that are chance. */
#define CHANCE_ALLOWED 0.05

/* Return the two-sided binomial p of a split as uneven as a : b, if each of the
   a + b events falls on the first side with probability `share`. Counts need
   not be whole numbers. In 0..1; 1 if `share` is not between 0 and 1. */
double pvalue_split(double a, double b, double share);
/* Return the smallest p that n events can give. */
double pvalue_least(double n, double share);

/* Apply Benjamini and Hochberg's procedure to m tests: n <= m of them have
   p[n], the others are above CHANCE_ALLOWED. Sorts p; returns the largest
   significant p. It is 0 if all significant ones underflow. */
struct limit pvalue_limit(double *p, size_t n, size_t m);

#endif
