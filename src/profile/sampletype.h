/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The meaning of a sample type: the question that it answers, its partner, and
 * the number of samples that a value represents.
 *
 *     inuse_space/bytes    in use,    a measure    partner inuse_objects
 *     samples/count        cpu,       a count      partner cpu
 *     cycles_event/count   cpu,       a measure    partner cycles_sample
 *
 * Names differ between runtimes: cpu-time, cpu_time and cpu are one kind.
 * Unknown types have the kind "other".
 */
#ifndef FT_PROFILE_SAMPLETYPE_H
#define FT_PROFILE_SAMPLETYPE_H

#include "base/str.h"
#include "profile/profile.h"

/* Groups in the order in which the sample type switcher shows them. */
enum kind_group {
	GROUP_CPU,
	GROUP_WALL,
	GROUP_INUSE,
	GROUP_ALLOC,
	GROUP_CONCURRENCY,
	GROUP_CONTENTION,
	GROUP_EXCEPTIONS,
	GROUP_HARDWARE,
	GROUP_KERNEL,
	GROUP_IO,
	GROUP_OTHER,
	KIND_GROUPS
};

struct kind {
	const char *name; /* "inuse_space" */
	enum kind_group group;
	bool counts;      /* true: counts events; false: measures an amount */
	const char *hint; /* purpose in a few words, or NULL */
};

/* Return the kind of a type or column. Never NULL. */
const struct kind *kind_of(struct str type, struct str unit);
const struct kind *kind_of_column(const struct profile *p, uint32_t column);
/* True if values are levels at a moment (memory in use, goroutines), which do
   not add up over time. */
bool kind_is_level(const struct kind *kind);
/* Return the title of a group: "Memory in use". */
const char *kind_group_name(enum kind_group group);

/* True if a value is a duration in ns that begins at the sample's time, like a
   wait. Sampling periods and CPU time do not count. */
bool kind_lasts(const struct profile *p, uint32_t column);

/* Return the sampling period in ns; 0: unknown, or not in time. */
int64_t profile_period(const struct profile *p);
/* Return the time that a column was measured for, in ns; 0: unknown. A level
   has none, and less than a period or a microsecond is not believed. */
int64_t profile_lasted(const struct profile *p, uint32_t column);

/* Return the column with the number of events for a column with amounts, or the
   reverse: objects for bytes, contentions for delay. NONE if there is none. */
uint32_t kind_partner(const struct profile *p, uint32_t column);

/* Return the column with each sample's number of events. NONE if that number is
   unknown, as in heap profiles, where counts are estimates. */
uint32_t kind_events(const struct profile *p, uint32_t column);

#endif
