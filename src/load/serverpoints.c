/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of servers' addresses. Sums over several addresses and over all
   series are added up in buckets. */
#include "prelude.h"

#include "load/serverpoints.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "fetch/server.h"
#include "load/load.h"
#include "load/snapshots.h"
#include "profile/timesteps.h"

enum {
	LEAST_STEP = 15000, /* ms: Pyroscope's shortest interval */
	LOAD_COLS = 240,    /* steps fetched when a profile is loaded */
};

int64_t
served_step(const struct snapshots *s, struct span window, int cols)
{
	int64_t usual = s->interval > s->distance ? s->interval : s->distance;
	int64_t least = s->least > 0 ? s->least
		: usual > LEAST_STEP ? usual
				     : LEAST_STEP;

	return points_step(
		window.until - window.from, cols, least, s->interval);
}

/* ---- Points ---- */

void
served_add_series(struct buckets *b, const struct server_series *s, bool adds)
{
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < s->point.n; i++) {
		const struct server_point *p = &s->point.p[i];
		size_t at = buckets_add(b, p->time, p->value);

		/* Only the last snapshot in a step counts. */
		if (!adds && at == last && at != SIZE_MAX)
			b->p[at].sum -= s->point.p[i - 1].value;
		last = at;
	}
}

uint32_t
served_snapshots_in(
	const struct server_points *p, int64_t step, int64_t interval)
{
	return p->adds && interval > 0 && step > interval
		? (uint32_t)((step + interval / 2) / interval)
		: 1;
}

/* ---- Fetching points ---- */

int
served_fetch(struct snapshots *s, const struct fetch_options *o,
	const struct str *name, size_t n, struct span span,
	struct progress *progress, struct err *err)
{
	int64_t step = served_step(s, span, LOAD_COLS);
	struct str type = STR_EMPTY, unit = STR_EMPTY, id = STR_EMPTY;
	uint32_t each = 1;
	bool same = true; /* all servers have one id for the type */
	struct buckets b;
	int rc = buckets_init(&b, span, step, err);

	if (o == NULL)
		o = &fetch_defaults;
	for (size_t i = 0; i < n && rc == 0; i++) {
		struct server_points p;

		rc = server_fetch_points(o, name[i], b.span.from, b.span.until,
			step, STR_EMPTY, &p, progress, err);
		for (size_t k = 0; k < p.series.n; k++)
			served_add_series(&b, &p.series.p[k], p.adds);
		if (rc == 0) {
			same = same && (i == 0 || str_eq(id, p.type));
			id = arena_str(&s->arena, p.type);
			server_type_of(id, &type, &unit);
			each = served_snapshots_in(&p, step, s->interval);
		}
		server_points_fini(&p);
	}
	points_free(&s->line);
	if (rc == 0 && !points_level(type, unit)) {
		s->distance = buckets_distance(&b);
		if (s->least == 0)
			buckets_widen(&b);
		buckets_fill(&b);
	}
	s->type = type;
	s->type_id = same ? id : STR_EMPTY;
	span = b.within;
	buckets_end(&b, type, unit, each, &s->line);
	points_even(&s->line, span);
	points_shorten(&s->line, s->share);
	if (rc == 0 && s->label.n == 0) {
		struct str labels_name =
			served_part(s, name[0], span, &s->arena);
		struct server_names names;
		struct err ignored = ERR_INIT;

		/* Errors are ignored: without labels only grouping is lost. */
		(void)server_fetch_labels(
			o, labels_name, &s->arena, &names, progress, &ignored);
		for (size_t i = 0; i < names.name.n; i++)
			vec_push(&s->label, names.name.p[i]);
		vec_free(&names.name);
	}
	return rc;
}

/* ---- For load.c ---- */

int64_t
snapshots_now(const struct snapshots *s, const struct load_spec *spec)
{
	int64_t now = spec->fetch != NULL ? spec->fetch->now : 0;

	if (spec->now > 0)
		return spec->now;
	return (now > 0 ? now : clock_now()) + (s != NULL ? s->skew : 0);
}

