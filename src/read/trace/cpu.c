/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads CPU profiles that a trace contains in chunks (trace.h). A "Profile"
   event has the start. Each "ProfileChunk", from another thread, has more nodes
   and samples. The events of one profile have the same id.

       {"name":"ProfileChunk","id":"0x2","args":{"data":{
	   "cpuProfile":{"nodes":[...],"samples":[...]},
	   "timeDeltas":[...], "endTime":...}}}

   Older versions wrote a single "CpuProfile" instead. */
#include "prelude.h"

#include "read/trace/trace.h"

#include "base/num.h"
#include "read/v8.h"

struct chunks {
	struct trace_file *t;
	struct v8 v8;
	lset_id labels;
	int64_t first, now, end; /* ns; first: time of the first sample */
	bool has_end;
	size_t samples;
};

static int
by_group_and_time(const void *va, const void *vb)
{
	const struct trace_piece *a = va, *b = vb;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* Return a member of the data, or of the profile in it. */
static const struct jval *
either(const struct jval *data, const char *name)
{
	const struct jval *v = jval_get(data, name);

	return v != NULL ? v : jval_get(jval_get(data, "cpuProfile"), name);
}

/* Convert microseconds to ns. */
static bool
chunk_nanos(struct trace_file *t, const struct jval *v, int64_t *out)
{
	enum { NANOS = 3 };
	int64_t nanos;

	if (!jval_decimal(v, NANOS, &nanos, &t->clipped))
		return false;
	*out = trace_cut(t, nanos);
	return true;
}

static int
chunk_data(struct chunks *c, const struct jval *data)
{
	const struct jval *nodes = either(data, "nodes");
	const struct jval *samples;
	const struct jval *deltas;
	size_t count, m;

	if (chunk_nanos(c->t, either(data, "startTime"), &c->now) &&
		c->now < c->t->start)
		c->t->start = c->now;
	c->has_end |= chunk_nanos(c->t, either(data, "endTime"), &c->end);
	for (size_t i = 0, n = jval_count(nodes); i < n; i++)
		if (v8_node(&c->v8, jval_at(nodes, i), c->t->err) != 0)
			return -1;
	if (v8_link(&c->v8, c->t->err) != 0)
		return -1;
	/* Skip samples without a known node: recordings that began earlier
	   leave some, and chunks may be lost. */
	samples = either(data, "samples");
	deltas = either(data, "timeDeltas");
	count = jval_count(samples);
	m = jval_count(deltas);
	c->t->uneven |= count != m;
	for (size_t i = 0; i < count && i < m; i++) {
		size_t lost = c->t->v8_damage.samples.n;
		int64_t id, delta = 0;
		bool is_known = chunk_nanos(c->t, jval_at(deltas, i), &delta) &&
			jval_decimal(
				jval_at(samples, i), 0, &id, &c->t->clipped);

		c->now = i64_add(c->now, delta, &c->t->clipped);
		if (!is_known)
			c->t->lost++;
		else if (v8_sample(&c->v8, id, c->now, &c->t->rows, c->labels,
				 c->t->err) != 0)
			return -1;
		else if (c->t->v8_damage.samples.n == lost && c->samples++ == 0)
			c->first = c->now;
	}
	return 0;
}

static int
chunk_piece(struct chunks *c, const struct trace_piece *p)
{
	struct jval *v;
	int rc;

	jwalk_to(&c->t->w, p->at);
	v = jval_read(&c->t->w);
	if (v == NULL)
		return -1;
	rc = chunk_data(c, jval_get(jval_get(v, "args"), "data"));
	jval_free(v);
	return rc == 0 ? 0 : jwalk_place(&c->t->w, p->at);
}

/* Add one profile, of the chunks p[0 .. n - 1]. *has: it has samples. */
static int
one_profile(
	struct trace_file *t, const struct trace_piece *p, size_t n, bool *has)
{
	struct chunks c = { .t = t, .now = p[0].ts };
	struct str id = intern_str(&t->ids, p[0].group);
	size_t first = 0;
	int rc = 0;

	/* The profiled thread is the one with the "Profile" event. */
	while (first + 1 < n && !p[first].is_first)
		first++;
	c.labels = trace_label_set(t, p[first].thread,
		n == t->piece.n ? 0 : builder_string(t->b, id));
	v8_init(&c.v8, t->b, &t->locs);
	c.v8.damage = &t->v8_damage;
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = chunk_piece(&c, &p[i]);
	c.end = c.has_end && c.end > c.now ? c.end : c.now;
	c.end = v8_end(&c.v8, c.end, &t->rows, c.labels);
	t->clipped |= c.v8.clipped;
	t->idle = i64_add(t->idle, c.v8.idle_time, &t->clipped);
	t->time = i64_add(t->time, c.v8.time, &t->clipped);
	v8_fini(&c.v8);
	*has = c.samples > 0;
	if (*has)
		trace_weighs(t, c.first, c.end);
	return rc;
}

int
trace_profiles(struct trace_file *t)
{
	size_t n = t->piece.n, profiles = 0, damaged = 0;
	struct err first = ERR_INIT;

	qsort(t->piece.p, n, sizeof(*t->piece.p), by_group_and_time);
	for (size_t i = 0, j; i < n; i = j) {
		bool has;

		for (j = i;
			j < n && t->piece.p[j].group == t->piece.p[i].group;)
			j++;
		if (one_profile(t, &t->piece.p[i], j - i, &has) != 0) {
			first = damaged++ == 0 ? *t->err : first;
			/* After an error, the rest of this profile is left
			   out. */
			if (t->err->code != ERR_FORMAT ||
				builder_err(t->b) != NULL)
				return -1;
			*t->err = (struct err)ERR_INIT;
		}
		profiles += has;
	}
	if (damaged > 0 && profiles == 0) {
		*t->err = first;
		return -1;
	}
	if (damaged > 0)
		warnings_add(t->job->warnings,
			"damaged CPU profiles, cut off where the damage "
			"starts: %zu; the first: %s",
			damaged, first.msg);
	/* Count samples without a node as lost. */
	t->lost += t->v8_damage.samples.n;
	t->v8_damage.samples.n = 0;
	v8_warn_damage(&t->v8_damage, t->job->warnings);
	v8_warn_idle(t->job->warnings, t->idle, t->time);
	if (profiles > 1)
		warnings_add(t->job->warnings,
			"the trace has %zu CPU profiles (tag \"profile\")",
			profiles);
	return 0;
}
