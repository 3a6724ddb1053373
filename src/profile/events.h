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
 * Of a heap the runtime writes estimates: n objects of a size for each event,
 * scaled by 1 / (1 - exp(-size / period)), which is undone here.
 */
#ifndef FT_PROFILE_EVENTS_H
#define FT_PROFILE_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

struct events {
	const char *unknown;  /* why nothing is known; NULL: all is well */
	const int64_t *count; /* of each sample; NULL: value / period */
	const int64_t *value; /* with both: bytes of a heap */
	double period;        /* of value; 0: count is the events */
};

/* Of one value column. Borrows from the profile. */
struct events events_of(const struct profile *p, uint32_t column);
/* Never negative. Only where something is known. */
double events_at(const struct events *e, size_t sample);

#endif
