/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The looks of style roles, and whether they are readable. */
#include "prelude.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "present/paint.h"
#include "ui/color.h"
#include "vision.h"

static const struct scheme rich = { LEVEL_256, false, DIFF_BLUE_ORANGE };
static const struct scheme poor = { LEVEL_8, false, DIFF_BLUE_ORANGE };
static const struct scheme none = { LEVEL_MONO, false, DIFF_BLUE_ORANGE };

static struct look
look_of(enum color_level level, bool light, enum style style, int hue)
{
	struct cell cell = { .style = (uint8_t)style, .hue = (uint8_t)hue };
	struct scheme scheme = { level, light, DIFF_BLUE_ORANGE };

	return color_look(&scheme, &cell);
}

TEST(text_has_a_contrast_of_four_and_a_half)
{
	for (int style = 0; style < STYLES; style++) {
		for (int hue = 0; hue < MEANINGS; hue++) {
			for (int light = 0; light < 2; light++) {
				struct look l = look_of(LEVEL_256, light != 0,
					(enum style)style, hue);
				/* The terminal's own: black, or white. */
				int bg = l.bg >= 0 ? l.bg : light ? 231 : 16;
				int fg = l.fg >= 0 ? l.fg : light ? 16 : 231;

				/* No text is written in these. */
				if (style == STYLE_EDGE ||
					style == STYLE_SEPARATOR)
					continue;
				assert_true(vision_contrast(fg, bg) >= 4.5);
			}
		}
	}
}

TEST(boxes_have_24_colours_and_a_darker_shade_of_each)
{
	for (int a = 0; a < STYLE_HUES; a++) {
		struct look frame = look_of(LEVEL_256, false, STYLE_FRAME, a);
		struct look tail = look_of(LEVEL_256, false, STYLE_TAIL, a);

		assert_true(vision_luminance(tail.bg) <
			0.82 * vision_luminance(frame.bg));
		for (int b = 0; b < a; b++)
			assert_int_not_equal(frame.bg,
				look_of(LEVEL_256, false, STYLE_FRAME, b).bg);
	}
}

TEST(the_searchs_colour_is_nobody_elses)
{
	static const enum color_level levels[] = { LEVEL_8, LEVEL_16,
		LEVEL_256 };

	for (size_t i = 0; i < COUNT_OF(levels); i++) {
		int match = look_of(levels[i], false, STYLE_MATCH, 0).bg;

		for (int style = 0; style < STYLES; style++) {
			for (int hue = 0; hue < MEANINGS; hue++) {
				if (style == STYLE_MATCH)
					continue;
				assert_int_not_equal(match,
					look_of(levels[i], false,
						(enum style)style, hue)
						.bg);
			}
		}
	}
}

TEST(each_level_keeps_to_its_colours)
{
	for (int style = 0; style < STYLES; style++) {
		for (int hue = 0; hue < MEANINGS; hue++) {
			enum style s = (enum style)style;
			struct look mono = look_of(LEVEL_MONO, false, s, hue);
			struct look l8 = look_of(LEVEL_8, false, s, hue);
			struct look l16 = look_of(LEVEL_16, false, s, hue);

			assert_true(mono.fg == -1 && mono.bg == -1);
			assert_true(l8.fg < 8 && l8.bg < 8);
			assert_true(l16.fg < 16 && l16.bg < 16);
		}
	}
}

