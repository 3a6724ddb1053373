/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses that are followed, on a clock of which a second is a millisecond.
 */
#include "prelude.h"

#include "load/refetch.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "testing.h"

#include "app/app.h"
#include "app/undo.h"
#include "base/clock.h"
#include "fetch/fetch.h"
#include "httpd.h"
#include "load/snapshots.h"
#include "scope.h"
#include "util_emulated.h"
#include "util_read.h"

enum { FOR_EVER = 1 << 30 };

static const char goroutines[] = "goroutine profile: total 3\n3 @ 0x1\n";
static const char no_goroutines[] = "goroutine profile: total 1\n1 @ 0x2\n";
static const char locks[] = "--- contentionz 1 ---\n"
			    "cycles/second = 1000000000\n"
			    "sampling period = 1\n"
			    "100 2 @ 0x10\n";
static const char more_locks[] = "--- contentionz 1 ---\n"
				 "cycles/second = 1000000000\n"
				 "sampling period = 1\n"
				 "150 3 @ 0x10\n";
static const char refuses[] =
	"\"seconds\" parameter is not supported for this profile type\n";

/* A feed without an app. */
struct bench {
	struct httpd *d;
	struct worker *worker;
	struct feed feed;
	struct fetch_options fetch;
	struct strbuf name;
	struct str source;
	struct load_spec spec;
};

static struct bench *
begin(const struct httpd_row *row, size_t n, const char *path,
	const char *first)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	struct err err = ERR_INIT;
	struct profile *p = read_well("", str_c(first));

	b->d = httpd_new(row, n);
	b->worker = worker_new(&err);
	b->fetch = (struct fetch_options){ .seconds = -1, .no_save = true };
	strbuf_addf(&b->name, "http://127.0.0.1:%d%s", httpd_port(b->d), path);
	b->source = strbuf_str(&b->name);
	b->spec = (struct load_spec){
		.n_sources = 1, .source = &b->source, .fetch = &b->fetch
	};
	b->feed.second = 1;
	assert_true(feed_is_for(&b->spec));
	feed_begin(&b->feed, &b->spec, p, clock_ms());
	profile_unref(p);
	return b;
}

static void
end(struct bench *b)
{
	worker_free(b->worker);
	b->feed.out = NULL;
	feed_end(&b->feed);
	httpd_free(b->d);
	strbuf_free(&b->name);
	free(b);
}

/* Until one more answer was taken. */
static void
step(struct bench *b)
{
	struct job *job = NULL;

	while (job == NULL) {
		struct pollfd fd = { .fd = worker_fd(b->worker),
			.events = POLLIN };

		feed_look(&b->feed, b->worker, FOR_EVER, clock_ms());
		(void)poll(&fd, 1, feed_timeout(&b->feed));
		job = worker_take(b->worker);
	}
	feed_take(&b->feed, (struct feed_job *)job);
}

/* The total of the profile to show; -1: there is none. */
static int64_t
total(struct bench *b)
{
	struct snapshots *times;
	const struct profile *p = feed_fresh(&b->feed, &times);
	struct err err = ERR_INIT;
	int64_t sum = 0;
	uint32_t column;

	snapshots_unref(times);
	if (p == NULL)
		return -1;
	assert_int_equal(profile_sample_index(p, STR_EMPTY, &column, &err), 0);
	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[column][i];
	profile_unref(p);
	return sum;
}

static bool
asked_for(struct httpd *d, size_t i, const char *what)
{
	return str_find(httpd_request(d, i), str_c(what), 0) >= 0;
}

TEST(time_is_profiled_without_a_pause_and_summed)
{
	const struct httpd_row rows[] = { { .answer = STR("main;a 3\n") } };
	struct bench *b = begin(rows, 1, "/profile?x=1", "main;a 1\n");

	assert_int_equal(b->feed.way, FEED_SPANS);
	step(b);
	assert_int_equal(total(b), 1 + 3);
	step(b);
	assert_int_equal(total(b), 1 + 3 + 3);
	assert_int_equal(total(b), -1);
	assert_true(asked_for(b->d, 0, "GET /profile?seconds=5&x=1 "));
	end(b);
}

