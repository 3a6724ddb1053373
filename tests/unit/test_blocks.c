/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What profilers of memory write of one program, against what they report of
   it themselves: DHAT, massif, heaptrack; cut and damaged files. */
#include "config.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "byname.h"
#include "sampled.h"
#include "util_read.h"

#include "base/banned.h"

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

static struct profile *
read_file(const char *file)
{
	struct bytes bytes = testdata(file);
	struct profile *p = read_well("", bytes_str(&bytes));

	bytes_free(&bytes);
	return p;
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

static void
dhat_has_what_valgrind_printed(void **state)
{
	static const char report[] = "blocks/blocks.dhat.report";
	struct profile *p = read_file("blocks/blocks.dhat");

	(void)state;
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

static void
neighbours_with_one_address_are_inlined(void **state)
{
	(void)state;
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

static void
damaged_dhat_is_refused(void **state)
{
	struct bytes bytes = testdata("blocks/blocks.dhat");
	struct str all = str_trim(bytes_str(&bytes));

	(void)state;
	sampled_fails(STR(DHAT("heap", "{\"tb\":8,\"tbk\":1,\"fs\":[1]}",
			      "\"main\"")),
		"", "a frame that is not in \"ftbl\" (line 1, column 43)");
	sampled_fails(STR(DHAT("heap", "{\"tb\":8,\"fs\":[0]},{\"fs\":[0]}",
			      "\"main\"")),
		"", "a place without \"tb\" (line 1, column 61)");
	sampled_fails(STR(DHAT("heap", "", "")), "", "it has no samples");
	sampled_fails(STR(DHAT("heap", "", "1")), "",
		"a frame is not a string (line 1, column 53)");
	sampled_fails(
		STR("{\"dhatFileVersion\":2,\"mode\":\"heap\",\"pps\":[]}"), "",
		"there is no \"ftbl\" (line 1, column 1)");
	sampled_fails(STR("{\"dhatFileVersion\":2}"), "",
		"there is no \"pps\" (line 1, column 1)");
	survives("dhat", all, all.n, 10000);
	bytes_free(&bytes);
}

#endif

static void
massif_has_what_ms_print_says(void **state)
{
	static const char report[] = "blocks/blocks.massif.report";
	struct profile *p = read_file("blocks/blocks.massif");

	(void)state;
	/* "47 1,000,000 258,805 256,125 ..." of the snapshot of the peak */
	sum_is(p, "peak_space", reported(report, "\n 47 ", 2));
	assert_non_null(p->sample.time);
	profile_unref(p);
}

#define MASSIF(tree) \
	"desc: (none)\ncmd: ./a\ntime_unit: ms\n#-----------\nsnapshot=3\n" \
	"#-----------\ntime=2\nmem_heap_B=90\nmem_heap_extra_B=8\n" \
	"mem_stacks_B=0\nheap_tree=" tree

static void
trees_of_massif_begin_at_the_leaf(void **state)
{
	(void)state;
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
	sampled_fails(STR(MASSIF("detailed\n") "n0: 90 f\nn0: x\nn0: 1 f\n"),
		"", "not a line of massif: \"n0: x\" (line 13)");
	sampled_fails(STR(MASSIF("detailed\n") "n0: 90 f\n n0: 1 f\n\n "), "",
		"not a line of massif: \"n0: 1 f\" (line 13)");
	sampled_fails(STR(MASSIF("empty\n")), "", "it has no samples");
	survives("massif",
		STR(MASSIF("peak\n") "n1: 90 f\n n1: 60 0x1: f (a.c:3)\n"
				     "  n0: 40 0x2: g (a.c:4)\n"),
		sizeof(MASSIF("peak\n") "n1: 90 f\n n1: 60 0x1: f (a.c:3)\n"
					"  n0: 40 0x2: g (a.c:4)") -
			1,
		20000);
}

static void
heaptrack_has_what_its_program_prints(void **state)
{
	static const char report[] = "blocks/blocks.heaptrack.report";
	struct profile *p = read_file("blocks/blocks.heaptrack.zst");

	(void)state;
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

static void
lines_of_heaptrack_are_replayed(void **state)
{
	static const char text[] = HEAPTRACK(
		"i 10 1 2 3 a 4 3 b\ni 20 1 4 3 c\nt 2 0\nt 1 1\na 10 2\n"
		"a 8 0\n+ 0\n+ 1\n- 1\n- 0\n+ 0\nc 5\n" ENDS);

	(void)state;
	sampled_is(str_c(text), "",
		"alloc_objects/count alloc_space/bytes inuse_space/bytes "
		"peak_space/bytes\n"
		"g<a.c:12>[/ab];f<a.c:10>[/ab] 2,32,16,16\n- 1,8,0,8\n"
		"note: Freed before anything else was allocated: 1\n");
	sampled_fails(STR(HEAPTRACK("t 1 0\n" ENDS)), "",
		"not a line of heaptrack: \"t 1 0\" (line 7)");
	sampled_fails(STR(HEAPTRACK("+ 0\n" ENDS)), "",
		"not a line of heaptrack: \"+ 0\" (line 7)");
	sampled_fails(STR(HEAPTRACK("a 8 1\n" ENDS)), "",
		"not a line of heaptrack: \"a 8 1\" (line 7)");
	sampled_fails(STR(HEAPTRACK(ENDS)), "", "it has no samples");
	sampled_fails(STR("v 10400 3\nx /a\n"), "",
		"heaptrack's raw data: run heaptrack_interpret on it (line 2)");
	survives("heaptrack", str_c(text), sizeof(text) - sizeof(ENDS) + 10,
		20000);
}

/* So many allocations of one kind each. */
static void
allocations_have_a_limit_of_memory(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = STR("x"), .max_memory = 1 << 20 };

	(void)state;
	strbuf_addc(&text, HEAPTRACK(""));
	for (int i = 0; i < 50000; i++)
		strbuf_addf(&text, "a %x 0\n", i);
	spec.bytes = strbuf_str(&text);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	strbuf_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#ifdef HAVE_JANSSON
		cmocka_unit_test(dhat_has_what_valgrind_printed),
		cmocka_unit_test(neighbours_with_one_address_are_inlined),
		cmocka_unit_test(damaged_dhat_is_refused),
#endif
		cmocka_unit_test(massif_has_what_ms_print_says),
		cmocka_unit_test(trees_of_massif_begin_at_the_leaf),
		cmocka_unit_test(heaptrack_has_what_its_program_prints),
		cmocka_unit_test(lines_of_heaptrack_are_replayed),
		cmocka_unit_test(allocations_have_a_limit_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
