/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points, steps, gaps, columns. */
#include "prelude.h"

#include "profile/timeseries.h"

#include <locale.h>
#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "present/grid.h"
#include "present/timeline.h"
#include "profile/timesteps.h"
#include "util_random.h"
#include "util_speed.h"
#include "util_view.h"

enum { SEC = 1000, MIN = 60 * SEC, HOUR = 60 * MIN };

/* Moments `every` ms from 0 on, of these levels; '.' is none. */
static struct points
levels(const char *digits, int64_t every)
{
	struct points ps = { .p = NULL };

	for (size_t i = 0; digits[i] != '\0'; i++) {
		int64_t at = (int64_t)i * every;

		if (digits[i] != '.')
			points_add(&ps,
				&(struct point){ .span = { at, at },
					.sum = digits[i] - '0',
					.n = 1 });
	}
	points_done(&ps);
	return ps;
}

/* Columns as digits; '.' no data, ',' nothing yet. */
static void
plot_is(const char *digits, int64_t every, struct span window, int64_t step,
	const char *want)
{
	struct points ps = levels(digits, every);
	int cols = (int)strlen(want);
	struct column c[200];
	char have[201] = "";

	points_columns(&ps, window, step, INT64_MAX, c, cols);
	for (int i = 0; i < cols; i++)
		have[i] = c[i].has    ? (char)('0' + (int)c[i].high)
			: c[i].before ? ','
				      : '.';
	assert_string_equal(have, want);
	points_free(&ps);
}

