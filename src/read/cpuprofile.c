/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads CPU profiles of V8, from node --cpu-prof, Deno, Bun and browsers'
 * developer tools: {"nodes", "samples", "timeDeltas", "startTime", "endTime"},
 * times in microseconds. In the older form, which is also read, "head" is a
 * tree of nodes, "timestamps" replace the deltas, and start and end are in
 * seconds, which some writers round.
 *
 * Only the times between samples are required: without a start, times begin at
 * 0; without an end, the last sample is as long as the others on average.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/num.h"
#include "profile/unit.h"
#include "read/damage.h"
#include "read/reader.h"
#include "read/rows.h"
#include "read/v8.h"

enum {
	NODES,
	SAMPLES,
	DELTAS,
	START,
	END,
	HEAD,
	STAMPS,
	SNAPSHOT,
	MEMBERS,
};

/* An optional time. */
struct cpu_moment {
	bool is;
	int64_t nanos;
};

struct cpu {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct loctable locs;
	struct rows rows;
	struct v8 v8;
	struct v8_damage damage;
	size_t where[MEMBERS];
	bool is_old;
	struct cpu_moment start, end;
	bool uneven; /* the numbers of times and samples differ */
	bool clipped;
};

static bool
cpu_has_list(const struct cpu *c, int member)
{
	return c->where[member] != 0 && c->w.text.p[c->where[member]] == '[';
}

/* Read a time; anything but a number counts as missing. */
static int
cpu_moment(struct cpu *c, int member, struct cpu_moment *out)
{
	int rc;

	if (c->where[member] == 0)
		return 0;
	jwalk_to(&c->w, c->where[member]);
	rc = jwalk_decimal(&c->w, c->is_old ? 9 : 3, &out->nanos, &c->clipped);
	out->is = rc > 0;
	return rc < 0 ? -1 : 0;
}

