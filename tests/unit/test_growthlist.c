/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of what grows: its rates, its verdicts and the callers in it. */
#include "prelude.h"

#include "present/growth.h"

#include "testing.h"

#include "base/compiler.h"

enum { MOST = 40, SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* A growth of n snapshots within `span` ms, with one steady row. */
struct fixture {
	struct growth_time time[MOST];
	struct grower row[8];
	struct growth g;
};

static struct growth *
begin(struct fixture *f, size_t n, int64_t span)
{
	*f = (struct fixture){ .g = { .type = STR("inuse_space"),
				       .unit = STR("bytes"),
				       .n = n,
				       .is_per_hour = true,
				       .n_rows = 1 } };
	f->g.snapshot = f->time;
	f->g.row = f->row;
	for (size_t i = 0; i < n; i++)
		f->time[i].at = 1 + span * (int64_t)i / (int64_t)(n - 1);
	f->row[0] = (struct grower){ .name = STR("put"),
		.first = 1 << 20,
		.last = 3 << 20,
		.significance = SIGNIFICANCE_REAL,
		.callee = NONE,
		.trend.shape = TREND_STEADY };
	return &f->g;
}

static void
remarks_are(const struct growth *g, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	growth_remarks_put(&b, g);
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(a_rate_has_a_unit_that_fits_the_span)
{
	static const struct {
		int64_t span;
		const char *per;
	} known[] = { { 1 * SECOND, "/s" }, { 3 * SECOND, "/s" },
		{ 179 * SECOND, "/s" }, { 3 * MINUTE, "/min" },
		{ 179 * MINUTE, "/min" }, { 3 * HOUR, "/h" },
		{ INT64_C(71) * HOUR, "/h" }, { INT64_C(72) * HOUR, "/d" },
		{ INT64_C(9000) * HOUR, "/d" } };
	struct fixture f;
	struct growth *g;

	for (size_t i = 0; i < COUNT_OF(known); i++)
		assert_string_equal(
			growth_per(begin(&f, 12, known[i].span)).text,
			known[i].per);
	g = begin(&f, 12, HOUR);
	assert_true(growth_per(g).hours * 60 > 0.999 &&
		growth_per(g).hours * 60 < 1.001);
	g->is_per_hour = false;
	assert_string_equal(growth_per(g).text, "/snapshot");
	assert_true(growth_per(g).hours >= 1 && growth_per(g).hours <= 1);
}

TEST(what_rises_for_a_moment_is_no_leak)
{
	struct fixture f;
	struct growth *g = begin(&f, 12, HOUR);
	struct strbuf b = STRBUF_INIT;

	assert_string_equal(growth_verdict(g, g->row), "steady");
	remarks_are(g,
		"rises steadily: a leak, or a cache that is still filling\n");
	g = begin(&f, 12, 3 * SECOND);
	assert_string_equal(growth_verdict(g, g->row), "rising");
	growth_verdict_put(&b, g, g->row);
	assert_string_equal(
		strbuf_c(&b), "span of 3 s: too short to call it a leak");
	remarks_are(g, "span of 3 s: too short to call it a leak\n");
	g = begin(&f, 9, HOUR);
	assert_string_equal(growth_verdict(g, g->row), "rising");
	remarks_are(g, "9 snapshots: too few to call it a leak\n");
	g->row[0].trend.shape = TREND_FLOOR;
	assert_string_equal(growth_verdict(g, g->row), "rising floor");
	/* Growth that may be chance needs no remark about leaks. */
	g->row[0].significance = SIGNIFICANCE_CHANCE;
	assert_string_equal(growth_verdict(g, g->row), "?");
	assert_null(strstr(growth_verdict(g, g->row), "leak"));
	strbuf_free(&b);
}

TEST(it_says_how_much_a_function_grew)
{
	struct fixture f;
	struct growth *g = begin(&f, 12, HOUR);
	struct strbuf b = STRBUF_INIT;

	growth_by_put(&b, g, g->row);
	assert_string_equal(strbuf_c(&b), "+2MB");
	strbuf_free(&b);
}

/* main calls serve, which calls put; two others call it as well. */
TEST(callers_are_below_what_they_call)
{
	static const uint32_t callee[] = { NONE, NONE, 0, 0, 2, 4 };
	static const struct growth_line want[] = { { 0, 0 }, { 2, 1 }, { 4, 2 },
		{ 5, 3 }, { 3, 1 }, { 1, 0 } };
	struct fixture f;
	struct growth *g = begin(&f, 12, HOUR);
	struct growth_line *line;
	size_t n;

	g->n_rows = 2;
	g->n_explained = 4;
	for (size_t i = 0; i < COUNT_OF(callee); i++)
		g->row[i].callee = callee[i];
	line = growth_lines(g, NONE, &n);
	assert_int_equal(n, 2);
	free(line);
	line = growth_lines(g, 0, &n);
	assert_int_equal(n, COUNT_OF(want));
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(line[i].row, want[i].row);
		assert_int_equal(line[i].depth, want[i].depth);
	}
	free(line);
	line = growth_lines(g, 1, &n);
	assert_int_equal(n, 2);
	free(line);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
