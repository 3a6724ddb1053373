/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text, and names for display. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "engine/sides.h"
#include "engine/significance.h"
#include "present/caption.h"
#include "present/number.h"
#include "util_view.h"

/* The texts of values in a view of these stacks, joined by blanks. */
static void
texts_are(const char *folded, const char *unit, const char *option,
	const int64_t *value, size_t n, const char *want)
{
	struct fixture f;
	struct query q;
	struct numbers numbers;
	struct strbuf b = STRBUF_INIT;

	query_init(&q);
	if (option != NULL)
		q.unit = str_c(option);
	fixture_init(&f, folded, unit, &q);
	numbers = numbers_of(f.view, &f.view->w);
	for (size_t i = 0; i < n; i++) {
		size_t start;

		strbuf_addstr(&b, i > 0 ? " " : "");
		start = b.n;
		number_put(&b, &numbers, value[i]);
		assert_true((int)(b.n - start) <= numbers.width);
	}
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
	fixture_fini(&f);
}

#define VALUES(...) \
	(const int64_t[]){ __VA_ARGS__ }, \
		COUNT_OF(((const int64_t[]){ __VA_ARGS__ }))

TEST(a_column_has_the_unit_of_its_largest_value)
{
	texts_are("a 5700000000\na;b 570000000\nc 10000000\n", "nanoseconds",
		NULL, VALUES(5700000000, 570000000, 10000000, 1000000, 0),
		"5.70s 0.57s 0.01s 0.00s 0");
	texts_are("a 120\nb 10\n", "milliseconds", NULL, VALUES(120, 10),
		"120.0ms 10.0ms");
	texts_are("a 30000\nb 840\n", "milliseconds", NULL, VALUES(30000, 840),
		"30.00s 0.84s");
	texts_are(
		"a 7200\nb 1\n", "seconds", NULL, VALUES(7200, 1), "7,200s 1s");
	texts_are("a 72000\nb 3600\n", "seconds", NULL, VALUES(72000, 3600),
		"20.00hrs 1.00hrs");
	texts_are("a 300000000\nb -20000000\n", "nanoseconds", NULL,
		VALUES(300000000, -20000000, -1), "300.0ms -20.0ms 0.0ms");
	texts_are("a 100000000000\nb 123\n", "nanoseconds", NULL,
		VALUES(100000000000, 123, 4500000), "100.0s 0.0s 0.0s");
	texts_are("a 1330000\nb 460314\n", "bytes", NULL,
		VALUES(1330000, 460314, 512, 0), "1.27MB 0.44MB 0.00MB 0");
	texts_are("a 460314\nb 512\n", "bytes", NULL, VALUES(460314, 512),
		"449.5kB 0.5kB");
	texts_are("a 812\nb 12\n", "bytes", NULL, VALUES(812, 12), "812B 12B");
}

TEST(the_unit_is_one_in_which_self_values_are_seen)
{
	struct strbuf folded = STRBUF_INIT;

	for (int i = 0; i < 100; i++)
		strbuf_addf(&folded, "a;b%d 150\n", i);
	texts_are(strbuf_c(&folded), "seconds", NULL, VALUES(15000, 150),
		"15,000.0s 150.0s");
	strbuf_free(&folded);
}

TEST(counts_are_grouped_and_of_a_million_on_in_millions)
{
	texts_are("a 382100\nb 12\n", "count", NULL, VALUES(382100, 12, 0),
		"382,100 12 0");
	texts_are("a 561317193\nb 55123456\n", "count", NULL,
		VALUES(561317193, 55123456, 40000), "561.3M 55.1M 0.0M");
	texts_are("a 5613171930\n", "count", NULL, VALUES(5613171930), "5.61G");
	texts_are("a 7\nb -1\n", "requests", NULL, VALUES(7, -1), "7 -1");
}

