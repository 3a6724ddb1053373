/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of the panes, at all sizes. */
#include "prelude.h"

#include "testing.h"

#include "ui/arrange.h"

enum { LAYOUTS = LAYOUT_TABLES + 1 };

/* Graphs that fill most screens, and few. */
static const struct drawn deep = { 40, 40, 60 }, shallow = { 9, 9, 12 };

static struct arrangement
usual(void)
{
	struct query q;
	struct settings set;
	struct state s;

	query_init(&q);
	settings_init(&set);
	state_init(&s, &q, &set);
	return s.panes;
}

static struct settings
layout_is(enum layout_mode layout)
{
	struct settings set;

	settings_init(&set);
	set.layout = layout;
	return set;
}

static struct arranged
arranged(int rows, int cols, enum layout_mode layout, enum pane_id focus,
	bool maximized)
{
	struct arrangement a = usual();
	struct settings set = layout_is(layout);
	struct rect area = { 2, 0, rows - 6, cols };
	struct arranged out;

	a.focus = focus;
	a.maximized = maximized;
	arrange(&out, area, rows, cols, &set, &a, &deep);
	return out;
}

TEST(the_usual_layout_follows_the_size_and_the_graph)
{
	assert_int_equal(arrange_auto(48, 160, &deep), LAYOUT_COLUMNS);
	assert_int_equal(arrange_auto(48, 160, &shallow), LAYOUT_ROWS);
	assert_int_equal(arrange_auto(48, 160, &(struct drawn){ 21, 9, 60 }),
		LAYOUT_COLUMNS);
	assert_int_equal(arrange_auto(48, 160, &(struct drawn){ 20, 9, 60 }),
		LAYOUT_ROWS);
	assert_int_equal(arrange_auto(30, 120, &deep), LAYOUT_COLUMNS);
	assert_int_equal(arrange_auto(30, 119, &deep), LAYOUT_ROWS);
	assert_int_equal(arrange_auto(29, 160, &deep), LAYOUT_GRAPH_TABLE);
	assert_int_equal(arrange_auto(20, 60, &shallow), LAYOUT_GRAPH_TABLE);
	assert_int_equal(arrange_auto(19, 160, &deep), LAYOUT_GRAPH);
	assert_int_equal(arrange_auto(48, 59, &deep), LAYOUT_GRAPH);
}

TEST(over_lists_the_graph_is_as_high_as_what_is_drawn)
{
	static const struct {
		struct drawn drawn;
		int rows; /* of 42, with the rule */
	} cases[] = { { { 9, 17, 60 }, 18 }, { { 9, 9, 60 }, 13 },
		{ { 3, 3, 4 }, 5 }, { { 9, 40, 60 }, 21 } };
	struct rect area = { 2, 0, 42, 160 };
	struct settings set = layout_is(LAYOUT_ROWS);
	struct arrangement a = usual();
	struct arranged out;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		arrange(&out, area, 48, 160, &set, &a, &cases[i].drawn);
		assert_int_equal(out.pane[PANE_FLAME].rows, cases[i].rows);
		assert_int_equal(out.pane[PANE_TOP].rows, 42 - cases[i].rows);
	}
}

TEST(columns_put_the_graph_left_and_lists_right)
{
	struct arranged a = arranged(48, 160, LAYOUT_AUTO, PANE_FLAME, false);

	assert_false(a.alone);
	assert_int_equal(a.pane[PANE_FLAME].cols, 96);
	assert_int_equal(a.pane[PANE_FLAME].rows, 42);
	assert_int_equal(a.border.col, 96);
	assert_int_equal(a.pane[PANE_TOP].col, 97);
	assert_int_equal(a.pane[PANE_TOP].cols, 63);
	assert_int_equal(a.pane[PANE_PEEK].row,
		a.pane[PANE_TOP].row + a.pane[PANE_TOP].rows);
	assert_int_equal(a.pane[PANE_TOP].rows + a.pane[PANE_PEEK].rows, 42);
}

TEST(rows_put_the_lists_side_by_side_below)
{
	struct arranged a = arranged(30, 100, LAYOUT_AUTO, PANE_FLAME, false);

	assert_int_equal(a.pane[PANE_FLAME].cols, 100);
	assert_int_equal(a.pane[PANE_FLAME].rows, 12);
	assert_int_equal(a.pane[PANE_TOP].cols, 60);
	assert_int_equal(a.pane[PANE_PEEK].cols, 39);
	assert_int_equal(a.border.col, 60);
}