TEST(levels_are_fetched_as_they_are_and_averaged)
{
	const struct httpd_row rows[] = { { .answer = str_c(no_goroutines) } };
	struct bench *b = begin(rows, 1, "/goroutine", goroutines);

	assert_int_equal(b->feed.way, FEED_LEVELS);
	step(b);
	/* 3 / 2 and 1 / 2, each rounded. */
	assert_int_equal(total(b), 2 + 1);
	step(b);
	/* 3 / 3 and 2 / 3. */
	assert_int_equal(total(b), 1 + 1);
	assert_true(asked_for(b->d, 0, "GET /goroutine HTTP"));
	end(b);
}

TEST(growth_is_asked_of_the_server_or_subtracted)
{
	const struct httpd_row able[] = {
		{ .path = "/mutex?seconds=5", .answer = str_c(locks) },
	};
	const struct httpd_row unable[] = {
		{ .path = "/mutex?seconds=5",
			.status = 400,
			.header = "X-Go-Pprof: 1\r\nContent-Type: "
				  "text/plain\r\n",
			.answer = str_c(refuses) },
		{ .path = "/mutex", .answer = str_c(more_locks), .times = 2 },
		{ .path = "/mutex", .answer = str_c(locks) },
	};
	struct bench *b = begin(able, 1, "/mutex", locks);

	assert_int_equal(b->feed.way, FEED_GROWTH);
	step(b);
	assert_int_equal(total(b), 100);
	end(b);
	b = begin(unable, 3, "/mutex", locks);
	step(b);
	assert_int_equal(total(b), 150 - 100);
	step(b);
	assert_int_equal(total(b), 50 + 0);
	/* It was started again. */
	step(b);
	assert_int_equal(total(b), 50 + 0 + 100);
	assert_int_equal(httpd_requests(b->d), 1 + 3);
	end(b);
}

TEST(failures_are_told_and_tried_again)
{
	const struct httpd_row rows[] = {
		{ .status = 500,
			.header = "X-Go-Pprof: 1\r\nContent-Type: "
				  "text/plain\r\n",
			.answer = STR("Could not enable CPU profiling: cpu "
				      "profiling already in use\n"),
			.times = 2 },
		{ .shuts = true, .times = 1 },
		{ .answer = STR("main;a 3\n") },
	};
	struct bench *b = begin(rows, 3, "/profile", "main;a 1\n");
	struct strbuf said = STRBUF_INIT;

	for (unsigned i = 1; i <= 3; i++) {
		step(b);
		assert_int_equal(b->feed.failures, i);
		assert_int_equal(total(b), -1);
		strbuf_reset(&said);
		feed_put(&said, &b->feed, false);
		assert_non_null(strstr(strbuf_c(&said),
			i < 3 ? "s: another client is profiling"
			      : "s: the server closed the connection without "
				"an answer"));
	}
	step(b);
	assert_int_equal(b->feed.failures, 0);
	/* Earlier data is not lost. */
	assert_int_equal(total(b), 1 + 3);
	strbuf_reset(&said);
	feed_put(&said, &b->feed, false);
	assert_non_null(strstr(strbuf_c(&said), ", live"));
	strbuf_free(&said);
	end(b);
}

