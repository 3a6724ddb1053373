/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers with units, against what pprof prints. */
#include "prelude.h"

#include "profile/unit.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/fixed.h"
#include "util_random.h"

static void
label_is(int64_t v, const char *from, const char *to, const char *want)
{
	char buf[UNIT_TEXT_MAX];
	int n = unit_label(v, str_c(from), str_c(to), buf);

	assert_string_equal(buf, want);
	assert_int_equal(n, strlen(want));
}

/* pprof has no such units; readers of decimals do. */
TEST(parts_of_a_count_are_printed_as_counts)
{
	double ratio;
	struct str unit;

	label_is(334618, "thousandths", "auto", "334.62");
	label_is(334618, "thousandths", "minimum", "334.62");
	label_is(-5, "tenths", "count", "-0.50");
	label_is(3000000, "millionths", "auto", "3");
	for (int i = 1; i <= UNIT_DECIMALS_MAX; i++)
		assert_int_equal(unit_decimals(unit_of_decimals(i)), i);
	assert_int_equal(unit_decimals(STR("count")), 0);
	assert_true(str_is(unit_minimum(7, 9, STR("tenths"), false), "count"));
	/* Files of both kinds are compared in the finer unit. */
	assert_true(unit_compatible(STR("count"), STR("tenths")));
	assert_true(unit_compatible(STR("millionths"), STR("tenths")));
	assert_false(unit_compatible(STR("ns"), STR("tenths")));
	ratio = unit_scale(1, STR("count"), STR("tenths"), &unit);
	assert_true(ratio == 10);
	ratio = unit_scale(1, STR("tenths"), STR("millionths"), &unit);
	assert_true(ratio == 100000);
	ratio = unit_scale(1, STR("tenths"), STR("tenths"), &unit);
	assert_true(ratio == 1);
}

TEST(labels_print_what_pprof_prints)
{
	label_is(0, "bytes", "auto", "0");
	label_is(1, "bytes", "auto", "1B");
	label_is(1023, "bytes", "auto", "1023B");
	label_is(1024, "bytes", "auto", "1kB");
	label_is(1024000, "bytes", "auto", "1000kB");
	label_is(1048575, "bytes", "auto", "1024kB");
	label_is(1500000000, "bytes", "auto", "1.40GB");
	label_is(-2048, "bytes", "auto", "-2kB");
	label_is(512, "bytes", "MB", "0");
	label_is(5243, "bytes", "MB", "0.01MB");
	label_is(4, "KB", "B", "4096B");
	label_is(123, "count", "auto", "123");
	label_is(123, "count", "ms", "123ms");
	label_is(123, "requests", "auto", "123");
	label_is(999999, "ns", "auto", "1000us");
	label_is(1000000, "ns", "minimum", "1ms");
	label_is(59999000000, "ns", "auto", "60s");
	label_is(3600000000000, "ns", "auto", "1hrs");
	label_is(86400000000000, "ns", "auto", "24hrs");
	label_is(90, "minutes", "auto", "90");
	label_is(5, "seconds", "ms", "5000ms");
	label_is(1, "hours", "s", "3600s");
	label_is(5000, "ms", "bytes", "5s");
	label_is(-3, "ns", "s", "0");
	label_is(1500, "milliseconds", "auto", "1.50s");
	label_is(10, "us", "ms", "0.01ms");
	label_is(2, "kilogcu", "auto", "2k*GCU");
	label_is(INT64_MIN, "ns", "auto", "-9223372036.85s");
	label_is(1536, "bytes", "auto", "1.50kB");
	label_is(1010000000, "nanoseconds", "auto", "1.01s");
	label_is(500000000, "nanoseconds", "auto", "500ms");
	label_is(1100000000, "nanoseconds", "auto", "1.10s");
	label_is(5, "frobs", "minimum", "5");
	label_is(5, "frobs", "frobs", "5frobs");
	label_is(4, "ms", "s", "0");
	label_is(7, "hrs", "auto", "7hrs");
}

TEST(a_greek_mu_is_no_known_unit)
{
	label_is(1500, "\xce\xbcs", "auto", "1500");
	label_is(1500, "\xc2\xb5s", "auto", "1500");
	assert_false(unit_is_time(STR("\xc2\xb5s")));
}

TEST(a_unit_longer_than_the_buffer_is_cut)
{
	char buf[UNIT_TEXT_MAX], unit[200];
	int n;

	memset(unit, 'x', sizeof(unit));
	n = unit_label(5, STR("frobs"), str_from(unit, sizeof(unit)), buf);
	assert_int_equal(n, UNIT_TEXT_MAX - 1);
	assert_int_equal(strlen(buf), UNIT_TEXT_MAX - 1);
}

