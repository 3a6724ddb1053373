/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole interface without a terminal: keys in, grid out. */
#include "prelude.h"

#include <locale.h>
#include <poll.h>

#include "testing.h"

#include "analysis/hottest.h"
#include "ui/screen_internal.h"
#include "ui/screen.h"
#include "util_screen.h"
#include "util_speed.h"

static const char stacks[] = "main;serve;parse;lex 40\n"
			     "main;serve;parse 10\n"
			     "main;serve;emit 20\n"
			     "main;other;lex 25\n"
			     "gc 5\n";

static int
set_up(void **state)
{
	*state = bench_new(stacks);
	return 0;
}

static int
tear_down(void **state)
{
	bench_free(*state);
	return 0;
}

TEST_WITH(opening_shows_three_panes, set_up, tear_down)
{
	struct bench *b = *state;

	see(b, "1 Flame");
	see(b, "2 Top  sort self");
	see(b, "3 Peek");
	see(b, "▶root");
	see(b, "F1Help");
}

TEST_WITH(moving_moves_all_panes, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "Down Down Down");
	see(b, "▶parse");
	see(b, "◆ parse");
	see(b, " parse   self 10 10.0%   total 50 50.0%");
	keys(b, "Tab End");
	see(b, "▸ 2 Top");
	keys(b, "Tab");
	see(b, "▸ 3 Peek");
	keys(b, "Shift-Tab Shift-Tab");
	see(b, "▸ 1 Flame");
}

TEST_WITH(undo_gives_the_same_screen, set_up, tear_down)
{
	struct bench *b = *state;
	char *first, *last;

	keys(b, "Down Down");
	first = snapshot(b);
	keys(b, "Enter f lex Enter v L . Ctrl-G");
	last = snapshot(b);
	assert_string_not_equal(first, last);
	keys(b, "u u u u u");
	see_again(b, first);
	keys(b, "Ctrl-R Ctrl-R Ctrl-R Ctrl-R Ctrl-R");
	see_again(b, last);
}

TEST_WITH(a_prompt_previews_and_esc_restores, set_up, tear_down)
{
	struct bench *b = *state;
	char *before;

	keys(b, "Down Down Down Enter");
	before = snapshot(b);
	keys(b, "f lex");
	see(b, "focus: lex");
	see(b, "1 function  2 frames  65.0% kept");
	see(b, "focus≈lex");
	keys(b, "Esc");
	see_again(b, before);
	keys(b, "f lex Enter");
	see(b, "[focus=lex]");
	see(b, "65 of 100");
}

TEST_WITH(a_bad_pattern_is_explained_under_its_place, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "f lex(");
	see(b, "!focus: lex(");
	see(b, "            ^ missing closing parenthesis");
	see(b, "last good pattern shown");
	see(b, "focus≈lex]");
	keys(b, "Enter");
	see(b, "!focus: lex(");
	keys(b, "Backspace Enter");
	see(b, "[focus=lex]");
}

TEST_WITH(special_patterns_are_said_in_words, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "f a|");
	see(b, "matches everything");
	keys(b, "Esc / .");
	see(b, "matches everything");
	keys(b, "Esc f zzz");
	see(b, "0 functions; Enter would empty the view");
	keys(b, "Esc x zzz");
	see(b, "0 functions; Enter would change nothing");
	keys(b, "Esc f -lex Enter");
	see(b, "[ignore=lex]");
	keys(b, "u f Enter");
	see(b, "nothing typed");
}

TEST_WITH(an_empty_result_names_the_filter, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "f zzz Enter");
	see(b, "Nothing left");
	see(b, "focus=zzz");
	see(b, "[u] undo");
	keys(b, "u");
	see_not(b, "Nothing left");
	see(b, "▶root");
}

