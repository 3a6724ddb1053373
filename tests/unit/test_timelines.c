/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Servers as a source of times: ranges, points, lines and means of a server
   that answers by Pyroscope's rules (scope.h). */
#include "prelude.h"

#include "series/timereport.h"

#include <inttypes.h>
#include <math.h>

#include "testing.h"

#include "fetch/fetch.h"
#include "httpd.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "scope.h"
#include "series/growthscan.h"
#include "series/timelines.h"
#include "util_read.h"

#define S INT64_C(1000000000)
#define MB (INT64_C(1) << 20)
#define CPU \
	"?service=shop&type=" SCOPE_CPU "&from=1795329120&until=1795332719999"
#define HEAP \
	"?service=shop&type=" SCOPE_HEAP "&from=1795329120&until=" \
	"1795332719999"

static const struct fetch_options options = {
	.seconds = -1, .no_save = true, .now = SCOPE_UNTIL
};

struct bench {
	struct scope *scope;
	struct strbuf name;
	struct str source;
	struct arena arena;
	struct warnings warnings;
	struct load_spec spec;
};

static struct bench *
begin(const char *rest)
{
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	b->scope = scope_new();
	strbuf_addf(&b->name, "pyroscope://127.0.0.1:%d%s",
		scope_port(b->scope), rest);
	b->source = strbuf_str(&b->name);
	warnings_init(&b->warnings, &b->arena);
	b->spec = (struct load_spec){
		.source = &b->source, .n_sources = 1, .fetch = &options
	};
	return b;
}

static void
end(struct bench *b)
{
	scope_free(b->scope);
	strbuf_free(&b->name);
	arena_free(&b->arena);
	free(b);
}

static int64_t
total(struct bench *b, const char *range, const char *base)
{
	struct err err = ERR_INIT;
	struct profile *p;
	int64_t sum;

	b->spec.range = str_c(range);
	b->spec.base_range = str_c(base);
	p = load_profile(&b->spec, &b->warnings, NULL, &err);
	assert_string_equal(err.msg, "");
	sum = read_sum(p);
	profile_unref(p);
	return sum;
}

static void
times_of(
	struct bench *b, const char *group, const char *window, struct times *t)
{
	struct snapshots *s = snapshots_new();
	struct err err = ERR_INIT;
	struct profile *p;

	b->spec.snapshots = s;
	p = load_profile(&b->spec, &b->warnings, NULL, &err);
	b->spec.snapshots = NULL;
	assert_string_equal(err.msg, "");
	assert_true(s->served);
	assert_int_equal(times_make(t, s, &b->spec, p, STR_EMPTY, str_c(group),
				 str_c(window), NULL, &err),
		0);
	/* The unit is the profile's. */
	assert_true(t->report.all->unit.n > 0);
	profile_unref(p);
	snapshots_unref(s);
}

TEST(a_range_is_what_is_fetched)
{
	struct bench *b = begin(CPU);

	/* 240 scrapes of 4 s in all, and four times 4 s more of one pod. */
	assert_int_equal(total(b, "", ""), (240 * 4 + 16) * S);
	assert_int_equal(total(b, "06:32..07:02", ""), 120 * 4 * S);
	assert_int_equal(total(b, "07:02..07:32", ""), (120 * 4 + 16) * S);
	assert_int_equal(total(b, "07:22..07:23", ""), 4 * 8 * S);
	assert_int_equal(total(b, "30m", ""), (120 * 4 + 16) * S);
	/* Nothing of the last ms of the first half is there twice. Each is a
	   profile, and the number of its samples. */
	assert_int_equal(httpd_requests(scope_httpd(b->scope)), 2 * 5);
	end(b);
}

TEST(a_base_is_scaled_to_as_many_seconds)
{
	struct bench *b = begin(CPU);

	/* A diff: the new side less the base. */
	assert_int_equal(
		total(b, "07:22..07:23", "07:21..07:22"), 4 * (8 - 4) * S);
	b->spec.per_second = true;
	assert_int_equal(
		total(b, "07:22..07:23", "07:00..07:10"), 4 * (8 - 4) * S);
	b->spec.per_second = false;
	assert_int_equal(total(b, "07:22..07:23", "07:00..07:10"),
		4 * 8 * S - 40 * 4 * S);
	end(b);
}

