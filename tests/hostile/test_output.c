/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that the program prints without a screen, of profiles in which
 * every string is hostile: each report of the table, pictures of the screen,
 * messages. A report that is new is in here without a line.
 */
#include "prelude.h"

#include <locale.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "hostile/poison.h"
#include "hostile/run.h"
#include "read/readers.h"
#include "report/report.h"

enum { MOST_WORDS = 8, CUTS = 24 };

#ifdef HAVE_JANSSON
static const bool reads_json = true;
#else
static const bool reads_json = false;
#endif

/* Options that may change how a report names things. */
static const char *const ways[][4] = { { NULL }, { "-lines", "-show_columns" },
	{ "-addresses" }, { "-files" }, { "-filefunctions", "-cum" },
	{ "-sample_index=0", "-mean" }, { "-call_tree", "-trim=false" },
	{ "-tagroot=.", "-tagleaf=." }, { "-tagshow=Ke", "-unit=zz" },
	{ "-focus=Ot", "-ignore=nothing", "-hide=nothing" }, { "-json" } };

static int
set_up(void **state)
{
	struct strbuf all = STRBUF_INIT, bytes = STRBUF_INIT;
	struct str poison;

	(void)state;
	run_begin();
	poison_all(&all);
	poison = strbuf_str(&all);
	hostile_pprof(&bytes, poison, poison, false);
	run_file("pprof", strbuf_str(&bytes));
	strbuf_reset(&bytes);
	hostile_pprof(&bytes, poison, STR("other"), false);
	run_file("others", strbuf_str(&bytes));
	strbuf_reset(&bytes);
	hostile_pprof(&bytes, poison, poison, true);
	run_file("patterns", strbuf_str(&bytes));
	for (const struct hostile_format *f = hostile_formats; f->name != NULL;
		f++) {
		strbuf_reset(&bytes);
		f->put(&bytes, poison, poison);
		run_file(f->name, strbuf_str(&bytes));
	}
	strbuf_free(&all);
	strbuf_free(&bytes);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	run_end();
	return 0;
}

/* A report's own flag. */
static void
flag_of(const struct report *r, struct strbuf *out)
{
	strbuf_reset(out);
	strbuf_addf(out, "-%s%s", r->doc.name, r->doc.arg != NULL ? "=." : "");
}

/* The bytes printed, all in all. */
static size_t
check_report(const struct report *r, const char *file, size_t n_ways)
{
	struct strbuf flag = STRBUF_INIT, out = STRBUF_INIT;
	size_t all = 0;

	flag_of(r, &flag);
	for (size_t i = 0; i < n_ways; i++) {
		const char *words[MOST_WORDS] = { strbuf_c(&flag) };
		size_t n = 1;

		for (size_t k = 0; k < 4 && ways[i][k] != NULL; k++)
			words[n++] = ways[i][k];
		words[n] = file;
		(void)run_flametop(true, words, &out);
		all += out.n;
		harmless(strbuf_str(&out), ALLOW_LINES, words[0]);
	}
	strbuf_free(&flag);
	strbuf_free(&out);
	return all;
}

TEST(no_report_on_a_terminal_does_harm)
{
	const struct report *r;

	for (size_t i = 0; (r = report_at(i)) != NULL; i++)
		assert_true(check_report(r, "pprof", COUNT_OF(ways)) > 0);
}

/* Of what other readers take; formats that need a library may be missing. */
TEST(no_report_of_other_formats_does_harm)
{
	struct strbuf out = STRBUF_INIT;
	const struct report *r;

	for (const struct hostile_format *f = hostile_formats; f->name != NULL;
		f++) {
		const char *words[] = { "-raw", f->name, NULL };
		int status = run_flametop(false, words, &out);

		if (!f->is_json || reads_json) {
			assert_int_equal(status, 0);
			assert_true(str_find(strbuf_str(&out), STR("\033"),
					    0) >= 0);
		}
		/* not the pictures, which are graphviz's */
		for (size_t i = 0; (r = report_at(i)) != NULL; i++)
			if (r->suffix == NULL)
				(void)check_report(r, f->name, 1);
	}
	strbuf_free(&out);
}