TEST(one_of_several_that_fails_is_told)
{
	const struct httpd_row rows[] = {
		{ .path = "/bad*", .status = 503, .times = 1 },
		{ .answer = STR("main;a 3\n") },
	};
	struct bench *b = begin(rows, 2, "/profile", "main;a 1\n");
	struct strbuf bad = STRBUF_INIT, said = STRBUF_INIT;
	struct str both[2];

	strbuf_addf(&bad, "http://127.0.0.1:%d/bad", httpd_port(b->d));
	both[0] = b->source;
	both[1] = strbuf_str(&bad);
	b->feed.spec.source = both;
	b->feed.spec.n_sources = 2;
	step(b);
	/* Data that arrived is shown, and missing data is reported. */
	assert_int_equal(total(b), 1 + 3);
	feed_put(&said, &b->feed, false);
	assert_non_null(strstr(strbuf_c(&said), ", live without http://"));
	assert_non_null(strstr(strbuf_c(&said),
		"/bad: server response: 503 Service Unavailable"));
	step(b);
	assert_int_equal(total(b), 1 + 3 + 3 + 3);
	strbuf_reset(&said);
	feed_put(&said, &b->feed, false);
	/* On a slow machine also how long it takes. */
	assert_true(str_starts(strbuf_str(&said), STR(", live")));
	assert_null(strstr(strbuf_c(&said), "without"));
	strbuf_free(&said);
	strbuf_free(&bad);
	end(b);
}

TEST(so_many_are_kept_and_no_more)
{
	const struct httpd_row rows[] = { { .answer = STR("main;a 3\n") } };
	struct bench *b = begin(rows, 1, "/profile", "main;a 3\n");

	for (int i = 0; i < 500; i++)
		step(b);
	assert_int_equal(b->feed.ring.snapshot.n, FEED_SNAPSHOTS);
	assert_int_equal(total(b), 3 * FEED_SNAPSHOTS);
	end(b);
}

TEST(what_is_no_address_is_not_asked)
{
	static const struct {
		const char *name;
		bool is_for;
	} rows[] = { { "http://h/x", true }, { "h:6060/x", true },
		{ "-", false }, { "cpu.pb.gz", false },
		{ "pyroscope://h?service=a&type=b", true } };
	struct fetch_options fetch = { .seconds = -1 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str name = str_c(rows[i].name);
		struct load_spec spec = {
			.n_sources = 1, .source = &name, .fetch = &fetch
		};

		assert_int_equal(feed_is_for(&spec), rows[i].is_for);
	}
}

/* ---- Servers ---- */

#define SERIES(sum) \
	"{\"series\":[{\"points\":[{\"value\":" sum \
	",\"timestamp\":\"1795333170000\"}]}]}"

TEST(a_range_is_fetched_again_when_its_sums_changed)
{
	struct bytes merged = testdata("pyroscope/v2/merge-pod0.pb.gz");
	const struct httpd_row rows[] = {
		{ .path = "/querier.v1.QuerierService/SelectSeries",
			.answer = STR(SERIES("1")),
			.times = 5 },
		{ .path = "/querier.v1.QuerierService/SelectSeries",
			.answer = STR(SERIES("2")) },
		{ .answer = bytes_str(&merged) },
	};
	struct bench *b = begin(rows, COUNT_OF(rows),
		"?service=shop&type=process_cpu:cpu:nanoseconds:cpu:"
		"nanoseconds",
		"main;a 1\n");
	struct str name = strbuf_str(&b->name);
	struct strbuf server = STRBUF_INIT;
	struct profile *first = read_well("", STR("main;a 1\n"));

	b->fetch.now = INT64_C(1795333170000);
	strbuf_add3(&server, "pyroscope", str_skip(name, strlen("http")), "");
	b->source = strbuf_str(&server);
	feed_begin(&b->feed, &b->spec, first, clock_ms());
	assert_int_equal(b->feed.way, FEED_RANGE);
	/* The first sums are news, the same ones none. */
	step(b);
	assert_int_equal(total(b), INT64_C(47424000000));
	/* Sums, the profile, its samples, points, labels. */
	assert_int_equal(httpd_requests(b->d), 5);
	step(b);
	assert_int_equal(total(b), -1);
	step(b);
	assert_int_equal(total(b), -1);
	assert_int_equal(httpd_requests(b->d), 7);
	step(b);
	assert_int_equal(total(b), INT64_C(47424000000));
	assert_int_equal(httpd_requests(b->d), 12);
	end(b);
	profile_unref(first);
	strbuf_free(&server);
	bytes_free(&merged);
}

