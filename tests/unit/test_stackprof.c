/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stackprof's JSON and its dumps, against what its own program says of them;
   cut, damaged and hostile ones. */
#include "prelude.h"

#include "testing.h"

#include "sampled.h"
#include "util_read.h"

static int64_t
sum_of(const struct profile *p, uint32_t type)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[type][i];
	return sum;
}

/* The sum of the numbers at the ends of lines. */
static int64_t
folded_sum(const char *file)
{
	struct bytes bytes = testdata(file);
	struct str rest = bytes_str(&bytes);
	int64_t sum = 0, n;

	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		assert_true(str_to_i64(
			str_skip(line, (size_t)str_rchr(line, ' ') + 1), &n));
		sum += n;
	}
	bytes_free(&bytes);
	return sum;
}

static void
agrees(const char *file, const char *folded, int64_t count, int64_t time)
{
	struct bytes bytes = testdata(file);
	struct profile *p = read_well("", bytes_str(&bytes));
	int64_t want = folded_sum(folded);

	assert_int_equal(sum_of(p, 0), want * count);
	assert_int_equal(p->types.n, time > 0 ? 2 : 1);
	if (time > 0)
		assert_int_equal(sum_of(p, 1), want * time);
	assert_int_equal(p->sample.n, want);
	assert_non_null(p->sample.time);
	profile_unref(p);
	bytes_free(&bytes);
}

TEST(dumps_have_what_their_program_says)
{
	agrees("stackprof/cpu.dump", "stackprof/cpu.folded", 1, 2000000);
	agrees("stackprof/wall.dump", "stackprof/wall.folded", 1, 2000000);
	agrees("stackprof/object.dump", "stackprof/object.folded", 1000, 0);
}

/* A hash with a mode, an interval of 5, a frame 1 that is f, and a list. */
#define DUMP(raw) \
	"\4\b{\x09:\tmode:\x08" \
	"cpu:\rintervali\n:\x0b" \
	"frames{\6i\6{\7:\tname\"\6f:\tlinei\x0c:\x08raw[" raw

TEST(damaged_dumps_are_refused)
{
	sampled_is(STR(DUMP("\x08i\6i\6i\7")), "",
		"samples/count cpu/nanoseconds\nf<:7> 2,10000\n");
	sampled_fails(STR(DUMP("\x08i\6i\7i\7")), "",
		"frame 2 of \"raw\" is not in \"frames\"");
	sampled_fails(STR(DUMP("\x08i\x0bi\6i\7")), "",
		"\"raw\" is inconsistent: a stack of 6 frames at 0 of 3");
	sampled_fails(STR(DUMP("\6i\6")), "",
		"\"raw\" is inconsistent: a stack of 1 frames at 0 of 1");
	sampled_fails(STR(DUMP("\0")), "", "no stacks: record with raw: true");
	sampled_fails(STR(DUMP("\x06\"\6x")), "",
		"\"raw\" is inconsistent: a stack of -1 frames at 0 of 1");
	sampled_fails(STR(DUMP("\x06@\x30")), "",
		"a reference to a missing object (byte 67)");
	sampled_fails(STR(DUMP("\x06o")), "",
		"an object of an unknown type (byte 65)");
	sampled_fails(STR(DUMP("\x06"
			       "l+\x0a")),
		"", "a number beyond 64 bits (byte 68)");
	sampled_fails(
		STR(DUMP("\0x")), "", "trailing data after the end (byte 65)");
}

TEST(cut_and_damaged_dumps_do_no_harm)
{
	struct bytes bytes = testdata("stackprof/cpu.dump");
	struct str all = bytes_str(&bytes);
	struct err err = ERR_INIT;

	for (size_t n = 1; n < all.n; n++)
		assert_null(read_as(
			"stackprofdump", str_sub(all, 0, n), NULL, &err));
	read_damaged("stackprofdump", all, 10000);
	bytes_free(&bytes);
}

#ifdef HAVE_JANSSON

#define JSON(more) \
	"{\"mode\":\"wall\",\"interval\":10,\"samples\":3,\"frames\":{\"7\":{" \
	"\"name\":\"f\",\"file\":\"a.rb\",\"line\":3},\"8\":{\"name\":\"g\"," \
	"\"file\":\"<cfunc>\",\"line\":null}}" more "}"