TEST(peek_gives_way_under_26_columns)
{
	for (int cols = 60; cols < 200; cols++) {
		struct arranged a =
			arranged(30, cols, LAYOUT_ROWS, PANE_FLAME, false);

		if (a.shown[PANE_PEEK])
			assert_true(a.pane[PANE_PEEK].cols >= 26);
		else
			assert_int_equal(a.pane[PANE_TOP].cols, cols);
	}
}

TEST(a_pane_that_has_no_place_stands_alone)
{
	struct arranged a;

	a = arranged(12, 40, LAYOUT_AUTO, PANE_TOP, false);
	assert_true(a.alone);
	assert_true(a.shown[PANE_TOP] && !a.shown[PANE_FLAME]);
	a = arranged(48, 160, LAYOUT_GRAPH, PANE_PEEK, false);
	assert_true(a.alone && a.shown[PANE_PEEK]);
	assert_int_equal(a.pane[PANE_PEEK].cols, 160);
	a = arranged(48, 160, LAYOUT_COLUMNS, PANE_TOP, true);
	assert_true(a.alone && a.shown[PANE_TOP] && !a.shown[PANE_FLAME]);
}

static struct arranged
opened(int rows, int cols, enum layout_mode layout, enum pane_id focus)
{
	struct arrangement a = usual();
	struct settings set = layout_is(layout);
	struct rect area = { 2, 0, rows - 6, cols };
	struct arranged out;

	a.focus = focus;
	a.extra = PANE_TAGS;
	arrange(&out, area, rows, cols, &set, &a, &deep);
	return out;
}

TEST(an_opened_pane_has_the_place_of_the_lists)
{
	struct arranged a = opened(48, 160, LAYOUT_AUTO, PANE_TAGS);

	assert_true(a.shown[PANE_FLAME] && a.shown[PANE_TAGS] && !a.alone);
	assert_false(a.shown[PANE_TOP] || a.shown[PANE_PEEK]);
	assert_int_equal(a.pane[PANE_TAGS].col, 97);
	assert_int_equal(a.pane[PANE_TAGS].rows, 42);
	a = opened(30, 100, LAYOUT_AUTO, PANE_FLAME);
	assert_true(a.shown[PANE_FLAME] && a.shown[PANE_TAGS] && !a.alone);
	assert_int_equal(a.pane[PANE_TAGS].row, 12);
	assert_int_equal(a.pane[PANE_TAGS].cols, 100);
	/* Alone where the graph would leave it a few rows. */
	a = opened(24, 80, LAYOUT_AUTO, PANE_TAGS);
	assert_true(a.alone && a.shown[PANE_TAGS]);
	a = opened(48, 160, LAYOUT_TABLES, PANE_TAGS);
	assert_true(a.alone && a.shown[PANE_TAGS]);
}

static struct arranged
paired(int rows, int cols, enum pane_id focus)
{
	struct arrangement a = usual();
	struct settings set = layout_is(LAYOUT_AUTO);
	struct rect area = { 2, 0, rows - 6, cols };
	struct arranged out;

	a.focus = focus;
	a.extra = PANE_ASM;
	a.paired = true;
	arrange(&out, area, rows, cols, &set, &a, &deep);
	return out;
}

TEST(source_and_instructions_share_what_the_graph_leaves)
{
	struct arranged a = paired(48, 160, PANE_ASM);

	assert_true(a.paired && a.shown[PANE_FLAME]);
	assert_true(a.shown[PANE_SOURCE] && a.shown[PANE_ASM]);
	assert_int_equal(a.pane[PANE_FLAME].cols, 160);
	assert_int_equal(a.pane[PANE_SOURCE].row, a.pane[PANE_ASM].row);
	assert_int_equal(a.pane[PANE_SOURCE].cols + a.pane[PANE_ASM].cols, 159);
	assert_int_equal(a.border.col, a.pane[PANE_SOURCE].cols);
	assert_int_equal(arrange_beside(&a), SPLIT_NONE);
	/* One of them where there is no room: that with the focus, else that
	   which was opened last. */
	a = paired(36, 109, PANE_SOURCE);
	assert_true(a.shown[PANE_SOURCE] && !a.shown[PANE_ASM] && !a.paired);
	a = paired(36, 109, PANE_FLAME);
	assert_true(a.shown[PANE_ASM] && !a.shown[PANE_SOURCE] && !a.paired);
	a = paired(24, 80, PANE_SOURCE);
	assert_true(a.alone && a.shown[PANE_SOURCE] && !a.shown[PANE_ASM]);
}

