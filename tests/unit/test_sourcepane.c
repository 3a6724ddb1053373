/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source of a function, as rows and as a picture. */
#include "prelude.h"

#include <locale.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "present/source.h"
#include "stacks.h"
#include "util_view.h"

#define WORK \
	"types cpu/milliseconds\n" \
	"main<m.c=1:2>;work<w.c=3:5> 1100\n" \
	"main<m.c=1:2>;work<w.c=3:5>;leaf<l.c=7:8> 700\n" \
	"main<m.c=1:2>;work<w.c=3:12>+in<w.c=20:21> 200\n" \
	"main<m.c=1:2>;work<w.c=3:10> 4\n" \
	"main<m.c=1:2>;work 30\n"

static const struct str text[] = {
	{ "#include", 8 },
	{ "", 0 },
	{ "int work(int n)", 15 },
	{ "{", 1 },
	{ "\tfor (int i = leaf(n); i; i--)", 30 },
	{ "\t\t// nothing", 12 },
	{ "\t\tx();", 6 },
	{ "", 0 },
	{ "\tb\033[1m();", 9 },
	{ "\tc();", 5 },
	{ "\td();", 5 },
	{ "\tin();", 6 },
	{ "\te();", 5 },
	{ "}", 1 },
	{ "int other;", 10 },
};

struct shot {
	struct profile *profile;
	struct engine *engine;
	const struct view *view;
	struct listing *listing;
	struct footing all;
	struct routines *routines;
	struct source_block block[4];
	struct source_pane *pane;
	struct source_at at;
	struct source_draw d;
	bool bodies;
};

static void
shot_lay(struct shot *s, bool fold)
{
	struct source_lay how = { .fold = fold, .bodies = s->bodies };

	source_pane_lay(s->pane, &s->at, &how);
}

/* The lines of a function that was inlined into one of this file's. */
static const struct source_text inlined[] = { { { "w.c", 3 }, text,
	COUNT_OF(text) } };

/* With so many lines of the text; 0: without one. */
static void
shot_init(struct shot *s, struct profile *p, const char *name, size_t lines)
{
	struct err err = ERR_INIT;
	struct query q;
	struct source_of of = { .n_blocks = 0 };
	uint32_t function;

	query_init(&q);
	*s = (struct shot){ .profile = p };
	s->engine = engine_new(p);
	s->view = view_compute(s->engine, &q, NULL, &err);
	s->listing = listing_new(s->engine, &q, NULL, &err);
	assert_non_null(s->listing);
	s->all = footing_all(s->listing->view);
	of.view = s->view;
	of.listing = s->listing;
	of.footing = &s->all;
	of.text = inlined;
	of.n_texts = COUNT_OF(inlined);
	of.frame = frames_find(s->view->frames, str_c(name));
	assert_int_not_equal(of.frame, NONE);
	function = listing_function(s->listing, s->view, of.frame);
	s->routines = routines_of(s->listing, &s->all, function);
	routines_add_callees(s->routines, s->listing, &s->all);
	of.routines = s->routines;
	footing_sum(&s->all, s->listing, function, &of.self, &of.total);
	for (uint32_t i = 0; i < s->routines->n; i++) {
		const struct routine *r = &s->routines->routine[i];

		if (r->file.n == 0 && s->routines->n > 1)
			continue;
		s->block[of.n_blocks++] = (struct source_block){ .routine = r,
			.line = lines > 0 ? text : NULL,
			.n = lines };
	}
	of.block = s->block;
	s->pane = source_pane_new(&of);
	s->d = (struct source_draw){ .focused = true, .of_line = true };
	s->d.percent_of = s->view->w.whole;
	s->at.line = -1;
	(void)source_pane_hot(s->pane, &s->at, 1);
	shot_lay(s, true);
}

static void
shot_fini(struct shot *s)
{
	source_pane_free(s->pane);
	routines_free(s->routines);
	footing_fini(&s->all);
	listing_free(s->listing);
	view_unref(s->view);
	engine_free(s->engine);
	profile_unref(s->profile);
}

static void
shows(struct shot *s, int rows, int cols, bool ascii, const char *want)
{
	struct grid g;

	grid_init(&g, rows, cols, ascii);
	s->d.list.at = s->pane->cursor;
	source_pane_draw(&g, (struct rect){ 0, 0, rows, cols }, s->pane, &s->d);
	grid_is(&g, want);
	grid_fini(&g);
}

