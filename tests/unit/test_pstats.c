/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Python's statistics: what its profilers wrote, against what pstats says of
   it; marshalled objects of every kind; cut and damaged files. */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "byname.h"
#include "sampled.h"
#include "util_read.h"

static int64_t
cut_number(struct str *line)
{
	int64_t n = -1;

	if (!str_to_i64(str_cut(line, ' '), &n))
		fail_msg("a report without a number");
	return n;
}

/* Own times of all names, and the total; inclusive ones where a name is one
   function. */
static void
agrees(const char *file, const char *report)
{
	struct bytes bytes = testdata(file), table = testdata(report);
	struct profile *p = read_well("", bytes_str(&bytes));
	struct by_name w = by_name_weigh(p, 0);
	struct str rest = bytes_str(&table), head = str_cut(&rest, '\n');
	struct strbuf name = STRBUF_INIT;
	int64_t total = cut_number(&head), sum = read_sum(p);

	assert_in_range(sum, total - 1000, total + 1000);
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');
		int64_t tt = cut_number(&line), ct = cut_number(&line);
		int64_t n = cut_number(&line), self, all;

		by_name_get(&w, line, &self, &all);
		if (self != tt)
			fail_msg("%.*s: %" PRId64 ", not %" PRId64,
				STR_ARG(line), self, tt);
		strbuf_reset(&name);
		strbuf_add(&name, line);
		if (n == 1)
			by_name_told_is(p, strbuf_c(&name), NULL, ct);
	}
	strbuf_free(&name);
	by_name_fini(&w);
	profile_unref(p);
	bytes_free(&bytes);
	bytes_free(&table);
}

TEST(times_are_those_of_pstats)
{
	agrees("pstats/traced.prof", "pstats/traced.prof.report");
	agrees("pstats/old.prof", "pstats/old.prof.report");
	agrees("pstats/pyinstrument.prof", "pstats/pyinstrument.prof.report");
}

#define TEXT(n, text) "\xda" n text
#define INT(n) "i" n "\0\0\0"
/* 1, 2, 4 and 8 seconds */
#define SECONDS(n) "g\0\0\0\0\0\0" n
#define ONE SECONDS("\xf0\x3f")
#define TWO SECONDS("\0\x40")
#define FOUR SECONDS("\x10\x40")
#define KEY(name) "\xa9\x03" TEXT("\4", "a.py") INT("\7") TEXT("\1", name)
#define REF(n) "r" n "\0\0\0"
#define TIMES(own, all, callers) \
	")\5" INT("\1") INT("\1") own all "{" callers "0"
#define NOTE \
	"note: no stacks in the file: functions' totals are exact, call " \
	"paths are estimated\n"

#define TYPES "time/nanoseconds calls/count\n"

TEST(functions_and_callers_are_paths)
{
	/* Reference 0 is the key of f, 1 its file, 2 its name, 3 that of g. */
	sampled_is(
		STR("{" KEY("f") TIMES(TWO, FOUR, "") KEY("g") TIMES(TWO, TWO,
			REF("\0") ")\4" INT("\1") INT("\1") TWO TWO) "0"),
		"",
		TYPES "f<a.py:7> 2000000000,1\n"
		      "f<a.py:7>;g<a.py:7> 2000000000,1\n" NOTE);
	sampled_is(STR("\xfb" KEY("f") TIMES(ONE, ONE, "") "0"), "",
		TYPES "f<a.py:7> 1000000000,1\n");
	/* calls in place of times; built in; no file */
	sampled_is(STR("{" KEY("f") TIMES(ONE, TWO, "") ")\3z\1~" INT(
			   "\0") "z\3<b>" TIMES(ONE, ONE,
			   REF("\0") INT("\1")) "0"),
		"",
		TYPES "f<a.py:7> 1000000000,1\n"
		      "f<a.py:7>;<b> 1000000000,1\n" NOTE);
}