TEST(the_unit_option_wins)
{
	texts_are("a 1572864\nb 512\n", "bytes", "MB", VALUES(1572864, 10240),
		"1.50MB 0.01MB");
	texts_are("a 5700000000\n", "nanoseconds", "ms",
		VALUES(5700000000, 61421160), "5,700ms 61ms");
	texts_are("a 61421160\nb 1\n", "nanoseconds", "s",
		VALUES(61421160, 6142116), "0.0614s 0.0061s");
	texts_are("a 5700000000\n", "nanoseconds", "auto",
		VALUES(5700000000, 57000000), "5.70s 0.06s");
}

TEST(an_amount_alone_has_the_unit_that_suits_it)
{
	static const struct {
		int64_t value;
		const char *unit, *want;
	} row[] = {
		{ 30000000000, "nanoseconds", "30s" },
		{ 1900000000, "nanoseconds", "1.90s" },
		{ 123456, "nanoseconds", "123.5us" },
		{ 327680000, "bytes", "312.5MB" },
		{ 1048576, "bytes", "1MB" },
		{ 812, "bytes", "812B" },
		{ 3000, "count", "3,000" },
		{ 0, "bytes", "0" },
		{ INT64_MIN, "count", "-9.22E" },
	};

	for (size_t i = 0; i < COUNT_OF(row); i++) {
		struct strbuf b = STRBUF_INIT;

		amount_put(&b, row[i].value, str_c(row[i].unit));
		assert_string_equal(strbuf_c(&b), row[i].want);
		strbuf_free(&b);
	}
}

