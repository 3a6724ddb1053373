/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of whole steps, which become points (profile/timeseries.h). */
#ifndef FT_PROFILE_TIMESTEPS_H
#define FT_PROFILE_TIMESTEPS_H

#include "base/err.h"
#include "base/str.h"
#include "profile/timeseries.h"

/* One line of points while it is made. */
struct buckets {
	struct span span; /* whole steps */
	/* The part that counts; buckets_init() sets all of span. The point of a
	   step is cut to it. */
	struct span within;
	bool recorded; /* steps without data were 0 */
	int64_t step;
	size_t n;
	struct {
		double sum;
		int64_t whole; /* increase in the number of stretches that cover
				  the whole step */
		bool has;
	} * p; /* [n] owned */
};

/* Set up empty buckets. -1 and err for an invalid time or too many steps. */
int buckets_init(
	struct buckets *b, struct span span, int64_t step, struct err *err);
/* Add a value. Returns its bucket, or SIZE_MAX if the time does not count. */
size_t buckets_add(struct buckets *b, int64_t time, double value);
/* Add the nanoseconds between two times since 1970, each to its bucket. */
void buckets_spread(struct buckets *b, int64_t from, int64_t until);
/* Return the points in *out, each of n snapshots, and free the buckets. The
   unit is borrowed. */
void buckets_end(struct buckets *b, struct str type, struct str unit,
	uint32_t n, struct points *out);

/* Sort the points and decide whether they are shown per second. Call this after
   the last one. `type`: sample type of the values. */
void points_complete(struct points *ps, struct str type);
/* True if a type is measured at moments, so that it is no sum over time. */
bool points_level(struct str type, struct str unit);

#endif
