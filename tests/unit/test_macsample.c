/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of macOS's sample in, samples out. */
#include "prelude.h"

#include "testing.h"

#include "sampled.h"
#include "util_read.h"

#define HEAD \
	"Analysis of sampling app (pid 71) every 1 millisecond\n" \
	"Date/Time:       2018-05-28 19:15:41.099 -0400\n----\n\n"
#define GRAPH "Call graph:\n"
#define MAIN " {queue=com.apple.main-thread thread=com.apple.main-thread tid=1}"

TEST(counts_are_less_those_of_the_calls_below)
{
	sampled_is(
		STR(HEAD GRAPH
			"    30 Thread_1   DispatchQueue_1: "
			"com.apple.main-thread  (serial)\n"
			"    + 30 main  (in app) + 52  [0x10]  app.c:12\n"
			"    +   20 work(int)  (in lib (x).dylib) + 8,12,...  "
			"[0x14,0x18,...]\n"
			"    +   ! 5 operator+  (in app) + 1  [0x1c]\n"
			"    +   3 ???  (in app)  load address 0x10 + 0x3e  "
			"[0x4e]\n"
			"    +   2 ???  (in <unknown binary>)  [0x9]\n"
			"    9 Thread_2: a b\n"
			"      9 start + 8\n"
			"    1 Thread_3\n"
			"    + 1 f  (in app) + 1  [0x1]\n"
			"\nTotal number in stack:\n        9 start\n"),
		"",
		"samples/count\n"
		"main<app.c:12>[app];work(int)[lib (x).dylib];operator+[app] "
		"5" MAIN
		"\nmain<app.c:12>[app];work(int)[lib (x).dylib] 15" MAIN
		"\nmain<app.c:12>[app];app+0x3e[app] 3" MAIN
		"\nmain<app.c:12>[app];[unknown][<unknown binary>] 2" MAIN
		"\nmain<app.c:12>[app] 5" MAIN "\nstart 9 {thread=a b tid=2}\n"
		"f[app] 1 {thread=Thread_3 tid=3}\n");
}

TEST(files_one_after_the_other_are_added_up)
{
#define ONE_FILE GRAPH "    1 Thread_3\n    + 1 f  (in app) + 1\n\nTotal\n"
#define LATER "Date/Time:       2019-05-28 19:15:41.099 -0400\n"
	struct profile *p = read_well("", STR(HEAD ONE_FILE LATER ONE_FILE));

	assert_int_equal(read_sum(p), 2);
	assert_int_equal(
		p->header.time_nanos, INT64_C(1527549341099) * 1000000);
	profile_unref(p);
}

TEST(it_was_taken_at_a_time)
{
	struct profile *p = read_well("",
		STR(HEAD GRAPH "    1 Thread_3\n    + 1 f  (in app) + 1\n\n"));

	assert_int_equal(
		p->header.time_nanos, INT64_C(1527549341099) * 1000000);
	assert_true(str_is(profile_str(p, p->map.file[0]), "app"));
	profile_unref(p);
}

TEST(missing_or_damaged_calls_are_counted)
{
	static const char text[] = HEAD GRAPH
		"    3 Thread_3\n    + 2 f  (in app) + 1\n    +   3 g\n    x\n";

	sampled_is(STR(text), "",
		"samples/count\nf[app];g 3 {thread=Thread_3 tid=3}\n"
		"- 1 {thread=Thread_3 tid=3}\n"
		"note: unreadable lines left out: 1; the first: "
		"not a call: \"x\" (line 9)\n"
		"note: no blank line below the calls: some may be missing\n"
		"note: calls with a smaller count than those below them: 1\n");
	sampled_fails(STR(HEAD GRAPH "\n"), "macsample",
		"no calls below \"Call graph:\" in 6 lines");
	read_damaged("macsample", str_from(text, sizeof(text) - 1), 20000);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
