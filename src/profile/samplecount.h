/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The number of sampled events that a sample's value represents, which decides
 * its precision.
 *
 *     samples/count cpu/nanoseconds        6 60000000    6 events
 *     cpu/nanoseconds, period 10000000       60000000    6 events
 *     objects/count space/bytes            273 65656     1 event, if every
 *     of a heap sampled every 65536 bytes                65536th byte was one
 *
 *     contentions/count delay/nanoseconds   3 70000      3 contentions
 *
 * Heap profiles contain estimates: the runtime writes n objects of a size for
 * each event, scaled by 1 / (1 - exp(-size / period)), which is undone here.
 *
 * In a comparison each side has a period of its own. The values of a base are
 * negative, so the sign of a value selects the period.
 *
 * The screen calls these events samples, sampled objects, contentions or
 * goroutines. The samples of a file are its records: each may represent many
 * events.
 */
#ifndef FT_PROFILE_SAMPLECOUNT_H
#define FT_PROFILE_SAMPLECOUNT_H

#include "profile/profile.h"

/* Event counts are summed exactly, in parts of an event. */
enum { EVENT_PARTS = 1024 };

struct events {
	const char *unknown;  /* why the precision of values is unknown; NULL:
				 it is known */
	bool is_doubtful;     /* counts too large to be samples */
	const char *name;     /* name of one event: "sample"; NULL: none, or
				 their number is unknown */
	bool is_estimate;     /* estimated, as in a heap profile */
	bool is_interval;     /* the profiler's rate decides an event's weight,
				 not what it saw */
	int64_t each;         /* value of every event; 0: they differ */
	const int64_t *own;   /* the column: a value of 0 has no events */
	const int64_t *count; /* events of each sample; NULL: value / period */
	const int64_t *value; /* with count: bytes of a heap */
	double period[2];     /* periods of value, new side and base; 0: count
				 is the events */
};

/* Return the events of one value column. Borrows from the profile. */
struct events events_of(const struct profile *p, uint32_t column);
/* Return a sample's number of events: never negative, 0 if there are none. */
double events_at(const struct events *e, size_t sample);
/* Return a sample's number of events if its value had been recorded with the
   period of the base, or of the new side. */
double events_by(const struct events *e, size_t sample, bool base);
/* Return the events of a sample, or of all samples, in parts. */
int64_t events_parts(const struct events *e, size_t sample);
int64_t events_sum(const struct events *e, const struct profile *p);
/* Return the variance of that sample's value: v^2 / events. */
double events_variance(const struct events *e, size_t sample, int64_t value);

#endif
