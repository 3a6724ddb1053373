/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads speedscope's own format, which py-spy, rbspy and others write. Frames
 * are in one list, and each thread is a profile of one of two kinds:
 *
 *     sampled   samples [[0, 1], [0]], root first, and as many weights
 *     evented   events O (open) and C (close) of a frame at a time
 *
 * Times become nanoseconds, threads labels. If most weights of samples are
 * their greatest common divisor, as in py-spy's files, that is the period.
 * Weights need no startValue, and the endValue only closes frames that are
 * still open. Some writers produce events that do not match; these are repaired
 * as in speedscope, and counted.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/decimal.h"
#include "base/json.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/reader.h"
#include "read/rows.h"

/* Kinds of values, in the order of the sample types. */
enum measure { WEIGHT, SPACE, TIME, MEASURES };

/* An element of "profiles", as found by survey(). */
enum { NAME, UNIT, START, END, SAMPLES, WEIGHTS, EVENTS, MEMBERS };
struct scope_part {
	size_t where[MEMBERS]; /* offsets of its members; 0: missing */
	enum measure measure;
	int scale; /* weights and times are multiplied by 10^scale */
	lset_id labels;
};

struct scope_frame {
	loc_id loc;
	bool is_self;      /* "[self]": see read_frames() */
	uint32_t opened;   /* number of times in scope.open */
	uint32_t closing;  /* number of its closings in scope.now */
	uint32_t last_now; /* its last open event in scope.now, or NONE */
};

struct scope_open {
	size_t frame;
	node_id node;
};

struct scope_event {
	size_t frame;
	bool is_open;
	bool is_paired;  /* opens and closes at the same time */
	uint32_t before; /* previous open event of the frame here, or NONE */
};

struct scope {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct builder *b;
	struct loctable locs;
	struct rows rows;
	VEC(struct scope_frame) frame;
	VEC(struct scope_part) part;
	/* The state of the evented profile being read. */
	VEC(struct scope_open) open; /* open frames, outermost first */
	VEC(struct scope_event) now; /* all events at `time` */
	bool has_begun;
	int64_t time;

	uint32_t type[MEASURES];  /* column of each measure, or NONE */
	int64_t values[MEASURES]; /* values of a sample, all 0 but one */
	int digits;     /* weights without a unit are multiplied by 10^digits */
	int digits_fit; /* largest `digits` without overflow */
	/* Weights of samples that are times; 0 is left out. */
	struct {
		int64_t common;    /* greatest common divisor; 0: none yet */
		int64_t least;     /* smallest; below 0: negative */
		size_t n, n_least; /* number of weights, and of the smallest */
	} sampled;
	bool has_events; /* some times are of events */
	bool has_span;  /* true once `first` and `last` are set */
	int64_t first, last; /* span of weights that are times, ns */
	int64_t start;       /* earliest startValue of these, ns */
	size_t odd;          /* events that were repaired */
	size_t surplus;      /* weights without a sample */
	size_t unweighed;    /* samples without a weight */
	struct damage parts, samples, events;
	bool clipped, unknown_unit;
};

enum { DIGITS_MAX = 6, PERIOD_LEAST = 100000 /* ns; 10 kHz */ };

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
	int scale; /* decimals, to nanoseconds or bytes */
} units[] = {
	{ "none", WEIGHT, 0 },
	{ "nanoseconds", TIME, 0 },
	{ "microseconds", TIME, 3 },
	{ "milliseconds", TIME, 6 },
	{ "seconds", TIME, 9 },
	{ "bytes", SPACE, 0 },
};

/* Call run() for each element of an array; run() must read the element. */
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

/* True if the value at `where` begins with `first`; false if `where` is 0. */
static bool
scope_has(const struct scope *s, size_t where, char first)
{
	return where != 0 && s->w.text.p[where] == first;
}

/* Append the value at `where`, if it is a string. */
static int
scope_text(struct scope *s, size_t where, struct strbuf *out)
{
	struct str text;
	struct jval *v;

	if (!scope_has(s, where, '"'))
		return 0;
	jwalk_to(&s->w, where);
	v = jval_read(&s->w);
	if (v == NULL)
		return -1;
	if (jval_text(v, &text))
		strbuf_add(out, text);
	jval_free(v);
	return 0;
}