static void
percent_is(int64_t value, int64_t base, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	assert_int_equal(percent_put(&b, value, base), want[0] != '\0');
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

static void
count_is(uint64_t n, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	count_put(&b, n);
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(percents_have_one_decimal_and_nothing_for_no_base)
{
	percent_is(19, 100, "19.0%");
	percent_is(0, 100, "0%");
	percent_is(100, 100, "100%");
	percent_is(-5, 200, "-2.5%");
	percent_is(-1, 100000, "0.0%");
	percent_is(5, 0, "");
	percent_is(INT64_MAX, INT64_MAX, "100%");
	percent_is(INT64_MIN, INT64_MAX, "-100.0%");
}

/* What exceeds the whole is no share of it. */
TEST(no_percentage_is_above_100)
{
	percent_is(10004, 10000, "100%");
	percent_is(1001, 1000, "");
	percent_is(-60, 10, "");
	percent_is(40, -15, "");
	percent_is(INT64_MAX, 1, "");
	percent_is(INT64_MIN, -1, "");
}

TEST(large_counts_are_grouped)
{
	count_is(0, "0");
	count_is(999, "999");
	count_is(3000, "3,000");
	count_is(18402113, "18,402,113");
	count_is(UINT64_MAX, "18,446,744,073,709,551,615");
}

TEST(captions_follow_the_mode)
{
	static const struct {
		enum caption_mode mode;
		const char *want;
	} row[] = {
		{ CAPTION_AUTO, "price.(*Engine).Quote" },
		{ CAPTION_FULL, "example.com/shop/price.(*Engine).Quote" },
		{ CAPTION_SHORT, "Quote" },
		{ CAPTION_FILELINE, "shop/price/quote.go:88" },
	};
	struct fixture f;
	struct arena arena = ARENA_INIT;
	struct strbuf b = STRBUF_INIT;
	frame_id frame;

	fixture_init(&f,
		"example.com/shop/price.(*Engine).Quote"
		"@shop/price/quote.go:88 1\nplain 1\n",
		"count", NULL);
	frame = fixture_frame(&f, "example.com/shop/price.(*Engine).Quote");
	for (size_t i = 0; i < COUNT_OF(row); i++) {
		strbuf_reset(&b);
		strbuf_add(
			&b, caption_short(f.view, frame, row[i].mode, &arena));
		assert_string_equal(strbuf_c(&b), row[i].want);
	}
	strbuf_reset(&b);
	caption_source_put(&b, f.view, frame, false);
	assert_string_equal(strbuf_c(&b), "quote.go:88");
	strbuf_reset(&b);
	caption_source_put(&b, f.view, fixture_frame(&f, "plain"), true);
	assert_int_equal(b.n, 0);
	/* without a place, file:line falls back to the name */
	strbuf_add(&b,
		caption_short(f.view, fixture_frame(&f, "plain"),
			CAPTION_FILELINE, &arena));
	assert_string_equal(strbuf_c(&b), "plain");
	strbuf_free(&b);
	arena_free(&arena);
	fixture_fini(&f);
}

TEST(captions_of_lines_keep_the_line)
{
	struct fixture f;
	struct query q;
	struct name_forms forms;
	struct arena arena = ARENA_INIT;
	struct strbuf b = STRBUF_INIT;

	query_init(&q);
	q.granularity = GRAN_LINES;
	fixture_init(&f, "a.com/b/price.Quote@shop/price/quote.go:88 1\n",
		"count", &q);
	caption_forms(&forms, f.view, 0, CAPTION_AUTO, &arena);
	for (int k = 0; k < forms.n; k++) {
		strbuf_addstr(&b, k > 0 ? " | " : "");
		strbuf_add(&b, forms.form[k]);
	}
	assert_string_equal(strbuf_c(&b),
		"a.com/b/price.Quote shop/price/quote.go:88 | "
		"price.Quote quote.go:88 | price.Quote:88 | Quote:88");
	strbuf_free(&b);
	arena_free(&arena);
	fixture_fini(&f);
}

TEST(equal_captions_get_longer_until_they_differ)
{
	static const char *const name[] = { "ns1::Foo::run", "other",
		"ns2::Foo::run", "alone" };
	struct caption caption[4] = { { .cols = 10 }, { .cols = 10 },
		{ .cols = 10 }, { .cols = 2 } };
	struct arena arena = ARENA_INIT;

	for (int i = 0; i < 4; i++)
		name_forms(&caption[i].forms, str_c(name[i]), &arena);
	captions_fit(caption, 4, false);
	assert_string_equal(strbuf_c(&caption[0].text), "ns1::F…run");
	assert_string_equal(strbuf_c(&caption[1].text), "other");
	assert_string_equal(strbuf_c(&caption[2].text), "ns2::F…run");
	assert_string_equal(strbuf_c(&caption[3].text), "al");
	for (int i = 0; i < 4; i++)
		strbuf_free(&caption[i].text);
	arena_free(&arena);
}

TEST(hues_belong_to_packages)
{
	struct fixture f;
	uint8_t a, b, c;

	fixture_init(&f, "runtime.mallocgc;runtime.gc;net/http.serve 1\n",
		"count", NULL);
	a = caption_hue(
		f.view, fixture_frame(&f, "runtime.mallocgc"), HUE_PACKAGE);
	b = caption_hue(f.view, fixture_frame(&f, "runtime.gc"), HUE_PACKAGE);
	c = caption_hue(
		f.view, fixture_frame(&f, "net/http.serve"), HUE_PACKAGE);
	assert_int_equal(a, b);
	assert_int_not_equal(a, c);
	assert_int_not_equal(
		caption_hue(
			f.view, fixture_frame(&f, "runtime.gc"), HUE_FUNCTION),
		caption_hue(f.view, fixture_frame(&f, "runtime.mallocgc"),
			HUE_FUNCTION));
	assert_int_equal(caption_hue(f.view, NONE, HUE_PACKAGE), 0);
	fixture_fini(&f);
}

/* Five events against none: without 0 in the interval, but with a chance of
   1 in 16. */
TEST(tests_are_counted_where_one_alone_would_be_real)
{
	const struct numbers n = { .from = STR("count"), .to = STR("count") };
	struct verdict v = {
		.is = SIGNIFICANCE_CHANCE, .error = 2.236, .of = 10
	};
	struct strbuf text = STRBUF_INIT;

	v.p = 0.0625;
	verdict_put(&text, &n, (struct sides){ 0, 5 }, v);
	assert_null(strstr(strbuf_c(&text), "tested"));
	strbuf_reset(&text);
	v.p = 0.03125;
	verdict_put(&text, &n, (struct sides){ 0, 6 }, v);
	assert_non_null(strstr(strbuf_c(&text), "may be chance (10 tested)"));
	strbuf_free(&text);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
