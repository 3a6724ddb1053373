/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Snapshots, and the files of a time span. */
#include "prelude.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "load/load.h"
#include "load/sampletimes.h"
#include "load/snapshots.h"

#include "testing.h"

#include "base/compiler.h"
#include "profile/builder.h"
#include "series/timelines.h"
#include "stacks.h"
#include "util_folder.h"
#include "util_read.h"

enum { MIN = 60 * 1000 };

/* 2026-11-22 14:00:00 UTC */
#define AFTERNOON INT64_C(1795356000000)

static void
take(struct snapshots *s, const char *name, const char *stacks)
{
	struct profile *p = stacks_read(stacks);

	snapshots_take(s, str_c(name), p);
	profile_unref(p);
}

TEST(a_snapshot_has_the_time_in_its_name)
{
	struct snapshots *s = snapshots_new();
	struct span all;

	take(s, "x/heap-20261122T140100.pb.gz", "a 2\n");
	take(s, "x/heap-20261122T140000.pb.gz", "a 1\n");
	take(s, "x/heap-20261122T140200.pb.gz", "a 4\n");
	take(s, "/nowhere/heap.pb.gz", "a 9\n");
	snapshots_done(s);
	/* The last one has no time. */
	assert_int_equal(s->all.n, 3);
	assert_int_equal(s->all.p[0].time, AFTERNOON);
	assert_int_equal(s->all.p[0].known, TIME_IN_NAME);
	assert_int_equal(s->all.p[2].sum[0], 4);
	all = snapshots_extent(s);
	assert_int_equal(all.from, AFTERNOON);
	assert_int_equal(all.until, AFTERNOON + 3 * MIN);
	snapshots_unref(s);
}

TEST(the_last_is_of_one_program_and_one_time)
{
	static const struct {
		const char *name, *stacks;
	} file[][3] = {
		{ { "20261122T140100", "a 1\n" },
			{ "20261122T140000", "a 2\n" },
			{ "20261122T140030", "a 3\n" } },
		/* Two at once: of two processes. */
		{ { "x/20261122T140100", "a 1\n" },
			{ "y/20261122T140100", "a 2\n" },
			{ "20261122T140030", "a 3\n" } },
		/* One may be the last, but has no time. */
		{ { "20261122T140100", "a 1\n" },
			{ "20261122T140000", "a 2\n" },
			{ "/nowhere/heap", "a 3\n" } },
	};
	struct span last;

	for (size_t k = 0; k < COUNT_OF(file); k++) {
		struct snapshots *s = snapshots_new();

		for (size_t i = 0; i < 3; i++)
			take(s, file[k][i].name, file[k][i].stacks);
		snapshots_done(s);
		assert_int_equal(snapshots_last(s, &last), k == 0);
		if (k == 0) {
			assert_int_equal(last.from, AFTERNOON + MIN);
			assert_int_equal(last.until, AFTERNOON + MIN + 1);
			assert_int_equal(snapshots_at(s, last), 3);
			assert_int_equal(
				snapshots_moment(s, 1).from, AFTERNOON);
			last.until += MIN;
			assert_int_equal(snapshots_at(s, last), 0);
			/* Snapshots of two programs have no last one. */
			s->all.p[1].program = STR("other");
			assert_false(snapshots_last(s, &last));
		}
		snapshots_unref(s);
	}
}

/* As after cp: nothing but the names tells which is the last. */
TEST(files_of_one_time_are_one_after_the_other)
{
	static const char *const name[] = { "b.folded", "c.folded",
		"a.folded" };
	const struct timespec when[2] = { { .tv_sec = 1795356000 },
		{ .tv_sec = 1795356000 } };
	struct snapshots *s = snapshots_new();
	struct span last;
	char dir[] = "/tmp/ft-snapshots-XXXXXX";

	folder_make(dir);
	for (size_t i = 0; i < COUNT_OF(name); i++) {
		struct strbuf path = STRBUF_INIT;

		folder_write(dir, name[i], "a 1\n");
		strbuf_addf(&path, "%s/%s", dir, name[i]);
		assert_int_equal(
			utimensat(AT_FDCWD, strbuf_c(&path), when, 0), 0);
		take(s, strbuf_c(&path), "a 1\n");
		strbuf_free(&path);
	}
	snapshots_done(s);
	for (size_t i = 0; i < COUNT_OF(name); i++) {
		assert_int_equal(s->all.p[i].known, TIME_OF_FILE);
		assert_int_equal(s->all.p[i].time, AFTERNOON + (int64_t)i);
	}
	assert_true(str_ends(s->all.p[2].name, STR("c.folded")));
	assert_true(snapshots_last(s, &last));
	assert_int_equal(last.from, AFTERNOON + 2);
	snapshots_unref(s);
	assert_true(folder_remove(dir));
}

