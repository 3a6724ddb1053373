/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chrome's traces: both forms, nesting, threads, careless writers, CPU
   profiles in pieces, hostile files. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "sampled.h"

#define THREAD ",\"pid\":1,\"tid\":2}"
#define X(name, ts, dur) \
	"{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur THREAD
#define B(name, ts) "{\"ph\":\"B\",\"name\":\"" name "\",\"ts\":" ts THREAD
#define E(name, ts) "{\"ph\":\"E\",\"name\":\"" name "\",\"ts\":" ts THREAD

#define TYPES "events/count time/nanoseconds\n"
#define L " {pid=1 tid=2}"
#define REPAIRED \
	"note: inconsistent events (not begun, not ended, overlapping): "

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

TEST(complete_events_nest_by_their_times)
{
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

TEST(events_may_begin_and_end_apart)
{
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

TEST(events_of_no_time_are_counted)
{
	is("[" X("a", "5", "2") "," B("b", "6") "," E("b", "6") "," X("c", "7",
		   "0") ",{\"ph\":\"X\",\"name\":\"d\",\"ts\":9" THREAD "]",
		TYPES "a 1,1000" L " @0\n"
		      "a;b 1,0" L " @1000\n"
		      "a 0,1000" L " @1000\n"
		      "c 1,0" L " @2000\n"
		      "d 1,0" L " @4000\n");
}

TEST(an_end_without_a_beginning_is_left_out)
{
	is("[" E("x", "0") "," B("a", "1") "," E("y", "2") "," E("a", "3") "]",
		TYPES "a 1,1000" L " @0\n"
		      "a 0,1000" L " @1000\n" REPAIRED "2 were repaired\n");
}

TEST(what_never_ends_ends_with_its_thread)
{
	is("[" B("a", "0") "," B("b", "1") "," X("c", "2", "3") "]",
		TYPES "a 1,1000" L " @0\n"
		      "a;b 1,1000" L " @1000\n"
		      "a;b;c 1,3000" L " @2000\n" REPAIRED "2 were repaired\n");
	/* an end above others that have none */
	is("[" B("a", "0") "," B("b", "1") "," E("a", "2") "]",
		TYPES "a 1,1000" L " @0\n"
		      "a;b 1,1000" L " @1000\n" REPAIRED "1 were repaired\n");
}

TEST(what_ends_later_is_beside)
{
	is("[" X("a", "0", "10") "," X("b", "5", "10") "]",
		TYPES "a 1,5000" L " @0\n"
		      "b 1,10000" L " @5000\n" REPAIRED "1 were repaired\n");
	/* below the same one; that they overlap is but rounding */
	is("[" X("step", "0", "1000") "," X("load", "10", "101") "," X(
		   "train", "110", "800") "]",
		TYPES "step 1,10000" L " @0\n"
		      "step;load 1,100000" L " @10000\n"
		      "step;train 1,800000" L " @110000\n"
		      "step 0,90000" L " @910000\n");
	/* of an event in two parts, too, whichever is the first */
	is("[" B("a", "0") "," X("b", "5", "10") "," E("a", "10") "]",
		TYPES "a 1,5000" L " @0\n"
		      "b 1,10000" L " @5000\n" REPAIRED "1 were repaired\n");
	is("[" X("a", "0", "10") "," B("b", "5") "," E("b", "15") "," X(
		   "c", "15", "1") "]",
		TYPES "a 1,5000" L " @0\n"
		      "b 1,10000" L " @5000\n"
		      "c 1,1000" L " @15000\n" REPAIRED "1 were repaired\n");
	/* one that is around another that begins at the same time */
	is("[" X("a", "0", "10") "," B("b", "0") "," B("c", "0") "," E(
		   "c", "1") "," E("b", "5") "]",
		TYPES "a;b;c 1,1000" L " @0\n"
		      "a;b 1,4000" L " @1000\n"
		      "a 1,5000" L " @5000\n");
	/* several that are open end together */
	is("[" X("p", "0", "100") "," X("c", "10", "40") "," X(
		   "x", "40", "80") "," X("y", "60", "10") "]",
		TYPES "p 1,10000" L " @0\n"
		      "p;c 1,30000" L " @10000\n"
		      "x 1,20000" L " @40000\n"
		      "x;y 1,10000" L " @60000\n"
		      "x 0,50000" L " @70000\n" REPAIRED "2 were repaired\n");
}

TEST(what_ends_a_little_later_is_cut)
{
	/* a child that ends 10 ns after its parent */
	is("[" X("a", "0", "10") "," X("b", "5", "5.010") "]",
		TYPES "a 1,5000" L " @0\n"
		      "a;b 1,5000" L " @5000\n");
	/* microseconds were rounded, which is not an error */
	is("[" X("a", "0", "10") "," X("b", "5", "5.5") "]",
		TYPES "a 1,5000" L " @0\n"
		      "a;b 1,5000" L " @5000\n");
}

TEST(threads_are_apart_and_have_names)
{
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

TEST(what_takes_no_time_of_a_thread_is_counted)
{
	is("[{\"ph\":\"i\",\"ts\":1},{\"ph\":\"b\"},{\"ph\":\"i\"},{},{\"ph\":"
	   "\"\\n\"}," X("a", "0", "1") "]",
		TYPES "a 1,1000" L
		      " @0\nnote: events that do not take a thread's "
		      "time were left out: 2 ?, 1 b, 2 i\n");
}

TEST(the_array_may_lack_its_end)
{
	static const char *const ends[] = { "", ",", "\n,\n" };

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addstr(&text, "[\n" X("a", "0", "1"));
		strbuf_addstr(&text, ends[i]);
		sampled_is(strbuf_str(&text), "",
			TYPES "a 1,1000" L
			      " @0\nnote: the trace is incomplete: its writer "
			      "was stopped\n");
		strbuf_free(&text);
	}
	fails("{\"traceEvents\":[" X("a", "0", "1"),
		"unexpected end of text, is the file truncated? (line 1, "
		"column 69)");
}

TEST(a_cut_event_is_an_error)
{
	static const char text[] = "[" X("a", "0", "1") "," X("b", "2", "1");
	const size_t first = sizeof("[" X("a", "0", "1")) - 1;

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

TEST(a_cpu_profile_in_pieces_is_put_together)
{
	/* the second piece comes before the first */
	is("[" X("ignored", "0", "10") "," PROFILE(
		   "0x1", "100", "100") "," CHUNK("0x1", "300",
		   "{\"id\":3,\"parent\":2," FRAME("g") "}", "3,2",
		   "10,10") "," CHUNK("0x1", "200",
		   "{\"id\":1," FRAME(
			   "(root)") "},{\"id\":2,\"parent\":1," FRAME("f") "}",
		   "2,2", "5,10") "," END("0x1", "400", "140") "]",
		CPU_TYPES "f 1,10000" L " @5000\n"
			  "f 1,10000" L " @15000\n"
			  "f;g 1,10000" L " @25000\n"
			  "f 1,5000" L " @35000\n"
			  "note: the CPU profile in the trace is shown, not "
			  "its 1 events\n");
}

TEST(two_profiles_have_labels)
{
	is("[" PROFILE("0x1", "0", "0") "," PROFILE("0x2", "0", "0") "," CHUNK(
		   "0x2", "1", "{\"id\":1," FRAME("f") "}", "1,1",
		   "1,1") "," CHUNK("0x1", "1", "{\"id\":1," FRAME("g") "}",
		   "1,1", "1,2") "]",
		CPU_TYPES
		"g 1,2000 {pid=1 profile=1 0x1 tid=2} @1000\n"
		"g 1,0 {pid=1 profile=1 0x1 tid=2} @3000\n"
		"f 1,1000 {pid=1 profile=1 0x2 tid=2} @1000\n"
		"f 1,0 {pid=1 profile=1 0x2 tid=2} @2000\n"
		"note: the trace has 2 CPU profiles (tag \"profile\")\n");
}

TEST(broken_pieces_are_refused)
{
	fails("[" CHUNK("0x1", "1", "{\"id\":3," FRAME("g") "}", "4", "1") "]",
		"no samples to show; samples without their node: 1");
	fails("[" CHUNK("0x1", "1", "7", "4", "1") "]",
		"no samples to show; samples without their node: 1");
	fails("[" CHUNK("0x1", "1", "{\"id\":3," FRAME("g") "}", "3",
		      "\"x\"") "]",
		"no samples to show; samples without their node: 1");
	fails("[{\"name\":\"ProfileChunk\"}]",
		"no readable events; 1 have no time (\"ts\")");
	fails("[{\"ts\":1,\"name\":\"ProfileChunk\"}]", "no samples");
}

TEST(broken_traces_are_refused)
{
	fails("[]", "no samples");
	fails("[7]", "no readable events; 1 have no time (\"ts\")");
	fails("[{\"ph\":\"b\",\"ts\":1}]",
		"no events that show a thread's time (X, B and E), only "
		"others: 1 b");
	fails("{}", "\"traceEvents\" is missing (line 1, column 1)");
	fails("{\"traceEvents\":{}}",
		"expected an array, [...] (line 1, column 16)");
	fails("[{\"ph\":\"X\"}]",
		"no readable events; 1 have no time (\"ts\")");
	fails("[" X("a", "0", "1") "]]",
		"trailing data after the end (line 1, column 55)");
	fails("[" X("a", "0", "1") "}",
		"expected a comma or ] (line 1, column 54)");
}

TEST(times_beyond_all_measure_are_cut)
{
	is("[" X("a", "-1e300", "1e308") "," X("b", "1e300", "-7") "]",
		TYPES
		"a 1,2305843009213693952" L " @0\n"
		"b 1,0" L " @4611686018427387904\n" REPAIRED
		"1 were repaired\nnote: values beyond 64 bits were clamped\n");
}

TEST(large_arguments_are_not_read)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, "[{\"ph\":\"X\",\"args\":[");
	strbuf_addn(&text, '[', 100000);
	strbuf_addn(&text, ']', 100000);
	strbuf_addstr(&text, "],\"name\":\"a\",\"ts\":0,\"dur\":1" THREAD "]");
	sampled_is(strbuf_str(&text), "", TYPES "a 1,1000" L " @0\n");
	strbuf_reset(&text);
	/* but for what they say of the event */
	strbuf_addstr(&text, "[{\"ph\":\"X\",\"args\":{\"x\":\"");
	strbuf_addn(&text, 'x', 100000);
	strbuf_addstr(&text,
		"\",\"detail\":\"d\"},\"name\":\"a\",\"ts\":0,\"dur\":1" THREAD
		"]");
	sampled_is(strbuf_str(&text), "", TYPES "a d 1,1000" L " @0\n");
	strbuf_free(&text);
}

TEST(times_are_exact)
{
	/* microseconds since 1970, 61 bits of nanoseconds */
	is("[" X("step", "1719662400123456.100", "100.000") "," X("mul",
		   "1719662400123457.001",
		   "10.250") "," X("add", "1719662400123467.251", "0.500") "]",
		TYPES "step 1,901" L " @0\n"
		      "step;mul 1,10250" L " @901\n"
		      "step;add 1,500" L " @11151\n"
		      "step 0,88349" L " @11651\n");
	is("[" X("a", "1.7e15", "1e-3") "," X(
		   "b", "1700000000000000.001", "2E0") "]",
		TYPES "a 1,1" L " @0\n"
		      "b 1,2000" L " @1\n");
	is("[" PROFILE("0x1", "1700000000000000.001",
		   "1700000000000000.001") "," CHUNK("0x1",
		   "1700000000000000.002", "{\"id\":1," FRAME("f") "}", "1,1",
		   "0.001,\"0.010\"") "]",
		CPU_TYPES "f 1,10" L " @1\n"
			  "f 1,0" L " @11\n");
}

TEST(texts_of_digits_are_numbers)
{
	is("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":\"100\",\"dur\":\"20.5\","
	   "\"pid\":\"1\",\"tid\":\"2\"}," X("b", "110", "5") "]",
		TYPES "a 1,10000" L " @0\n"
		      "a;b 1,5000" L " @10000\n"
		      "a 0,5500" L " @15000\n");
}

TEST(times_may_be_below_zero)
{
	is("[" X("a", "-5", "3") "," X("b", "-1", "2") "]",
		TYPES "a 1,3000" L " @0\n"
		      "b 1,2000" L " @4000\n");
}

TEST(the_time_on_a_core_is_the_next_best)
{
	is("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"tdur\":4" THREAD
	   ",{\"ph\":\"X\",\"name\":\"b\",\"ts\":5,\"dur\":3,\"tdur\":1" THREAD
	   "]",
		TYPES "a 1,4000" L " @0\n"
		      "b 1,3000" L " @5000\n");
}

#define ARGS(name, ts, dur, tid, args) \
	"{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur \
	",\"pid\":1,\"tid\":" tid ",\"args\":{" args "}}"
#define SUM "\"count\":2,\"avg ms\":1"

TEST(sums_of_clang_are_left_out)
{
	is("[" ARGS("Source", "5", "2", "2", "") "," ARGS(
		   "Total Source", "0", "4", "3", SUM) "]",
		TYPES "Source 1,2000" L " @0\nnote: sums of other events "
		      "(\"Total ...\") were left out: 1\n");
	/* with company, at another time, without a count, of another name */
	is("[" ARGS("Total a", "0", "1", "2", SUM) "," ARGS(
		   "Total b", "1", "1", "2", SUM) "]",
		TYPES "Total a 1,1000" L " @0\n"
		      "Total b 1,1000" L " @1000\n");
	is("[" ARGS("Total a", "1", "1", "2", SUM) "]",
		TYPES "Total a 1,1000" L " @0\n");
	is("[" ARGS("Total a", "0", "1", "2", "\"count\":2") "]",
		TYPES "Total a 1,1000" L " @0\n");
	is("[" ARGS("Totals", "0", "1", "2", SUM) "]",
		TYPES "Totals 1,1000" L " @0\n");
}

#define FAR(n) \
	"note: events without duration, far from the rest, were left " \
	"out: " n "\n"

TEST(far_events_of_no_length_are_left_out)
{
	is("[" X("op", "0", "0") "," X("a", "1719662400000000", "100") "," X(
		   "op", "1819662400000000", "0") "]",
		TYPES "a 1,100000" L " @0\n" FAR("2"));
	/* all that its thread has */
	is("[" X("a", "1719662400000000", "100") ",{\"ph\":\"X\",\"name\":"
		"\"op\",\"pid\":1,\"tid\":9,\"ts\":1819662400000000,"
		"\"dur\":0}]",
		TYPES "a 1,100000" L " @0\n" FAR("1"));
	/* both halves at one time; one half of which nothing else is known */
	is("[" B("b", "0") "," E("b", "0") "," B("c", "1") "," X("a",
		   "1719662400000000",
		   "100") "," E("d", "1819662400000000") "]",
		TYPES "a 1,100000" L " @0\n" FAR("2") REPAIRED
		"1 were repaired\n");
	/* near ones stay, and so do those that have a length */
	is("[" X("a", "0", "1") "," X("b", "5000", "0") "," X(
		   "c", "9000", "1") "]",
		TYPES "a 1,1000" L " @0\n"
		      "b 1,0" L " @5000000\n"
		      "c 1,1000" L " @9000000\n");
}

#define CALL_ARGS "\"data\":{\"functionName\":\"f\",\"url\":\"a.js\"}"
#define ODD_ARGS "\"detail\":{\"z\":1},\"data\":[],\"target\":null"

TEST(details_are_part_of_the_name)
{
	is("[" ARGS("Source", "0", "9", "2", "\"detail\":\"a.h\"") "," ARGS(
		   "Source", "2", "3", "2",
		   "\"x\":{},\"detail\":\"b\\u002eh\"") "]",
		TYPES "Source a.h 1,2000" L " @0\n"
		      "Source a.h;Source b.h 1,3000" L " @2000\n"
		      "Source a.h 0,4000" L " @5000\n");
	is("[" ARGS("FunctionCall", "0", "1", "2", CALL_ARGS) "," ARGS(
		   "Compile", "1", "1", "2", "\"target\":\"//a:b\"") "]",
		TYPES "FunctionCall f a.js<a.js> 1,1000" L " @0\n"
		      "Compile //a:b 1,1000" L " @1000\n");
	/* of two halves, either has them */
	is("[{\"ph\":\"B\",\"name\":\"b\",\"ts\":0,\"args\":{\"detail\":"
	   "\"x\"}" THREAD "," B("c", "1") ",{\"ph\":\"E\",\"ts\":2,\"args\":{"
					   "\"detail\":\"y\"}" THREAD
					   "," E("b", "3") "]",
		TYPES "b x 1,1000" L " @0\n"
		      "b x;c y 1,1000" L " @1000\n"
		      "b x 0,1000" L " @2000\n");
	/* of other types, or empty */
	is("[" ARGS("a", "0", "1", "2", ODD_ARGS) "," ARGS("b", "1", "1", "2",
		   "\"detail\":\"\",\"data\":{\"url\":7}") "]",
		TYPES "a 1,1000" L " @0\n"
		      "b 1,1000" L " @1000\n");
}

#define UNREAD(n) \
	"note: events that are unreadable or have no valid time were " \
	"left out: " n "\n"

TEST(what_cannot_be_read_costs_one_event)
{
	is("[" X("a", "0", "1") ",7,null,{\"ph\":\"X\"}," X(
		   "b", "null", "1") "," X("c", "\"x\"", "1") "," X("d", "0",
		   "Infinity") "," X("e", "2", "null") "]",
		TYPES "a 1,1000" L " @0\n"
		      "e 1,0" L " @2000\n" UNREAD("6"));
}

TEST(members_of_any_type_are_passed_over)
{
	is("[{\"ph\":\"X\",\"ts\":0,\"dur\":1,\"name\":null,\"cat\":7,"
	   "\"id\":{},\"args\":\"x\",\"tdur\":[]" THREAD
	   ",{\"ph\":\"M\",\"name\":\"thread_name\",\"args\":null" THREAD
	   ",{\"ph\":\"M\",\"name\":null,\"args\":{\"name\":3}" THREAD
	   ",{\"ph\":null,\"ts\":{}},{\"ph\":\"X\",\"ts\":1,\"dur\":1,"
	   "\"name\":\"b\",\"pid\":null,\"tid\":1.5}]",
		TYPES "(no name) 1,1000" L
		      " @0\nb 1,1000 {pid=0 tid=1.5} @1000\nnote: events that "
		      "do not take a thread's time were left out: 1 ?\n");
}

#define SAMPLE(ts, tid, sf) \
	"{\"ts\":" ts ",\"pid\":1,\"tid\":" tid ",\"weight\":\"1\",\"sf\":" sf \
	"}"
#define BESIDE(samples, frames) \
	"{\"traceEvents\":[],\"samples\":[" samples \
	"],\"stackFrames\":{" frames "}}"

TEST(samples_beside_events_are_read)
{
	is(BESIDE(SAMPLE("\"9000\"", "\"2\"", "3") "," SAMPLE(
			  "\"1000\"", "2", "1") "," SAMPLE("3000", "2",
			  "\"2\"") "," SAMPLE("4000", "3", "2"),
		   "\"3\":{\"name\":\"g\",\"parent\":\"2\"},\"1\":{\"name\":"
		   "\"root\",\"category\":\"js\"},\"2\":{\"name\":\"f\","
		   "\"parent\":1}"),
		CPU_TYPES "root[js] 1,2000000" L " @0\n"
			  "root[js];f 1,6000000" L " @2000000\n"
			  "root[js];f;g 1,0" L " @8000000\n"
			  "root[js];f 1,0 {pid=1 tid=3} @3000000\n");
}

TEST(samples_may_be_damaged)
{
	/* no time, no such frame; no such parent, a circle, no object */
	is(BESIDE(SAMPLE("null", "2", "1") "," SAMPLE(
			  "1", "2", "7") ",7," SAMPLE("2", "2",
			  "1") "," SAMPLE("3", "2", "2"),
		   "\"1\":{\"name\":\"a\",\"parent\":99},\"2\":{\"name\":"
		   "\"b\",\"parent\":3},\"3\":{\"name\":\"c\",\"parent\":2},"
		   "\"4\":null"),
		CPU_TYPES "a 1,1000" L " @0\n"
			  "c;b 1,0" L
			  " @1000\n" UNREAD("2") "note: samples with a missing "
						 "node were left out: 1\n");
	fails(BESIDE("", ""), "no samples");
	is("{\"traceEvents\":[" X("a", "0", "1") "],\"samples\":null}",
		TYPES "a 1,1000" L " @0\n");
}

/* Some say a node's parent and its children, in one file. */
TEST(an_edge_of_a_piece_may_be_said_by_both_ends)
{
	is("[" CHUNK("0x1", "100",
		   "{\"id\":1," FRAME("(root)") ",\"children\":[9]},{\"id\":9,"
		   "\"parent\":1," FRAME("f") ",\"children\":[4]},{\"id\":4,"
		   "\"parent\":9," FRAME("g") "}",
		   "4,9", "1,2") "]",
		CPU_TYPES "f;g 1,2000 {pid=1 tid=9} @0\n"
			  "f 1,0 {pid=1 tid=9} @2000\n");
}

TEST(leftover_pieces_are_left_out)
{
	is("[" CHUNK("0x3", "50", "", "8,8", "1,1") "," PROFILE(
		   "0x4", "100", "100") "," CHUNK("0x4", "200",
		   "{\"id\":1," FRAME("f") "}", "1,1,null,1", "5,10,5,1") "]",
		CPU_TYPES
		"f 1,10000 {pid=1 profile=1 0x4 tid=2} @5000\nf 1,6000 "
		"{pid=1 profile=1 0x4 tid=2} @15000\nf 1,0 {pid=1 "
		"profile=1 0x4 tid=2} @21000\nnote: samples with a "
		"missing node were left out: 3\n");
	/* one that is damaged leaves the others */
	is("[" CHUNK("0x1", "1", "7", "4", "1") "," CHUNK(
		   "0x2", "1", "{\"id\":1," FRAME("f") "}", "1", "1") "]",
		CPU_TYPES
		"f 1,0 {pid=1 profile=1 0x2 tid=9} @0\nnote: unreadable nodes "
		"and calls left out: 1; the first: a node without an id\nnote: "
		"samples with a missing node were left out: 1\n");
	/* a node whose parent was in a part that is lost */
	is("[" CHUNK("0x1", "1", "{\"id\":3,\"parent\":2," FRAME("g") "}", "3",
		   "1") "]",
		CPU_TYPES
		"g 1,0 {pid=1 tid=9} @0\nnote: unreadable nodes and calls left "
		"out: 1; the first: node 3: there is no parent 2 before it\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#else

TEST(without_the_library_traces_cannot_be_read)
{
	(void)is;
	fails("[" X("a", "0", "1") "," B("b", "0") "," E("b", "0") "]",
		"this file is JSON, but flametop was built without libjansson");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#endif
