/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen while a server is slow, and lists that lead to a profile. */
#include "prelude.h"

#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>

#include "testing.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/file.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "httpd.h"
#include "util_screen.h"
#include "ui/screen_internal.h"
#include "util_source.h"

#define CALL "/querier.v1.QuerierService/"
#define TYPE "process_cpu:cpu:nanoseconds:cpu:nanoseconds"
#define APPS \
	"{\"labelsSet\":[{\"labels\":[{\"name\":\"service_name\",\"value\":" \
	"\"shop\"},{\"name\":\"__profile_type__\",\"value\":\"" TYPE "\"}]}]}"
#define NAMES "{\"names\":[\"pod\"]}"
#define VALUES "{\"names\":[\"shop-0\",\"shop-1\"]}"

/* The end of the recording, ms since 1970. */
#define END_MS INT64_C(1795333170000)

static atomic_bool points_come;
static atomic_int samples;
static struct strbuf merged;

static int
answer_points(void *on, struct str path, struct str body, struct strbuf *out)
{
	bool counts = str_find(body, STR(":samples:count:"), 0) >= 0;

	(void)on;
	(void)path;
	/* Neither is asked for before the graph is shown. */
	while (!atomic_load(&points_come))
		(void)poll(NULL, 0, 5);
	strbuf_addf(out,
		"{\"series\":[{\"labels\":[],\"points\":[{\"value\":%d,"
		"\"timestamp\":\"%" PRId64 "\"}]}]}",
		counts ? atomic_load(&samples) : 2000000000, END_MS - 60000);
	return 200;
}

/* A Parca, whose type counts from the program's start. */
#define TOTAL "memory:alloc_space:bytes:space:bytes"
#define FIRST "2026-11-22T07:37:30"
#define LAST "2026-11-22T07:38:30"

static atomic_int snapshots;

static int
answer_snapshots(void *on, struct str path, struct str body, struct strbuf *out)
{
	(void)on;
	(void)path;
	(void)body;
	strbuf_addstr(out,
		"{\"series\":[{\"labelset\":{\"labels\":[]},\"samples\":[{"
		"\"timestamp\":\"" FIRST "Z\",\"value\":\"100\"}");
	if (atomic_load(&snapshots) > 1)
		strbuf_addstr(out,
			",{\"timestamp\":\"" LAST "Z\",\"value\":\"700\"}");
	strbuf_addstr(out, "]}]}");
	return 200;
}

/* The stack main: 100 bytes first, 700 last; as protobuf in base64. */
static int
answer_total(void *on, struct str path, struct str body, struct strbuf *out)
{
	(void)on;
	(void)body;
	strbuf_addf(out, "{\"pprof\":\"%s%s\"}",
		"CgQIARACMgAyC2FsbG9jX3NwYWNlMgVieXRlczIEbWFpbioECAEQAyIGCAEi"
		"AggBEg",
		str_find(path, STR("07%3A38%3A30"), 0) > 0 ? "cKAQESArwF"
							   : "YKAQESAWQ=");
	return 200;
}

#define TYPES \
	"{\"types\":[{\"name\":\"memory\",\"sampleType\":\"alloc_space\"," \
	"\"sampleUnit\":\"bytes\",\"periodType\":\"space\",\"periodUnit\":" \
	"\"bytes\",\"delta\":false}]}"
#define LABELS "{\"labelNames\":[\"pod\"]}"

static const struct httpd_row answers[] = {
	{ .path = "/api/profiles/types*",
		.answer = { TYPES, sizeof(TYPES) - 1 } },
	{ .path = "/api/profiles/query_range*", .make = answer_snapshots },
	{ .path = "/api/profiles/query?*", .make = answer_total },
	{ .path = "/api/profiles/labels*",
		.answer = { LABELS, sizeof(LABELS) - 1 } },
	{ .path = CALL "SelectSeries", .make = answer_points },
	{ .path = CALL "LabelNames", .answer = { NAMES, sizeof(NAMES) - 1 } },
	{ .path = CALL "LabelValues",
		.answer = { VALUES, sizeof(VALUES) - 1 } },
	{ .path = CALL "Series", .answer = { APPS, sizeof(APPS) - 1 } },
};

enum { ANSWERS = COUNT_OF(answers) };

/* A screen of an address on that server, whose merges are answered so many
   times (0: always) and then not at all. */
struct served {
	struct httpd_row row[ANSWERS + 2];
	struct httpd *d;
	struct fetch_options fetch;
	struct bench *b;
};

static void
served_begin(struct served *v, const char *query, int answered)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	struct err err = ERR_INIT;
	struct strbuf name = STRBUF_INIT;
	struct query q;
	struct settings set;
	struct str source;
	struct ui_start start = { .load = { .n_sources = 1, .source = &source },
		.query = &q,
		.settings = &set };

	*v = (struct served){ .fetch = { .now = END_MS,
				      .no_save = true,
				      .asks = true,
				      .seconds = -1 } };
	memcpy(v->row, answers, sizeof(answers));
	v->row[ANSWERS] = (struct httpd_row){
		.path = CALL "SelectMergeProfile",
		.answer = strbuf_str(&merged),
		.times = answered,
		.stalls = answered < 0,
	};
	v->row[ANSWERS + 1] = (struct httpd_row){ .stalls = true };
	v->d = httpd_new(v->row, COUNT_OF(v->row));
	strbuf_addf(&name, "%s://127.0.0.1:%d%s",
		str_find(str_c(query), STR(TOTAL), 0) > 0 ? "parca"
							  : "pyroscope",
		httpd_port(v->d), query);
	source = strbuf_str(&name);
	query_init(&q);
	settings_init(&set);
	set.follow_delay = 0;
	start.load.fetch = &v->fetch;
	start.load.points_later = true;
	start.keymap = b->keymap = keymap_new(&err);
	b->screen = screen_new(&start, &err);
	assert_non_null(b->screen);
	grid_init(&b->grid, 24, 80, false);
	screen_colors(b->screen, 256);
	screen_size(b->screen, 24, 80);
	strbuf_free(&name);
	v->b = b;
}

