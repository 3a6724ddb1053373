/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The known sample types and their meaning. */
#include "prelude.h"

#include "profile/sampletype.h"

#include "base/ascii.h"
#include "base/num.h"
#include "profile/unit.h"

enum { NAME_MAX_LEN = 64, MATCHES = 11, MICROSECOND = 1000 };

/* Units that a row matches. */
enum unit_is { ANY, BYTES, COUNT };

struct sampletype_row {
	struct kind kind;
	enum unit_is unit;
	/* Lower case, '_' for '-'; '*' at either end matches anything. */
	const char *match[MATCHES];
};

/* The first matching row is used. */
static const struct sampletype_row rows[] = {
	{ { "cpu", GROUP_CPU, false, "time on a core, without waiting" }, ANY,
		{ "cpu", "cpu_time", "cycles", "cpu_cycles", "cpu_clock",
			"task_clock", "cest" } },
	{ { "wall_samples", GROUP_WALL, true, NULL }, ANY, { "wall_samples" } },
	{ { "cpu_samples", GROUP_CPU, true,
		  "number of samples; small counts are noise" },
		ANY,
		{ "samples", "sample", "cpu_samples", "native_samples",
			"cpu_time_samples" } },
	{ { "wall", GROUP_WALL, false, "elapsed time, waiting included" }, ANY,
		{ "wall", "wall_time", "time", "wallclock", "off_cpu" } },
	{ { "alloc_space", GROUP_ALLOC, false,
		  "GC burning CPU? all bytes ever allocated" },
		ANY,
		{ "alloc_space", "alloc_size", "freed_space",
			"alloc_in_new_tlab_bytes", "alloc_outside_tlab_bytes",
			"alloc_sample_bytes", "malloc_bytes" } },
	{ { "alloc_space", GROUP_ALLOC, false,
		  "GC burning CPU? all bytes ever allocated" },
		BYTES, { "allocations" } },
	{ { "alloc_objects", GROUP_ALLOC, true,
		  "GC burning CPU? number of allocations" },
		ANY,
		{ "alloc_objects", "alloc_samples", "*_tlab_objects",
			"alloc_sample_objects", "malloc_objects",
			"allocations" } },
	{ { "inuse_space", GROUP_INUSE, false,
		  "memory climbing? what is still held" },
		ANY,
		{ "inuse_space", "heap_space", "heap_live_size", "peak_space",
			"old_bytes", "leaked_bytes" } },
	{ { "inuse_space", GROUP_INUSE, false,
		  "memory climbing? what is still held" },
		BYTES, { "space", "live" } },
	{ { "inuse_objects", GROUP_INUSE, true, "many small objects alive?" },
		ANY,
		{ "inuse_objects", "objects", "heap_live_samples", "live",
			"peak_objects", "old_objects", "leaked_objects" } },
	{ { "goroutine", GROUP_CONCURRENCY, true,
		  "where goroutines are now; growth is a leak" },
		ANY, { "goroutine", "goroutines" } },
	{ { "threads", GROUP_CONCURRENCY, true, "where threads were created" },
		ANY, { "threadcreate" } },
	{ { "threads", GROUP_CONCURRENCY, true, "where threads are now" }, ANY,
		{ "threads" } },
	{ { "delay", GROUP_CONTENTION, false,
		  "time spent waiting for locks and channels" },
		ANY,
		{ "delay", "mutex_duration", "block_duration", "lock_time",
			"lock_duration", "lock_acquire_wait",
			"lock_release_hold", "native_lock_duration",
			"wait_duration", "sleep_duration" } },
	{ { "contentions", GROUP_CONTENTION, true,
		  "how often it waited; with delay: few long waits or many" },
		ANY,
		{ "contentions", "mutex_count", "block_count", "lock_count",
			"lock_acquire", "lock_release", "native_lock_count",
			"wait_count", "sleep_count" } },
	{ { "exceptions", GROUP_EXCEPTIONS, true, "where they were thrown" },
		ANY, { "exception", "exceptions", "exception_samples" } },
	{ { "faults", GROUP_KERNEL, true, NULL }, ANY,
		{ "page_faults", "*faults" } },
	{ { "io", GROUP_IO, false, NULL }, ANY,
		{ "socket_*", "file_io_*", "blk:*", "io_*" } },
	{ { "hw", GROUP_HARDWARE, false, "CPU events" }, ANY,
		{ "instructions", "cache_*", "branch_*", "ir", "dr", "dw",
			"l1_*", "llc_*", "reads", "writes" } },
	{ { "hw", GROUP_HARDWARE, false, "cache misses, wrong guesses" }, COUNT,
		{ "i1mr", "ilmr", "d1m*", "dlm*", "bcm", "bim", "bc", "bi" } },
};

static const struct kind other = { "other", GROUP_OTHER, false, NULL };

static bool
name_matches(struct str name, const char *pattern)
{
	struct str p = str_c(pattern);

	if (p.p[0] == '*')
		return str_ends(name, str_skip(p, 1));
	if (p.p[p.n - 1] == '*')
		return str_starts(name, str_sub(p, 0, p.n - 1));
	return str_eq(name, p);
}

