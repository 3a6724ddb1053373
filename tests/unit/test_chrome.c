/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines around the panes, boxes over them, the lines at the bottom. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "present/chrome.h"
#include "present/list.h"
#include "present/overlay.h"
#include "present/status.h"

static void
row_is(const struct grid *g, int row, const char *want)
{
	struct strbuf text = STRBUF_INIT;

	grid_row_text(g, row, &text);
	assert_string_equal(strbuf_c(&text), want);
	strbuf_free(&text);
}

static const struct tab tabs[] = {
	{ .digit = 1, .name = "Flame", .is_shown = true, .is_focused = true },
	{ .digit = 2, .name = "Top", .is_shown = true },
	{ .digit = 3, .name = "Peek" },
};

TEST(a_wide_title_has_everything_and_a_narrow_one_the_type)
{
	const struct title t = { .file = STR("shop-cpu.pb.gz"),
		.type = STR("cpu"),
		.total = STR("57.90s"),
		.facts = STR(" in 30s, 1.9 cores, 5,790 samples"),
		.tab = tabs,
		.n_tabs = 3 };
	struct grid g;

	grid_init(&g, 1, 100, false);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, "
		"5,790 samples            1Flame 2Top 3Peek");
	grid_resize(&g, 1, 40);
	title_draw(&g, 0, &t);
	row_is(&g, 0, "shop-cpu.pb.gz  57.90s cpu");
	/* a number is whole or not there */
	grid_resize(&g, 1, 80);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores       "
		"1Flame 2Top 3Peek");
	/* a hidden pane matters more than the last of the facts */
	grid_resize(&g, 1, 70);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s        1Flame "
		"2Top "
		"3Peek");
	grid_fini(&g);
}

TEST(tabs_of_closed_panes_need_room_to_spare)
{
	struct tab tab[] = {
		{ .digit = 1, .name = "Flame", .is_shown = true },
		{ .digit = 2, .name = "Top", .is_shown = true },
		{ .digit = 6, .name = "Tags", .is_extra = true },
		{ .digit = 9, .name = "Info", .is_extra = true },
	};
	const struct title t = { .file = STR("shop-cpu.pb.gz"),
		.type = STR("cpu"),
		.total = STR("57.90s"),
		.facts = STR(" in 30s, 1.9 cores, 5,790 samples"),
		.tab = tab,
		.n_tabs = 4 };
	struct grid g;

	grid_init(&g, 1, 101, false);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, "
		"5,790 samples       1Flame 2Top 6Tags 9Info");
	grid_resize(&g, 1, 93);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, "
		"5,790 samples     1Flame 2Top 6Tags");
	grid_resize(&g, 1, 86);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, "
		"5,790 samples    1Flame 2Top");
	tab[1].is_shown = false;
	tab[3].is_shown = true;
	grid_resize(&g, 1, 93);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		" flametop  shop-cpu.pb.gz  57.90s cpu in 30s, 1.9 cores, "
		"5,790 samples     1Flame 2Top 9Info");
	grid_fini(&g);
}

TEST(a_long_file_name_keeps_its_end)
{
	const struct title t = { .file = STR("/var/lib/profiles/2026/11/"
					     "shop-cpu.pb.gz"),
		.type = STR("cpu"),
		.total = STR("30.0s") };
	struct grid g;

	grid_init(&g, 1, 40, false);
	title_draw(&g, 0, &t);
	row_is(&g, 0,
		"\xE2\x80\xA6"
		"026/11/shop-cpu.pb.gz  30.0s cpu");
	grid_fini(&g);
}

TEST(a_long_path_keeps_the_first_and_the_last_parts)
{
	const struct str part[] = { STR("root"), STR("net/http.serve"),
		STR("ServeHTTP"), STR("Checkout"), STR("Quote") };
	const struct chip chip = { STR("focus=Checkout"), false };
	const struct crumbs c = {
		.part = part, .n_parts = 5, .chip = &chip, .n_chips = 1
	};
	struct grid g;

	grid_init(&g, 1, 60, true);
	crumbs_draw(&g, 0, &c);
	row_is(&g, 0,
		" root > ~ > ServeHTTP > Checkout > Quote  "
		"[focus=Checkout]");
	/* Hits count from the last part. */
	assert_int_equal(g.hit[1], HIT_CRUMB + 4);
	assert_int_equal(g.hit[36], HIT_CRUMB);
	assert_int_equal(g.hit[43], HIT_CHIP);
	grid_resize(&g, 1, 100);
	crumbs_draw(&g, 0, &c);
	row_is(&g, 0,
		" root > net/http.serve > ServeHTTP > Checkout > Quote  "
		"[focus=Checkout]");
	grid_fini(&g);
}

TEST(borders_join_the_rules_they_meet)
{
	const struct rule left = {
		.digit = 1, .name = STR("Flame"), .right = STR("100%")
	};
	const struct rule right = { .digit = 3, .name = STR("Peek") };
	struct grid g;

	grid_init(&g, 4, 43, false);
	rule_draw(&g, 0, 0, 21, &left);
	rule_draw(&g, 0, 22, 21, &left);
	rule_draw(&g, 2, 22, 21, &right);
	border_draw(&g, 0, 4, 21);
	row_is(&g, 0,
		"\xE2\x94\x80\xE2\x94\x80 1 Flame \xE2\x94\x80\xE2\x94\x80 "
		"100% \xE2\x94\x80\xE2\x94\x80\xE2\x94\xAC\xE2\x94\x80"
		"\xE2\x94\x80 1 Flame \xE2\x94\x80\xE2\x94\x80 100% "
		"\xE2\x94\x80\xE2\x94\x80");
	assert_string_equal(grid_at(&g, 1, 21)->text, "\xE2\x94\x82");
	assert_string_equal(grid_at(&g, 2, 21)->text, "\xE2\x94\x9C");
	grid_fini(&g);
}

