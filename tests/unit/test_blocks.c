/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of memory profilers for one program, compared with their own reports:
   DHAT, massif, heaptrack; cut and damaged files. */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "byname.h"
#include "sampled.h"
#include "util_read.h"

static void
sum_is(const struct profile *p, const char *type, int64_t want)
{
	uint32_t column = by_name_column(p, type);
	int64_t sum = 0;

	assert_int_not_equal(column, NONE);
	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[column][i];
	if (sum != want)
		fail_msg("%s: %" PRId64 ", not %" PRId64, type, sum, want);
}

/* The n-th number in a report, with or without commas in it. */
static int64_t
reported(const char *file, const char *after, int n)
{
	struct bytes bytes = testdata(file);
	struct str s = bytes_str(&bytes);
	ptrdiff_t at = str_find(s, str_c(after), 0);
	int64_t v = -1;

	assert_true(at >= 0);
	s = str_skip(s, (size_t)at + str_c(after).n);
	for (int i = 0; i <= n; i++) {
		while (s.n > 0 && (s.p[0] < '0' || s.p[0] > '9'))
			s = str_skip(s, 1);
		for (v = 0; s.n > 0 &&
			((s.p[0] >= '0' && s.p[0] <= '9') || s.p[0] == ',');
			s = str_skip(s, 1))
			if (s.p[0] != ',')
				v = v * 10 + (s.p[0] - '0');
	}
	bytes_free(&bytes);
	return v;
}

/* No cut is shown as if it were all, unless `whole` bytes are enough; no
   damage does harm. */
static void
survives(const char *format, struct str all, size_t whole, int times)
{
	struct arena arena = ARENA_INIT;

	for (size_t n = 1; n < whole; n++) {
		struct err err = ERR_INIT;
		struct warnings warnings;
		struct profile *p;

		warnings_init(&warnings, &arena);
		p = read_as(format, str_sub(all, 0, n), &warnings, &err);
		if (p != NULL && warnings.head == NULL)
			fail_msg("cut at %zu of %zu", n, all.n);
		profile_unref(p);
	}
	arena_free(&arena);
	read_damaged(format, all, times);
}

#ifdef HAVE_JANSSON

#define DHAT(mode, pps, ftbl) \
	"{\"dhatFileVersion\":2,\"mode\":\"" mode "\",\"pps\":[" pps \
	"],\"ftbl\":[" ftbl "]}"

TEST(dhat_has_what_valgrind_printed)
{
	static const char report[] = "blocks/blocks.dhat.report";
	struct profile *p = read_testdata("blocks/blocks.dhat");

	sum_is(p, "alloc_space", reported(report, "Total:", 0));
	sum_is(p, "alloc_objects", reported(report, "Total:", 1));
	sum_is(p, "peak_space", reported(report, "t-gmax:", 0));
	sum_is(p, "peak_objects", reported(report, "t-gmax:", 1));
	sum_is(p, "inuse_space", reported(report, "t-end:", 0));
	sum_is(p, "inuse_objects", reported(report, "t-end:", 1));
	sum_is(p, "reads", reported(report, "Reads:", 0));
	sum_is(p, "writes", reported(report, "Writes:", 0));
	profile_unref(p);
}

TEST(neighbours_with_one_address_are_inlined)
{
	sampled_is(STR(DHAT("heap", "{\"tb\":8,\"tbk\":1,\"fs\":[1,2,2,3,0]}",
			   "\"[root]\",\"0x10: f (a.c:3:9)\",\"0x10: g<int> "
			   "(b.c:4)\",\"0x20: ??? (in /x.so)\"")),
		"",
		"alloc_objects/count alloc_space/bytes\n"
		"[root];\?\?\?[/x.so];g<int><b.c:4>;f<a.c:3> 1,8\n");
	sampled_is(STR(DHAT("ad-hoc", "{\"tb\":8,\"tbk\":1,\"fs\":[0]}",
			   "\"main\"")),
		"", "events/count weight/count\nmain 1,8\n");
	sampled_is(STR(DHAT("copy", "{\"tb\":8,\"tbk\":1,\"fs\":[]}", "")), "",
		"copies/count copied_space/bytes\n- 1,8\n");
}

#define UNITS(mode, bu, bsu, bksu) \
	"{\"dhatFileVersion\":2,\"mode\":\"" mode "\",\"bu\":" bu \
	",\"bsu\":" bsu ",\"bksu\":" bksu ",\"ftbl\":[\"main\"]," \
	"\"pps\":[{\"tb\":103,\"tbk\":3,\"gb\":9,\"fs\":[0]}]}"

