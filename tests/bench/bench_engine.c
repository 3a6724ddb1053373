/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_engine: what the engine needs for the keys of a session, on one
 * profile, without a terminal. Views replace each other as they do on the
 * screen, so memory is as warm as it is there.
 *
 *     bench_engine PROFILE [KIND...]
 *
 * Lines of "NAME VALUE", milliseconds of processor time, which other work on
 * the machine disturbs least: KIND_min, KIND_median
 * and KIND_max. Without a kind: all; `cancel`, alone, is in cancel.h.
 */
#include "prelude.h"

#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "bench/cancel.h"
#include "engine/regexp.h"
#include "analysis/hottest.h"
#include "analysis/peek.h"
#include "analysis/label_sums.h"
#include "analysis/traces.h"
#include "engine/view.h"
#include "input/source.h"
#include "present/picker.h"
#include "read/read.h"

struct bench {
	struct profile *p;
	struct engine *e;
	const struct view *shown;
	VEC(double) ms; /* values of the current row */
};

static double
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
say(const char *name, const char *what, double value)
{
	(void)printf("%s%s %.1f\n", name, what, value);
	(void)fflush(stdout);
}

static void
say_many(struct bench *b, const char *name)
{
	qsort(b->ms.p, b->ms.n, sizeof(*b->ms.p), by_value);
	say(name, "_min", b->ms.p[0]);
	say(name, "_median", b->ms.p[b->ms.n / 2]);
	say(name, "_max", b->ms.p[b->ms.n - 1]);
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

/* A text letter by letter, then taken back. */
static void
type(struct bench *b, const struct query *base, size_t field, struct str all)
{
	struct query q = *base;
	struct str *text = (struct str *)(void *)((char *)&q + field);

	for (size_t n = 1; n <= all.n; n++) {
		*text = str_sub(all, 0, n);
		show(b, &q);
	}
	*text = STR_EMPTY;
	show(b, &q);
}

/* Twice: the first time pages come in, which is not the rule. */
static void
type_into(struct bench *b, size_t field, struct str text)
{
	struct query q;

	query_init(&q);
	type(b, &q, field, text);
	b->ms.n = 0;
	for (int i = 0; i < 3; i++)
		type(b, &q, field, text);
}

static void
run_focus(struct bench *b)
{
	type_into(b, offsetof(struct query, focus), STR("Serve"));
}

static void
run_ignore(struct bench *b)
{
	type_into(b, offsetof(struct query, ignore), STR("Serve"));
}

static void
run_hide(struct bench *b)
{
	type_into(b, offsetof(struct query, hide), STR("Serve"));
}

static void
run_show_from(struct bench *b)
{
	type_into(b, offsetof(struct query, show_from), STR("Serve"));
}

static void
run_tagfocus(struct bench *b)
{
	type_into(b, offsetof(struct query, tagfocus), STR("worker 12"));
}

static void
run_search(struct bench *b)
{
	type_into(b, offsetof(struct query, search), STR("Serve"));
}

static void
run_granularity(struct bench *b)
{
	struct query q;

	query_init(&q);
	for (int round = 0; round < 2; round++) {
		b->ms.n = 0;
		for (int g = GRAN_FUNCTIONS; g <= GRAN_ADDRESSES; g++) {
			q.granularity = (enum granularity)g;
			show(b, &q);
		}
	}
}

static void
run_peek(struct bench *b)
{
	uint32_t step = b->shown->frames->n / 200 + 1;

	for (frame_id f = 0; f < b->shown->frames->n; f += step) {
		double start = now_ms();

		peek_free(peek_new(b->shown, f, NULL));
		vec_push(&b->ms, now_ms() - start);
	}
}

static void
run_callers(struct bench *b)
{
	struct query q;

	query_init(&q);
	q.direction = DIR_CALLERS;
	show(b, &q);
}

static void
run_sandwich(struct bench *b)
{
	struct query q;

	query_init(&q);
	q.direction = DIR_SANDWICH;
	q.pivot = b->shown->frames->frame[b->shown->frames->n / 2].text;
	show(b, &q);
}

static void
run_tags(struct bench *b)
{
	struct query q;
	struct err err = ERR_INIT;
	double start = now_ms();

	query_init(&q);
	tags_free(tags_new(b->e, &q, NULL, &err));
	vec_push(&b->ms, now_ms() - start);
}

static void
run_facets(struct bench *b)
{
	struct query q;
	struct err err = ERR_INIT;
	double start = now_ms();

	query_init(&q);
	facets_free(facets_new(b->e, &q, NULL, &err));
	vec_push(&b->ms, now_ms() - start);
}

static void
run_traces(struct bench *b)
{
	struct query q;
	struct err err = ERR_INIT;
	double start = now_ms();

	query_init(&q);
	traces_free(traces_new(b->e, &q, NULL, &err));
	vec_push(&b->ms, now_ms() - start);
}

static void
run_hottest(struct bench *b)
{
	struct query q;
	struct err err = ERR_INIT;

	query_init(&q);
	for (int i = 0; i < 5; i++) {
		double start = now_ms();

		hottest_free(hottest_new(b->e, &q, NULL, &err));
		vec_push(&b->ms, now_ms() - start);
	}
}

/* The picker of functions: opened, then letters, each word given up again. */
static void
run_pick(struct bench *b)
{
	static const char *const words[] = { "getframe", "httpreq", "impl",
		"marshal", "queuescan" };
	struct picker *p = picker_new(b->shown);

	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < COUNT_OF(words); i++) {
			struct str word = str_c(words[i]);

			for (size_t n = 1; n <= word.n; n++) {
				double start = now_ms();

				picker_type(p, str_sub(word, 0, n));
				vec_push(&b->ms, now_ms() - start);
			}
			picker_type(p, STR_EMPTY);
		}
	}
	picker_free(p);
}

