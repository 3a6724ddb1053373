/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal text as whole numbers of a unit, alone and in JSON. */
#include "prelude.h"

#include <inttypes.h>
#include "testing.h"

#include "base/decimal.h"
#include "base/json.h"

#include "util_random.h"

static const struct {
	const char *text;
	int scale;
	int64_t number;
	bool clipped;
} cases[] = {
	{ "0", 9, 0, false },
	{ "1700000000000057.001", 3, 1700000000000057001, false },
	{ "-1700000000000057.001", 3, -1700000000000057001, false },
	{ "2.5e-3", 9, 2500000, false },
	{ "1e3", 0, 1000, false },
	{ "1E+3", 0, 1000, false },
	{ "0.0005", 3, 1, false },
	{ "0.00049999", 3, 0, false },
	{ "-0.0005", 3, -1, false },
	{ ".5", 0, 1, false },
	{ "5.", 0, 5, false },
	{ "+7", 0, 7, false },
	{ "0009", 0, 9, false },
	{ "9223372036854775807", 0, INT64_MAX, false },
	{ "9223372036854775807.4", 0, INT64_MAX, false },
	{ "9223372036854775807.5", 0, INT64_MAX, true },
	{ "-9223372036854775808", 0, INT64_MIN, false },
	{ "9223372036854775808", 0, INT64_MAX, true },
	{ "-9223372036854775809", 0, INT64_MIN, true },
	{ "1e400", 0, INT64_MAX, true },
	{ "-1e400", 0, INT64_MIN, true },
	{ "0e400", 0, 0, false },
	{ "1e-400", 0, 0, false },
	{ "1e99999999999999999999", 0, INT64_MAX, true },
	{ "0.000000000000000000000000001e27", 0, 1, false },
	{ "1000000000000000000000000000e-27", 0, 1, false },
	{ "12345", -3, 12, false },
	{ "12500", -3, 13, false },
};

TEST(numbers_are_exact)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t n = 77;
		bool clipped = false;

		if (!decimal_read(str_c(cases[i].text), cases[i].scale, &n,
			    &clipped) ||
			n != cases[i].number || clipped != cases[i].clipped)
			fail_msg("%s, scale %d: %" PRId64 "%s", cases[i].text,
				cases[i].scale, n, clipped ? " (clipped)" : "");
	}
}

TEST(what_is_no_number_leaves_all_as_it_was)
{
	static const char *const texts[] = { "", "-", "+", ".", "e3", "1e",
		"1e+", "1.2.3", "1x", " 1", "1 ", "0x10", "nan", "inf", "--1",
		"1,000" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		int64_t n = 77;
		double d = 7;
		bool clipped = false;

		assert_false(decimal_read(str_c(texts[i]), 3, &n, &clipped));
		assert_false(decimal_double(str_c(texts[i]), &d));
		assert_int_equal(n, 77);
		assert_false(clipped);
	}
}

/* Nanoseconds written as microseconds, in three forms, come back. */
TEST(any_time_comes_back)
{
	uint64_t seed = 1;

	for (int i = 0; i < 20000; i++) {
		int64_t ns = (int64_t)(random_next(&seed) >> (i % 60 + 2));
		int64_t us = ns / 1000, part = ns % 1000, n;
		bool clipped = false;
		char text[3][64];

		(void)snprintf(text[0], sizeof(text[0]),
			"%" PRId64 ".%03" PRId64, us, part);
		(void)snprintf(text[1], sizeof(text[1]), "%" PRId64 "e-3", ns);
		(void)snprintf(
			text[2], sizeof(text[2]), "0.%019" PRId64 "00e16", ns);
		for (int k = 0; k < 3; k++) {
			n = -1;
			assert_true(
				decimal_read(str_c(text[k]), 3, &n, &clipped));
			assert_false(clipped);
			assert_true(n == ns);
		}
	}
}

static const char json[] =
	"{\"a\": 1700000000000057.001, \"t\": \"12.5\", \"w\": 7, \"n\": null,"
	" \"x\": \"12.5.1\", \"big\": 92233720368547758070,"
	" \"s\": \"a \\\"1.5\\\" b\", \"l\": [1.5, -2e3]}";

TEST(values_keep_their_digits)
{
	struct err err = ERR_INIT;
	struct strbuf text = STRBUF_INIT;
	struct jwalk w;
	struct jval *v;
	struct str s;
	int64_t n = 77;
	double d = 0;
	bool clipped = false;

	if (jwalk_start(&w, STR(json), NULL, &err) != 0)
		skip();
	v = jval_read(&w);
	assert_non_null(v);
	assert_true(jval_decimal(jval_get(v, "a"), 3, &n, &clipped));
	assert_true(n == 1700000000000057001);
	assert_true(jval_decimal(jval_get(v, "t"), 3, &n, &clipped));
	assert_true(n == 12500);
	assert_true(jval_decimal(jval_get(v, "w"), 3, &n, &clipped));
	assert_true(n == 7000);
	assert_false(jval_decimal(jval_get(v, "n"), 3, &n, &clipped));
	assert_false(jval_decimal(jval_get(v, "x"), 3, &n, &clipped));
	assert_false(clipped);
	assert_true(jval_decimal(jval_get(v, "big"), 0, &n, &clipped));
	assert_true(clipped);
	/* A number is no text, whatever the library was handed. */
	assert_false(jval_text(jval_get(v, "a"), &s));
	assert_true(jval_text(jval_get(v, "s"), &s));
	assert_true(str_is(s, "a \"1.5\" b"));
	assert_true(jval_number(jval_at(jval_get(v, "l"), 1), &d));
	assert_true(d < -1999 && d > -2001);
	assert_true(jval_int(jval_at(jval_get(v, "l"), 1), &n));
	assert_true(n == -2000);
	assert_false(jval_int(jval_at(jval_get(v, "l"), 0), &n));
	jval_print(jval_get(v, "l"), &text);
	assert_string_equal(strbuf_c(&text), "[1.5, -2e3]");
	strbuf_free(&text);
	jval_free(v);
}

TEST(the_walk_reads_numbers_and_texts_of_digits)
{
	static const char list[] = "[\"1.5\", 2.25, null, {}, \"x\", \"\"]";
	static const int is[] = { 1, 1, 0, 0, 0, 0 };
	struct err err = ERR_INIT;
	struct jwalk w;
	size_t n = 0;
	int64_t sum = 0, one;
	bool clipped = false;

	jwalk_init(&w, STR(list), &err);
	assert_int_equal(jwalk_array(&w), 0);
	for (size_t i = 0; i < 6; i++) {
		one = 0;
		assert_int_equal(jwalk_next(&w, &n), 1);
		assert_int_equal(jwalk_decimal(&w, 3, &one, &clipped), is[i]);
		sum += one;
	}
	assert_true(sum == 3750);
	assert_int_equal(jwalk_next(&w, &n), 0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
