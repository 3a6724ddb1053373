/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_keys: what a key costs, on a pty of 160x48, seen from outside.
 *
 *     bench_keys PROGRAM PROFILE KIND...
 *
 * Each kind is three runs of 200 keys (`resize`: of 40 bursts of 8 sizes).
 * After a key everything the program writes is read until its threads sleep
 * and nothing comes any more. Lines of "NAME VALUE", milliseconds:
 *
 *     KIND_p95          from the key to the last byte that comes of it: the
 *                       median of the runs' 95th percentiles
 *     KIND_worst        the longest of all
 *     KIND_echo_p95     the same to the first byte: the key itself is seen
 *     KIND_echo_worst
 *     KIND_silent       keys of which nothing came
 *
 * Kinds: focus, tagfocus (letters of patterns in the prompt); hide (the same,
 * and after each pattern a change of the granularity); cursor, zoom, resize,
 * pick (letters in the picker of functions); callers (to that direction, each
 * time of other samples); in_callers (cursor and zoom there); find (with a
 * search: the next match, zooms, rows folded and not). `idle` prints
 * idle_ticks, the processor's ticks in ten seconds without a key, and
 * idle_bytes; `memory` prints peak_memory, in KiB.
 */
#include "prelude.h"

#include "base/err.h"
#include "base/vec.h"
#include "bench/proc.h"
#include "pty/vt.h"
#include "screen/picture.h"
#include "screen/sandbox.h"

enum {
	ROWS = 48,
	COLS = 160,
	RUNS = 3,
	KEYS = 200,
	BURSTS = 40,
	CALM = 4, /* looks, 2 ms apart, at which all threads sleep */
	START_MS = 300000,
	IDLE_MS = 10000
};

struct times {
	double *p;
	size_t n, cap;
};

struct bench {
	struct vt *vt;
	struct times last, first; /* of this run */
	double p95[RUNS], echo_p95[RUNS], worst, echo_worst;
	int run, silent;
};

static double
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Read until nothing more comes; when the first and the last byte came, in
   milliseconds since `begin`, or -1. */
static void
settle(struct bench *b, double begin, double *first, double *last)
{
	int calm = 0;

	*first = *last = -1;
	while (calm < CALM && !vt_ended(b->vt)) {
		if (vt_read(b->vt, vt_now() + 2)) {
			*last = now_ms() - begin;
			if (*first < 0)
				*first = *last;
			calm = 0;
		} else {
			calm = proc_asleep(vt_pid(b->vt)) ? calm + 1 : 0;
		}
	}
}

/* A key that is not counted. */
static void
press(struct bench *b, const char *bytes)
{
	double first, last;

	vt_type(b->vt, str_c(bytes));
	settle(b, now_ms(), &first, &last);
}

static void
count(struct bench *b, double first, double last)
{
	if (last < 0) {
		b->silent++;
		return;
	}
	vec_push(&b->first, first);
	vec_push(&b->last, last);
}

static void
time_key(struct bench *b, struct str key)
{
	double begin = now_ms(), first, last;

	vt_type(b->vt, key);
	settle(b, begin, &first, &last);
	count(b, first, last);
}

/* Patterns, letter by letter, each given up again; `after` is one more key to
   count behind each, or empty. */
static void
type_patterns(struct bench *b, const char *open, const char *const *pattern,
	size_t n, struct str after)
{
	for (size_t i = 0; b->last.n + (size_t)b->silent < KEYS; i++) {
		press(b, open);
		for (const char *c = pattern[i % n];
			*c != '\0' && b->last.n + (size_t)b->silent < KEYS; c++)
			time_key(b, str_from(c, 1));
		press(b, "\003");
		if (after.n > 0)
			time_key(b, after);
	}
}

static const char *const names[] = { "example.com/fleet", "(Get|Scan).*Frame",
	"tls|json", "runtime", "net/http", "Marshal", "internal/(impl|queue)",
	"prometheus", "^crypto", "Request$" };