TEST(what_lasts_is_shown_per_second_and_levels_are_not)
{
	struct snapshots *s = snapshots_new();
	struct points ps;
	struct points_sum sum;

	take(s, "20261122T140000",
		"types cpu/nanoseconds inuse_space/bytes\n"
		"duration 30000000000\na 15000000000,7\n");
	take(s, "20261122T140100",
		"types cpu/nanoseconds inuse_space/bytes\n"
		"duration 30000000000\na 30000000000,9\n");
	snapshots_done(s);
	snapshots_points(s, STR("cpu"), STR("nanoseconds"), &ps);
	assert_true(ps.per_second);
	assert_int_equal(ps.interval, MIN);
	sum = points_sum(&ps, points_extent(&ps));
	assert_float_equal(points_value(&ps, &sum), 0.75e9, 1);
	points_free(&ps);
	snapshots_points(s, STR("inuse_space"), STR("bytes"), &ps);
	assert_false(ps.per_second);
	sum = points_sum(&ps, points_extent(&ps));
	assert_float_equal(points_value(&ps, &sum), 8, 0);
	points_free(&ps);
	snapshots_points(s, STR("delay"), STR("nanoseconds"), &ps);
	assert_int_equal(ps.n, 0);
	points_free(&ps);
	snapshots_unref(s);
}

TEST(units_are_made_one)
{
	struct snapshots *s = snapshots_new();
	struct points ps;

	take(s, "20261122T140000", "types cpu/milliseconds\na 15\n");
	take(s, "20261122T140100", "types cpu/nanoseconds\na 3\n");
	snapshots_done(s);
	snapshots_points(s, STR("cpu"), STR("nanoseconds"), &ps);
	assert_int_equal(ps.n, 2);
	assert_int_equal(ps.p[0].sum, 15000000);
	assert_int_equal(ps.p[1].sum, 3);
	points_free(&ps);
	snapshots_unref(s);
}

TEST(a_range_without_profiles_says_when_they_are_from)
{
	struct snapshots *s = snapshots_new();
	struct err err = ERR_INIT;
	struct span span;

	assert_int_equal(
		snapshots_span(s, STR("14:00.."), AFTERNOON, &span, &err), -1);
	assert_string_equal(err.msg, "the profiles have no times");
	take(s, "20261122T140000", "a 15\n");
	take(s, "20261122T140100", "a 3\n");
	snapshots_done(s);
	assert_int_equal(
		snapshots_span(s, STR("14:00.."), AFTERNOON, &span, &err), 0);
	assert_int_equal(span.from, AFTERNOON);
	assert_int_equal(
		snapshots_span(s, STR("15:00..16:00"), AFTERNOON, &span, &err),
		-1);
	assert_string_equal(err.msg,
		"no profiles in 15:00..16:00; they range from 14:00:00 to "
		"14:02:00");
	snapshots_unref(s);
}

TEST(a_base_is_scaled_to_as_many_profiles_or_seconds)
{
	struct snapshots *s = snapshots_new();
	struct profile *p = stacks_read("types samples/count\na 1\n");
	double scale[1];

	for (int i = 0; i < 6; i++) {
		char name[] = "20261122T140x00";

		name[12] = (char)('0' + i);
		take(s, name, "types samples/count\na 15\n");
	}
	snapshots_done(s);
	snapshots_scale(s, (struct span){ AFTERNOON, AFTERNOON + 2 * MIN },
		(struct span){ AFTERNOON + 2 * MIN, AFTERNOON + 6 * MIN }, p,
		scale);
	assert_float_equal(scale[0], 0.5, 1e-12);
	profile_unref(p);
	/* Levels are averaged. */
	p = stacks_read("types inuse_space/bytes\na 1\n");
	snapshots_scale(s, (struct span){ AFTERNOON, AFTERNOON + 2 * MIN },
		(struct span){ AFTERNOON + 2 * MIN, AFTERNOON + 6 * MIN }, p,
		scale);
	assert_float_equal(scale[0], 1, 0);
	profile_unref(p);
	snapshots_unref(s);
}