/* Read the number at `where`. 1: done; 0: there is none. */
static int
scope_number(struct scope *s, size_t where, int scale, int64_t *out)
{
	if (where == 0)
		return 0;
	jwalk_to(&s->w, where);
	return jwalk_decimal(&s->w, scale, out, &s->clipped);
}

/* ---- The list of frames ---- */

static int
scope_add_frame(struct scope *s)
{
	struct loctable_row row = { .name = STR("(anonymous)") };
	struct scope_frame frame = { .last_now = NONE };
	struct jval *v = jval_read(&s->w);

	if (v == NULL)
		return -1;
	(void)jval_text(jval_get(v, "name"), &row.name);
	(void)jval_text(jval_get(v, "file"), &row.file);
	(void)jval_int(jval_get(v, "line"), &row.line);
	(void)jval_int(jval_get(v, "col"), &row.column);
	frame.loc = loctable_at(&s->locs, &row);
	frame.is_self = str_is(row.name, "[self]");
	vec_push(&s->frame, frame);
	jval_free(v);
	return 0;
}

/* pyinstrument writes a function's self time as a call of "[self]". In files of
   other exporters, "[self]" is a function. */
static int
read_frames(struct scope *s, size_t shared, size_t exporter)
{
	static const char *const names[] = { "frames" };
	struct strbuf by = STRBUF_INIT;
	size_t frames;
	bool has_self;

	if (scope_text(s, exporter, &by) != 0)
		return -1;
	has_self = str_starts(strbuf_str(&by), STR("pyinstrument"));
	strbuf_free(&by);
	jwalk_to(&s->w, shared);
	if (jwalk_members(&s->w, names, 1, &frames) != 0)
		return -1;
	if (frames == 0)
		return jwalk_fail(&s->w, shared, "\"shared\" has no frames");
	if (scope_each(s, frames, scope_add_frame) != 0)
		return -1;
	for (size_t i = 0; i < s->frame.n; i++)
		s->frame.p[i].is_self &= has_self;
	return 0;
}

/* ---- A first look at each profile ---- */

/* Update the digits of weights from the decimals of a number. */
static void
count_digits(struct scope *s, struct str text)
{
	int digits = DIGITS_MAX + 1;
	bool clipped = true;
	int64_t n = 0;

	if (str_starts(text, STR("\"")))
		text = str_sub(text, 1, text.n - 1);
	while (clipped && digits > 0) {
		clipped = false;
		if (!decimal_read(text, --digits, &n, &clipped))
			return;
	}
	if (clipped)
		return;
	s->digits_fit = digits < s->digits_fit ? digits : s->digits_fit;
	for (; digits > 0 && n % 10 == 0; n /= 10)
		digits--;
	s->digits = digits > s->digits ? digits : s->digits;
}

static int
survey_weight(struct scope *s)
{
	struct str text;

	if (jwalk_span(&s->w, &text) != 0)
		return -1;
	count_digits(s, text);
	return 0;
}

static int
survey_event(struct scope *s)
{
	static const char *const names[] = { "at" };
	size_t at, end;
	int rc;

	if (jwalk_peek(&s->w) != '{')
		return jwalk_skip(&s->w);
	if (jwalk_members(&s->w, names, 1, &at) != 0)
		return -1;
	end = s->w.at;
	if (at == 0)
		return 0;
	jwalk_to(&s->w, at);
	rc = survey_weight(s);
	s->w.at = end;
	return rc;
}

static int
survey_digits(struct scope *s, const struct scope_part *p)
{
	if (p->measure != WEIGHT)
		return 0;
	if (scope_has(s, p->where[EVENTS], '['))
		return scope_each(s, p->where[EVENTS], survey_event);
	return scope_has(s, p->where[WEIGHTS], '[')
		? scope_each(s, p->where[WEIGHTS], survey_weight)
		: 0;
}