static void
run_focus(struct bench *b)
{
	type_patterns(b, "f", names, COUNT_OF(names), STR_EMPTY);
}

static void
run_hide(struct bench *b)
{
	type_patterns(b, "x", names, COUNT_OF(names), STR("L"));
}

static void
run_tagfocus(struct bench *b)
{
	static const char *const tags[] = { "tenant=tenant-1",
		"endpoint=/api/v1/call7", "thread=worker 12", "tenant-2",
		"worker (3|4)" };

	type_patterns(b, "t", tags, COUNT_OF(tags), STR_EMPTY);
}

static void
run_pick(struct bench *b)
{
	static const char *const words[] = { "getframe", "httpreq", "impl",
		"marshal", "queuescan" };

	type_patterns(b, "J", words, COUNT_OF(words), STR_EMPTY);
}

static void
run_cursor(struct bench *b)
{
	static const char way[] = "jjjkjjkkkk";

	press(b, "g");
	for (size_t i = 0; i < KEYS; i++)
		time_key(b, str_from(&way[i % (sizeof(way) - 1)], 1));
}

static void
run_zoom(struct bench *b)
{
	press(b, "g");
	for (size_t i = 0; i < KEYS; i += 4) {
		press(b, i % 8 == 0 ? "jjj" : "jl");
		time_key(b, STR("\r"));
		press(b, "jj");
		time_key(b, STR("\r"));
		time_key(b, STR("\177"));
		time_key(b, STR("\177"));
		press(b, "g");
	}
}

static void
run_find(struct bench *b)
{
	static const char way[] = "nnNj\rnn\177nNnn|\rn\177n|";

	press(b, "g");
	press(b, "/checkNode\r");
	for (size_t i = 0; b->last.n + (size_t)b->silent < KEYS; i++)
		time_key(b, str_from(&way[i % (sizeof(way) - 1)], 1));
	press(b, "\033");
}

static void
run_callers(struct bench *b)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		press(b, "f");
		press(b, names[i]);
		press(b, "\r:direction=callers");
		time_key(b, STR("\r"));
		press(b, ":focus=\r:direction=callees\r");
	}
}

static void
run_in_callers(struct bench *b)
{
	press(b, ":direction=callers\r");
	run_cursor(b);
	run_zoom(b);
	press(b, ":direction=callees\r");
}