TEST(a_bad_pattern_has_a_caret_under_its_place)
{
	struct prompt_line pl = { .label = STR("focus:"),
		.text = STR("a(b"),
		.cursor = 3,
		.bad = true,
		.bad_offset = 3,
		.message = STR("missing closing parenthesis") };
	struct grid g;

	grid_init(&g, 3, 60, true);
	prompt_draw(&g, 0, &pl);
	row_is(&g, 0, "!focus: a(b");
	row_is(&g, 1, "           ^ missing closing parenthesis");
	assert_int_equal(g.cursor_row, 0);
	assert_int_equal(g.cursor_col, 11);
	/* at the right end the message goes to the left of it */
	pl.text = STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(b");
	pl.cursor = pl.bad_offset = pl.text.n;
	prompt_draw(&g, 0, &pl);
	row_is(&g, 1, "                        missing closing parenthesis ^");
	grid_fini(&g);
}

TEST(the_cursor_stays_visible_in_a_long_prompt)
{
	struct prompt_line pl = { .label = STR(":"),
		.text = STR("0123456789012345678901234567890123456789"),
		.cursor = 40,
		.result = STR("12 functions") };
	struct grid g;

	grid_init(&g, 1, 20, true);
	prompt_draw(&g, 0, &pl);
	assert_int_equal(g.cursor_col, 19);
	row_is(&g, 0, ": 34567890123456789");
	grid_fini(&g);
}

TEST(a_list_scrolls_to_the_selected_item)
{
	assert_int_equal(list_scroll(0, 7, 20, 5), 3);
	assert_int_equal(list_scroll(9, 7, 20, 5), 7);
	assert_int_equal(list_scroll(18, 19, 20, 5), 15);
	assert_int_equal(list_scroll(3, SIZE_MAX, 2, 5), 0);
}

static bool
is_no_heading(void *on, uint32_t row)
{
	(void)on;
	return row != 0 && row != 1 && row != 9;
}

TEST(the_cursor_of_a_list_passes_over_headings)
{
	static const struct {
		enum move move;
		uint32_t at, first;
	} moves[] = {
		{ MOVE_FIRST, 2, 0 },
		{ MOVE_UP, 2, 0 },
		{ MOVE_PAGE_DOWN, 6, 3 },
		{ MOVE_PAGE_DOWN, 8, 5 },
		{ MOVE_DOWN, 8, 5 },
		{ MOVE_PAGE_UP, 4, 4 },
		/* When the first row for the cursor is shown, so are those
		   above it. */
		{ MOVE_PAGE_UP, 2, 0 },
		{ MOVE_LAST, 8, 5 },
	};
	struct list l = { .at = NONE };

	for (size_t i = 0; i < COUNT_OF(moves); i++) {
		list_move(&l, moves[i].move, 10, 4, is_no_heading, NULL);
		list_show(&l, 10, 4);
		assert_int_equal(l.at, moves[i].at);
		assert_int_equal(l.first, moves[i].first);
	}
}

TEST(the_first_move_selects_a_visible_row)
{
	struct list l = { .at = NONE, .first = 3 };

	list_move(&l, MOVE_DOWN, 10, 4, NULL, NULL);
	assert_int_equal(l.at, 3);
	/* A text has no cursor, and its last page is full. */
	list_turn(&l, 100, 10, 4);
	assert_int_equal(l.first, 6);
	list_turn(&l, -2, 10, 4);
	assert_int_equal(l.first, 4);
}

TEST(an_overlay_lines_its_columns_up)
{
	const struct item item[] = {
		{ .text = STR("alloc_space\tbytes\t4.20GB") },
		{ .text = STR("inuse\tcount\t12"), .current = true },
	};
	const struct str footer = STR("Enter choose");
	const struct overlay o = { .title = STR("Sample type"),
		.item = item,
		.n_items = 2,
		.footer = &footer,
		.n_footer = 1 };
	struct grid g;
	struct rect r;

	grid_init(&g, 8, 40, true);
	r = overlay_draw(&g, &o);
	assert_int_equal(r.rows, 2);
	row_is(&g, 1, "    +- Sample type ----------------+");
	row_is(&g, 2, "    | > alloc_space  bytes  4.20GB |");
	row_is(&g, 3, "    | * inuse        count  12     |");
	row_is(&g, 5, "    | Enter choose                 |");
	assert_int_equal(g.hit[3 * 40 + 8], 1);
	grid_fini(&g);
}

TEST(hints_and_function_keys_fit_or_go)
{
	static const struct keylegend hint[] = { { "Enter", "zoom", NULL },
		{ "Esc", "back", NULL }, { "/", "search", NULL } };
	static const char *const key[] = { "Help", "Search" };
	struct grid g;

	grid_init(&g, 2, 22, true);
	keylegend_draw(&g, 0, hint, 3);
	fkeys_draw(&g, 1, key, 2);
	row_is(&g, 0, "Enter zoom Esc back");
	row_is(&g, 1, "F1Help  F2Search");
	/* Narrower, the names are the same. */
	grid_resize(&g, 2, 15);
	fkeys_draw(&g, 1, key, 2);
	row_is(&g, 1, "F1Help F2Search");
	grid_resize(&g, 2, 13);
	fkeys_draw(&g, 1, key, 2);
	row_is(&g, 1, "F1Help");
	grid_fini(&g);
}

int
main(void)
{
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		return 77;
	return tests_run(NULL, NULL);
}