static int
survey(struct scope *s)
{
	static const char *const names[MEMBERS] = { "name", "unit",
		"startValue", "endValue", "samples", "weights", "events" };
	struct scope_part p = { .labels = 0 };
	size_t at = s->w.at, end;
	bool is_object = jwalk_peek(&s->w) == '{';
	struct label thread = { .unit = 0 };
	struct strbuf name = STRBUF_INIT;
	struct strbuf unit_name = STRBUF_INIT;
	size_t where, unit = 0;

	if ((is_object ? jwalk_members(&s->w, names, MEMBERS, p.where)
		       : jwalk_skip(&s->w)) != 0)
		return -1;
	end = s->w.at;
	if (!scope_has(s, p.where[EVENTS], '[') &&
		!scope_has(s, p.where[SAMPLES], '[')) {
		(void)err_set(s->err, ERR_FORMAT,
			"a profile with neither samples nor events");
		return damage_take_at(&s->parts, &s->w, at) ? 0 : -1;
	}
	where = p.where[UNIT];
	if (scope_text(s, where, &unit_name) != 0)
		return -1;
	while (unit < COUNT_OF(units) &&
		!str_is(strbuf_str(&unit_name), units[unit].name))
		unit++;
	strbuf_free(&unit_name);
	if (unit == COUNT_OF(units)) {
		s->unknown_unit |= where != 0 && !scope_has(s, where, 'n');
		unit = 0;
	}
	p.measure = units[unit].measure;
	p.scale = units[unit].scale;
	s->type[p.measure] = 0;
	if (scope_text(s, p.where[NAME], &name) != 0)
		return -1;
	if (name.n > 0) {
		thread.key = builder_string(s->b, STR("thread"));
		thread.str = builder_string(s->b, strbuf_str(&name));
		p.labels = builder_labels(s->b, &thread, 1);
	}
	strbuf_free(&name);
	if (survey_digits(s, &p) != 0)
		return -1;
	vec_push(&s->part, p);
	jwalk_to(&s->w, end);
	return 0;
}

/* ---- Samples of one thread ---- */

static void
scope_add(struct scope *s, const struct scope_part *p, node_id leaf,
	int64_t value, int64_t time)
{
	int64_t *slot = &s->values[s->type[p->measure]];
	int64_t end;

	*slot = value;
	rows_add(&s->rows, leaf, p->labels, s->values, time);
	*slot = 0;
	if (p->measure != TIME || value == 0)
		return;
	end = i64_add(time, value, &s->clipped);
	if (!s->has_span)
		s->first = s->last = time;
	s->has_span = true;
	s->first = time < s->first ? time : s->first;
	s->first = end < s->first ? end : s->first;
	s->last = time > s->last ? time : s->last;
	s->last = end > s->last ? end : s->last;
}

/* Note a sample's weight, for scope_set_period(). */
static void
scope_take_weight(struct scope *s, int64_t value)
{
	int64_t a = s->sampled.common, b = value;

	if (value == 0)
		return;
	while (b > 0 && a > 0) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	s->sampled.common = a > 0 ? a : b;
	if (s->sampled.n++ == 0 || value < s->sampled.least) {
		s->sampled.least = value;
		s->sampled.n_least = 0;
	}
	s->sampled.n_least += value == s->sampled.least;
}

/* Set the period if weights are multiples of it and most are equal to it. If
   weights are durations, they have a common divisor as well, but few are equal
   to that. */
static void
scope_set_period(struct scope *s)
{
	struct header *h = builder_header(s->b);

	if (s->has_events || s->sampled.n < 2 ||
		s->sampled.least < PERIOD_LEAST ||
		s->sampled.least != s->sampled.common ||
		s->sampled.n_least < s->sampled.n - s->sampled.n_least)
		return;
	h->period = s->sampled.common;
	h->period_type = builder_string(s->b, str_c(types[TIME].type));
	h->period_unit = builder_string(s->b, str_c(types[TIME].unit));
}

/* Get the index of a frame. -1 and err, without its position. */
static int
frame_at(struct scope *s, const struct jval *v, size_t *frame)
{
	int64_t i = -1;

	if (!jval_int(v, &i))
		return err_set(
			s->err, ERR_FORMAT, "expected the number of a frame");
	if (i < 0 || (uint64_t)i >= s->frame.n)
		return err_set(s->err, ERR_FORMAT,
			"frame %" PRId64 " but only %zu frames", i, s->frame.n);
	*frame = (size_t)i;
	return 0;
}

