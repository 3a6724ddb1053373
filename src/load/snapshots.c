/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The times of profiles, and the sources of a span. */
#include "prelude.h"

#include "load/snapshots.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "input/shell.h"
#include "input/source.h"
#include "load/load.h"
#include "load/sampletimes.h"
#include "load/serverpoints.h"
#include "profile/merge.h"
#include "profile/sampletype.h"
#include "profile/timesteps.h"
#include "profile/timetext.h"
#include "profile/unit.h"

enum { NS_PER_MS = 1000000 };

/* ---- Snapshots ---- */

struct snapshots *
snapshots_new(void)
{
	struct snapshots *s = xcalloc(1, sizeof(*s));

	atomic_init(&s->refs, 1);
	return s;
}

struct snapshots *
snapshots_after(const struct snapshots *before)
{
	struct snapshots *s = snapshots_new();

	if (before != NULL)
		s->skew = before->skew;
	for (size_t i = 0; before != NULL && i < before->label.n; i++)
		vec_push(&s->label, arena_str(&s->arena, before->label.p[i]));
	return s;
}

struct snapshots *
snapshots_ref(struct snapshots *s)
{
	atomic_fetch_add(&s->refs, 1);
	return s;
}

void
snapshots_unref(struct snapshots *s)
{
	if (s == NULL || atomic_fetch_sub(&s->refs, 1) > 1)
		return;
	vec_free(&s->all);
	vec_free(&s->shape);
	vec_free(&s->label);
	points_free(&s->line);
	profile_unref(s->whole);
	arena_free(&s->arena);
	free(s);
}

static bool
type_list_fits(const struct type_list *shape, const struct profile *p)
{
	if (shape->n != p->types.n)
		return false;
	for (uint32_t i = 0; i < shape->n; i++)
		if (!str_eq(shape->type[i], profile_str(p, p->types.type[i])) ||
			!str_eq(shape->unit[i],
				profile_str(p, p->types.unit[i])))
			return false;
	return true;
}

static uint32_t
type_list_of(struct snapshots *s, const struct profile *p)
{
	struct type_list new = { .n = p->types.n };

	for (size_t i = 0; i < s->shape.n; i++)
		if (type_list_fits(&s->shape.p[i], p))
			return (uint32_t)i;
	new.type = ARENA_ARRAY(&s->arena, struct str, new.n);
	new.unit = ARENA_ARRAY(&s->arena, struct str, new.n);
	for (uint32_t i = 0; i < new.n; i++) {
		new.type[i] =
			arena_str(&s->arena, profile_str(p, p->types.type[i]));
		new.unit[i] =
			arena_str(&s->arena, profile_str(p, p->types.unit[i]));
	}
	vec_push(&s->shape, new);
	return (uint32_t)s->shape.n - 1;
}

struct snapshot
snapshot_of(struct str name, const struct profile *p)
{
	struct snapshot s = { .name = name,
		.time = p->header.time_nanos / NS_PER_MS,
		.known = TIME_IN_PROFILE };

	if (p->header.duration_nanos > 0)
		s.duration = p->header.duration_nanos / NS_PER_MS;
	if (s.time <= 0) {
		s.time = instant_in_name(str_basename(name));
		s.known = TIME_IN_NAME;
	}
	if (s.time <= 0) {
		struct stat st;

		/* Assume that the file was written at the profile's end. */

		s.time = (source_stat(name, &st)
					 ? (int64_t)st.st_mtim.tv_sec * 1000 +
						 st.st_mtim.tv_nsec / NS_PER_MS
					 : 0) -
			s.duration;
		s.known = TIME_OF_FILE;
	}
	if (s.time <= 0)
		s.known = TIME_UNKNOWN;
	return s;
}

void
snapshots_take(struct snapshots *s, struct str name, const struct profile *p)
{
	struct snapshot snapshot = snapshot_of(name, p);
	int64_t *sum = ARENA_ZARRAY(&s->arena, int64_t, p->types.n);

	for (uint32_t i = 0; i < p->types.n; i++)
		for (size_t k = 0; k < p->sample.n; k++)
			i64_sum(&sum[i], p->sample.value[i][k]);
	if (p->map.n > 0)
		snapshot.program = str_basename(profile_str(p, p->map.file[0]));
	snapshot.program = arena_str(&s->arena, snapshot.program);
	snapshot.name = arena_str(&s->arena, name);
	snapshot.sum = sum;
	snapshot.shape = type_list_of(s, p);
	vec_push(&s->all, snapshot);
}

static int
compare_snapshots(const void *a, const void *b)
{
	const struct snapshot *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return str_cmp(x->name, y->name);
}

