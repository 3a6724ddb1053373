/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Traces in the format that Chrome began: an array of events, alone or as
 * "traceEvents" of an object. Node, Perfetto, and many others write it.
 *
 *     [{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10}, ...
 *
 * ts and dur are microseconds. Events that take time become stacks, thread
 * by thread; if there are pieces of CPU profiles among them, those are the
 * profile. What else there is does not say where time goes; it is counted
 * and left out. The array may lack its end, when the writer was killed.
 */
#include "config.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "read/read.h"
#include "read/trace.h"
#include "read/v8.h"

#include "base/banned.h"

enum { LARGE = 64 << 10 }; /* an event whose args are not to be read */

/* So that differences and sums of a few fit. */
#define TIME_MAX (INT64_C(1) << 61)

enum { PH, NAME, CAT, TS, DUR, PID, TID, ID, MEMBERS };
static const char *const member_names[MEMBERS] = { "ph", "name", "cat", "ts",
	"dur", "pid", "tid", "id" };

/* One event's members; they live as long as it does. */
struct raw {
	const struct jval *value[MEMBERS];
	struct jval *own[MEMBERS]; /* of a large event; else NULL */
	struct jval *event;        /* NULL: it is large */
	size_t at;                 /* in the text */
};

/* ---- Reading one event ---- */

static void
raw_free(struct raw *r)
{
	for (int i = 0; i < MEMBERS; i++)
		jval_free(r->own[i]);
	jval_free(r->event);
}

static int
raw_members(struct trace *t, struct raw *r)
{
	size_t where[MEMBERS], end = t->w.at;

	jwalk_to(&t->w, r->at);
	if (jwalk_members(&t->w, member_names, MEMBERS, where) != 0)
		return -1;
	for (int i = 0; i < MEMBERS; i++) {
		if (where[i] == 0)
			continue;
		jwalk_to(&t->w, where[i]);
		r->own[i] = jval_read(&t->w);
		r->value[i] = r->own[i];
		if (r->own[i] == NULL)
			return -1;
	}
	jwalk_to(&t->w, end);
	return 0;
}

static int
raw_read(struct trace *t, struct raw *r)
{
	struct str text;

	*r = (struct raw){ .at = t->w.at };
	if (jwalk_peek(&t->w) != '{')
		return jwalk_fail(&t->w, t->w.at, "an event is no object");
	if (jwalk_span(&t->w, &text) != 0)
		return -1;
	if (text.n > LARGE)
		return raw_members(t, r);
	jwalk_to(&t->w, r->at);
	r->event = jval_read(&t->w);
	if (r->event == NULL)
		return -1;
	for (int i = 0; i < MEMBERS; i++)
		r->value[i] = jval_get(r->event, member_names[i]);
	return 0;
}

/* ---- Threads ---- */

/* A number, or a text, as a label and as text. */
static void
put_id(struct trace *t, const struct jval *v, const char *key,
	struct label *label, struct strbuf *text)
{
	struct str s;

	*label = (struct label){ .str = NONE };
	label->key = builder_string(t->b, str_c(key));
	if (jval_text(v, &s)) {
		label->str = builder_string(t->b, s);
		strbuf_addch(text, '"');
		strbuf_add(text, s);
	} else if (jval_int(v, &label->num)) {
		strbuf_addf(text, "%" PRId64, label->num);
	}
}

static uint32_t
id_of(struct trace *t, struct str text)
{
	uint32_t id = intern_copy(&t->ids, text);

	while (t->thread_of.n <= id) {
		vec_push(&t->thread_of, NONE);
		vec_push(&t->process, 0);
	}
	return id;
}

static uint32_t
thread_of(struct trace *t, const struct raw *r)
{
	struct strbuf text = STRBUF_INIT;
	struct trace_thread thread = { .name = 0 };
	uint32_t id;

	put_id(t, r->value[PID], "pid", &thread.pid, &text);
	thread.process = id_of(t, strbuf_str(&text));
	strbuf_addch(&text, '/');
	put_id(t, r->value[TID], "tid", &thread.tid, &text);
	id = id_of(t, strbuf_str(&text));
	strbuf_free(&text);
	if (t->thread_of.p[id] == NONE) {
		t->thread_of.p[id] = (uint32_t)t->thread.n;
		vec_push(&t->thread, thread);
	}
	return t->thread_of.p[id];
}

/* {"ph":"M","name":"thread_name","args":{"name":"main"}} */
static void
read_metadata(struct trace *t, const struct raw *r, struct str name)
{
	const struct jval *args = jval_get(r->event, "args");
	uint32_t at = thread_of(t, r);
	struct trace_thread *thread = &t->thread.p[at];
	struct str text;

	if (!jval_text(jval_get(args, "name"), &text))
		return;
	if (str_is(name, "thread_name"))
		thread->name = builder_string(t->b, text);
	else if (str_is(name, "process_name"))
		t->process.p[thread->process] = builder_string(t->b, text);
}

static void
add_label(struct trace *t, struct label *label, size_t *n, const char *key,
	str_id value)
{
	if (value == 0)
		return;
	label[*n] = (struct label){ .str = value };
	label[(*n)++].key = builder_string(t->b, str_c(key));
}

lset_id
trace_label_set(struct trace *t, uint32_t thread, str_id profile)
{
	const struct trace_thread *th = &t->thread.p[thread];
	struct label label[5] = { th->pid, th->tid };
	size_t n = 2;

	add_label(t, label, &n, "thread_comm", th->name);
	add_label(t, label, &n, "comm", t->process.p[th->process]);
	add_label(t, label, &n, "profile", profile);
	return builder_labels(t->b, label, n);
}

/* ---- What events there are ---- */

bool
trace_nanos(struct trace *t, const struct jval *v, int64_t *out)
{
	double us;

	if (!jval_number(v, &us))
		return false;
	*out = i64_round(us * 1e3, &t->clipped);
	if (*out > TIME_MAX || *out < -TIME_MAX) {
		t->clipped = true;
		*out = *out < 0 ? -TIME_MAX : TIME_MAX;
	}
	return true;
}

static int
add_timed(struct trace *t, const struct raw *r, char ph, struct str name)
{
	struct trace_event e = {
		.ph = ph, .seq = (uint32_t)t->event.n, .loc = NONE
	};
	struct place place = { .name = name };

	if (!trace_nanos(t, r->value[TS], &e.ts))
		return jwalk_fail(&t->w, r->at, "an event without a time, ts");
	(void)trace_nanos(t, r->value[DUR], &e.dur);
	if (ph != 'X')
		e.dur = 0;
	if (e.dur < 0) {
		t->odd++;
		e.dur = 0;
	}
	t->first = e.ts < t->first ? e.ts : t->first;
	e.thread = thread_of(t, r);
	e.name = builder_string(t->b, name);
	(void)jval_text(r->value[CAT], &place.map);
	if (place.name.n == 0)
		place.name = STR("(no name)");
	if (ph != 'E')
		e.loc = places_at(&t->places, &place);
	vec_push(&t->event, e);
	return 0;
}

/* A part of a CPU profile: which one is told by its id, else by who wrote
   it. */
static int
add_piece(struct trace *t, const struct raw *r, bool is_first)
{
	struct strbuf text = STRBUF_INIT;
	struct trace_piece p = { .at = r->at, .is_first = is_first };
	struct label label;
	struct str id;

	if (!trace_nanos(t, r->value[TS], &p.ts))
		return jwalk_fail(&t->w, r->at, "an event without a time, ts");
	p.thread = thread_of(t, r);
	put_id(t, r->value[PID], "pid", &label, &text);
	strbuf_addch(&text, ' ');
	if (jval_text(r->value[ID], &id))
		strbuf_add(&text, id);
	else
		put_id(t, r->value[TID], "tid", &label, &text);
	p.group = id_of(t, strbuf_str(&text));
	strbuf_free(&text);
	vec_push(&t->piece, p);
	return 0;
}

static int
read_event(struct trace *t)
{
	struct raw r;
	struct str ph = STR_EMPTY, name = STR_EMPTY;
	int rc = raw_read(t, &r);

	if (rc != 0) {
		raw_free(&r);
		return -1;
	}
	(void)jval_text(r.value[PH], &ph);
	(void)jval_text(r.value[NAME], &name);
	if (str_is(name, "ProfileChunk") || str_is(name, "CpuProfile"))
		rc = add_piece(t, &r, false);
	else if (str_is(name, "Profile"))
		rc = add_piece(t, &r, true);
	else if (str_is(ph, "X") || str_is(ph, "B") || str_is(ph, "E"))
		rc = add_timed(t, &r, ph.p[0], name);
	else if (str_is(ph, "M"))
		read_metadata(t, &r, name);
	else
		t->left_out[ph.n == 1 ? (unsigned char)ph.p[0] : '?']++;
	raw_free(&r);
	return rc;
}

/* ---- The whole file ---- */

/* Is nothing left but perhaps a comma? */
static bool
is_open_end(struct trace *t)
{
	size_t at = t->w.at;
	bool end;

	if (jwalk_peek(&t->w) == ',')
		t->w.at++;
	(void)jwalk_peek(&t->w);
	end = t->w.at >= t->w.text.n;
	t->w.at = at;
	return end;
}

/* An array may lack its end if it is all there is. */
static int
read_events(struct trace *t, bool is_all)
{
	size_t n = 0;
	int more;

	if (jwalk_array(&t->w) != 0)
		return -1;
	for (;;) {
		if (is_all && is_open_end(t)) {
			t->open_end = true;
			return 0;
		}
		more = jwalk_next(&t->w, &n);
		if (more <= 0)
			break;
		if (read_event(t) != 0 || read_check(t->b, t->err) != 0)
			return -1;
	}
	return more < 0 || !is_all ? more : jwalk_end(&t->w);
}

static int
read_text(struct trace *t)
{
	static const char *const names[] = { "traceEvents" };
	size_t where;

	if (jwalk_peek(&t->w) == '[')
		return read_events(t, true);
	if (jwalk_members(&t->w, names, 1, &where) != 0 ||
		jwalk_end(&t->w) != 0)
		return -1;
	if (where == 0)
		return jwalk_fail(&t->w, 0, "there are no \"traceEvents\"");
	jwalk_to(&t->w, where);
	return read_events(t, false);
}

/* "3 b, 1 i" */
static void
put_left_out(struct strbuf *out, const struct trace *t)
{
	for (size_t c = 0; c < COUNT_OF(t->left_out); c++)
		if (t->left_out[c] > 0)
			strbuf_addf(out, "%s%zu %c", out->n > 0 ? ", " : "",
				t->left_out[c],
				c > ' ' && c < 0x7f ? (char)c : '?');
}

static void
add_warnings(struct trace *t)
{
	struct warnings *warnings = t->job->warnings;
	struct strbuf text = STRBUF_INIT;

	put_left_out(&text, t);
	if (t->open_end)
		warnings_add(warnings,
			"The trace has no end: its writer was stopped");
	if (t->piece.n > 0 && t->event.n > 0)
		warnings_add(warnings,
			"The CPU profile in the trace is shown, not its %zu "
			"events",
			t->event.n);
	else if (text.n > 0)
		warnings_add(warnings,
			"Events that are not the time of a thread were left "
			"out: %s",
			strbuf_c(&text));
	if (t->odd > 0)
		warnings_add(warnings,
			"Events that do not fit (not begun, not ended, across "
			"others): %zu were mended",
			t->odd);
	if (t->uneven)
		v8_note_uneven(warnings);
	if (t->clipped)
		read_note_clipped(t->job);
	strbuf_free(&text);
}

static int
read_all(struct trace *t)
{
	/* The first mapping would be the program's name; there is none. */
	static const struct builder_mapping nothing = { .has = MAP_ALL };
	const char *count = "events";

	(void)builder_mapping(t->b, &nothing);
	if (read_text(t) != 0)
		return -1;
	for (uint32_t i = 0; i < t->thread.n; i++)
		t->thread.p[i].labels = trace_label_set(t, i, 0);
	if (t->piece.n > 0)
		count = "samples";
	builder_type(t->b, builder_string(t->b, str_c(count)),
		builder_string(t->b, STR("count")));
	builder_type(t->b, builder_string(t->b, STR("time")),
		builder_string(t->b, STR("nanoseconds")));
	rows_init(&t->rows, t->b, 2, true);
	if (t->piece.n == 0)
		trace_stacks(t);
	else if (trace_profiles(t) != 0)
		return -1;
	if (t->last > t->first)
		builder_header(t->b)->duration_nanos = t->last - t->first;
	add_warnings(t);
	return rows_end(&t->rows, t->err);
}

static int
trace_read(struct read_job *job, struct err *err)
{
	struct trace t = { .job = job,
		.err = err,
		.b = job->builder,
		.first = INT64_MAX,
		.last = INT64_MIN };
	int rc;

	places_init(&t.places, job->builder);
	intern_init(&t.ids, &t.arena);
	rc = jwalk_start(&t.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = read_all(&t);
	places_fini(&t.places);
	rows_fini(&t.rows);
	intern_fini(&t.ids);
	arena_free(&t.arena);
	vec_free(&t.thread_of);
	vec_free(&t.process);
	vec_free(&t.thread);
	vec_free(&t.event);
	vec_free(&t.piece);
	return rc;
}

const struct reader reader_trace = {
	.name = "trace",
	.title = "Chrome trace",
	.family = JF_TRACE,
	.read = trace_read,
};
