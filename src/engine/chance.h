/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * May a difference be chance? Two counts of events against each other, and
 * which of many tests hold.
 *
 *     450 and 520 events, 1/2 each expected   --pvalue_split()-->  p = 0.027
 *     p of all tests                          --pvalue_limit()-->  those up to
 *                                                                  it hold
 */
#ifndef FT_ENGINE_CHANCE_H
#define FT_ENGINE_CHANCE_H

#include "base/limit.h"

/* Of all that is said not to be chance, so large a part is expected to be
   chance after all. */
#define CHANCE_ALLOWED 0.05

/* a and b events on two sides, where each of the a + b falls on the first
   with the probability `share`: the chance to see so uneven a
   split, in either direction. That of the binomial distribution; counts need
   not be whole numbers. In 0..1; 1 where `share` is not between 0 and 1. */
double pvalue_split(double a, double b, double share);
/* The smallest chance that n events can give, however they fall. */
double pvalue_least(double n, double share);

/* Benjamini and Hochberg: of m tests, n <= m have the chances p[n], the
   others are above CHANCE_ALLOWED. Sorts p; returns the largest of them that
   holds. It may be 0,
   of differences so large that their chance underflows. */
struct limit pvalue_limit(double *p, size_t n, size_t m);

#endif
