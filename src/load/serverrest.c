/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests after a profile is shown: the rest of a long range, newest part
   first, and the number of samples. */
#include "prelude.h"

#include "load/serverpoints.h"

#include <inttypes.h>

#include "base/clock.h"
#include "fetch/fetch.h"
#include "fetch/server.h"
#include "load/load.h"
#include "profile/merge.h"
#include "profile/partial.h"

enum {
	AT_ONCE = 2000, /* ms of requests between updates of the profile */
	MINUTE = 60 * 1000,
	HOUR = 60 * MINUTE,
	DAY = 24 * HOUR
};

/* Append how much of the range `all` was fetched, in units that suit requests
   of this length: "1 of 30 days". Nothing if the rest is empty. */
static void
rest_put_share(
	struct strbuf *out, struct span all, struct span rest, int64_t length)
{
	int64_t unit = length % DAY == 0 ? DAY
		: length % HOUR == 0     ? HOUR
					 : MINUTE;
	int64_t of = (all.until - all.from + unit - 1) / unit;

	if (!span_is_empty(rest))
		strbuf_addf(out, "%" PRId64 " of %" PRId64 " %s",
			(all.until - rest.until) / unit, of,
			unit == DAY            ? "days"
				: unit == HOUR ? "hours"
					       : "minutes");
}

struct profile *
served_newest(struct profile *p, const struct fetch_result *f, size_t part)
{
	const struct span rest = { f->rest.from, f->rest.until + 1 };
	const struct span all = { f->rest.from, f->part.p[part].until + 1 };
	struct strbuf text = STRBUF_INIT;
	struct profile *marked;

	if (f->rest.length == 0)
		return p;
	rest_put_share(&text, all, rest, f->rest.length);
	marked = partial_marked(p, strbuf_str(&text));
	profile_unref(p);
	strbuf_free(&text);
	return marked;
}

/* Copy what is needed to fetch the points and the next parts. */
static struct snapshots *
keep_known(const struct snapshots *known)
{
	struct snapshots *s = served_after(known);

	s->pending = true;
	s->asked = known->asked;
	s->type_id = arena_str(&s->arena, known->type_id);
	s->rest = known->rest;
	s->rest_length = known->rest_length;
	return s;
}

/* Fetch the profile of a part. NULL and err; ERR_NO_MATCH: there is none. */
static struct profile *
part_fetch(const struct snapshots *s, const struct load_spec *spec,
	struct span part, struct warnings *warnings, struct progress *progress,
	struct err *err)
{
	struct load_spec one = *spec;
	struct fetch_options o =
		spec->fetch != NULL ? *spec->fetch : fetch_defaults;
	struct str name =
		served_part(s, spec->source[0], part, warnings->arena);

	o.asks = o.newest = false;
	o.is_rest = o.counts_later = true;
	one.fetch = &o;
	one.source = &name;
	one.n_sources = 1;
	one.raw = true;
	one.points_later = false;
	one.choices = NULL;
	one.snapshots = NULL;
	one.n_snapshots = NULL;
	one.range = STR_EMPTY;
	return load_profile(&one, warnings, progress, err);
}

const struct profile *
served_more(const struct snapshots *known, const struct load_spec *spec,
	const struct profile *shown, struct snapshots **out,
	struct progress *progress, struct err *err)
{
	const struct merge_options options = { .clamps = true,
		.max_memory = load_limit(spec),
		.progress = progress };
	struct snapshots *s = keep_known(known);
	const struct profile *sum = profile_ref(shown), *marked = NULL;
	struct strbuf text = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct warnings ignored;
	int64_t end = clock_ms() + AT_ONCE;

	warnings_init(&ignored, &arena);
	do {
		struct span part = { s->rest.until - s->rest_length,
			s->rest.until };
		struct merge_part both[2] = { { .profile = sum } };
		const struct profile *p, *joined = NULL;

		if (part.from < s->rest.from)
			part.from = s->rest.from;
		p = part_fetch(s, spec, part, &ignored, progress, err);
		if (p != NULL) {
			both[1].profile = p;
			joined = merge_profiles(both, 2, &options, err);
			profile_unref(p);
		} else if (err->code == ERR_NO_MATCH) {
			*err = (struct err)ERR_INIT;
		}
		if (err->code != ERR_NONE)
			break;
		if (joined != NULL) {
			profile_unref(sum);
			sum = joined;
		}
		s->rest.until = part.from;
	} while (!span_is_empty(s->rest) && clock_ms() < end);
	/* Show the parts received; the next part will repeat a failure. */
	if (s->rest.until < known->rest.until && err->code != ERR_CANCELLED)
		*err = (struct err)ERR_INIT;
	rest_put_share(&text, s->asked, s->rest, s->rest_length);
	if (err->code == ERR_NONE)
		marked = partial_marked(sum, strbuf_str(&text));
	profile_unref(sum);
	strbuf_free(&text);
	arena_free(&arena);
	if (marked != NULL)
		*out = s;
	else
		snapshots_unref(s);
	return marked;
}

const struct profile *
served_counted(const struct snapshots *s, const struct load_spec *spec,
	const struct profile *p, struct progress *progress)
{
	struct arena arena = ARENA_INIT;
	struct profile *q;
	int64_t samples = 0, period = 0;

	/* The sum is valid only if all addresses give a number. */
	for (size_t i = 0; i < spec->n_sources; i++) {
		int64_t n = server_count(
			spec->fetch != NULL ? spec->fetch : &fetch_defaults,
			served_part(s, spec->source[i], s->asked, &arena),
			progress);

		samples = n > 0 && (i == 0 || samples > 0) ? samples + n : 0;
	}
	arena_free(&arena);
	period = served_period(p, samples);
	if (period == 0 || p->header.period != 0)
		return profile_ref(p);
	q = profile_overlay(p);
	q->header.period = period;
	if (q->header.side[0].is_set)
		q->header.side[0].period = period;
	return q;
}