TEST(points_and_ranges_weigh_the_same)
{
	struct bench *b = begin(CPU);
	struct times t;
	int64_t sum = 0;

	times_of(b, "", "", &t);
	assert_int_equal(t.report.all->n, 240);
	assert_int_equal(t.report.all->grid, 15000);
	assert_true(t.report.all->per_second);
	for (size_t i = 0; i < t.report.all->n; i++) {
		const struct point *p = &t.report.all->p[i];
		char range[64];

		sum += p->sum;
		if (i % 40 != 0)
			continue;
		snprintf(range, sizeof(range), "%" PRId64 "..%" PRId64,
			p->span.from, p->span.until);
		assert_int_equal(total(b, range, ""), p->sum);
	}
	assert_int_equal(sum, (240 * 4 + 16) * S);
	times_free(&t);
	end(b);
}

TEST(a_window_has_finer_points)
{
	struct bench *b = begin(CPU);
	struct times t;

	times_of(b, "", "07:20..07:25", &t);
	assert_int_equal(t.report.all->grid, 15000);
	assert_int_equal(t.report.all->n, 20);
	assert_int_equal(t.report.all->p[7].sum, 4 * S);
	assert_int_equal(t.report.all->p[8].sum, 8 * S);
	times_free(&t);
	end(b);
}

TEST(values_of_a_label_have_lines)
{
	struct bench *b = begin(CPU);
	struct times t;
	int64_t sum[2] = { 0, 0 };

	times_of(b, "pod", "", &t);
	assert_int_equal(t.report.n, 2);
	assert_true(str_is(t.report.line[0].name, "one"));
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < t.report.line[k].points->n; i++)
			sum[k] += t.report.line[k].points->p[i].sum;
	assert_int_equal(sum[0], (240 * 2 + 16) * S);
	assert_int_equal(sum[1], 240 * 2 * S);
	times_free(&t);
	end(b);
}

TEST(of_a_level_there_is_the_mean)
{
	struct bench *b = begin(HEAP);
	struct times t;
	struct points_sum one;

	/* 5 MB, and 1 to 240 MB: their mean. */
	assert_int_equal(total(b, "", ""), 5 * MB + 241 * MB / 2);
	/* Scrapes 0 to 3: two pods of 1 to 4 MB and 5 MB. */
	assert_int_equal(total(b, "06:32..06:33", ""), 5 * MB + 5 * MB / 2);
	assert_non_null(b->warnings.head);
	assert_non_null(strstr(b->warnings.head->text.p,
		"the mean of 240 snapshots, one every 15s"));
	/* Means are not scaled. */
	b->spec.per_second = true;
	assert_int_equal(total(b, "06:33..06:34", "06:32..06:33"), 4 * MB);
	b->spec.range = b->spec.base_range = STR_EMPTY;
	times_of(b, "", "", &t);
	assert_false(t.report.all->per_second);
	one = points_sum(
		t.report.all, (struct span){ SCOPE_FROM, SCOPE_FROM + 60000 });
	assert_true(points_value(t.report.all, &one) == 7.5 * (double)MB);
	times_free(&t);
	/* Who knows better how often they were taken says so. */
	b->spec.interval = STR("30s");
	assert_int_equal(total(b, "", ""), 2 * (5 * MB + 241 * MB / 2));
	b->spec.interval = STR_EMPTY;
	/* Times without any, before or behind, are none of them. */
	scope_until(b->scope, SCOPE_FROM + 600000);
	assert_int_equal(total(b, "", ""), 5 * MB + 41 * MB / 2);
	end(b);
}

/* Parca has each snapshot of each process by itself, and adds them up in its
   profile. */