TEST(the_hottest_line_shows_what_it_calls)
{
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", COUNT_OF(text));
	shows(&s, 16, 80, false,
		"    Self Total      %              Line │ w.c\n"
		"       .     .                        3 │ int work(int n)\n"
		"       .     .                        4 │ {\n"
		"▶  1.10s 1.80s  88.5% █████ ◆         5 │         for (int i "
		"= leaf(n); i; i--)\n"
		"         0.70s  38.9%                   │         → leaf  "
		"l.c:8\n"
		"         1.10s  61.1%                   │           the line "
		"itself\n"
		"   0.00s 0.00s   0.2%              6-11 │ 6 lines, 1 of them "
		"with samples: 0.2%…\n"
		"       . 0.20s   9.8% ▌     ᵢ        12 │         in();\n"
		"       .     .                       13 │         e();\n"
		"       .     .                       14 │ }\n"
		"\n"
		"\n"
		"\n"
		"\n"
		"\n"
		"  self 1.13s, callees 0.90s                       2 hot lines "
		"hold 98.3%: 5, 12\n");
	shot_fini(&s);
}

#define BODY \
	"types cpu/milliseconds\n" \
	"main<m.c=1:2>;work<w.c=3:12>+in<w.c=14:5> 200\n" \
	"main<m.c=1:2>;work<w.c=3:12>+in<w.c=14:7>;leaf<l.c=7:8> 50\n" \
	"main<m.c=1:2>;work<w.c=3:12>+in<w.c=14:14> 10\n" \
	"main<m.c=1:2>;work<w.c=3:12>;in<w.c=14:9> 30\n" \
	"main<m.c=1:2>;work<w.c=3:10>+in<w.c=14:5> 4000\n"

TEST(what_is_inlined_has_its_lines_below)
{
	struct shot s;

	shot_init(&s, stacks_read(BODY), "work", COUNT_OF(text));
	s.at = (struct source_at){ .line = 12 };
	s.bodies = true;
	shot_lay(&s, true);
	assert_int_equal(s.pane->row.p[s.pane->cursor].kind, SOURCE_LINE);
	s.d.list.first = s.pane->cursor;
	s.d.percent_of = 0;
	/* Only of these calls, and not of the one that is none. */
	shows(&s, 8, 59, true,
		"   Total     Line | w.c\n"
		">  0.29s       12 |   in();\n"
		"   0.29s          |   -> in~  w.c:5\n"
		"   0.20s        5 |       for (int i = leaf(n); i; i--)\n"
		"       .        6 |         // nothing\n"
		"   0.05s        7 |         x();\n"
		"   0.01s       14 |     }\n"
		"  self 0, callees 4.29s         1 hot line holds 93.2%: 10\n");
	s.at = source_pane_row(s.pane, s.pane->cursor + 2);
	assert_int_equal(s.at.line, 12);
	assert_int_equal(s.at.sub, 2);
	shot_lay(&s, true);
	assert_int_equal(s.pane->row.p[s.pane->cursor].kind, SOURCE_BODY);
	assert_int_equal(s.pane->row.p[s.pane->cursor].line, 5);
	shot_fini(&s);
}

TEST(control_characters_of_a_text_are_seen)
{
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", COUNT_OF(text));
	s.at = (struct source_at){ .line = 9 };
	shot_lay(&s, false);
	s.d.list.first = 6;
	shows(&s, 3, 44, true,
		"   Total     Line | w.c\n"
		">      .        9 |   b?[1m();\n"
		"   0.00s       10 |   c();\n");
	shot_fini(&s);
}

TEST(without_a_text_there_are_lines_with_samples)
{
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", 0);
	shows(&s, 7, 60, false,
		"    Self Total        Line │ w.c\n"
		"▶  1.10s 1.80s ◆         5 │\n"
		"         0.70s             │ → leaf  l.c:8\n"
		"         1.10s             │   the line itself\n"
		"   0.00s 0.00s          10 │\n"
		"       . 0.20s ᵢ        12 │\n"
		"\n");
	shot_fini(&s);
}

TEST(a_text_that_is_too_short_has_question_marks)
{
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", 6);
	shows(&s, 7, 59, false,
		"   Total     Line │ w.c\n"
		"       .        3 │ int work(int n)\n"
		"       .        4 │ {\n"
		"▶  1.80s        5 │   for (int i = leaf(n); i; i--)\n"
		"   0.70s          │   → leaf  l.c:8\n"
		"   1.10s          │     the line itself\n"
		"       .        6 │     // nothing\n");
	s.d.list.first = 6;
	shows(&s, 3, 59, false,
		"   Total     Line │ w.c\n"
		"   0.00s       10 │ ???\n"
		"   0.20s       12 │ ???\n");
	shot_fini(&s);
}

/* As in a program in one file. */
TEST(ranges_of_large_lines_differ_from_each_other)
{
	enum { LINES = 92420 };
	struct str *lines = xcalloc(LINES, sizeof(*lines));
	struct shot s;

	shot_init(&s,
		stacks_read("types cpu/milliseconds\n"
			    "work<w.js=92350:92352> 10\n"
			    "work<w.js=92350:92411> 5\n"),
		"work", 0);
	s.block[0].line = lines;
	s.block[0].n = LINES;
	shot_lay(&s, true);
	shows(&s, 6, 60, true,
		"      Self   Total          Line | w.js\n"
		"         .       .         92350 |\n"
		"         .       .         92351 |\n"
		">  10.00ms 10.00ms         92352 |\n"
		"         .       .   92353-92410 | 58 lines without samples\n"
		"    5.00ms  5.00ms         92411 |\n");
	shows(&s, 6, 44, true,
		"     Total      Line | w.js\n"
		"         .     92350 |\n"
		"         .     92351 |\n"
		">  10.00ms     92352 |\n"
		"         . 92353-410 | 58 lines without sam~\n"
		"    5.00ms     92411 |\n");
	shot_fini(&s);
	free(lines);
}

