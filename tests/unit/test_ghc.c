/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost centres of GHC: text with percentages or exact numbers, and JSON. */
#include "prelude.h"

#include "testing.h"

#include "sampled.h"
#include "util_read.h"

#define TYPES "time/nanoseconds alloc_space/bytes entries/count\n"

/* testdata/gen/ghc/reports.py has these. */
static const char exact[] = TYPES
	"MAIN 1000000,688,0\n"
	"MAIN;GHC.IO.Encoding.CAF 0,2712,0\n"
	"MAIN;Main.CAF 0,96,0\n"
	"MAIN;Main.CAF;Main.main<app/Main.hs:8> 0,0,1\n"
	"MAIN;Main.CAF;Main.main<app/Main.hs:8>;"
	"Shop.Orders.loadOrders<src/Shop/Orders.hs:21> 37000000,1283656,1\n"
	"MAIN;Main.CAF;Main.main<app/Main.hs:8>;"
	"Shop.Orders.loadOrders<src/Shop/Orders.hs:21>;"
	"Shop.Orders.parse.go<src/Shop/Orders.hs:30> "
	"143000000,73626488,5000\n"
	"MAIN;Main.CAF;Main.main<app/Main.hs:8>;"
	"Shop.Sums.total per day<src/Shop/Sums.hs:17> 58000000,19200960,365\n"
	"MAIN;Main.CAF;Main.main<app/Main.hs:8>;"
	"Shop.Sums.total per day<src/Shop/Sums.hs:17>;"
	"Shop.Sums.größe<src/Shop/Sums.hs:52> 9000000,0,10000\n"
	"MAIN;Main.CAF;Main.main<app/Main.hs:8>;"
	"Shop.Sums.total per day<src/Shop/Sums.hs:17>;"
	"Data.Map.insert 12000000,8388608,10000\n";

TEST(verbose_text_is_exact)
{
	sampled_file_is("ghc/exact.prof", exact);
}

/* A node is added after those it calls. */
TEST(json_is_exact)
{
	struct bytes text = testdata("ghc/json.prof");
	struct profile *p = read_well("", bytes_str(&text));
	int64_t sum[3] = { 0 };

	assert_int_equal(p->sample.n, 9);
	for (size_t i = 0; i < p->sample.n; i++)
		for (int t = 0; t < 3; t++)
			sum[t] += p->sample.value[t][i];
	assert_int_equal(sum[0], 260000000);
	assert_int_equal(sum[1], 102503208);
	assert_int_equal(sum[2], 25367);
	profile_unref(p);
	bytes_free(&text);
	sampled_is(
		STR("{\"program\":\"a\",\"total_ticks\":5,"
		    "\"tick_interval\":1000,\"cost_centres\":["
		    "{\"id\":1,\"label\":\"f\",\"module\":\"M\","
		    "\"src_loc\":\"C:\\\\a.hs:3:1-9\"}],\"profile\":{\"id\":1,"
		    "\"entries\":0,\"alloc\":8,\"ticks\":2,\"children\":["
		    "{\"id\":7,\"entries\":1,\"alloc\":0,\"ticks\":3,"
		    "\"children\":[]}]}}"),
		"",
		TYPES
		"M.f<C:\\a.hs:3> 5000000,8,1\n"
		"note: unreadable cost centres left out: 1; the first: a "
		"node whose cost centre is unknown (line 1, column 244)\n");
}

#define HEAD \
	"\tMon Jan  5 10:00 2026 Time and Allocation Profiling Report" \
	"  (Final)\n\n\t   app +RTS -p -RTS\n\n" \
	"\ttotal time  =        0.05 secs   (50 ticks @ 1000 us, 1 " \
	"processor)\n\ttotal alloc =   1,000,000 bytes  (excludes ...)\n\n"
#define TREE \
	"COST CENTRE MODULE SRC  no. entries  %time %alloc   %time %alloc\n\n"
#define ROUNDED \
	"note: times and bytes are rounded to 0.1% of their sums; +RTS -P " \
	"and -pj write them exactly\n"

TEST(percentages_become_times_and_bytes)
{
	sampled_is(STR(HEAD "COST CENTRE MODULE SRC %time %alloc\n\n"
			    "f Main a.hs:5:1 80.0 70.0\n\n" TREE
			    "MAIN MAIN <built-in> 10 0 0.2 0.0 100.0 100.0\n"
			    "  f  Main a.hs:5:1  11 3 79.8 70.1  99.8 100.0\n"
			    " g Main a.hs:(9,1)-(10,2) 12 1 20.0 29.9 20.0 "
			    "29.9\n"),
		"",
		TYPES "MAIN;Main.f<a.hs:5> 40000000,701000,3\n"
		      "MAIN;Main.g<a.hs:9> 10000000,299000,1\n" ROUNDED);
}

/* GHC before 8.0 gave no places. */
TEST(old_reports_have_no_places)
{
	sampled_is(STR(HEAD "COST CENTRE MODULE no. entries %time %alloc "
			    "%time %alloc\n\nMAIN MAIN 10 0 0.0 0.0 100.0 "
			    "100.0\n main Main 11 1 50.0 20.0 50.0 20.0\n"),
		"", TYPES "MAIN;Main.main 25000000,200000,1\n" ROUNDED);
}

TEST(damaged_lines_are_counted)
{
	sampled_is(STR(HEAD TREE "MAIN MAIN <built-in> 10 0 50.0 0.0 100.0 "
				 "100.0\n f Main a.hs:5:1 11 3 x 1.0 2.0 3.0\n"
				 " f Main a.hs:5:1 11 3 1000.0 1.0 2.0 3.0\n"),
		"",
		TYPES "MAIN 25000000,0,0\n" ROUNDED
		      "note: unreadable cost centres left out: 2; the first: "
		      "not a cost centre: \"f Main a.hs:5:1 11 3 x 1.0 2.0 "
		      "3.0\" (line 11)\n");
	sampled_fails(STR(HEAD TREE), "", "no samples");
}

TEST(damaged_reports_do_no_harm)
{
	static const char *const files[] = { "ghc/orders.prof",
		"ghc/exact.prof", "ghc/json.prof" };
	static const char *const formats[] = { "ghc", "ghc", "ghcjson" };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct bytes text = testdata(files[i]);

		read_damaged(formats[i], bytes_str(&text), 500);
		bytes_free(&text);
	}
}

/* Tables are no folded stacks, but a stack may end in numbers. */
TEST(tables_are_not_folded_stacks)
{
	sampled_fails(STR("work 80.0 70.0 3\nload 20.0 30.0 4\n"), "",
		"not a profile: starts with 77 6f 72 6b (\"work 80.0 70.0 3\") "
		"at "
		"byte 0; nearest to folded stacks (a table: several numbers "
		"in a line, no ;); flametop --help=all lists the formats");
	sampled_is(STR("a;f 1 2 3\na;g 1 2 4\n"), "",
		"samples/count\na;f 1 3\na;f 1 -2 {pprof::base=true}\n"
		"a;g 1 4\na;g 1 -2 {pprof::base=true}\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
