/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How soon a computation stops: see cancel.h. */
#include "prelude.h"

#include "bench/cancel.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/compiler.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "bench/pbout.h"
#include "analysis/label_sums.h"
#include "analysis/traces.h"
#include "engine/view.h"

enum { TRIES = 12 };

struct work {
	struct engine *e;
	struct query q;
	void (*run)(struct work *w);
	struct progress progress;
	double used; /* processor time of its thread, at the end */
	bool finished;
};

static double
clock_ms(clockid_t clock)
{
	struct timespec t;

	(void)clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
run_view(struct work *w)
{
	struct err err = ERR_INIT;
	const struct view *v = view_compute(w->e, &w->q, &w->progress, &err);

	w->finished = v != NULL;
	view_unref(v);
}

static void
run_tags(struct work *w)
{
	struct err err = ERR_INIT;
	struct tags *t = tags_new(w->e, &w->q, &w->progress, &err);

	w->finished = t != NULL;
	tags_free(t);
}

static void
run_facets(struct work *w)
{
	struct err err = ERR_INIT;
	struct facets *f = facets_new(w->e, &w->q, &w->progress, &err);

	w->finished = f != NULL;
	facets_free(f);
}

static void
run_traces(struct work *w)
{
	struct err err = ERR_INIT;
	struct traces *t = traces_new(w->e, &w->q, &w->progress, &err);

	w->finished = t != NULL;
	traces_free(t);
}

static void
set_focus(struct query *q, struct str pattern)
{
	q->focus = pattern;
}

static void
set_hide(struct query *q, struct str pattern)
{
	q->hide = pattern;
}

static void
set_from(struct query *q, struct str pattern)
{
	q->show_from = pattern;
}

static void
set_granularity(struct query *q, struct str pattern)
{
	q->hide = pattern;
	q->granularity = GRAN_LINES;
}

static void
set_callers(struct query *q, struct str pattern)
{
	q->hide = pattern;
	q->direction = DIR_CALLERS;
}

static void
set_tagfocus(struct query *q, struct str pattern)
{
	q->tagfocus = pattern;
}

static void
set_tagroot(struct query *q, struct str pattern)
{
	q->tagroot = pattern;
}

/* Each try has another pattern, so that nothing is known of it. */
static const struct {
	const char *name;
	/* Takes long, having another profile to make: stopped anywhere in it.
	   The pattern is then a second key, which no label has. */
	bool is_long;
	void (*run)(struct work *w);
	void (*set)(struct query *q, struct str pattern);
} works[] = {
	{ "focus", false, run_view, set_focus },
	{ "hide", false, run_view, set_hide },
	{ "show_from", false, run_view, set_from },
	{ "granularity", false, run_view, set_granularity },
	{ "callers", false, run_view, set_callers },
	{ "tagfocus", false, run_view, set_tagfocus },
	{ "tagroot", true, run_view, set_tagroot },
	{ "tags", false, run_tags, set_hide },
	{ "facets", false, run_facets, set_hide },
	{ "traces", false, run_traces, set_hide },
};

static void *
thread(void *arg)
{
	struct work *w = arg;

	w->run(w);
	w->used = clock_ms(CLOCK_THREAD_CPUTIME_ID);
	return NULL;
}

static void
wait_ms(double ms)
{
	struct timespec t = { .tv_sec = (time_t)(ms / 1e3) };

	t.tv_nsec = (long)((ms - (double)t.tv_sec * 1e3) * 1e6);
	(void)nanosleep(&t, NULL);
}

/* Milliseconds of processor time from the word to the end, or -1 when it had
   ended before: what others take of the machine is not its fault. */
static double
stop_after(struct work *w, double ms)
{
	pthread_t id;
	clockid_t clock;
	double said;

	atomic_store(&w->progress.stop, false);
	w->finished = false;
	if (pthread_create(&id, NULL, thread, w) != 0)
		return -1;
	wait_ms(ms);
	/* An ended thread that is not joined still has a clock. */
	said = pthread_getcpuclockid(id, &clock) == 0 ? clock_ms(clock) : 0;
	atomic_store(&w->progress.stop, true);
	(void)pthread_join(id, NULL);
	return w->finished ? -1 : w->used - said;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The query of a try. */
static void
begin(struct work *w, struct engine *e, size_t try, struct strbuf *pattern)
{
	size_t k = try % COUNT_OF(works);

	*w = (struct work){ .e = e, .run = works[k].run };
	strbuf_reset(pattern);
	/* Matches almost nothing, which is the most work. */
	strbuf_addf(
		pattern, "%scall%zu$", works[k].is_long ? "tenant," : "", try);
	query_init(&w->q);
	works[k].set(&w->q, strbuf_str(pattern));
}

/* When to stop, in milliseconds from the start. */
static double
moment(size_t k, const double *whole, struct dice *dice)
{
	return works[k].is_long ? whole[k] * dice_unit(dice)
				: 200 * dice_unit(dice) * dice_unit(dice);
}

/* The duration without a stop. */
static double
time_whole(struct work *w)
{
	double start = clock_ms(CLOCK_MONOTONIC);

	w->run(w);
	return clock_ms(CLOCK_MONOTONIC) - start;
}

void
cancel_bench(struct engine *e)
{
	double ms[COUNT_OF(works) * TRIES], worst = -1;
	double of[COUNT_OF(works)] = { 0 }, whole[COUNT_OF(works)] = { 0 };
	struct strbuf pattern = STRBUF_INIT;
	const char *worst_name = "nothing";
	struct dice dice = { 7 };
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(works) * (TRIES + 1); i++) {
		size_t k = i % COUNT_OF(works);
		struct work w;
		double t;

		begin(&w, e, i, &pattern);
		if (i < COUNT_OF(works)) {
			whole[k] = works[k].is_long ? time_whole(&w) : 0;
			continue;
		}
		t = stop_after(&w, moment(k, whole, &dice));
		if (t > of[k])
			of[k] = t;
		/* These have a row of their own: no key asks for them. */
		if (t < 0 || works[k].is_long)
			continue;
		ms[n++] = t;
		if (t > worst) {
			worst = t;
			worst_name = works[k].name;
		}
	}
	for (size_t k = 0; k < COUNT_OF(works); k++)
		printf("cancel_%s_max %.1f\n", works[k].name, of[k]);
	qsort(ms, n, sizeof(*ms), compare);
	printf("cancel_p95 %.1f\ncancel_max %.1f\ncancel_of %s\n",
		n > 0 ? ms[(n - 1) * 95 / 100] : -1, worst, worst_name);
	strbuf_free(&pattern);
}
