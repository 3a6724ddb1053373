/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of source and instructions: its numbers, its limits, its safety. */
#include "prelude.h"

#include "report/interleave.h"

#include "testing.h"

#include "load/load.h"
#include "profile/builder.h"
#include "report/report.h"
#include "stacks.h"
#include "symbol/symbolize.h"
#include "util_report.h"
#include "util_source.h"

static int
page_of(const struct profile *p, const struct query *q, const char *pattern,
	struct strbuf *out, struct err *err)
{
	return report_try("weblist", p, q,
		(struct report_job){ .program = this_program(),
			.arg = str_c(pattern),
			.out = out },
		err);
}

static size_t
count(const struct strbuf *text, const char *word)
{
	size_t n = 0;
	ptrdiff_t at = -1;

	while ((at = str_find(
			strbuf_str(text), str_c(word), (size_t)(at + 1))) >= 0)
		n++;
	return n;
}

static void
assert_has(const struct strbuf *text, const char *word)
{
	if (count(text, word) == 0)
		fail_msg("\"%s\" is not on the page", word);
}

/* Nothing is loaded, run or sent. */
static void
assert_safe(const struct strbuf *text)
{
	assert_has(text, "content=\"default-src 'none'; style-src ");
	assert_int_equal(count(text, "<script"), 0);
	assert_int_equal(count(text, "src=\""), 0);
	assert_int_equal(count(text, "url("), 0);
	assert_int_equal(count(text, "href=\""), count(text, "href=\"#f"));
}

static struct profile *
sym_pie(void)
{
	struct strbuf path = STRBUF_INIT;
	struct str source;
	struct load_spec spec = { .n_sources = 1,
		.source = &source,
		.symbols = {
			.mode = SYMBOLS_LOCAL, .program = this_program() } };
	struct err err = ERR_INIT;
	struct profile *p;

	strbuf_addf(&path, "%s/testdata/objdump", source_dir());
	(void)setenv("PPROF_TOOLS", path.p, 1);
	strbuf_reset(&path);
	strbuf_addf(&path, "%s/testdata/symbols", source_dir());
	(void)setenv("PPROF_BINARY_PATH", path.p, 1);
	strbuf_addstr(&path, "/pie.pb.gz");
	source = strbuf_str(&path);
	p = load_profile(&spec, NULL, NULL, &err);
	if (p == NULL)
		fail_msg("%s", err.msg);
	strbuf_free(&path);
	return p;
}

/* objdump is a script that prints what was recorded (testdata/objdump). */
TEST(each_line_has_its_instructions_and_what_is_inlined)
{
#ifdef HAVE_LIBDW
	struct profile *p = sym_pie();
	struct strbuf out = STRBUF_INIT, sources = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	strbuf_addf(&sources, "%s/testdata/gen/symbols", source_dir());
	q.trim_path = STR("/srv/sym");
	q.source_path = strbuf_str(&sources);
	assert_int_equal(page_of(p, &q, "^work$", &out, &err), 0);
	assert_safe(&out);
	assert_int_equal(count(&out, "<h2"), 1);
	assert_has(&out,
		"<h2 id=\"f0\">work</h2>\n<p>/srv/sym/leaf.c</p>\n"
		"<div class=\"code\">\n<div>  Total:         41         79 "
		"(flat, cum) 33.76%</div>\n");
	/* mid() and leaf() are inlined here, so they are flat. */
	assert_has(&out,
		"<details><summary class=\"l w\">    32          25         44 "
		"                          t += mid(i);</summary>\n"
		"<div class=\"c\">");
	assert_has(&out,
		"<div class=\"a w\">                  5          5     11b7: "
		"                            nopw   0x0(%rax,%rax,1)");
	strbuf_free(&out);
	strbuf_free(&sources);
	profile_unref(p);
#else
	skip();
#endif
}

TEST(an_address_stands_for_its_function)
{
#ifdef HAVE_LIBDW
	struct profile *p = sym_pie();
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	assert_int_equal(page_of(p, &q, "0x5555555551b7", &out, &err), 0);
	assert_has(&out, "<h2 id=\"f0\">work</h2>");
	/* Without the source there are the lines that have code. */
	assert_has(&out, "    32          25         44           ???");
	strbuf_free(&out);
	profile_unref(p);
#else
	skip();
#endif
}

TEST(names_do_no_harm)
{
	struct profile *p = stacks_read(
		/* "<" precedes the file */
		"main;script&<b& 3\nmain;quiet 1\nmain;script_2 1\n");
	struct strbuf out = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	assert_int_equal(page_of(p, &q, "script", &out, &err), 0);
	assert_safe(&out);
	assert_has(&out, ">script&amp;</h2>\n<p>b&amp;</p>");
	/* Functions without a file are not taken for one. */
	assert_has(&out, ">script_2</h2>");
	assert_has(&out, "&lt;instructions with unknown line numbers&gt;");
	assert_int_equal(count(&out, "quiet"), 0);
	strbuf_reset(&out);
	assert_int_equal(page_of(p, &q, "nobody", &out, &err), -1);
	assert_string_equal(err.msg, "no matches found for regexp: nobody");
	strbuf_free(&out);
	profile_unref(p);
}

/* A sample for each of many functions with long names, the heaviest first. */
TEST(a_page_has_a_limit_and_says_what_is_left_out)
{
	enum { FUNCTIONS = 20000, MOST = 10 * 1000 * 1000 };
	struct builder *b = builder_new(0);
	struct strbuf name = STRBUF_INIT, out = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p;
	struct query q;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	for (int i = 0; i < FUNCTIONS; i++) {
		struct builder_function f = { .name = 0 };
		struct builder_line line = { .line = 7 };
		struct builder_location loc = {
			.map = NONE, .line = &line, .nlines = 1
		};
		int64_t value = FUNCTIONS - i;

		strbuf_reset(&name);
		strbuf_addf(&name, "f%05d", i);
		strbuf_addn(&name, 'x', 600);
		f.name = builder_string(b, strbuf_str(&name));
		strbuf_addstr(&name, ".c");
		f.file = builder_string(b, strbuf_str(&name));
		line.func = builder_function(b, &f);
		assert_int_equal(
			builder_sample(b,
				builder_step(b, 0, builder_location(b, &loc)),
				0, &value),
			0);
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	query_init(&q);
	assert_int_equal(page_of(p, &q, "^f", &out, &err), 0);
	assert_true(out.n > MOST / 2 && out.n <= MOST);
	assert_has(&out, "<h2 id=\"f0\">f00000x");
	assert_int_equal(count(&out, "f19999x"), 0);
	assert_has(&out, "functions are left out: a page has at most 10 MB.");
	strbuf_free(&name);
	strbuf_free(&out);
	profile_unref(p);
}

int
main(int argc, char **argv)
{
	/* Children are this program. */
	symbol_child(argc, argv);
	return tests_run(NULL, NULL);
}
