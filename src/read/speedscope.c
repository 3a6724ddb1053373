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

#include "base/json.h"
#include "base/num.h"
#include "read/read.h"
#include "read/speedscope.h"

#include "base/banned.h"

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
power(int digits)
{
	double p = 1;

	while (digits-- > 0)
		p *= 10;
	return p;
}

/* ---- The list of frames ---- */

static int
add_frame(struct scope *s)
{
	size_t at = s->w.at;
	struct place place = { .name = STR_EMPTY };
	struct jval *v = jval_read(&s->w);
	int rc = 0;

	if (v == NULL)
		return -1;
	if (!jval_text(jval_get(v, "name"), &place.name))
		rc = jwalk_fail(&s->w, at, "frame %zu has no name", s->frame.n);
	(void)jval_text(jval_get(v, "file"), &place.file);
	(void)jval_int(jval_get(v, "line"), &place.line);
	(void)jval_int(jval_get(v, "col"), &place.column);
	if (rc == 0) {
		vec_push(&s->frame, places_at(&s->places, &place));
		vec_push(&s->opened, 0);
	}
	jval_free(v);
	return rc;
}

static int
read_frames(struct scope *s, size_t shared)
{
	static const char *const names[] = { "frames" };
	size_t frames, n = 0;
	int more;

	jwalk_to(&s->w, shared);
	if (jwalk_members(&s->w, names, 1, &frames) != 0)
		return -1;
	if (frames == 0)
		return jwalk_fail(&s->w, shared, "\"shared\" has no frames");
	jwalk_to(&s->w, frames);
	if (jwalk_array(&s->w) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0)
		if (add_frame(s) != 0)
			return -1;
	return more;
}

/* ---- A first look at each profile ---- */

static int
read_number(struct scope *s, size_t where, double *out)
{
	if (where == 0)
		return 0;
	jwalk_to(&s->w, where);
	return jval_read_number(&s->w, out);
}

/* A text that is wanted; NULL and the error. */
static struct jval *
read_text(struct scope *s, size_t where, struct str *out)
{
	struct jval *v;

	jwalk_to(&s->w, where);
	v = jval_read(&s->w);
	if (v == NULL || jval_text(v, out))
		return v;
	jval_free(v);
	(void)jwalk_fail(&s->w, where, "a text is expected here");
	return NULL;
}

static int
read_unit(struct scope *s, struct part *p)
{
	struct str name = STR("none");
	struct jval *v = NULL;
	size_t unit = 0;

	if (p->where[UNIT] != 0) {
		v = read_text(s, p->where[UNIT], &name);
		if (v == NULL)
			return -1;
	}
	while (unit < COUNT_OF(units) && !str_is(name, units[unit].name))
		unit++;
	if (unit == COUNT_OF(units)) {
		s->unknown_unit = true;
		unit = 0;
	}
	jval_free(v);
	p->measure = units[unit].measure;
	p->scale = units[unit].scale;
	s->type[p->measure] = 0;
	return 0;
}

static int
read_name(struct scope *s, struct part *p)
{
	struct label thread = { .unit = 0 };
	struct jval *v;
	struct str name;

	if (p->where[NAME] == 0)
		return 0;
	v = read_text(s, p->where[NAME], &name);
	if (v == NULL)
		return -1;
	if (name.n > 0) {
		thread.key = builder_string(s->b, STR("thread"));
		thread.str = builder_string(s->b, name);
		p->labels = builder_labels(s->b, &thread, 1);
	}
	jval_free(v);
	return 0;
}

/* How many digits the weights, which count anything, have behind the
   point. */
static int
survey_weights(struct scope *s, size_t where)
{
	size_t n = 0;
	int more;

	jwalk_to(&s->w, where);
	if (where == 0 || jwalk_array(&s->w) != 0)
		return where == 0 ? 0 : -1;
	while ((more = jwalk_next(&s->w, &n)) > 0) {
		struct jval *v = jval_read(&s->w);
		double weight = 0, scaled;
		bool clipped = false;

		if (v == NULL)
			return -1;
		(void)jval_number(v, &weight);
		jval_free(v);
		while (s->digits < DIGITS_MAX) {
			scaled = weight * power(s->digits);
			scaled -= (double)i64_round(scaled, &clipped);
			if (clipped || (scaled < 1e-6 && scaled > -1e-6))
				break;
			s->digits++;
		}
	}
	return more;
}