/* So that what is found to be harmless was hostile. */
TEST(a_pipe_gets_every_byte)
{
	static const char *const words[] = { "-raw", "pprof", NULL };
	struct strbuf all = STRBUF_INIT, out = STRBUF_INIT;

	poison_all(&all);
	assert_int_equal(run_flametop(false, words, &out), 0);
	for (int i = 0; i < HOSTILE_MARKS; i++) {
		struct strbuf text = STRBUF_INIT;
		/* What -raw leaves out: a file's own notes and patterns. */
		bool left_out = strcmp(hostile_marks[i], "QDrQ") == 0 ||
			strcmp(hostile_marks[i], "QKpQ") == 0;

		strbuf_add(&text, strbuf_str(&all));
		strbuf_addstr(&text, hostile_marks[i]);
		if (!left_out &&
			str_find(strbuf_str(&out), strbuf_str(&text), 0) < 0)
			fail_msg("%s is not printed", hostile_marks[i]);
		strbuf_free(&text);
	}
	strbuf_free(&all);
	strbuf_free(&out);
}

/* What readers say of texts that they do not take, of all but their end, and
   of those of other formats. */
TEST(no_reader_quotes_harm)
{
	struct strbuf bytes = STRBUF_INIT, out = STRBUF_INIT;
	struct strbuf flag = STRBUF_INIT;
	struct str cut = str_c(poison_short);
	const struct reader *r;

	for (const struct hostile_format *f = hostile_formats; f->name != NULL;
		f++) {
		const char *top[] = { "-top", "cut", NULL };

		strbuf_reset(&bytes);
		f->put(&bytes, cut, cut);
		for (size_t n = 1; n < CUTS; n++) {
			run_file("cut",
				str_sub(strbuf_str(&bytes), 0,
					bytes.n * n / CUTS));
			assert_in_range(run_flametop(true, top, &out), 0, 1);
			assert_true(out.n > 0);
			harmless(strbuf_str(&out), ALLOW_LINES, f->name);
		}
		for (size_t i = 0; (r = reader_at(i)) != NULL; i++) {
			const char *forced[] = { "-top", NULL, f->name, NULL };

			strbuf_reset(&flag);
			strbuf_addf(&flag, "-format=%s", r->name);
			forced[1] = strbuf_c(&flag);
			assert_in_range(run_flametop(true, forced, &out), 0, 1);
			assert_true(out.n > 0);
			harmless(strbuf_str(&out), ALLOW_LINES, r->name);
		}
	}
	strbuf_free(&bytes);
	strbuf_free(&flag);
	strbuf_free(&out);
}

TEST(no_picture_of_other_formats_does_harm)
{
	struct strbuf out = STRBUF_INIT;

	for (const struct hostile_format *f = hostile_formats; f->name != NULL;
		f++) {
		const char *words[] = { "-print=graph", "-color=always",
			f->name, NULL };

		if (run_flametop(true, words, &out) != 0)
			assert_true(f->is_json && !reads_json);
		harmless(strbuf_str(&out), ALLOW_LINES | ALLOW_COLORS, f->name);
	}
	strbuf_free(&out);
}

TEST(no_picture_of_the_screen_does_harm)
{
	static const char *const what[] = { "-print=graph", "-print=top",
		"-print=peek" };
	static const char *const files[] = { "pprof", "folded" };
	static const char *const colors[] = { "-color=never", "-color=always" };
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(what) * COUNT_OF(files) * 2; i++) {
		const char *words[] = { what[i / 4], colors[i % 2],
			files[i / 2 % 2], NULL };

		assert_int_equal(run_flametop(true, words, &out), 0);
		harmless(strbuf_str(&out), ALLOW_LINES | ALLOW_COLORS,
			what[i / 4]);
		assert_int_equal(run_flametop(false, words, &out), 0);
		harmless(strbuf_str(&out), ALLOW_LINES | ALLOW_COLORS,
			what[i / 4]);
	}
	strbuf_free(&out);
}

