/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files for other programs: folded stacks, CSV, SVG, HTML. */
#include "prelude.h"

#include <locale.h>

#include "testing.h"

#include "base/compiler.h"
#include "profile/builder.h"
#include "read/read.h"
#include "report/report.h"
#include "stacks.h"
#include "util_report.h"
#include "write/write.h"

static enum chains_mode chains;

static void
report(const char *name, const struct profile *p, const struct query *q,
	struct strbuf *out)
{
	report_put(name, p, q,
		(struct report_job){ .out = out, .chains = chains });
}

/* A report of these stacks. */
static void
report_of(const char *name, const char *stacks, const char *focus,
	struct strbuf *out)
{
	struct profile *p = stacks_read(stacks);
	struct query q;

	query_init(&q);
	q.focus = str_c(focus);
	report(name, p, &q, out);
	profile_unref(p);
}

TEST(folded_stacks_are_those_that_the_filters_leave)
{
	struct strbuf out = STRBUF_INIT;

	report_of("folded", "a;b;c 3\na;b 2\na;d -4\ne;e;b 1\n", "b", &out);
	assert_string_equal(
		strbuf_c(&out), "a;b 2\na;b;c 3\ne;e;b 1\n");
	strbuf_free(&out);
}

TEST(folded_stacks_have_the_decimals_that_were_read)
{
	struct strbuf out = STRBUF_INIT;

	report_of("folded",
		"types samples/thousandths\nm;a 334618\nm;b -500\nm;c 7\n"
		"m;d 2000\n",
		"", &out);
	assert_string_equal(
		strbuf_c(&out), "m;a 334.618\nm;b -0.5\nm;c 0.007\nm;d 2\n");
	strbuf_free(&out);
}

TEST(folded_stacks_weigh_the_same_when_read_again)
{
	static const char stacks[] = "m;r;r;r 5\nm;r;s;r 2\nm 1\n"
				     "x y;z+i 7\n";
	struct strbuf out = STRBUF_INIT, before = STRBUF_INIT;
	struct strbuf after = STRBUF_INIT;

	report_of("folded", stacks, "", &out);
	report_of("csv", stacks, "", &before);
	report_of("csv", strbuf_c(&out), "", &after);
	assert_true(before.n > 60);
	assert_string_equal(strbuf_c(&before), strbuf_c(&after));
	strbuf_free(&out);
	strbuf_free(&before);
	strbuf_free(&after);
}

TEST(a_table_for_spreadsheets_has_bare_numbers)
{
	struct strbuf out = STRBUF_INIT;

	report_of("csv",
		"types cpu/nanoseconds\nmain;a,\"b\" 30\nmain 10\n", "",
		&out);
	assert_string_equal(strbuf_c(&out),
		"self [nanoseconds],self%,sum%,total [nanoseconds],total%,"
		"function\n"
		"30,75.00,75.00,30,75.00,\"a,\"\"b\"\"\"\n"
		"10,25.00,100.00,40,100.00,main\n");
	strbuf_free(&out);
}

static struct profile *one_frame(const char *name);

/* Generic names of Go: struct { Key string; Value string } */
TEST(a_semicolon_in_a_name_survives)
{
	struct profile *p = one_frame("f[struct { a int; b int }]"), *again;
	struct read_spec spec = { .name = STR("-"), .format = STR("folded") };
	struct strbuf out = STRBUF_INIT, csv = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct builder *b;
	struct query q;

	query_init(&q);
	report("folded", p, &q, &out);
	assert_int_equal(str_chr(strbuf_str(&out), ';'), -1);
	spec.bytes = strbuf_str(&out);
	b = read_builder(&spec, NULL, NULL, &err);
	assert_non_null(b);
	again = builder_seal(b, &err);
	assert_non_null(again);
	report("csv", again, &q, &csv);
	assert_non_null(
		strstr(strbuf_c(&csv), ",f[struct { a int; b int }]\n"));
	strbuf_free(&out);
	strbuf_free(&csv);
	profile_unref(again);
	profile_unref(p);
}

/* A base in the same profile, as -diff_base makes it. */
static const char two_sides[] = "main;more 6\nmain;same 4\n"
				"main;more -4 {pprof::base=true}\n"
				"main;same -4 {pprof::base=true}\n"
				"main;gone -2 {pprof::base=true}\n";