int
served_settle(struct snapshots *s, const struct load_spec *spec,
	const struct str *name, size_t n, struct served_sides *sides,
	struct arena *arena, struct err *err)
{
	int64_t now = snapshots_now(s, spec);

	s->served = true;
	s->least = load_interval(spec);
	s->asked = served_span(name, n, now);
	if (spec->base_range.n > 0) {
		if (snapshots_span(s, spec->base_range, now, &sides->base.span,
			    err) != 0)
			return err_wrap(err, "base_range");
		sides->base.name =
			served_names(name, n, sides->base.span, arena);
	}
	if (spec->range.n > 0) {
		if (snapshots_span(
			    s, spec->range, now, &sides->new.span, err) != 0)
			return err_wrap(err, "range");
		sides->new.name = served_names(name, n, sides->new.span, arena);
	}
	return 0;
}

void
served_learn(
	struct snapshots *s, const struct fetch_result *f, size_t n, bool whole)
{
	struct span of = { INT64_MAX, INT64_MIN };

	for (size_t i = 0; i < n; i++) {
		s->skew = f[i].part.n > 0 ? f[i].skew : s->skew;
		s->totals = s->totals || f[i].counts != COUNTS_PLAIN;
		s->share = f[i].share;
		for (size_t k = 0; k < f[i].part.n; k++) {
			const struct fetched_part *part = &f[i].part.p[k];

			if (part->from < of.from)
				of.from = part->from;
			if (part->until >= of.until)
				of.until = part->until + 1;
			s->interval = part->interval;
		}
		/* Only the fetch of a single address can leave a part for
		   later. */
		if (f[i].rest.length > 0) {
			s->rest = (struct span){ f[i].rest.from,
				f[i].rest.until + 1 };
			s->rest_length = f[i].rest.length;
			of.from = s->rest.from;
		}
	}
	if (n == 1)
		s->type_id = arena_str(&s->arena, f[0].type);
	if (whole && !span_is_empty(of))
		s->asked = of;
}

const double *
served_ratio(const struct fetch_result *f, int64_t *n,
	struct warnings *warnings, struct arena *arena)
{
	int64_t length = 0, interval = 0;
	double *ratio;

	*n = 0;
	for (size_t i = 0; i < f->part.n; i++) {
		length += f->part.p[i].until - f->part.p[i].from + 1;
		interval = f->part.p[i].interval;
		*n += f->part.p[i].snapshots;
	}
	if (interval > 0 && *n == 0)
		*n = (length + interval / 2) / interval;
	if (*n < 2)
		return NULL;
	ratio = ARENA_ARRAY(arena, double, 1);
	*ratio = 1 / (double)*n;
	warnings_add(warnings,
		"the mean of %" PRId64 " snapshots, one every %gs", *n,
		(double)interval / 1000);
	return ratio;
}

int
served_load(struct snapshots *s, const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err)
{
	struct err why = ERR_INIT;

	if (served_fetch(s, spec->fetch, spec->source, spec->n_sources,
		    s->asked, progress, &why) == 0)
		return 0;
	if (why.code == ERR_CANCELLED && !progress_kept(progress)) {
		*err = why;
		return -1;
	}
	s->pointless = arena_str(&s->arena, str_c(why.msg));
	/* Without a screen, only reports over time need points; they fail with
	   s->pointless. */
	if (spec->on_screen && spec->snapshots != NULL)
		warnings_add(warnings, "no timeline: %s",
			why.code == ERR_CANCELLED ? "stopped" : why.msg);
	return 0;
}

struct snapshots *
served_after(const struct snapshots *known)
{
	struct snapshots *s = snapshots_after(known);

	s->served = true;
	s->least = known->least;
	s->interval = known->interval;
	s->share = known->share;
	s->totals = known->totals;
	return s;
}