TEST(json_has_the_same)
{
	agrees("stackprof/cpu.json", "stackprof/cpu.folded", 1, 2000000);
	agrees("stackprof/wall.json", "stackprof/wall.folded", 1, 2000000);
	agrees("stackprof/object.json", "stackprof/object.folded", 1000, 0);
	sampled_is(STR(JSON(",\"raw\":[2,7,8,2,1,7,1],\"missed_samples\":4")),
		"",
		"samples/count wall/nanoseconds\n"
		"f<a.rb:3>;g<<cfunc>> 2,20000\n"
		"f<a.rb:3> 1,10000\n"
		"note: samples that stackprof missed: 4\n");
	sampled_is(STR(JSON(",\"raw\":[2,7,8,2],\"raw_lines\":[2,5,6,2],"
			    "\"raw_timestamp_deltas\":[3,4]")),
		"",
		"samples/count wall/nanoseconds\n"
		"f<a.rb:5>;g<<cfunc>:6> 1,10000 @0\n"
		"f<a.rb:5>;g<<cfunc>:6> 1,10000 @4000\n");
}

TEST(numbers_of_json_may_be_texts_or_missing)
{
	/* an interval of 1.5 us */
	sampled_is(STR("{\"mode\":\"cpu\",\"samples\":1,\"interval\":\"1.5\","
		       "\"missed_samples\":null,\"frames\":{\"7\":{\"name\":"
		       "null}},\"raw\":[\"1\",7,3],\"raw_lines\":null}"),
		"", "samples/count cpu/nanoseconds\n(anonymous) 3,4500\n");
	/* none: there are no times, rather than wrong ones */
	sampled_is(STR("{\"mode\":\"cpu\",\"samples\":1,\"interval\":{},"
		       "\"frames\":{\"7\":{\"name\":\"f\"}},\"raw\":[1,7,3]}"),
		"",
		"samples/count\n"
		"f 3\n"
		"note: no interval: samples are only counted\n");
}

TEST(damage_in_json_costs_its_part)
{
	sampled_is(STR("{\"mode\":\"wall\",\"samples\":1,\"interval\":1,"
		       "\"frames\":{\"7\":{\"name\":\"f\"},\"x\":{}},"
		       "\"raw\":[1,7,3,1,9,1,1,null,1,1,7,-2,1,7,2,5,7]}"),
		"",
		"samples/count wall/nanoseconds\nf 5,5000\nnote: unreadable "
		"frames left out: 1; the first: a frame's id is not a number "
		"(line 1, column 72)\nnote: unreadable stacks left out: 4; the "
		"first: \"raw\" is inconsistent: a stack of 5 frames at 15 of "
		"17\n");
	/* Times go with their samples, also of stacks that are left out. */
	sampled_is(STR(JSON(",\"raw\":[1,7,1,1,9,2,1,7,1],"
			    "\"raw_sample_timestamps\":[-5,1,2,9]")),
		"",
		"samples/count wall/nanoseconds\nf<a.rb:3> 1,10000 "
		"@0\nf<a.rb:3> 1,10000 @14000\nnote: unreadable stacks left "
		"out: 1; the first: frame 9 of \"raw\" is not in \"frames\"\n");
	sampled_is(STR(JSON(",\"raw\":[1,7,2],"
			    "\"raw_sample_timestamps\":[1,null]")),
		"",
		"samples/count wall/nanoseconds\nf<a.rb:3> 2,20000\n"
		"note: \"raw_sample_timestamps\" does not have a time for each "
		"sample: times were left out\n");
}

TEST(damaged_json_is_refused)
{
	static const char text[] = JSON(",\"raw\":[2,7,8,2]");
	struct err err = ERR_INIT;

	sampled_fails(STR(JSON("")), "", "no stacks: record with raw: true");
	sampled_fails(STR(JSON(",\"raw\":[-1,2]")), "",
		"\"raw\" is inconsistent: a stack of -1 frames at 0 of 2");
	sampled_fails(STR(JSON(",\"raw\":[9223372036854775807,7,1]")), "",
		"\"raw\" is inconsistent: a stack of 9223372036854775807 "
		"frames "
		"at 0 of 3");
	sampled_fails(STR(JSON(",\"raw\":[0,-5]")), "",
		"\"raw\" has a stack that was seen -5 times");
	for (size_t n = 1; n + 1 < sizeof(text); n++)
		assert_null(
			read_as("stackprof", str_from(text, n), NULL, &err));
	read_damaged("stackprof", str_c(text), 10000);
}

#endif

int
main(void)
{
	return tests_run(NULL, NULL);
}
