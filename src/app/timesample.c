/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One profile whose samples have times, as a source of points (a row of
 * TIMESOURCES): see timesource.h. A point is what the samples of a step weigh;
 * a range is a profile with its samples alone.
 *
 * Without a time in its header a profile begins at midnight of a day long ago.
 */
#include "config.h"

#include "app/timesource.h"

#include <stdlib.h>

#include "app/buckets.h"
#include "base/intern.h"
#include "base/xalloc.h"
#include "profile/instant.h"
#include "profile/rewrite.h"
#include "profile/unit.h"

#include "base/banned.h"

enum {
	NS_PER_MS = 1000000,
	STEPS = 4000, /* of all, about */
	SOME = 8,     /* samples in a step */
	LABEL_SETS_MAX = 1000,
};

static int64_t
long_ago(void)
{
	const struct instant_base base = { .now = 0 };
	struct err ignored = ERR_INIT;
	int64_t time = 0;

	(void)instant_parse(STR("1970-01-02"), &base, &time, &ignored);
	return time;
}

void
sampled_take(struct snapshots *s, const struct profile *p)
{
	int64_t last = 0, from = p->header.time_nanos / NS_PER_MS;

	for (size_t i = 0; i < p->sample.n; i++)
		if (p->sample.time[i] > last)
			last = p->sample.time[i];
	if (from <= 0)
		from = long_ago();
	s->whole = profile_ref(p);
	s->asked = (struct span){ from, from + last / NS_PER_MS + 1 };
}

static int64_t
sample_time(const struct snapshots *s, const struct profile *p, size_t i)
{
	return s->asked.from + p->sample.time[i] / NS_PER_MS;
}

/* Long enough for some samples, or each of them would be a spike. */
static int64_t
sampled_step(const struct snapshots *s)
{
	int64_t length = s->asked.until - s->asked.from;
	int64_t n = (int64_t)s->whole->sample.n;

	return points_step(length, STEPS, n > 0 ? SOME * length / n : 1, 0);
}

/* The column of a type; NONE. */
static uint32_t
sampled_column(const struct profile *p, struct str type, struct str unit)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		if (str_eq(profile_str(p, p->types.type[i]), type) &&
			unit_compatible(profile_str(p, p->types.unit[i]), unit))
			return i;
	return NONE;
}

void
sampled_points_in(const struct snapshots *s, struct str type, struct str unit,
	struct span window, int64_t step, struct points *out)
{
	const struct profile *p = s->whole;
	uint32_t column = sampled_column(p, type, unit);
	struct err ignored = ERR_INIT;
	struct buckets b;

	*out = (struct points){ .unit = unit };
	if (column == NONE || buckets_init(&b, window, step, &ignored) != 0)
		return;
	for (size_t i = 0; i < p->sample.n; i++)
		(void)buckets_add(&b, sample_time(s, p, i),
			(double)p->sample.value[column][i]);
	/* The unit of a profile is that of all its samples. */
	buckets_end(&b, type, unit, 1, out);
}

void
sampled_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out)
{
	sampled_points_in(s, type, unit, s->asked, sampled_step(s), out);
}

struct profile *
sampled_cut(const struct snapshots *s, struct span span,
	const struct profile *p, struct progress *progress, struct err *err)
{
	struct span within = span_both(span, s->asked);

	return rewrite_times(p, (within.from - s->asked.from) * NS_PER_MS,
		(within.until - s->asked.from) * NS_PER_MS, progress, err);
}

/* ---- A row of TIMESOURCES ---- */

struct sampled_lines {
	struct span window;
	int64_t step;
	struct intern values; /* names of lines */
	VEC(struct buckets) line;
	VEC(double) total;
};

static uint32_t
line_of(struct sampled_lines *l, struct str name)
{
	struct err ignored = ERR_INIT;
	uint32_t id = intern_copy(&l->values, name);
	struct buckets b;

	while (l->line.n <= id) {
		(void)buckets_init(&b, l->window, l->step, &ignored);
		vec_push(&l->line, b);
		vec_push(&l->total, 0);
	}
	return id;
}