TEST(a_table_of_a_diff_has_both_sides)
{
	struct strbuf out = STRBUF_INIT;

	report_of("csv", two_sides, "", &out);
	assert_string_equal(strbuf_c(&out),
		"base [count],new [count],delta self [count],delta%,times,"
		"cause [count],delta total [count],function\n"
		"2,0,-2,-100.00,0.0000,-2,-2,gone\n"
		"4,6,2,50.00,1.5000,2,2,more\n"
		"0,0,0,,,0,0,main\n"
		"4,4,0,0.00,1.0000,0,0,same\n");
	strbuf_free(&out);
}

static size_t count(const struct strbuf *text, const char *what);

TEST(a_picture_of_a_diff_has_signs)
{
	struct strbuf out = STRBUF_INIT;

	report_of("flamesvg",
		"main;more 600\nmain;same 400\nmain;much 2600\nmain;new 90\n"
		"main;more -400 {pprof::base=true}\n"
		"main;same -400 {pprof::base=true}\n"
		"main;much -1400 {pprof::base=true}\n"
		"main;gone -200 {pprof::base=true}\n",
		"", &out);
	assert_int_equal(count(&out, ">more +</text>"), 1);
	assert_int_equal(count(&out, ">much ++</text>"), 1);
	assert_int_equal(count(&out, "data-sign=\" N\""), 1);
	assert_int_equal(count(&out, "data-sign=\" G\""), 1);
	assert_int_equal(count(&out, "fill=\"#f4e66a\""), 1);
	assert_int_equal(count(&out, "fill=\"#8adfe4\""), 1);
	assert_int_equal(count(&out, ">same</text>"), 1);
	assert_int_equal(count(&out, "before 400   after 600"), 1);
	assert_int_equal(count(&out, "blue (-) is less"), 1);
	strbuf_reset(&out);
	/* So few samples say nothing, here as on the screen. */
	report_of("flamesvg",
		"types samples/count\nmain;more 6\nmain;same 4\n"
		"main;more -4 {pprof::base=true}\n"
		"main;same -4 {pprof::base=true}\n"
		"main;gone -2 {pprof::base=true}\n",
		"", &out);
	assert_int_equal(count(&out, ">more ?</text>"), 1);
	assert_int_equal(count(&out, "data-sign=\" ?\""), 2);
	assert_int_equal(count(&out, "fill=\"#e2e2e2\""), 4);
	strbuf_free(&out);
}

static size_t
count(const struct strbuf *text, const char *what)
{
	size_t n = 0;
	ptrdiff_t at = 0;

	while ((at = str_find(strbuf_str(text), str_c(what), (size_t)at)) >=
		0) {
		n++;
		at++;
	}
	return n;
}

TEST(a_picture_has_a_box_for_each_frame)
{
	struct strbuf out = STRBUF_INIT;

	report_of("flamesvg", "main;left 3\nmain;right 1\n", "", &out);
	assert_int_equal(count(&out, "<g class=\"f"), 4);
	/* Three quarters of 1200 beside one quarter. */
	assert_int_equal(count(&out, "width=\"900.0000\""), 1);
	assert_int_equal(count(&out, "width=\"300.0000\""), 1);
	assert_int_equal(count(&out, "<rect x=\"900.0000\""), 1);
	assert_non_null(strstr(strbuf_c(&out),
		"<title>left\ntotal 3 75.00%   self 3 75.00%</title>"));
	assert_int_equal(count(&out, "<svg "), 1);
	assert_int_equal(count(&out, "</svg>\n"), 1);
	/* Nothing comes from elsewhere. */
	assert_int_equal(count(&out, "http"), 1); /* the name space */
	assert_int_equal(count(&out, "src="), 0);
	strbuf_free(&out);
}