/* Messages that name files, options, types, patterns. */
TEST(no_message_does_harm)
{
	static const char *const before[] = { "-focus=", "-focus=(",
		"-tagfocus=", "-sample_index=", "-unit=", "-sort=", "-", "--",
		"-xyz=", "-view=", "-output=none/", "-base=", "-diff_base=",
		"-diff=", "-fail-if=", "-format=", "-peek=", "-list=",
		"-source_path=", "-nodecount=", "-http=", "-print=", "" };
	struct strbuf word = STRBUF_INIT, out = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(before); i++) {
		const char *words[] = { "-top", NULL, "pprof", "others", NULL };

		strbuf_reset(&word);
		strbuf_addstr(&word, before[i]);
		poison_file_name(&word);
		words[1] = strbuf_c(&word);
		(void)run_flametop(true, words, &out);
		harmless(strbuf_str(&out), ALLOW_LINES, before[i]);
	}
	strbuf_free(&word);
	strbuf_free(&out);
}

/* A message is a line: a name with a line end does not make it two. */
TEST(a_name_cannot_begin_a_line_of_its_own)
{
	static const char *const words[] = { "-top", "a\nflametop: b", NULL };
	struct strbuf out = STRBUF_INIT;

	assert_int_equal(run_flametop(true, words, &out), 1);
	assert_true(out.n > 0);
	assert_int_equal(str_find(strbuf_str(&out), STR("\n"), 0), out.n - 1);
	strbuf_free(&out);
}

TEST(messages_about_files_do_no_harm)
{
	static const struct {
		const char *words[3];
		int status;
	} cases[] = {
		/* Types that do not fit together are named. */
		{ { "-top", "pprof", "others" }, 1 },
		{ { "-top", "patterns", NULL }, -1 },
		{ { "-peek=nosuch", "pprof", NULL }, 1 },
		{ { "-top", "-sample_index=nosuch", "pprof" }, 2 },
		{ { "-top", "-diff_base=others", "pprof" }, 1 },
		{ { "-top", "-tagfocus=nosuch", "pprof" }, 0 },
		{ { "-fail-if=delta_total>5%", "-diff_base=pprof", "pprof" },
			-1 },
	};
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *words[4] = { NULL };
		int status;

		memcpy(words, cases[i].words, sizeof(cases[i].words));
		status = run_flametop(true, words, &out);
		if (cases[i].status >= 0)
			assert_int_equal(status, cases[i].status);
		harmless(strbuf_str(&out), ALLOW_LINES, words[1]);
	}
	strbuf_free(&out);
}

/* Files of a hostile name: whole ones, damaged ones, what is no profile. */
TEST(names_of_files_do_no_harm)
{
	static const char *const contents[] = { "a;b 1\n", "", "\037\213\010",
		"%PDF-1", "PERFILE2", "{\"nodes\":1,\"callFrame\":2}",
		"no\1\2" };
	struct strbuf name = STRBUF_INIT, out = STRBUF_INIT;

	poison_file_name(&name);
	for (size_t i = 0; i < COUNT_OF(contents); i++) {
		const char *top[] = { "-top", strbuf_c(&name), "pprof", NULL };
		const char *to[] = { "-top", "-output", strbuf_c(&name),
			"folded", NULL };
		const char *print[] = { "-print=top", strbuf_c(&name), NULL };

		run_file(strbuf_c(&name), str_c(contents[i]));
		(void)run_flametop(true, top, &out);
		harmless(strbuf_str(&out), ALLOW_LINES, contents[i]);
		(void)run_flametop(true, print, &out);
		harmless(strbuf_str(&out), ALLOW_LINES | ALLOW_COLORS,
			contents[i]);
		assert_int_equal(run_flametop(true, to, &out), 0);
		harmless(strbuf_str(&out), ALLOW_LINES, contents[i]);
	}
	strbuf_free(&name);
	strbuf_free(&out);
}

