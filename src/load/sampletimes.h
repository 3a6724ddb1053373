/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One profile whose samples have times, as snapshots. A point is what the
 * samples of a step weigh; a range is a profile with its samples alone.
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

/* It is of that profile, whose samples have times. */
void sampled_take(struct snapshots *s, const struct profile *p);
void sampled_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out);
/* How long the steps of these are. */
int64_t sampled_step(const struct snapshots *s);
/* Those of a window, in such steps; what is beside the window or the recording
   is left out of its ends. The unit is borrowed. */
void sampled_points_in(const struct snapshots *s, struct str type,
	struct str unit, struct span window, int64_t step, struct points *out);
/* What they are of a span, however its ends lie. */
struct points_sum sampled_sum(const struct snapshots *s, struct str type,
	struct str unit, struct span span);
/* A profile of the same samples as s->whole, with what is of a span alone. NULL
   and err. */
struct profile *sampled_cut(const struct snapshots *s, struct span span,
	const struct profile *p, struct progress *progress, struct err *err);

/* The column of a type; NONE. */
uint32_t sampled_column(
	const struct profile *p, struct str type, struct str unit);
/* Buckets for what was recorded of a window. -1: see buckets_init(). */
int sampled_buckets(struct buckets *b, const struct snapshots *s,
	struct span window, int64_t step);
/* A sample into the buckets of its line: what lasts into each that it is in. */
void sampled_add(struct buckets *b, const struct snapshots *s, bool lasts,
	uint32_t column, size_t i);

#endif