TEST(a_step_fits_and_is_no_shorter_than_the_interval)
{
	static const struct {
		int64_t window, interval;
		int cols;
		int64_t want, grid;
	} rows[] = {
		{ HOUR, 15 * SEC, 150, 20 * SEC },
		{ HOUR, 15 * SEC, 150, 30 * SEC, 15 * SEC },
		{ HOUR, 0, 150, 11 * SEC, 11 * SEC },
		{ HOUR, 15 * SEC, 113, 30 * SEC },
		{ HOUR, 15 * SEC, 73, 30 * SEC },
		{ HOUR, 2 * MIN, 113, 2 * MIN },
		{ HOUR, 17 * SEC, 1000, 20 * SEC },
		{ 24 * HOUR, 15 * SEC, 113, 10 * MIN },
		{ INT64_C(7) * 24 * HOUR, 15 * SEC, 113, HOUR },
		{ INT64_C(400) * 24 * HOUR, 0, 113, 24 * HOUR },
		{ 50, 0, 100, 1 },
		{ 0, 0, 1, 1 },
		{ 7000, 0, 100, 50 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_int_equal(points_step(rows[i].window, rows[i].cols,
					 rows[i].interval, rows[i].grid),
			rows[i].want);
}

TEST(ends_are_rounded_outwards)
{
	static const struct {
		struct span in;
		int64_t step;
		struct span want;
	} rows[] = {
		{ { 14, 26 }, 10, { 10, 30 } },
		{ { 10, 30 }, 10, { 10, 30 } },
		{ { -14, -6 }, 10, { -20, 0 } },
		{ { -10, -10 }, 10, { -10, -10 } },
		{ { 11, 11 }, 10, { 10, 20 } },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct span s = span_round(rows[i].in, rows[i].step);

		assert_int_equal(s.from, rows[i].want.from);
		assert_int_equal(s.until, rows[i].want.until);
	}
}

TEST(a_gap_begins_1_5_intervals_behind_the_last_point)
{
	plot_is("123456", 10, (struct span){ 0, 60 }, 10, "123456");
	/* One is missing: its value stands for it. */
	plot_is("12.456", 10, (struct span){ 0, 60 }, 10, "122456");
	/* Two are: a gap. */
	plot_is("12..56", 10, (struct span){ 0, 60 }, 10, "122.56");
	plot_is("12....78", 10, (struct span){ 0, 80 }, 10, "122...78");
	/* Zero is a value. */
	plot_is("10.01", 10, (struct span){ 0, 50 }, 10, "10001");
	/* Before the first there was nothing yet, behind the last a gap. */
	plot_is("12", 10, (struct span){ -30, 60 }, 10, ",,,122...");
}

TEST(a_column_is_as_high_as_its_highest_step)
{
	struct points ps = levels("1191", 10);
	struct column c[2];

	points_columns(&ps, (struct span){ 0, 40 }, 10, 25, c, 2);
	assert_float_equal(c[0].high, 1, 0);
	assert_float_equal(c[1].high, 9, 0);
	assert_float_equal(c[1].mean, 5, 0);
	assert_int_equal(c[1].sum, 10);
	assert_false(c[0].running);
	points_columns(&ps, (struct span){ 0, 40 }, 10, 35, c, 2);
	assert_true(c[1].running);
	points_free(&ps);
	/* A step as wide as several columns is in all of them. */
	plot_is("123", 10, (struct span){ 0, 30 }, 10, "111222333");
	plot_is("123", 10, (struct span){ 0, 30 }, 10, "1122333");
}

TEST(sums_are_divided_by_the_time_they_were_measured_in)
{
	struct points ps = { .per_second = true };
	struct points_sum sum;

	/* 3 s of 30 s; two at the same time; 6 s of 20 s. */
	points_add(&ps, &(struct point){ { 0, 30 * SEC }, 3, 1, false });
	points_add(
		&ps, &(struct point){ { MIN, MIN + 30 * SEC }, 6, 1, false });
	points_add(
		&ps, &(struct point){ { MIN, MIN + 30 * SEC }, 3, 1, false });
	points_add(&ps,
		&(struct point){
			{ 2 * MIN, 2 * MIN + 20 * SEC }, 6, 1, false });
	points_done(&ps);
	assert_int_equal(ps.interval, MIN);
	sum = points_sum(&ps, (struct span){ 0, MIN });
	assert_float_equal(points_value(&ps, &sum), 0.1, 1e-12);
	sum = points_sum(&ps, (struct span){ MIN, 2 * MIN });
	assert_float_equal(points_value(&ps, &sum), 0.3, 1e-12);
	sum = points_sum(&ps, (struct span){ 0, 3 * MIN });
	assert_int_equal(sum.sum, 18);
	assert_int_equal(sum.covered, 80 * SEC);
	ps.per_second = false;
	assert_float_equal(points_value(&ps, &sum), 4.5, 1e-12);
	assert_int_equal(points_extent(&ps).until, 2 * MIN + 20 * SEC);
	points_free(&ps);
}

static uint64_t
random_below(uint64_t *seed, uint64_t n)
{
	return random_next(seed) % n;
}

/* Points at random times, a window, a step that suits a plot. */
TEST(sums_of_columns_are_sums_of_points)
{
	uint64_t seed = 7;

	for (int round = 0; round < 3000; round++) {
		struct points ps = { .per_second = round % 2 };
		struct column c[120];
		int cols = 1 + (int)(random_below(&seed, 120));
		int64_t start = (int64_t)random_below(&seed, HOUR) - HOUR / 2;
		int64_t length = 1 + (int64_t)random_below(&seed, HOUR), step;
		struct span window = { start, start + length }, range;
		struct points_sum all, part;
		int64_t sum = 0, parts = 0;
		uint64_t n = 0;
		int a, b;

		for (uint64_t i = random_below(&seed, 60); i > 0; i--) {
			int64_t at =
				(int64_t)random_below(&seed, 2 * HOUR) - HOUR;

			points_add(&ps,
				&(struct point){
					{ at,
						at +
							(int64_t)random_below(
								&seed, MIN) },
					(int64_t)random_below(&seed, 100), 1,
					false });
		}
		points_done(&ps);
		step = points_step(length, cols, ps.interval / 8, 0);
		window = span_round(window, step);
		points_columns(&ps, window, step, INT64_MAX, c, cols);
		for (int i = 0; i < cols; i++) {
			sum += c[i].sum;
			n += c[i].n;
			assert_true(c[i].has || c[i].high == 0);
			assert_true(c[i].mean <= c[i].high + 1e-9);
			assert_int_equal(
				column_of(window, cols,
					column_time(window, cols, i)) >= i,
				1);
		}
		all = points_sum(&ps, window);
		assert_int_equal(sum, all.sum);
		assert_int_equal(n, all.n);
		/* Any two columns: a range of whole steps, and what is before,
		   in and behind it is all of the window. */
		a = (int)random_below(&seed, (uint64_t)cols);
		b = a + (int)random_below(&seed, (uint64_t)(cols - a));
		range = span_round((struct span){ column_time(window, cols, a),
					   column_time(window, cols, b + 1) },
			step);
		assert_int_equal(range.from % step, 0);
		assert_int_equal(range.until % step, 0);
		assert_true(range.from >= window.from &&
			range.until <= window.until);
		part = points_sum(
			&ps, (struct span){ window.from, range.from });
		parts += part.sum;
		part = points_sum(&ps, range);
		parts += part.sum;
		part = points_sum(
			&ps, (struct span){ range.until, window.until });
		assert_int_equal(parts + part.sum, all.sum);
		points_free(&ps);
	}
}

TEST(columns_and_times_go_together)
{
	const struct span w = { 1000, 1000 + 7 * 13 };

	for (int c = 0; c < 13; c++) {
		assert_int_equal(column_of(w, 13, column_time(w, 13, c)), c);
		assert_int_equal(
			column_of(w, 13, column_time(w, 13, c + 1) - 1), c);
	}
	assert_int_equal(column_of(w, 13, 0), 0);
	assert_int_equal(column_of(w, 13, 5000), 12);
	assert_int_equal(column_time(w, 13, 13), w.until);
}

TEST(a_spike_is_a_stretch_far_above_the_median)
{
	struct points ps = levels("212121299212129", 10);
	const struct span w = { 0, 150 };
	struct span s;

	assert_true(points_spike(&ps, w, 10, -1, 1, &s));
	assert_int_equal(s.from, 70);
	assert_int_equal(s.until, 90);
	assert_true(points_spike(&ps, w, 10, s.from, 1, &s));
	assert_int_equal(s.from, 140);
	assert_false(points_spike(&ps, w, 10, s.from, 1, &s));
	assert_true(points_spike(&ps, w, 10, 140, -1, &s));
	assert_int_equal(s.from, 70);
	assert_false(points_spike(&ps, w, 10, 70, -1, &s));
	points_free(&ps);
	ps = levels("55555", 10);
	assert_false(points_spike(&ps, w, 10, -1, 1, &s));
	points_free(&ps);
}

TEST(the_quietest_stretch_has_points)
{
	struct points ps = levels("5512.....9", 10);
	struct span s;

	assert_true(points_extreme(
		&ps, (struct span){ 0, 100 }, 20, 10, false, &s));
	assert_int_equal(s.from, 20);
	assert_int_equal(s.until, 40);
	assert_true(
		points_extreme(&ps, (struct span){ 0, 100 }, 20, 10, true, &s));
	assert_int_equal(s.from, 80);
	assert_false(
		points_extreme(&ps, (struct span){ 40, 80 }, 20, 10, true, &s));
	assert_false(
		points_extreme(&ps, (struct span){ 0, 10 }, 20, 10, true, &s));
	points_free(&ps);
}

/* The number of snapshots in a span; they are `every` apart, off the grid. */
static int64_t
snapshots_in(struct span s, int64_t every, int64_t phase)
{
	int64_t n = 0;

	for (int64_t at = phase; at < s.until; at += every)
		n += at >= s.from;
	return n;
}

/* The quietest stretch and the spike of 120 snapshots, of which five need less
   and one needs more than the others, in a plot of so many columns. */
static void
stretches_are_whole(int64_t every, int64_t phase, int cols)
{
	const struct span all = { 0, 120 * every };
	struct span quiet, spike;
	struct err err = ERR_INIT;
	struct buckets b;
	struct points ps;
	int64_t step;

	assert_int_equal(buckets_init(&b, all, every / 5, &err), 0);
	for (int64_t k = 0; k < 120; k++) {
		double value = k == 70 ? 90e9 : 3e9;

		if (k / 5 == 40 / 5)
			value = 2e9;
		(void)buckets_add(&b, k * every + phase, value);
	}
	buckets_widen(&b);
	buckets_fill(&b);
	buckets_end(&b, STR("cpu"), STR("nanoseconds"), 1, &ps);
	step = points_step(all.until, cols, ps.interval, ps.grid);
	assert_true(points_extreme(&ps, all, 5 * step, step, false, &quiet));
	assert_int_equal(
		snapshots_in(quiet, every, phase), 5 * step / every);
	assert_in_range(41 * every, quiet.from, quiet.until);
	assert_true(points_spike(&ps, all, step, -1, 1, &spike));
	assert_int_equal(snapshots_in(spike, every, phase), step / every);
	assert_in_range(70 * every, spike.from, spike.until);
	points_free(&ps);
}

/* Steps are whole distances, so spans of one length have as many snapshots. */
TEST(a_quiet_stretch_has_as_many_snapshots_as_any_other)
{
	static const int64_t distance[] = { 5 * SEC, 10 * SEC, 15 * SEC,
		30 * SEC, MIN, 5 * MIN, 10 * MIN };

	for (size_t i = 0; i < COUNT_OF(distance); i++)
		for (int64_t part = 0; part < 4; part++) {
			int64_t phase = distance[i] * part / 4 + 1;

			stretches_are_whole(distance[i], phase, 120);
			stretches_are_whole(distance[i], phase, 60);
			stretches_are_whole(distance[i], phase, 25);
		}
}

TEST(a_scale_ends_at_1_2_3_or_5)
{
	assert_float_equal(points_scale(0), 1, 0);
	assert_float_equal(points_scale(2.9), 3, 1e-12);
	assert_float_equal(points_scale(3.1), 5, 1e-12);
	assert_float_equal(points_scale(0.3), 0.3, 1e-12);
	assert_float_equal(points_scale(56e6), 100e6, 1);
	assert_float_equal(points_scale(10), 10, 1e-12);
	assert_float_equal(points_scale((double)NAN), 1, 0);
	assert_float_equal(points_scale((double)INFINITY), 1, 0);
}

/* Columns and cells of 2,000 points: processor time, of the fastest of some. */
TEST(a_window_of_2000_points_is_drawn_at_once)
{
	enum { POINTS = 2000, ROWS = 7, COLS = 160, TIMES = 20 };
	struct points ps = { .per_second = true, .unit = STR("nanoseconds") };
	struct plotted line = { STR("all"), &ps };
	struct timeline t = {
		.line = &line, .n = 1, .step = MIN, .marks_row = true
	};
	struct grid g;
	double best = 1;

	for (int64_t i = 0; i < POINTS; i++)
		points_add(&ps,
			&(struct point){ .span = { i * MIN, (i + 1) * MIN },
				.sum = i * 1000000,
				.n = 1 });
	points_done(&ps);
	t.window = points_extent(&ps);
	t.now = INT64_MAX;
	t.step = points_step(t.window.until, COLS, ps.interval, 0);
	t.window = span_round(t.window, t.step);
	grid_init(&g, ROWS, COLS, false);
	for (int i = 0; i < TIMES; i++) {
		double began = speed_spent();

		timeline_draw(&g, (struct rect){ 0, 0, ROWS, COLS }, &t);
		if (speed_spent() - began < best)
			best = speed_spent() - began;
	}
	print_message("%d points drawn in %.2f ms\n", (int)POINTS, 1000 * best);
	assert_true(speed_within(best, 0.05));
	grid_fini(&g);
	points_free(&ps);
}

/* The rows of a plot of these lines, the first of which is the total. */
static void
lines_are(const char *const *digits, size_t n, size_t others, bool own_scales,
	int rows, const char *want)
{
	enum { COLS = 28 };
	struct points ps[6];
	struct plotted line[6];
	struct timeline t = { .line = line,
		.n = n,
		.others = others,
		.own_scales = own_scales,
		.step = MIN,
		.now = INT64_MAX,
		.window = { 0, 12 * MIN } };
	static const char names[][4] = { "all", "a", "b", "c", "d", "e" };
	struct grid g;

	assert_true(n <= COUNT_OF(ps));
	for (size_t i = 0; i < n; i++) {
		ps[i] = levels(digits[i], MIN);
		line[i] = (struct plotted){ str_c(names[i]), &ps[i] };
	}
	grid_init(&g, rows, COLS, false);
	timeline_draw(&g, (struct rect){ 0, 0, rows, COLS }, &t);
	grid_is(&g, want);
	grid_fini(&g);
	for (size_t i = 0; i < n; i++)
		points_free(&ps[i]);
}

TEST(groups_have_one_scale_and_what_is_left_out_is_said)
{
	static const char *const digits[] = { "999999999999", "444444448888",
		"111111111111", "000000000000", "222222222222" };

	/* a reaches 8 of 10, b is an eighth of that; c, d and three more have
	   what is left of the total. */
	lines_are(digits, 5, 3, false, 4,
		"all             ▇▇▇▇▇▇▇▇▇▇▇▇\n"
		"a               ▃▃▃▃▃▃▃▃▆▆▆▆\n"
		"b               ▁▁▁▁▁▁▁▁▁▁▁▁\n"
		"+5 more 3       00:00\n");
	/* Each to its own. */
	lines_are(digits, 5, 3, true, 4,
		"all             ▇▇▇▇▇▇▇▇▇▇▇▇\n"
		"a               ▃▃▃▃▃▃▃▃▆▆▆▆\n"
		"b               ████████████\n"
		"+5 more 3       00:00\n");
	lines_are(digits, 3, 0, false, 4,
		"all             ▇▇▇▇▇▇▇▇▇▇▇▇\n"
		"a               ▃▃▃▃▃▃▃▃▆▆▆▆\n"
		"b               ▁▁▁▁▁▁▁▁▁▁▁▁\n"
		"                00:00\n");
}

/* The axis below a plot of 65 columns. */
static void
axis_is(int64_t length, const char *want)
{
	struct points ps = levels("1", MIN);
	struct plotted line = { STR("all"), &ps };
	struct timeline t = { .line = &line,
		.n = 1,
		.step = 1,
		.now = INT64_MAX,
		.window = { 0, length } };
	struct grid g;

	grid_init(&g, 2, 72, false);
	timeline_draw(&g, (struct rect){ 0, 0, 2, 72 }, &t);
	for (int i = 0; i < 72; i++)
		(void)grid_put(&g, 0, i, 1, STR(" "), STYLE_NORMAL);
	grid_is(&g, want);
	grid_fini(&g);
	points_free(&ps);
}

TEST(labels_of_an_axis_are_equally_far_apart)
{
	axis_is(1200,
		"\n       00:00:00                   00:00:00.500              "
		" "
		"00:00:01\n");
	axis_is(2500,
		"\n       00:00:00                  00:00:01                  "
		"00:00:02\n");
	axis_is(60 * SEC,
		"\n       00:00:00  00:00:10   00:00:20   00:00:30   00:00:40  "
		" "
		"00:00:50\n");
	axis_is(4 * MIN,
		"\n       00:00           00:01           00:02           "
		"00:03\n");
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
