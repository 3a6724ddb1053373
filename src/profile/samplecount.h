/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many sampled events stand behind the value of a sample: what its
 * precision depends on.
 *
 *     samples/count cpu/nanoseconds        6 60000000    6 events
 *     cpu/nanoseconds, period 10000000       60000000    6 events
 *     objects/count space/bytes            273 65656     1 event, if every
 *     of a heap sampled every 65536 bytes                65536th byte was one
 *
 *     contentions/count delay/nanoseconds   3 70000      3 contentions
 *
 * Of a heap the runtime writes estimates: n objects of a size for each event,
 * scaled by 1 / (1 - exp(-size / period)), which is undone here.
 *
 * Of a comparison each side has a period of its own. The values of a base are
 * negative, so the sign of a value says whose period counts.
 *
 * These are the samples of the screen, called by what they are: samples,
 * sampled objects, contentions, goroutines. The samples of a file are its
 * records: each may stand for many events.
 */
#ifndef FT_PROFILE_SAMPLECOUNT_H
#define FT_PROFILE_SAMPLECOUNT_H

#include "profile/profile.h"

/* Sums are exact: they are taken of so many parts of an event. */
enum { EVENT_PARTS = 1024 };

struct events {
	const char *unknown;  /* why values tell nothing of their precision;
				 NULL: all is well */
	bool is_doubtful;     /* too large for what they are said to be */
	const char *name;     /* what one is called: "sample"; NULL: there are
				 none, or how many is not known */
	bool is_estimate;     /* as of a heap */
	bool is_interval;     /* what an event weighs depends on the profiler's
				 rate, not on what was seen */
	int64_t each;         /* every event has this value; 0: they differ */
	const int64_t *own;   /* the column: of what is 0 there are none */
	const int64_t *count; /* of each sample; NULL: value / period */
	const int64_t *value; /* with both: bytes of a heap */
	double period[2];     /* of value, of the new side and of the base; 0:
				 count is the events */
};

/* Of one value column. Borrows from the profile. */
struct events events_of(const struct profile *p, uint32_t column);
/* Never negative; 0 where there are none. */
double events_at(const struct events *e, size_t sample);
/* How many there would be if its value had been recorded on the other side, or
   on its own, by the period of the base or of the new side. */
double events_by(const struct events *e, size_t sample, bool base);
/* The same in parts, and those of all samples. */
int64_t events_parts(const struct events *e, size_t sample);
int64_t events_sum(const struct events *e, const struct profile *p);
/* Of a value of that sample: v^2 / k, where something is known. */
double events_variance(const struct events *e, size_t sample, int64_t value);

#endif
