/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedscope's files: both kinds, all units, careless and hostile writers. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "profile/samplecount.h"
#include "sampled.h"
#include "util_read.h"

#define FRAMES \
	"\"shared\":{\"frames\":[{\"name\":\"a\",\"file\":\"a.py\"," \
	"\"line\":1},{\"name\":\"b\"},{\"name\":\"c\"}]}"
#define FILE_OF(profiles) "{" FRAMES ",\"profiles\":[" profiles "]}"
#define SAMPLED(unit, samples, weights) \
	"{\"type\":\"sampled\",\"name\":\"t1\",\"unit\":\"" unit \
	"\",\"startValue\":0,\"endValue\":30,\"samples\":[" samples \
	"],\"weights\":[" weights "]}"
#define EVENTED(unit, end, events) \
	"{\"type\":\"evented\",\"name\":\"\",\"unit\":\"" unit \
	"\",\"startValue\":0,\"endValue\":" end ",\"events\":[" events "]}"
#define OPEN(frame, at) "{\"type\":\"O\",\"frame\":" frame ",\"at\":" at "}"
#define CLOSE(frame, at) "{\"type\":\"C\",\"frame\":" frame ",\"at\":" at "}"

static void
is(const char *text, const char *want)
{
	sampled_is(str_c(text), "", want);
}

static void
fails(const char *text, const char *message)
{
	sampled_fails(str_c(text), "speedscope", message);
}

#ifdef HAVE_JANSSON

TEST(samples_become_nanoseconds_and_have_times)
{
	is(FILE_OF(SAMPLED("milliseconds", "[0],[0,1],[0,1]", "10,10,10")),
		"time/nanoseconds\n"
		"a<a.py:1> 10000000 {thread=t1} @0\n"
		"a<a.py:1>;b 10000000 {thread=t1} @10000000\n"
		"a<a.py:1>;b 10000000 {thread=t1} @20000000\n");
	is(FILE_OF(SAMPLED("seconds", "[1],[2]", "0.01,1e-9")),
		"time/nanoseconds\n"
		"b 10000000 {thread=t1} @0\n"
		"c 1 {thread=t1} @10000000\n");
}

static void
period_is(const char *text, int64_t want)
{
	struct profile *p = read_well("speedscope", str_c(text));

	assert_int_equal(p->header.period, want);
	if (want != 0) {
		struct events e = events_of(p, 0);

		assert_null(e.unknown);
		assert_string_equal(e.name, "sample");
		assert_int_equal(e.each, want);
	}
	profile_unref(p);
}

TEST(the_common_weight_of_samples_is_the_period)
{
	period_is(FILE_OF(SAMPLED(
			  "seconds", "[0],[1],[0],[2]", "0.01,0.01,0.03,0.01")),
		10000000);
	/* Of two threads. */
	period_is(
		FILE_OF(SAMPLED("seconds", "[0],[1]", "0.02,0.02") "," SAMPLED(
			"milliseconds", "[0],[1],[2]", "10,10,10")),
		10000000);
	/* Nobody samples that fast. */
	period_is(FILE_OF(SAMPLED("nanoseconds", "[0],[1]", "1,1")), 0);
	/* Durations in whole milliseconds. */
	period_is(FILE_OF(SAMPLED("milliseconds", "[0],[1],[0]", "1,7,12")), 0);
	/* The same with what is not known to be sampled. */
	period_is(FILE_OF(SAMPLED("milliseconds", "[0],[1],[0]",
			  "10,10,10") "," EVENTED("milliseconds", "9",
			  OPEN("1", "1") "," CLOSE("1", "2"))),
		0);
	period_is(FILE_OF(SAMPLED("milliseconds", "[0],[1],[0]", "10,10,-10")),
		0);
	period_is(FILE_OF(SAMPLED("milliseconds", "[0]", "10")), 0);
	period_is(FILE_OF(SAMPLED("none", "[0],[1]", "10,10")), 0);
}

TEST(bytes_and_counts_are_summed)
{
	is(FILE_OF(SAMPLED("bytes", "[0,1],[],[0,1]", "10,5,7")),
		"space/bytes\n"
		"a<a.py:1>;b 17 {thread=t1}\n"
		"- 5 {thread=t1}\n");
	is(FILE_OF(SAMPLED("none", "[2],[2,2]", "3,-1")),
		"weight/count\n"
		"c 3 {thread=t1}\n"
		"c;c -1 {thread=t1}\n");
}

TEST(fractions_of_counts_are_kept)
{
	is(FILE_OF(SAMPLED("none", "[1],[2]", "1.25,2")),
		"weight/count\n"
		"b 125 {thread=t1}\n"
		"c 200 {thread=t1}\n"
		"note: values with fractions: all are multiplied by 100\n");
}