TEST(dhat_names_its_units)
{
	sampled_is(STR(UNITS("rust-ad-hoc", "\"unit\"", "\"units\"",
			   "\"events\"")),
		"", "events/count weight/count\nmain 3,103\n");
	sampled_is(STR(UNITS("x", "\"request\"", "\"requests\"", "\"calls\"")),
		"", "calls/count weight/count\nmain 3,103\n");
	sampled_is(STR(UNITS("x", "\"us\"", "null", "7")), "",
		"events/count weight/us\nmain 3,103\n");
	sampled_is(
		STR(UNITS("rust-heap", "\"byte\"", "\"bytes\"", "\"blocks\"")),
		"",
		"alloc_objects/count alloc_space/bytes peak_space/bytes\n"
		"main 3,103,9\n");
	sampled_is(STR(UNITS("x", "\"byte\"", "\"bytes\"", "\"copies\"")), "",
		"copies/count copied_space/bytes\nmain 3,103\n");
	/* The file's units count; the mode's only without them. */
	sampled_is(STR(UNITS("ad-hoc", "\"byte\"", "null", "\"blocks\"")), "",
		"alloc_objects/count alloc_space/bytes peak_space/bytes\n"
		"main 3,103,9\n");
	sampled_is(STR(UNITS("rust-ad-hoc", "null", "null", "null")), "",
		"alloc_objects/count alloc_space/bytes peak_space/bytes\n"
		"main 3,103,9\n");
}

TEST(damage_in_dhat_costs_its_part)
{
	sampled_is(STR(DHAT("heap",
			   "{\"tb\":null,\"fs\":[0]},null,{\"tb\":\"8\"},"
			   "{\"tb\":-4,\"tbk\":9007199254740993,\"fs\":[1]},"
			   "{\"tb\":5,\"tbk\":0,\"fs\":[9]},"
			   "{\"tb\":\"7\",\"tbk\":1,\"fs\":[0]}",
			   "\"main\",7")),
		"",
		"alloc_objects/count alloc_space/bytes\nmain 1,7\n\?\?\? "
		"9007199254740993,-4\nnote: unreadable places left out: 3; the "
		"first: a place without a stack (line 1, column 64)\nnote: "
		"unreadable costs left out: 2; the first: a place without "
		"\"tbk\" (line 1, column 43)\n");
}

TEST(damaged_dhat_is_refused)
{
	struct bytes bytes = testdata("blocks/blocks.dhat");
	struct str all = str_trim(bytes_str(&bytes));

	sampled_fails(STR(DHAT("heap", "{\"tb\":8,\"tbk\":1,\"fs\":[1]}",
			      "\"main\"")),
		"", "a frame that is not in \"ftbl\" (line 1, column 43)");
	sampled_fails(STR(DHAT("heap", "{\"fs\":[0]}", "\"main\"")), "",
		"no samples");
	sampled_fails(STR(DHAT("heap", "", "")), "", "no samples");
	sampled_fails(
		STR("{\"dhatFileVersion\":2,\"mode\":\"heap\",\"pps\":[]}"), "",
		"\"ftbl\" is missing (line 1, column 1)");
	sampled_fails(STR("{\"dhatFileVersion\":2}"), "",
		"\"pps\" is missing (line 1, column 1)");
	survives("dhat", all, all.n, 10000);
	bytes_free(&bytes);
}

#endif

TEST(massif_has_what_ms_print_says)
{
	static const char report[] = "blocks/blocks.massif.report";
	struct profile *p = read_testdata("blocks/blocks.massif");

	/* "47 1,000,000 258,805 256,125 ..." of the snapshot of the peak */
	sum_is(p, "peak_space", reported(report, "\n 47 ", 2));
	assert_non_null(p->sample.time);
	profile_unref(p);
}

#define MASSIF(tree) \
	"desc: (none)\ncmd: ./a\ntime_unit: ms\n#-----------\nsnapshot=3\n" \
	"#-----------\ntime=2\nmem_heap_B=90\nmem_heap_extra_B=8\n" \
	"mem_stacks_B=0\nheap_tree=" tree