TEST_WITH(searching_visits_every_match_and_goes_round, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "/ LEX Backspace Backspace Backspace lex");
	see(b, "1 function  2 frames  65 65.0%");
	keys(b, "Enter");
	see(b, "✱ 2/2 frames (the heaviest)");
	keys(b, "n");
	see(b, "search wrapped: 1 of 2");
	keys(b, "n");
	see(b, "✱ 2/2 frames");
	keys(b, "N");
	see(b, "✱ 1/2 frames");
	keys(b, "N");
	see(b, "search wrapped: 2 of 2");
	keys(b, "Esc");
	see_not(b, "✱");
	keys(b, "n");
	see(b, "no search");
}

TEST_WITH(matches_are_counted_in_a_filtered_view, set_up, tear_down)
{
	struct bench *b = *state;

	/* Frames without weight stay in the tree, but not in the picture. */
	keys(b, "f serve Enter / lex Enter");
	see(b, "✱ 1/1 frame");
	keys(b, "u u i serve Enter / lex Enter");
	see(b, "✱ 1/1 frame");
}

TEST_WITH(the_selected_function_is_searched_exactly, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "H");
	see(b, "▶lex");
	keys(b, "*");
	see(b, "search wrapped: 1 of 2");
	keys(b, "*");
	see(b, "✱ 2/2 frames");
	keys(b, "# #");
	see(b, "search wrapped: 2 of 2");
}

TEST_WITH(a_row_of_the_table_is_shown_in_the_graph, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "2 Home Enter");
	see(b, "(1 of 2)");
	see(b, "▸ 1 Flame");
	see(b, "▶lex");
}

TEST_WITH(sorting_walks_along_the_columns, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "2");
	see(b, "Self▾");
	keys(b, ">");
	see(b, "Total▾");
	keys(b, "!");
	see(b, "Total▴");
	keys(b, "! <");
	see(b, "Self▾");
	keys(b, "S name Enter");
	see(b, "Function▾");
}

TEST_WITH(rows_are_filtered_by_name, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "\\ e");
	see(b, "rows: e");
	see(b, "5 of 7 rows");
	keys(b, "Enter");
	see(b, "5 of 7 functions");
	keys(b, "u");
	see(b, "7 functions");
	keys(b, "\\ nothing Enter");
	see(b, "no row matches");
}

TEST_WITH(peek_walks_from_function_to_function, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "Down Down 3");
	see(b, "◆ serve");
	keys(b, "Down");
	see(b, "◆ serve");
	see(b, " parse   from serve ");
	keys(b, "Enter");
	see(b, "◆ parse");
	keys(b, "1 p Left Up");
	see(b, "pinned");
	see(b, "◆ parse");
	keys(b, "p");
	see(b, "follows selection");
}

TEST_WITH(views_go_round_callees_callers_sandwich, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "2 Home 1 v");
	see(b, "callers");
	keys(b, "v");
	see(b, "sandwich");
	see(b, "▶lex");
	keys(b, "v");
	see_not(b, "sandwich");
	see(b, "▶lex");
}

TEST_WITH(panes_are_maximized_resized_and_laid_out, set_up, tear_down)
{
	struct bench *b = *state;
	char *before = snapshot(b);

	keys(b, "z");
	see_not(b, "2 Top  sort");
	keys(b, "z");
	see_again(b, before);
	before = snapshot(b);
	keys(b, "]");
	assert_string_not_equal(strbuf_c(&b->text), before);
	keys(b, "[");
	see_again(b, before);
	keys(b, "P");
	see(b, "layout=graph-table");
	keys(b, "P");
	see(b, "layout=graph");
	keys(b, "2");
	see(b, "2 Top  sort");
	keys(b, "8");
	see(b, "no timeline: this profile has no timestamps");
}

TEST_WITH(every_size_can_be_drawn_and_come_back_from, set_up, tear_down)
{
	struct bench *b = *state;
	char *before;

	keys(b, "Down Down Enter Down");
	before = snapshot(b);
	for (int rows = 1; rows < 50; rows += 2)
		for (int cols = 1; cols < 130; cols += 3)
			resize(b, rows, cols);
	resize(b, 3, 30);
	see(b, "too small");
	resize(b, 30, 100);
	see_again(b, before);
}

