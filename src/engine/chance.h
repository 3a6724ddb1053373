/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How likely a difference of two counts is when nothing has changed.
 */
#ifndef FT_ENGINE_CHANCE_H
#define FT_ENGINE_CHANCE_H

#include <stddef.h>

/* a and b events on two sides, where each of the a + b falls on the first
   with the probability `share`: the chance to see so uneven a
   split, in either direction. That of the binomial distribution; counts need
   not be whole numbers. In 0..1; 1 where `share` is not between 0 and 1. */
double chance_split(double a, double b, double share);
/* The smallest chance that n events can give, however they fall. */
double chance_least(double n, double share);

/* Benjamini and Hochberg: of m tests, n <= m have the chances p[n], the
   others are above alpha. Sorts p; returns the largest of them that counts as
   real so that the expected part of false ones is at most alpha, or 0 for
   none. */
double chance_limit(double *p, size_t n, size_t m, double alpha);

#endif
