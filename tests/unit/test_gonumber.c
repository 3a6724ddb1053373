/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as Go's flags take them. */
#include "prelude.h"

#include "conf/gonumber.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"

TEST(whole_numbers_have_four_bases)
{
	static const struct {
		const char *text;
		int64_t want;
	} good[] = {
		{ "20", 20 },
		{ "+3", 3 },
		{ "-1", -1 },
		{ "0x5", 5 },
		{ "0X1f", 31 },
		{ "-0x1", -1 },
		{ "0b11", 3 },
		{ "0o17", 15 },
		{ "017", 15 },
		{ "00", 0 },
		{ "-0", 0 },
		{ "1_000", 1000 },
		{ "0x_5", 5 },
		{ "0_7", 7 },
		{ "9223372036854775807", INT64_MAX },
		{ "-9223372036854775808", INT64_MIN },
	};

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		int64_t v = 77;

		assert_true(literal_int(str_c(good[i].text), &v));
		assert_int_equal(v, good[i].want);
	}
}

TEST(what_is_no_whole_number_is_refused)
{
	static const char *const bad[] = { "", " 5", "5 ", "1e3", "5.0", "-",
		"+", "--1", "_1", "1_", "1__0", "08", "0_8", "0x", "0b2", "0xg",
		"0x__1", "-_1", "9223372036854775808", "-9223372036854775809",
		"x" };

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		int64_t v = 77;

		assert_false(literal_int(str_c(bad[i]), &v));
		assert_int_equal(v, 77);
	}
}

TEST(fractions_may_be_hexadecimal_or_have_no_end)
{
	static const struct {
		const char *text;
		double want;
	} good[] = {
		{ "0.005", 0.005 },
		{ "5", 5 },
		{ "+.5", 0.5 },
		{ "5.", 5 },
		{ "-1e-3", -0.001 },
		{ "1E3", 1000 },
		{ "1_0.5", 10.5 },
		{ "1e1_0", 1e10 },
		{ "0x1p-3", 0.125 },
		{ "0X.8P1", 1 },
		{ "0x1_0p1", 32 },
		{ "0x_1p0", 1 },
		{ "1e-400", 0 },
		{ "inf", (double)INFINITY },
		{ "-Infinity", -(double)INFINITY },
	};
	double v = 0;

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		assert_true(literal_float(str_c(good[i].text), &v));
		assert_memory_equal(&v, &good[i].want, sizeof(v));
	}
	assert_true(literal_float(STR("NaN"), &v));
	assert_true(isnan(v));
}

TEST(what_only_the_c_library_reads_is_refused)
{
	static const char *const bad[] = { "", " 1", "1 ", ".", "1e", "5%",
		"0x1", "0x", "0xp1", "0x1p", "0b1", "+nan", "-nan", "nan(1)",
		"infinit", "infinityx", "1e400", "1_", "_1", "1__0", "1_.5",
		"1._5", "1_e5", "1e_5", "0_x1p1", "0x1p_3", "--1", "+-1",
		"0x-1p1", "0x+1p1", "e5" };

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		double v = 77;

		if (literal_float(str_c(bad[i]), &v))
			fail_msg("%s was taken for a number", bad[i]);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
