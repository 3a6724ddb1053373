/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trends: figures that were computed by hand or counted out over all orders,
 * and what the whole rule claims, on series that are noise.
 */
#include "prelude.h"

#include "analysis/trend.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "util_random.h"

enum { MOST = 400, MINUTE = 60, HOUR = 3600 };

static const double *
minutes(void)
{
	static double t[MOST];

	for (int i = 0; i < MOST; i++)
		t[i] = MINUTE * (double)i;
	return t;
}

/* The text has so many digits. */
static void
check_digits(double found, const char *want, int digits)
{
	char text[40];

	snprintf(text, sizeof(text), "%.*g", digits, found);
	assert_string_equal(text, want);
}

#define TREND(...) \
	trend_of(minutes(), (const double[]){ __VA_ARGS__ }, \
		sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

TEST(test_steady_growth_is_a_leak)
{
	struct trend t = TREND(100, 104, 103, 110, 112, 111, 119, 122);

	assert_int_equal(t.s, 24);
	check_digits(t.p, "0.000868", 3);
	check_digits(t.slope * HOUR, "180", 6);
	check_digits(t.tau, "0.857", 3);
	assert_int_equal(t.shape, TREND_STEADY);
}

TEST(test_of_a_saw_tooth_the_floor_rises)
{
	struct trend t = TREND(100, 160, 101, 162, 103, 165, 104, 167);

	assert_int_equal(t.s, 16);
	check_digits(t.p, "0.0305", 3);
	check_digits(t.slope * HOUR, "65", 6);
	assert_int_equal(t.shape, TREND_FLOOR);
}

TEST(test_ties_are_in_the_variance)
{
	struct trend t = TREND(10, 10, 10, 12, 12, 12, 15, 15);

	assert_int_equal(t.s, 21);
	check_digits(t.p, "0.00404", 3);
	assert_true(fabs(t.p - erfc(20 / sqrt(57) / sqrt(2)) / 2) < 1e-12);
	assert_int_equal(t.shape, TREND_STEADY);
}

TEST(test_chances_are_exact)
{
	static const struct {
		size_t n;
		int64_t s;
		const char *p;
	} known[] = { { 4, 6, "0.0417" }, { 5, 10, "0.00833" },
		{ 6, 11, "0.0278" }, { 8, 16, "0.0305" }, { 10, 25, "0.0143" },
		{ 20, 80, "0.00453" }, { 30, 145, "0.00467" } };

	for (size_t i = 0; i < COUNT_OF(known); i++)
		check_digits(
			trend_chance(known[i].n, known[i].s), known[i].p, 3);
	for (size_t n = 2; n <= 40; n++) {
		int64_t pairs = (int64_t)(n * (n - 1) / 2);

		assert_true(trend_chance(n, -pairs) >= 1);
		assert_true(trend_chance(n, pairs) > 0);
		assert_true(trend_chance(n, pairs + 1) <= 0);
		/* Half of the orders have more, half have less. */
		assert_true(fabs(trend_chance(n, 1) +
				    trend_chance(n, pairs % 2 != 0 ? 1 : 2) -
				    1) < 1e-9 ||
			pairs % 2 == 0);
	}
}

/* All orders of 1..n, by Heap's algorithm: how many have an S of s or more. */
static void
count_orders(double *v, size_t k, size_t n, int64_t s, unsigned *all,
	unsigned *as_much)
{
	if (k == 1) {
		int64_t have = trend_of(minutes(), v, n).s;

		++*all;
		*as_much += have >= s;
		return;
	}
	for (size_t i = 0; i < k; i++) {
		size_t j = k % 2 == 0 ? i : 0;
		double swap;

		count_orders(v, k - 1, n, s, all, as_much);
		swap = v[j];
		v[j] = v[k - 1];
		v[k - 1] = swap;
	}
}

TEST(test_chances_are_those_of_all_orders)
{
	for (size_t n = 2; n <= 6; n++)
		for (int64_t s = -15; s <= 16; s++) {
			double v[] = { 1, 2, 3, 4, 5, 6 };
			unsigned all = 0, as_much = 0;

			count_orders(v, n, n, s, &all, &as_much);
			assert_true(fabs(trend_chance(n, s) -
					    (double)as_much / all) < 1e-12);
		}
}

TEST(test_what_stays_the_same_does_not_grow)
{
	struct trend t = TREND(7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
	struct trend falls = TREND(90, 80, 70, 60, 50, 40, 30, 20);

	assert_true(t.slope == 0 && t.tau == 0 && t.rise == 0);
	assert_true(t.p >= 1);
	assert_int_equal(t.shape, TREND_FLAT);
	assert_true(falls.slope < 0 && falls.tau == -1 && falls.p > 0.99);
	assert_int_equal(falls.shape, TREND_FLAT);
}

TEST(test_few_values_say_nothing)
{
	struct trend t = TREND(10, 20, 30, 40);
	struct trend two = TREND(10, 20), one = TREND(10);

	assert_int_equal(t.shape, TREND_FEW);
	assert_true(t.p >= 1);
	check_digits(t.slope * MINUTE, "10", 6);
	check_digits(two.slope * MINUTE, "10", 6);
	assert_true(one.slope == 0);
}

TEST(test_a_fall_at_the_end_is_no_leak)
{
	struct trend t = TREND(10, 20, 30, 40, 50, 60, 70, 80, 35, 36, 37, 38);

	assert_int_not_equal(t.shape, TREND_STEADY);
}

/* Snapshots 5 and 6 were not taken. */
TEST(test_a_missing_scrape_does_not_move_the_slope)
{
	double time[10], value[10];

	for (int i = 0; i < 10; i++) {
		int at = i < 5 ? i : i + 2;

		time[i] = MINUTE * (double)at;
		value[i] = 100 + 3 * (double)at + (at % 3 == 1);
	}
	check_digits(trend_slope(time, value, 10) * HOUR, "180", 4);
	assert_int_equal(trend_of(time, value, 10).shape, TREND_STEADY);
}

TEST(test_equal_times_are_no_pair)
{
	const double time[] = { 0, 0, 60, 60 }, value[] = { 1, 1, 3, 3 };

	check_digits(trend_slope(time, value, 4) * MINUTE, "2", 6);
	assert_true(trend_slope(time, value, 2) == 0);
}

TEST(test_of_many_values_some_pairs_are_enough)
{
	double value[MOST];
	uint64_t random = 3;

	for (int i = 0; i < MOST; i++)
		value[i] = 5 * (double)i + (double)(random_next(&random) % 100);
	value[7] = value[300] = 1e9;
	assert_true(
		fabs(trend_slope(minutes(), value, MOST) * MINUTE - 5) < 0.1);
	assert_int_equal(trend_slope(minutes(), value, MOST) ==
			trend_slope(minutes(), value, MOST),
		1);
}

/* A sum of coins looks like growth more often than coins do. */
TEST(test_a_walk_is_less_certain_than_it_looks)
{
	enum { N = 30, RUNS = 400 };
	uint64_t random = 11;
	int plain = 0, corrected = 0;

	for (int run = 0; run < RUNS; run++) {
		double v[N], at = 0;
		struct trend t;

		for (int i = 0; i < N; i++) {
			at += (double)(random_next(&random) % 2001) - 1000;
			v[i] = at;
		}
		t = trend_of(minutes(), v, N);
		plain += trend_chance(N, t.s) < 0.01;
		corrected += t.p < 0.01;
	}
	assert_in_range(plain, RUNS / 10, RUNS);
	assert_in_range(corrected, 0, plain / 3);
}

/* The residuals of a straight line would look as if values depended on each
   other. */
TEST(test_growth_that_gets_faster_is_as_certain)
{
	enum { N = 12 };
	double square[N], doubling[N], slower[N];
	uint64_t random = 1;

	for (int i = 0; i < N; i++) {
		double noise = (double)(random_next(&random) % 100) / 100;

		square[i] = i * i;
		doubling[i] = pow(2, i);
		slower[i] = 100 * sqrt(i) + noise;
	}
	check_digits(trend_of(minutes(), square, N).p, "2.09e-09", 3);
	assert_true(trend_of(minutes(), slower, N).p < 1e-4);
	/* No parabola fits it well, but it never falls. */
	assert_true(trend_of(minutes(), doubling, N).p <= pow(0.5, N - 1));
	doubling[5] = doubling[4];
	assert_true(trend_of(minutes(), doubling, N).p < 0.05);
}

TEST(test_few_of_those_that_hold_are_chance)
{
	const double p[] = { 0.9, 0.001, 0.04, 0.02, 0.6 };
	bool holds[5];

	/* 0.001 <= 1/5, 0.02 <= 2/5 of 5 %; 0.04 > 3/5 of it. */
	trend_holds(p, 5, 5, holds);
	assert_true(holds[1] && holds[3]);
	assert_false(holds[0] || holds[2] || holds[4]);
	/* Ten others that were looked at did not rise at all. */
	trend_holds(p, 5, 15, holds);
	assert_true(holds[1]);
	assert_false(holds[3]);
	/* What is worse may hold with what comes after it. */
	trend_holds((const double[]){ 0.03, 0.04 }, 2, 2, holds);
	assert_true(holds[0] && holds[1]);
	trend_holds(NULL, 0, 0, NULL);
}

TEST(test_noise_is_no_growth)
{
	enum { RUNS = 200, FUNCTIONS = 300, N = 12 };
	uint64_t random = 5;
	int found = 0, wrong_runs = 0;

	for (int run = 0; run < RUNS; run++) {
		double p[FUNCTIONS], v[N];
		bool holds[FUNCTIONS];
		int here = 0;

		for (int f = 0; f < FUNCTIONS; f++) {
			for (int i = 0; i < N; i++)
				v[i] = (double)(random_next(&random) >> 20);
			p[f] = trend_of(minutes(), v, N).p;
		}
		trend_holds(p, FUNCTIONS, FUNCTIONS, holds);
		for (int f = 0; f < FUNCTIONS; f++)
			here += holds[f];
		found += here;
		wrong_runs += here > 0;
	}
	print_message("%d of %d series, in %d of %d runs\n", found,
		RUNS * FUNCTIONS, wrong_runs, RUNS);
	assert_in_range(wrong_runs, 0, RUNS / 20);
}

TEST(test_reach_knows_no_order)
{
	const double up[] = { 1, 2, 3, 4, 5, 6 };
	const double down[] = { 6, 5, 4, 3, 2, 1 };

	check_digits(trend_reach(up, 6), "4", 6);
	check_digits(trend_reach(down, 6), "4", 6);
	assert_true(trend_reach(up, 1) == 0 && trend_reach(up, 0) == 0);
}

TEST(test_a_restart_begins_anew)
{
	struct trend_run run[12];

	for (int i = 0; i < 12; i++)
		run[i] = (struct trend_run){ .time = MINUTE * (double)i,
			.start = 0x1000,
			.build_id = STR("b1"),
			.allocated = 100 + i };
	assert_int_equal(trend_last_run(run, 12), 0);
	assert_int_equal(trend_last_run(run, 1), 0);
	assert_int_equal(trend_last_run(run, 0), 0);
	run[6].allocated = -1;
	assert_int_equal(trend_last_run(run, 12), 0);
	for (int i = 5; i < 12; i++)
		run[i].start = 0x2000;
	assert_int_equal(trend_last_run(run, 12), 5);
	for (int i = 7; i < 12; i++)
		run[i].build_id = STR("b2");
	assert_int_equal(trend_last_run(run, 12), 7);
	for (int i = 8; i < 12; i++)
		run[i].allocated = i;
	assert_int_equal(trend_last_run(run, 12), 8);
	for (int i = 9; i < 12; i++)
		run[i].time += 9 * MINUTE;
	assert_int_equal(trend_last_run(run, 12), 8);
	for (int i = 9; i < 12; i++)
		run[i].time += 1 * MINUTE;
	assert_int_equal(trend_last_run(run, 12), 9);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