TEST(what_is_too_narrow_is_counted)
{
	struct strbuf out = STRBUF_INIT, stacks = STRBUF_INIT;

	strbuf_addstr(&stacks, "main;wide 100000\n");
	for (int i = 0; i < 40; i++)
		strbuf_addf(&stacks, "main;thin%d 20\n", i);
	report_of("flamesvg", strbuf_c(&stacks), "", &out);
	assert_int_equal(count(&out, "<g class=\"f"), 4);
	assert_non_null(strstr(strbuf_c(&out),
		"<title>+40 frames too narrow to draw\ntogether 800 "));
	strbuf_free(&out);
	strbuf_free(&stacks);
}

static struct profile *
one_frame(const char *name)
{
	struct builder *b = builder_new(0);
	struct builder_function f = { .name = builder_string(b, str_c(name)) };
	struct builder_line line = { .func = builder_function(b, &f) };
	struct builder_location loc = { .map = NONE, .line = &line,
		.nlines = 1 };
	struct err err = ERR_INIT;
	struct profile *p;
	int64_t value = 5;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	assert_int_equal(builder_sample(b,
				 builder_step(b, 0, builder_location(b, &loc)),
				 0, &value),
		0);
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

/* main, run and serve share a box, whose tooltip has them all. */
TEST(a_picture_with_chains_has_a_box_for_each_row)
{
	static const char stacks[] = "main;run;serve;a 600\n"
				     "main;run;serve;b 390\nmain;run;log 5\n";
	static const char *const names[] = { "flamesvg", "flamehtml" };
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		strbuf_reset(&out);
		report_of(names[i], stacks, "", &out);
		assert_int_equal(count(&out, "<g class=\"f"), 7);
		assert_int_equal(count(&out, "data-c="), 0);
		chains = CHAINS_ON;
		strbuf_reset(&out);
		report_of(names[i], stacks, "", &out);
		chains = CHAINS_AUTO;
		assert_int_equal(count(&out, "<g class=\"f"), 4);
		assert_int_equal(count(&out,
					 "data-c=\"3\"><title>serve\ntotal 990 "
					 "99.50%   self 0 0%\nrow of 3 "
					 "frames:\nmain\nrun\nserve</title>"),
			1);
		assert_int_equal(count(&out, ">serve</text>"), 1);
		assert_int_equal(count(&out, ">main</text>"), 0);
	}
	strbuf_free(&out);
}

/* Names may be anything, and stay names. */
TEST(no_name_becomes_markup)
{
	static const char *const names[] = { "flamesvg", "flamehtml" };
	struct profile *p;
	struct query q;

	query_init(&q);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct strbuf out = STRBUF_INIT;

		p = one_frame("a</title><script>alert(1)</script>&\"'\x1b]]>"
			      "\xff");
		report(names[i], p, &q, &out);
		profile_unref(p);
		assert_int_equal(count(&out, "<script>alert"), 0);
		assert_int_equal(count(&out, "\x1b"), 0);
		assert_int_equal(count(&out, "\xff"), 0);
		assert_true(count(&out,
				    "a&lt;/title&gt;&lt;script&gt;alert(1)&lt;"
				    "/script&gt;&amp;&quot;&#39;\xEF\xBF\xBD]]"
				    "&gt;\xEF\xBF\xBD") > 0);
		strbuf_free(&out);
	}
}

/* A file for speedscope has one profile of summed stacks; no byte of a name
   ends a string or reaches a terminal. */
TEST(speedscope_gets_valid_text_whatever_the_names)
{
	struct strbuf out = STRBUF_INIT;
	struct profile *p;
	struct query q;

	query_init(&q);
	p = one_frame("a\"b\\\x1b]0;\x7f\xc2\x9b\n\xff");
	report("speedscope", p, &q, &out);
	profile_unref(p);
	assert_string_equal(strbuf_c(&out),
		"{\"$schema\":"
		"\"https://www.speedscope.app/file-format-schema.json\",\n"
		"\"exporter\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\n"
		"\"shared\":{\"frames\":[\n"
		"{\"name\":\"a\\\"b\\\\\\u001b]0;"
		"\\u007f\\u009b\\u000a\\ufffd\"}"
		"]},\n"
		"\"activeProfileIndex\":0,\n"
		"\"profiles\":[\n"
		"{\"type\":\"sampled\",\"name\":\"samples\",\"unit\":\"none\","
		"\"startValue\":0,\"endValue\":5,\n"
		"\"samples\":[\n[0]],\n"
		"\"weights\":[\n5]}]}\n");
	strbuf_free(&out);
}