TEST(events_open_and_close_frames)
{
	is(FILE_OF(EVENTED("nanoseconds", "12",
		   OPEN("0", "0") "," OPEN("1", "2") "," CLOSE(
			   "1", "6") "," CLOSE("0", "10"))),
		"time/nanoseconds\n"
		"a<a.py:1> 2 @0\n"
		"a<a.py:1>;b 4 @2\n"
		"a<a.py:1> 4 @6\n");
	/* A gap between frames belongs to no frame. */
	is(FILE_OF(EVENTED("microseconds", "9",
		   OPEN("1", "1.5") "," CLOSE("1", "2") "," OPEN(
			   "2", "7") "," CLOSE("2", "9"))),
		"time/nanoseconds\n"
		"b 500 @1500\n"
		"c 2000 @7000\n");
}

TEST(values_are_exact)
{
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "1700000000000000001") "," OPEN(
			   "1", "1700000000000000051") "," CLOSE("1",
			   "1700000000000000072") "," CLOSE("0",
			   "1700000000000000102"))),
		"time/nanoseconds\n"
		"a<a.py:1> 50 @0\n"
		"a<a.py:1>;b 21 @50\n"
		"a<a.py:1> 30 @71\n");
	is(FILE_OF(EVENTED("seconds", "0",
		   OPEN("0", "-1700000000.000000003") "," CLOSE(
			   "0", "-1700000000.000000001"))),
		"time/nanoseconds\na<a.py:1> 2 @0\n");
	is(FILE_OF(EVENTED("milliseconds", "0",
		   OPEN("0", "-0.000001") "," CLOSE("0", "\"1e-6\""))),
		"time/nanoseconds\na<a.py:1> 2 @0\n");
	is(FILE_OF(SAMPLED("bytes", "[0],[0]", "9007199254740993,\"0\"")),
		"space/bytes\na<a.py:1> 9007199254740993 {thread=t1}\n");
	is(FILE_OF(SAMPLED(
		   "microseconds", "[0],[1]", "1700000000000057.001,\"0.5\"")),
		"time/nanoseconds\n"
		"a<a.py:1> 1700000000000057001 {thread=t1} @0\n"
		"b 500 {thread=t1} @1700000000000057001\n");
	/* Fractions of events without a unit are kept, too. */
	is(FILE_OF(EVENTED("none", "0", OPEN("0", "0.25") "," CLOSE("0", "2"))),
		"weight/count\n"
		"a<a.py:1> 175\n"
		"note: values with fractions: all are multiplied by 100\n");
	/* but not at the cost of what is large */
	is(FILE_OF(SAMPLED("none", "[0],[1]", "9223372036854775807,1.25")),
		"weight/count\na<a.py:1> 9223372036854775807 {thread=t1}\n"
		"b 1 {thread=t1}\n");
}

TEST(no_weight_needs_a_start_an_end_or_a_name)
{
	is("{" FRAMES
	   ",\"activeProfileIndex\":\"x\",\"name\":3,\"exporter\":{},"
	   "\"profiles\":[{\"name\":null,\"unit\":\"nanoseconds\","
	   "\"startValue\":null,\"endValue\":{},\"samples\":[[0],[1]],"
	   "\"weights\":[1,2],\"events\":null},{\"name\":7,\"unit\":"
	   "\"nanoseconds\",\"startValue\":\"99\",\"endValue\":\"9\","
	   "\"events\":[" OPEN("2", "5") "]}]}",
		"time/nanoseconds\n"
		"a<a.py:1> 1 @0\n"
		"b 2 @1\n"
		"c 4 @5\n"
		"note: inconsistent events (not open, not closed, back in "
		"time): 1 were repaired\n");
	/* "O" comes before the start, "C" behind the end. */
	is(FILE_OF(EVENTED(
		   "nanoseconds", "2", OPEN("0", "-3") "," CLOSE("0", "7"))),
		"time/nanoseconds\na<a.py:1> 10 @0\n");
	is(FILE_OF("{\"unit\":3,\"events\":[" OPEN("0", "0") "," CLOSE(
		   "0", "4") "]}"),
		"weight/count\n"
		"a<a.py:1> 4\n"
		"note: unknown unit: values are taken as counts\n");
	is("{\"shared\":{\"frames\":[{\"name\":null},7]},\"profiles\":[{"
	   "\"samples\":[[0,1]],\"weights\":[1]}]}",
		"weight/count\n(anonymous);(anonymous) 1\n");
}