struct snapshots *
served_again(const struct snapshots *known, const struct load_spec *spec,
	struct progress *progress, struct err *err)
{
	struct snapshots *s = served_after(known);

	s->asked = known->pending ? known->asked
				  : served_span(spec->source, spec->n_sources,
					    snapshots_now(known, spec));
	if (served_fetch(s, spec->fetch, spec->source, spec->n_sources,
		    s->asked, progress, err) == 0)
		return s;
	snapshots_unref(s);
	return NULL;
}

int64_t
served_period(const struct profile *p, int64_t samples)
{
	enum { LEAST = 100000, MOST = 1000000000 };
	int64_t sum = 0, period;

	if (samples == 0 || p->types.n != 1 ||
		!str_is(profile_str(p, p->types.unit[0]), "nanoseconds"))
		return 0;
	for (size_t i = 0; i < p->sample.n; i++)
		i64_sum(&sum, p->sample.value[0][i]);
	period = sum / samples;
	return period >= LEAST && period <= MOST ? period : 0;
}

void
served_header(struct profile *p, const struct fetch_result *f, size_t part,
	struct warnings *warnings)
{
	const struct fetched_part *of = &f->part.p[part];
	struct str name, unit;

	server_type_of(f->type, &name, &unit);
	if (p->types.n == 1 && unit.n > 0 &&
		!str_eq(unit, profile_str(p, p->types.unit[0])))
		warnings_add(warnings,
			"the server has %.*s in %.*s, and answered in %.*s",
			STR_ARG(name), STR_ARG(unit),
			STR_ARG(profile_str(p, p->types.unit[0])));
	p->header.time_nanos = of->from * 1000000;
	p->header.duration_nanos = f->counts == COUNTS_SINCE_START
		? 0
		: (of->until - of->from) * 1000000;
	/* Count only the part of the time that was profiled. */
	if (f->share > 0 && f->share < 1)
		p->header.duration_nanos =
			(int64_t)((double)p->header.duration_nanos * f->share);
	p->header.period = served_period(p, of->samples);
	for (func_id i = 0; i < p->func.n; i++)
		if (p->func.file[i] == 0 &&
			str_is(profile_str(p, p->func.name[i]), "other")) {
			warnings_add(warnings,
				"the server merged small functions into "
				"\"other\"");
			break;
		}
}

int
served_parts(const struct load_spec *spec, size_t most, struct names *parts,
	struct fetch_options *o, struct arena *arena, struct progress *progress,
	struct err *err)
{
	struct snapshots of = { .served = true };
	int64_t now = snapshots_now(NULL, spec), n, step;
	struct strbuf name = STRBUF_INIT;
	struct span span;
	int rc;

	*parts = (struct names){ NULL, 0, 0 };
	if (spec->fetch != NULL)
		*o = *spec->fetch;
	if (spec->interval.n > 0)
		o->interval = load_interval(spec);
	o->no_counts = true;
	of.asked = span = served_span(spec->source, spec->n_sources, now);
	if (spec->n_sources != 1)
		return err_set(
			err, ERR_USAGE, "growth needs one address of a server");
	if (spec->range.n > 0 &&
		snapshots_span(&of, spec->range, now, &span, err) != 0)
		return -1;
	rc = server_settle(
		o, spec->source[0], &name, &o->interval, progress, err);
	/* Parts of whole intervals all have the same number of snapshots. */
	step = o->interval > LEAST_STEP ? o->interval : LEAST_STEP;
	n = (span.until - span.from) / step;
	step *= (n + (int64_t)most - 1) / (int64_t)most;
	for (; rc == 0 && n > 0 && span.from + step <= span.until;
		span.from += step) {
		struct str whole = strbuf_str(&name);
		struct span part = { span.from, span.from + step };

		vec_push(parts, *served_names(&whole, 1, part, arena));
	}
	strbuf_free(&name);
	return rc;
}
