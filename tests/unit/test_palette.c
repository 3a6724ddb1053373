/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of meanings, as people see them. */
#include "prelude.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/sides.h"
#include "present/paint.h"
#include "ui/color.h"
#include "vision.h"

enum { LEAST = 10 };

TEST(distances_are_those_of_the_published_test_data)
{
	static const struct {
		struct lab a, b;
		double want;
	} pair[] = {
		{ { 50, 2.6772, -79.7751 }, { 50, 0, -82.7485 }, 2.0425 },
		{ { 50, 2.5, 0 }, { 73, 25, -18 }, 27.1492 },
		{ { 50, -1, 2 }, { 50, 0, 0 }, 2.3669 },
		{ { 60.2574, -34.0099, 36.2677 },
			{ 60.4626, -34.1751, 39.4387 }, 1.2644 },
		{ { 6.7747, -0.2908, -2.4247 }, { 5.8714, -0.0985, -2.2286 },
			0.6377 },
		{ { 2.0776, 0.0795, -1.1350 }, { 0.9033, -0.0636, -0.5514 },
			0.9082 },
	};

	for (size_t i = 0; i < COUNT_OF(pair); i++)
		assert_true(fabs(ciede2000(pair[i].a, pair[i].b) -
				    pair[i].want) < 0.0001);
}

TEST(who_lacks_cones_sees_less_of_a_difference)
{
	const int red = 160, olive = 100, blue = 69, teal = 73, grey = 244;

	assert_true(ciede2000(vision_lab(red, VISION_ALL),
			    vision_lab(olive, VISION_ALL)) > 40);
	assert_true(ciede2000(vision_lab(red, VISION_DEUTAN),
			    vision_lab(olive, VISION_DEUTAN)) < 20);
	assert_true(ciede2000(vision_lab(blue, VISION_TRITAN),
			    vision_lab(teal, VISION_TRITAN)) <
		ciede2000(vision_lab(blue, VISION_ALL),
			vision_lab(teal, VISION_ALL)));
	for (int v = 0; v < VISIONS; v++) {
		struct lab seen = vision_lab(grey, (enum vision)v);

		assert_true(hypot(seen.a, seen.b) < 1);
	}
}

static int
background(bool light, enum diff_palette palette, int hue)
{
	struct scheme s = { LEVEL_256, light, palette };

	return palette_box(&s, (uint8_t)hue, false).bg;
}

/* Every hue from `first` to `last` can be told from the `reach` next. */
static void
steps_differ(enum diff_palette palette, int first, int last, int reach)
{
	for (int light = 0; light < 2; light++) {
		for (int a = first; a < last; a++) {
			for (int b = a + 1; b <= last && b <= a + reach; b++) {
				int x = background(light != 0, palette, a);
				int y = background(light != 0, palette, b);

				if (vision_distance(x, y) < LEAST)
					print_error("meanings %d %d (%d, %d): "
						    "%.1f\n",
						a, b, x, y,
						vision_distance(x, y));
				assert_true(vision_distance(x, y) >= LEAST);
			}
		}
	}
}

TEST(steps_of_heat_can_be_told_apart)
{
	steps_differ(DIFF_BLUE_ORANGE, MEANING_HEAT, MEANING_HEAT_LAST, 1);
}

/* Any two may be neighbours. */
TEST(origins_can_be_told_apart)
{
	steps_differ(DIFF_BLUE_ORANGE, MEANING_USER, MEANING_UNKNOWN, MEANINGS);
}

TEST(bottlenecks_can_be_told_apart)
{
	steps_differ(DIFF_BLUE_ORANGE, MEANING_INSTRUCTIONS, MEANING_NOTHING,
		MEANINGS);
}

TEST(changes_can_be_told_apart_in_every_palette)
{
	for (int p = 0; p < DIFF_MONO; p++)
		steps_differ(
			(enum diff_palette)p, MEANING_GONE, MEANING_NEW, 1);
	/* Greys do not suffice for the ends: their signs do. */
	steps_differ(DIFF_MONO, MEANING_LESS_MUCH, MEANING_MORE_MUCH, 1);
}

/* Less and more must not look alike, however strong. */
TEST(less_is_never_taken_for_more)
{
	for (int light = 0; light < 2; light++)
		for (int a = MEANING_LESS_MUCH; a < MEANING_SAME; a++)
			for (int b = MEANING_SAME + 1; b <= MEANING_MORE_MUCH;
				b++)
				assert_true(
					vision_distance(
						background(light != 0,
							DIFF_BLUE_ORANGE, a),
						background(light != 0,
							DIFF_BLUE_ORANGE, b)) >=
					15);
}

TEST(the_hotter_the_further_from_the_background)
{
	for (int t = MEANING_HEAT; t < MEANING_HEAT_LAST; t++) {
		assert_true(vision_luminance(background(false, 0, t)) <
			vision_luminance(background(false, 0, t + 1)));
		assert_true(vision_luminance(background(true, 0, t)) >
			vision_luminance(background(true, 0, t + 1)));
	}
}