TEST(the_recording_is_as_long_as_its_weights)
{
	static const char text[] =
		FILE_OF("{\"unit\":\"nanoseconds\","
			"\"startValue\":0,\"endValue\":1e15,\"events\":[" OPEN(
				"0", "-40") "," CLOSE("0", "-40") "," OPEN("1",
				"-10") "," CLOSE("1", "20") "," OPEN("1",
				"900") "," CLOSE("1", "900") "]}");
	struct profile *p = read_well("", STR(text));

	assert_int_equal(p->header.duration_nanos, 30);
	profile_unref(p);
}

TEST(each_sample_has_the_weight_at_its_index)
{
	is(FILE_OF(SAMPLED("seconds", "[0],[1]", "0.01,0.01,0.01,1,2")),
		"time/nanoseconds\na<a.py:1> 10000000 {thread=t1} @0\nb "
		"10000000 {thread=t1} @10000000\nnote: more weights than "
		"samples: 3 were left out\n");
	is(FILE_OF(SAMPLED("seconds", "[0],[1],[2]", "0.01")),
		"time/nanoseconds\na<a.py:1> 10000000 {thread=t1} @0\nnote: "
		"more samples than weights: 2 samples without one were left "
		"out\n");
	fails(FILE_OF("{\"samples\":[[0]],\"weights\":null}"),
		"its samples have no weights");
}

TEST(events_of_one_time_close_first)
{
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "0") "," OPEN("1", "0") "," OPEN(
			   "2", "5") "," CLOSE("1", "5") "," CLOSE("2",
			   "9") "," CLOSE("0", "9"))),
		"time/nanoseconds\na<a.py:1>;b 5 @0\na<a.py:1>;c 4 @5\n");
	/* in any order */
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "0") "," OPEN("1", "0") "," OPEN(
			   "2", "5") "," CLOSE("0", "5") "," CLOSE("1",
			   "5") "," CLOSE("2", "9"))),
		"time/nanoseconds\na<a.py:1>;b 5 @0\nc 4 @5\n");
	/* A pair stays one, and nothing goes below it. */
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "0") "," OPEN("1", "5") "," OPEN(
			   "2", "5") "," CLOSE("1", "5") "," CLOSE("2",
			   "9") "," CLOSE("0", "12"))),
		"time/nanoseconds\n"
		"a<a.py:1> 5 @0\na<a.py:1>;c 4 @5\na<a.py:1> 3 @9\n");
	/* also one of a frame that is open already */
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "0") "," OPEN("0", "5") "," CLOSE(
			   "0", "5") "," CLOSE("0", "9"))),
		"time/nanoseconds\na<a.py:1> 5 @0\na<a.py:1> 4 @5\n");
	/* A frame that ends and begins at once. */
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "0") "," CLOSE("0", "5") "," OPEN(
			   "0", "5") "," CLOSE("0", "9"))),
		"time/nanoseconds\na<a.py:1> 5 @0\na<a.py:1> 4 @5\n");
}

#define SELF(exporter) \
	"{\"exporter\":\"" exporter "\",\"shared\":{\"frames\":[{\"name\":" \
	"\"a\"},{\"name\":\"[self]\"}]},\"profiles\":[{\"unit\":" \
	"\"nanoseconds\",\"events\":[" OPEN("0", "0") "," OPEN( \
		"1", "1") "," OPEN("0", "2") "," CLOSE("0", \
		"4") "," CLOSE("1", "8") "," CLOSE("0", \
		"8") "]},{\"unit\":\"nanoseconds\"," \
		     "\"samples\":[[0,1],[1],[1,0]],\"weights\":[16,32,64]}]}"

TEST(pyinstruments_self_belongs_to_its_caller)
{
	is(SELF("pyinstrument"),
		"time/nanoseconds\n"
		"a 1 @0\na 1 @1\na;[self];a 2 @2\na 4 @4\n"
		"a 16 @0\n[self] 32 @16\n[self];a 64 @48\n");
	is(SELF("x"),
		"time/nanoseconds\n"
		"a 1 @0\na;[self] 1 @1\na;[self];a 2 @2\na;[self] 4 @4\n"
		"a;[self] 16 @0\n[self] 32 @16\n[self];a 64 @48\n");
}

