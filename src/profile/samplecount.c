/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of sampled events that each value represents. */
#include "prelude.h"

#include "profile/samplecount.h"

#include <math.h>

#include "base/num.h"
#include "profile/sampletype.h"
#include "profile/unit.h"

static const int64_t *
events_column_of(const struct profile *p, uint32_t column)
{
	return p->sample.raw != NULL ? p->sample.raw[column]
				     : p->sample.value[column];
}

static const char mixed_periods[] = "its files have different sampling periods";

static struct events
unknown(const char *why)
{
	return (struct events){ .unknown = why };
}

/* Return the value per event, or 0 if it differs between samples. */
static int64_t
value_of_each(
	const struct profile *p, const int64_t *value, const int64_t *count)
{
	int64_t each = 0;

	if (p->sample.raw != NULL)
		return 0;
	if (value == count)
		return 1;
	for (size_t i = 0; i < p->sample.n; i++) {
		if (value[i] == 0)
			continue;
		if (count[i] == 0 || value[i] == INT64_MIN ||
			value[i] % count[i] != 0 ||
			(each != 0 && value[i] / count[i] != each))
			return 0;
		each = value[i] / count[i];
	}
	return each > 0 ? each : 0;
}

/* Return events that the column `count` counts. */
static struct events
counted(const struct profile *p, uint32_t column, uint32_t count,
	const char *name)
{
	const int64_t *n = events_column_of(p, count);

	return (struct events){ .name = name,
		.each = value_of_each(p, events_column_of(p, column), n),
		.count = n };
}

static const char no_counts[] =
	"the profile does not contain the number of samples";

/* True if the counts of folded stacks seem to be something else, such as
   microseconds: their sum is larger than the number of samples that a profiler
   takes, and few counts are small. Normally many stacks have few samples. */
static bool
are_no_samples(const struct profile *p, uint32_t column)
{
	static const double most = 1e7;
	enum { SMALL = 10, FEW = 20 }; /* at most one count in 20 is below 10 */
	const int64_t *value = events_column_of(p, column);
	double sum = 0;
	size_t small = 0;

	if (p->types.n != 1 || p->header.period != 0 ||
		p->header.duration_nanos != 0)
		return false;
	for (size_t i = 0; i < p->sample.n; i++) {
		sum += fabs((double)value[i]);
		small += value[i] > -SMALL && value[i] < SMALL;
	}
	return sum >= most && small <= p->sample.n / FEW;
}