static void
run_pick_open(struct bench *b)
{
	for (int i = 0; i < 5; i++) {
		double start = now_ms();
		struct picker *p = picker_new(b->shown);

		vec_push(&b->ms, now_ms() - start);
		picker_free(p);
	}
}

/* A pattern with more ways to match than there is time, on a name of 1 MB. */
static void
hard_pattern(struct bench *b, const char *pattern, bool interpret)
{
	struct strbuf name = STRBUF_INIT;

	strbuf_addn(&name, 'a', 1000000);
	strbuf_addch(&name, 'b');
	for (int i = 0; i < 5; i++) {
		struct err err = ERR_INIT;
		double start = now_ms();
		struct regexp *m = regexp_new(str_c(pattern), NULL, &err);

		if (interpret)
			regexp_interpret(m);
		if (regexp_str(m, strbuf_str(&name)) || !regexp_stopped(m))
			err_set(&err, ERR_IO, "%s was not stopped", pattern);
		vec_push(&b->ms, now_ms() - start);
		regexp_free(m);
		if (err.code != ERR_NONE)
			fatal(&err);
	}
	strbuf_free(&name);
}

static void
run_regex(struct bench *b)
{
	hard_pattern(b, "(a+)+$", false);
}

static void
run_regex_plain(struct bench *b)
{
	hard_pattern(b, "(a+)+$", true);
}

/* Few ways at each place, but a million places. */
static void
run_regex_square(struct bench *b)
{
	hard_pattern(b, "a+$", false);
}

static void
run_regex_square_plain(struct bench *b)
{
	hard_pattern(b, "a+$", true);
}

static const struct {
	const char *name;
	void (*run)(struct bench *b);
} kinds[] = {
	{ "focus", run_focus },
	{ "ignore", run_ignore },
	{ "hide", run_hide },
	{ "granularity", run_granularity },
	{ "show_from", run_show_from },
	{ "tagfocus", run_tagfocus },
	{ "search", run_search },
	{ "peek", run_peek },
	{ "callers", run_callers },
	{ "sandwich", run_sandwich },
	{ "tags", run_tags },
	{ "facets", run_facets },
	{ "traces", run_traces },
	{ "hottest", run_hottest },
	{ "pick", run_pick },
	{ "pick_open", run_pick_open },
	{ "regex", run_regex },
	{ "regex_plain", run_regex_plain },
	{ "regex_square", run_regex_square },
	{ "regex_square_plain", run_regex_square_plain },
};

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
	say("load", "", now_ms() - start);
	say("trie_nodes", "", b->p->trie.n);
}

static void
run_kinds(struct bench *b, char **name, int n)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		bool wanted = n == 0;

		for (int k = 0; k < n; k++)
			wanted |= str_is(str_c(name[k]), kinds[i].name);
		if (!wanted)
			continue;
		kinds[i].run(b);
		say_many(b, kinds[i].name);
	}
}

int
main(int argc, char **argv)
{
	struct bench b = { .p = NULL };
	struct query q;

	if (argc < 2) {
		(void)fprintf(
			stderr, "usage: bench_engine PROFILE [KIND...]\n");
		return 2;
	}
	xalloc_keep();
	query_init(&q);
	load(&b, argv[1]);
	b.e = engine_new(b.p);
	show(&b, &q);
	say_many(&b, "first_view");
	if (argc < 3 || !str_is(str_c(argv[2]), "cancel"))
		run_kinds(&b, argv + 2, argc - 2);
	if (argc < 3 || str_is(str_c(argv[2]), "cancel"))
		cancel_bench(b.e);
	view_unref(b.shown);
	engine_free(b.e);
	profile_unref(b.p);
	vec_free(&b.ms);
	return 0;
}
