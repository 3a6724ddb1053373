/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fetches series from servers (server.h): sums per step, names of labels, and
 * the interval of snapshots.
 */
#include "prelude.h"

#include "fetch/server.h"

#include <inttypes.h>
#include <math.h>

#include "base/compiler.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "fetch/discover.h"
#include "profile/sampletype.h"

enum {
	PIECES_MAX = 32,
	USUAL_MS = 15000,
	LOOK_MS = 600 * 1000,
	LOOK_SERIES = 20,  /* processes used to find the interval */
	STEPS_MAX = 10000, /* maximum steps in which snapshots are counted */
};

/* If more than this share of the time is profiled, the rest is only a pause
   between two profiles. */
static const double SHARE_MOST = 0.9;

/* ---- Points ---- */

struct str
server_label(const struct jval *labels, struct str name, struct arena *arena)
{
	struct str value = STR_EMPTY, text;

	(void)jval_text(jval_get(jval_at(labels, 0), "value"), &value);
	for (size_t i = 0; i < jval_count(labels); i++)
		if (jval_text(jval_get(jval_at(labels, i), "name"), &text) &&
			str_eq(text, name))
			(void)jval_text(
				jval_get(jval_at(labels, i), "value"), &value);
	return arena_str(arena, value);
}

bool
server_value(const struct jval *point, double *out)
{
	const struct jval *v = jval_get(point, "value");
	struct str text;
	int64_t n;

	*out = 0;
	if (jval_text(v, &text) && str_to_i64(text, &n)) {
		*out = (double)n;
		return true;
	}
	return v == NULL || (jval_number(v, out) && isfinite(*out));
}

/* Fetch [from, until) in one request. */
static int
fetch_series(struct server_call *c, struct str group, int64_t from,
	int64_t until, int64_t step, struct server_points *out)
{
	struct server_query q = c->q;
	struct server_ask a = { .type = "" };
	struct http_answer answer;
	int rc;

	q.group = group;
	out->group = arena_str(&out->arena, group);
	q.from = from;
	q.until = until - 1;
	q.server->ask_points(&q, step, &a);
	rc = server_list(c, &a, &answer);
	if (rc == 0)
		rc = q.server->read_points(
			bytes_str(&answer.body), step, out, c->err);
	http_answer_fini(&answer);
	return rc;
}

/* Fetch in pieces of at most `length` ms, the limit of the server. */
static int
fetch_series_pieces(struct server_call *c, struct str group, int64_t from,
	int64_t until, int64_t step, int64_t length, struct server_points *out)
{
	int64_t each = length / step * step;
	int rc = 0;

	if (each == 0 || (until - from) / each >= PIECES_MAX)
		return -1;
	*c->err = (struct err)ERR_INIT;
	for (; from < until && rc >= 0; from += each)
		rc = fetch_series(c, group, from,
			from + each < until ? from + each : until, step, out);
	return rc;
}

int
server_find_points(struct server_call *c, struct str group, int64_t from,
	int64_t until, int64_t step, struct server_points *out)
{
	int rc = fetch_series(c, group, from, until, step, out);
	int64_t limit = rc < 0 ? server_limit(c->err) : 0;

	if (limit > 0)
		rc = fetch_series_pieces(
			c, group, from, until, step, limit, out);
	return rc < 0 ? -1 : 0;
}

int
server_fetch_points(const struct fetch_options *o, struct str name,
	int64_t from, int64_t until, int64_t step, struct str group,
	struct server_points *out, struct progress *progress, struct err *err)
{
	struct server_call c;
	int rc = server_begin(&c, o, name, progress, err);

	*out = (struct server_points){ .arena = ARENA_INIT };
	if (rc == 0)
		rc = browse(&c, NULL);
	if (rc == 0) {
		out->type = arena_str(&out->arena, c.q.type);
		out->adds = c.q.server->is_pyroscope;
		/* The first increments need a point before them. */
		rc = server_find_points(&c, group,
			server_is_total(&c.q) ? from - step : from, until, step,
			out);
		if (rc == 0 && server_is_total(&c.q))
			server_increments(out);
	}
	server_end(&c);
	return rc;
}

/* ---- Labels ---- */

int
server_find_names(
	struct server_call *c, struct arena *arena, struct server_names *out)
{
	struct server_names all = { { NULL, 0, 0 } };
	const struct server_wanted w = { .arena = arena, .names = &all };
	int rc = server_find_list(c, &w);