TEST(an_opened_pane_without_a_place_changes_nothing)
{
	struct arranged a = opened(24, 80, LAYOUT_AUTO, PANE_FLAME);

	assert_true(a.shown[PANE_FLAME] && a.shown[PANE_TOP]);
	assert_false(a.shown[PANE_TAGS]);
	a = opened(48, 160, LAYOUT_AUTO, PANE_TOP);
	assert_true(a.shown[PANE_TOP] && !a.shown[PANE_TAGS]);
}

/* Whatever the size: panes are inside of the area and do not overlap. */
TEST(panes_never_overlap_at_any_size)
{
	for (int rows = 8; rows < 60; rows += 3) {
		for (int cols = 20; cols < 200; cols += 7) {
			for (int l = 0; l < LAYOUTS * 2; l++) {
				struct arranged a = l < LAYOUTS
					? arranged(rows, cols,
						  (enum layout_mode)l, PANE_TOP,
						  false)
					: opened(rows, cols,
						  (enum layout_mode)(
							  l - LAYOUTS),
						  PANE_FLAME);
				int cells = 0, used = 0;

				for (int i = 0; i < PANES; i++) {
					struct rect r = a.pane[i];

					if (!a.shown[i])
						continue;
					assert_true(r.row >= 2 && r.col >= 0);
					assert_true(r.row + r.rows <= rows - 4);
					assert_true(r.col + r.cols <= cols);
					used += r.rows * r.cols;
				}
				used += a.border.rows * a.border.cols;
				cells = (rows - 6) * cols;
				assert_int_equal(used, cells);
			}
		}
	}
}

TEST(growing_moves_the_border_of_the_focused_pane)
{
	struct arrangement a = usual();
	struct settings set;
	struct rect area = { 2, 0, 42, 160 };
	struct arranged before, after;

	for (int id = 0; id < PANES; id++) {
		set = layout_is(LAYOUT_COLUMNS);
		a = usual();
		a.focus = (enum pane_id)id;
		/* The strip is over what is arranged. */
		if (id == PANE_TIMELINE)
			continue;
		if (pane_is_extra(a.focus))
			a.extra = a.focus;
		arrange(&before, area, 48, 160, &set, &a, &deep);
		assert_true(arrange_resize(&before, &set, &a, 0.1));
		arrange(&after, area, 48, 160, &set, &a, &deep);
		assert_true(after.pane[id].rows * after.pane[id].cols >
			before.pane[id].rows * before.pane[id].cols);
	}
	set = layout_is(LAYOUT_COLUMNS);
	a.maximized = true;
	arrange(&before, area, 48, 160, &set, &a, &deep);
	assert_false(arrange_resize(&before, &set, &a, 0.1));
}

/* A share holds for every layout, and no pane becomes too small. */
TEST(shares_are_kept_within_bounds)
{
	static const enum layout_mode layouts[] = { LAYOUT_COLUMNS, LAYOUT_ROWS,
		LAYOUT_GRAPH_TABLE };
	struct arrangement a = usual();
	struct rect area = { 2, 0, 42, 160 };
	struct arranged out;

	for (size_t i = 0; i < COUNT_OF(layouts); i++) {
		struct settings set = layout_is(layouts[i]);
		struct rect *graph = &out.pane[PANE_FLAME];
		int all = 42 * 160, size;

		set.split = 0.25;
		arrange(&out, area, 48, 160, &set, &a, &deep);
		size = graph->rows * graph->cols;
		assert_in_range(size, all * 23 / 100, all * 27 / 100);
		set.split = 7;
		arrange(&out, area, 48, 160, &set, &a, &deep);
		size = graph->rows * graph->cols;
		assert_in_range(size, all * 80 / 100, all * 88 / 100);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