TEST(percentages_print_what_pprof_prints)
{
	static const struct {
		int64_t v, total;
		const char *text;
	} cases[] = {
		{ 0, 100, "    0%" },
		{ 1, 0, "    0%" },
		{ 100, 100, "  100%" },
		{ 1, 3, "33.33%" },
		{ -1, 3, "33.33%" },
		{ 1, 100, " 1.00%" },
		{ 9994, 10000, "99.94%" },
		{ 9995, 10000, "  100%" },
		{ 10005, 10000, "  100%" },
		{ 10006, 10000, "100.06%" },
		{ 500, 100, "500.00%" },
		{ 12345, 100, "12345.00%" },
		{ 99, 10000, " 0.99%" },
		{ 999, 100000, "    1%" },
		{ 1, 1000, "  0.1%" },
		{ 123, 100000, " 0.12%" },
		{ 1, 1000000, "0.0001%" },
		{ 1, 100000000, "1e-06%" },
	};
	char buf[UNIT_TEXT_MAX];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int n = unit_percentage(cases[i].v, cases[i].total, buf);

		assert_string_equal(buf, cases[i].text);
		assert_int_equal(n, strlen(cases[i].text));
	}
}

/* Of any size, ties among them. */
static double
any_number(uint64_t *seed, int i)
{
	uint64_t x = random_next(seed);
	double small = (double)(x % 2000001) - 1000000, any;

	switch (i % 4) {
	case 0:
		memcpy(&any, &x, sizeof(any));
		return isfinite(any) ? any : 0;
	case 1:
		return small / (double)(UINT64_C(1) << (x >> 59));
	case 2:
		return small / 1000;
	default:
		return ldexp((double)(x >> 11), -(int)(x % 90));
	}
}

TEST(decimals_are_those_of_printf)
{
	char got[400], want[400];
	uint64_t seed = 1;

	for (int i = 0; i < 200000; i++) {
		double x = any_number(&seed, i);
		unsigned decimals = (unsigned)i % (FIXED_DECIMALS_MAX + 1);
		int n = snprintf(want, sizeof(want), "%.*f", (int)decimals, x);

		assert_int_equal(fixed_put(got, sizeof(got), x, decimals), n);
		assert_string_equal(got, want);
	}
	assert_int_equal(fixed_put(got, 4, 12345, 2), 3);
	assert_string_equal(got, "123");
}

TEST(percentages_have_the_digits_of_printf)
{
	const int64_t total = INT64_C(1) << 50;
	char got[UNIT_TEXT_MAX], want[UNIT_TEXT_MAX];
	uint64_t seed = 1;

	for (int i = 0; i < 200000; i++) {
		int64_t v = (int64_t)(random_next(&seed) >>
			(15 + random_next(&seed) % 40));
		double r = (double)v / (double)total * 100;

		if (r >= 99.95 && r <= 100.05)
			continue;
		(void)snprintf(
			want, sizeof(want), r >= 1 ? "%5.2f%%" : "%5.2g%%", r);
		(void)unit_percentage(v, total, got);
		assert_string_equal(got, want);
	}
}

static void
minimum_is(int64_t smallest, int64_t total, const char *from, const char *want)
{
	struct str u = unit_minimum(smallest, total, str_c(from), false);

	assert_true(str_is(u, want));
}

TEST(minimum_is_the_finest_unit_that_two_decimals_allow)
{
	/* 200 ms of 1.01 s would lose nothing in seconds, but 100 times it is
	   more than all there is */
	minimum_is(200000000, 1010000000, "nanoseconds", "ms");
	minimum_is(10000000, 1010000000, "nanoseconds", "s");
	minimum_is(10000000, 110000000, "nanoseconds", "ms");
	minimum_is(2048, 4096, "bytes", "kB");
	minimum_is(7, 700, "count", "count");
	minimum_is(7, 700, "", "");
	assert_true(str_is(
		unit_minimum(10000000, 1010000000, STR("nanoseconds"), true),
		"ms"));
}

TEST(units_of_one_family_are_compatible)
{
	assert_true(unit_compatible(STR("ms"), STR("seconds")));
	assert_true(unit_compatible(STR("KB"), STR("bytes")));
	assert_true(unit_compatible(STR("frob"), STR("frob")));
	assert_false(unit_compatible(STR("frob"), STR("frobs")));
	assert_false(unit_compatible(STR("ms"), STR("bytes")));
	assert_false(unit_compatible(STR("count"), STR("bytes")));
	assert_true(unit_is_time(STR("hrs")));
	assert_true(unit_is_memory(STR("megabytes")));
	assert_false(unit_is_memory(STR("ns")));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