	for (size_t i = 0; rc >= 0 && i < all.name.n; i++)
		if (!str_starts(all.name.p[i], STR("__")))
			vec_push(&out->name, all.name.p[i]);
	vec_free(&all.name);
	return rc < 0 ? -1 : 0;
}

int
server_fetch_labels(const struct fetch_options *o, struct str name,
	struct arena *arena, struct server_names *out,
	struct progress *progress, struct err *err)
{
	struct server_call c;
	int rc = server_begin(&c, o, name, progress, err);

	*out = (struct server_names){ { NULL, 0, 0 } };
	if (rc == 0)
		rc = server_find_names(&c, arena, out);
	server_end(&c);
	return rc;
}

/* ---- Snapshots ---- */

void
server_type_of(struct str id, struct str *type, struct str *unit)
{
	(void)str_cut(&id, ':');
	*type = str_cut(&id, ':');
	*unit = str_cut(&id, ':');
}

bool
server_is_level(const struct server_query *q)
{
	struct str type, unit;
	enum kind_group group;

	server_type_of(q->type, &type, &unit);
	group = kind_of(type, unit)->group;
	return group == GROUP_INUSE || group == GROUP_CONCURRENCY;
}

static int
compare_ms(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Return a label that distinguishes processes; "" if there is none. */
static struct str
process_label(struct server_call *c)
{
	static const char *const likely[] = { "pod", "instance", "hostname" };
	struct server_names names = { { NULL, 0, 0 } };
	struct str found = STR_EMPTY;

	(void)server_find_names(c, &c->arena, &names);
	for (size_t k = 0; k < COUNT_OF(likely) && found.n == 0; k++)
		for (size_t i = 0; i < names.name.n; i++)
			if (str_is(names.name.p[i], likely[k]))
				found = str_c(likely[k]);
	vec_free(&names.name);
	return found;
}

int64_t
server_interval(struct server_call *c)
{
	struct server_points p = { .arena = ARENA_INIT };
	struct err why = *c->err;
	int64_t from = c->q.until - LOOK_MS, until = c->q.until / 1000 * 1000;
	int64_t found = 0;

	if (c->o->interval > 0)
		return c->o->interval;
	if (from < c->q.from)
		from = c->q.from;
	c->q.limit = LOOK_SERIES;
	if (fetch_series(c, process_label(c), from / 1000 * 1000, until + 1000,
		    1000, &p) == 0) {
		VEC(int64_t) distance = { NULL, 0, 0 };

		/* Take the median distance between points of one process. */
		found = 0;
		for (size_t i = 0; i < p.series.n; i++) {
			const struct server_series *s = &p.series.p[i];

			for (size_t k = 1; k < s->point.n; k++)
				if (s->point.p[k].time > s->point.p[k - 1].time)
					vec_push(&distance,
						s->point.p[k].time -
							s->point.p[k - 1].time);
		}
		if (distance.n > 0) {
			qsort(distance.p, distance.n, sizeof(*distance.p),
				compare_ms);
			found = distance.p[distance.n / 2];
		}
		vec_free(&distance);
	}
	c->q.limit = 0;
	server_points_fini(&p);
	/* A failure is not an error: the usual interval is assumed. */
	server_forgive(c, &why);
	return found > 0 ? found : USUAL_MS;
}

int64_t
server_snapshots(
	struct server_call *c, int64_t from, int64_t until, int64_t interval)
{
	struct server_points p = { .arena = ARENA_INIT };
	struct err why = *c->err;
	int64_t steps = (until - from) / interval + 1, n = 0;
	bool *there;

	if (steps > STEPS_MAX)
		return 0;
	there = xcalloc((size_t)steps, sizeof(*there));
	if (fetch_series(c, STR_EMPTY, from, from + steps * interval, interval,
		    &p) != 0)
		p.series.n = 0;
	for (size_t i = 0; i < p.series.n; i++)
		for (size_t k = 0; k < p.series.p[i].point.n; k++) {
			int64_t t = p.series.p[i].point.p[k].time;
			int64_t at = t < from ? -1 : (t - from) / interval;

			if (t > until || at < 0 || at >= steps || there[at])
				continue;
			there[at] = true;
			n++;
		}
	free(there);
	server_points_fini(&p);
	server_forgive(c, &why);
	return n;
}

double
server_share(struct server_call *c)
{
	enum { HOUR = 3600 * 1000, SECOND = 1000 };
	struct server_points p = { .arena = ARENA_INIT };
	VEC(int64_t) time = { NULL, 0, 0 };
	struct err why = *c->err;
	int64_t until = c->q.until + 1, distance = 0;
	double share = 1;
	size_t n = 0;

	if (!str_ends(c->q.type, STR(":delta")))
		return 1;
	p.type = c->q.type;
	(void)server_find_points(c, STR_EMPTY,
		c->q.from > until - HOUR ? c->q.from : until - HOUR, until,
		SECOND, &p);
	server_forgive(c, &why);
	for (size_t i = 0; i < p.series.n; i++)
		for (size_t k = 0; k < p.series.p[i].point.n; k++)
			vec_push(&time, p.series.p[i].point.p[k].time);
	/* If several processes are out of step, the distance is too short and
	   the share too high, never too low. */
	if (time.n > 1)
		qsort(time.p, time.n, sizeof(*time.p), compare_ms);
	for (size_t i = 1; i < time.n; i++)
		if (time.p[i] > time.p[i - 1])
			time.p[n++] = time.p[i] - time.p[i - 1];
	if (n > 0)
		qsort(time.p, n, sizeof(*time.p), compare_ms);
	distance = n > 0 ? time.p[n / 2] : 0;
	/* Sums over several processes need not contain the duration of each
	   scrape. */
	if (distance > 0 && p.scrapes == 0) {
		struct str label = process_label(c);

		if (label.n > 0)
			(void)fetch_series(c, label,
				c->q.from > until - LOOK_MS ? c->q.from
							    : until - LOOK_MS,
				until, SECOND, &p);
		server_forgive(c, &why);
	}
	if (distance > 0 && p.scrapes > 0)
		share = p.lasted / p.scrapes / 1e6 / (double)distance;
	vec_free(&time);
	server_points_fini(&p);
	return share < SHARE_MOST ? share : 1;
}

int64_t
server_samples(struct server_call *c, int64_t from, int64_t until)
{
	struct server_points p = { .arena = ARENA_INIT };
	struct str type = c->q.type, rest = type, name = str_cut(&rest, ':');
	struct err why = *c->err;
	struct strbuf id = STRBUF_INIT;
	double n = 0;

	/* process_cpu:cpu:nanoseconds:cpu:nanoseconds */
	(void)str_cut(&rest, ':');
	if (!str_is(str_cut(&rest, ':'), "nanoseconds") ||
		!str_starts(rest, STR("cpu:nanoseconds")))
		return 0;
	strbuf_addf(
		&id, "%.*s:samples:count:%.*s", STR_ARG(name), STR_ARG(rest));
	c->q.type = strbuf_str(&id);
	(void)server_find_points(
		c, STR_EMPTY, from, until + 1, until + 1 - from, &p);
	c->q.type = type;
	for (size_t i = 0; i < p.series.n; i++)
		for (size_t k = 0; k < p.series.p[i].point.n; k++)
			n += p.series.p[i].point.p[k].value;
	server_points_fini(&p);
	strbuf_free(&id);
	/* Without that type the number is unknown, which is not an error. */
	server_forgive(c, &why);
	return n > 0 && n < 1e15 ? (int64_t)n : 0;
}

int64_t
server_count(const struct fetch_options *o, struct str name,
	struct progress *progress)
{
	struct err ignored = ERR_INIT;
	struct server_call c;
	int64_t n = 0;

	if (server_begin(&c, o, name, progress, &ignored) == 0)
		n = server_samples(&c, c.q.from, c.q.until);
	server_end(&c);
	return n;
}

int
server_settle(const struct fetch_options *o, struct str name,
	struct strbuf *out, int64_t *interval, struct progress *progress,
	struct err *err)
{
	struct server_call c;
	struct server_param type = { .name = "type" };
	int rc = server_begin(&c, o, name, progress, err);

	*interval = 0;
	if (rc == 0)
		rc = browse(&c, NULL);
	if (rc == 0) {
		type.value = c.q.type;
		server_put_with(out, name, &type, 1);
		if (server_is_level(&c.q))
			*interval = server_interval(&c);
		rc = c.err->code == ERR_CANCELLED ? -1 : 0;
	}
	server_end(&c);
	return rc;
}
