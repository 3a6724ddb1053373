/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One profile whose samples have times, as a source of points (a row of
 * TIMESOURCES): see timesource.h. A point is what the samples of a step weigh;
 * a range is a profile with its samples alone.
 *
 * Without a time in its header a profile begins at midnight of a day long ago.
 */
#include "prelude.h"

#include "app/timesource.h"

#include "app/buckets.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "profile/rewrite.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "profile/unit.h"

enum {
	NS_PER_MS = 1000000,
	STEPS = 4000, /* of all, about */
	SOME = 8,     /* samples in a step */
};

/* What a sample of a moment stands for, in ns; 0: that is not known. */
static int64_t
sampling_period(const struct profile *p)
{
	struct str unit = profile_str(p, p->header.period_unit), name;
	bool far = false;

	return unit_is_time(unit) && p->header.period > 0
		? i64_round(
			  unit_scale(p->header.period, unit, STR("ns"), &name),
			  &far)
		: 0;
}

/* When the last of the samples was over, in ns since the first one began. */
static int64_t
samples_end(const struct profile *p)
{
	int64_t period = sampling_period(p), end = p->header.duration_nanos;
	bool far = false;

	for (size_t i = 0; i < p->sample.n; i++)
		end = i64_max(end, i64_add(p->sample.time[i], period, &far));
	for (uint32_t t = 0; t < p->types.n; t++) {
		size_t n = kind_lasts(p, t) ? p->sample.n : 0;

		for (size_t i = 0; i < n; i++)
			end = i64_max(end,
				i64_add(p->sample.time[i],
					p->sample.value[t][i], &far));
	}
	return end;
}

void
sampled_take(struct snapshots *s, const struct profile *p)
{
	int64_t from = p->header.time_nanos / NS_PER_MS;
	int64_t length = 0, end = samples_end(p);

	for (size_t i = 0; i < p->sample.n; i++)
		length = i64_max(length, p->sample.time[i] / NS_PER_MS + 1);
	if (from <= 0) {
		const struct instant_base base = { .now = 0 };
		struct err ignored = ERR_INIT;

		from = 0;
		(void)instant_parse(STR("1970-01-02"), &base, &from, &ignored);
	}
	length = i64_max(length, end / NS_PER_MS + (end % NS_PER_MS > 0));
	/* Nothing is later, whatever a file says. */
	if (length > INSTANT_LATEST - from)
		length = i64_max(INSTANT_LATEST - from, 1);
	s->whole = profile_ref(p);
	s->asked = (struct span){ from, from + length };
}

/* Long enough for some samples, or each of them would be a spike. */
int64_t
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

/* Buckets of what was recorded of a window. */
static int
sampled_buckets(struct buckets *b, const struct snapshots *s,
	struct span window, int64_t step)
{
	struct err ignored = ERR_INIT;

	if (buckets_init(b, window, step, &ignored) != 0)
		return -1;
	b->within = span_both(window, s->asked);
	b->recorded = true;
	return 0;
}

/* A sample into the buckets of its line: what lasts into each that it is in. */
static void
sampled_add(struct buckets *b, const struct snapshots *s, bool lasts,
	uint32_t column, size_t i)
{
	const struct profile *p = s->whole;
	int64_t value = p->sample.value[column][i], from;
	bool far = false;

	from = i64_add(s->asked.from * NS_PER_MS, p->sample.time[i], &far);
	if (lasts && value > 0)
		buckets_spread(b, from, i64_add(from, value, &far));
	else
		(void)buckets_add(b,
			s->asked.from + p->sample.time[i] / NS_PER_MS,
			(double)value);
}

void
sampled_points_in(const struct snapshots *s, struct str type, struct str unit,
	struct span window, int64_t step, struct points *out)
{
	const struct profile *p = s->whole;
	uint32_t column = sampled_column(p, type, unit);
	struct buckets b;
	bool lasts;

	*out = (struct points){ .unit = unit };
	if (column == NONE || sampled_buckets(&b, s, window, step) != 0)
		return;
	lasts = kind_lasts(p, column);
	for (size_t i = 0; i < p->sample.n; i++)
		sampled_add(&b, s, lasts, column, i);
	/* The unit of a profile is that of all its samples. */
	buckets_end(&b, type, unit, 1, out);
}

void
sampled_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out)
{
	sampled_points_in(s, type, unit, s->asked, sampled_step(s), out);
}

struct points_sum
sampled_sum(const struct snapshots *s, struct str type, struct str unit,
	struct span span)
{
	struct points ps;
	struct points_sum sum;

