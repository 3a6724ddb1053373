/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One profile with timestamped samples, as snapshots. A point is the sum of the
 * samples in a step; a range gives a profile with only the samples in it.
 */
#ifndef FT_LOAD_SAMPLETIMES_H
#define FT_LOAD_SAMPLETIMES_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "load/snapshots.h"
#include "profile/profile.h"
#include "profile/timeseries.h"
#include "profile/timesteps.h"

/* Set s->whole to a profile with timestamped samples. */
void sampled_take(struct snapshots *s, const struct profile *p);
void sampled_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out);
/* Return the length of the steps of sampled_points() in ms. */
int64_t sampled_step(const struct snapshots *s);
/* Fill in the points of a window with this step, cut to the window and the
   recording. The unit is borrowed. */
void sampled_points_in(const struct snapshots *s, struct str type,
	struct str unit, struct span window, int64_t step, struct points *out);
/* Return the sum over a span, which may begin and end anywhere. */
struct points_sum sampled_sum(const struct snapshots *s, struct str type,
	struct str unit, struct span span);
/* Return the samples of p within a span; p has the samples of s->whole. NULL
   and err. */
struct profile *sampled_cut(const struct snapshots *s, struct span span,
	const struct profile *p, struct progress *progress, struct err *err);

/* Return the column of a sample type, or NONE. */
uint32_t sampled_column(
	const struct profile *p, struct str type, struct str unit);
/* Prepare buckets for the recorded part of a window; see buckets_init(). */
int sampled_buckets(struct buckets *b, const struct snapshots *s,
	struct span window, int64_t step);
/* Add sample i to its bucket. With `lasts`, its value is a duration in ns,
   which is spread over the buckets from its start to its end. */
void sampled_add(struct buckets *b, const struct snapshots *s, bool lasts,
	uint32_t column, size_t i);

#endif