TEST(behind_a_range_that_is_over_points_come_alone)
{
	struct scope *scope = scope_new();
	const struct httpd_row row = { .make = scope_make, .on = scope };
	struct bench *b =
		begin(&row, 1, "?service=shop&type=" SCOPE_CPU, "main;a 1\n");
	struct str name = strbuf_str(&b->name);
	struct strbuf server = STRBUF_INIT, said = STRBUF_INIT;
	struct profile *first = read_well("", STR("main;a 1\n"));
	struct snapshots *known = snapshots_new();

	b->fetch.now = SCOPE_UNTIL;
	strbuf_add3(&server, "pyroscope", str_skip(name, strlen("http")), "");
	b->source = strbuf_str(&server);
	feed_begin(&b->feed, &b->spec, first, clock_ms());
	known->served = true;
	known->asked = (struct span){ SCOPE_FROM, SCOPE_UNTIL };
	b->feed.known = known;
	b->feed.shown = first;
	b->feed.range = STR("1795329600..1795329660");
	for (unsigned i = 1; i <= 2; i++) {
		scope_until(scope, SCOPE_UNTIL - i * SCOPE_EVERY);
		step(b);
		assert_int_equal(b->feed.behind, i);
		assert_int_equal(b->feed.fresh_times->line.n, 240 - i);
		assert_int_equal(total(b), 1);
	}
	for (size_t i = 0; i < httpd_requests(b->d); i++)
		assert_false(asked_for(b->d, i, "SelectMerge"));
	/* Be the machine as slow as it may. */
	b->feed.took = 0;
	feed_put(&said, &b->feed, false);
	assert_string_equal(strbuf_c(&said), ", live, 2 more available");
	/* The profile of the newest range is fetched. */
	b->feed.range = STR("");
	scope_until(scope, SCOPE_UNTIL);
	step(b);
	assert_int_equal(b->feed.behind, 0);
	assert_true(total(b) > 1);
	strbuf_free(&said);
	end(b);
	snapshots_unref(known);
	profile_unref(first);
	strbuf_free(&server);
	scope_free(scope);
}

TEST(a_range_that_is_over_is_not_followed)
{
	struct str name =
		STR("pyroscope://h?service=a&type=b&until=1795333170");
	struct fetch_options fetch = { .seconds = -1 };
	struct load_spec spec = {
		.n_sources = 1, .source = &name, .fetch = &fetch
	};
	struct profile *p = read_well("", STR("main;a 1\n"));
	struct feed f = { .active = false };

	feed_begin(&f, &spec, p, clock_ms());
	assert_false(f.active);
	feed_end(&f);
	profile_unref(p);
}

/* ---- In an app ---- */

struct followed {
	struct httpd *d;
	struct app *app;
	struct fetch_options fetch;
	struct strbuf name;
	struct str source;
};

static struct followed *
follow_at(const struct httpd_row *row, size_t n, const char *scheme,
	const char *path)
{
	struct followed *x = xcalloc(1, sizeof(*x));
	struct load_spec spec = {
		.n_sources = 1, .source = &x->source, .fetch = &x->fetch
	};
	struct err err = ERR_INIT;
	struct settings set;
	struct query q;

	x->d = httpd_new(row, n);
	strbuf_addf(
		&x->name, "%s127.0.0.1:%d%s", scheme, httpd_port(x->d), path);
	x->source = strbuf_str(&x->name);
	x->fetch = (struct fetch_options){ .seconds = -1,
		.no_save = true,
		.follows = true,
		.now = SCOPE_UNTIL };
	query_init(&q);
	settings_init(&set);
	set.follow = true;
	/* Nothing gets too old, be the machine as slow as it may. */
	set.live = FOR_EVER;
	x->app = app_new(&spec, &q, &set, &err);
	assert_non_null(x->app);
	x->app->feed.second = 1;
	return x;
}