TEST(notes_stand_above_and_below_the_lines)
{
	static const struct str note[] = { { "x not found", 11 },
		{ "tried /x", 8 } };
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", 0);
	s.block[0].note = note;
	s.block[0].n_notes = COUNT_OF(note);
	s.block[0].n_above = 1;
	shot_lay(&s, true);
	shows(&s, 9, 60, true,
		"    Self Total        Line | w.c\n"
		"  x not found\n"
		">  1.10s 1.80s =         5 |\n"
		"         0.70s             | -> leaf  l.c:8\n"
		"         1.10s             |   the line itself\n"
		"   0.00s 0.00s          10 |\n"
		"       . 0.20s ~        12 |\n"
		"  tried /x\n"
		"  self 1.13s, callees 0.90s   2 hot lines hold 98.3%: "
		"5, 12\n");
	shot_fini(&s);
}

TEST(hot_lines_come_heaviest_first_and_go_round)
{
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", COUNT_OF(text));
	assert_int_equal(s.at.line, 5);
	assert_true(source_pane_hot(s.pane, &s.at, 1));
	assert_int_equal(s.at.line, 12);
	assert_true(source_pane_hot(s.pane, &s.at, 1));
	assert_int_equal(s.at.line, 5);
	assert_true(source_pane_hot(s.pane, &s.at, -1));
	assert_int_equal(s.at.line, 12);
	shot_fini(&s);
}

TEST(the_cursor_goes_through_all_rows)
{
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", COUNT_OF(text));
	/* Line 5, leaf, itself, the cold ones, 12. */
	s.at = source_pane_row(s.pane, s.pane->cursor + 1);
	assert_int_equal(s.at.sub, 1);
	shot_lay(&s, true);
	assert_int_equal(s.pane->row.p[s.pane->cursor].kind, SOURCE_CALLEE);
	s.at = source_pane_row(s.pane, s.pane->cursor + 2);
	assert_int_equal(s.at.on, SOURCE_ON_FOLD);
	shot_lay(&s, true);
	assert_int_equal(s.pane->row.p[s.pane->cursor].kind, SOURCE_FOLD);
	assert_int_equal(s.pane->row.p[s.pane->cursor].last, 11);
	s.at = source_pane_row(s.pane, (uint32_t)s.pane->row.n - 1);
	shot_lay(&s, true);
	assert_int_equal(s.at.line, 14);
	s.at = source_pane_row(s.pane, 0);
	shot_lay(&s, true);
	assert_int_equal(s.at.line, 3);
	shot_fini(&s);
}

TEST(patterns_find_lines_and_calls_are_found)
{
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new_smart(STR("^int|e\\(\\)"), NULL, &err);
	struct shot s;

	shot_init(&s, stacks_read(WORK), "work", COUNT_OF(text));
	assert_true(source_pane_find(s.pane, m, &s.at, 1));
	assert_int_equal(s.at.line, 13);
	assert_true(source_pane_find(s.pane, m, &s.at, 1));
	assert_int_equal(s.at.line, 3);
	assert_true(source_pane_find(s.pane, m, &s.at, -1));
	assert_int_equal(s.at.line, 13);
	assert_true(source_pane_call(s.pane,
		listing_function(s.listing, s.view,
			frames_find(s.view->frames, STR("in"))),
		&s.at));
	assert_int_equal(s.at.line, 12);
	regexp_free(m);
	shot_fini(&s);
}

TEST(the_lines_of_a_fold_leave_a_blank_before_them)
{
	static const struct {
		int64_t from, to;
		size_t room;
		const char *want;
	} cases[] = { { 43, 51, 5, "43-51" }, { 1339, 1343, 9, "1339-1343" },
		{ 1339, 1343, 7, "1339-43" }, { 1339, 1343, 6, "1339-.." },
		{ 998, 1003, 7, "998-.." }, { 120, 129, 5, "120-9" },
		{ 1299, 1303, 7, "1299-.." } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct strbuf out = STRBUF_INIT;

		source_range_put(
			&out, cases[i].from, cases[i].to, cases[i].room);
		assert_string_equal(strbuf_c(&out), cases[i].want);
		strbuf_free(&out);
	}
}

int
main(void)
{
	if (setlocale(LC_ALL, "C.UTF-8") == NULL)
		return 77;
	return tests_run(NULL, NULL);
}