TEST(levels_of_parca_are_means_too)
{
	static const char series[] =
		"{\"series\":[{\"labelset\":{\"labels\":[{\"name\":\""
		"instance\",\"value\":\"x:1\"},{\"name\":\"pod\",\"va"
		"lue\":\"a\"}]},\"samples\":[{\"timestamp\":\"2026-11"
		"-02T07:53:05Z\",\"value\":\"7\",\"count\":\"1\"},{\""
		"timestamp\":\"2026-11-02T07:53:20Z\",\"value\":\"8\""
		",\"count\":\"1\"},{\"timestamp\":\"2026-11-02T07:53:"
		"35Z\",\"value\":\"9\",\"count\":\"1\"}],\"sampleType"
		"\":null,\"periodType\":null},{\"labelset\":{\"labels"
		"\":[{\"name\":\"instance\",\"value\":\"x:2\"},{\"nam"
		"e\":\"pod\",\"value\":\"b\"}]},\"samples\":[{\"times"
		"tamp\":\"2026-11-02T07:53:06Z\",\"value\":\"1\",\"co"
		"unt\":\"1\"},{\"timestamp\":\"2026-11-02T07:53:21Z\""
		",\"value\":\"1\",\"count\":\"1\"},{\"timestamp\":\"2"
		"026-11-02T07:53:36Z\",\"value\":\"1\",\"count\":\"1"
		"\"}],\"sampleType\":null,\"periodType\":null}]}";
	const struct httpd_row rows[] = {
		{ .path = "/api/profiles/query_range*", .answer = STR(series) },
		{ .path = "/api/profiles/query?mode=MODE_MERGE*",
			.answer = STR(
				"{\"pprof\":"
				"\"bWFpbjtncm93IDI0Cm1haW47a2VlcCAzCg==\"}") },
		{ .path = "/api/profiles/labels?*",
			.answer = STR(
				"{\"labelNames\":[\"instance\",\"pod\"]}") },
	};
	struct httpd *d = httpd_new(rows, COUNT_OF(rows));
	struct bench *b = begin("");
	struct strbuf name = STRBUF_INIT;
	struct times t;

	strbuf_addf(&name,
		"parca://127.0.0.1:%d?type=memory:inuse_space:bytes:space:bytes"
		"&from=1793605980&until=1793606024999",
		httpd_port(d));
	b->source = strbuf_str(&name);
	assert_int_equal(total(b, "", ""), (24 + 3) / 3);
	assert_non_null(strstr(b->warnings.head->text.p,
		"the mean of 3 snapshots, one every 15s"));
	b->spec.range = b->spec.base_range = STR_EMPTY;
	times_of(b, "pod", "", &t);
	assert_int_equal(t.report.all->n, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(t.report.all->p[i].sum, 8 + i);
	assert_int_equal(t.report.n, 2);
	assert_true(str_is(t.report.line[0].name, "a"));
	assert_int_equal(t.report.line[0].points->p[2].sum, 9);
	assert_true(str_is(t.report.line[1].name, "b"));
	times_free(&t);
	strbuf_free(&name);
	httpd_free(d);
	end(b);
}

TEST(steps_are_as_short_as_the_interval)
{
	struct bench *b = begin(CPU);
	struct snapshots *s = snapshots_new();
	struct served_sides sides;
	const struct span minute = { SCOPE_FROM, SCOPE_FROM + 60000 };
	struct err err = ERR_INIT;

	assert_int_equal(served_settle(s, &b->spec, &b->source, 1, &sides,
				 &b->arena, &err),
		0);
	assert_int_equal(served_step(s, minute, 120), 15000);
	b->spec.interval = STR("5s");
	assert_int_equal(served_settle(s, &b->spec, &b->source, 1, &sides,
				 &b->arena, &err),
		0);
	assert_int_equal(served_step(s, minute, 120), 5000);
	b->spec.interval = STR("often");
	assert_int_equal(load_check(&b->spec, &err), -1);
	assert_string_equal(err.msg,
		"interval: \"often\" is not a duration from 1s to 24h");
	snapshots_unref(s);
	end(b);
}

TEST(a_function_is_asked_about_part_by_part)
{
	struct bench *b = begin("?service=shop&type=cpu&from=1795329120&until="
				"1795332719999");
	struct snapshots *s = snapshots_new();
	struct strbuf order = STRBUF_INIT;
	const struct lines_wanted q = { .type = STR("cpu"),
		.unit = STR("nanoseconds"),
		.name = STR("idle"),
		.window = { SCOPE_FROM, SCOPE_UNTIL } };
	struct timelines *t;
	struct err err = ERR_INIT;
	size_t before;

	s->served = true;
	assert_int_equal(
		served_fetch(s, &options, &b->source, 1, q.window, NULL, &err),
		0);
	snapshots_order(s, &b->spec, &q, &order);
	before = httpd_requests(scope_httpd(b->scope));
	t = timelines_new(&b->spec, strbuf_str(&order), NULL);
	/* Each once: what "cpu" means is known by now. */
	assert_int_equal(httpd_requests(scope_httpd(b->scope)),
		before + TIMELINES_PARTS);
	assert_int_equal(t->n, 1);
	assert_int_equal(t->line[0].points.n, TIMELINES_PARTS);
	for (int i = 0; i < TIMELINES_PARTS; i++)
		assert_int_equal(t->line[0].points.p[i].sum, 10 * S);
	timelines_free(t);
	strbuf_free(&order);
	snapshots_unref(s);
	end(b);
}

TEST(what_grows_is_found_in_parts_of_a_range)
{
	struct bench *b = begin("?service=shop&type=inuse_space&from="
				"1795329120&until=1795332719999");
	struct query query;
	struct grows_job job = { .load = &b->spec, .query = &query };
	struct growth *g;

	query_init(&query);
	g = grows_read(&job);
	assert_int_equal(g->err.code, ERR_NONE);
	assert_int_equal(g->n, 40);
	assert_int_equal(g->n_rows, 1);
	assert_true(str_is(g->row[0].name, "grow"));
	/* Four scrapes a minute, each 1 MB more. */
	assert_true(
		fabs(g->row[0].slope - 240.0 * (double)MB) < 0.01 * (double)MB);
	assert_int_equal(g->row[0].significance, SIGNIFICANCE_REAL);
	growth_free(g);
	profile_unref(job.last);
	/* Of a quarter of it, so many as there are. */
	b->spec.range = STR("06:32..06:36");
	g = grows_read(&job);
	assert_int_equal(g->n, 16);
	growth_free(g);
	profile_unref(job.last);
	/* Parts are whole intervals: none has two snapshots instead of one. */
	b->spec.range = STR("06:32..06:47");
	g = grows_read(&job);
	assert_int_equal(g->n, 30);
	assert_int_equal(g->row[0].significance, SIGNIFICANCE_REAL);
	assert_true(
		fabs(g->row[0].slope - 240.0 * (double)MB) < 0.01 * (double)MB);
	growth_free(g);
	profile_unref(job.last);
	end(b);
}

TEST(a_profile_without_points_is_one_with_a_warning)
{
	struct bench *b = begin("");
	const struct httpd_row rows[] = {
		{ .path = "/querier.v1.QuerierService/SelectSeries",
			.status = 500,
			.answer = STR("{\"message\":\"out of order\"}") },
		{ .make = scope_make, .on = b->scope },
	};
	struct httpd *d = httpd_new(rows, 2);
	struct snapshots *s = snapshots_new();
	struct strbuf name = STRBUF_INIT;

	strbuf_addf(&name, "pyroscope://127.0.0.1:%d%s", httpd_port(d), CPU);
	b->source = strbuf_str(&name);
	b->spec.snapshots = s;
	b->spec.on_screen = true;
	assert_int_equal(total(b, "", ""), (240 * 4 + 16) * S);
	assert_non_null(b->warnings.head);
	assert_non_null(
		strstr(b->warnings.head->text.p, "no timeline: out of order"));
	snapshots_unref(s);
	strbuf_free(&name);
	httpd_free(d);
	end(b);
}

TEST(what_takes_too_long_is_asked_for_in_halves)
{
	struct bench *b = begin("");
	struct scope *other = b->scope;
	const struct httpd_row rows[] = {
		{ .status = 504,
			.header = "Retry-After: 100\r\n",
			.answer = STR("{\"message\":\"request timed out\"}"),
			.times = 1 },
		{ .make = scope_make, .on = other },
	};
	struct httpd *d = httpd_new(rows, 2);
	struct strbuf name = STRBUF_INIT;

	strbuf_addf(&name, "pyroscope://127.0.0.1:%d%s", httpd_port(d), CPU);
	b->source = strbuf_str(&name);
	assert_int_equal(total(b, "", ""), (240 * 4 + 16) * S);
	assert_int_equal(httpd_requests(d), 3 + 1);
	strbuf_free(&name);
	httpd_free(d);
	end(b);
}

int
main(void)
{
#if !defined(HAVE_CURL) || !defined(HAVE_JANSSON)
	return 77;
#endif
	return tests_run(tests_in_utc, NULL);
}