TEST(damaged_parts_are_left_out)
{
	is(FILE_OF(SAMPLED("none", "[0],[3],7,[1],[2]",
		   "1,2,4,null,0") ",null,{\"type\":\"sampled\"}"),
		"weight/count\na<a.py:1> 1 {thread=t1}\nc 0 {thread=t1}\nnote: "
		"unreadable profiles left out: 2; the first: a profile with "
		"neither samples nor events (line 1, column 227)\nnote: "
		"unreadable samples left out: 3; the first: frame 3 but only 3 "
		"frames (line 1, column 186)\n");
	is(FILE_OF(EVENTED("none", "0",
		   OPEN("0", "0") ",{\"type\":\"X\"},null," OPEN("1",
			   "null") "," OPEN("9", "1") "," CLOSE("0", "3"))),
		"weight/count\na<a.py:1> 3\nnote: unreadable events left out: "
		"4; the first: an event that is neither O nor C (line 1, "
		"column 208)\n");
}

TEST(careless_events_are_mended_and_counted)
{
	/* closed over another, closed twice, never closed */
	is(FILE_OF(EVENTED("nanoseconds", "20",
		   OPEN("0", "0") "," OPEN("1", "2") "," CLOSE(
			   "0", "6") "," CLOSE("1", "7") "," OPEN("2", "10"))),
		"time/nanoseconds\na<a.py:1> 2 @0\na<a.py:1>;b 4 @2\nc 10 "
		"@10\nnote: inconsistent events (not open, not closed, back in "
		"time): 3 were repaired\n");
	/* back in time */
	is(FILE_OF(EVENTED("nanoseconds", "0",
		   OPEN("0", "5") "," OPEN("1", "3") "," CLOSE(
			   "1", "9") "," CLOSE("0", "-4"))),
		"time/nanoseconds\na<a.py:1>;b 4 @0\nnote: inconsistent events "
		"(not open, not closed, back in time): 2 were repaired\n");
}

TEST(each_unit_is_a_type_and_each_profile_a_thread)
{
	is("{\"activeProfileIndex\":1,\"profiles\":[" SAMPLED("bytes", "[1]",
		   "64") "," EVENTED("seconds", "2", OPEN("2", "1")) "]," FRAMES
								     "}",
		"space/bytes time/nanoseconds\nb 64,0 {thread=t1}\nc "
		"0,1000000000\nnote: all 2 profiles of the file are shown "
		"(label \"thread\"); the file marks number 2 as active\nnote: "
		"inconsistent events (not open, not closed, back in time): 1 "
		"were repaired\n");
}

TEST(equal_names_in_different_files_are_two_functions)
{
	is("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\""
	   ",\"shared\":{\"frames\":[{\"name\":\"f\",\"file\":\"a\"},"
	   "{\"name\":\"f\",\"file\":\"b\"},{\"name\":\"f\",\"file\":\"a\"}]},"
	   "\"profiles\":[{\"type\":\"sampled\",\"name\":\"\",\"unit\":"
	   "\"none\",\"samples\":[[0],[1],[2]],\"weights\":[1,2,4]}]}",
		"weight/count\n"
		"f<a> 5\n"
		"f<b> 2\n");
}

TEST(numbers_are_cut_not_wrapped)
{
	is(FILE_OF(SAMPLED("seconds", "[1],[2]", "1e308,-1e300")),
		"time/nanoseconds\nb 9223372036854775807 {thread=t1} @0\nc "
		"-9223372036854775808 {thread=t1} @9223372036854775807\nnote: "
		"values beyond 64 bits were clamped\n");
	/* beyond 64 bits, but no real */
	is(FILE_OF(SAMPLED("none", "[1]", "99999999999999999999")),
		"weight/count\nb 9223372036854775807 {thread=t1}\nnote: values "
		"beyond 64 bits were clamped\n");
	is(FILE_OF(SAMPLED("none", "[1]", "1e999")),
		"weight/count\nb 9223372036854775807 {thread=t1}\nnote: values "
		"beyond 64 bits were clamped\n");
}