TEST_WITH(help_finds_and_runs_a_command, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "Down Down Down ? zo");
	see(b, "> zo");
	see(b, ":zoomreset");
	see_not(b, ":hotpath");
	keys(b, "Down Enter");
	see_not(b, "Help:");
	see(b, "root › main › serve › parse");
}

TEST_WITH(menus_close_and_leave_everything_as_it_was, set_up, tear_down)
{
	static const char *const open[] = { "?", "s", "S", "K", "F9", "F2",
		": m a p Enter", ": messages Enter", ": cmdline Enter" };
	struct bench *b = *state;
	char *before;

	keys(b, "Down Down");
	before = snapshot(b);
	for (size_t i = 0; i < COUNT_OF(open); i++) {
		keys(b, open[i]);
		assert_string_not_equal(strbuf_c(&b->text), before);
		keys(b, "Esc");
		assert_string_equal(strbuf_c(&b->text), before);
	}
	free(before);
}

TEST_WITH(the_filter_menu_switches_and_deletes, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "f serve Enter i emit Enter c");
	see(b, "[x]  focus=serve");
	keys(b, "Enter");
	see(b, "[ ]  focus=serve");
	see_not(b, "[focus=serve]");
	keys(b, "Down Enter");
	see(b, "[x]  focus=serve");
	keys(b, "d");
	keys(b, "d Esc");
	see_not(b, "[focus");
	keys(b, "u u u u");
	see(b, "[focus=serve]");
}

TEST_WITH(the_command_line_completes_and_runs, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ": foc Tab =lex Enter");
	see(b, "[focus=lex]");
	keys(b, ": granlarity=lines Enter");
	see(b, "did you mean granularity?");
	/* An error is read when the next key comes. */
	keys(b, "Down");
	see_not(b, "did you mean");
	keys(b, ": no_such Esc : Up Enter");
	see(b, "did you mean granularity?");
}

/* While a prompt shows its effect, no file is read again; nor is the clock
   asked all the time whether to. */
TEST_WITH(following_rests_while_one_types, set_up, tear_down)
{
	struct bench *b = *state;
	struct app *app = b->screen->app;

	keys(b, ": follow Enter");
	screen_wake(b->screen);
	assert_true(app->follow.next > 0);
	app->follow.next = 1; /* long ago */
	assert_int_equal(screen_timeout(b->screen), 0);
	keys(b, "f");
	assert_int_equal(screen_timeout(b->screen), -1);
	keys(b, "Esc");
	assert_int_equal(screen_timeout(b->screen), 0);
	screen_wake(b->screen);
	assert_int_not_equal(screen_timeout(b->screen), 0);
	see(b, "root");
}

TEST_WITH(a_line_that_gets_too_long_is_told, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ": lengthy");
	for (int i = 0; i < 20; i++)
		keys(b, "Ctrl-U Ctrl-Y Ctrl-Y");
	see(b, "the line is too long");
	keys(b, "Ctrl-U cmdline");
	see(b, ":cmdline");
	see_not(b, "the line is too long");
}

TEST_WITH(idle_answers_when_nothing_is_left_to_do, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, ": idle Space 7 Enter");
	see(b, " idle 7");
	keys(b, "Ctrl-G");
	see_not(b, "idle 7");
}

TEST_WITH(keys_that_nothing_is_bound_to_say_so, set_up, tear_down)
{
	static const char *const none[] = { ";" };
	struct bench *b = *state;

	for (size_t i = 0; i < COUNT_OF(none); i++) {
		struct strbuf text = STRBUF_INIT;

		keys(b, none[i]);
		strbuf_addf(
			&text, "%s is not bound; press ? for help", none[i]);
		see(b, strbuf_c(&text));
		strbuf_free(&text);
	}
	keys(b, ": pane Space 77 Enter");
	see(b, "pane: no pane \"77\"");
}

