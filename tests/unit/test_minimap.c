/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole graph in half cells. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/strbuf.h"
#include "present/minimap.h"
#include "util_view.h"

/* root 40: a 20 (b 20 (c 10)), d 10, self of the root 10 */
#define STACKS "a;b;c 10\na;b 10\nd 10\ne 10\n"

struct shot {
	struct fixture f;
	struct flamegraph *flamegraph;
	struct minimap m;
	struct grid g;
	struct layout l;
};

static void
shot_init(struct shot *s, const char *folded)
{
	*s = (struct shot){ .l = LAYOUT_INIT };
	fixture_init(&s->f, folded, "count", NULL);
	s->flamegraph =
		flamegraph_new(s->f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	s->m = (struct minimap){ .zoom = zoom_all(s->flamegraph),
		.at = { .node = NONE } };
}

static void
shot_fini(struct shot *s)
{
	layout_fini(&s->l);
	grid_fini(&s->g);
	flamegraph_free(s->flamegraph);
	fixture_fini(&s->f);
}

static void
draw(struct shot *s, int rows, int cols, bool ascii)
{
	grid_fini(&s->g);
	grid_init(&s->g, rows, cols, ascii);
	minimap_draw(&s->g, (struct rect){ 0, 0, rows, cols }, s->flamegraph,
		&s->m, &s->l);
}

static void
shows(struct shot *s, int rows, int cols, bool ascii, const char *want)
{
	draw(s, rows, cols, ascii);
	grid_is(&s->g, want);
}

TEST(two_levels_share_a_cell)
{
	struct shot s;

	shot_init(&s, STACKS);
	assert_int_equal(minimap_rows(s.flamegraph, 80), 2);
	shows(&s, 2, 16, true, "################\n####\"\"\"\"\n");
	shows(&s, 2, 16, false,
		"████████████████\n"
		"████▀▀▀▀\n");
	shot_fini(&s);
}

TEST(a_half_that_is_empty_stays_empty)
{
	struct shot s;

	shot_init(&s, "a;b;c 30\nd 10\n");
	shows(&s, 2, 16, true, "################\n############\n");
	shot_fini(&s);
	/* Levels: root, a and d, b, c. */
	shot_init(&s, "a;b 30\nd 10\n");
	shows(&s, 2, 16, true, "################\n\"\"\"\"\"\"\"\"\"\"\"\"\n");
	shot_fini(&s);
}

TEST(upside_down_the_root_is_below)
{
	struct shot s;

	shot_init(&s, "a;b 30\nd 10\n");
	s.m.flame = true;
	shows(&s, 2, 16, true, "____________\n################\n");
	shot_fini(&s);
}

TEST(colours_are_those_of_both_levels)
{
	const struct cell *c;
	struct shot s;

	shot_init(&s, "a;b 30\nd 10\n");
	s.m.colors = 256;
	draw(&s, 2, 16, false);
	c = grid_at(&s.g, 0, 0);
	assert_string_equal(c->text, "▀");
	assert_int_equal(c->style, STYLE_EDGE);
	assert_int_equal(c->style2, STYLE_FRAME);
	assert_int_equal(c->behind, STYLE_FRAME);
	/* Nothing is below the third level. */
	c = grid_at(&s.g, 1, 0);
	assert_string_equal(c->text, "▀");
	assert_int_equal(c->behind, STYLE_NORMAL);
	s.m.flame = true;
	draw(&s, 2, 16, false);
	c = grid_at(&s.g, 0, 0);
	assert_string_equal(c->text, "▄");
	assert_int_equal(c->style2, STYLE_FRAME);
	assert_int_equal(c->behind, STYLE_NORMAL);
	shot_fini(&s);
}

TEST(a_frame_is_around_what_is_seen)
{
	struct shot s;

	shot_init(&s, STACKS);
	/* All of it. */
	s.m.rows = 4;
	shows(&s, 2, 16, true, "+##############+\n+###\"\"\"\"       +\n");
	/* Zoomed to a, the first two levels. */
	s.m.zoom = zoom_into(s.flamegraph,
		selection_of(
			SIDE_MAIN, fixture_node(&s.f, &s.f.view->tree, "a")),
		16);
	s.m.rows = 2;
	shows(&s, 2, 16, true, "|######|########\n####\"\"\"\"\n");
	s.m.rows = 4;
	shows(&s, 2, 16, false,
		"┌██████┐████████\n"
		"└███▀▀▀┘\n");
	/* Narrower than a cell: still a line. */
	s.m.zoom.x0 = 0;
	s.m.zoom.x1 = 1;
	s.m.rows = 2;
	shows(&s, 2, 16, true, "|###############\n####\"\"\"\"\n");
	shot_fini(&s);
}

TEST(a_deep_graph_fits)
{
	struct strbuf folded = STRBUF_INIT;
	struct shot s;

	for (int i = 0; i < 999; i++)
		strbuf_addf(&folded, "%sf%d", i > 0 ? ";" : "", i);
	strbuf_addstr(&folded, " 1\n");
	shot_init(&s, strbuf_c(&folded));
	assert_int_equal(minimap_rows(s.flamegraph, 80), 500);
	shows(&s, 3, 8, true, "########\n########\n########\n");
	s.m.top = 990;
	s.m.rows = 10;
	shows(&s, 3, 8, true, "########\n########\n|######|\n");
	strbuf_free(&folded);
	shot_fini(&s);
}

TEST(the_mark_has_the_cursor)
{
	struct shot s;

	shot_init(&s, STACKS);
	s.m.at = selection_of(
		SIDE_MAIN, fixture_node(&s.f, &s.f.view->tree, "a;b;c"));
	draw(&s, 2, 16, false);
	assert_int_equal(s.g.cursor_row, 1);
	assert_int_equal(s.g.cursor_col, 0);
	assert_string_equal(grid_at(&s.g, 1, 0)->text, "▶");
	for (int x = 0; x < 16; x++)
		assert_int_equal(
			grid_at(&s.g, 1, x)->flags & CELL_SELECTED, x < 4);
	shot_fini(&s);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