/* The lines of three files on the disk, as text. */
static void
lines_are(bool by_label, const char *name, const char *want)
{
	char dir[] = "/tmp/flametop-times-XXXXXX";
	struct snapshots *s = snapshots_new();
	struct load_spec spec = { .format = STR_EMPTY };
	const struct lines_wanted q = { .type = STR("samples"),
		.unit = STR("count"),
		.by_label = by_label,
		.name = str_c(name) };
	struct strbuf order = STRBUF_INIT, have = STRBUF_INIT;
	struct timelines *t;

	folder_make(dir);
	for (int i = 0; i < 3; i++) {
		char file[] = "2026112214x000.folded", text[64];
		struct strbuf path = STRBUF_INIT;

		file[10] = (char)('0' + i);
		snprintf(text, sizeof(text),
			"main;work;deep %d\nmain;work %d\n", i + 1, 10 * i);
		folder_write(dir, file, text);
		strbuf_addf(&path, "%s/%s", dir, file);
		take(s, strbuf_c(&path), "types samples/count\na 1\n");
		strbuf_free(&path);
	}
	snapshots_done(s);
	snapshots_order(s, &spec, &q, &order);
	t = timelines_new(&spec, strbuf_str(&order), NULL);
	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_line *l = &t->line[i];

		strbuf_add3(&have, "[", l->name, "]");
		for (size_t k = 0; k < l->points.n; k++)
			strbuf_addf(&have, " %d", (int)l->points.p[k].sum);
	}
	assert_string_equal(strbuf_c(&have), want);
	timelines_free(t);
	strbuf_free(&order);
	strbuf_free(&have);
	snapshots_unref(s);
	assert_true(folder_remove(dir));
}

TEST(files_are_asked_about_a_function)
{
	lines_are(false, "deep", "[deep] 1 2 3");
	lines_are(false, "work", "[work] 1 12 23");
	lines_are(false, "gone", "[gone] 0 0 0");
	lines_are(true, "pod", "[] 1 12 23");
}

/* 40 samples, one every 10 ms, of which every fourth is of "deep". */
static struct profile *
timed_profile(void)
{
	struct builder *b = builder_new(0);
	struct builder_line line = { .func = NONE };
	struct err err = ERR_INIT;
	loc_id loc[2];
	struct profile *p;

	builder_type(b, builder_string(b, STR("cpu")),
		builder_string(b, STR("nanoseconds")));
	builder_times(b);
	for (int i = 0; i < 2; i++) {
		struct builder_function f = { .name = builder_string(b,
						      i == 0 ? STR("main")
							     : STR("deep")) };
		struct builder_location l = { .line = &line, .nlines = 1 };

		line.func = builder_function(b, &f);
		l.map = NONE;
		loc[i] = builder_location(b, &l);
	}
	for (int i = 0; i < 40; i++) {
		node_id node = builder_step(b, 0, loc[0]);
		int64_t value = 10000000;

		if (i % 4 == 0)
			node = builder_step(b, node, loc[1]);
		(void)builder_sample(b, node, 0, &value);
		builder_time(b, i * INT64_C(10000000));
	}
	builder_header(b)->time_nanos = AFTERNOON * 1000000;
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

TEST(samples_with_times_are_points_and_are_cut)
{
	struct snapshots *s = snapshots_new();
	struct profile *p = timed_profile();
	const struct profile *part;
	struct err err = ERR_INIT;
	struct points ps;
	struct points_sum sum;
	struct span span;

	sampled_take(s, p);
	assert_true(snapshots_along(s));
	assert_int_equal(snapshots_extent(s).from, AFTERNOON);
	assert_int_equal(snapshots_extent(s).until, AFTERNOON + 391);
	snapshots_points(s, STR("cpu"), STR("nanoseconds"), &ps);
	assert_true(ps.per_second);
	assert_true(ps.n >= 4 && ps.n <= 10);
	sum = points_sum(&ps, points_extent(&ps));
	assert_int_equal(sum.sum, read_sum(p));
	points_free(&ps);
	assert_int_equal(
		snapshots_span(s, STR("100ms..200ms"), AFTERNOON, &span, &err),
		0);
	part = snapshots_level(s, span, p, NULL, NULL, &err);
	assert_non_null(part);
	assert_int_equal(part->sample.n, 10);
	assert_int_equal(read_sum(part), 100000000);
	assert_int_equal(
		part->header.time_nanos, (AFTERNOON + 100) * INT64_C(1000000));
	assert_int_equal(part->header.duration_nanos, 100000000);
	profile_unref(part);
	part = snapshots_level(s, snapshots_extent(s), p, NULL, NULL, &err);
	assert_int_equal(read_sum(part), read_sum(p));
	profile_unref(part);
	assert_int_equal(
		snapshots_span(s, STR("1s.."), AFTERNOON, &span, &err), -1);
	assert_non_null(strstr(err.msg, "no samples in 1s..; they range"));
	profile_unref(p);
	snapshots_unref(s);
}

/* The lines of samples of 20 ms that are read from a file. */
static void
sample_lines_are(const char *perf, bool by_label, const char *name,
	size_t others, const char *want)
{
	char dir[] = "/tmp/flametop-times-XXXXXX";
	struct strbuf path = STRBUF_INIT, order = STRBUF_INIT;
	struct strbuf have = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct str source;
	struct load_spec spec = { .source = &source, .n_sources = 1 };
	struct snapshots *s = snapshots_new();
	struct lines_wanted q = { .type = STR("cpu-clock"),
		.unit = STR("nanoseconds"),
		.by_label = by_label,
		.name = str_c(name) };
	struct timelines *t;
	struct profile *p;

	folder_make(dir);
	folder_write(dir, "a.perf", perf);
	strbuf_addf(&path, "%s/a.perf", dir);
	source = strbuf_str(&path);
	p = load_profile(&spec, NULL, NULL, &err);
	assert_non_null(p);
	sampled_take(s, p);
	snapshots_order(s, &spec, &q, &order);
	t = timelines_new(&spec, strbuf_str(&order), NULL);
	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_line *l = &t->line[i];
		int64_t sum = 0;

		for (size_t k = 0; k < l->points.n; k++)
			sum += l->points.p[k].sum;
		strbuf_addf(&have, "[%.*s] %d ", STR_ARG(l->name),
			(int)(sum / 1000000));
	}
	assert_string_equal(strbuf_c(&have), want);
	assert_int_equal(t->others, others);
	timelines_free(t);
	snapshots_unref(s);
	profile_unref(p);
	strbuf_free(&path);
	strbuf_free(&order);
	strbuf_free(&have);
	assert_true(folder_remove(dir));
}