/* The line of each sample; NONE: of none. */
static uint32_t *
lines_of_samples(struct sampled_lines *l, const struct profile *p,
	bool by_label, struct str name)
{
	uint32_t *line = xcalloc(p->sample.n + 1, sizeof(*line));
	uint32_t *of_set = xcalloc(p->labels.n + 1, sizeof(*of_set));
	bool *below = by_label ? NULL : nodes_below(p, name);

	for (lset_id set = 0; by_label && set < p->labels.n; set++)
		of_set[set] = line_of(l, label_value(p, set, name));
	if (!by_label)
		(void)line_of(l, name);
	for (size_t i = 0; i < p->sample.n; i++)
		line[i] = by_label                 ? of_set[p->sample.labels[i]]
			: below[p->sample.leaf[i]] ? 0
						   : NONE;
	free(of_set);
	free(below);
	return line;
}

/* The heaviest first. */
static void
offer_lines(struct sampled_lines *l, struct str type, struct str unit,
	struct timelines *out)
{
	for (size_t k = 0; k < l->line.n; k++) {
		struct timeline_line *line;
		size_t best = SIZE_MAX;

		for (size_t i = 0; i < l->line.n; i++)
			if (l->line.p[i].p != NULL &&
				(best == SIZE_MAX ||
					l->total.p[i] > l->total.p[best]))
				best = i;
		line = timelines_add(
			out, intern_str(&l->values, (uint32_t)best));
		if (line != NULL) {
			buckets_end(&l->line.p[best], type,
				arena_str(&out->arena, unit), 1, &line->points);
			continue;
		}
		free(l->line.p[best].p);
		l->line.p[best].p = NULL;
	}
}

static void
sum_lines(struct sampled_lines *l, const struct snapshots *s, uint32_t column,
	const uint32_t *line)
{
	const struct profile *p = s->whole;

	for (size_t i = 0; i < p->sample.n; i++) {
		double value = (double)p->sample.value[column][i];

		if (line[i] == NONE)
			continue;
		(void)buckets_add(
			&l->line.p[line[i]], sample_time(s, p, i), value);
		l->total.p[line[i]] += value;
	}
}

static void
lines_of(const struct profile *p, const struct lines_wanted *q,
	struct timelines *out)
{
	struct snapshots *s = snapshots_new();
	struct sampled_lines l = { .line = { NULL, 0, 0 } };
	struct arena text = ARENA_INIT;
	uint32_t column = sampled_column(p, q->type, q->unit), *line;

	sampled_take(s, p);
	l.window = s->asked;
	l.step = sampled_step(s);
	if (q->step > 0 && !span_is_empty(q->window)) {
		l.window = q->window;
		l.step = q->step;
	}
	intern_init(&l.values, &text);
	/* A label with a thousand values has no lines that could be seen. */
	if (column != NONE && p->labels.n <= LABEL_SETS_MAX) {
		line = lines_of_samples(&l, p, q->by_label, q->name);
		sum_lines(&l, s, column, line);
		offer_lines(&l, q->type, q->unit, out);
		free(line);
	}
	intern_fini(&l.values);
	vec_free(&l.line);
	vec_free(&l.total);
	arena_free(&text);
	snapshots_unref(s);
}

static int
samples_lines(struct timelines *out, const struct load_spec *files,
	struct str order, struct progress *progress, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct load_spec spec = *files;
	struct lines_wanted q = { .by_label = false };
	struct profile *p;

	q.type = order_word(&order, &arena);
	q.unit = order_word(&order, &arena);
	q.by_label = order_number(&order, &arena) != 0;
	q.name = order_word(&order, &arena);
	(void)order_number(&order, &arena);
	(void)order_number(&order, &arena);
	q.window.from = order_number(&order, &arena);
	q.window.until = order_number(&order, &arena);
	q.step = order_number(&order, &arena);
	spec.n_bases = spec.n_diff_bases = 0;
	spec.normalize = false;
	spec.range = spec.base_range = STR_EMPTY;
	spec.snapshots = NULL;
	p = spec.n_sources > 0 ? load_profile(&spec, NULL, progress, err)
			       : NULL;
	if (p != NULL && p->sample.time != NULL)
		lines_of(p, &q, out);
	profile_unref(p);
	arena_free(&arena);
	return p != NULL ? 0 : -1;
}

const struct timesource timesource_samples = {
	.name = "samples",
	.lines = samples_lines,
};
