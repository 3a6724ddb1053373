/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid: clipping, wide characters, hostile text, ASCII. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/xalloc.h"
#include "present/grid.h"

static void
shows(const struct grid *g, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	grid_text(g, &b);
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(text_is_clipped_at_every_side)
{
	struct grid g;

	grid_init(&g, 3, 6, false);
	assert_int_equal(
		grid_put(&g, 0, 3, 99, STR("abcdef"), STYLE_NORMAL), 3);
	assert_int_equal(
		grid_put(&g, 1, -2, 99, STR("abcdef"), STYLE_NORMAL), 6);
	assert_int_equal(grid_put(&g, 2, 1, 2, STR("abcdef"), STYLE_NORMAL), 2);
	assert_int_equal(grid_put(&g, -1, 0, 9, STR("x"), STYLE_NORMAL), 0);
	assert_int_equal(grid_put(&g, 3, 0, 9, STR("x"), STYLE_NORMAL), 0);
	assert_int_equal(grid_put(&g, 0, 9, 9, STR("x"), STYLE_NORMAL), 0);
	assert_int_equal(grid_put(&g, 0, 0, -9, STR("x"), STYLE_NORMAL), 0);
	grid_fill(&g, (struct rect){ -5, 5, 100, 100 }, STR("|"), STYLE_BORDER);
	shows(&g, "   ab|\ncdef |\n ab  |\n");
	grid_fini(&g);
}

TEST(long_text_ends_in_dots)
{
	struct grid g;

	grid_init(&g, 4, 8, false);
	grid_put_cut(&g, 0, 0, 5, STR("abcde"), STYLE_NORMAL);
	grid_put_cut(&g, 1, 0, 5, STR("abcdef"), STYLE_NORMAL);
	grid_put_right(&g, 2, 0, 5, STR("abc"), STYLE_NORMAL);
	grid_put_right(&g, 3, 0, 5, STR("abcdef"), STYLE_NORMAL);
	shows(&g, "abcde\nabcd…\n  abc\nabcd…\n");
	g.ascii = true;
	grid_put_cut(&g, 1, 0, 5, STR("abcdef"), STYLE_NORMAL);
	shows(&g, "abcde\nabcd~\n  abc\nabcd…\n");
	grid_fini(&g);
}

TEST(wide_characters_take_two_cells_and_are_never_halved)
{
	struct grid g;

	grid_init(&g, 3, 6, false);
	assert_int_equal(grid_put(&g, 0, 0, 6, STR("日x日y"), STYLE_NORMAL), 6);
	assert_int_equal(grid_at(&g, 0, 0)->width, 2);
	assert_int_equal(grid_at(&g, 0, 1)->len, 0);
	/* no room for the right half: a blank */
	assert_int_equal(grid_put(&g, 1, 0, 3, STR("日日"), STYLE_NORMAL), 3);
	assert_string_equal(grid_at(&g, 1, 2)->text, " ");
	shows(&g, "日x日y\n日\n\n");
	/* half of one overwritten: the other half is blank */
	grid_put(&g, 0, 1, 1, STR("a"), STYLE_NORMAL);
	grid_put(&g, 0, 3, 1, STR("b"), STYLE_NORMAL);
	shows(&g, " axb y\n日\n\n");
	grid_put(&g, 0, 0, 2, STR("日"), STYLE_NORMAL);
	grid_put(&g, 0, 1, 2, STR("本"), STYLE_NORMAL);
	shows(&g, " 本b y\n日\n\n");
	/* beginning left of the edge */
	grid_put(&g, 2, -1, 9, STR("日本"), STYLE_NORMAL);
	shows(&g, " 本b y\n日\n 本\n");
	grid_fini(&g);
}

TEST(every_row_has_as_many_columns_as_the_grid)
{
	static const char *const hostile[] = { "\033]0;title\007x", "日本語",
		"e\xCC\x81\xCC\x81\xCC\x81",
		"\xF0\x9F\x91\xA8\xE2\x80\x8D"
		"\xF0\x9F\x91\xA9",
		"\xFF\xFE\x80", "\xCC\x81", "a\nb\tc",
		"\xE2\x80\xAE"
		"abc" };
	struct grid g;

	grid_init(&g, 1, 9, false);
	for (int turn = 0; turn < 2000; turn++) {
		int width = 0;

		grid_put_cut(&g, 0, turn % 13 - 3, turn % 7,
			str_c(hostile[(unsigned)turn % 8]), STYLE_NORMAL);
		for (int col = 0; col < 9; col++) {
			const struct cell *c = grid_at(&g, 0, col);

			width += c->width;
			assert_null(memchr(c->text, 0x1B, sizeof(c->text)));
			assert_null(memchr(c->text, 0x07, sizeof(c->text)));
			if (c->len == 0)
				assert_int_equal(c[-1].width, 2);
			if (c->width == 2)
				assert_int_equal(c[1].len, 0);
		}
		assert_int_equal(width, 9);
	}
	grid_fini(&g);
}

TEST(ascii_grids_hold_ascii_only)
{
	struct grid g;
	struct strbuf b = STRBUF_INIT;

	grid_init(&g, 1, 10, true);
	grid_put(&g, 0, 0, 10, STR("a日\xFF…z"), STYLE_NORMAL);
	grid_text(&g, &b);
	assert_string_equal(strbuf_c(&b), "a???z\n");
	strbuf_free(&b);
	grid_fini(&g);
}

TEST(hits_and_flags_stay_inside)
{
	struct grid g;

	grid_init(&g, 2, 4, false);
	grid_hit(&g, (struct rect){ 1, 2, 5, 9 }, 7);
	grid_flag(&g, (struct rect){ 0, -1, 1, 2 }, CELL_SELECTED);
	assert_int_equal(g.hit[0], UINT32_MAX);
	assert_int_equal(g.hit[6], 7);
	assert_int_equal(g.hit[7], 7);
	assert_int_equal(grid_at(&g, 0, 0)->flags, CELL_SELECTED);
	assert_int_equal(grid_at(&g, 0, 1)->flags, 0);
	grid_resize(&g, 0, 0);
	grid_put(&g, 0, 0, 4, STR("x"), STYLE_NORMAL);
	grid_clear(&g);
	grid_fini(&g);
}

TEST(a_long_text_costs_what_is_shown)
{
	enum { N = 10000000 };
	char *big = xmalloc(N);
	struct grid g;

	memset(big, 'x', N);
	grid_init(&g, 1, 20, false);
	for (int k = 0; k < 10000; k++) /* 10^11 bytes if all were read */
		grid_put_cut(&g, 0, 0, 20, str_from(big, N), STYLE_NORMAL);
	shows(&g, "xxxxxxxxxxxxxxxxxxx…\n");
	grid_fini(&g);
	free(big);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