TEST(trees_of_massif_begin_at_the_leaf)
{
	sampled_is(STR(MASSIF("peak\n") "n2: 90 (heap allocation functions) "
					"malloc, --alloc-fns, etc.\n"
					" n2: 60 0x1: f (a.c:3)\n"
					"  n0: 40 0x2: g (a.c:4)\n"
					"  n0: 10 in 2 places, all below "
					"massif's threshold (1.00%)\n"
					" n0: 20 0x3: h (in /x.so)\n"),
		"",
		"space/bytes peak_space/bytes\n"
		"g<a.c:4>;f<a.c:3> 40,40 {snapshot=3} @0\n"
		"(below threshold);f<a.c:3> 10,10 {snapshot=3} @0\n"
		"f<a.c:3> 10,10 {snapshot=3} @0\n"
		"h[/x.so] 20,20 {snapshot=3} @0\n"
		"(heap allocation functions) 10,10 {snapshot=3} @0\n");
	sampled_fails(STR(MASSIF("detailed\n") "n0: x\nn0: 0 f\n"), "",
		"not a massif line: \"n0: x\" (line 12)");
	sampled_fails(STR(MASSIF("empty\n")), "",
		"no snapshot has a tree: record with valgrind "
		"--tool=massif --detailed-freq=1");
	survives("massif",
		STR(MASSIF("peak\n") "n1: 90 f\n n1: 60 0x1: f (a.c:3)\n"
				     "  n0: 40 0x2: g (a.c:4)\n"),
		sizeof(MASSIF("peak\n") "n1: 90 f\n n1: 60 0x1: f (a.c:3)\n"
					"  n0: 40 0x2: g (a.c:4)") -
			1,
		20000);
}

/* A snapshot, and a tree of its bytes. */
#define SNAPSHOT(n, time, bytes, rest) \
	"#-----------\nsnapshot=" n "\n#-----------\ntime=" time \
	"\nmem_heap_B=" bytes "\nmem_heap_extra_B=0\nmem_stacks_B=0\n" \
	"heap_tree=" rest
#define TREE(kind, bytes, what) kind "\nn0: " bytes " " what "\n"
#define MASSIF_HEAD "desc: x\ncmd: ./a\ntime_unit: i\n"

TEST(massif_may_miss_the_peak)
{
	sampled_is(STR(MASSIF_HEAD SNAPSHOT("1", "10", "4000000",
			   TREE("peak", "4000000", "f")) SNAPSHOT("2", "20",
			   "12000000", TREE("detailed", "12000000", "g"))
				   SNAPSHOT("3", "30", "14000000", "empty\n")),
		"",
		"space/bytes peak_space/bytes\n"
		"f 4000000,0 {snapshot=1} @0\n"
		"g 12000000,12000000 {snapshot=2} @10\n"
		"note: massif's own peak (snapshot 1, 3.81MB) is too low: "
		"peak_space is of the largest snapshot with a tree, 2 "
		"(11.44MB); the largest snapshot, 3 (13.35MB), has no tree\n");
	/* Without a peak of its own. */
	sampled_is(STR(MASSIF_HEAD SNAPSHOT(
			   "1", "1", "10", TREE("detailed", "10", "f"))
				   SNAPSHOT("2", "2", "2000", "empty\n")),
		"",
		"space/bytes peak_space/bytes\n"
		"f 10,10 {snapshot=1} @0\n"
		"note: the largest snapshot, 2 (1.95kB), has no tree\n");
	/* Massif's peak is the largest one, or nearly so. */
	sampled_is(STR(MASSIF_HEAD SNAPSHOT("1", "1", "1000",
			   TREE("detailed", "1000", "f")) SNAPSHOT("2", "2",
			   "1000", TREE("peak", "1000", "g"))
				   SNAPSHOT("3", "3", "1009", "empty\n")),
		"",
		"space/bytes peak_space/bytes\n"
		"f 1000,0 {snapshot=1} @0\n"
		"g 1000,1000 {snapshot=2} @1\n");
}

TEST(damage_in_massif_costs_its_part)
{
	sampled_is(STR(MASSIF_HEAD SNAPSHOT("1", "x", "9",
			   TREE("peak", "90", "f") "n0: x\nn0: 1 f\n n0: 1 "
						   "f\n") SNAPSHOT("2", "-5",
			   "y", TREE("detailed", "5", "f"))),
		"",
		"space/bytes peak_space/bytes\nf 90,90 {snapshot=1} @5\nf 5,0 "
		"{snapshot=2} @0\nnote: unreadable lines left out: 5; the "
		"first: not a massif line: \"time=x\" (line 7)\n");
	/* Callers that have more than what they call. */
	sampled_is(STR(MASSIF_HEAD SNAPSHOT("1", "1", "9",
			   "peak\nn1: 9 (heap) m\n n1: 9 f\n  n0: 11 g\n")),
		"",
		"space/bytes peak_space/bytes\ng;f 11,11 {snapshot=1} "
		"@0\nnote: places with less memory than their callers: 1; the "
		"sum is too large\n");
}

