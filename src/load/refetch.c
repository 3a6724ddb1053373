/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polling addresses. */
#include "prelude.h"

#include "load/refetch.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "fetch/server.h"
#include "fetch/url.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "profile/merge.h"
#include "profile/sampletype.h"

enum {
	PERIOD = 5,                  /* seconds between two answers */
	SERVER_PERIOD = 15,          /* agents send profiles this often */
	SLOWER = 4,                  /* factor for the period when unattended */
	UNATTENDED = 30 * 60 * 1000, /* ms without a key */
	MOVED = 20, /* fetch a range again once it has moved by 1/20 */
};

/* ---- The ring ---- */

static void
ring_free(struct feed_ring *r)
{
	for (size_t i = 0; i < r->snapshot.n; i++)
		profile_unref(r->snapshot.p[i].profile);
	vec_free(&r->snapshot);
	profile_unref(r->last);
	*r = (struct feed_ring){ .last = NULL };
}

/* Add a profile. Drop those beyond `most`, older than `live` or beyond a
   quarter of the memory. Age alone is not enough: answers vary in duration. */
static void
ring_add(struct feed_ring *r, const struct profile *p, int64_t now, size_t most,
	int64_t live, size_t max_memory)
{
	struct feed_snapshot snapshot = { profile_ref(p), now };
	size_t bytes = 0, first, n;

	vec_push(&r->snapshot, snapshot);
	n = r->snapshot.n;
	for (first = n; first > 0; first--) {
		const struct feed_snapshot *s = &r->snapshot.p[first - 1];

		bytes = add_size(bytes, profile_bytes(s->profile));
		/* The newest always stays. */
		if (first < n &&
			(s->at < now - live || n - first >= most ||
				bytes > max_memory / 4))
			break;
	}
	for (size_t i = 0; i < first; i++)
		profile_unref(r->snapshot.p[i].profile);
	memmove(r->snapshot.p, r->snapshot.p + first,
		(n - first) * sizeof(*r->snapshot.p));
	r->snapshot.n = n - first;
}

/* Return a + b, or a - b. */
static struct profile *
snapshot_joined(const struct profile *a, const struct profile *b, bool subtract,
	struct progress *progress, struct err *err)
{
	const struct merge_options options = { .clamps = true,
		.progress = progress };
	double *minus = xcalloc((size_t)b->types.n + 1, sizeof(*minus));
	struct merge_part part[2] = { { .profile = a }, { .profile = b } };
	struct profile *made;

	for (uint32_t i = 0; i < b->types.n; i++)
		minus[i] = -1;
	if (subtract)
		part[1].ratio = minus;
	made = merge_profiles(part, 2, &options, err);
	free(minus);
	return made;
}

/* Return the sum of the ring, or its mean. The mean is made from the sum, so
   that each value is rounded only once. */
static struct profile *
ring_profile(const struct feed_ring *r, bool mean, struct progress *progress,
	struct err *err)
{
	const struct merge_options options = { .clamps = true,
		.progress = progress };
	struct merge_part *part = xcalloc(r->snapshot.n + 1, sizeof(*part));
	struct profile *sum, *made;

	for (size_t i = 0; i < r->snapshot.n; i++)
		part[i].profile = r->snapshot.p[i].profile;
	made = sum = merge_profiles(part, r->snapshot.n, &options, err);
	free(part);
	if (mean && sum != NULL && r->snapshot.n > 1) {
		double by = 1 / (double)r->snapshot.n;
		const struct merge_options scaled_options = {
			.progress = progress
		};
		double *ratio =
			xcalloc((size_t)sum->types.n + 1, sizeof(*ratio));
		struct merge_part scaled_part = { .profile = sum,
			.ratio = ratio };

		for (uint32_t i = 0; i < sum->types.n; i++)
			ratio[i] = by;
		made = merge_profiles(&scaled_part, 1, &scaled_options, err);
		free(ratio);
		/* `raw` has the values before scaling, so these are sums, not
		   means. */
		if (made != NULL)
			made->sample.raw = NULL;
		profile_unref(sum);
	}
	return made;
}

/* ---- A job ---- */