TEST_WITH(quitting_copying_and_suspending_are_asked_for, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "Down y");
	assert_true((b->wants & SCREEN_COPY) != 0);
	assert_true(str_is(strbuf_str(&b->screen->copy), "main"));
	keys(b, "Down Y");
	assert_true(str_is(strbuf_str(&b->screen->copy), "serve\nmain\n"));
	keys(b, "Ctrl-Z");
	assert_true((b->wants & SCREEN_SUSPEND) != 0);
	keys(b, "Ctrl-L");
	assert_true((b->wants & SCREEN_REPAINT) != 0);
	keys(b, "z q");
	assert_true((b->wants & SCREEN_QUIT) == 0);
	keys(b, "q");
	assert_true((b->wants & SCREEN_QUIT) != 0);
}

TEST_WITH(traces_are_walked_and_copied_whole, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "7");
	see(b, "7 Traces  5 distinct stacks");
	see(b, "stack 1 of 5   40 40.0%   cumulative 40.0%");
	keys(b, "Enter Down Down Y");
	see(b, "copied to the terminal's clipboard: the stack of parse");
	assert_true(str_is(
		strbuf_str(&b->screen->copy), "lex\nparse\nserve\nmain\n"));
	keys(b, "1");
	see(b, " parse   self 10 10.0%");
	see(b, "\xe2\x96\xb8 1 Flame");
	keys(b, "7 End");
	see(b, "stack 5 of 5   5 5.0%   cumulative 100%");
	keys(b, "f lex Enter");
	see(b, "2 distinct stacks");
	see(b, "stack 2 of 2   25 25.0%   cumulative 65.0%");
	keys(b, "q");
	see_not(b, "7 Traces");
}

TEST_WITH(labels_that_are_not_there_are_told_of, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "6");
	see(b, "no sample here has labels");
	keys(b, "Space");
	see(b, "tag_choose: select a value first");
	keys(b, "Esc D");
	see(b, "base profile:");
	keys(b, "Esc q u");
	see(b, "2 Top");
}

TEST_WITH(esc_goes_back_step_by_step_and_never_quits, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "Down Enter / lex Enter");
	keys(b, "Esc");
	see_not(b, "✱");
	see(b, "zoom");
	keys(b, "Esc");
	see(b, "1 Flame  colours");
	see(b, "the heaviest path: main");
	keys(b, "Esc");
	keys(b, "Esc");
	see_not(b, "a share of 1%");
	keys(b, "Esc");
	see(b, "q quits");
	assert_int_equal(b->wants & SCREEN_QUIT, 0);
}

TEST_WITH(pasted_text_runs_nothing, set_up, tear_down)
{
	struct bench *b = *state;

	screen_paste(b->screen, STR("Qq"));
	look(b);
	see(b, "paste works only in a prompt");
	assert_int_equal(b->wants, 0);
	keys(b, "f");
	screen_paste(b->screen, STR("le\x1bx\n"));
	look(b);
	see(b, "focus: lex");
}

TEST_WITH(ascii_is_all_there_is_without_utf8, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "~");
	see(b, ">root");
	for (size_t i = 0; i < b->text.n; i++)
		assert_true((unsigned char)b->text.p[i] < 0x80);
	keys(b, "~");
	see(b, "▶root");
	screen_unicode(b->screen, false, "the locale is not UTF-8");
	keys(b, "~");
	see(b, "the locale is not UTF-8");
	see(b, ">root");
}

TEST_WITH(an_alt_key_that_nobody_has_is_esc_and_the_key, set_up, tear_down)
{
	struct bench *b = *state;

	keys(b, "f lex Alt-q");
	assert_true((b->wants & SCREEN_QUIT) != 0);
	keys(b, "Alt-1");
	see(b, "Help:");
}

