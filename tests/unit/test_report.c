/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports: their header, their numbers, the rows of -top. */
#include "prelude.h"

#include "report/report.h"

#include "testing.h"

#include "base/compiler.h"
#include "profile/builder.h"
#include "stacks.h"
#include "util_report.h"

/* -top of these stacks is this text. */
static void
top_is(const char *stacks, const struct query *q, const char *want)
{
	struct profile *p = stacks_read(stacks);
	struct strbuf out = STRBUF_INIT;

	report_put("top", p, q, (struct report_job){ .out = &out });
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	profile_unref(p);
}

TEST(every_report_can_be_cancelled)
{
	struct profile *p = stacks_read("main;work 2\nmain;idle 1\n");
	struct engine *engine = engine_new(p);
	struct progress progress = { .done = 0 };
	struct query q;

	query_init(&q);
	atomic_store(&progress.stop, true);
	for (size_t i = 0; report_at(i) != NULL; i++) {
		struct arena arena = ARENA_INIT;
		struct strbuf out = STRBUF_INIT;
		struct warnings warnings;
		struct report_job job = { .report = report_at(i),
			.engine = engine,
			.profile = p,
			.arg = STR("main"),
			.progress = &progress,
			.out = &out,
			.warnings = &warnings };
		struct err err = ERR_INIT;

		warnings_init(&warnings, &arena);
		assert_int_equal(report_run(&job, &q, &err), -1);
		assert_int_equal(err.code, ERR_CANCELLED);
		strbuf_free(&out);
		arena_free(&arena);
	}
	engine_free(engine);
	profile_unref(p);
}

TEST(reports_are_found_by_name_and_alias)
{
	assert_ptr_equal(report_find(STR("top")), report_find(STR("text")));
	assert_ptr_equal(report_find(STR("top")), report_at(0));
	assert_null(report_find(STR("to")));
	assert_null(report_find(STR("")));
	assert_null(report_at(100));
}

/* What a row says of its argument is for people and for the program. */
TEST(what_takes_an_argument_says_so_in_its_help)
{
	const struct report *r;
	int64_t count = 0;
	struct err err = ERR_INIT;

	for (size_t i = 0; (r = report_at(i)) != NULL; i++)
		assert_int_equal(r->doc.arg != NULL, r->takes != TAKES_NOTHING);
	r = report_at(0);
	assert_int_equal(report_parse_count(r, STR("7"), &count, &err), 0);
	assert_int_equal(count, 7);
	assert_int_equal(report_parse_count(r, STR("0"), &count, &err), -1);
	assert_int_equal(report_parse_count(r, STR("x"), &count, &err), -1);
	assert_int_equal(
		report_parse_count(r, STR("2147483648"), &count, &err), -1);
}

TEST(rows_have_flat_sum_and_cum_and_the_inline_mark)
{
	struct query q;

	query_init(&q);
	top_is("types cpu/ms\n"
	       "main;work+inl 490\n"
	       "main;work 200\n"
	       "main;rec;rec 300\n"
	       "main;inl 10\n"
	       "main;gc 10\n",
		&q,
		"Type: cpu\n"
		"Showing nodes accounting for 1.01s, 100% of 1.01s total\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"     0.50s 49.50% 49.50%      0.50s 49.50%  inl "
		"(partial-inline)\n"
		"     0.30s 29.70% 79.21%      0.30s 29.70%  rec\n"
		"     0.20s 19.80% 99.01%      0.69s 68.32%  work\n"
		"     0.01s  0.99%   100%      0.01s  0.99%  gc\n"
		"         0     0%   100%      1.01s   100%  main\n");
	q.sort = SORT_CUM;
	q.nodecount = 2;
	q.unit = STR("ms");
	top_is("types cpu/ms\n"
	       "main;work+inl 500\n"
	       "main;work 200\n",
		&q,
		"Type: cpu\n"
		"Showing nodes accounting for 200ms, 28.57% of 700ms total\n"
		"Showing top 2 nodes out of 3\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"         0     0%     0%      700ms   100%  main\n"
		"     200ms 28.57% 28.57%      700ms   100%  work\n");
}

TEST(small_rows_are_dropped_and_counted)
{
	struct query q;

	query_init(&q);
	top_is("main;a 995\nmain;b 4\nmain;c 1\n", &q,
		"Type: t0\n"
		"Showing nodes accounting for 995, 99.50% of 1000 total\n"
		"Dropped 2 nodes (cum <= 5)\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"       995 99.50% 99.50%        995 99.50%  a\n"
		"         0     0% 99.50%       1000   100%  main\n");
	q.trim = false;
	q.compact_labels = true;
	top_is("main;a 995\nmain;b 4\nmain;c 1\n", &q,
		"Showing nodes accounting for 1000, 100% of 1000 total\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"       995 99.50% 99.50%        995 99.50%  a\n"
		"         4   0.4% 99.90%          4   0.4%  b\n"
		"         1   0.1%   100%          1   0.1%  c\n"
		"         0     0%   100%       1000   100%  main\n");
}