static double
distance_of_match(bool light, enum diff_palette palette, int hue)
{
	struct scheme s = { LEVEL_256, light, palette };
	struct cell match = { .style = STYLE_MATCH };

	return ciede2000(vision_lab(color_look(&s, &match).bg, VISION_ALL),
		vision_lab(background(light, palette, hue), VISION_ALL));
}

TEST(the_searchs_colour_is_far_from_every_meaning)
{
	for (int p = 0; p < DIFF_PALETTES; p++)
		for (int light = 0; light < 2; light++)
			for (int t = MEANING_PLAIN; t < MEANINGS; t++)
				assert_true(
					distance_of_match(light != 0,
						(enum diff_palette)p, t) >= 15);
}

TEST(a_meaning_has_no_darker_shade)
{
	for (int p = 0; p < DIFF_PALETTES; p++) {
		struct scheme s = { LEVEL_256, false, (enum diff_palette)p };

		for (int t = 0; t < MEANINGS; t++) {
			struct look box = palette_box(&s, (uint8_t)t, false);
			struct look tail = palette_box(&s, (uint8_t)t, true);

			assert_int_equal(
				box.bg == tail.bg, hue_has_meaning((uint8_t)t));
		}
	}
}

/* If two meanings of a mode share a colour, their marks differ. */
TEST(few_colours_are_helped_by_marks)
{
	static const struct {
		int first, last;
	} mode[] = { { MEANING_USER, MEANING_UNKNOWN },
		{ MEANING_HEAT, MEANING_HEAT_LAST },
		{ MEANING_INSTRUCTIONS, MEANING_NOTHING } };

	for (size_t i = 0; i < COUNT_OF(mode); i++)
		for (int a = mode[i].first; a <= mode[i].last; a++)
			for (int b = mode[i].first; b < a; b++)
				assert_string_not_equal(
					meaning_mark((uint8_t)a),
					meaning_mark((uint8_t)b));
	/* Changes have the signs that the table has, too. */
	for (int a = MEANING_GONE; a <= MEANING_NEW; a++)
		assert_int_equal(a == MEANING_SAME,
			strcmp(meaning_mark((uint8_t)a), "") == 0);
}

TEST(shares_of_the_total_are_hot_from_a_tenth_on)
{
	assert_int_equal(meaning_of_share(0), MEANING_HEAT);
	assert_int_equal(meaning_of_share(0.0019), MEANING_HEAT);
	assert_int_equal(meaning_of_share(0.002), MEANING_HEAT + 1);
	assert_int_equal(meaning_of_share(0.019), MEANING_HEAT + 3);
	assert_int_equal(meaning_of_share(0.099), MEANING_HEAT_LAST - 1);
	assert_int_equal(meaning_of_share(0.1), MEANING_HEAT_LAST);
	assert_int_equal(meaning_of_share(1), MEANING_HEAT_LAST);
	assert_int_equal(meaning_of_share(7), MEANING_HEAT_LAST);
	assert_int_equal(meaning_of_share(-1), MEANING_HEAT);
	assert_int_equal(meaning_of_share((double)NAN), MEANING_HEAT);
}

static enum meaning
changed(int64_t base, int64_t new)
{
	const struct change_scale scale = { .least = 2, .most = 900 };

	return meaning_of_change((struct sides){ base, new }, &scale);
}

TEST(each_sign_of_a_change_has_one_colour)
{
	assert_int_equal(changed(50, 50), MEANING_SAME);
	assert_int_equal(changed(50, 52), MEANING_SAME);
	assert_int_equal(changed(0, 90), MEANING_NEW);
	assert_int_equal(changed(90, 0), MEANING_GONE);
	assert_int_equal(changed(500, 590), MEANING_MORE);
	assert_int_equal(changed(500, 600), MEANING_MORE);
	assert_int_equal(changed(500, 800), MEANING_MORE_MUCH);
	assert_int_equal(changed(590, 500), MEANING_LESS);
	assert_int_equal(changed(600, 500), MEANING_LESS);
	assert_int_equal(changed(1400, 500), MEANING_LESS_MUCH);
}

TEST(marks_of_changes_are_their_signs)
{
	static const struct {
		enum meaning hue;
		enum change change;
	} row[] = { { MEANING_GONE, CHANGE_REMOVED },
		{ MEANING_LESS_MUCH, CHANGE_DOWN_STRONG },
		{ MEANING_LESS, CHANGE_DOWN }, { MEANING_SAME, CHANGE_SAME },
		{ MEANING_MORE, CHANGE_UP },
		{ MEANING_MORE_MUCH, CHANGE_UP_STRONG },
		{ MEANING_NEW, CHANGE_ADDED } };

	for (size_t i = 0; i < COUNT_OF(row); i++)
		assert_string_equal(meaning_mark((uint8_t)row[i].hue),
			change_sign(row[i].change, SIGNIFICANCE_REAL));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
