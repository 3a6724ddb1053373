/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chrome's traces: both forms, nesting, threads, careless writers, CPU
   profiles in pieces, hostile files. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "sampled.h"

#include "base/banned.h"

#define THREAD ",\"pid\":1,\"tid\":2}"
#define X(name, ts, dur) \
	"{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur THREAD
#define B(name, ts) "{\"ph\":\"B\",\"name\":\"" name "\",\"ts\":" ts THREAD
#define E(name, ts) "{\"ph\":\"E\",\"name\":\"" name "\",\"ts\":" ts THREAD

#define TYPES "events/count time/nanoseconds\n"
#define L " {pid=1 tid=2}"
#define REPAIRED \
	"note: Inconsistent events (not begun, not ended, overlapping): "

static void
is(const char *text, const char *want)
{
	sampled_is(str_c(text), "", want);
}

static void
fails(const char *text, const char *message)
{
	sampled_fails(str_c(text), "trace", message);
}

#ifdef HAVE_JANSSON

static void
complete_events_nest_by_their_times(void **state)
{
	(void)state;
	is("[" X("a", "0", "10") "," X("b", "2", "4") "]",
		TYPES "a 1,2000" L " @0\n"
		      "a;b 1,4000" L " @2000\n"
		      "a 0,4000" L " @6000\n");
	/* in any order, and with equal starts: the longer is around */
	is("{\"traceEvents\":[" X("c", "0", "1") "," X("b", "0", "4") "," X(
		   "a", "0", "10.5") "]}",
		TYPES "a;b;c 1,1000" L " @0\n"
		      "a;b 1,3000" L " @1000\n"
		      "a 1,6500" L " @4000\n");
}

static void
events_may_begin_and_end_apart(void **state)
{
	(void)state;
	is("[" B("a", "0") "," B("b", "2") "," E("b", "6") "," E("", "10") "]",
		TYPES "a 1,2000" L " @0\n"
		      "a;b 1,4000" L " @2000\n"
		      "a 0,4000" L " @6000\n");
	/* both kinds together */
	is("[" B("a", "0") "," X("b", "2", "4") "," E("a", "10") "]",
		TYPES "a 1,2000" L " @0\n"
		      "a;b 1,4000" L " @2000\n"
		      "a 0,4000" L " @6000\n");
}

static void
events_of_no_time_are_counted(void **state)
{
	(void)state;
	is("[" X("a", "5", "2") "," B("b", "6") "," E("b", "6") "," X("c", "7",
		   "0") ",{\"ph\":\"X\",\"name\":\"d\",\"ts\":9" THREAD "]",
		TYPES "a 1,1000" L " @0\n"
		      "a;b 1,0" L " @1000\n"
		      "a 0,1000" L " @1000\n"
		      "c 1,0" L " @2000\n"
		      "d 1,0" L " @4000\n");
}

static void
an_end_without_a_beginning_is_left_out(void **state)
{
	(void)state;
	is("[" E("x", "0") "," B("a", "1") "," E("y", "2") "," E("a", "3") "]",
		TYPES "a 1,1000" L " @0\n"
		      "a 0,1000" L " @1000\n" REPAIRED "2 were repaired\n");
}

static void
what_never_ends_ends_with_its_thread(void **state)
{
	(void)state;
	is("[" B("a", "0") "," B("b", "1") "," X("c", "2", "3") "]",
		TYPES "a 1,1000" L " @0\n"
		      "a;b 1,1000" L " @1000\n"
		      "a;b;c 1,3000" L " @2000\n" REPAIRED "2 were repaired\n");
	/* an end above others that have none */
	is("[" B("a", "0") "," B("b", "1") "," E("a", "2") "]",
		TYPES "a 1,1000" L " @0\n"
		      "a;b 1,1000" L " @1000\n" REPAIRED "1 were repaired\n");
}

static void
what_reaches_beyond_is_cut(void **state)
{
	(void)state;
	is("[" X("a", "0", "10") "," X("b", "5", "10") "]",
		TYPES "a 1,5000" L " @0\n"
		      "a;b 1,5000" L " @5000\n" REPAIRED "1 were repaired\n");
	/* microseconds were rounded: nobody's fault */
	is("[" X("a", "0", "10") "," X("b", "5", "5.5") "]",
		TYPES "a 1,5000" L " @0\n"
		      "a;b 1,5000" L " @5000\n");
}

