/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * speedscope's own format, which py-spy, rbspy and others write. Frames are
 * in one list, and each thread is a profile of one of two kinds:
 *
 *     sampled   samples [[0, 1], [0]], root first, and as many weights
 *     evented   events O (open) and C (close) of a frame at a time
 *
 * Times become nanoseconds, threads labels. Some writers are careless with
 * events: what does not fit is mended as speedscope mends it, and counted.
 */
#include "config.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/read.h"
#include "read/rows.h"

#include "base/banned.h"

/* What values are, in the order of the types. */
enum measure { WEIGHT, SPACE, TIME, MEASURES };

/* Of "profiles", after a first look. */
enum { KIND, NAME, UNIT, START, END, SAMPLES, WEIGHTS, EVENTS, MEMBERS };
struct scope_part {
	size_t where[MEMBERS]; /* places of its members, 0: it has none */
	enum measure measure;
	double scale; /* what its values are multiplied by */
	lset_id labels;
	double start, end; /* in its unit */
};

struct scope_open {
	size_t frame;
	node_id node;
};

struct scope {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct builder *b;
	struct loctable locs;
	struct rows rows;
	VEC(loc_id) frame;
	VEC(struct scope_part) part;
	VEC(struct scope_open) open; /* frames of the part being read */
	VEC(uint32_t) opened;        /* [frame] how often it is in there */
	uint32_t type[MEASURES];     /* the column, NONE: there is none */
	int64_t values[MEASURES];    /* of one sample: all 0 but one */
	int digits;                  /* weights are multiplied by 10^digits */
	size_t odd;                  /* events that do not fit */
	bool clipped, unknown_unit;
};

enum { DIGITS_MAX = 6 }; /* of a fraction that are kept, where it has no unit */

static const struct {
	const char *type, *unit;
} types[MEASURES] = {
	[WEIGHT] = { "weight", "count" },
	[SPACE] = { "space", "bytes" },
	[TIME] = { "time", "nanoseconds" },
};

static const struct {
	const char *name;
	enum measure measure;
	double scale; /* to nanoseconds or bytes */
} units[] = {
	{ "none", WEIGHT, 1 },
	{ "nanoseconds", TIME, 1 },
	{ "microseconds", TIME, 1e3 },
	{ "milliseconds", TIME, 1e6 },
	{ "seconds", TIME, 1e9 },
	{ "bytes", SPACE, 1 },
};

static double
ten_to(int digits)
{
	double p = 1;

	while (digits-- > 0)
		p *= 10;
	return p;
}

/* Run a function for each element of an array, which it has to read. */
static int
scope_each(struct scope *s, size_t where, int (*run)(struct scope *s))
{
	size_t n = 0;
	int more;

	if (jwalk_array_at(&s->w, where) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0)
		if (run(s) != 0)
			return -1;
	return more;
}

/* ---- The list of frames ---- */

static int
scope_add_frame(struct scope *s)
{
	size_t at = s->w.at;
	struct loctable_row row = { .name = STR_EMPTY };
	struct jval *v = jval_read(&s->w);
	int rc = 0;

	if (v == NULL)
		return -1;
	if (!jval_text(jval_get(v, "name"), &row.name))
		rc = jwalk_fail(&s->w, at, "frame %zu has no name", s->frame.n);
	(void)jval_text(jval_get(v, "file"), &row.file);
	(void)jval_int(jval_get(v, "line"), &row.line);
	(void)jval_int(jval_get(v, "col"), &row.column);
	if (rc == 0) {
		vec_push(&s->frame, loctable_at(&s->locs, &row));
		vec_push(&s->opened, 0);
	}
	jval_free(v);
	return rc;
}

static int
read_frames(struct scope *s, size_t shared)
{
	static const char *const names[] = { "frames" };
	size_t frames;

	jwalk_to(&s->w, shared);
	if (jwalk_members(&s->w, names, 1, &frames) != 0)
		return -1;
	if (frames == 0)
		return jwalk_fail(&s->w, shared, "\"shared\" has no frames");
	return scope_each(s, frames, scope_add_frame);
}

/* ---- A first look at each profile ---- */

static int
scope_number(struct scope *s, size_t where, double *out)
{
	if (where == 0)
		return 0;
	jwalk_to(&s->w, where);
	return jval_read_number(&s->w, out);
}

/* Append a text, if there is one at that place; -1 when it is none. */
static int
scope_text(struct scope *s, size_t where, struct strbuf *out)
{
	struct str text;
	struct jval *v;
	int rc = 0;

	if (where == 0)
		return 0;
	jwalk_to(&s->w, where);
	v = jval_read(&s->w);
	if (v == NULL)
		return -1;
	if (jval_text(v, &text))
		strbuf_add(out, text);
	else
		rc = jwalk_fail(&s->w, where, "expected a string");
	jval_free(v);
	return rc;
}