void
snapshots_done(struct snapshots *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->all.n; i++)
		if (s->all.p[i].known != TIME_UNKNOWN)
			s->all.p[n++] = s->all.p[i];
	s->untimed = s->all.n - n;
	s->all.n = n;
	if (n > 1)
		qsort(s->all.p, n, sizeof(*s->all.p), compare_snapshots);
	/* Files that were copied together have the same time: make each a
	   millisecond later than the one before. */
	for (size_t i = 1; i < n; i++) {
		struct snapshot *x = &s->all.p[i];

		if (x->known == TIME_OF_FILE && x->time <= x[-1].time &&
			x[-1].known == TIME_OF_FILE)
			x->time = x[-1].time + 1;
	}
}

struct span
snapshots_moment(const struct snapshots *s, size_t number)
{
	int64_t time = s->all.p[number - 1].time;

	return (struct span){ time, time + 1 };
}

size_t
snapshots_at(const struct snapshots *s, struct span span)
{
	size_t at = 0;

	if (!snapshots_counted(s) || span.until - span.from != 1)
		return 0;
	for (size_t i = 0; i < s->all.n; i++)
		if (s->all.p[i].time == span.from) {
			if (at > 0)
				return 0;
			at = i + 1;
		}
	return at;
}

const struct snapshot *
snapshots_only(const struct snapshots *s, struct span span)
{
	const struct snapshot *only = NULL;

	for (size_t i = 0; s != NULL && i < s->all.n; i++) {
		if (!span_has(span, s->all.p[i].time))
			continue;
		if (only != NULL)
			return NULL;
		only = &s->all.p[i];
	}
	return only;
}

bool
snapshots_last(const struct snapshots *s, struct span *span)
{
	size_t n = s->all.n;

	if (!snapshots_counted(s) || n < 2 || s->untimed > 0)
		return false;
	for (size_t i = 1; i < n; i++)
		if (!str_eq(s->all.p[i].program, s->all.p[0].program))
			return false;
	*span = snapshots_moment(s, n);
	/* Two snapshots with the same time come from two processes. */
	return snapshots_at(s, *span) == n;
}

struct span
snapshots_extent(const struct snapshots *s)
{
	struct points ps = { .p = NULL };
	struct span extent;

	if (!snapshots_counted(s))
		return s->asked;
	for (size_t i = 0; i < s->all.n; i++) {
		const struct snapshot *x = &s->all.p[i];

		points_add(&ps,
			&(struct point){
				.span = { x->time, x->time + x->duration } });
	}
	points_done(&ps);
	extent = points_extent(&ps);
	points_free(&ps);
	return extent;
}

/* ---- Points ---- */

/* Return the index of a type in a list, or NONE. */
static uint32_t
type_list_column(
	const struct type_list *shape, struct str type, struct str unit)
{
	for (uint32_t i = 0; i < shape->n; i++)
		if (str_eq(shape->type[i], type) &&
			unit_compatible(shape->unit[i], unit))
			return i;
	return NONE;
}

static int64_t
in_unit(int64_t sum, struct str from, struct str to)
{
	bool clamped = false;
	struct str ignored;

	return str_eq(from, to)
		? sum
		: i64_round(unit_scale(sum, from, to, &ignored), &clamped);
}

void
snapshots_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out)
{
	*out = (struct points){ .unit = unit };
	if (s->whole != NULL) {
		sampled_points(s, type, unit, out);
		return;
	}
	if (s->served) {
		if (str_eq(s->type, type) &&
			unit_compatible(s->line.unit, out->unit)) {
			for (size_t i = 0; i < s->line.n; i++) {
				struct point p = s->line.p[i];

				p.sum = in_unit(p.sum, s->line.unit, out->unit);
				points_add(out, &p);
			}
			out->grid = s->line.grid;
		}
	}
	for (size_t i = 0; i < s->all.n; i++) {
		const struct snapshot *x = &s->all.p[i];
		const struct type_list *shape = &s->shape.p[x->shape];
		uint32_t column = type_list_column(shape, type, unit);
		struct point p = { .span = { x->time, x->time + x->duration },
			.n = 1,
			.guessed = x->known == TIME_OF_FILE };

		if (column == NONE)
			continue;
		p.sum = in_unit(x->sum[column], shape->unit[column], unit);
		points_add(out, &p);
	}
	points_complete(out, type);
}

int64_t
snapshots_covered(const struct snapshots *s, struct span span)
{
	struct points ps = { .p = NULL };
	int64_t covered;

	for (size_t i = 0; i < s->all.n; i++) {
		const struct snapshot *x = &s->all.p[i];
		struct point p = { .span = { x->time, x->time + x->duration },
			.n = 1 };

		points_add(&ps, &p);
	}
	points_done(&ps);
	covered = points_sum(&ps, span).covered;
	points_free(&ps);
	return covered;
}

