/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_engine PROFILE: what the engine needs for the keys of a session, on
 * one profile, without a terminal. Views replace each other as they do on
 * the screen, so memory is as warm as it is there.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/vec.h"
#include "engine/peek.h"
#include "engine/view.h"
#include "input/source.h"
#include "read/read.h"

#include "base/banned.h"

struct bench {
	struct profile *p;
	struct engine *e;
	const struct view *shown;
	VEC(double) ms; /* of the current row */
};

static double
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* One line as tests/bench/run prints them. */
static void
say(const char *name, double ms, const char *goal)
{
	(void)printf("%-34s %9.1f %-4s %8s  %s\n", name, ms, "ms", "", goal);
	(void)fflush(stdout);
}

static void
say_many(struct bench *b, const char *name, const char *goal)
{
	char row[64];

	qsort(b->ms.p, b->ms.n, sizeof(*b->ms.p), by_value);
	(void)snprintf(row, sizeof(row), "%s, median", name);
	say(row, b->ms.p[b->ms.n / 2], "");
	(void)snprintf(row, sizeof(row), "%s, longest", name);
	say(row, b->ms.p[b->ms.n - 1], goal);
	b->ms.n = 0;
}

static void
fatal(const struct err *err)
{
	(void)fprintf(stderr, "bench_engine: %s\n", err->msg);
	exit(1);
}

/* A new view in the place of the one on the screen. */
static void
show(struct bench *b, const struct query *q)
{
	struct err err = ERR_INIT;
	double start = now_ms();
	const struct view *v = view_compute(b->e, q, NULL, &err);

	if (v == NULL)
		fatal(&err);
	vec_push(&b->ms, now_ms() - start);
	view_unref(b->shown);
	b->shown = v;
}

/* "Serve" letter by letter, then taken back. */
static void
type(struct bench *b, const char *name, const struct query *base, size_t field)
{
	struct query q = *base;
	struct str *text = (struct str *)(void *)((char *)&q + field);
	struct str all = STR("Serve");

	for (size_t n = 1; n <= all.n; n++) {
		*text = str_sub(all, 0, n);
		show(b, &q);
	}
	*text = STR_EMPTY;
	show(b, &q);
	if (name != NULL)
		say_many(b, name, "at most 50 ms");
	b->ms.n = 0;
}

static void
load(struct bench *b, const char *path)
{
	double start = now_ms();
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = str_c(path) };
	struct bytes bytes;

	if (source_read(str_c(path), 0, &bytes, NULL, &err) != 0)
		fatal(&err);
	spec.bytes = str_from((const char *)bytes.p, bytes.n);
	b->p = read_profile(&spec, NULL, NULL, &err);
	if (b->p == NULL)
		fatal(&err);
	bytes_free(&bytes);
	say("engine: load", now_ms() - start, "");
}

static void
peek_all(struct bench *b, uint32_t n)
{
	uint32_t step = b->shown->frames->n / n + 1;

	for (frame_id f = 0; f < b->shown->frames->n; f += step) {
		double start = now_ms();

		peek_free(peek_new(b->shown, f));
		vec_push(&b->ms, now_ms() - start);
	}
	say_many(b, "engine: peek", "at most 16 ms");
}

static void
first_view(struct bench *b, const struct query *q)
{
	show(b, q);
	say("engine: first view", b->ms.p[0], "");
	(void)printf("%-34s %9" PRIu32 "\n", "engine: nodes of the trie",
		b->p->trie.n);
	(void)printf("%-34s %9" PRIu32 "\n", "engine: nodes of the tree",
		b->shown->full.n);
	b->ms.n = 0;
}

static void
typing(struct bench *b)
{
	struct query q;

	query_init(&q);
	first_view(b, &q);
	/* The first time pages come in; that is not the rule. */
	type(b, NULL, &q, offsetof(struct query, focus));
	type(b, "engine: focus key", &q, offsetof(struct query, focus));
	type(b, "engine: ignore key", &q, offsetof(struct query, ignore));
	type(b, "engine: hide key", &q, offsetof(struct query, hide));
	type(b, "engine: show_from key", &q, offsetof(struct query, show_from));
	type(b, "engine: tagfocus key", &q, offsetof(struct query, tagfocus));
	type(b, "engine: search key", &q, offsetof(struct query, search));
	q.search = STR("run");
	type(b, "engine: focus key with search", &q,
		offsetof(struct query, focus));
}

static void
looking(struct bench *b)
{
	struct query q;

	query_init(&q);
	show(b, &q);
	b->ms.n = 0;
	peek_all(b, 200);
	q.direction = DIR_CALLERS;
	show(b, &q);
	say("engine: callers", b->ms.p[0], "");
	b->ms.n = 0;
	q.direction = DIR_SANDWICH;
	q.pivot = b->shown->frames->frame[b->shown->frames->n / 2].text;
	show(b, &q);
	say("engine: sandwich", b->ms.p[0], "");
}

int
main(int argc, char **argv)
{
	struct bench b = { .p = NULL };

	if (argc != 2) {
		(void)fprintf(stderr, "usage: bench_engine PROFILE\n");
		return 2;
	}
	load(&b, argv[1]);
	b.e = engine_new(b.p);
	typing(&b);
	looking(&b);
	view_unref(b.shown);
	engine_free(b.e);
	profile_unref(b.p);
	vec_free(&b.ms);
	return 0;
}