TEST(what_is_wrong_has_a_place)
{
	fails(FILE_OF(SAMPLED("none", "[3]", "1")),
		"frame 3 but only 3 frames (line 1, column 182)");
	fails(FILE_OF(SAMPLED("none", "[-1]", "1")),
		"frame -1 but only 3 frames (line 1, column 182)");
	fails(FILE_OF(SAMPLED("none", "[0.5]", "1")),
		"expected the number of a frame (line 1, column 182)");
	fails(FILE_OF(SAMPLED("none", "7", "1")),
		"a sample is not an array of frames (line 1, column 182)");
	fails(FILE_OF(SAMPLED("none", "[1]", "\"x\"")),
		"a weight that is not a number (line 1, column 198)");
	fails(FILE_OF(SAMPLED("none", "[1]", "NaN")),
		"a weight that is not a number (line 1, column 198)");
	fails(FILE_OF(SAMPLED("none", "", "")), "no samples");
	fails(FILE_OF(""), "no samples");
	fails("{\"shared\":{\"frames\":[]}}",
		"\"profiles\" is missing (line 1, column 1)");
	fails("{\"profiles\":[],\"shared\":{}}",
		"\"shared\" has no frames (line 1, column 25)");
	fails("{\"profiles\":[],\"shared\":7}",
		"expected an object, {...} (line 1, column 25)");
	fails(FILE_OF("{\"type\":\"sampled\"}"),
		"a profile with neither samples nor events (line 1, column "
		"98)");
	fails(FILE_OF(EVENTED("none", "3", "{\"type\":\"X\"}")),
		"an event that is neither O nor C (line 1, column 178)");
	fails(FILE_OF(EVENTED("none", "3", "{\"type\":\"O\"}")),
		"an event without a time (line 1, column 178)");
	fails(FILE_OF(SAMPLED("none", "[1]", "1")) "x",
		"trailing data after the end (line 1, column 203)");
	fails("[]", "expected an object, {...} (line 1, column 1)");
}

TEST(a_cut_speedscope_file_is_never_shown)
{
	static const char text[] = FILE_OF(EVENTED("nanoseconds", "12",
		OPEN("0", "0") "," OPEN("1", "2") "," CLOSE("1", "6") "," CLOSE(
			"0", "10")));

	for (size_t n = 1; n + 1 < sizeof(text); n++) {
		char message[128];

		(void)snprintf(message, sizeof(message),
			"unexpected end of text, is the file truncated? (line "
			"1, column %zu)",
			n + 1);
		sampled_fails(str_from(text, n), "speedscope", message);
	}
}

TEST(deep_stacks_are_ordinary)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text,
		"{" FRAMES ",\"profiles\":[{\"type\":\"sampled\","
		"\"unit\":\"none\",\"samples\":[[");
	for (int i = 0; i < 100000; i++)
		strbuf_addstr(&text, "1,");
	strbuf_addstr(&text, "9]],\"weights\":[1]}]}");
	sampled_fails(strbuf_str(&text), "",
		"frame 9 but only 3 frames (line 1, column 141)");
	strbuf_free(&text);
}

TEST(deep_nesting_ends_with_an_error)
{
	struct strbuf text = STRBUF_INIT;

	/* in skipped text: nesting of any depth, but it has to end */
	strbuf_addstr(&text, "{\"shared\":{\"frames\":[]},\"x\":");
	strbuf_addn(&text, '[', 300000);
	sampled_fails(strbuf_str(&text), "speedscope",
		"unexpected end of text, is the file truncated? (line 1, "
		"column 300029)");
	/* in text that is read: up to the library's limit */
	strbuf_reset(&text);
	strbuf_addstr(&text, "{\"profiles\":[],\"shared\":{\"frames\":[");
	strbuf_addn(&text, '[', 5000);
	strbuf_addn(&text, ']', 5000);
	strbuf_addstr(&text, "]}}");
	sampled_fails(strbuf_str(&text), "speedscope",
		"maximum parsing depth reached near '[' (line 1, column "
		"2084)");
	strbuf_free(&text);
}

TEST(one_huge_value_is_refused)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, "{\"profiles\":[],\"shared\":{\"frames\":[\n[");
	for (int i = 0; i < 1 << 20; i++)
		strbuf_addstr(&text, "[],");
	strbuf_addstr(&text, "1]]}}");
	sampled_fails(strbuf_str(&text), "speedscope",
		"a single value of 3145731 bytes; the limit is 2097152 (line "
		"2, column 1)");
	strbuf_free(&text);
}

TEST(names_may_hold_any_byte)
{
	static const char text[] =
		"{\"shared\":{\"frames\":[{\"name\":\"a\\u0000b\\u001b]\"},"
		"{\"name\":\"\\ud83d\\ude00\"}]},\"profiles\":[{\"unit\":"
		"\"none\",\"samples\":[[0,1]],\"weights\":[1]}]}";

	/* the NUL ends what a C string shows */
	sampled_is(STR(text), "",
		"weight/count\n"
		"a");
	fails("{\"shared\":{\"frames\":[{\"name\":\"\xff\"}]},\"profiles\":[]}",
		"unable to decode byte 0xff near '\"' (line 1, column "
		"30)");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#else

TEST(without_the_library_the_message_says_so)
{
	(void)is;
	fails(FILE_OF(SAMPLED("none", "[1]", "1")),
		"this file is JSON, but flametop was built without libjansson");
}

int
main(void)
{
	(void)EVENTED("", "", OPEN("", "") CLOSE("", ""));
	return tests_run(NULL, NULL);
}

#endif
