/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CPU profiles of V8, from node --cpu-prof, Deno and the developer tools of
 * browsers: {"nodes", "samples", "timeDeltas", "startTime", "endTime"}, times
 * in microseconds. The form of old versions is read, too: the nodes are a
 * tree, "head", "timestamps" take the place of the deltas, and start and end
 * are seconds.
 */
#include "config.h"

#include "base/json.h"
#include "base/num.h"
#include "read/loctable.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/v8.h"

#include "base/banned.h"

enum { NODES, SAMPLES, DELTAS, START, END, HEAD, STAMPS, MEMBERS };

struct cpu {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct loctable locs;
	struct rows rows;
	struct v8 v8;
	size_t where[MEMBERS];
	bool uneven; /* not as many times as samples */
	bool clipped;
};

/* A number of the text in nanoseconds; *out is left alone if it is absent. */
static int
read_nanos(struct cpu *c, struct jwalk *w, double scale, int64_t *out)
{
	double number;

	if (jval_read_number(w, &number) != 0)
		return -1;
	*out = i64_round(number * scale, &c->clipped);
	return 0;
}

static int
member_nanos(struct cpu *c, int member, double scale, int64_t *out)
{
	if (c->where[member] == 0)
		return 0;
	jwalk_to(&c->w, c->where[member]);
	return read_nanos(c, &c->w, scale, out);
}

static int
read_nodes(struct cpu *c)
{
	size_t n = 0;
	int more;

	if (c->where[NODES] == 0) {
		jwalk_to(&c->w, c->where[HEAD]);
		return v8_tree(&c->v8, &c->w);
	}
	if (jwalk_array_at(&c->w, c->where[NODES]) != 0)
		return -1;
	while ((more = jwalk_next(&c->w, &n)) > 0) {
		size_t at = c->w.at;
		struct jval *v = jval_read(&c->w);
		int rc;

		if (v == NULL)
			return -1;
		rc = v8_node(&c->v8, v, c->err);
		jval_free(v);
		if (rc != 0)
			return jwalk_place(&c->w, at);
	}
	return more;
}

/* One more sample and its time: the two lists have a walk each. 0 at the end
   of the shorter one. */
static int
read_sample(
	struct cpu *c, struct jwalk *times, size_t *n, size_t *m, int64_t *now)
{
	int64_t id = 0, time = 0;
	struct jval *v;
	size_t at;
	bool is;
	int more = jwalk_next(&c->w, n), other = jwalk_next(times, m);

	if (more < 0 || other < 0)
		return -1;
	c->uneven = more != other;
	if (more == 0 || other == 0)
		return 0;
	at = c->w.at;
	v = jval_read(&c->w);
	if (v == NULL || read_nanos(c, times, 1e3, &time) != 0) {
		jval_free(v);
		return -1;
	}
	is = jval_int(v, &id);
	jval_free(v);
	if (!is)
		return jwalk_fail(&c->w, at, "expected the id of a node");
	/* Deltas go on from the last, stamps are from the start. */
	if (c->where[DELTAS] != 0)
		time = i64_add(*now, time, &c->clipped);
	*now = time;
	if (v8_sample(&c->v8, id, time, &c->rows, 0, c->err) != 0)
		return jwalk_place(&c->w, at);
	return 1;
}

static int
cpu_samples(struct cpu *c, int64_t start, int64_t end)
{
	struct jwalk times = c->w;
	int64_t now = start;
	size_t n = 0, m = 0;
	int more;

	jwalk_to(&c->w, c->where[SAMPLES]);
	jwalk_to(&times,
		c->where[DELTAS] != 0 ? c->where[DELTAS] : c->where[STAMPS]);
	if (jwalk_array(&c->w) != 0 || jwalk_array(&times) != 0)
		return -1;
	do
		more = read_sample(c, &times, &n, &m, &now);
	while (more > 0);
	v8_end(&c->v8, end, &c->rows, 0);
	return more;
}

static void
cpu_warnings(struct cpu *c, bool timed)
{
	struct warnings *warnings = c->job->warnings;

	if (!timed)
		read_comment(c->job->builder,
			STR("no times: this file only has how often each "
			    "function was seen"));
	if (c->uneven)
		v8_warn_uneven(warnings);
	if (c->clipped || c->rows.clipped > 0)
		read_warn_clipped(c->job);
	v8_warn_idle(warnings, c->v8.idle_time, c->v8.time);
}

static int
cpu_read(struct cpu *c)
{
	static const char *const names[MEMBERS] = { "nodes", "samples",
		"timeDeltas", "startTime", "endTime", "head", "timestamps" };
	struct builder *b = c->job->builder;
	int64_t start = 0, end = 0;
	bool timed, old;

	if (jwalk_members(&c->w, names, MEMBERS, c->where) != 0 ||
		jwalk_end(&c->w) != 0)
		return -1;
	old = c->where[NODES] == 0;
	if (old && c->where[HEAD] == 0)
		return jwalk_fail(&c->w, 0, "there are no \"nodes\"");
	timed = c->where[SAMPLES] != 0 &&
		(c->where[DELTAS] != 0 || c->where[STAMPS] != 0);
	if (member_nanos(c, START, old ? 1e9 : 1e3, &start) != 0 ||
		member_nanos(c, END, old ? 1e9 : 1e3, &end) != 0 ||
		read_nodes(c) != 0 || v8_link(&c->v8, c->err) != 0)
		return -1;
	read_type(b, STR("samples"), STR("count"));
	if (timed)
		read_type(b, STR("time"), STR("nanoseconds"));
	rows_init(&c->rows, b, timed ? 2 : 1, timed);
	if (!timed)
		v8_hits(&c->v8, &c->rows);
	else if (cpu_samples(c, start, end) != 0)
		return -1;
	if (end > start && start > INT64_MIN)
		builder_header(b)->duration_nanos =
			i64_add(end, -start, &c->clipped);
	cpu_warnings(c, timed);
	return rows_end(&c->rows, c->err);
}

static int
cpuprofile_read(struct read_job *job, struct err *err)
{
	struct cpu c = { .job = job, .err = err };
	int rc;

	loctable_init(&c.locs, job->builder);
	v8_init(&c.v8, job->builder, &c.locs);
	rc = jwalk_start(&c.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = cpu_read(&c);
	loctable_fini(&c.locs);
	v8_fini(&c.v8);
	rows_fini(&c.rows);
	return rc;
}

const struct reader reader_cpuprofile = {
	.name = "cpuprofile",
	.title = "V8 CPU profile",
	.family = JF_CPUPROFILE,
	.read = cpuprofile_read,
};
