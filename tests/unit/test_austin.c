/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Austin's samples: every mode, odd names, files that are cut. */
#include "prelude.h"

#include "testing.h"

#include "sampled.h"
#include "util_read.h"

static void
is(const char *text, const char *want)
{
	sampled_is(str_c(text), "", want);
}

#define HEAD(mode) "# austin: 3.7.0\n# interval: 100\n# mode: " mode "\n\n"
#define TAIL "# duration: 7\n"

TEST(comments_are_not_stacks)
{
	is(HEAD("wall") "P1;T0:2;a.py:main:3;a.py:f:9 12\n"
			"P1;T0:2;a.py:main:3;a.py:f:9 5\n" TAIL,
		"wall/nanoseconds\n"
		"main<a.py:3>;f<a.py:9> 17000 {pid=1 tid=2}\n");
	is(HEAD("cpu") "P1;T7f;a.py:main:3 12\n" TAIL,
		"cpu/nanoseconds\nmain<a.py:3> 12000 {pid=1 tid=7f}\n");
}

TEST(memory_comes_and_goes)
{
	is(HEAD("memory") "P1;T0:2;a.py:main:3 4096\n"
			  "P1;T0:2;a.py:main:3 -512\n" TAIL,
		"freed_space/bytes alloc_space/bytes\n"
		"main<a.py:3> 512,4096 {pid=1 tid=2}\n");
	is(HEAD("full") "P1;T0:2;a.py:main:3 10,0,64\n"
			"P1;T0:2;a.py:main:3 20,1,-32\n" TAIL,
		"freed_space/bytes alloc_space/bytes cpu/nanoseconds "
		"wall/nanoseconds\n"
		"main<a.py:3> 32,64,10000,30000 {pid=1 tid=2}\n");
}

TEST(frames_may_be_odd)
{
	is(HEAD("wall") "P1;T0:2;C:\\a b.py:f:3;:GC:;kernel;:: 1\n"
			"P1;T0:2 9\n" TAIL,
		"wall/nanoseconds\n"
		"f<C:\\a b.py:3>;GC;kernel; 1000 {pid=1 tid=2}\n"
		"- 9000 {pid=1 tid=2}\n");
	is(HEAD("wall") "P1;T0:2;a:f:1 9223372036854775807\n" TAIL,
		"wall/nanoseconds\n"
		"f<a:1> 9223372036854775807 {pid=1 tid=2}\n"
		"note: values beyond 64 bits were clamped\n");
}

TEST(functions_in_angle_brackets_may_have_colons)
{
	is(HEAD("wall") "P1;T2;/tmp/1.py:<cell line: 3>:3;"
			"C:\\a.py:f.<locals>.<lambda>:12;<frozen os>:g:1 1\n"
			"P1;T2;<stdin>:<module>:1;a.py:<dictcomp:odd>:2 1\n"
			"P1;T2;a.so:operator>:0;:<lambda>:7;<x: 1>;a.py:>:1 "
			"1\n" TAIL,
		"wall/nanoseconds\n"
		"<cell line: 3></tmp/1.py:3>;f.<locals>.<lambda><C:\\a.py:12>;"
		"g<<frozen os>:1> 1000 {pid=1 tid=2}\n"
		"<module><<stdin>:1>;<dictcomp:odd><a.py:2> 1000 "
		"{pid=1 tid=2}\n"
		"operator><a.so>;<lambda><:7>;<x: 1>;><a.py:1> 1000 "
		"{pid=1 tid=2}\n");
}

TEST(damaged_lines_are_left_out_and_counted)
{
	is(HEAD("wall") "P1;T2;a:f:1 3\nP1;T2;a:f:1 x\nmain;f 3\n"
			"P1;T2;a:f:1 -1\nP1;T2;a:g:1 0\n" TAIL,
		"wall/nanoseconds\nf<a:1> 2000 {pid=1 tid=2}\ng<a:1> 0 {pid=1 "
		"tid=2}\nnote: unreadable lines left out: 2; the first: not a "
		"sample: \"P1;T2;a:f:1 x\" (line 6)\n");
}

TEST(what_is_no_sample_is_refused)
{
	sampled_fails(STR(HEAD("wall") "P1;T0:2;a:f:1 x\n"), "",
		"not a sample: \"P1;T0:2;a:f:1 x\" (line 5)");
	sampled_fails(STR(HEAD("full") "P1;T0:2;a:f:1 3,\n"), "",
		"not a sample: \"P1;T0:2;a:f:1 3,\" (line 5)");
	sampled_fails(STR(HEAD("wall") "main;f 3\n"), "",
		"not a sample: \"main;f 3\" (line 5)");
	sampled_fails(STR(HEAD("wall")), "", "no samples");
}