static int
read_unit(struct scope *s, struct scope_part *p)
{
	struct strbuf name = STRBUF_INIT;
	size_t unit = 0;

	if (p->where[UNIT] == 0)
		strbuf_addc(&name, units[0].name);
	if (scope_text(s, p->where[UNIT], &name) != 0)
		return -1;
	while (unit < COUNT_OF(units) &&
		!str_is(strbuf_str(&name), units[unit].name))
		unit++;
	strbuf_free(&name);
	if (unit == COUNT_OF(units)) {
		s->unknown_unit = true;
		unit = 0;
	}
	p->measure = units[unit].measure;
	p->scale = units[unit].scale;
	s->type[p->measure] = 0;
	return 0;
}

static int
read_name(struct scope *s, struct scope_part *p)
{
	struct label thread = { .unit = 0 };
	struct strbuf name = STRBUF_INIT;

	if (scope_text(s, p->where[NAME], &name) != 0)
		return -1;
	if (name.n > 0) {
		thread.key = builder_string(s->b, STR("thread"));
		thread.str = builder_string(s->b, strbuf_str(&name));
		p->labels = builder_labels(s->b, &thread, 1);
	}
	strbuf_free(&name);
	return 0;
}

/* How many digits the weights, which count anything, have behind the
   point. */
static int
survey_weights(struct scope *s, size_t where)
{
	size_t n = 0;
	int more;

	if (where == 0)
		return 0;
	if (jwalk_array_at(&s->w, where) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0) {
		struct jval *v = jval_read(&s->w);
		double weight = 0, scaled;
		bool clipped = false;

		if (v == NULL)
			return -1;
		(void)jval_number(v, &weight);
		jval_free(v);
		while (s->digits < DIGITS_MAX) {
			scaled = weight * ten_to(s->digits);
			scaled -= (double)i64_round(scaled, &clipped);
			if (clipped || (scaled < 1e-6 && scaled > -1e-6))
				break;
			s->digits++;
		}
	}
	return more;
}

static int
survey(struct scope *s)
{
	static const char *const names[MEMBERS] = { "type", "name", "unit",
		"startValue", "endValue", "samples", "weights", "events" };
	struct scope_part p = { .labels = 0 };
	size_t at = s->w.at, end;

	if (jwalk_members(&s->w, names, MEMBERS, p.where) != 0)
		return -1;
	end = s->w.at;
	if (p.where[EVENTS] == 0 && p.where[SAMPLES] == 0)
		return jwalk_fail(&s->w, at,
			"profile %zu has neither samples nor events",
			s->part.n);
	if (read_unit(s, &p) != 0 || read_name(s, &p) != 0 ||
		scope_number(s, p.where[START], &p.start) != 0)
		return -1;
	p.end = p.start;
	if (scope_number(s, p.where[END], &p.end) != 0)
		return -1;
	if (p.measure == WEIGHT && survey_weights(s, p.where[WEIGHTS]) != 0)
		return -1;
	vec_push(&s->part, p);
	jwalk_to(&s->w, end);
	return 0;
}

/* ---- Samples of one thread, of both kinds ---- */

/*     open A at 0, open B at 2, close B at 6, close A at 10
       ->  A 2, A;B 4, A 4 */

/* A number of the part's unit in the profile's. */
static int64_t
speedscope_scaled(struct scope *s, const struct scope_part *p, double value)
{
	return i64_round(value * p->scale, &s->clipped);
}

static void
scope_add(struct scope *s, const struct scope_part *p, node_id leaf,
	int64_t value, int64_t time)
{
	int64_t *slot = &s->values[s->type[p->measure]];

	*slot = value;
	rows_add(&s->rows, leaf, p->labels, s->values, time);
	*slot = 0;
}

/* The frame that a number names; -1 and err. */
static int
scope_frame(struct scope *s, const struct jval *v, size_t at, size_t *frame)
{
	int64_t i = -1;

	if (!jval_int(v, &i))
		return jwalk_fail(&s->w, at, "expected the number of a frame");
	if (i < 0 || (uint64_t)i >= s->frame.n)
		return jwalk_fail(&s->w, at,
			"frame %" PRId64 " but only %zu frames", i, s->frame.n);
	*frame = (size_t)i;
	return 0;
}