static int
look_at(struct scope *s)
{
	static const char *const names[MEMBERS] = { "type", "name", "unit",
		"startValue", "endValue", "samples", "weights", "events" };
	struct part p = { .labels = 0 };
	size_t at = s->w.at, end;

	if (jwalk_members(&s->w, names, MEMBERS, p.where) != 0)
		return -1;
	end = s->w.at;
	if (p.where[EVENTS] == 0 && p.where[SAMPLES] == 0)
		return jwalk_fail(&s->w, at,
			"profile %zu has neither samples nor events",
			s->part.n);
	if (read_unit(s, &p) != 0 || read_name(s, &p) != 0 ||
		read_number(s, p.where[START], &p.start) != 0)
		return -1;
	p.end = p.start;
	if (read_number(s, p.where[END], &p.end) != 0)
		return -1;
	if (p.measure == WEIGHT && survey_weights(s, p.where[WEIGHTS]) != 0)
		return -1;
	vec_push(&s->part, p);
	jwalk_to(&s->w, end);
	return 0;
}

static int
look_at_all(struct scope *s, size_t profiles)
{
	size_t n = 0;
	int more;

	jwalk_to(&s->w, profiles);
	if (jwalk_array(&s->w) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0)
		if (look_at(s) != 0)
			return -1;
	return more;
}

/* ---- The whole file ---- */

static bool
all_have_times(const struct scope *s)
{
	for (size_t i = 0; i < s->part.n; i++)
		if (s->part.p[i].measure != TIME)
			return false;
	return true;
}

static int
read_parts(struct scope *s)
{
	uint32_t n = 0;

	for (int m = 0; m < MEASURES; m++) {
		if (s->type[m] == NONE)
			continue;
		s->type[m] = n++;
		builder_type(s->b, builder_string(s->b, str_c(types[m].type)),
			builder_string(s->b, str_c(types[m].unit)));
	}
	rows_init(&s->rows, s->b, n, all_have_times(s));
	for (size_t i = 0; i < s->part.n; i++) {
		struct part *p = &s->part.p[i];

		if (p->measure == WEIGHT)
			p->scale = power(s->digits);
		if (speedscope_rows(s, p) != 0)
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
		const struct part *p = &s->part.p[i];
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
add_comment(struct scope *s, const char *what, size_t where)
{
	struct strbuf text = STRBUF_INIT;
	struct str value;
	struct jval *v;

	if (where == 0 || s->w.text.p[where] != '"')
		return 0;
	v = read_text(s, where, &value);
	if (v == NULL)
		return -1;
	strbuf_addc(&text, what);
	strbuf_add(&text, value);
	builder_comment(s->b, builder_string(s->b, strbuf_str(&text)));
	strbuf_free(&text);
	jval_free(v);
	return 0;
}

static int
add_active(struct scope *s, size_t where)
{
	double active = -1;

	if (where == 0 || s->part.n < 2 || s->w.text.p[where] == 'n')
		return 0;
	if (read_number(s, where, &active) != 0)
		return -1;
	if (active >= 1 && active < (double)s->part.n)
		warnings_add(s->job->warnings,
			"All %zu profiles of the file are shown; it would be "
			"opened at number %.0f of them (tag \"thread\")",
			s->part.n, active + 1);
	return 0;
}

static void
add_warnings(struct scope *s)
{
	if (s->digits > 0)
		warnings_add(s->job->warnings,
			"Values with fractions: all are multiplied by %.0f",
			power(s->digits));
	if (s->odd > 0)
		warnings_add(s->job->warnings,
			"Events that do not fit (not open, not closed, back in "
			"time): %zu were mended",
			s->odd);
	if (s->clipped || s->rows.clipped > 0)
		read_note_clipped(s->job);
	if (s->unknown_unit)
		warnings_add(s->job->warnings,
			"A unit that is not known: its values are taken as "
			"counts");
}

static int
read_all(struct scope *s)
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
	if (read_frames(s, where[0]) != 0 || look_at_all(s, where[1]) != 0 ||
		read_parts(s) != 0 || add_comment(s, "", where[2]) != 0 ||
		add_comment(s, "written by ", where[3]) != 0 ||
		add_active(s, where[4]) != 0)
		return -1;
	set_duration(s);
	add_warnings(s);
	return 0;
}

static int
speedscope_read(struct read_job *job, struct err *err)
{
	struct scope s = { .job = job, .err = err, .b = job->builder };
	int rc;

	for (int m = 0; m < MEASURES; m++)
		s.type[m] = NONE;
	places_init(&s.places, job->builder);
	rc = jwalk_start(&s.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = read_all(&s);
	places_fini(&s.places);
	rows_fini(&s.rows);
	vec_free(&s.frame);
	vec_free(&s.part);
	vec_free(&s.open);
	vec_free(&s.opened);
	return rc;
}

const struct reader reader_speedscope = {
	.name = "speedscope",
	.title = "speedscope JSON",
	.family = JF_SPEEDSCOPE,
	.read = speedscope_read,
};
