/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a series grow, how fast, and may that be chance? Pure.
 *
 *     times, values --trend_of()-----> slope, tau, p, shape  of one series
 *     p of all      --trend_holds()--> which of them is no chance
 *
 * The slope is that of Theil and Sen, the median of the slopes of all pairs:
 * a few wild snapshots do not move it. Whether it grows at all is Mann's and
 * Kendall's question: S counts the pairs that rise less those that fall, and p
 * is how often an order by chance rises so much. It is exact up to 40 values
 * without ties, else normal, with the variance that ties leave and a
 * correction for continuity.
 *
 * A value that depends on the one before makes p too small. If the residuals
 * have such a correlation r > 0.1, n(1 - r)/(1 + r) values would say as much,
 * and the variance of S is larger by that.
 *
 *     v          |   *      residuals: what is left of the values when the
 *     |         /           closest parabola is taken away, so that growth may
 *     |  *  __ / *          get faster or slower
 *     |   --  *
 *
 * Values that never fall are also compared with steps up or down by chance:
 * all n - 1 go up with the probability 1/2^(n - 1), however they depend on
 * each other.
 */
#ifndef FT_ANALYSIS_TREND_H
#define FT_ANALYSIS_TREND_H

#include "base/str.h"

/* With fewer values nothing can be told from chance. */
enum { TREND_LEAST = 5 };

enum trend_shape {
	TREND_FEW,    /* too few values to say anything */
	TREND_FLAT,   /* it does not rise */
	TREND_RISES,  /* it does, */
	TREND_FLOOR,  /* with falls, but what is left after them rises: the
			 floor of a saw-tooth */
	TREND_STEADY, /* and never back: a leak, or a cache that fills */
};

struct trend {
	double slope; /* of values, per unit of time; 0 without two times */
	double tau;   /* from -1 (only falls) to 1 (only rises); ties count */
	double p;     /* one-sided: small for what rises; 1 for few values */
	double rise;  /* of the median, from the first third to the last */
	int64_t s;
	enum trend_shape shape; /* whatever p is */
};

/* time[n] ascends; equal times are no pair for the slope. */
struct trend trend_of(const double *time, const double *value, size_t n);
/* The slope alone. */
double trend_slope(const double *time, const double *value, size_t n);

/* The chance that n values in any order have an S of at least s. */
double trend_chance(size_t n, int64_t s);

/* Of `all` series that were looked at, n have these p; holds[i]: the i-th is
   no chance, by pvalue_limit() of engine/chance.h. */
void trend_holds(const double *p, size_t n, size_t all, bool *holds);

/* By how much the median of the last third exceeds that of the first. */
double trend_rise(const double *value, size_t n);
/* By how much it could exceed it, if the values came in the best order. It does
   not depend on theirs, so series may be chosen by it without a bias of p. */
double trend_reach(const double *value, size_t n);

/* The median of the first third, from the first value on that is not 0. */
double trend_start(const double *value, size_t n);

double trend_median(const double *value, size_t n); /* 0 of none */

/* What a snapshot says about the process that it is of. */
struct trend_run {
	double time;         /* as in trend_of() */
	uint64_t start;      /* of its first mapping; 0 unknown */
	struct str build_id; /* of that; "" unknown */
	int64_t allocated;   /* all it has allocated so far; -1 unknown */
};

/* The first snapshot of the last run: a process that was started anew has
   other mappings or has allocated less than before; where nothing was taken for
   ten times the usual interval, nobody knows. */
size_t trend_last_run(const struct trend_run *run, size_t n);

#endif