static int
read_stack(struct scope *s, node_id *leaf)
{
	size_t at = s->w.at, n, frame;
	struct jval *v;
	int rc = 0;

	if (jwalk_peek(&s->w) != '[')
		return jwalk_fail(
			&s->w, at, "a sample is not an array of frames");
	v = jval_read(&s->w);
	n = jval_count(v);
	*leaf = 0;
	for (size_t i = 0; rc == 0 && i < n; i++) {
		rc = scope_frame(s, jval_at(v, i), at, &frame);
		if (rc == 0)
			*leaf = builder_step(s->b, *leaf, s->frame.p[frame]);
	}
	jval_free(v);
	return v == NULL ? -1 : rc;
}

/* Two lists side by side, each with a walk of its own. */
static int
read_sampled(struct scope *s, const struct scope_part *p)
{
	struct jwalk weights = s->w;
	size_t n = 0, m = 0;
	int64_t time = speedscope_scaled(s, p, p->start);
	int more, other;

	jwalk_to(&s->w, p->where[SAMPLES]);
	jwalk_to(&weights, p->where[WEIGHTS]);
	if (p->where[WEIGHTS] == 0)
		return jwalk_fail(&s->w, p->where[SAMPLES],
			"these samples have no weights");
	if (jwalk_array(&s->w) != 0 || jwalk_array(&weights) != 0)
		return -1;
	for (;;) {
		node_id leaf = 0;
		double weight;
		int64_t value;

		more = jwalk_next(&s->w, &n);
		other = jwalk_next(&weights, &m);
		if (more <= 0 || other <= 0)
			break;
		if (read_stack(s, &leaf) != 0 ||
			jval_read_number(&weights, &weight) != 0)
			return -1;
		value = speedscope_scaled(s, p, weight);
		scope_add(s, p, leaf, value, time);
		time = i64_add(time, value, &s->clipped);
	}
	if (more < 0 || other < 0)
		return -1;
	return more == other ? 0
			     : jwalk_fail(&s->w, p->where[SAMPLES],
				       "not as many weights as samples");
}

/* The time up to `at` belongs to the frame that was opened last. */
static void
scope_advance(
	struct scope *s, const struct scope_part *p, int64_t *now, int64_t at)
{
	bool clipped = false;

	if (at <= *now)
		return;
	if (s->open.n > 0)
		scope_add(s, p, s->open.p[s->open.n - 1].node,
			i64_add(at, *now == INT64_MIN ? INT64_MAX : -*now,
				&clipped),
			*now);
	s->clipped |= clipped;
	*now = at;
}

static void
close_frame(struct scope *s, size_t frame)
{
	size_t top;

	if (s->opened.p[frame] == 0) {
		s->odd++;
		return;
	}
	s->odd += s->open.p[s->open.n - 1].frame != frame;
	do {
		top = s->open.p[--s->open.n].frame;
		s->opened.p[top]--;
	} while (top != frame);
}

static int
scope_event(struct scope *s, const struct scope_part *p, int64_t *now)
{
	size_t at = s->w.at, frame = 0;
	struct str type = STR_EMPTY;
	struct jval *v = jval_read(&s->w);
	double when;
	int rc = 0;

	if (v == NULL)
		return -1;
	(void)jval_text(jval_get(v, "type"), &type);
	if (!str_is(type, "O") && !str_is(type, "C"))
		rc = jwalk_fail(&s->w, at, "an event that is neither O nor C");
	else if (!jval_number(jval_get(v, "at"), &when))
		rc = jwalk_fail(&s->w, at, "an event without a time");
	else
		rc = scope_frame(s, jval_get(v, "frame"), at, &frame);
	if (rc == 0) {
		int64_t to = speedscope_scaled(s, p, when);

		s->odd += to < *now;
		scope_advance(s, p, now, to);
		if (type.p[0] == 'C') {
			close_frame(s, frame);
		} else {
			struct scope_open top = { .frame = frame };

			if (s->open.n > 0)
				top.node = s->open.p[s->open.n - 1].node;
			top.node =
				builder_step(s->b, top.node, s->frame.p[frame]);
			vec_push(&s->open, top);
			s->opened.p[frame]++;
		}
	}
	jval_free(v);
	return rc;
}

static int
read_evented(struct scope *s, const struct scope_part *p)
{
	int64_t now = speedscope_scaled(s, p, p->start);
	size_t n = 0;
	int more;

	if (jwalk_array_at(&s->w, p->where[EVENTS]) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0)
		if (scope_event(s, p, &now) != 0)
			return -1;
	scope_advance(s, p, &now, speedscope_scaled(s, p, p->end));
	s->odd += s->open.n;
	while (s->open.n > 0)
		s->opened.p[s->open.p[--s->open.n].frame]--;
	return more;
}

/* ---- The whole file ---- */