TEST(numbers_have_many_forms)
{
	sampled_is(STR("{)\3u\4\0\0\0a.py"
		       "I\7\0\0\0\0\0\0\0"
		       "a\1\0\0\0f"
		       "(\5\0\0\0"
		       "l\1\0\0\0\7\0"
		       "l\xff\xff\xff\xff\7\0"
		       "f\5"
		       "1.5e0"
		       "T"
		       "{00"),
		"", TYPES "f<a.py:7> 1500000000,0\n");
	sampled_is(STR("{" KEY("f") TIMES(SECONDS("\x16\xc0"), ONE, "") KEY("g")
				   TIMES(ONE, ONE, "") "0"),
		"",
		TYPES "g<a.py:7> 1000000000,1\n"
		      "f<a.py:7>;[not profiled] 1000000000,0\nf<a.py:7> 0,1\n"
		      "note: calls cost 1s more than the functions that were "
		      "profiled: see \"[not profiled]\"\n"
		      "note: times below zero: 1 were taken as 0\n");
	sampled_is(STR("{)\1z\13__sampled__T" KEY("f") TIMES(ONE, ONE, "") "0"),
		"", TYPES "f<a.py:7> 1000000000,1\n");
}

/* A function's numbers, or its callers, may be those of one before. */
TEST(numbers_may_be_references)
{
	sampled_is(STR("{" KEY("f") "\xa9\5" INT("\1") INT("\1") ONE ONE
			   "{0" KEY("g") REF("\3") "0"),
		"",
		TYPES "g<a.py:7> 1000000000,1\n"
		      "f<a.py:7> 1000000000,1\n");
}

#define OLD_KEY(file, line, name) "(\3\0\0\0" file INT(line) name
#define OLD_TEXT(n) "R" n "\0\0\0"

TEST(texts_of_python_2_may_be_references)
{
	/* Text 0 is "a.py", 1 is "f"; the text "g" is not counted. */
	sampled_is(
		STR("{" OLD_KEY("t\4\0\0\0a.py", "\7", "t\1\0\0\0f") TIMES(
			TWO, FOUR, "") OLD_KEY(OLD_TEXT("\0"), "\x8",
			"s\1\0\0\0g") TIMES(TWO, TWO,
			OLD_KEY(OLD_TEXT("\0"), "\7", OLD_TEXT("\1")) ")\4" INT(
				"\1") INT("\1") TWO TWO) "0"),
		"",
		TYPES "f<a.py:7> 2000000000,1\n"
		      "f<a.py:7>;g<a.py:8> 2000000000,1\n" NOTE);
}

/* As pyinstrument does: with each call to itself, f costs as much again. */
TEST(recursion_counts_once)
{
	struct str file =
		STR("{" KEY("g") TIMES(TWO, FOUR, "") KEY("f") TIMES(TWO, FOUR,
			REF("\0") ")\4" INT("\1") INT("\1") TWO TWO REF(
				"\3") ")\4" INT("\1") INT("\1") TWO TWO) "0");
	struct profile *p = read_well("", file);

	by_name_told_is(p, "f", NULL, 2000000000);
	profile_unref(p);
	sampled_is(file, "",
		TYPES "g<a.py:7> 2000000000,1\n"
		      "g<a.py:7>;f<a.py:7> 2000000000,1\n"
		      "g<a.py:7>;f<a.py:7>;f<a.py:7> 0,1\n" NOTE);
}

#define AT "<a.py:7>"
#define EIGHT SECONDS("\x20\x40")
#define SEVEN SECONDS("\x1c\x40")
#define THREE SECONDS("\x08\x40")
#define ZERO SECONDS("\0\0")
#define CALLS(n, own, all, callers) \
	")\5" INT("\1") INT(n) own all "{" callers "0"
#define CALLED(by, own, all) by ")\4" INT("\1") INT("\1") own all

/* What exec() runs imports modules, which exec() runs: the call that costs most
   is the outermost. */