TEST(speedscope_gets_one_profile_a_thread)
{
	struct strbuf out = STRBUF_INIT;

	report_of("speedscope",
		"types cpu/nanoseconds\n"
		"m<m.c:1>;a+b 5 {thread=x}\nm<m.c:1> 2\nm<m.c:1>;a+b 1 "
		"{thread=x k=1}\nm<m.c:1> 0\n", "", &out);
	assert_non_null(strstr(strbuf_c(&out),
		"\"frames\":[\n{\"name\":\"m\",\"file\":\"m.c\",\"line\":1},\n"
		"{\"name\":\"a\"},\n{\"name\":\"b\"}]}"));
	assert_non_null(strstr(strbuf_c(&out),
		"\"name\":\"x\",\"unit\":\"nanoseconds\",\"startValue\":0,"
		"\"endValue\":6,\n\"samples\":[\n[0,1,2]],\n"
		"\"weights\":[\n6]"));
	assert_non_null(strstr(strbuf_c(&out),
		"\"name\":\"cpu\",\"unit\":\"nanoseconds\",\"startValue\":0,"
		"\"endValue\":2,\n\"samples\":[\n[0]],\n\"weights\":[\n2]"));
	strbuf_free(&out);
}

TEST(an_empty_picture_says_so)
{
	struct strbuf out = STRBUF_INIT;

	report_of("flamesvg", "main 3\n", "nowhere", &out);
	assert_non_null(strstr(strbuf_c(&out), ">nothing is left</text>"));
	assert_non_null(strstr(strbuf_c(&out), "focus=nowhere"));
	strbuf_free(&out);
}

TEST(a_page_has_the_table_too)
{
	struct strbuf out = STRBUF_INIT;

	report_of("flamehtml", "main;left 3\nmain;right 1\n", "", &out);
	assert_int_equal(count(&out, "<tr><td"), 3);
	assert_int_equal(count(&out, "<g class=\"f"), 4);
	assert_int_equal(count(&out, "<script>"), 1);
	assert_non_null(strstr(strbuf_c(&out),
		"<td class=\"n\" data-v=\"3\">3</td>"));
	assert_int_equal(count(&out, "default-src 'none'"), 1);
	strbuf_free(&out);
}

/* A box has no name: it refers to a row of the table. */
TEST(names_are_on_a_page_once)
{
	struct strbuf out = STRBUF_INIT;

	report_of("flamehtml",
		"main<m.c=1:2>;only_here<w.c=3:5>;main<m.c=1:2>;"
		"only_here<w.c=3:5> 3\nmain<m.c=1:2>;a;b;only_here<w.c=3:5> "
		"1\n",
		"", &out);
	/* In the table, and as labels of the three boxes. */
	assert_int_equal(count(&out, "only_here"), 4);
	assert_int_equal(count(&out, "w.c:5"), 1);
	assert_int_equal(count(&out, "<title>"), 2); /* the page, the root */
	assert_int_equal(count(&out, " data-i=\""), 7);
	strbuf_free(&out);
}

/* Deep stacks, each with a width that can be seen. */
TEST(a_page_is_not_much_larger_than_its_profile)
{
	enum { STACKS = 1500, DEPTH = 120 };
	struct strbuf stacks = STRBUF_INIT, out = STRBUF_INIT,
		      plain = STRBUF_INIT;
	struct profile *p;
	struct query q;

	for (int i = 0; i < STACKS; i++) {
		strbuf_addf(&stacks, "s%d", i);
		for (int k = 0; k < DEPTH; k++)
			strbuf_addf(&stacks, ";f%d", k);
		strbuf_addstr(&stacks, " 1\n");
	}
	p = stacks_read(strbuf_c(&stacks));
	query_init(&q);
	report("flamehtml", p, &q, &out);
	pprof_encode(p, &plain);
	assert_true(out.n > plain.n);
	assert_true(out.n <= 10 * plain.n);
	assert_true(count(&out, "too narrow to draw") > 0);
	profile_unref(p);
	strbuf_free(&stacks);
	strbuf_free(&out);
	strbuf_free(&plain);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