static int
read_parts(struct scope *s)
{
	uint32_t n = 0;
	bool times = true;

	for (int m = 0; m < MEASURES; m++) {
		if (s->type[m] == NONE)
			continue;
		s->type[m] = n++;
		read_type(s->b, str_c(types[m].type), str_c(types[m].unit));
	}
	for (size_t i = 0; i < s->part.n; i++)
		times &= s->part.p[i].measure == TIME;
	rows_init(&s->rows, s->b, n, times);
	for (size_t i = 0; i < s->part.n; i++) {
		struct scope_part *p = &s->part.p[i];

		if (p->measure == WEIGHT)
			p->scale = ten_to(s->digits);
		if ((p->where[EVENTS] != 0 ? read_evented(s, p)
					   : read_sampled(s, p)) != 0)
			return -1;
	}
	return rows_end(&s->rows, s->err);
}

/* From the first start to the last end of what is measured in time. */
static void
set_duration(struct scope *s)
{
	int64_t first = INT64_MAX, last = INT64_MIN;
	bool clipped = false;

	for (size_t i = 0; i < s->part.n; i++) {
		const struct scope_part *p = &s->part.p[i];
		int64_t start = speedscope_scaled(s, p, p->start);
		int64_t end = speedscope_scaled(s, p, p->end);

		if (p->measure != TIME)
			continue;
		first = start < first ? start : first;
		last = end > last ? end : last;
	}
	if (first > INT64_MIN && last > first)
		builder_header(s->b)->duration_nanos =
			i64_add(last, -first, &clipped);
}

/* What the file says of itself, and the profile it wants to be looked at
   first. */
static int
scope_comment(struct scope *s, const char *what, size_t where)
{
	struct strbuf text = STRBUF_INIT;
	int rc;

	if (where == 0 || s->w.text.p[where] != '"')
		return 0;
	strbuf_addc(&text, what);
	rc = scope_text(s, where, &text);
	if (rc == 0)
		read_comment(s->b, strbuf_str(&text));
	strbuf_free(&text);
	return rc;
}

static int
warn_active(struct scope *s, size_t where)
{
	double active = -1;

	if (where == 0 || s->part.n < 2 || s->w.text.p[where] == 'n')
		return 0;
	if (scope_number(s, where, &active) != 0)
		return -1;
	if (active >= 1 && active < (double)s->part.n)
		warnings_add(s->job->warnings,
			"All %zu profiles of the file are shown (tag "
			"\"thread\"); its writer wants number %.0f to be "
			"opened first",
			s->part.n, active + 1);
	return 0;
}

static void
scope_warnings(struct scope *s)
{
	if (s->digits > 0)
		warnings_add(s->job->warnings,
			"Values with fractions: all are multiplied by %.0f",
			ten_to(s->digits));
	if (s->odd > 0)
		warnings_add(s->job->warnings,
			"Inconsistent events (not open, not closed, back in "
			"time): %zu were repaired",
			s->odd);
	if (s->clipped || s->rows.clipped > 0)
		read_warn_clipped(s->job);
	if (s->unknown_unit)
		warnings_add(s->job->warnings,
			"Unknown unit: values are taken as counts");
}

static int
scope_read(struct scope *s)
{
	static const char *const names[] = { "shared", "profiles", "name",
		"exporter", "activeProfileIndex" };
	size_t where[COUNT_OF(names)];

	if (jwalk_members(&s->w, names, COUNT_OF(names), where) != 0 ||
		jwalk_end(&s->w) != 0)
		return -1;
	if (where[0] == 0 || where[1] == 0)
		return jwalk_fail(&s->w, 0, "there is no \"%s\"",
			names[where[0] == 0 ? 0 : 1]);
	if (read_frames(s, where[0]) != 0 ||
		scope_each(s, where[1], survey) != 0 || read_parts(s) != 0 ||
		scope_comment(s, "", where[2]) != 0 ||
		scope_comment(s, "written by ", where[3]) != 0 ||
		warn_active(s, where[4]) != 0)
		return -1;
	set_duration(s);
	scope_warnings(s);
	return 0;
}

static int
speedscope_read(struct read_job *job, struct err *err)
{
	struct scope s = { .job = job,
		.err = err,
		.b = job->builder,
		.locs = { .builder = job->builder } };
	int rc;

	for (int m = 0; m < MEASURES; m++)
		s.type[m] = NONE;
	rc = jwalk_start(&s.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = scope_read(&s);
	loctable_fini(&s.locs);
	rows_fini(&s.rows);
	vec_free(&s.frame);
	vec_free(&s.part);
	vec_free(&s.open);
	vec_free(&s.opened);
	return rc;
}

const struct reader reader_speedscope = { "speedscope", "speedscope JSON",
	speedscope_read, .family = JF_SPEEDSCOPE };