TEST(a_file_without_its_end_may_be_cut)
{
	is(HEAD("wall") "P1;T0:2;a:f:1 3\nP1;T0:2;a:f",
		"wall/nanoseconds\nf<a:1> 3000 {pid=1 tid=2}\nnote: no "
		"duration at the end, where Austin writes one: samples may be "
		"missing\n");
	/* Its converter of the binary form writes samples behind that. */
	is(HEAD("wall") "P1;T0:2;a:f:1 3\n" TAIL "P1;T0",
		"wall/nanoseconds\n"
		"f<a:1> 3000 {pid=1 tid=2}\n"
		"note: no newline at the end: samples may be missing\n");
	read_damaged("austin",
		STR(HEAD("full") "P1;T0:2;a:f:1;:GC: 3,0,-5\n" TAIL), 20000);
}

/* version 3: strings 2, 3 and 4, frame 2 of a.py and 3 of x.so. */
#define MOJO(rest) \
	"MOJ\3" \
	"\1mode\0full\0" \
	"\2\5\0" \
	"ab\0" \
	"\13\2a.py\0" \
	"\13\3f\0" \
	"\13\4x.so\0" \
	"\3\2\2\3\7\0\0\0" \
	"\3\3\4\1\10\0\0\0" rest

TEST(the_binary_form_says_the_same)
{
	static const char text[] = MOJO("\5\2\6k\0\7\11\5\12\x45"
					"\2\5\0"
					"ab\0\5\2\10\11\6"
					"\2\5\0"
					"cd\0\4\11\1\1duration\0"
					"7\0");

	sampled_is(STR(text), "",
		"freed_space/bytes alloc_space/bytes cpu/nanoseconds "
		"wall/nanoseconds\n"
		"f<a.py:7>;k<kernel>;GC 5,0,5000,5000 {pid=5 tid=ab}\n"
		"f<a.py:7> 0,0,0,6000 {pid=5 tid=ab}\n"
		"INVALID 0,0,1000,1000 {pid=5 tid=cd}\n");
	read_damaged("austin", str_from(text, sizeof(text) - 1), 50000);
}

TEST(a_stack_may_be_repeated_below_another)
{
	sampled_is(STR(MOJO("\5\2\5\3\11\1"
			    "\2\5\0"
			    "ab\0\5\2\15\11\2"
			    "\16\7\0\1\5\3\17\1\2\20\1"
			    "\1duration\0"
			    "7\0")),
		"",
		"freed_space/bytes alloc_space/bytes cpu/nanoseconds "
		"wall/nanoseconds\n"
		"f<a.py:7>;<unknown><x.so:8> 0,0,1000,1000 {pid=5 tid=ab}\n"
		"f<a.py:7>;f<a.py:7> 0,0,2000,2000 {pid=5 tid=ab}\n");
}

TEST(numbers_of_the_binary_may_have_ten_bytes)
{
	/* The frame's key is 2^64 - 1, and the time is -2^63. */
	sampled_is(STR("MOJ\3"
		       "\1mode\0wall\0\2\5\0"
		       "ab\0\13\3f\0"
		       "\3\xbf\xff\xff\xff\xff\xff\xff\xff\xff\3\3\3\7\0\0\0"
		       "\5\xbf\xff\xff\xff\xff\xff\xff\xff\xff\3\11\1"
		       "\1duration\0"
		       "7\0"),
		"", "wall/nanoseconds\nf<f:7> 1000 {pid=5 tid=ab}\n");
}

TEST(a_stack_is_repeated_once_a_sample)
{
	sampled_is(STR(MOJO("\5\2\11\1"
			    "\2\5\0"
			    "ab\0\5\2\15\15\15\11\2"
			    "\1duration\0"
			    "7\0")),
		"",
		"freed_space/bytes alloc_space/bytes cpu/nanoseconds "
		"wall/nanoseconds\n"
		"f<a.py:7> 0,0,1000,1000 {pid=5 tid=ab}\n"
		"f<a.py:7>;f<a.py:7> 0,0,2000,2000 {pid=5 tid=ab}\n");
}

TEST(samples_before_the_damage_are_shown)
{
	sampled_is(STR(MOJO("\5\2\11\1\2\5\0"
			    "ab\0\11\2\63")),
		"",
		"freed_space/bytes alloc_space/bytes cpu/nanoseconds "
		"wall/nanoseconds\nf<a.py:7> 0,0,1000,1000 {pid=5 "
		"tid=ab}\nnote: event 51 is damaged (byte 67): the samples "
		"after it were left out\nnote: no duration at the end, where "
		"Austin writes one: samples may be missing\n");
}

TEST(a_cut_or_damaged_binary_is_known)
{
	sampled_fails(
		STR(MOJO("\5\5\11\1")), "", "event 5 is damaged (byte 55)");
	sampled_fails(STR(MOJO("\63\1")), "", "event 51 is damaged (byte 55)");
	sampled_fails(STR("MOJ\0"), "", "no version (byte 3)");
	sampled_is(STR(MOJO("\11\5"
			    "\2\5\0"
			    "ab")),
		"",
		"freed_space/bytes alloc_space/bytes cpu/nanoseconds "
		"wall/nanoseconds\n- 0,0,5000,5000 {pid=5 tid=ab}\nnote: no "
		"duration at the end, where Austin writes one: samples may be "
		"missing\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