TEST(a_call_made_once_that_takes_all_is_outside_of_smaller_ones)
{
	/* x 0, r 3, i 6, m 9, p 12, h 15 */
	sampled_is(STR("{" KEY("x") CALLS("\3", ZERO, EIGHT,
			   CALLED(KEY("r"), ZERO, SEVEN) CALLED(KEY("i"), ZERO,
				   THREE)) KEY("m") CALLS("\1", ONE, EIGHT,
			   CALLED(REF("\0"), ONE, EIGHT)) REF("\3") CALLS("\1",
			   ZERO, SEVEN,
			   CALLED(REF("\x9"), ZERO, SEVEN)) KEY("p") CALLS("\1",
			   FOUR, SEVEN,
			   CALLED(REF("\0"), FOUR, SEVEN)) REF("\6") CALLS("\1",
			   ZERO, THREE,
			   CALLED(REF("\xc"), ZERO, THREE)) KEY("h") CALLS("\1",
			   THREE, THREE, CALLED(REF("\0"), THREE, THREE)) "0"),
		"",
		TYPES "x" AT ";m" AT " 1000000000,1\n"
		      "x" AT ";m" AT ";r" AT ";x" AT ";p" AT " 4000000000,1\n"
		      "x" AT ";m" AT ";r" AT ";x" AT ";p" AT ";i" AT ";x" AT
		      ";h" AT " 3000000000,1\n"
		      "x" AT ";m" AT ";r" AT ";x" AT " 0,1\n"
		      "x" AT ";m" AT ";r" AT ";x" AT ";p" AT ";i" AT ";x" AT
		      " 0,1\n"
		      "x" AT ";m" AT ";r" AT " 0,1\n"
		      "x" AT ";m" AT ";r" AT ";x" AT ";p" AT ";i" AT " 0,1\n"
		      "x" AT " 0,1\n" NOTE);
}

/* Its callers are not in the file: the profiler called it. */
TEST(paths_begin_at_a_call_from_outside)
{
	/* e 0, v 3, f 6, w 9, y 12, h 15 */
	sampled_is(STR("{" KEY("e") CALLS("\2", ZERO, EIGHT,
			   CALLED(KEY("v"), ZERO, SEVEN)) KEY("f") CALLS("\1",
			   ZERO, EIGHT,
			   CALLED(REF("\0"), ZERO, EIGHT)) REF("\3") CALLS("\3",
			   ZERO, EIGHT,
			   CALLED(REF("\6"), ZERO, EIGHT) CALLED(
				   KEY("w"), ZERO, EIGHT) CALLED(KEY("y"), ZERO,
				   SEVEN)) REF("\x9") CALLS("\1", ZERO, EIGHT,
			   CALLED(REF("\3"), ZERO,
				   EIGHT)) REF("\xc") CALLS("\1", ONE, EIGHT,
			   CALLED(REF("\3"), ONE, EIGHT)) KEY("h") CALLS("\1",
			   SEVEN, SEVEN, CALLED(REF("\0"), SEVEN, SEVEN)) "0"),
		"",
		TYPES
		"e" AT ";f" AT ";v" AT ";w" AT ";v" AT ";y" AT " 1000000000,1\n"
		"e" AT ";f" AT ";v" AT ";w" AT ";v" AT ";y" AT ";v" AT ";e" AT
		";h" AT " 7000000000,1\n"
		"e" AT ";f" AT ";v" AT ";w" AT ";v" AT ";y" AT ";v" AT ";e" AT
		" 0,1\n"
		"e" AT ";f" AT " 0,1\n"
		"e" AT ";f" AT ";v" AT " 0,1\n"
		"e" AT ";f" AT ";v" AT ";w" AT ";v" AT " 0,1\n"
		"e" AT ";f" AT ";v" AT ";w" AT ";v" AT ";y" AT ";v" AT " 0,1\n"
		"e" AT ";f" AT ";v" AT ";w" AT " 0,1\n"
		"e" AT " 0,1\n" NOTE);
}