static void
threads_are_apart_and_have_names(void **state)
{
	(void)state;
	is("[" X("a", "0", "10") ",{\"ph\":\"X\",\"name\":\"b\",\"ts\":1,"
				 "\"dur\":1,\"pid\":"
				 "\"p\",\"tid\":\"t\",\"cat\":\"net\"},"
				 "{\"ph\":\"M\",\"name\":\"thread_name\","
				 "\"args\":{\"name\":"
				 "\"main\"}" THREAD
				 ",{\"ph\":\"M\",\"name\":\"process_name\","
				 "\"args\":{\"name\":\"app\"}" THREAD "]",
		TYPES "a 1,10000 {comm=app pid=1 thread_comm=main tid=2} @0\n"
		      "b[net] 1,1000 {pid=p tid=t} @1000\n");
}

static void
what_takes_no_time_of_a_thread_is_counted(void **state)
{
	(void)state;
	is("[{\"ph\":\"i\",\"ts\":1},{\"ph\":\"b\"},{\"ph\":\"i\"},{},{\"ph\":"
	   "\"\\n\"}," X("a", "0", "1") "]",
		TYPES "a 1,1000" L " @0\nnote: Events other than a thread's "
		      "time were left out: 1 ?, 1 ?, 1 b, 2 i\n");
}

static void
the_array_may_lack_its_end(void **state)
{
	static const char *const ends[] = { "", ",", "\n,\n" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addc(&text, "[\n" X("a", "0", "1"));
		strbuf_addc(&text, ends[i]);
		sampled_is(strbuf_str(&text), "",
			TYPES "a 1,1000" L
			      " @0\nnote: The trace is incomplete: its writer "
			      "was stopped\n");
		strbuf_free(&text);
	}
	fails("{\"traceEvents\":[" X("a", "0", "1"),
		"unexpected end of text, is the file truncated? (line 1, "
		"column 69)");
}

static void
a_cut_event_is_an_error(void **state)
{
	static const char text[] = "[" X("a", "0", "1") "," X("b", "2", "1");
	const size_t first = sizeof("[" X("a", "0", "1")) - 1;

	(void)state;
	for (size_t n = 2; n + 1 < sizeof(text); n++) {
		char message[128];

		if (n == first || n == first + 1)
			continue;
		(void)snprintf(message, sizeof(message),
			"unexpected end of text, is the file truncated? (line "
			"1, column %zu)",
			n + 1);
		sampled_fails(str_from(text, n), "trace", message);
	}
}

#define FRAME(name) "\"callFrame\":{\"functionName\":\"" name "\",\"url\":\"\"}"
#define PROFILE(id, ts, start) \
	"{\"ph\":\"P\",\"name\":\"Profile\",\"id\":\"" id "\",\"ts\":" ts \
	",\"args\":{\"data\":{\"startTime\":" start "}}" THREAD
#define CHUNK(id, ts, nodes, samples, deltas) \
	"{\"ph\":\"P\",\"name\":\"ProfileChunk\",\"id\":\"" id "\",\"ts\":" ts \
	",\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[" nodes \
	"],\"samples\":[" samples "]},\"timeDeltas\":[" deltas \
	"]}},\"pid\":1,\"tid\":9}"
#define END(id, ts, end) \
	"{\"ph\":\"P\",\"name\":\"ProfileChunk\",\"id\":\"" id "\",\"ts\":" ts \
	",\"args\":{\"data\":{\"endTime\":" end "}},\"pid\":1,\"tid\":9}"
#define CPU_TYPES "samples/count time/nanoseconds\n"

static void
a_cpu_profile_in_pieces_is_put_together(void **state)
{
	(void)state;
	/* the second piece stands before the first */
	is("[" X("ignored", "0", "10") "," PROFILE(
		   "0x1", "100", "100") "," CHUNK("0x1", "300",
		   "{\"id\":3,\"parent\":2," FRAME("g") "}", "3,2",
		   "10,10") "," CHUNK("0x1", "200",
		   "{\"id\":1," FRAME(
			   "(root)") "},{\"id\":2,\"parent\":1," FRAME("f") "}",
		   "2,2", "5,10") "," END("0x1", "400", "140") "]",
		CPU_TYPES "f 1,10000" L " @0\n"
			  "f 1,10000" L " @10000\n"
			  "f;g 1,10000" L " @20000\n"
			  "f 1,5000" L " @30000\n"
			  "note: The CPU profile in the trace is shown, not "
			  "its 1 events\n");
}