int
snapshots_span(const struct snapshots *s, struct str text, int64_t now,
	struct span *out, struct err *err)
{
	struct instant_base base = { .now = now != 0 ? now : clock_now(),
		.extent = snapshots_extent(s) };
	struct strbuf have = STRBUF_INIT;

	if (s->all.n == 0 && snapshots_counted(s))
		return err_set(err, ERR_USAGE, "the profiles have no times");
	if (instant_parse_span(text, &base, out, err) != 0)
		return -1;
	/* A server may have data from other times. */
	if (!s->served)
		*out = span_both(*out, base.extent);
	if (!snapshots_counted(s) && !span_is_empty(*out))
		return 0;
	for (size_t i = 0; i < s->all.n; i++)
		if (span_has(*out, s->all.p[i].time))
			return 0;
	instant_put(&have, base.extent.from, base.now);
	strbuf_addstr(&have, " to ");
	instant_put(&have, base.extent.until, base.extent.from);
	err_set(err, ERR_USAGE, "no %ss in %.*s; they range from %s",
		s->whole != NULL ? "sample" : "profile", STR_ARG(text),
		strbuf_c(&have));
	strbuf_free(&have);
	return -1;
}

const struct str *
snapshots_sources(const struct snapshots *s, const struct load_spec *spec,
	struct span span, struct arena *arena, size_t *n)
{
	struct str *name;

	*n = spec->n_sources;
	name = ARENA_ARRAY(arena, struct str, s->served ? *n : s->all.n);
	for (size_t i = 0; i < *n && s->served; i++)
		name[i] = served_part(s, spec->source[i], span, arena);
	if (s->served)
		return name;
	*n = 0;
	for (size_t i = 0; i < s->all.n; i++)
		if (span_has(span, s->all.p[i].time))
			name[(*n)++] = s->all.p[i].name;
	return name;
}

/* ---- Sums and means ---- */

int64_t
snapshots_of_level(const struct snapshots *s, struct span span,
	const struct profile *p, uint32_t column)
{
	int64_t n = 0;

	if (s->whole != NULL ||
		!points_level(profile_str(p, p->types.type[column]),
			profile_str(p, p->types.unit[column])))
		return 1;
	if (s->served) {
		if (s->interval == 0)
			return 0;
		n = (span.until - span.from + s->interval / 2) / s->interval;
		return n > 1 ? n : 1;
	}
	for (size_t i = 0; i < s->all.n; i++)
		n += span_has(span, s->all.p[i].time);
	return n;
}

const struct profile *
snapshots_level(const struct snapshots *s, struct span span,
	const struct profile *p, struct warnings *warnings,
	struct progress *progress, struct err *err)
{
	const struct merge_options options = { .progress = progress };
	double *ratio = xcalloc((size_t)p->types.n + 1, sizeof(*ratio));
	struct merge_part part = {
		.profile = p, .ratio = ratio, .of_sums = true
	};
	struct profile *made = NULL;
	bool any = false;

	if (s->whole != NULL) {
		free(ratio);
		return sampled_cut(s, span, p, progress, err);
	}
	for (uint32_t i = 0; i < p->types.n && snapshots_counted(s); i++) {
		int64_t n = snapshots_of_level(s, span, p, i);

		ratio[i] = 1 / (double)(n > 0 ? n : 1);
		if (n < 2)
			continue;
		if (!any)
			warnings_add(warnings,
				"%.*s: the mean of %" PRId64 " snapshots",
				STR_ARG(profile_str(p, p->types.type[i])), n);
		any = true;
	}
	if (any)
		made = merge_profiles(&part, 1, &options, err);
	/* `raw` has the values before scaling, so these are sums, not means. */
	if (made != NULL)
		made->sample.raw = NULL;
	free(ratio);
	return any ? made : profile_ref(p);
}

void
snapshots_scale(const struct snapshots *s, struct span new, struct span base,
	const struct profile *p, double *out)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct str type = profile_str(p, p->types.type[i]);
		struct str unit = profile_str(p, p->types.unit[i]);
		struct points ps;
		struct points_sum a, b;

		out[i] = 1;
		if (points_level(type, unit))
			continue;
		if (!snapshots_counted(s)) {
			out[i] = (double)(new.until - new.from) /
				(double)(base.until - base.from);
			continue;
		}
		snapshots_points(s, type, unit, &ps);
		a = points_sum(&ps, new);
		b = points_sum(&ps, base);
		if (ps.per_second && a.covered > 0 && b.covered > 0)
			out[i] = (double)a.covered / (double)b.covered;
		else if (a.n > 0 && b.n > 0)
			out[i] = (double)a.n / (double)b.n;
		points_free(&ps);
	}
}