/* Each calls the next one, the last the first. */
TEST(a_large_circle_makes_few_paths)
{
	enum { FNS = 10000 };
	struct strbuf text = STRBUF_INIT;
	struct warnings said;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	strbuf_addch(&text, '{');
	for (int f = 0; f < FNS; f++) {
		strbuf_add(&text, STR(")\3" TEXT("\4", "a.py") INT("\7")));
		strbuf_addf(&text, "\xda\5%05d", f);
		strbuf_add(&text, STR(")\5" INT("\1") INT("\1") ONE FOUR "{"));
		strbuf_add(&text, STR(")\3" TEXT("\4", "a.py") INT("\7")));
		strbuf_addf(&text, "\xda\5%05d", (f + FNS - 1) % FNS);
		strbuf_add(&text,
			STR(")\4" INT("\1") INT("\1") ONE FOUR "0"));
	}
	strbuf_addch(&text, '0');
	warnings_init(&said, &arena);
	p = read_as("pstats", strbuf_str(&text), &said, &err);
	assert_string_equal(err.msg, "");
	assert_non_null(p);
	assert_true(str_starts(said.tail->text, STR("calls within cycles")));
	assert_in_range(p->trie.n, FNS, 4 * FNS);
	profile_unref(p);
	strbuf_free(&text);
	arena_free(&arena);
}

TEST(negative_times_are_counted)
{
	sampled_is(
		STR("{" KEY("f") TIMES(SECONDS("\xf0\xbf"), SECONDS("\xf0\xbf"),
			"") KEY("g") TIMES(ONE, ONE, "") "0"),
		"",
		TYPES "g<a.py:7> 1000000000,1\n"
		      "f<a.py:7> 0,1\n"
		      "note: times below zero: 1 were taken as 0\n");
}

TEST(what_is_damaged_is_refused)
{
	sampled_fails(STR("{" KEY("f") ")\5"), "",
		"the file ends too soon, is it truncated? (byte 19)");
	sampled_fails(STR("{" REF("\0")), "pstats",
		"a reference to a missing object (byte 1)");
	sampled_fails(
		STR("{\xa9\3" REF("\0")), "pstats", "expected a file (byte 1)");
	sampled_fails(STR("{" KEY("f") TIMES(ONE, ONE, "") "0 "), "",
		"trailing data after the end (byte 50)");
	sampled_fails(STR("{" KEY("f") ")\4"), "", "expected times (byte 17)");
	sampled_fails(STR("{)\3z\177a"), "",
		"a string reaches beyond the end (byte 5)");
	sampled_fails(STR("{)\3l\5\0\0\0"), "pstats",
		"a number beyond 64 bits (byte 8)");
	sampled_fails(STR("{)\3x"), "pstats",
		"an object of an unknown type (byte 3)");
	sampled_fails(STR("{0"), "", "no samples");
}

TEST(no_cut_or_damage_does_harm)
{
	struct bytes bytes = testdata("pstats/pyinstrument.prof");
	struct err err = ERR_INIT;
	struct str all = bytes_str(&bytes);

	for (size_t n = 2; n < all.n; n++)
		assert_null(read_as("pstats", str_sub(all, 0, n), NULL, &err));
	read_damaged("pstats", all, 20000);
	bytes_free(&bytes);
	bytes = testdata("pstats/old.prof");
	read_damaged("pstats", str_sub(bytes_str(&bytes), 0, 1200), 20000);
	bytes_free(&bytes);
}

TEST(a_limit_of_memory_is_an_error)
{
	struct bytes bytes = testdata("pstats/traced.prof");
	const struct read_spec spec = { .bytes = bytes_str(&bytes),
		.name = STR("x"),
		.max_memory = 10000 };
	struct err err = ERR_INIT;

	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	bytes_free(&bytes);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