/* Read a stack. 1: done; 0: it is damaged. */
static int
read_stack(struct scope *s, node_id *leaf)
{
	size_t at = s->w.at, n, frame = 0;
	bool is_list = jwalk_peek(&s->w) == '[';
	struct jval *v = jval_read(&s->w);
	node_id caller = 0;
	int rc = 0;

	if (v == NULL)
		return -1;
	if (!is_list)
		rc = err_set(s->err, ERR_FORMAT,
			"a sample is not an array of frames");
	n = jval_count(v);
	*leaf = 0;
	for (size_t i = 0; rc == 0 && i < n; i++) {
		rc = frame_at(s, jval_at(v, i), &frame);
		if (rc != 0)
			break;
		*leaf = builder_step(s->b, *leaf, s->frame.p[frame].loc);
		if (i == 0 || !s->frame.p[frame].is_self)
			caller = *leaf;
	}
	*leaf = caller;
	jval_free(v);
	if (rc == 0)
		return 1;
	return damage_take_at(&s->samples, &s->w, at) ? 0 : -1;
}

/* Read samples and weights side by side, with two walks. */
static int
read_sampled(struct scope *s, const struct scope_part *p)
{
	struct jwalk weights = s->w;
	size_t n = 0, m = 0;
	int64_t time = 0;
	int more = 1, other = scope_has(s, p->where[WEIGHTS], '[');

	if (scope_number(s, p->where[START], p->scale, &time) < 0 ||
		jwalk_array_at(&s->w, p->where[SAMPLES]) != 0 ||
		(other > 0 && jwalk_array_at(&weights, p->where[WEIGHTS]) != 0))
		return -1;
	for (;;) {
		int rc = 0;

		more = more > 0 ? jwalk_next(&s->w, &n) : 0;
		other = other > 0 ? jwalk_next(&weights, &m) : 0;
		if (more < 0 || other < 0)
			return -1;
		if (more > 0 && other > 0) {
			int64_t *sample_time = &time;
			size_t at = weights.at;
			node_id leaf = 0;
			int64_t value = 0;
			int is_stack = read_stack(s, &leaf), is_weight;

			/* Read a sample and its weight. */
			if (is_stack < 0) {
				rc = -1;
			} else {
				is_weight = jwalk_decimal(&weights, p->scale,
					&value, &s->clipped);
				if (is_weight < 0) {
					rc = -1;
				} else if (is_weight == 0 && is_stack > 0) {
					(void)err_set(s->err, ERR_FORMAT,
						"a weight that is not a "
						"number");
					rc = damage_take_at(
						     &s->samples, &weights, at)
						? 0
						: -1;
				} else {
					if (is_stack > 0)
						scope_add(s, p, leaf, value,
							*sample_time);
					if (p->measure == TIME)
						scope_take_weight(s, value);
					if (p->measure == TIME)
						*sample_time = i64_add(
							*sample_time, value,
							&s->clipped);
					rc = 0;
				}
			}
		} else if (more > 0) {
			s->unweighed++;
			rc = jwalk_skip(&s->w);
		} else if (other > 0) {
			s->surplus++;
			rc = jwalk_skip(&weights);
		} else {
			return 0;
		}
		if (rc != 0)
			return -1;
	}
}

/* ---- Events of one thread ---- */

/*     open A at 0, open B at 2, close B at 6, close A at 10
       ->  A 2, A;B 4, A 4

   Events of one time have no reliable order. Frames opened before are closed
   first, then those that stay open are opened; a frame that opens and closes at
   this time has no weight, and nothing is below it. */

static void
scope_pop(struct scope *s)
{
	s->frame.p[s->open.p[--s->open.n].frame].opened--;
}

/* Close the innermost frames that are to be closed now. */
static void
close_tops(struct scope *s)
{
	while (s->open.n > 0) {
		struct scope_frame *top =
			&s->frame.p[s->open.p[s->open.n - 1].frame];

		if (top->closing == 0)
			return;
		top->closing--;
		scope_pop(s);
	}
}

/* Apply the events of one time. */
static void
scope_settle(struct scope *s)
{
	close_tops(s);
	for (size_t i = 0; i < s->now.n; i++) {
		const struct scope_event *e = &s->now.p[i];
		size_t frame;
		size_t top;

		if (e->is_open || s->frame.p[e->frame].closing == 0)
			continue;
		s->frame.p[e->frame].closing--;
		frame = e->frame;
		s->odd++;
		if (s->frame.p[frame].opened != 0) {
			do {
				top = s->open.p[s->open.n - 1].frame;
				scope_pop(s);
			} while (top != frame);
		}
		close_tops(s);
	}
	for (size_t i = 0; i < s->now.n; i++) {
		const struct scope_event *e = &s->now.p[i];

		s->frame.p[e->frame].last_now = NONE;
		if (e->is_open && !e->is_paired) {
			size_t frame = e->frame;
			struct scope_open top = { .frame = frame };

			if (s->open.n > 0)
				top.node = s->open.p[s->open.n - 1].node;
			top.node = builder_step(
				s->b, top.node, s->frame.p[frame].loc);
			vec_push(&s->open, top);
			s->frame.p[frame].opened++;
		}
	}
	s->now.n = 0;
}

