/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events behind values: see events.h. */
#include "config.h"

#include "profile/events.h"

#include <math.h>

#include "profile/kind.h"
#include "profile/unit.h"

#include "base/banned.h"

static const int64_t *
events_column_of(const struct profile *p, uint32_t column)
{
	return p->sample.raw != NULL ? p->sample.raw[column]
				     : p->sample.value[column];
}

static struct str
events_unit_of(const struct profile *p, uint32_t column)
{
	return profile_str(p, p->types.unit[column]);
}

static struct events
unknown(const char *why)
{
	return (struct events){ .unknown = why };
}

static struct events
of_heap(const struct profile *p, uint32_t column)
{
	uint32_t partner = kind_partner(p, column), count, bytes;
	double period = (double)p->header.period;
	struct str name;

	if (partner == NONE)
		return unknown("the profile counts no objects beside bytes");
	count = kind_of_column(p, column)->counts ? column : partner;
	bytes = count == column ? partner : column;
	name = profile_str(p, p->types.type[count]);
	/* Datadog's and .NET's: the events themselves, not scaled. */
	if (str_ends(name, STR("samples")) || str_ends(name, STR("sample")))
		return (struct events){ .count = events_column_of(p, count) };
	if (!unit_is_memory(profile_str(p, p->header.period_unit)) ||
		!unit_is_memory(events_unit_of(p, bytes)) || !(period >= 1))
		return unknown("the profile does not tell which part of the "
			       "allocations was sampled");
	return (struct events){ .count = events_column_of(p, count),
		.value = events_column_of(p, bytes),
		.period = period };
}

/* Is each value a number of periods? */
static bool
is_periodic(const struct profile *p, uint32_t column)
{
	const int64_t *value = events_column_of(p, column);
	int64_t period = p->header.period;

	if (p->types.type[column] != p->header.period_type ||
		p->types.unit[column] != p->header.period_unit ||
		!unit_is_time(events_unit_of(p, column)) || period <= 1)
		return false;
	for (size_t i = 0; i < p->sample.n; i++)
		if (value[i] % period != 0)
			return false;
	return true;
}

/* perf's converters count the samples of each event beside it: EVENT_sample
   and EVENT_event. NONE for other columns. */
static uint32_t
samples_of_event(const struct profile *p, uint32_t column)
{
	struct str event = profile_str(p, p->types.type[column]);

	if (!str_ends(event, STR("_event")))
		return NONE;
	event.n -= 5;
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct str name = profile_str(p, p->types.type[i]);

		if (str_starts(name, event) &&
			str_is(str_skip(name, event.n), "sample"))
			return i;
	}
	return NONE;
}

struct events
events_of(const struct profile *p, uint32_t column)
{
	const struct kind *kind = kind_of_column(p, column);
	uint32_t count;

	switch (kind->group) {
	case GROUP_INUSE:
	case GROUP_ALLOC:
		return of_heap(p, column);
	case GROUP_CONTENTION:
		return unknown("waits are scaled by a rate that the profile "
			       "does not tell");
	case GROUP_CONCURRENCY:
		return unknown("all of them are counted, none is sampled");
	default:
		break;
	}
	count = samples_of_event(p, column);
	if (count == NONE)
		count = kind_events(p, column);
	if (count != NONE)
		return (struct events){ .count = events_column_of(p, count) };
	if (is_periodic(p, column))
		return (struct events){ .value = events_column_of(p, column),
			.period = (double)p->header.period };
	return unknown("the profile does not tell how many samples stand "
		       "behind its values");
}

double
events_at(const struct events *e, size_t sample)
{
	double n = e->count != NULL ? fabs((double)e->count[sample]) : 0;
	double v = e->value != NULL ? fabs((double)e->value[sample]) : 0;

	if (e->period == 0)
		return n;
	if (e->count == NULL)
		return v / e->period;
	return n > 0 ? n * -expm1(-v / n / e->period) : 0;
}
