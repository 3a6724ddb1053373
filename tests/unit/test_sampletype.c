/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meanings of sample types. */
#include "prelude.h"

#include "profile/sampletype.h"

#include "testing.h"

#include "base/compiler.h"
#include "stacks.h"

static void
kind_is(const char *type, const char *unit, const char *want)
{
	assert_string_equal(kind_of(str_c(type), str_c(unit))->name, want);
}

TEST(the_names_of_all_runtimes_are_known)
{
	kind_is("cpu", "nanoseconds", "cpu");
	kind_is("cpu-time", "nanoseconds", "cpu");
	kind_is("cycles_event", "count", "cpu");
	kind_is("cycles_sample", "count", "cpu_samples");
	kind_is("samples", "count", "cpu_samples");
	kind_is("wall-time", "nanoseconds", "wall");
	kind_is("wall-samples", "count", "wall_samples");
	kind_is("alloc_in_new_tlab_objects", "count", "alloc_objects");
	kind_is("alloc-size", "bytes", "alloc_space");
	kind_is("allocations", "bytes", "alloc_space");
	kind_is("allocations", "count", "alloc_objects");
	kind_is("space", "bytes", "inuse_space");
	kind_is("live", "count", "inuse_objects");
	kind_is("goroutine", "count", "goroutine");
	kind_is("delay", "nanoseconds", "delay");
	kind_is("lock-acquire-wait", "nanoseconds", "delay");
	kind_is("contentions", "count", "contentions");
	kind_is("Ir", "count", "hw");
	kind_is("DLmr", "count", "hw");
	kind_is("minor-faults", "count", "faults");
	kind_is("exception-samples", "count", "exceptions");
	kind_is("", "", "other");
	kind_is("bananas", "count", "other");
}

/* Types are given as in tests/unit/stacks.h, without the samples. */
static void
partner_is(const char *types, uint32_t column, uint32_t want, uint32_t events)
{
	struct strbuf text = STRBUF_INIT;
	struct profile *p;

	strbuf_addf(&text, "types %s\n", types);
	strbuf_addstr(&text, "main 1");
	for (size_t i = 0; types[i] != '\0'; i++)
		if (types[i] == ' ')
			strbuf_addstr(&text, ",1");
	strbuf_addstr(&text, "\n");
	p = stacks_read(strbuf_c(&text));
	assert_int_equal(kind_partner(p, column), want);
	assert_int_equal(kind_events(p, column), events);
	profile_unref(p);
	strbuf_free(&text);
}

TEST(a_count_stands_beside_its_measure)
{
	partner_is("samples/count cpu/nanoseconds", 1, 0, 0);
	partner_is("samples/count cpu/nanoseconds", 0, 1, 0);
	partner_is("contentions/count delay/nanoseconds", 1, 0, 0);
	partner_is("samples/count time/nanoseconds", 1, 0, 0);
	partner_is("cpu/nanoseconds", 0, NONE, NONE);
	partner_is("bananas/count cpu/nanoseconds", 0, NONE, NONE);
	/* Of two counts, the one with the same name is chosen. */
	partner_is("a_sample/count a_event/count cycles_sample/count "
		   "cycles_event/count",
		3, 2, 2);
	partner_is("lock-acquire/count lock-acquire-wait/nanoseconds "
		   "lock-release/count lock-release-hold/nanoseconds",
		3, 2, 2);
}

TEST(counts_of_a_heap_are_no_events)
{
	static const char heap[] = "alloc_objects/count alloc_space/bytes "
				   "inuse_objects/count inuse_space/bytes";

	partner_is(heap, 3, 2, NONE);
	partner_is(heap, 1, 0, NONE);
	partner_is(heap, 0, 1, NONE);
}

static void
lasts(const char *types, const char *want)
{
	struct strbuf text = STRBUF_INIT, have = STRBUF_INIT;
	struct profile *p;

	strbuf_addf(&text, "types %s\na 1,1,1\n", types);
	p = stacks_read(strbuf_c(&text));
	for (uint32_t i = 0; i < p->types.n; i++)
		strbuf_addch(&have, kind_lasts(p, i) ? 'y' : 'n');
	assert_string_equal(strbuf_c(&have), want);
	profile_unref(p);
	strbuf_free(&text);
	strbuf_free(&have);
}

TEST(calls_and_waits_last_and_samples_do_not)
{
	lasts("events/count time/nanoseconds block_duration/nanoseconds",
		"nyy");
	lasts("samples/count cpu/nanoseconds cpu-clock/nanoseconds", "nnn");
	lasts("wall/milliseconds space/bytes sleep_duration/nanoseconds",
		"nny");
	/* Of a profiler that takes a sample a period. */
	lasts("samples/count wall/nanoseconds cpu/nanoseconds\n"
	      "period wall/nanoseconds 1000000",
		"nnn");
}

static void
lasted(const char *text, int64_t want)
{
	struct profile *p = stacks_read(text);

	assert_int_equal(profile_lasted(p, 0), want);
	profile_unref(p);
}

TEST(levels_and_less_than_a_period_have_no_duration)
{
	lasted("types cpu/nanoseconds\nduration 2000000\na 1\n", 2000000);
	lasted("types inuse_space/bytes\nduration 2000000\na 1\n", 0);
	lasted("types goroutine/count\nduration 2000000\na 1\n", 0);
	/* Allocations since the last profile. */
	lasted("types alloc_space/bytes\nduration 2000000\na 1\n", 2000000);
	lasted("types HEAP/bytes\nduration 1\na 1\n", 0);
	lasted("types HEAP/bytes\nduration 1000\na 1\n", 1000);
	lasted("types cpu/nanoseconds\nperiod cpu/milliseconds 10\n"
	       "duration 9999999\na 1\n",
		0);
	lasted("types cpu/nanoseconds\nperiod cpu/milliseconds 10\n"
	       "duration 10000000\na 1\n",
		10000000);
	lasted("types cpu/nanoseconds\nduration -5000\na 1\n", 0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
