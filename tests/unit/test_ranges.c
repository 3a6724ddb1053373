/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of a recording add up to it, and each figure of a rate is the same:
 * against sums over its samples that know nothing of steps.
 */
#include "prelude.h"

#include "load/snapshots.h"

#include <inttypes.h>
#include <math.h>

#include "testing.h"

#include "base/num.h"
#include "load/sampletimes.h"
#include "profile/builder.h"
#include "util_random.h"

enum { COLUMNS = 3, MOST = 80 };

#define NS INT64_C(1000000)

/* 2026-11-22 14:00:00 UTC */
#define AFTERNOON INT64_C(1795356000000)

static uint64_t
below(uint64_t *state, uint64_t n)
{
	return random_next(state) % n;
}

static long
rounds(void)
{
	const char *n = getenv("RANGE_ROUNDS");

	return n != NULL ? atol(n) : 60;
}

/* The input: a count, time on a core, and a wait with a duration. */
struct recording {
	size_t n;
	int64_t time[MOST], value[COLUMNS][MOST];
	struct profile *p;
	struct snapshots *s;
};

static void
record(struct recording *r, uint64_t *seed)
{
	static const char *const type[COLUMNS] = { "samples", "cpu", "wall" };
	struct builder *b = builder_new(0);
	struct err err = ERR_INIT;

	for (size_t c = 0; c < COLUMNS; c++)
		builder_type(b, builder_string(b, str_c(type[c])),
			builder_string(
				b, c == 0 ? STR("count") : STR("nanoseconds")));
	builder_times(b);
	r->n = 1 + below(seed, MOST);
	for (size_t i = 0; i < r->n; i++) {
		int64_t value[COLUMNS] = { 1, 10 * NS,
			(int64_t)below(
				seed, below(seed, 8) == 0 ? 20000 : 300) *
				NS };

		/* The first is the beginning. */
		r->time[i] =
			i == 0 ? 0 : (int64_t)below(seed, 30000 * (uint64_t)NS);
		value[2] += (int64_t)below(seed, NS);
		for (size_t c = 0; c < COLUMNS; c++)
			r->value[c][i] = value[c];
		(void)builder_sample(b, 0, 0, value);
		builder_time(b, r->time[i]);
	}
	builder_header(b)->time_nanos = AFTERNOON * NS;
	if (below(seed, 2) == 0) {
		builder_header(b)->period = 10 * NS;
		builder_header(b)->period_type = builder_string(b, STR("cpu"));
		builder_header(b)->period_unit =
			builder_string(b, STR("nanoseconds"));
	}
	r->p = builder_seal(b, &err);
	assert_non_null(r->p);
	r->s = snapshots_new();
	sampled_take(r->s, r->p);
}

static void
forget(struct recording *r)
{
	profile_unref(r->p);
	snapshots_unref(r->s);
}

/* The part of each sample within a span. */
static int64_t
naive(const struct recording *r, size_t column, struct span span)
{
	int64_t from = (span.from - AFTERNOON) * NS, sum = 0;
	int64_t until = (span.until - AFTERNOON) * NS;

	for (size_t i = 0; i < r->n; i++) {
		int64_t a = r->time[i], b = a + r->value[column][i];

		if (column < 2) {
			sum += a >= from && a < until ? r->value[column][i] : 0;
			continue;
		}
		a = a > from ? a : from;
		b = b < until ? b : until;
		sum += b > a ? b - a : 0;
	}
	return sum;
}

static int64_t
cut_sum(const struct recording *r, size_t column, struct span span)
{
	struct err err = ERR_INIT;
	const struct profile *p =
		snapshots_level(r->s, span, r->p, NULL, NULL, &err);
	int64_t sum = 0;

	assert_non_null(p);
	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[column][i];
	assert_int_equal(
		p->header.duration_nanos, (span.until - span.from) * NS);
	profile_unref(p);
	return sum;
}

TEST(cuts_at_any_places_add_up)
{
	uint64_t seed = 11;

	for (long k = rounds(); k > 0; k--) {
		struct recording r;
		struct span all;
		int64_t sum[COLUMNS] = { 0 }, at;

		record(&r, &seed);
		all = snapshots_extent(r.s);
		for (at = all.from; at < all.until;) {
			struct span part = { at,
				at + 1 + (int64_t)below(&seed, 9000) };

			part = span_both(part, all);
			for (size_t c = 0; c < COLUMNS; c++) {
				int64_t is = cut_sum(&r, c, part);

				assert_int_equal(is, naive(&r, c, part));
				sum[c] += is;
			}
			at = part.until;
		}
		for (size_t c = 0; c < COLUMNS; c++) {
			int64_t whole = 0;

			for (size_t i = 0; i < r.n; i++)
				whole += r.value[c][i];
			assert_int_equal(sum[c], whole);
		}
		forget(&r);
	}
}

