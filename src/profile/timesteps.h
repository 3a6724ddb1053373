/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of values per time step, from which points (timeseries.h) are made. */
#ifndef FT_PROFILE_TIMESTEPS_H
#define FT_PROFILE_TIMESTEPS_H

#include "base/err.h"
#include "base/str.h"
#include "profile/timeseries.h"

/* The steps of one line of points, while values are added. */
struct buckets {
	struct span span; /* whole steps */
	/* The part of span for which values and points are wanted; all of it
	   after buckets_init(). */
	struct span within;
	bool recorded; /* steps without data have the value 0 */
	int64_t step;
	size_t n;
	struct {
		double sum;
		int64_t whole; /* number of spans that cover the whole step,
				  less that of the previous step */
		bool has;
	} * p; /* [n] owned */
};

/* Set up empty buckets. -1 and err for an invalid time or too many steps. */
int buckets_init(
	struct buckets *b, struct span span, int64_t step, struct err *err);
/* Add a value. Returns the index of its bucket; SIZE_MAX outside b->within. */
size_t buckets_add(struct buckets *b, int64_t time, double value);
/* Add the time between from and until, in ns since 1970, to its buckets. */
void buckets_spread(struct buckets *b, int64_t from, int64_t until);
/* Return the median distance in ms between buckets with a value; at least a
   step. */
int64_t buckets_distance(const struct buckets *b);
/* If profiles come at intervals, these three functions make rates independent
   of the step. Make steps at least as long as the interval. */
void buckets_widen(struct buckets *b);
/* Set steps that have no profile, but are between two profiles, to 0. */
void buckets_fill(struct buckets *b);
/* After buckets_end(), extend the first and the last point to the ends of a
   span, if these are at most an interval away. */
void points_even(struct points *ps, struct span within);
/* Shorten the time of each point to the measured share of it; 0 or 1: do
   nothing. */
void points_shorten(struct points *ps, double share);
/* Return the points in *out, each the sum of n snapshots, and free the buckets.
   The unit is borrowed. */
void buckets_end(struct buckets *b, struct str type, struct str unit,
	uint32_t n, struct points *out);

/* Sort the points and decide whether they are shown per second. Call this after
   the last one. `type`: sample type of the values. */
void points_complete(struct points *ps, struct str type);
/* True if a type is a level, like memory in use, and not a sum over time. */
bool points_level(struct str type, struct str unit);

#endif