static void
run_resize(struct bench *b)
{
	static const int size[][2] = { { 40, 150 }, { 36, 140 }, { 30, 120 },
		{ 24, 100 }, { 30, 110 }, { 40, 130 }, { 44, 150 },
		{ ROWS, COLS } };
	double begin = 0, first, last;

	for (size_t i = 0; i < BURSTS; i++) {
		for (size_t k = 0; k < COUNT_OF(size); k++) {
			begin = now_ms();
			vt_resize(b->vt, size[k][0] - (int)(i & 1), size[k][1]);
		}
		settle(b, begin, &first, &last);
		count(b, first, last);
	}
	vt_resize(b->vt, ROWS, COLS);
	settle(b, begin, &first, &last);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of times that are sorted then. */
static double
percentile95(struct times *t)
{
	if (t->n == 0)
		return -1;
	qsort(t->p, t->n, sizeof(*t->p), compare);
	return t->p[(t->n - 1) * 95 / 100];
}

static void
note_run(struct bench *b)
{
	b->p95[b->run] = percentile95(&b->last);
	b->echo_p95[b->run] = percentile95(&b->first);
	if (b->last.n > 0 && b->last.p[b->last.n - 1] > b->worst)
		b->worst = b->last.p[b->last.n - 1];
	if (b->first.n > 0 && b->first.p[b->first.n - 1] > b->echo_worst)
		b->echo_worst = b->first.p[b->first.n - 1];
}

static void
time_kind(struct bench *b, const char *name, void (*run)(struct bench *b))
{
	int silent = 0;

	b->worst = b->echo_worst = -1;
	for (b->run = 0; b->run < RUNS; b->run++) {
		b->last.n = b->first.n = 0;
		b->silent = 0;
		run(b);
		note_run(b);
		silent += b->silent;
	}
	qsort(b->p95, RUNS, sizeof(*b->p95), compare);
	qsort(b->echo_p95, RUNS, sizeof(*b->echo_p95), compare);
	printf("%s_p95 %.1f\n%s_worst %.1f\n", name, b->p95[RUNS / 2], name,
		b->worst);
	printf("%s_echo_p95 %.1f\n%s_echo_worst %.1f\n", name,
		b->echo_p95[RUNS / 2], name, b->echo_worst);
	printf("%s_silent %d\n", name, silent);
	fflush(stdout);
}

static void
time_idle(struct bench *b)
{
	size_t bytes = vt_bytes(b->vt).n;
	long before = proc_ticks(vt_pid(b->vt));

	(void)vt_read(b->vt, vt_now() + IDLE_MS);
	printf("idle_ticks %ld\nidle_bytes %zu\n",
		proc_ticks(vt_pid(b->vt)) - before, vt_bytes(b->vt).n - bytes);
}

static const struct {
	const char *name;
	void (*run)(struct bench *b);
} kinds[] = {
	{ "focus", run_focus },
	{ "hide", run_hide },
	{ "tagfocus", run_tagfocus },
	{ "cursor", run_cursor },
	{ "zoom", run_zoom },
	{ "find", run_find },
	{ "resize", run_resize },
	{ "pick", run_pick },
	{ "callers", run_callers },
	{ "in_callers", run_in_callers },
};

static int
time_named(struct bench *b, const char *name, struct err *err)
{
	if (str_is(str_c(name), "idle")) {
		time_idle(b);
		return 0;
	}
	if (str_is(str_c(name), "memory")) {
		printf("peak_memory %ld\n", proc_memory(vt_pid(b->vt)));
		return 0;
	}
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!str_is(str_c(name), kinds[i].name))
			continue;
		time_kind(b, name, kinds[i].run);
		return vt_ended(b->vt)
			? err_set(err, ERR_IO, "%s: the program ended", name)
			: 0;
	}
	return err_set(err, ERR_USAGE, "no kind of keys %s", name);
}

static int
run(const char *const *argv, char **kind, int n, struct sandbox *box,
	struct err *err)
{
	struct nanny_setup setup = { .argv = argv,
		.rows = ROWS,
		.cols = COLS,
		.env = sandbox_envp(box) };
	struct bench b = { .vt = vt_start(&setup, err) };
	struct picture s = PICTURE_INIT;
	double first, last;
	int rc = 0;

	if (b.vt == NULL)
		return -1;
	do {
		if (!vt_read(b.vt, vt_now() + START_MS) || vt_ended(b.vt))
			rc = err_set(err, ERR_IO, "no screen came");
		vt_screen(b.vt, &s);
	} while (rc == 0 && picture_find(&s, ROWS - 1, STR("Quit")) < 0);
	settle(&b, now_ms(), &first, &last);
	for (int i = 0; rc == 0 && i < n; i++)
		rc = time_named(&b, kind[i], err);
	picture_free(&s);
	vec_free(&b.first);
	vec_free(&b.last);
	vt_free(b.vt);
	return rc;
}

int
main(int argc, char **argv)
{
	const char *args[] = { NULL, NULL, NULL };
	struct err err = ERR_INIT;
	struct sandbox box;
	int rc;

	if (argc < 4) {
		fprintf(stderr, "usage: bench_keys PROGRAM PROFILE KIND...\n");
		return 2;
	}
	args[0] = argv[1];
	args[1] = argv[2];
	rc = sandbox_open(&box, argv[1], "/", &err);
	if (rc == 0) {
		rc = run(args, argv + 3, argc - 3, &box, &err);
		sandbox_close(&box);
	}
	if (rc < 0)
		fprintf(stderr, "bench_keys: %s\n", err.msg);
	return rc < 0;
}