TEST_WITH(any_keys_in_any_order_are_survived, set_up, tear_down)
{
	struct bench *b = *state;
	uint32_t r = 12345;

	for (int i = 0; i < 3000; i++) {
		int key;

		r = r * 1664525 + 1013904223;
		key = r >> 28 < 12 ? (int)(r >> 16) % 95 + 32
				   : K_UP + (int)((r >> 16) % 28);
		if (r >> 28 == 15)
			key = (int)(r >> 16) % 27 + 1;
		screen_key(b->screen, key);
		if (i % 16 == 0)
			look(b);
	}
	keys(b, "Esc Esc Esc Esc Esc");
}

/* Storms like this one once did not leave before the time was up. */
TEST_WITH(a_storm_of_keys_on_hardly_any_screen_can_be_left, set_up, tear_down)
{
	static const int sizes[][2] = { { 1, 3 }, { 2, 80 }, { 2, 10 },
		{ 1, 1 }, { 3, 5 }, { 5, 1 } };
	struct bench *b = *state;

	keys(b, ": inspector=docked Enter 3");
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		resize(b, sizes[i][0], sizes[i][1]);
		for (int n = 0; n < 300; n++)
			screen_key(b->screen, 'x');
		keys(b, "Enter Down G PgDn Esc");
		keys(b, ": traces Space > Space /dev/null Enter");
		keys(b, "K J Esc Esc Tab G g");
	}
	b->wants = 0;
	keys(b, "Esc Esc Q");
	assert_true((b->wants & SCREEN_QUIT) != 0);
}

/* Show a profile of many stacks, whose hottest ones the worker finds. */
static struct bench *
bench_of_many(void)
{
	enum { FUNCTIONS = 250 };
	struct strbuf many = STRBUF_INIT;
	struct bench *b;

	for (int i = 0; i < FUNCTIONS * FUNCTIONS; i++)
		strbuf_addf(&many, "main;f%d;f%d %d\n", i / FUNCTIONS,
			i % FUNCTIONS, i);
	b = bench_new(strbuf_c(&many));
	strbuf_free(&many);
	return b;
}

static void
await_idle(struct bench *b)
{
	while (!screen_idle(b->screen)) {
		struct pollfd fd = { .fd = screen_fd(b->screen),
			.events = POLLIN };

		(void)poll(&fd, 1, -1);
		screen_wake(b->screen);
	}
}

TEST(hottest_stacks_are_requested_before_a_new_view_is_drawn)
{
	struct bench *b = bench_of_many();
	const struct app *app = b->screen->app;

	screen_run(b->screen, STR("focus=f1"));
	assert_true(app->computing);
	await_idle(b);
	assert_true(app_delivered(app, PRODUCT_HOTTEST));
	bench_free(b);
}

TEST(a_search_keeps_the_hottest_stacks)
{
	struct bench *b = bench_of_many();
	const struct app *app = b->screen->app;
	uint64_t made;

	look(b);
	made = app->product[PRODUCT_HOTTEST].number;
	assert_true(made > 0);
	keys(b, "/ f 1 Enter");
	look(b);
	see(b, " frames ");
	assert_true(app_delivered(app, PRODUCT_HOTTEST));
	assert_int_equal(app->product[PRODUCT_HOTTEST].number, made);
	screen_run(b->screen, STR("focus=f1"));
	await_idle(b);
	/* Few stacks contain the function found, so they are not asked for. */
	assert_false(app_delivered(app, PRODUCT_HOTTEST));
	bench_free(b);
}

TEST(the_hottest_stacks_follow_drop_negative)
{
	struct bench *b = bench_of_many();
	const struct app *app = b->screen->app;
	uint64_t made = app->product[PRODUCT_HOTTEST].number;

	assert_true(made > 0);
	keys(b, ": drop_negative Enter");
	look(b);
	assert_true(app_delivered(app, PRODUCT_HOTTEST));
	assert_int_equal(app->product[PRODUCT_HOTTEST].number, made + 1);
	bench_free(b);
}