static struct str
type_at(const struct recording *r, size_t c, struct str *unit)
{
	*unit = profile_str(r->p, r->p->types.unit[c]);
	return profile_str(r->p, r->p->types.type[c]);
}

/* The mean of steps, each by its length, the title's and the range's rate. */
TEST(a_rate_is_the_same_wherever_it_is_printed)
{
	uint64_t seed = 12;

	for (long k = rounds(); k > 0; k--) {
		struct recording r;
		struct span all, window;
		struct points ps;
		int64_t step;

		record(&r, &seed);
		all = snapshots_extent(r.s);
		window.from = all.from + (int64_t)below(&seed, 9000);
		window.until = window.from + 1 + (int64_t)below(&seed, 30000);
		window = span_both(window, all);
		if (span_is_empty(window))
			window = all;
		step = points_step(window.until - window.from,
			1 + (int)below(&seed, 60), 1, 0);
		for (size_t c = 0; c < COLUMNS; c++) {
			struct str unit, type = type_at(&r, c, &unit);
			struct points_sum sum;
			int64_t at = window.from, total = naive(&r, c, window);
			double mean = 0,
			       want = (double)total * 1000 /
				(double)(window.until - window.from);

			sampled_points_in(r.s, type, unit, window, step, &ps);
			assert_true(ps.per_second);
			for (size_t i = 0; i < ps.n; i++) {
				struct span of = ps.p[i].span;

				/* No gap, nothing twice. */
				assert_int_equal(of.from, at);
				at = of.until;
				assert_int_equal(ps.p[i].sum, naive(&r, c, of));
				sum = points_sum(&ps, of);
				mean += points_value(&ps, &sum) *
					(double)(of.until - of.from) /
					(double)(window.until - window.from);
			}
			assert_int_equal(at, window.until);
			sum = points_sum(&ps, window);
			assert_int_equal(sum.sum, total);
			assert_true(fabs(mean - want) <= 1e-9 * want + 1e-9);
			assert_true(fabs(points_value(&ps, &sum) - want) <=
				1e-12 * want);
			sum = sampled_sum(r.s, type, unit, window);
			assert_int_equal(sum.sum, total);
			assert_int_equal(
				sum.covered, window.until - window.from);
			points_free(&ps);
		}
		forget(&r);
	}
}

/* Open ends, and ends far beside the recording, are those of the recording. */
TEST(a_range_ends_where_the_recording_does)
{
	static const char *const same[][2] = { { "0s..", "0s..1h" },
		{ "..", "2000-01-01..2100-01-01" }, { "5s..", "5s..60m" },
		{ "..5s", "0s..5s" }, { "..5s", "2000-01-01..5s" } };
	uint64_t seed = 13;

	for (long k = rounds(); k > 0; k--) {
		struct recording r;
		struct span all;

		do {
			record(&r, &seed);
			all = snapshots_extent(r.s);
			if (all.until > AFTERNOON + 6000)
				break;
			forget(&r);
		} while (true);
		for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
			struct err err = ERR_INIT;
			struct span a, b;
			double one[COLUMNS], other[COLUMNS];

			assert_int_equal(snapshots_span(r.s, str_c(same[i][0]),
						 AFTERNOON, &a, &err),
				0);
			assert_int_equal(snapshots_span(r.s, str_c(same[i][1]),
						 AFTERNOON, &b, &err),
				0);
			assert_true(span_equal(a, b));
			assert_true(span_equal(a, span_both(a, all)));
			snapshots_scale(r.s, a, all, r.p, one);
			snapshots_scale(r.s, all, a, r.p, other);
			for (size_t c = 0; c < COLUMNS; c++) {
				double want = (double)(a.until - a.from) /
					(double)(all.until - all.from);

				assert_true(fabs(one[c] - want) < 1e-12);
				assert_true(
					fabs(one[c] * other[c] - 1) < 1e-12);
			}
		}
		forget(&r);
	}
}

int
main(void)
{
	return tests_run(tests_in_utc, NULL);
}