TEST(an_empty_profile_has_a_header_only)
{
	struct query q;

	query_init(&q);
	q.focus = STR("nothing");
	top_is("types cpu/ms\nmain 0\n", &q,
		"Type: cpu\n"
		"Active filters:\n"
		"   focus=nothing\n"
		"Showing nodes accounting for 0, 0% of 0 total\n"
		"      flat  flat%   sum%        cum   cum%\n");
}

TEST(filters_are_listed_in_order_and_cut_at_eighty_bytes)
{
	struct query q;

	query_init(&q);
	q.compact_labels = true;
	q.taghide = STR("h");
	q.more_tagfocus = STR("b=x|\nc=|y");
	q.tagfocus = STR("a=|z");
	q.prune_from = STR("never listed");
	q.focus = STR("main|345678901234567890123456789012345678901234567890"
		      "1234567890123456789012345");
	q.ignore = STR("12345678901234567890123456789012345678901234567890"
		       "123456789012345678901234");
	top_is("main 1 {a=z b=x c=y}\n", &q,
		"Active filters:\n"
		"   focus=main|345678901234567890123456789012345678901234567890"
		"123456789012345678901…\n"
		"   ignore=12345678901234567890123456789012345678901234567890"
		"12345678901234567890123…\n"
		"   tagfocus=a=|z\n"
		"   more_tagfocus=b=x|\n"
		"   more_tagfocus=c=|y\n"
		"   taghide=h\n"
		"Showing nodes accounting for 1, 100% of 1 total\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"         1   100%   100%          1   100%  main\n");
}

TEST(a_file_that_is_trimmed_twice_is_lost_as_in_pprof)
{
	struct query q;

	query_init(&q);
	q.compact_labels = true;
	q.granularity = GRAN_FILEFUNCTIONS;
	q.source_path = STR("/usr/src");
	top_is("f<x/src/y/src/b.c> 3\ng<src/g.c> 2\n", &q,
		"Showing nodes accounting for 5, 100% of 5 total\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"         3 60.00% 60.00%          3 60.00%  f y/src/b.c\n"
		"         2 40.00%   100%          2 40.00%  g src/g.c\n");
	q.nodecount = 1;
	top_is("f<x/src/y/src/b.c> 3\ng<src/g.c> 2\n", &q,
		"Showing nodes accounting for 0, 0% of 5 total\n"
		"      flat  flat%   sum%        cum   cum%\n");
}

TEST(divide_by_changes_what_is_printed_but_no_share)
{
	struct query q;

	query_init(&q);
	q.compact_labels = true;
	q.divide_by = 4;
	top_is("main;a 30\nmain;b 11\n", &q,
		"Showing nodes accounting for 10, 100% of 10 total\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"         7 73.17% 73.17%          7 73.17%  a\n"
		"         2 26.83%   100%          2 26.83%  b\n"
		"         0     0%   100%         10   100%  main\n");
}

TEST(the_mean_divides_rows_and_total)
{
	struct query q;

	query_init(&q);
	q.mean = true;
	top_is("types contentions/count delay/ns\n"
	       "main;a 2,2000\nmain;b 3,600\n",
		&q,
		"Type: mean_delay\n"
		"Showing nodes accounting for 1200ns, 230.77% of 520ns total\n"
		"      flat  flat%   sum%        cum   cum%\n"
		"    1000ns 192.31% 192.31%     1000ns 192.31%  a\n"
		"     200ns 38.46% 230.77%      200ns 38.46%  b\n"
		"         0     0% 230.77%      520ns   100%  main\n");
}

/* A profile with everything that a header can tell. */
static struct profile *
full_profile(int64_t time_nanos, int64_t duration_nanos)
{
	struct builder *b = builder_new(0);
	struct header *h = builder_header(b);
	struct builder_mapping m = { .file = builder_string(
					     b, STR("/usr/bin/app")),
		.build_id = builder_string(b, STR("abc123")) };
	struct builder_function f = { .name = builder_string(b, STR("main")) };
	struct builder_line line = { 0 };
	struct builder_location l = { .line = &line, .nlines = 1 };
	struct err err = ERR_INIT;
	struct profile *p;
	loc_id loc;
	int64_t value = 1500000000;

	builder_type(b, builder_string(b, STR("cpu")),
		builder_string(b, STR("nanoseconds")));
	l.map = builder_mapping(b, &m);
	line.func = builder_function(b, &f);
	loc = builder_location(b, &l);
	assert_int_equal(
		builder_sample(b, builder_stack(b, &loc, 1), 0, &value), 0);
	h->time_nanos = time_nanos;
	h->duration_nanos = duration_nanos;
	h->doc_url = builder_string(b, STR("https://example.org/"));
	builder_comment(b, builder_string(b, STR("first")));
	builder_comment(b, builder_string(b, STR("#hidden")));
	builder_comment(b, builder_string(b, STR("second")));
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

static void
header_is(int64_t time_nanos, int64_t duration_nanos, const char *zone,
	const char *times)
{
	struct profile *p = full_profile(time_nanos, duration_nanos);
	struct strbuf out = STRBUF_INIT, want = STRBUF_INIT;
	struct query q;

	query_init(&q);
	assert_int_equal(setenv("TZ", zone, 1), 0);
	tzset();
	report_put("top", p, &q, (struct report_job){ .out = &out });
	strbuf_addf(&want,
		"File: app\n"
		"Build ID: abc123\n"
		"first\n"
		"second\n"
		"Type: cpu\n"
		"Doc: https://example.org/\n"
		"%s"
		"Showing nodes accounting for 1.50s, 100%% of 1.50s total\n"
		"      flat  flat%%   sum%%        cum   cum%%\n"
		"     1.50s   100%%   100%%      1.50s   100%%  main\n",
		times);
	assert_string_equal(strbuf_c(&out), strbuf_c(&want));
	strbuf_free(&out);
	strbuf_free(&want);
	profile_unref(p);
}

TEST(a_header_tells_file_comments_type_time_and_duration)
{
	const int64_t when = INT64_C(1700000000999999999);

	header_is(0, 0, "UTC", "");
	header_is(when, 2500000000, "UTC",
		"Time: 2023-11-14 22:13:20 UTC\n"
		"Duration: 2.50s, Total samples = 1.50s (60.00%)\n");
	header_is(when, 0, "CET-1CEST,M3.5.0,M10.5.0/3",
		"Time: 2023-11-14 23:13:20 CET\n");
	header_is(-1, -1, "UTC",
		"Time: 1969-12-31 23:59:59 UTC\n"
		"Duration: -1ns, Total samples = 1.50s (150000000000.00%)\n");
}

TEST(raw_shows_four_characters_of_a_duration)
{
	static const char *const cases[][2] = {
		{ "duration 100000\nf 1\n", "\nDuration: 100\xC2\xB5\n" },
		{ "duration 1500\nf 1\n", "\nDuration: 1.5\xC2\xB5\n" },
		{ "duration 1000\nf 1\n", "\nDuration: 1\xC2\xB5s\n" },
		{ "duration 90000000000\nf 1\n", "\nDuration: 1m30\n" },
		{ "duration 7\nf 1\n", "\nDuration: 7ns\n" },
	};
	struct query q;

	query_init(&q);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strbuf out = STRBUF_INIT;
		struct profile *p = stacks_read(cases[i][0]);

		report_put("raw", p, &q, (struct report_job){ .out = &out });
		if (strstr(strbuf_c(&out), cases[i][1]) == NULL)
			fail_msg("case %zu: %s", i, strbuf_c(&out));
		strbuf_free(&out);
		profile_unref(p);
	}
}

TEST(long_comments_are_cut_unless_pprof_reads_the_format)
{
	static const enum names_from from[] = { NAMES_PROTO, NAMES_LEGACY,
		NAMES_OTHER };

	for (size_t k = 0; k < COUNT_OF(from); k++) {
		struct builder *b = builder_new(0);
		struct header *h = builder_header(b);
		struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
		struct err err = ERR_INIT;
		int64_t value = 1;
		struct profile *p;
		struct query q;

		/* The cut would be within the two bytes of a letter. */
		for (int i = 0; i < 199; i++)
			strbuf_addch(&text, 'x');
		strbuf_addstr(&text, "\xc3\xa4yz");
		builder_type(b, builder_string(b, STR("cpu")),
			builder_string(b, STR("count")));
		builder_comment(b, builder_string(b, strbuf_str(&text)));
		h->names = from[k];
		assert_int_equal(builder_sample(b, 0, 0, &value), 0);
		p = builder_seal(b, &err);
		assert_non_null(p);
		query_init(&q);
		report_put("top", p, &q, (struct report_job){ .out = &out });
		assert_int_equal(str_chr(strbuf_str(&out), '\n'),
			from[k] == NAMES_OTHER ? 202 : 203);
		assert_int_equal(
			str_find(strbuf_str(&out), STR("x...\n"), 0) > 0,
			from[k] == NAMES_OTHER);
		strbuf_free(&text);
		strbuf_free(&out);
		profile_unref(p);
	}
}

TEST(text_is_aligned_by_characters_not_bytes)
{
	struct strbuf out = STRBUF_INIT;

	put_right(&out, STR("5µs"), 6);
	put_right(&out, STR("123456789"), 3);
	put_right(&out, STR("\xff"), 2);
	assert_string_equal(strbuf_c(&out), "   5µs123456789 \xff");
	strbuf_free(&out);
}

TEST(what_is_a_format_of_its_own_is_refused)
{
	struct err err = ERR_INIT;

	assert_int_equal(report_check_json(report_find(STR("top")), &err), 0);
	assert_int_equal(report_check_json(report_find(STR("svg")), &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_non_null(strstr(err.msg, "-json does not go with -svg"));
	assert_non_null(strstr(err.msg, " -top -tree "));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