/* -output=/dev/tty, and what leads there. */
TEST(an_output_that_is_a_terminal_is_one)
{
	static const char *const names[] = { "-output=/dev/tty",
		"-output=/dev/stdout", "-output=/dev/stderr" };
	struct strbuf flag = STRBUF_INIT, out = STRBUF_INIT;
	const struct report *r;

	for (size_t k = 0; (r = report_at(k)) != NULL; k++) {
		const char *words[] = { NULL, names[k % COUNT_OF(names)],
			"pprof", NULL };

		flag_of(r, &flag);
		words[0] = strbuf_c(&flag);
		(void)run_flametop(true, words, &out);
		harmless(strbuf_str(&out), ALLOW_LINES, words[0]);
	}
	strbuf_free(&flag);
	strbuf_free(&out);
}

static const char *
output_of(const char *flag, const char *file, struct strbuf *out)
{
	const char *words[] = { flag, "-symbolize=none", file, NULL };

	assert_int_equal(run_flametop(false, words, out), 0);
	return strbuf_c(out);
}

/* The tags of markup, without what is in them: "svg style /style g title ...",
   and without lines of text, of which long names take more. */
static void
skeleton(struct str s, struct strbuf *out)
{
	strbuf_reset(out);
	while (str_chr(s, '<') >= 0) {
		size_t n = 0;

		s = str_skip(s, (size_t)str_chr(s, '<') + 1);
		while (n < s.n && strchr(" >\n", s.p[n]) == NULL)
			n++;
		if (str_is(str_sub(s, 0, n), "text") ||
			str_is(str_sub(s, 0, n), "/text"))
			continue;
		strbuf_add(out, str_sub(s, 0, n));
		strbuf_addch(out, ' ');
	}
}

TEST(markup_is_what_it_is_of_good_names)
{
	static const char *const flags[] = { "-flamesvg", "-flamehtml" };
	struct strbuf good = STRBUF_INIT, bytes = STRBUF_INIT,
		      out = STRBUF_INIT;
	struct strbuf want = STRBUF_INIT, have = STRBUF_INIT;

	hostile_pprof(&bytes, STR("good"), STR("name"), false);
	run_file("good", strbuf_str(&bytes));
	for (size_t i = 0; i < COUNT_OF(flags); i++) {
		output_of(flags[i], "good", &out);
		skeleton(strbuf_str(&out), &want);
		output_of(flags[i], "pprof", &out);
		harmless(strbuf_str(&out), ALLOW_LINES, flags[i]);
		skeleton(strbuf_str(&out), &have);
		assert_true(want.n > 20);
		assert_string_equal(strbuf_c(&have), strbuf_c(&want));
	}
	strbuf_free(&good);
	strbuf_free(&bytes);
	strbuf_free(&out);
	strbuf_free(&want);
	strbuf_free(&have);
}

TEST(a_spreadsheet_computes_nothing)
{
	static const char folded[] = "a;=1+1 1\na;+[C m] 2\na;-[C m] 3\n"
				     "a;@SUM(A1) 4\na;=cmd|' /C x'!A0,\"b\" 5\n"
				     "a;b-c=d 6\n";
	struct strbuf out = STRBUF_INIT;
	const char *csv;

	run_file("formulas", STR(folded));
	csv = output_of("-csv", "formulas", &out);
	assert_non_null(strstr(csv, ",'=1+1\n"));
	assert_non_null(strstr(csv, ",'+[C m]\n"));
	assert_non_null(strstr(csv, ",'-[C m]\n"));
	assert_non_null(strstr(csv, ",'@SUM(A1)\n"));
	assert_non_null(strstr(csv, ",\"'=cmd|' /C x'!A0,\"\"b\"\"\"\n"));
	assert_non_null(strstr(csv, ",b-c=d\n"));
	output_of("-csv", "pprof", &out);
	harmless(strbuf_str(&out), ALLOW_LINES, "-csv");
	strbuf_free(&out);
}

/* Each row of -folded is one stack, and opens as what it was. */
TEST(folded_stacks_stay_lines)
{
	struct strbuf out = STRBUF_INIT, again = STRBUF_INIT;

	output_of("-folded", "pprof", &out);
	run_file("again", strbuf_str(&out));
	output_of("-folded", "again", &again);
	assert_true(out.n > 0 && str_eq(strbuf_str(&out), strbuf_str(&again)));
	strbuf_free(&out);
	strbuf_free(&again);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(set_up, tear_down);
}
