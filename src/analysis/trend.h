/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growth of a series: how fast, and whether it may be chance. Pure.
 *
 *     times, values --trend_of()-----> slope, tau, p, shape  of one series
 *     p of all      --trend_holds()--> which of them is no chance
 *
 * The slope is Theil and Sen's, the median slope of all pairs: a few wild
 * snapshots do not move it. Whether the series grows at all is the Mann-Kendall
 * test: S counts the pairs that rise less those that fall, and p is how often a
 * random order rises as much. It is exact for up to 40 values without ties,
 * else normal, with the variance corrected for ties and a correction for
 * continuity.
 *
 * A value that depends on the one before makes p too small. If the residuals
 * have such a correlation r > 0.1, only n(1 - r)/(1 + r) values are
 * independent, and the variance of S is larger accordingly.
 *
 *     v          |   *      residuals: what is left of the values when the
 *     |         /           closest parabola is taken away, so that growth may
 *     |  *  __ / *          get faster or slower
 *     |   --  *
 *
 * Values that never fall are also compared with random steps up or down: all n
 * - 1 go up with the probability 1/2^(n - 1), however they depend on each
 * other.
 */
#ifndef FT_ANALYSIS_TREND_H
#define FT_ANALYSIS_TREND_H

#include "base/str.h"

/* With fewer values a trend cannot be told from chance. */
enum { TREND_LEAST = 5 };

enum trend_shape {
	TREND_FEW,    /* too few values to judge */
	TREND_FLAT,   /* no rise */
	TREND_RISES,  /* rises */
	TREND_FLOOR,  /* rises with falls, and the level after the falls rises:
			 the floor of a saw-tooth */
	TREND_STEADY, /* never falls back: a leak, or a cache that fills */
};

struct trend {
	double slope; /* change per unit of time; 0 without two times */
	double tau;   /* from -1 (only falls) to 1 (only rises); ties count */
	double p;     /* one-sided: small for a rise; 1 for few values */
	double rise;  /* the median's, from the first third to the last */
	int64_t s;
	enum trend_shape shape; /* independent of p */
};

/* Return the trend. time[n] ascends; the slope skips pairs of equal times. */
struct trend trend_of(const double *time, const double *value, size_t n);
/* Return only the slope. */
double trend_slope(const double *time, const double *value, size_t n);

/* Return the chance that n values in random order have an S of at least s. */
double trend_chance(size_t n, int64_t s);

/* Find significant series: `all` were tried, n of them have these p. holds[i]:
   the i-th is significant, by pvalue_limit() of engine/chance.h. */
void trend_holds(const double *p, size_t n, size_t all, bool *holds);

/* Return the median of the last third less that of the first. */
double trend_rise(const double *value, size_t n);
/* Return the largest trend_rise() that the values could have in any order.
   Being independent of their order, it selects series without biasing p. */
double trend_reach(const double *value, size_t n);

/* Return the median of the first third, from the first non-zero value on. */
double trend_start(const double *value, size_t n);

double trend_median(const double *value, size_t n); /* 0 for none */

/* Facts from a snapshot about its process. */
struct trend_run {
	double time;         /* as in trend_of() */
	uint64_t start;      /* its first mapping's; 0: unknown */
	struct str build_id; /* that mapping's; "": unknown */
	int64_t allocated;   /* bytes allocated so far; -1: unknown */
};

/* Return the first snapshot of the last run. A restarted process has other
   mappings or has allocated less than before; a gap of ten times the usual
   interval also begins a new run. */
size_t trend_last_run(const struct trend_run *run, size_t n);

#endif