static void
served_end(struct served *v)
{
	atomic_store(&points_come, true);
	bench_free(v->b);
	httpd_free(v->d);
}

/* Draw until a text is on the screen, or is not. */
static void
await(struct bench *b, const char *text, bool there)
{
	int64_t began = clock_ms();

	for (draw(b); sees(b, text) != there; draw(b)) {
		struct pollfd fd = { .fd = screen_fd(b->screen),
			.events = POLLIN };

		if (clock_ms() - began > TESTS_PATIENCE)
			there ? see(b, text) : see_not(b, text);
		(void)poll(&fd, 1, 20);
		screen_wake(b->screen);
	}
}

static void
press(struct bench *b, const char *name)
{
	screen_key(b->screen, key_parse(str_c(name)));
	draw(b);
}

TEST(the_graph_does_not_wait_for_the_strip)
{
	struct served v;

	atomic_store(&points_come, false);
	served_begin(&v, "?service=shop&type=" TYPE, 0);
	await(v.b, "Timeline", true);
	see(v.b, "root");
	see(v.b, "waiting for the server");
	/* Nothing is left to stop. */
	press(v.b, "Esc");
	see(v.b, "root");
	assert_null(screen_failure(v.b->screen));
	atomic_store(&points_come, true);
	await(v.b, "waiting for the server", false);
	see(v.b, "cores");
	see(v.b, "root");
	served_end(&v);
}

TEST(the_graph_does_not_wait_for_the_number_of_samples)
{
	const int64_t period = 10 * 1000000;
	const struct profile *p;
	struct served v;
	int64_t sum = 0;

	atomic_store(&points_come, false);
	served_begin(&v, "?service=shop&type=" TYPE, 0);
	await(v.b, "Timeline", true);
	p = v.b->screen->app->session->profile;
	assert_int_equal(p->header.period, 0);
	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[0][i];
	atomic_store(&samples, (int)(sum / period));
	atomic_store(&points_come, true);
	await(v.b, "waiting for the server", false);
	see(v.b, "cores");
	p = v.b->screen->app->session->profile;
	assert_true(p->header.period >= period &&
		p->header.period < period + period / 100);
	served_end(&v);
}

TEST(a_stopped_load_goes_back_to_the_list_that_led_to_it)
{
	struct served v;

	served_begin(&v, "", -1);
	await(v.b, "Services and types", true);
	press(v.b, "Enter");
	await(v.b, "Esc back to the list", true);
	press(v.b, "Esc");
	await(v.b, "Services and types", true);
	assert_null(screen_failure(v.b->screen));
	see(v.b, "letters filter");
	served_end(&v);
}

TEST(a_key_goes_back_from_list_to_list)
{
	struct served v;

	served_begin(&v, "", -1);
	await(v.b, "Services and types", true);
	press(v.b, "Down");
	press(v.b, "Enter");
	await(v.b, "Values of pod", true);
	press(v.b, "Enter");
	await(v.b, "shop-0", true);
	await(v.b, "Services and types", true);
	see(v.b, "Backspace back");
	press(v.b, "Backspace");
	see(v.b, "Values of pod");
	press(v.b, "Backspace");
	see(v.b, "Services and types");
	see(v.b, "letters filter");
	/* There is none before the first. */
	press(v.b, "Backspace");
	see(v.b, "Services and types");
	served_end(&v);
}

TEST(what_is_stopped_is_no_longer_shown_as_loading)
{
	struct served v;

	atomic_store(&points_come, true);
	served_begin(&v, "?service=shop&type=" TYPE, 1);
	await(v.b, "cores", true);
	screen_run(v.b->screen,
		STR("base_range=2026-11-22T07:33..2026-11-22T07:35"));
	screen_run(v.b->screen, STR("diff=base_range"));
	await(v.b, "Esc stops", true);
	press(v.b, "Esc");
	see_not(v.b, "Esc stops");
	see(v.b, "root");
	served_end(&v);
}

/* The title of a Parca's total, whose range has so many snapshots. */
static void
total_is(int n, const char *title)
{
	struct served v;

	atomic_store(&points_come, true);
	atomic_store(&snapshots, n);
	served_begin(&v,
		"?type=" TOTAL "&from=" FIRST "Z&until=2026-11-22T07:39:30Z",
		0);
	grid_fini(&v.b->grid);
	grid_init(&v.b->grid, 24, 160, false);
	screen_size(v.b->screen, 24, 160);
	await(v.b, title, true);
	/* The points change nothing about it. */
	await(v.b, "waiting for the server", false);
	see(v.b, title);
	served_end(&v);
}

TEST(a_total_is_of_the_range_or_since_the_program_began)
{
	total_is(2, "600B alloc_space, in this range");
	total_is(1, "100B alloc_space, since the program's start");
}

int
main(void)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;
	int failed;

#ifndef HAVE_CURL
	return 77;
#endif
	(void)setenv("HOME", "/nonexistent", 1);
	strbuf_addf(&path, "%s/testdata/pyroscope/v2/merge-all.pb.gz",
		source_dir());
	if (file_read(strbuf_c(&path), 1 << 20, &merged, &err) != 0)
		return 99;
	failed = tests_run(NULL, NULL);
	strbuf_free(&path);
	strbuf_free(&merged);
	return failed;
}