static struct profile *
fetch_now(struct feed_job *job, int64_t seconds)
{
	struct fetch_options o = *job->spec.fetch;
	struct load_spec spec = job->spec;
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct profile *p;

	warnings_init(&warnings, &arena);
	o.seconds = seconds;
	o.follows = o.asks = false;
	spec.fetch = &o;
	spec.raw = true;
	spec.choices = NULL;
	spec.points_later = false;
	job->n_snapshots = 0;
	spec.n_snapshots = &job->n_snapshots;
	spec.range = job->range;
	spec.snapshots = job->snapshots;
	p = load_profile(&spec, &warnings, &job->job.progress, &job->err);
	job->missing = (struct err)ERR_INIT;
	if (p != NULL) {
		/* Some addresses may fail: each has a warning, followed by
		   "Fetched N source profiles out of M". */
		for (const struct warning *w = warnings.head; w != NULL;
			w = w->next)
			if (w->next != NULL &&
				str_starts(w->next->text, STR("Fetched ")) &&
				str_find(w->next->text,
					STR(" source profiles out of "), 0) > 0)
				(void)err_set(&job->missing, ERR_IO, "%.*s",
					STR_ARG(w->text));
	}
	arena_free(&arena);
	return p;
}

/* True if the total fell: the program was restarted. */
static bool
fell(const struct profile *p, const struct profile *before)
{
	int64_t sum[2] = { 0, 0 };
	const struct profile *both[2] = { p, before };
	struct err ignored = ERR_INIT;
	uint32_t column;

	for (int k = 0; k < 2; k++) {
		if (profile_sample_index(
			    both[k], STR_EMPTY, &column, &ignored) != 0)
			return true;
		for (size_t i = 0; i < both[k]->sample.n; i++)
			(void)i64_sum(
				&sum[k], both[k]->sample.value[column][i]);
	}
	return sum[0] < sum[1];
}

static struct profile *
fetch_growth(struct feed_job *job)
{
	struct profile *p = NULL;
	struct profile *q, *made;
	const struct profile *before;

	if (!job->ring.subtracts) {
		p = fetch_now(job, job->seconds);
		if (p != NULL ||
			str_find(str_c(job->err.msg),
				STR("server response: 400"), 0) < 0)
			return p;
		job->err = (struct err)ERR_INIT;
		job->ring.subtracts = true;
	}
	/* Subtract the last snapshot from a new one. */
	q = fetch_now(job, -1);
	before = job->ring.last;
	if (q == NULL)
		return NULL;
	made = before == NULL || fell(q, before)
		? profile_ref(q)
		: snapshot_joined(
			  q, before, true, &job->job.progress, &job->err);
	profile_unref(before);
	job->ring.last = q;
	return made;
}

/* Set *news if the server's newest sums changed. -1 and job->err. */
static int
ask_for_news(struct feed_job *job, bool *news)
{
	const struct load_spec *spec = &job->spec;
	int64_t step = job->seconds * 1000, until;
	int64_t now = snapshots_now(job->known, spec);
	uint64_t hash = 0;
	int64_t length = INT64_MAX;

	/* Request whole steps; the last one is not complete yet. */
	until = (now + step - 1) / step * step;
	for (size_t i = 0; i < spec->n_sources; i++) {
		struct server_points p;
		int64_t range = server_length(spec->source[i], now);
		int rc = server_fetch_points(spec->fetch, spec->source[i],
			until - 4 * step, until, step, STR_EMPTY, &p,
			&job->job.progress, &job->err);
		uint64_t points_hash = hash;

		for (size_t j = 0; j < p.series.n; j++) {
			const struct server_series *s = &p.series.p[j];

			for (size_t k = 0; k < s->point.n; k++) {
				points_hash = hash_join(points_hash,
					(uint64_t)s->point.p[k].time);
				points_hash = hash_join(points_hash,
					(uint64_t)(int64_t)s->point.p[k].value);
			}
		}
		hash = points_hash;
		server_points_fini(&p);
		if (rc != 0)
			return -1;
		length = range < length ? range : length;
	}
	*news = hash != job->ring.sums ||
		now - job->ring.until > length / MOVED;
	if (*news) {
		job->ring.sums = hash;
		job->ring.until = now;
	}
	return 0;
}

