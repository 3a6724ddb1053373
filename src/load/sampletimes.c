/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One profile with timestamped samples. If its header has no time, it is taken
   to begin on 1970-01-02 at midnight. */
#include "prelude.h"

#include "load/sampletimes.h"

#include "base/num.h"
#include "base/xalloc.h"
#include "profile/rewrite.h"
#include "profile/sampletype.h"
#include "profile/timesteps.h"
#include "profile/timetext.h"
#include "profile/unit.h"

enum {
	NS_PER_MS = 1000000,
	STEPS = 4000, /* approximate, for a whole recording */
	SOME = 8,     /* minimum average number of samples per step */
};

/* Return the end of the last sample, in ns since the first one began. */
static int64_t
samples_end(const struct profile *p)
{
	int64_t period = profile_period(p), end = p->header.duration_nanos;
	bool far = false;

	for (size_t i = 0; i < p->sample.n; i++)
		end = i64_max(end, i64_add(p->sample.time[i], period, &far));
	for (uint32_t t = 0; t < p->types.n; t++) {
		size_t n = kind_lasts(p, t) ? p->sample.n : 0;

		for (size_t i = 0; i < n; i++)
			end = i64_max(end,
				i64_add(p->sample.time[i],
					p->sample.value[t][i], &far));
	}
	return end;
}

void
sampled_take(struct snapshots *s, const struct profile *p)
{
	int64_t from = times_begin(&p->header) / NS_PER_MS;
	int64_t length = 0, end = samples_end(p);

	for (size_t i = 0; i < p->sample.n; i++)
		length = i64_max(length, p->sample.time[i] / NS_PER_MS + 1);
	if (from <= 0) {
		const struct instant_base base = { .now = 0 };
		struct err ignored = ERR_INIT;

		from = 0;
		(void)instant_parse(STR("1970-01-02"), &base, &from, &ignored);
	}
	length = i64_max(length, end / NS_PER_MS + (end % NS_PER_MS > 0));
	/* Limit invalid files to the latest time. */
	if (length > INSTANT_LATEST - from)
		length = i64_max(INSTANT_LATEST - from, 1);
	s->whole = profile_ref(p);
	s->asked = (struct span){ from, from + length };
}

/* A step has several samples on average; else each would look like a spike. */
int64_t
sampled_step(const struct snapshots *s)
{
	int64_t length = s->asked.until - s->asked.from;
	int64_t n = (int64_t)s->whole->sample.n;

	return points_step(length, STEPS, n > 0 ? SOME * length / n : 1, 0);
}

uint32_t
sampled_column(const struct profile *p, struct str type, struct str unit)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		if (str_eq(profile_str(p, p->types.type[i]), type) &&
			unit_compatible(profile_str(p, p->types.unit[i]), unit))
			return i;
	return NONE;
}

int
sampled_buckets(struct buckets *b, const struct snapshots *s,
	struct span window, int64_t step)
{
	struct err ignored = ERR_INIT;

	if (buckets_init(b, window, step, &ignored) != 0)
		return -1;
	b->within = span_both(window, s->asked);
	b->recorded = true;
	return 0;
}

void
sampled_add(struct buckets *b, const struct snapshots *s, bool lasts,
	uint32_t column, size_t i)
{
	const struct profile *p = s->whole;
	int64_t value = p->sample.value[column][i], from;
	bool far = false;

	from = i64_add(s->asked.from * NS_PER_MS, p->sample.time[i], &far);
	if (lasts && value > 0)
		buckets_spread(b, from, i64_add(from, value, &far));
	else
		(void)buckets_add(b,
			s->asked.from + p->sample.time[i] / NS_PER_MS,
			(double)value);
}

void
sampled_points_in(const struct snapshots *s, struct str type, struct str unit,
	struct span window, int64_t step, struct points *out)
{
	const struct profile *p = s->whole;
	uint32_t column = sampled_column(p, type, unit);
	struct buckets b;
	bool lasts;

	*out = (struct points){ .unit = unit };
	if (column == NONE || sampled_buckets(&b, s, window, step) != 0)
		return;
	lasts = kind_lasts(p, column);
	for (size_t i = 0; i < p->sample.n; i++)
		sampled_add(&b, s, lasts, column, i);
	/* No conversion: `unit` is that of the profile. */
	buckets_end(&b, type, unit, 1, out);
}

void
sampled_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out)
{
	sampled_points_in(s, type, unit, s->asked, sampled_step(s), out);
}

struct points_sum
sampled_sum(const struct snapshots *s, struct str type, struct str unit,
	struct span span)
{
	struct points ps;
	struct points_sum sum;

	sampled_points_in(s, type, unit, span, span.until - span.from, &ps);
	sum = points_sum(&ps, span);
	points_free(&ps);
	return sum;
}

struct profile *
sampled_cut(const struct snapshots *s, struct span span,
	const struct profile *p, struct progress *progress, struct err *err)
{
	struct span within = span_both(span, s->asked);

	return rewrite_times(p, (within.from - s->asked.from) * NS_PER_MS,
		(within.until - s->asked.from) * NS_PER_MS, progress, err);
}