TEST(many_threads_of_two_programs_are_two_lines)
{
	struct strbuf perf = STRBUF_INIT;

	for (int i = 0; i < 1100; i++)
		strbuf_addf(&perf,
			"%s 1/%d %d.%03d000: 1000000 cpu-clock: \n"
			"\t400000 %s (/prog)\n\n",
			i % 4 == 0 ? "db" : "web", 1000 + i, 10 + i / 1000,
			i % 1000, i % 2 == 0 ? "even" : "odd");
	sample_lines_are(
		strbuf_c(&perf), true, "comm", 0, "[web] 825 [db] 275 ");
	/* As many lines as can be seen. */
	sample_lines_are(strbuf_c(&perf), true, "tid", 1092,
		"[1000] 1 [1001] 1 [1002] 1 [1003] 1 [1004] 1 [1005] 1 "
		"[1006] 1 [1007] 1 ");
	/* A function has what is below it, and no other line is there. */
	sample_lines_are(strbuf_c(&perf), false, "odd", 0, "[odd] 550 ");
	strbuf_free(&perf);
}

TEST(a_numeric_label_has_values_too)
{
	struct profile *p = stacks_read(
		"a 1 {shard=2}\na 3 {shard=1}\na 4 {size=2048bytes}\n"
		"a 5 {pod=x}\n");
	struct strbuf text = STRBUF_INIT;
	static const char *const key[] = { "shard", "shard", "size", "pod" };
	static const char *const want[] = { "2", "1", "2kB", "x" };

	for (size_t i = 0; i < 4; i++) {
		struct str is = label_value(
			p, p->sample.labels[i], str_c(key[i]), &text);

		assert_true(str_is(is, want[i]));
		assert_int_equal(
			label_value(p, p->sample.labels[i], STR("none"), &text)
				.n,
			0);
	}
	strbuf_free(&text);
	profile_unref(p);
}

/* Pods that are profiled at the same time have one clock. */
TEST(time_that_overlaps_counts_once)
{
	struct snapshots *s = snapshots_new();

	take(s, "a-20261122T140000", "duration 10000000000\na 1\n");
	take(s, "b-20261122T140000", "duration 10000000000\na 5\n");
	take(s, "a-20261122T140100", "duration 10000000000\na 1\n");
	take(s, "b-20261122T140105", "duration 10000000000\na 5\n");
	snapshots_done(s);
	assert_int_equal(snapshots_covered(s, snapshots_extent(s)), 25 * 1000);
	assert_int_equal(snapshots_covered(s,
				 (struct span){ AFTERNOON, AFTERNOON + MIN }),
		10 * 1000);
	snapshots_unref(s);
}

TEST(a_broken_order_brings_nothing)
{
	static const char *const orders[] = { "", "files", "files\n",
		"files\nsamples count 1 pod '' 0 5", "nobody\nx",
		"files\nsamples count 1 'pod", "servers\n",
		"servers\ncpu ns 1 pod 0 0 0 0 0",
		"servers\ncpu ns 0 '' 0 0 5 9 1",
		"servers\ncpu ns 0 '' 0 0 0 99999999999 1 parca://h" };
	const struct load_spec spec = { .format = STR_EMPTY };

	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		struct timelines *t =
			timelines_new(&spec, str_c(orders[i]), NULL);

		assert_non_null(t);
		assert_int_equal(t->n, 0);
		timelines_free(t);
	}
}

int
main(void)
{
	return tests_run(tests_in_utc, NULL);
}