static bool
unit_fits(enum unit_is want, struct str unit)
{
	switch (want) {
	case BYTES:
		return unit_is_memory(unit);
	case COUNT:
		return !unit_is_memory(unit) && !unit_is_time(unit);
	case ANY:
		break;
	}
	return true;
}

const struct kind *
kind_of(struct str type, struct str unit)
{
	static const struct kind event_sample = { "cpu_samples", GROUP_CPU,
		true, "number of samples; small counts are noise" };
	char buf[NAME_MAX_LEN];
	struct str name;
	size_t n;

	n = type.n < NAME_MAX_LEN ? type.n : NAME_MAX_LEN;
	for (size_t i = 0; i < n; i++) {
		char c = ascii_lower(type.p[i]);

		buf[i] = c == '-' ? '_' : c;
	}
	name = str_from(buf, n);

	/* perf's converters write two columns for each event: the number of
	   samples in EVENT_sample, their values in EVENT_event. */
	if (str_ends(name, STR("_sample")) && !str_is(name, "_sample"))
		return &event_sample;
	if (str_ends(name, STR("_event")))
		name = str_sub(name, 0, name.n - 6);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (!unit_fits(rows[i].unit, unit))
			continue;
		for (size_t k = 0; k < MATCHES && rows[i].match[k] != NULL; k++)
			if (name_matches(name, rows[i].match[k]))
				return &rows[i].kind;
	}
	return &other;
}

const struct kind *
kind_of_column(const struct profile *p, uint32_t column)
{
	return kind_of(profile_str(p, p->types.type[column]),
		profile_str(p, p->types.unit[column]));
}

bool
kind_is_level(const struct kind *kind)
{
	return kind->group == GROUP_INUSE || kind->group == GROUP_CONCURRENCY;
}

const char *
kind_group_name(enum kind_group group)
{
	static const char *const names[KIND_GROUPS] = {
		[GROUP_CPU] = "CPU",
		[GROUP_WALL] = "Wall clock",
		[GROUP_INUSE] = "Memory in use",
		[GROUP_ALLOC] = "Memory allocated",
		[GROUP_CONCURRENCY] = "Concurrency",
		[GROUP_CONTENTION] = "Contention",
		[GROUP_EXCEPTIONS] = "Exceptions",
		[GROUP_HARDWARE] = "Hardware",
		[GROUP_KERNEL] = "Kernel events",
		[GROUP_IO] = "I/O",
		[GROUP_OTHER] = "Other",
	};

	return names[group];
}

bool
kind_lasts(const struct profile *p, uint32_t column)
{
	return str_is(profile_str(p, p->types.unit[column]), "nanoseconds") &&
		kind_of_column(p, column)->group != GROUP_CPU &&
		(p->header.period <= 0 ||
			p->types.type[column] != p->header.period_type);
}

int64_t
profile_period(const struct profile *p)
{
	struct str unit = profile_str(p, p->header.period_unit), name;
	bool far = false;

	return unit_is_time(unit) && p->header.period > 0
		? i64_round(
			  unit_scale(p->header.period, unit, STR("ns"), &name),
			  &far)
		: 0;
}

int64_t
profile_lasted(const struct profile *p, uint32_t column)
{
	int64_t nanos = p->header.duration_nanos;

	return nanos >= MICROSECOND && nanos >= profile_period(p) &&
			!kind_is_level(kind_of_column(p, column))
		? nanos
		: 0;
}

uint32_t
kind_partner(const struct profile *p, uint32_t column)
{
	const struct kind *mine = kind_of_column(p, column);
	struct str name = profile_str(p, p->types.type[column]);
	uint32_t found = NONE;
	size_t best = 0;

	if (mine->group == GROUP_OTHER)
		return NONE;
	/* Find the partner whose name has the longest common prefix with this
	   one. */
	for (uint32_t i = 0; i < p->types.n; i++) {
		const struct kind *kind = kind_of_column(p, i);
		struct str type = profile_str(p, p->types.type[i]);
		size_t alike = 0;
		/* fgprof counts samples of "time", not of "cpu". */
		bool wall_samples = mine->group == GROUP_WALL &&
			!mine->counts && kind->group == GROUP_CPU;

		while (alike < type.n && alike < name.n &&
			type.p[alike] == name.p[alike])
			alike++;
		if (kind->counts == mine->counts ||
			(kind->group != mine->group && !wall_samples))
			continue;
		if (found == NONE || alike > best) {
			found = i;
			best = alike;
		}
	}
	return found;
}

uint32_t
kind_events(const struct profile *p, uint32_t column)
{
	const struct kind *kind = kind_of_column(p, column);

	if (kind->group == GROUP_INUSE || kind->group == GROUP_ALLOC ||
		kind->group == GROUP_CONCURRENCY)
		return NONE;
	return kind->counts ? column : kind_partner(p, column);
}