static int
cpu_nodes(struct cpu *c)
{
	size_t n = 0;
	int more;

	if (c->is_old) {
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

/* Read another sample and its time, from the walks c->w and `times`. */
static int
cpu_sample(struct cpu *c, struct jwalk *times, int64_t *now)
{
	size_t at = c->w.at;
	int64_t id = 0, time = 0;
	struct jval *v = jval_read(&c->w);
	bool has_id = v8_int(v, &id);
	int timed;

	if (v == NULL)
		return -1;
	jval_free(v);
	timed = jwalk_decimal(times, 3, &time, &c->clipped);
	if (timed < 0)
		return -1;
	/* Drop the sample, which has no start. The previous one continues. */
	if (timed == 0) {
		(void)err_set(c->err, ERR_FORMAT, "a sample without a time");
		return damage_take_at(&c->damage.samples, &c->w, at) ? 0 : -1;
	}
	/* Deltas are relative to the previous sample, stamps are absolute. */
	if (cpu_has_list(c, DELTAS))
		time = i64_add(*now, time, &c->clipped);
	*now = time;
	if (has_id)
		return v8_sample(&c->v8, id, time, &c->rows, 0, c->err);
	v8_lost_sample(&c->v8, time, &c->rows, 0);
	(void)err_set(c->err, ERR_FORMAT, "expected the id of a node");
	return damage_take_at(&c->damage.samples, &c->w, at) ? 0 : -1;
}

static int
cpu_samples(struct cpu *c)
{
	struct jwalk times = c->w;
	int64_t now = c->start.is ? c->start.nanos : 0, end;
	size_t n = 0, m = 0;
	int more, other;

	if (jwalk_array_at(&c->w, c->where[SAMPLES]) != 0 ||
		jwalk_array_at(&times,
			c->where[cpu_has_list(c, DELTAS) ? DELTAS : STAMPS]) !=
			0)
		return -1;
	for (;;) {
		more = jwalk_next(&c->w, &n);
		other = jwalk_next(&times, &m);
		if (more <= 0 || other <= 0)
			break;
		if (cpu_sample(c, &times, &now) != 0)
			return -1;
	}
	if (more < 0 || other < 0)
		return -1;
	c->uneven = more != other;
	end = c->end.is ? c->end.nanos : v8_likely_end(&c->v8);
	end = v8_end(&c->v8, end, &c->rows, 0);
	c->end = (struct cpu_moment){ c->v8.seen > 0, end };
	if (!c->start.is)
		c->start = (struct cpu_moment){ c->end.is, c->v8.first };
	return 0;
}

static int
cpu_read(struct cpu *c)
{
	static const char *const names[MEMBERS] = { "nodes", "samples",
		"timeDeltas", "startTime", "endTime", "head", "timestamps",
		"snapshot" };
	struct builder *b = c->job->builder;
	bool timed;
	const int64_t second = 1000000000;
	const struct damage *damage;
	struct warnings *warnings;
	char late[UNIT_TEXT_MAX];

	if (jwalk_members(&c->w, names, MEMBERS, c->where) != 0 ||
		jwalk_end(&c->w) != 0)
		return -1;
	if (c->where[SNAPSHOT] != 0 && c->where[NODES] != 0)
		return err_set(c->err, ERR_FORMAT,
			"a heap snapshot of V8 (what is alive, without "
			"stacks); record with node --heap-prof, or "
			"\"Allocation "
			"sampling\" in DevTools");
	c->is_old = c->where[NODES] == 0;
	if (c->is_old && c->where[HEAD] == 0)
		return jwalk_fail(&c->w, 0, "\"nodes\" is missing");
	timed = cpu_has_list(c, SAMPLES) &&
		(cpu_has_list(c, DELTAS) || cpu_has_list(c, STAMPS));
	/* Read start and end. Drop both if they are whole seconds, as some
	   writers of the older form round them. Without a start, the end cannot
	   be compared with the deltas. */
	if (cpu_moment(c, START, &c->start) != 0 ||
		cpu_moment(c, END, &c->end) != 0)
		return -1;
	if (c->is_old && c->end.nanos % second == 0 &&
		c->start.nanos % second == 0)
		c->start.is = c->end.is = false;
	if (cpu_has_list(c, DELTAS) && !c->start.is)
		c->end.is = false;
	if (cpu_nodes(c) != 0 || v8_link(&c->v8, c->err) != 0)
		return -1;
	read_type(b, STR("samples"), STR("count"));
	if (timed)
		read_type(b, STR("time"), STR("nanoseconds"));
	rows_init(&c->rows, b, timed ? 2 : 1, timed);
	if (!timed)
		v8_hits(&c->v8, &c->rows);
	else if (cpu_samples(c) != 0)
		return -1;
	damage = &c->damage.samples;
	if (c->rows.n == 0 && damage->n == 0)
		damage = &c->damage.nodes;
	if (c->rows.n == 0 && damage_refuse(damage, c->err) != 0)
		return -1;
	if (timed && c->start.is && !c->clipped && !c->v8.clipped)
		builder_times_from(b, c->start.nanos);
	if (c->start.is && c->end.is && c->end.nanos > c->start.nanos)
		builder_header(c->job->builder)->duration_nanos =
			i64_sub(c->end.nanos, c->start.nanos, &c->clipped);
	warnings = c->job->warnings;
	if (!timed)
		read_comment(c->job->builder,
			STR("no times: the file only counts how often each "
			    "function was seen"));
	if (c->uneven)
		v8_warn_uneven(warnings);
	/* Damaged costs do not matter if there are samples. */
	if (timed)
		c->damage = (struct v8_damage){ .nodes = c->damage.nodes,
			.samples = c->damage.samples };
	v8_warn_damage(&c->damage, warnings);
	(void)unit_label(c->v8.cut, STR("nanoseconds"), STR("auto"), late);
	if (c->v8.is_cut)
		warnings_add(warnings,
			"the last sample would last until the file's end, %s "
			"too long; it gets the mean duration of the others",
			late);
	if (c->clipped || c->v8.clipped || c->rows.clipped > 0)
		read_warn_clipped(c->job);
	v8_warn_idle(warnings, c->v8.idle_time, c->v8.time);
	return rows_end(&c->rows, c->err);
}

static int
cpuprofile_read(struct read_job *job, struct err *err)
{
	struct cpu c = {
		.job = job, .err = err, .locs = { .builder = job->builder }
	};
	int rc;

	v8_init(&c.v8, job->builder, &c.locs);
	c.v8.damage = &c.damage;
	rc = jwalk_start(&c.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = cpu_read(&c);
	loctable_fini(&c.locs);
	v8_fini(&c.v8);
	rows_fini(&c.rows);
	return rc;
}

const struct reader reader_cpuprofile = { "cpuprofile", "V8 CPU profile",
	cpuprofile_read, .family = JF_CPUPROFILE, .by_place = true };