static struct followed *
follow(const struct httpd_row *row, size_t n)
{
	return follow_at(row, n, "", "/profile");
}

static void
unfollow(struct followed *x)
{
	app_free(x->app);
	httpd_free(x->d);
	strbuf_free(&x->name);
	free(x);
}

/* As the loop of the screen does. */
static unsigned
turn(struct followed *x)
{
	struct app *app = x->app;
	struct pollfd fd = { .fd = worker_fd(app->worker), .events = POLLIN };
	unsigned bits;

	(void)poll(&fd, 1, app_look_timeout(app));
	bits = app_take(app);
	app_look(app);
	return bits;
}

static void
until_loaded(struct followed *x)
{
	while (!(turn(x) & APP_LOADED))
		;
}

static int64_t
shown_total(const struct followed *x)
{
	return x->app->shown.view->w.whole;
}

TEST(new_data_slides_in_below_selection_and_zoom)
{
	const struct httpd_row rows[] = {
		{ .path = "/profile?seconds=2",
			.answer = STR("main;a;x 3\nmain;b;y 1\n") },
		{ .answer = STR("main;b;z 9\nmain;a;x 2\n") },
	};
	struct followed *x = follow(rows, 2);
	struct options_target t;
	const struct option *zoom = option_find(STR("zoom"), NULL);
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;

	until_loaded(x);
	assert_int_equal(shown_total(x), 4);
	assert_int_equal(change_option(x->app, zoom, STR("main;a"), &err), 0);
	until_loaded(x);
	assert_int_equal(shown_total(x), 4 + 11);
	t = app_target(x->app, &x->app->now);
	option_get(zoom, t, &text);
	assert_string_equal(strbuf_c(&text), "main;a");
	assert_int_not_equal(x->app->shown.zoom.at.node, 0);
	strbuf_free(&text);
	unfollow(x);
}

TEST(a_frozen_picture_counts_what_waits)
{
	const struct httpd_row rows[] = { { .answer = STR("main;a 1\n") } };
	struct followed *x = follow(rows, 1);
	struct strbuf said = STRBUF_INIT;

	until_loaded(x);
	app_pause(x->app);
	while (x->app->feed.waiting < 3)
		assert_false(turn(x) & APP_LOADED);
	assert_int_equal(shown_total(x), 1);
	feed_put(&said, &x->app->feed, true);
	assert_string_equal(strbuf_c(&said), ", paused, 3 waiting");
	app_pause(x->app);
	until_loaded(x);
	assert_true(shown_total(x) >= 4);
	strbuf_free(&said);
	unfollow(x);
}

TEST(nothing_moves_while_somebody_chooses)
{
	const struct httpd_row rows[] = { { .answer = STR("main;a 1\n") } };
	struct followed *x = follow(rows, 1);

	until_loaded(x);
	x->app->held = true;
	while (x->app->feed.waiting < 3)
		assert_false(turn(x) & APP_LOADED);
	x->app->held = false;
	until_loaded(x);
	unfollow(x);
}

TEST(one_failing_answer_keeps_the_last_picture)
{
	const struct httpd_row rows[] = {
		{ .answer = STR("main;a 1\n"), .times = 2 },
		{ .status = 503, .times = 1 },
		{ .answer = STR("main;a 1\n") },
	};
	struct followed *x = follow(rows, 3);

	until_loaded(x);
	until_loaded(x);
	while (x->app->feed.failures == 0)
		assert_false(turn(x) & APP_LOADED);
	assert_int_equal(shown_total(x), 2);
	assert_int_equal(x->app->message_kind, MESSAGE_NONE);
	until_loaded(x);
	assert_int_equal(shown_total(x), 3);
	unfollow(x);
}

/* Pages that are resident. */
static long
resident(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long all = 0, pages = 0;

	if (f == NULL || fscanf(f, "%ld %ld", &all, &pages) != 2)
		pages = 0;
	if (f != NULL)
		(void)fclose(f);
	return pages;
}