TEST(heaptrack_has_what_its_program_prints)
{
	static const char report[] = "blocks/blocks.heaptrack.report";
	struct profile *p = read_testdata("blocks/blocks.heaptrack.zst");

	sum_is(p, "alloc_objects", reported(report, "functions:", 0));
	sum_is(p, "inuse_space", 233200); /* 233.20K */
	sum_is(p, "peak_space", 328829);  /* 328.83K */
	assert_int_equal(reported(report, "leaked:", 0), 233);
	assert_int_equal(reported(report, "memory consumption:", 0), 328);
	profile_unref(p);
}

#define HEAPTRACK(rest) \
	"v 10400 3\nX ./a\ns 3 /ab\ns 1 f\ns 3 a.c\ns 1 g\n" rest
#define ENDS "# strings: 4\n"
#define HEAPTRACK_TYPES \
	"alloc_objects/count alloc_space/bytes inuse_space/bytes " \
	"peak_space/bytes\n"

TEST(lines_of_heaptrack_are_replayed)
{
	static const char text[] = HEAPTRACK(
		"i 10 1 2 3 a 4 3 b\ni 20 1 4 3 c\nt 2 0\nt 1 1\na 10 2\n"
		"a 8 0\n+ 0\n+ 1\n- 1\n- 0\n+ 0\nc 5\n" ENDS);

	sampled_is(str_c(text), "",
		"alloc_objects/count alloc_space/bytes inuse_space/bytes "
		"peak_space/bytes\ng<a.c:12>[/ab];f<a.c:10>[/ab] 2,32,16,16\n- "
		"1,8,0,8\nnote: temporary allocations, freed before the next "
		"one: 1\n");
	sampled_fails(STR(HEAPTRACK("t 1 0\n" ENDS)), "",
		"not a line of heaptrack: \"t 1 0\" (line 7)");
	sampled_fails(STR(HEAPTRACK("+ 0\n" ENDS)), "",
		"not a line of heaptrack: \"+ 0\" (line 7)");
	sampled_fails(STR(HEAPTRACK("a 8 1\n" ENDS)), "",
		"not a line of heaptrack: \"a 8 1\" (line 7)");
	sampled_fails(STR(HEAPTRACK(ENDS)), "", "no samples");
	sampled_fails(STR("v 10400 3\nx /a\n"), "",
		"heaptrack's raw data: run heaptrack_interpret on it (line 2)");
	survives("heaptrack", str_c(text), sizeof(text) - sizeof(ENDS) + 10,
		20000);
}

TEST(damage_in_heaptrack_costs_its_part)
{
	/* The definition in a damaged line keeps its number. */
	sampled_is(
		STR(HEAPTRACK("i x\ni 20 1 4 3 c\nt 9 0\nt 2 0\nt 2 1\n"
			      "a y\na 10 2\na 8 3\n+ 0\n+ 1\n+ 2\n+ 7\n" ENDS)),
		"",
		HEAPTRACK_TYPES
		"g<a.c:12>[/ab] 2,24,24,24\nnote: unreadable lines left out: "
		"4; the first: not a line of heaptrack: \"i x\" (line 7)\n");
	/* Freed more often than allocated, as after attaching to a process. */
	sampled_is(STR(HEAPTRACK("i 20 1 4 3 c\nt 1 0\na 10 1\n- 0\n+ 0\n"
				 "+ 0\n- 0\n- 0\n- 0\n" ENDS)),
		"",
		HEAPTRACK_TYPES
		"g<a.c:12>[/ab] 2,32,0,32\nnote: temporary allocations, freed "
		"before the next one: 1\nnote: frees of memory that was not "
		"allocated in this file were left out: 2\n");
}

/* So many allocations of one kind each. */
TEST(allocations_have_a_limit_of_memory)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = STR("x"), .max_memory = 1 << 20 };

	strbuf_addstr(&text, HEAPTRACK(""));
	for (unsigned i = 0; i < 50000; i++)
		strbuf_addf(&text, "a %x 0\n", i);
	spec.bytes = strbuf_str(&text);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	strbuf_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
