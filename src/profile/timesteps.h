/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of whole steps, on the way to points (profile/timeseries.h). */
#ifndef FT_PROFILE_TIMESTEPS_H
#define FT_PROFILE_TIMESTEPS_H

#include "base/err.h"
#include "base/str.h"
#include "profile/timeseries.h"

/* One line, while it is made. */
struct buckets {
	struct span span; /* whole steps */
	/* What counts of it; buckets_init(): all. What was recorded of a step
	   is as long as a point of it. */
	struct span within;
	bool recorded; /* where there is nothing, it was 0 */
	int64_t step;
	size_t n;
	struct {
		double sum;
		int64_t whole; /* so many more stretches than before go
				  through all of it */
		bool has;
	} * p; /* [n] owned */
};

/* -1 and err: there is no such time, or it has too many steps. */
int buckets_init(
	struct buckets *b, struct span span, int64_t step, struct err *err);
/* The bucket that it went to; SIZE_MAX: it is of another time. */
size_t buckets_add(struct buckets *b, int64_t time, double value);
/* The nanoseconds from one to another, since 1970, each to its bucket. */
void buckets_spread(struct buckets *b, int64_t from, int64_t until);
/* The points, each of so many snapshots, and the buckets away. The unit is
   borrowed. */
void buckets_end(struct buckets *b, struct str type, struct str unit,
	uint32_t n, struct points *out);

/* After the last point: sorted, and shown per second or not. `type` is that of
   the values. */
void points_complete(struct points *ps, struct str type);
/* Is it measured at moments, so that it is no sum over time? */
bool points_level(struct str type, struct str unit);

#endif
