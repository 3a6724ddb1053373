/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CPU profiles in a trace: see trace.h. One "Profile" says when it starts,
 * then each "ProfileChunk" brings more nodes and samples, by another thread;
 * what belongs together has the same id.
 *
 *     {"name":"ProfileChunk","id":"0x2","args":{"data":{
 *         "cpuProfile":{"nodes":[...],"samples":[...]},
 *         "timeDeltas":[...], "endTime":...}}}
 *
 * "CpuProfile" is all of it in one, as older versions wrote it.
 */
#include "config.h"

#include "base/json.h"
#include "read/trace.h"

#include <stdlib.h>

#include "base/num.h"
#include "read/read.h"
#include "read/v8.h"

#include "base/banned.h"

struct chunks {
	struct trace *t;
	struct v8 v8;
	lset_id labels;
	int64_t now, end; /* ns */
};

static int
compare(const void *va, const void *vb)
{
	const struct trace_piece *a = va, *b = vb;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* A member of the data, or of the profile in it. */
static const struct jval *
either(const struct jval *data, const char *name)
{
	const struct jval *v = jval_get(data, name);

	return v != NULL ? v : jval_get(jval_get(data, "cpuProfile"), name);
}

static int
add_samples(struct chunks *c, const struct jval *data)
{
	const struct jval *samples = either(data, "samples");
	const struct jval *deltas = either(data, "timeDeltas");
	size_t n = jval_count(samples), m = jval_count(deltas);
	int64_t id, delta;

	c->t->uneven |= n != m;
	for (size_t i = 0; i < n && i < m; i++) {
		if (!jval_int(jval_at(samples, i), &id) ||
			!trace_nanos(c->t, jval_at(deltas, i), &delta))
			return err_set(c->t->err, ERR_FORMAT,
				"sample %zu of a ProfileChunk is no number", i);
		c->now = i64_add(c->now, delta, &c->t->clipped);
		if (v8_sample(&c->v8, id, c->now, &c->t->rows, c->labels,
			    c->t->err) != 0)
			return -1;
	}
	return 0;
}

static int
add_data(struct chunks *c, const struct jval *data)
{
	const struct jval *nodes = either(data, "nodes");

	(void)trace_nanos(c->t, either(data, "startTime"), &c->now);
	(void)trace_nanos(c->t, either(data, "endTime"), &c->end);
	for (size_t i = 0, n = jval_count(nodes); i < n; i++)
		if (v8_node(&c->v8, jval_at(nodes, i), c->t->err) != 0)
			return -1;
	if (v8_link(&c->v8, c->t->err) != 0)
		return -1;
	return add_samples(c, data);
}

static int
add_piece(struct chunks *c, const struct trace_piece *p)
{
	struct jval *v;
	int rc;

	jwalk_to(&c->t->w, p->at);
	v = jval_read(&c->t->w);
	if (v == NULL)
		return -1;
	rc = add_data(c, jval_get(jval_get(v, "args"), "data"));
	jval_free(v);
	return rc == 0 ? 0 : jwalk_place(&c->t->w, p->at);
}

/* The thread that was profiled is the one that started it. */
static lset_id
labels_of(struct trace *t, const struct trace_piece *p, size_t n, bool alone)
{
	struct str id = intern_str(&t->ids, p[0].group);
	size_t first = 0;

	while (first + 1 < n && !p[first].is_first)
		first++;
	return trace_label_set(
		t, p[first].thread, alone ? 0 : builder_string(t->b, id));
}

static int
one_profile(struct trace *t, const struct trace_piece *p, size_t n)
{
	struct chunks c = { .t = t };
	int rc = 0;

	c.labels = labels_of(t, p, n, n == t->piece.n);
	v8_init(&c.v8, t->b, &t->places);
	c.now = p[0].ts;
	c.end = INT64_MIN;
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = add_piece(&c, &p[i]);
	v8_end(&c.v8, c.end > c.now ? c.end : c.now, &t->rows, c.labels);
	t->idle = i64_add(t->idle, c.v8.idle_time, &t->clipped);
	t->time = i64_add(t->time, c.v8.time, &t->clipped);
	v8_fini(&c.v8);
	t->first = p[0].ts < t->first ? p[0].ts : t->first;
	t->last = c.now > t->last ? c.now : t->last;
	return rc;
}

int
trace_profiles(struct trace *t)
{
	size_t n = t->piece.n, profiles = 0;

	qsort(t->piece.p, n, sizeof(*t->piece.p), compare);
	for (size_t i = 0, j; i < n; i = j, profiles++) {
		for (j = i;
			j < n && t->piece.p[j].group == t->piece.p[i].group;)
			j++;
		if (one_profile(t, &t->piece.p[i], j - i) != 0)
			return -1;
	}
	v8_note_idle(t->job->warnings, t->idle, t->time);
	if (profiles > 1)
		warnings_add(t->job->warnings,
			"%zu CPU profiles are in the trace (tag \"profile\")",
			profiles);
	return 0;
}