static void
feed_run(struct job *base)
{
	struct feed_job *job = (struct feed_job *)base;
	struct profile *p = NULL;
	bool news = false;

	switch (job->way) {
	case FEED_SPANS:
		p = fetch_now(job, job->seconds);
		break;
	case FEED_LEVELS:
		p = fetch_now(job, -1);
		break;
	case FEED_POINTS:
		job->snapshots = served_again(
			job->known, &job->spec, &job->job.progress, &job->err);
		if (job->snapshots != NULL)
			job->profile = served_counted(job->known, &job->spec,
				job->shown, &job->job.progress);
		return;
	case FEED_REST:
		job->profile = served_more(job->known, &job->spec, job->shown,
			&job->snapshots, &job->job.progress, &job->err);
		return;
	case FEED_GROWTH:
		p = fetch_growth(job);
		break;
	case FEED_RANGE:
		if (ask_for_news(job, &news) == 0 && news) {
			int64_t now = snapshots_now(job->known, &job->spec);
			struct err ignored = ERR_INIT;
			struct span span;

			/* Fetch the range again or, if it ended before the
			   newest steps, only the snapshots. */

			job->behind = job->range.n > 0 && job->known != NULL &&
				job->shown != NULL &&
				snapshots_span(job->known, job->range, now,
					&span, &ignored) == 0 &&
				span.until <= now - 4 * job->seconds * 1000;
			if (!job->behind) {
				job->snapshots = snapshots_after(job->known);
				job->profile = fetch_now(job, -1);
			} else {
				job->snapshots =
					served_again(job->known, &job->spec,
						&job->job.progress, &job->err);
				if (job->snapshots != NULL)
					job->profile = profile_ref(job->shown);
			}
		}
		/* The new data could not be fetched: ask again next time. */
		if (news && job->profile == NULL)
			job->ring.sums = 0;
		return;
	}
	if (p == NULL)
		return;
	/* 2 * live allows for late and missing answers. */
	ring_add(&job->ring, p, clock_ms(), job->most, 2 * job->live,
		job->spec.max_memory > 0 ? job->spec.max_memory
					 : load_default_limit());
	profile_unref(p);
	job->profile = ring_profile(&job->ring, job->way == FEED_LEVELS,
		&job->job.progress, &job->err);
}

static void
feed_drop(struct job *base)
{
	struct feed_job *job = (struct feed_job *)base;

	profile_unref(job->profile);
	snapshots_unref(job->snapshots);
	snapshots_unref(job->known);
	profile_unref(job->shown);
	ring_free(&job->ring);
	free(job);
}

/* ---- The owner ---- */

bool
feed_is_for(const struct load_spec *spec)
{
	struct arena arena = ARENA_INIT;
	bool good = spec->n_sources > 0 && spec->n_bases == 0 &&
		spec->fetch != NULL;
	struct str full;

	for (size_t i = 0; i < spec->n_sources && good; i++)
		good = !str_is(spec->source[i], "-") &&
			url_is_address(spec->source[i], &arena, &full);
	arena_free(&arena);
	return good;
}

/* Choose by the sample type, since the path may be anything. */
static enum feed_way
way_of(const struct profile *p)
{
	struct err ignored = ERR_INIT;
	uint32_t column;

	/* With a duration, the profile covers a span of time. */
	if (p->header.duration_nanos > 0 ||
		profile_sample_index(p, STR_EMPTY, &column, &ignored) != 0)
		return FEED_SPANS;
	switch (kind_of_column(p, column)->group) {
	case GROUP_INUSE:
	case GROUP_CONCURRENCY:
		return FEED_LEVELS;
	case GROUP_ALLOC:
	case GROUP_CONTENTION:
		return FEED_GROWTH;
	default:
		return FEED_SPANS;
	}
}

void
feed_begin(struct feed *f, const struct load_spec *spec,
	const struct profile *first, int64_t now)
{
	int64_t second;
	size_t servers = 0;

	for (size_t i = 0; i < spec->n_sources; i++)
		servers += server_is(spec->source[i]);
	second = f->second > 0 ? f->second : 1000;

	feed_end(f);
	*f = (struct feed){ .active =
				    servers == 0 || servers == spec->n_sources,
		.spec = *spec,
		.way = servers > 0 ? FEED_RANGE : way_of(first),
		.began = now,
		.period = servers > 0 ? SERVER_PERIOD : PERIOD,
		.second = second };
	for (size_t i = 0; i < spec->n_sources && servers > 0; i++)
		f->active = f->active && server_slides(spec->source[i]);
	if (spec->fetch->seconds > 0)
		f->period = spec->fetch->seconds;
	f->next = now + (f->way == FEED_SPANS ? 0 : f->period * second);
	if (f->way == FEED_SPANS || f->way == FEED_LEVELS)
		ring_add(&f->ring, first, now, 1, INT64_MAX / 2, SIZE_MAX);
	else if (f->way == FEED_GROWTH)
		f->ring.last = profile_ref(first);
}

void
feed_begin_later(struct feed *f, const struct load_spec *spec,
	enum feed_way way, int64_t now)
{
	int64_t second = f->second > 0 ? f->second : 1000;

	feed_end(f);
	*f = (struct feed){ .active = true,
		.spec = *spec,
		.way = way,
		.began = now,
		.period = SERVER_PERIOD,
		.second = second };
}

void
feed_end(struct feed *f)
{
	int64_t second = f->second;

	/* feed_take() will drop the job. */
	if (f->out != NULL)
		atomic_store(&f->out->job.progress.stop, true);
	ring_free(&f->ring);
	profile_unref(f->fresh);
	snapshots_unref(f->fresh_times);
	*f = (struct feed){ .second = second };
}

