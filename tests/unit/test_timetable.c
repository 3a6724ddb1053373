/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -timeline as text. */
#include "prelude.h"

#include "testing.h"

#include "engine/view.h"
#include "profile/timeseries.h"
#include "report/report.h"
#include "stacks.h"
#include "util_report.h"

enum { SEC = 1000, MIN = 60 * SEC };

/* A point: when it begins, how long it is, both in ms, and its sum. */
struct row {
	int64_t from, length, sum;
};

static struct points
points_from(const struct row *row, size_t n, const char *unit)
{
	struct points ps = { .unit = str_c(unit), .per_second = true };

	for (size_t i = 0; i < n; i++)
		points_add(&ps,
			&(struct point){ .span = { row[i].from,
						 row[i].from + row[i].length },
				.sum = row[i].sum,
				.n = 1 });
	points_done(&ps);
	return ps;
}

static void
table_in(const char *unit, const struct report_times *times, const char *want)
{
	struct profile *p = stacks_read("types cpu/nanoseconds\na 1\n");
	struct strbuf out = STRBUF_INIT;
	struct query q;

	query_init(&q);
	q.unit = str_c(unit);
	report_put("timeline", p, &q,
		(struct report_job){ .times = times, .out = &out });
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	profile_unref(p);
}

static void
table_is(const struct report_times *times, const char *want)
{
	table_in("minimum", times, want);
}

#define HEAD "cpu per second"
#define TITLE "\ntime                             value  profiles"

TEST(profiles_of_one_time_are_one_row_whose_columns_add_up)
{
	static const struct row a[] = { { MIN, 10 * SEC, 1000000000 } };
	static const struct row b[] = { { MIN, 20 * SEC, 5000000000 },
		{ 2 * MIN, 10 * SEC, 5000000000 } };
	const struct row both[] = { a[0], b[0], b[1] };
	struct points all = points_from(both, 3, "nanoseconds");
	struct points pod[2] = { points_from(b, 2, "nanoseconds"),
		points_from(a, 1, "nanoseconds") };
	const struct report_line_of line[2] = { { STR("b"), &pod[0] },
		{ STR("a"), &pod[1] } };
	const struct report_times times = { .all = &all,
		.counts = true,
		.label = STR("pod"),
		.n = 2,
		.line = line };

	table_is(&times,
		HEAD
		", by pod" TITLE "           b           a\n"
		"1970-01-01 00:01:00            300ms/s         2     250ms/s"
		"      50ms/s\n"
		"1970-01-01 00:02:00            500ms/s         1     500ms/s"
		"            \n");
	points_free(&all);
	points_free(&pod[0]);
	points_free(&pod[1]);
}

TEST(a_rate_without_a_duration_is_not_zero)
{
	static const struct row row[] = { { 0, 10 * SEC, 5000000000 },
		{ MIN, 0, 5000000000 }, { 2 * MIN, 10 * SEC, 5000000000 } };
	struct points all = points_from(row, 3, "nanoseconds");
	const struct report_times times = { .all = &all, .counts = true };
	struct points_sum sum = points_sum(&all, points_extent(&all));

	table_is(&times,
		HEAD TITLE
		"\n"
		"1970-01-01 00:00:00            500ms/s         1\n"
		"1970-01-01 00:01:00                  -         1\n"
		"1970-01-01 00:02:00            500ms/s         1\n");
	/* Nor is it part of a mean. */
	assert_true(points_value(&all, &sum) == 5e8);
	points_free(&all);
}

TEST(values_are_in_the_unit_that_was_asked_for)
{
	static const struct row row[] = { { 0, 10 * SEC, 5000000000 },
		{ MIN, 10 * SEC, 25000000 } };
	struct points all = points_from(row, 2, "nanoseconds");
	const struct report_times times = { .all = &all, .counts = true };

	table_in("us", &times,
		HEAD TITLE
		"\n"
		"1970-01-01 00:00:00         500000us/s         1\n"
		"1970-01-01 00:01:00           2500us/s         1\n");
	points_free(&all);
}

TEST(lines_that_are_left_out_are_named_with_their_sum)
{
	static const struct row a[] = { { MIN, 10 * SEC, 1000000000 } };
	static const struct row b[] = { { MIN, 10 * SEC, 3000000000 } };
	const struct row all_of[] = { a[0], b[0],
		{ MIN, 10 * SEC, 1500000000 }, { MIN, 10 * SEC, 500000000 } };
	struct points all = points_from(all_of, 4, "nanoseconds");
	struct points pod[2] = { points_from(b, 1, "nanoseconds"),
		points_from(a, 1, "nanoseconds") };
	const struct report_line_of line[2] = { { STR("b"), &pod[0] },
		{ STR("a"), &pod[1] } };
	const struct report_times times = { .all = &all,
		.counts = true,
		.label = STR("pod"),
		.n = 2,
		.line = line,
		.others = 2 };

	table_is(&times, HEAD ", by pod, without 2 more (200ms/s)" TITLE
		"           b           a\n"
		"1970-01-01 00:01:00            600ms/s         4     300ms/s"
		"     100ms/s\n");
	points_free(&all);
	points_free(&pod[0]);
	points_free(&pod[1]);
}

TEST(small_rates_have_decimals)
{
	static const struct row row[] = { { 0, MIN, 25 }, { MIN, MIN, 35 },
		{ 2 * MIN, MIN, 60 }, { 3 * MIN, MIN, 1200 } };
	static const struct row delay[] = { { 0, MIN, 20 }, { MIN, MIN, 90 } };
	struct points all = points_from(row, 4, "count");
	struct points seconds = points_from(delay, 2, "seconds");
	struct report_times times = { .all = &all, .counts = true };

	table_is(&times,
		HEAD TITLE
		"\n"
		"1970-01-01 00:00:00             0.42/s         1\n"
		"1970-01-01 00:01:00             0.58/s         1\n"
		"1970-01-01 00:02:00                1/s         1\n"
		"1970-01-01 00:03:00               20/s         1\n");
	times.all = &seconds;
	table_is(&times,
		HEAD TITLE
		"\n"
		"1970-01-01 00:00:00         333.33ms/s         1\n"
		"1970-01-01 00:01:00            1.50s/s         1\n");
	points_free(&all);
	points_free(&seconds);
}

int
main(void)
{
	return tests_run(tests_in_utc, NULL);
}