/* Add the time up to `at` as a sample of the innermost open frame. */
static void
scope_advance(struct scope *s, const struct scope_part *p, int64_t at)
{
	size_t top = s->open.n;

	while (top > 1 && s->frame.p[s->open.p[top - 1].frame].is_self)
		top--;
	if (at > s->time && top > 0)
		scope_add(s, p, s->open.p[top - 1].node,
			i64_sub(at, s->time, &s->clipped), s->time);
	if (at > s->time)
		s->time = at;
}

static int
scope_event(struct scope *s, const struct scope_part *p)
{
	size_t at = s->w.at, frame = 0;
	struct str type = STR_EMPTY;
	struct jval *v = jval_read(&s->w);
	int64_t when = 0;
	bool is_open;
	int rc = 0;
	struct scope_frame *f;
	struct scope_event e;

	if (v == NULL)
		return -1;
	(void)jval_text(jval_get(v, "type"), &type);
	is_open = str_is(type, "O");
	if (!is_open && !str_is(type, "C"))
		rc = err_set(
			s->err, ERR_FORMAT, "an event that is neither O nor C");
	else if (!jval_decimal(jval_get(v, "at"), p->scale, &when, &s->clipped))
		rc = err_set(s->err, ERR_FORMAT, "an event without a time");
	else
		rc = frame_at(s, jval_get(v, "frame"), &frame);
	jval_free(v);
	if (rc != 0)
		return damage_take_at(&s->events, &s->w, at) ? 0 : -1;
	if (!s->has_begun)
		s->time = when;
	s->has_begun = true;
	s->odd += when < s->time;
	if (when > s->time) {
		scope_settle(s);
		scope_advance(s, p, when);
	}
	/* Queue another event of this time. */
	f = &s->frame.p[frame];
	e = (struct scope_event){
		.frame = frame, .is_open = is_open, .before = f->last_now
	};
	if (is_open) {
		f->last_now = (uint32_t)s->now.n;
	} else if (f->last_now != NONE) {
		s->now.p[f->last_now].is_paired = true;
		f->last_now = s->now.p[f->last_now].before;
	} else {
		f->closing++;
	}
	vec_push(&s->now, e);
	return 0;
}

static int
read_evented(struct scope *s, const struct scope_part *p)
{
	int64_t end = 0;
	size_t n = 0;
	int more, has_end;

	s->has_begun = false;
	s->has_events |= p->measure == TIME;
	if (jwalk_array_at(&s->w, p->where[EVENTS]) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0)
		if (scope_event(s, p) != 0)
			return -1;
	scope_settle(s);
	if (more < 0 || s->open.n == 0)
		return more;
	has_end = scope_number(s, p->where[END], p->scale, &end);
	if (has_end > 0)
		scope_advance(s, p, end);
	s->odd += s->open.n;
	while (s->open.n > 0)
		scope_pop(s);
	return has_end < 0 ? -1 : 0;
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
	if (s->digits > s->digits_fit)
		s->digits = s->digits_fit;
	for (size_t i = 0; i < s->part.n; i++) {
		struct scope_part *p = &s->part.p[i];

		int64_t start = INT64_MAX;

		if (p->measure == WEIGHT)
			p->scale = s->digits;
		if (p->measure == TIME &&
			scope_number(s, p->where[START], p->scale, &start) < 0)
			return -1;
		s->start = start < s->start ? start : s->start;
		if ((scope_has(s, p->where[EVENTS], '[')
				    ? read_evented(s, p)
				    : read_sampled(s, p)) != 0)
			return -1;
	}
	/* Nothing was read: report the damage, or missing weights. */
	if (s->rows.n == 0) {
		if (damage_refuse(&s->samples, s->err) != 0 ||
			damage_refuse(&s->events, s->err) != 0 ||
			damage_refuse(&s->parts, s->err) != 0)
			return -1;
		if (s->unweighed > 0)
			return err_set(s->err, ERR_FORMAT,
				"its samples have no weights");
	}
	if (s->has_span) {
		int64_t length = i64_sub(s->last, s->first, &s->clipped);

		builder_header(s->b)->duration_nanos = length;
		/* A start of 0 means nothing if times are since 1970. */
		if (i64_sub(s->first, length, &s->clipped) <= s->start &&
			!s->clipped)
			builder_times_from(s->b, s->start);
	}
	scope_set_period(s);
	return rows_end(&s->rows, s->err);
}