static struct events
by_kind(const struct profile *p, uint32_t column)
{
	const struct kind *kind = kind_of_column(p, column);
	struct events e = { .name = NULL };
	uint32_t count;
	struct str event;
	const int64_t *value;
	struct sampling new;
	struct sampling base;
	bool same;

	switch (kind->group) {
	case GROUP_INUSE:
	case GROUP_ALLOC: {
		uint32_t partner = kind_partner(p, column), heap_count, bytes;
		struct sampling heap_new = header_sampling(&p->header, false);
		struct sampling heap_base = header_sampling(&p->header, true);
		struct str name;

		if (partner == NONE)
			return unknown(
				"the profile counts bytes but not objects");
		heap_count =
			kind_of_column(p, column)->counts ? column : partner;
		bytes = heap_count == column ? partner : column;
		name = profile_str(p, p->types.type[heap_count]);
		/* Datadog and .NET write the sampled events, unscaled. */
		if (str_ends(name, STR("samples")) ||
			str_ends(name, STR("sample")))
			return counted(p, column, heap_count, "sample");
		if (!unit_is_memory(profile_str(p, p->header.period_unit)) ||
			!unit_is_memory(profile_str(p, p->types.unit[bytes])) ||
			heap_new.period < 1 || heap_base.period < 1)
			return unknown("the profile does not contain the "
				       "sampling rate of allocations");
		if (heap_new.mixed || heap_base.mixed)
			return unknown(mixed_periods);
		return (struct events){ .name = "sampled object",
			.is_estimate = true,
			.count = events_column_of(p, heap_count),
			.value = events_column_of(p, bytes),
			.period = { (double)heap_new.period,
				(double)heap_base.period } };
	}
	case GROUP_CONTENTION:
		count = kind->counts ? column : kind_partner(p, column);
		if (count != NONE)
			e = counted(p, column, count, "contention");
		e.unknown = "waits are scaled by a rate that the profile does "
			    "not contain";
		return e;
	case GROUP_CONCURRENCY:
		e = counted(p, column, column,
			strcmp(kind->name, "threads") == 0 ? "thread"
							   : "goroutine");
		e.unknown = "everything is counted, nothing is sampled";
		return e;
	default:
		break;
	}
	/* perf's converters write two columns for each event: samples in
	   EVENT_sample, values in EVENT_event. */
	event = profile_str(p, p->types.type[column]);
	if (!str_ends(event, STR("_event"))) {
		count = NONE;
	} else {
		event.n -= 5;
		count = NONE;
		for (uint32_t i = 0; i < p->types.n; i++) {
			struct str name = profile_str(p, p->types.type[i]);

			if (str_starts(name, event) &&
				str_is(str_skip(name, event.n), "sample")) {
				count = i;
				break;
			}
		}
	}
	if (count == NONE)
		count = kind_events(p, column);
	if (count == column && are_no_samples(p, column)) {
		e = unknown("the counts are too large for samples: they may be "
			    "microseconds or bytes");
		e.is_doubtful = true;
		return e;
	}
	if (count != NONE) {
		e = counted(p, column, count,
			kind->group == GROUP_EXCEPTIONS       ? "exception"
				: kind->group == GROUP_KERNEL ? "fault"
							      : "sample");
		e.is_interval = kind->group == GROUP_CPU ||
			kind->group == GROUP_WALL ||
			kind->group == GROUP_HARDWARE;
		return e;
	}
	/* Without counts, times must be multiples of their side's period. */
	value = events_column_of(p, column);
	new = header_sampling(&p->header, false);
	base = header_sampling(&p->header, true);
	same = new.period == base.period && p->sample.raw == NULL;
	if (p->types.type[column] != p->header.period_type ||
		p->types.unit[column] != p->header.period_unit ||
		!unit_is_time(profile_str(p, p->types.unit[column])) ||
		new.period <= 1 || base.period <= 1)
		return unknown(no_counts);
	if (new.mixed || base.mixed)
		return unknown(mixed_periods);
	for (size_t i = 0; i < p->sample.n; i++)
		if (value[i] % (value[i] < 0 ? base.period : new.period) != 0)
			return unknown(no_counts);
	return (struct events){ .name = "sample",
		.each = same ? new.period : 0,
		.is_interval = true,
		.value = value,
		.period = { (double)new.period, (double)base.period } };
}

struct events
events_of(const struct profile *p, uint32_t column)
{
	bool is_exact = p->header.exact &&
		str_is(profile_str(p, p->types.unit[column]), "count");
	struct events e = p->header.summed
		? unknown("the samples were summed while they were read")
		: is_exact ? unknown("exact counts: every difference is real "
				     "for this input")
			   : by_kind(p, column);

	e.is_exact = is_exact && !p->header.summed;
	e.own = events_column_of(p, column);
	return e;
}

double
events_by(const struct events *e, size_t sample, bool base)
{
	double n = e->count != NULL ? fabs((double)e->count[sample]) : 0;
	double v = e->value != NULL ? fabs((double)e->value[sample]) : 0;
	double period = e->period[base];

	if (period == 0)
		return n;
	if (e->count == NULL)
		return v / period;
	return n > 0 ? n * -expm1(-v / n / period) : 0;
}

double
events_at(const struct events *e, size_t sample)
{
	const int64_t *signed_one = e->value != NULL ? e->value : e->count;

	return events_by(
		e, sample, signed_one != NULL && signed_one[sample] < 0);
}

int64_t
events_parts(const struct events *e, size_t sample)
{
	return e->name == NULL || e->own[sample] == 0
		? 0
		: i64_trunc(round((double)EVENT_PARTS * events_at(e, sample)));
}

int64_t
events_sum(const struct events *e, const struct profile *p)
{
	int64_t sum = 0;

	for (size_t i = 0; e->name != NULL && i < p->sample.n; i++)
		i64_sum(&sum, events_parts(e, i));
	return sum;
}

double
events_variance(const struct events *e, size_t sample, int64_t value)
{
	double v = fabs((double)value), k;

	if (v == 0)
		return 0;
	/* Assume at least one event, as the value is not 0. */
	k = events_at(e, sample);
	return v * v / (k > 1 ? k : 1);
}
