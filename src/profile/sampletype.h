/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a sample type means: which question it answers, what belongs
 * together, how many samples stand behind a value.
 *
 *     inuse_space/bytes    in use,    a measure    partner inuse_objects
 *     samples/count        cpu,       a count      partner cpu
 *     cycles_event/count   cpu,       a measure    partner cycles_sample
 *
 * Names differ between runtimes: cpu-time, cpu_time and cpu are one kind.
 * What no row knows is of the kind "other".
 */
#ifndef FT_PROFILE_SAMPLETYPE_H
#define FT_PROFILE_SAMPLETYPE_H

#include "base/str.h"
#include "profile/profile.h"

/* In the order in which the switcher shows them. */
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
	bool counts;      /* how often; else how much */
	const char *hint; /* what it is good for, a few words; or NULL */
};

/* Never NULL. */
const struct kind *kind_of(struct str type, struct str unit);
const struct kind *kind_of_column(const struct profile *p, uint32_t column);
/* "Memory in use" */
const char *kind_group_name(enum kind_group group);

/* Is the value of a sample how long it went on, in ns from its time? What is
   worth a sampling period, and time on processors, is of a moment. */
bool kind_lasts(const struct profile *p, uint32_t column);

/* The column that counts what this one measures, or the other way round:
   objects beside bytes, contentions beside delay. NONE without. */
uint32_t kind_partner(const struct profile *p, uint32_t column);

/* The column with the number of sampled events behind each sample, or NONE
   where the profile does not know: counts of heap profiles are estimates,
   scaled up from few events. */
uint32_t kind_events(const struct profile *p, uint32_t column);

#endif