static void
two_profiles_have_labels(void **state)
{
	(void)state;
	is("[" PROFILE("0x1", "0", "0") "," PROFILE("0x2", "0", "0") "," CHUNK(
		   "0x2", "1", "{\"id\":1," FRAME("f") "}", "1,1",
		   "1,1") "," CHUNK("0x1", "1", "{\"id\":1," FRAME("g") "}",
		   "1,1", "1,2") "]",
		CPU_TYPES
		"g 1,2000 {pid=1 profile=1 0x1 tid=2} @0\n"
		"g 1,0 {pid=1 profile=1 0x1 tid=2} @2000\n"
		"f 1,1000 {pid=1 profile=1 0x2 tid=2} @0\n"
		"f 1,0 {pid=1 profile=1 0x2 tid=2} @1000\n"
		"note: 2 CPU profiles are in the trace (tag \"profile\")\n");
}

static void
broken_pieces_are_refused(void **state)
{
	(void)state;
	fails("[" CHUNK("0x1", "1", "{\"id\":3,\"parent\":2," FRAME("g") "}",
		      "3", "1") "]",
		"node 3: there is no parent 2 before it (line 1, column 2)");
	fails("[" CHUNK("0x1", "1", "{\"id\":3," FRAME("g") "}", "4", "1") "]",
		"a sample of node 4, but there is no such node (line 1, "
		"column 2)");
	fails("[" CHUNK("0x1", "1", "7", "4", "1") "]",
		"a node without an id (line 1, column 2)");
	fails("[" CHUNK("0x1", "1", "{\"id\":3," FRAME("g") "}", "3",
		      "\"1\"") "]",
		"sample 0 of a ProfileChunk is not a number (line 1, column "
		"2)");
	fails("[{\"name\":\"ProfileChunk\"}]",
		"an event without a time, ts (line 1, column 2)");
	fails("[{\"ts\":1,\"name\":\"ProfileChunk\"}]", "it has no samples");
}

static void
broken_traces_are_refused(void **state)
{
	(void)state;
	fails("[]", "it has no samples");
	fails("[7]", "an event is not an object (line 1, column 2)");
	fails("{}", "there are no \"traceEvents\" (line 1, column 1)");
	fails("{\"traceEvents\":{}}",
		"expected an array, [...] (line 1, column 16)");
	fails("[{\"ph\":\"X\"}]",
		"an event without a time, ts (line 1, column 2)");
	fails("[" X("a", "0", "1") "]]",
		"trailing data after the end (line 1, column 55)");
	fails("[" X("a", "0", "1") "}",
		"expected a comma or ] (line 1, column 54)");
	fails("[" X("a", "0", "Infinity") "]",
		"invalid token near 'Infinity' (line 1, column 43)");
}

static void
times_beyond_all_measure_are_cut(void **state)
{
	(void)state;
	is("[" X("a", "-1e300", "1e308") "," X("b", "1e300", "-7") "]",
		TYPES
		"a 1,2305843009213693952" L " @0\n"
		"b 1,0" L " @4611686018427387904\n" REPAIRED
		"1 were repaired\nnote: Values beyond 64 bits were clamped\n");
}

static void
large_arguments_are_not_read(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	strbuf_addc(&text, "[{\"ph\":\"X\",\"args\":[");
	strbuf_addn(&text, '[', 100000);
	strbuf_addn(&text, ']', 100000);
	strbuf_addc(&text, "],\"name\":\"a\",\"ts\":0,\"dur\":1" THREAD "]");
	sampled_is(strbuf_str(&text), "", TYPES "a 1,1000" L " @0\n");
	strbuf_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(complete_events_nest_by_their_times),
		cmocka_unit_test(events_may_begin_and_end_apart),
		cmocka_unit_test(events_of_no_time_are_counted),
		cmocka_unit_test(an_end_without_a_beginning_is_left_out),
		cmocka_unit_test(what_never_ends_ends_with_its_thread),
		cmocka_unit_test(what_reaches_beyond_is_cut),
		cmocka_unit_test(threads_are_apart_and_have_names),
		cmocka_unit_test(what_takes_no_time_of_a_thread_is_counted),
		cmocka_unit_test(the_array_may_lack_its_end),
		cmocka_unit_test(a_cut_event_is_an_error),
		cmocka_unit_test(a_cpu_profile_in_pieces_is_put_together),
		cmocka_unit_test(two_profiles_have_labels),
		cmocka_unit_test(broken_pieces_are_refused),
		cmocka_unit_test(broken_traces_are_refused),
		cmocka_unit_test(times_beyond_all_measure_are_cut),
		cmocka_unit_test(large_arguments_are_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void
without_the_library_traces_cannot_be_read(void **state)
{
	(void)state;
	(void)is;
	fails("[" X("a", "0", "1") "," B("b", "0") "," E("b", "0") "]",
		"this format is JSON, and this flametop was built without "
		"libjansson, which reads it");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_the_library_traces_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