/* Those that the user stopped are found with the next view. */
TEST(a_search_asks_for_hottest_stacks_that_were_stopped)
{
	struct bench *b = bench_of_many();
	struct result_slot *d = &b->screen->app->product[PRODUCT_HOTTEST];

	hottest_free(d->it);
	d->it = NULL;
	keys(b, "/ f 1 Enter");
	await_idle(b);
	keys(b, "g g");
	look(b);
	assert_non_null(d->it);
	see(b, "Hottest stacks");
	bench_free(b);
}

/* They are made of all stacks, while the graph of the next key may wait. */
TEST(hottest_stacks_of_many_wait_until_keys_rest)
{
	enum { DELAY = 500 };
	struct bench *b = bench_of_many();
	const struct app *app;

	keys(b, ": follow_delay=500 Enter");
	app = b->screen->app;
	assert_true(app_delivered(app, PRODUCT_HOTTEST));
	screen_key(b->screen, 'f');
	screen_key(b->screen, 'f');
	assert_true(app->computing);
	(void)poll(NULL, 0, DELAY); /* a graph that takes longer than that */
	while (app->computing) {
		struct pollfd fd = { .fd = screen_fd(b->screen),
			.events = POLLIN };

		(void)poll(&fd, 1, -1);
		screen_wake(b->screen);
	}
	screen_draw(b->screen, &b->grid);
	assert_false(app->computing);
	look(b);
	look(b);
	assert_true(app_delivered(app, PRODUCT_HOTTEST));
	see(b, "Hottest stacks");
	bench_free(b);
}

/* Let time pass since the last key and the last view. */
static void
rest(struct bench *b)
{
	b->screen->key_at -= 1000;
	b->screen->seen_at -= 1000;
}

/* A slow terminal draws for so long that keys rest after the picture was made,
   but before the loop asks how long to wait. */
TEST(a_pane_that_waits_for_a_pause_is_late_until_it_is_drawn)
{
	static const char *const pane[] = { "3 1", "4 1",
		": inspector=docked Enter 3 1" };
	static const char *const title[] = { " 3 Peek ", " 4 Source ",
		" inspector " };

	for (size_t i = 0; i < COUNT_OF(pane); i++) {
		struct bench *b = bench_new("main;a;f 10\nmain;b;g 30\n");

		keys(b, pane[i]);
		see(b, title[i]);
		keys(b, ": follow_delay=500 Enter");
		rest(b);
		look(b);
		assert_true(screen_idle(b->screen));
		screen_key(b->screen, K_DOWN);
		assert_false(screen_idle(b->screen));
		screen_draw(b->screen, &b->grid);
		assert_false(screen_idle(b->screen));
		rest(b);
		assert_false(screen_idle(b->screen));
		assert_int_equal(screen_timeout(b->screen), 0);
		look(b);
		assert_true(screen_idle(b->screen));
		assert_int_equal(screen_timeout(b->screen), -1);
		bench_free(b);
	}
}

#ifndef FT_SANITIZE

/* One chain is one box, which knows all of its frames. */
TEST(a_chain_of_30000_functions_delays_no_key)
{
	enum { FUNCTIONS = 30000, TRIES = 3 };
	const double bound = 0.05; /* seconds */
	static const char *const typed[] = { "f", "1", "2", "Enter", "C",
		"Down", "F5", "u" };
	struct strbuf text = STRBUF_INIT;
	struct bench *b;

	for (unsigned i = 0; i < FUNCTIONS; i++)
		strbuf_addf(&text, "%sf%u", i > 0 ? ";" : "", i);
	strbuf_addstr(&text, " 10\n");
	b = bench_new(strbuf_c(&text));
	for (size_t i = 0; i < COUNT_OF(typed); i++) {
		double best = 1e9;

		/* Other work on the machine slows this down as well. */
		for (int k = 0; k < TRIES && best > bound; k++) {
			double began = speed_spent(), took;

			keys(b, typed[i]);
			took = speed_spent() - began;
			best = took < best ? took : best;
		}
		if (!speed_within(best, bound))
			fail_msg("%s: %.3f s", typed[i], best);
	}
	strbuf_free(&text);
	bench_free(b);
}

#endif

int
main(void)
{

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