/* Caches of the allocator fill late on a slow machine, but not in each of the
   spans of 100 steps. */
struct spans {
	long before, least;
};

static void
spans_step(struct spans *s, int step)
{
	long now;

	if (step == 0)
		s->least = LONG_MAX;
	if (step == 0 || step % 100 != 0)
		return;
	now = resident();
	if (step > 100 && now - s->before < s->least)
		s->least = now - s->before;
	s->before = now;
}

static void
grew_little(const struct spans *s)
{
	print_message("%ld pages more in 100 steps\n", s->least);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	/* qemu keeps 280 KB of each thread. */
	assert_true(emulated() || s->least < 64);
#endif
}

TEST(memory_is_the_same_after_500_steps)
{
	struct bytes cpu = testdata("shop-cpu.pb.gz");
	const struct httpd_row rows[] = { { .answer = bytes_str(&cpu) } };
	struct followed *x = follow(rows, 1);
	struct spans spans = { 0, 0 };

	/* One of them is shown. */
	x->app->now.settings.live = 1;
	for (int i = 0; i <= 500; i++) {
		until_loaded(x);
		httpd_forget(x->d);
		spans_step(&spans, i);
	}
	grew_little(&spans);
	unfollow(x);
	bytes_free(&cpu);
}

TEST(memory_is_the_same_after_500_steps_of_a_server)
{
	struct scope *scope = scope_new();
	const struct httpd_row row = { .make = scope_make, .on = scope };
	struct followed *x = follow_at(&row, 1, "pyroscope://",
		"?service=shop&type=" SCOPE_CPU "&from=now-1h");
	const struct option *zoom = option_find(STR("zoom"), NULL);
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct spans spans = { 0, 0 };

	until_loaded(x);
	assert_int_equal(
		change_option(x->app, zoom, STR("main;work"), &err), 0);
	for (int i = 0; i <= 500; i++) {
		/* Its sums change every time. */
		scope_until(scope, SCOPE_UNTIL - i % 4 * SCOPE_EVERY);
		until_loaded(x);
		httpd_forget(x->d);
		spans_step(&spans, i);
	}
	grew_little(&spans);
	option_get(zoom, app_target(x->app, &x->app->now), &text);
	assert_string_equal(strbuf_c(&text), "main;work");
	strbuf_free(&text);
	unfollow(x);
	scope_free(scope);
}

/* Turn until the server was asked so often without anything new. */
static void
until_still(struct followed *x, size_t times)
{
	size_t n = httpd_requests(x->d);

	while (httpd_requests(x->d) < n + times)
		if (turn(x) & APP_LOADED)
			n = httpd_requests(x->d);
}

TEST(what_was_pushed_is_shown_after_two_intervals)
{
	enum { ALL = 4 }; /* the profile, its samples, points, labels */
	struct scope *scope = scope_new();
	const struct httpd_row row = { .make = scope_make, .on = scope };
	struct followed *x = follow_at(&row, 1, "pyroscope://",
		"?service=shop&type=" SCOPE_CPU "&from=now-1h");
	int64_t total;

	scope_until(scope, SCOPE_UNTIL - 3 * SCOPE_EVERY);
	until_loaded(x);
	until_still(x, 2 + 2 * ALL);
	for (int64_t i = 2; i >= 0; i--) {
		size_t n = httpd_requests(x->d);

		total = shown_total(x);
		scope_until(scope, SCOPE_UNTIL - i * SCOPE_EVERY);
		until_loaded(x);
		/* One question may have been under way. */
		assert_true(httpd_requests(x->d) - n <= 2 + ALL);
		assert_int_equal(
			shown_total(x) - total, 4 * INT64_C(1000000000));
		until_still(x, 2 + 2 * ALL);
	}
	unfollow(x);
	scope_free(scope);
}

int
main(void)
{
#ifndef HAVE_CURL
	return 77;
#endif
	(void)setenv("HOME", "/nonexistent", 1);
	return tests_run(NULL, NULL);
}