void
feed_look(struct feed *f, struct worker *w, int64_t live, int64_t key_at)
{
	struct feed_job *job;
	int64_t now = clock_ms(), period = f->period * f->second;
	int64_t since = key_at > f->began ? key_at : f->began;

	if (!f->active || f->out != NULL || now < f->next)
		return;
	job = xcalloc(1, sizeof(*job));
	job->job.run = feed_run;
	job->job.drop = feed_drop;
	job->job.slot = WORKER_ASIDE;
	job->spec = f->spec;
	job->way = f->way;
	job->seconds = f->period;
	job->live = live * f->second;
	job->most = (size_t)(live / f->period);
	if (job->most < 1)
		job->most = 1;
	if (job->most > FEED_SNAPSHOTS)
		job->most = FEED_SNAPSHOTS;
	job->began = now;
	if (f->way >= FEED_RANGE) {
		job->range = f->range;
		job->known = f->known != NULL ? snapshots_ref(f->known) : NULL;
		job->shown = f->shown != NULL ? profile_ref(f->shown) : NULL;
		job->n_snapshots = f->n_snapshots;
	}
	job->ring = f->ring;
	f->ring = (struct feed_ring){ .last = NULL };
	f->out = job;
	f->next = now + (now - since > UNATTENDED ? SLOWER * period : period);
	worker_post(w, &job->job);
}

void
feed_hurry(struct feed *f)
{
	f->next = 0;
}

void
feed_take(struct feed *f, struct feed_job *job)
{
	int64_t took = clock_ms() - job->began;

	if (job != f->out) {
		feed_drop(&job->job);
		return;
	}
	f->out = NULL;
	f->ring = job->ring;
	job->ring = (struct feed_ring){ .last = NULL };
	if (job->err.code != ERR_NONE) {
		int64_t now = clock_ms();
		unsigned failures;
		static const int64_t seconds[] = { 1, 2, 5, 10, 30 };

		if (f->failures++ == 0)
			f->failing = now;
		f->err = job->err;
		/* Seconds until the next try. */
		failures = f->failures;
		f->next = now +
			seconds[failures < COUNT_OF(seconds)
					? failures - 1
					: COUNT_OF(seconds) - 1] *
				f->second;
	} else {
		f->failures = 0;
		f->took = took > (f->period + 1) * f->second ? took : 0;
	}
	if (job->profile != NULL && job->err.code == ERR_NONE) {
		f->missing = job->missing;
		profile_unref(f->fresh);
		snapshots_unref(f->fresh_times);
		f->fresh = job->profile;
		f->n_snapshots = job->n_snapshots;
		f->fresh_times = job->snapshots;
		f->fresh_of = job->shown;
		f->fresh_range = f->way == FEED_RANGE ? job->range : f->range;
		job->profile = NULL;
		job->snapshots = NULL;
		f->waiting++;
		f->behind = job->behind ? f->behind + 1 : 0;
	}
	feed_drop(&job->job);
}

const struct profile *
feed_fresh(struct feed *f, struct snapshots **times)
{
	const struct profile *p = f->fresh;

	*times = f->fresh_times;
	f->fresh = NULL;
	f->fresh_times = NULL;
	f->waiting = 0;
	return p;
}

int
feed_timeout(const struct feed *f)
{
	int64_t left = f->next - clock_ms();

	if (!f->active || f->out != NULL)
		return -1;
	return left > 0 ? (int)left : 0;
}

/* Return the error without the address, which the title shows. */
static struct str
short_reason(const struct feed *f)
{
	struct str text = str_c(f->err.msg), name = f->spec.source[0];

	if (str_find(text, STR("cpu profiling already in use"), 0) >= 0)
		return STR("another client is profiling");
	if (f->spec.n_sources == 1 && str_starts(text, name))
		text = str_skip(text, name.n + strlen(": "));
	return text;
}

void
feed_put(struct strbuf *out, const struct feed *f, bool paused)
{
	if (paused && f->waiting > 0)
		strbuf_addf(out, ", paused, %u waiting", f->waiting);
	else if (paused)
		strbuf_addstr(out, ", paused");
	else if (f->failures > 0)
		strbuf_addf(out, ", no answer for %" PRId64 "s: %.*s",
			(clock_ms() - f->failing) / f->second,
			STR_ARG(short_reason(f)));
	else if (f->missing.code != ERR_NONE)
		strbuf_addf(out, ", live without %s", f->missing.msg);
	else if (f->took > 0)
		strbuf_addf(out, ", live, but it takes %" PRId64 "s",
			f->took / f->second);
	else if (f->active && f->behind > 0)
		strbuf_addf(out, ", live, %u more available", f->behind);
	else if (f->active)
		strbuf_addstr(out, ", live");
}