	sampled_points_in(s, type, unit, span, span.until - span.from, &ps);
	sum = points_sum(&ps, span);
	points_free(&ps);
	return sum;
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
	struct intern values; /* names of lines */
	VEC(double) total;    /* of each */
	VEC(bool) used;       /* "" is there in any case */
	uint32_t *line;       /* [sample.n] NONE: of none */
};

static uint32_t
line_of(struct sampled_lines *l, struct str name)
{
	uint32_t id = intern_copy(&l->values, name);

	while (l->total.n <= id) {
		vec_push(&l->total, 0);
		vec_push(&l->used, false);
	}
	l->used.p[id] = true;
	return id;
}

/* Which line each sample is of, and what the lines weigh. */
static void
lines_of_samples(struct sampled_lines *l, const struct profile *p,
	const struct lines_wanted *q, uint32_t column)
{
	uint32_t *of_set = xcalloc(p->labels.n + 1, sizeof(*of_set));
	bool *below = q->by_label ? NULL : nodes_below(p, q->name);
	struct strbuf text = STRBUF_INIT;
	uint32_t function = q->by_label ? NONE : line_of(l, q->name);

	for (lset_id set = 0; set < p->labels.n; set++)
		of_set[set] = NONE;
	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		if (q->by_label && of_set[set] == NONE)
			of_set[set] =
				line_of(l, label_value(p, set, q->name, &text));
		l->line[i] = q->by_label           ? of_set[set]
			: below[p->sample.leaf[i]] ? function
						   : NONE;
		if (l->line[i] != NONE)
			l->total.p[l->line[i]] +=
				(double)p->sample.value[column][i];
	}
	strbuf_free(&text);
	free(of_set);
	free(below);
}

/* The heaviest of those that are left, which is not left then. */
static uint32_t
take_heaviest(const struct sampled_lines *l)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < l->total.n; i++)
		if (l->used.p[i] &&
			(best == SIZE_MAX || l->total.p[i] > l->total.p[best]))
			best = i;
	l->used.p[best] = false;
	return (uint32_t)best;
}

/* The heaviest lines first; the others are only counted. */
static void
offer_lines(const struct sampled_lines *l, const struct snapshots *s,
	const struct lines_wanted *q, uint32_t column, struct timelines *out)
{
	const struct profile *p = s->whole;
	uint32_t *place = xcalloc(l->total.n + 1, sizeof(*place));
	struct buckets b[TIMELINES_MAX];
	struct timeline_line *line[TIMELINES_MAX];
	size_t n = 0, lines = 0;
	bool lasts = kind_lasts(p, column);

	for (size_t i = 0; i < l->used.n; i++)
		lines += l->used.p[i];
	for (size_t i = 0; i < lines; i++) {
		uint32_t id = i < TIMELINES_MAX ? take_heaviest(l) : 0;
		struct timeline_line *made =
			timelines_add(out, intern_str(&l->values, id));

		if (made != NULL &&
			sampled_buckets(&b[n], s, q->window, q->step) == 0) {
			line[n++] = made;
			place[id] = (uint32_t)n;
		}
	}
	for (size_t i = 0; i < p->sample.n; i++)
		if (l->line[i] != NONE && place[l->line[i]] > 0)
			sampled_add(
				&b[place[l->line[i]] - 1], s, lasts, column, i);
	for (size_t k = 0; k < n; k++)
		buckets_end(&b[k], q->type, arena_str(&out->arena, q->unit), 1,
			&line[k]->points);
	free(place);
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
	if (p != NULL && p->sample.time != NULL) {
		struct snapshots *s = snapshots_new();
		struct sampled_lines l = { .line = NULL };
		struct arena text = ARENA_INIT;
		uint32_t column = sampled_column(p, q.type, q.unit);

		sampled_take(s, p);
		if (q.step <= 0 || span_is_empty(q.window)) {
			q.window = s->asked;
			q.step = sampled_step(s);
		}
		intern_init(&l.values, &text);
		l.line = xcalloc(p->sample.n + 1, sizeof(*l.line));
		if (column != NONE) {
			lines_of_samples(&l, p, &q, column);
			offer_lines(&l, s, &q, column, out);
		}
		free(l.line);
		intern_fini(&l.values);
		vec_free(&l.total);
		vec_free(&l.used);
		arena_free(&text);
		snapshots_unref(s);
	}
	profile_unref(p);
	arena_free(&arena);
	return p != NULL ? 0 : -1;
}

const struct timesource timesource_samples = {
	.name = "samples",
	.lines = samples_lines,
};