/* Add a string of the file as a comment, after `what`. */
static int
scope_comment(struct scope *s, const char *what, size_t where)
{
	struct strbuf text = STRBUF_INIT;
	int rc;

	if (!scope_has(s, where, '"'))
		return 0;
	strbuf_addstr(&text, what);
	rc = scope_text(s, where, &text);
	if (rc == 0)
		read_comment(s->b, strbuf_str(&text));
	strbuf_free(&text);
	return rc;
}

static int
warn_active(struct scope *s, size_t where)
{
	int64_t active = 0;
	int is = scope_number(s, where, 0, &active);

	if (is > 0 && active >= 1 && (uint64_t)active < s->part.n)
		warnings_add(s->job->warnings,
			"all %zu profiles of the file are shown (label "
			"\"thread\"); the file marks number %" PRId64
			" as active",
			s->part.n, active + 1);
	return is < 0 ? -1 : 0;
}

static int
speedscope_read(struct read_job *job, struct err *err)
{
	struct scope s = { .job = job,
		.err = err,
		.b = job->builder,
		.locs = { .builder = job->builder },
		.digits_fit = DIGITS_MAX,
		.start = INT64_MAX };
	int rc;

	for (int m = 0; m < MEASURES; m++)
		s.type[m] = NONE;
	rc = jwalk_start(&s.w, job->bytes, job->progress, err);
	if (rc == 0) {
		static const char *const names[] = { "shared", "profiles",
			"name", "exporter", "activeProfileIndex" };
		size_t where[COUNT_OF(names)];

		if (jwalk_members(&s.w, names, COUNT_OF(names), where) != 0 ||
			jwalk_end(&s.w) != 0) {
			rc = -1;
		} else if (where[0] == 0 || where[1] == 0) {
			rc = jwalk_fail(&s.w, 0, "\"%s\" is missing",
				names[where[0] == 0 ? 0 : 1]);
		} else if (read_frames(&s, where[0], where[3]) != 0 ||
			scope_each(&s, where[1], survey) != 0 ||
			read_parts(&s) != 0 ||
			scope_comment(&s, "", where[2]) != 0 ||
			scope_comment(&s, "written by ", where[3]) != 0 ||
			warn_active(&s, where[4]) != 0) {
			rc = -1;
		} else {
			struct warnings *warnings = s.job->warnings;
			int64_t factor = 1;

			for (int i = 0; i < s.digits; i++)
				factor *= 10;
			if (factor > 1)
				warnings_add(warnings,
					"values with fractions: all are "
					"multiplied by %" PRId64,
					factor);
			if (s.odd > 0)
				warnings_add(warnings,
					"inconsistent events (not open, not "
					"closed, back in time): %zu were "
					"repaired",
					s.odd);
			if (s.surplus > 0)
				warnings_add(warnings,
					"more weights than samples: %zu were "
					"left out",
					s.surplus);
			if (s.unweighed > 0)
				warnings_add(warnings,
					"more samples than weights: %zu "
					"samples without one were left out",
					s.unweighed);
			damage_warn(&s.parts, warnings, "profiles");
			damage_warn(&s.samples, warnings, "samples");
			damage_warn(&s.events, warnings, "events");
			if (s.clipped || s.rows.clipped > 0)
				read_warn_clipped(s.job);
			if (s.unknown_unit)
				warnings_add(warnings,
					"unknown unit: values are taken as "
					"counts");
			rc = 0;
		}
	}
	loctable_fini(&s.locs);
	rows_fini(&s.rows);
	vec_free(&s.frame);
	vec_free(&s.part);
	vec_free(&s.open);
	vec_free(&s.now);
	return rc;
}

const struct reader reader_speedscope = { "speedscope", "speedscope JSON",
	speedscope_read, .family = JF_SPEEDSCOPE, .by_place = true };
