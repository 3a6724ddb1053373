/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trend of a series: its slope, and its significance.
 *
 *     times, values --trend_of()-----> slope, tau, p, shape  of one series
 *     p of all      --trend_holds()--> which trends are significant
 *
 * The slope is the Theil-Sen estimate, the median slope of all pairs, so a few
 * outliers do not change it. The Mann-Kendall test decides whether the series
 * grows at all: S is the number of rising pairs minus that of falling pairs,
 * and p is the probability that values in random order have an S of at least
 * that. p is exact for up to 40 values without ties; else it is a normal
 * approximation, corrected for ties and for continuity.
 *
 * If values depend on their predecessors, p is too small. If the residuals have
 * a serial correlation r > 0.1, only n(1 - r)/(1 + r) values are independent,
 * and the variance of S is larger accordingly.
 *
 *     v          |   *      residuals: the distances of the values from the
 *     |         /           closest parabola, which also fits growth that gets
 *     |  *  __ / *          faster or slower
 *     |   --  *
 *
 * Values that never fall are also compared with random steps up or down: all
 * n - 1 steps go up with probability 1/2^(n - 1).
 */
#ifndef FT_ANALYSIS_TREND_H
#define FT_ANALYSIS_TREND_H

#include "base/str.h"

/* With fewer values a trend cannot be told from chance. */
enum { TREND_LEAST = 5 };

enum trend_shape {
	TREND_FEW,    /* too few values to judge */
	TREND_FLAT,   /* no rise */
	TREND_RISES,  /* rises in any other way */
	TREND_FLOOR,  /* rises and falls, but the level after each fall rises:
			 a saw-tooth */
	TREND_STEADY, /* hardly falls: a leak, or a cache that fills */
};

struct trend {
	double slope; /* change per unit of time; 0 if all times are equal */
	double tau;   /* from -1 (only falls) to 1 (only rises), with ties */
	double p;     /* one-sided: small for a rise; 1 if there are too few
			 values */
	double rise;  /* by trend_rise() */
	int64_t s;    /* S, see above */
	enum trend_shape shape; /* does not depend on p */
};

/* Return the trend. time[n] ascends; the slope skips pairs of equal times. */
struct trend trend_of(const double *time, const double *value, size_t n);
/* Return only the slope. */
double trend_slope(const double *time, const double *value, size_t n);

/* Return the chance that n values in random order have an S of at least s. */
double trend_chance(size_t n, int64_t s);

/* Find significant series. `all` series were tried, and n of these have the
   p-values p[n]. holds[i] becomes true if series i is significant by
   pvalue_limit() of engine/chance.h. */
void trend_holds(const double *p, size_t n, size_t all, bool *holds);

/* Return the median of the last third minus that of the first third. */
double trend_rise(const double *value, size_t n);
/* Return the largest trend_rise() that the values have in any order. Selecting
   series by this value does not bias p, because it ignores the order. */
double trend_reach(const double *value, size_t n);

/* Return the median of the first third, from the first non-zero value on. */
double trend_start(const double *value, size_t n);

double trend_median(const double *value, size_t n); /* 0 for none */

/* Facts from a snapshot about its process. */
struct trend_run {
	double time;         /* as in trend_of() */
	uint64_t start;      /* start of the first mapping; 0: unknown */
	struct str build_id; /* build id of the first mapping; "": unknown */
	int64_t allocated;   /* bytes allocated so far; -1: unknown */
};

/* Return the index of the first snapshot of the last run. A new run begins with
   a different first mapping, fewer allocated bytes than before, or a gap of
   more than ten times the usual interval. */
size_t trend_last_run(const struct trend_run *run, size_t n);

#endif