static bool
same_look(struct look a, struct look b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

TEST(the_cursor_is_one_block_on_every_box)
{
	for (int level = LEVEL_MONO; level <= LEVEL_256; level++) {
		struct scheme dark = { (enum color_level)level, false, 0 };
		struct scheme light = { (enum color_level)level, true, 0 };
		struct cell plain = { .flags = CELL_SELECTED };
		struct look on_dark = color_look(&dark, &plain);
		struct look on_light = color_look(&light, &plain);

		for (int hue = 0; hue < MEANINGS; hue++) {
			struct cell box = { .style = STYLE_TAIL,
				.hue = (uint8_t)hue,
				.flags = CELL_SELECTED };
			struct look l = color_look(&dark, &box);

			assert_true(same_look(l, on_dark));
		}
		assert_true((on_dark.attr & LOOK_BOLD) != 0);
		if (level < LEVEL_16) {
			assert_true((on_dark.attr & LOOK_REVERSE) != 0);
			assert_true(same_look(on_dark, on_light));
		} else {
			assert_int_equal(on_dark.bg, on_light.fg);
			assert_int_equal(on_dark.fg, on_light.bg);
		}
	}
}

/* With few colours a box of the cursor's own would hide it, or be taken for
   it. */
TEST(no_box_of_a_diff_or_of_packages_is_like_the_cursor)
{
	static const int palette[] = { DIFF_BLUE_ORANGE, DIFF_PURPLE_GREEN,
		DIFF_RED_GREEN };

	for (int level = LEVEL_8; level <= LEVEL_16; level++) {
		for (size_t i = 0; i < COUNT_OF(palette); i++) {
			for (int hue = MEANING_GONE; hue <= MEANING_NEW; hue++)
				for (int light = 0; light < 2; light++) {
					struct scheme s = {
						(enum color_level)level,
						light == 1,
						(enum diff_palette)palette[i]
					};
					struct look l = palette_box(
						&s, (uint8_t)hue, false);

					assert_int_not_equal(l.bg,
						level == LEVEL_8     ? 7
							: light == 1 ? 0
								     : 15);
				}
		}
	}
	for (int hue = 0; hue <= MEANING_NEUTRAL; hue++)
		assert_int_not_equal(
			look_of(LEVEL_8, false, STYLE_FRAME, hue).bg, 7);
}

TEST(a_match_keeps_a_colour_of_its_own_under_the_cursor)
{
	for (int level = LEVEL_8; level <= LEVEL_256; level++) {
		for (int light = 0; light < 2; light++) {
			struct scheme s = { (enum color_level)level, light != 0,
				0 };
			struct cell plain = { .flags = CELL_SELECTED };
			struct cell match = { .style = STYLE_MATCH,
				.flags = CELL_SELECTED };

			assert_int_not_equal(color_look(&s, &plain).fg,
				color_look(&s, &match).fg);
		}
	}
}

TEST(an_edge_is_one_background_over_another)
{
	struct cell cell = { .style = STYLE_EDGE,
		.style2 = STYLE_FRAME,
		.hue = 3,
		.behind = STYLE_TAIL,
		.behind_hue = 7 };
	struct look edge = color_look(&rich, &cell);

	assert_int_equal(edge.fg, look_of(LEVEL_256, false, STYLE_FRAME, 3).bg);
	assert_int_equal(edge.bg, look_of(LEVEL_256, false, STYLE_TAIL, 7).bg);
}

TEST(a_separator_is_dark_on_the_colour_of_its_box)
{
	struct cell cell = {
		.style = STYLE_SEPARATOR, .style2 = STYLE_FRAME, .hue = 3
	};
	struct look line = color_look(&rich, &cell);

	assert_int_equal(line.bg, look_of(LEVEL_256, false, STYLE_FRAME, 3).bg);
	assert_true(vision_contrast(line.fg, line.bg) >= 3);
	assert_int_equal(color_look(&poor, &cell).fg, 0);
	/* In a box without a colour, the line has the colour of the text. */
	cell.hue = MEANING_SAME;
	assert_int_equal(color_look(&poor, &cell).fg, LOOK_OWN);
	assert_int_equal(color_look(&none, &cell).fg, -1);
}

TEST(levels_by_terminal_option_and_environment)
{
	assert_int_equal(color_level_for(256, COLOR_AUTO, NULL), LEVEL_256);
	assert_int_equal(
		color_level_for(16777216, COLOR_AUTO, NULL), LEVEL_256);
	assert_int_equal(color_level_for(88, COLOR_AUTO, NULL), LEVEL_16);
	assert_int_equal(color_level_for(8, COLOR_AUTO, NULL), LEVEL_8);
	assert_int_equal(color_level_for(0, COLOR_ALWAYS, NULL), LEVEL_MONO);
	assert_int_equal(color_level_for(256, COLOR_AUTO, "1"), LEVEL_MONO);
	assert_int_equal(color_level_for(256, COLOR_AUTO, ""), LEVEL_256);
	assert_int_equal(color_level_for(256, COLOR_ALWAYS, "1"), LEVEL_256);
	assert_int_equal(color_level_for(256, COLOR_256, "1"), LEVEL_256);
	assert_int_equal(color_level_for(256, COLOR_8, NULL), LEVEL_8);
	assert_int_equal(color_level_for(8, COLOR_256, NULL), LEVEL_8);
	assert_int_equal(color_level_for(256, COLOR_NEVER, NULL), LEVEL_MONO);
	assert_int_equal(color_count(LEVEL_16), 16);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
