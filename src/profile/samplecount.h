/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The number of sampled events that a sample's value represents, which decides
 * its precision.
 *
 *     samples/count cpu/nanoseconds        6 60000000    6 events
 *     cpu/nanoseconds, period 10000000       60000000    6 events
 *     objects/count space/bytes            273 65656     1 event, if the heap
 *                                            is sampled every 65536 bytes
 *
 *     contentions/count delay/nanoseconds   3 70000      3 contentions
 *
 * Heap profiles contain estimates: the runtime multiplies the number of sampled
 * objects by 1 / (1 - exp(-size / period)), which is undone here.
 *
 * In a comparison each side has its own period. The values of the base profile
 * are negative, so the sign of a value selects the period.
 *
 * The screen calls these events samples, sampled objects, contentions or
 * goroutines. A sample of a profile is a record that may represent many events.
 */
#ifndef FT_PROFILE_SAMPLECOUNT_H
#define FT_PROFILE_SAMPLECOUNT_H

#include "profile/profile.h"

/* Event counts are summed as integers, in units of 1 / EVENT_PARTS. */
enum { EVENT_PARTS = 1024 };

struct events {
	const char *unknown;  /* reason why the precision is unknown, or NULL */
	bool is_exact;        /* `unknown`, because all events were counted */
	bool is_doubtful;     /* counts are too large to be samples */
	const char *name;     /* name of an event: "sample"; NULL: the number of
				 events is unknown */
	bool is_estimate;     /* counts are estimates, as in a heap profile */
	bool is_interval;     /* the sampling rate determines the value of an
				 event */
	int64_t each;         /* value of each event; 0: values differ */
	const int64_t *own;   /* [sample.n] values of the column; a value of 0
				 has no events */
	const int64_t *count; /* [sample.n] numbers of events; NULL: value /
				 period */
	const int64_t *value; /* in a heap profile, the column of bytes; else,
				 if count is NULL, the same as own */
	double period[2];     /* periods in the new and the base profile; 0:
				 count is exact */
};

/* Return the events of a value column. The result points into the profile. */
struct events events_of(const struct profile *p, uint32_t column);
/* Return a sample's number of events: never negative, 0 if there are none. */
double events_at(const struct events *e, size_t sample);
/* Return the number of events that a sample would have if its value had been
   recorded with the period of the base profile, or of the new profile. */
double events_by(const struct events *e, size_t sample, bool base);
/* Return the events of a sample, or of all samples, times EVENT_PARTS. */
int64_t events_parts(const struct events *e, size_t sample);
int64_t events_sum(const struct events *e, const struct profile *p);
/* Return the variance of a sample's value: value^2 / events. */
double events_variance(const struct events *e, size_t sample, int64_t value);

#endif
