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
#include <stdlib.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/v8.h"

#include "base/banned.h"

/* An event that takes time: ph is B (begin), E (end) or X (both). */
struct trace_event {
	int64_t ts, dur; /* ns; dur of X only */
	uint32_t thread; /* in trace.thread */
	uint32_t seq;    /* as in the file */
	str_id name;
	loc_id loc; /* of B and X */
	char ph;
};

/* A piece of a CPU profile. */
struct trace_piece {
	int64_t ts;      /* ns */
	size_t at;       /* in the text */
	uint32_t thread; /* that wrote it, in trace.thread */
	uint32_t group;  /* which profile: an id in trace.ids */
	bool is_first;   /* "Profile", whose thread is the one profiled */
};

struct trace_thread {
	struct label pid, tid; /* numbers, or texts of odd writers */
	uint32_t process;      /* in trace.ids: the text of its pid */
	str_id name;           /* 0: none is known */
	lset_id labels;
};

struct trace {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct builder *b;
	struct loctable locs;
	struct rows rows;
	struct arena arena;
	struct intern ids;       /* "pid", "pid/tid", and ids of profiles */
	VEC(uint32_t) thread_of; /* [id], NONE: not a thread's */
	VEC(str_id) process;     /* [id]: the name of a process, 0 none */
	VEC(struct trace_thread) thread;
	VEC(struct trace_event) event;
	VEC(struct trace_piece) piece;
	size_t left_out[256]; /* events, by ph */
	size_t odd;           /* events that do not fit */
	bool clipped, uneven, open_end;
	int64_t first, last; /* ns */
	int64_t idle, time;  /* of CPU profiles, ns */
};

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
		return jwalk_fail(&t->w, t->w.at, "an event is not an object");
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
trace_put_id(struct trace *t, const struct jval *v, const char *key,
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
trace_id(struct trace *t, struct str text)
{
	uint32_t id = intern_copy(&t->ids, text);

	while (t->thread_of.n <= id) {
		vec_push(&t->thread_of, NONE);
		vec_push(&t->process, 0);
	}
	return id;
}

static uint32_t
trace_thread(struct trace *t, const struct raw *r)
{
	struct strbuf text = STRBUF_INIT;
	struct trace_thread thread = { .name = 0 };
	uint32_t id;

	trace_put_id(t, r->value[PID], "pid", &thread.pid, &text);
	thread.process = trace_id(t, strbuf_str(&text));
	strbuf_addch(&text, '/');
	trace_put_id(t, r->value[TID], "tid", &thread.tid, &text);
	id = trace_id(t, strbuf_str(&text));
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
	uint32_t at = trace_thread(t, r);
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
trace_label(struct trace *t, struct label *label, size_t *n, const char *key,
	str_id value)
{
	if (value == 0)
		return;
	label[*n] = (struct label){ .str = value };
	label[(*n)++].key = builder_string(t->b, str_c(key));
}

/* All that is known of a thread, when all is read; and of which profile a
   sample is (0: there is only one). */
static lset_id
trace_label_set(struct trace *t, uint32_t thread, str_id profile)
{
	const struct trace_thread *th = &t->thread.p[thread];
	struct label label[5] = { th->pid, th->tid };
	size_t n = 2;

	trace_label(t, label, &n, "thread_comm", th->name);
	trace_label(t, label, &n, "comm", t->process.p[th->process]);
	trace_label(t, label, &n, "profile", profile);
	return builder_labels(t->b, label, n);
}

/* ---- What events there are ---- */

/* Microseconds in nanoseconds, cut so that sums of a few fit. False, and *out
   is left alone, if it is not a number. */
static bool
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
trace_timed(struct trace *t, const struct raw *r, char ph, struct str name)
{
	struct trace_event e = {
		.ph = ph, .seq = (uint32_t)t->event.n, .loc = NONE
	};
	struct loctable_row row = { .name = name };

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
	e.thread = trace_thread(t, r);
	e.name = builder_string(t->b, name);
	(void)jval_text(r->value[CAT], &row.map);
	if (row.name.n == 0)
		row.name = STR("(no name)");
	if (ph != 'E')
		e.loc = loctable_at(&t->locs, &row);
	vec_push(&t->event, e);
	return 0;
}

/* A part of a CPU profile: which one is known by its id, else by who wrote
   it. */
static int
trace_piece(struct trace *t, const struct raw *r, bool is_first)
{
	struct strbuf text = STRBUF_INIT;
	struct trace_piece p = { .at = r->at, .is_first = is_first };
	struct label label;
	struct str id;

	if (!trace_nanos(t, r->value[TS], &p.ts))
		return jwalk_fail(&t->w, r->at, "an event without a time, ts");
	p.thread = trace_thread(t, r);
	trace_put_id(t, r->value[PID], "pid", &label, &text);
	strbuf_addch(&text, ' ');
	if (jval_text(r->value[ID], &id))
		strbuf_add(&text, id);
	else
		trace_put_id(t, r->value[TID], "tid", &label, &text);
	p.group = trace_id(t, strbuf_str(&text));
	strbuf_free(&text);
	vec_push(&t->piece, p);
	return 0;
}

static int
trace_event(struct trace *t)
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
		rc = trace_piece(t, &r, false);
	else if (str_is(name, "Profile"))
		rc = trace_piece(t, &r, true);
	else if (str_is(ph, "X") || str_is(ph, "B") || str_is(ph, "E"))
		rc = trace_timed(t, &r, ph.p[0], name);
	else if (str_is(ph, "M"))
		read_metadata(t, &r, name);
	else
		t->left_out[ph.n == 1 ? (unsigned char)ph.p[0] : '?']++;
	raw_free(&r);
	return rc;
}

/* ---- Stacks of events ---- */

/* Events with a duration, thread by thread, as stacks.

       X a at 0 for 10, X b at 2 for 4    ->    a 2, a;b 4, a 4

   An event that reaches beyond the one around it is cut there, one that
   never ends ends with its thread, an end without a beginning is left out;
   all are counted. */

enum { TOLERANCE = 1000 }; /* ns: microseconds that were rounded */

struct open_event {
	node_id node;
	str_id name;
	int64_t end; /* at the latest */
	bool is_x;   /* it ends then; others have an E */
	bool seen;   /* its event has been counted */
};

struct event_stack {
	struct trace *t;
	uint32_t thread;
	int64_t now;
	VEC(struct open_event) frame;
	struct map64 open; /* name -> how many B are open; "": all of them */
};

/* By thread and time. At one time: what begins and ends, in the order of the
   file, then X, the longest first, as it is around the others. */
static int
by_thread_and_time(const void *va, const void *vb)
{
	const struct trace_event *a = va, *b = vb;
	bool ax = a->ph == 'X', bx = b->ph == 'X';

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	if (ax != bx)
		return ax ? 1 : -1;
	if (ax && a->dur != b->dur)
		return a->dur > b->dur ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* The time up to `to` is the topmost frame's. */
static void
stack_advance(struct event_stack *s, int64_t to)
{
	struct open_event *top =
		s->frame.n > 0 ? &s->frame.p[s->frame.n - 1] : NULL;
	int64_t value[2] = { 0, to - s->now };

	if (to <= s->now)
		return;
	if (top != NULL) {
		value[0] = !top->seen;
		top->seen = true;
		rows_add(&s->t->rows, top->node,
			s->t->thread.p[s->thread].labels, value, s->now);
	}
	s->now = to;
}

/* How many B of a name are open. */
static uint32_t *
open_count(struct event_stack *s, str_id name)
{
	uint32_t *n = map64_at(&s->open, name);

	if (*n == NONE)
		*n = 0;
	return n;
}

static void
count_open(struct event_stack *s, const struct open_event *f, int by)
{
	if (f->is_x)
		return;
	*open_count(s, f->name) += (uint32_t)by;
	if (f->name != 0)
		*open_count(s, 0) += (uint32_t)by;
}

/* The topmost frame has ended. One that took no time is counted all the
   same. */
static void
stack_pop(struct event_stack *s)
{
	static const int64_t once[2] = { 1, 0 };
	const struct open_event *top = &s->frame.p[--s->frame.n];

	count_open(s, top, -1);
	if (!top->seen)
		rows_add(&s->t->rows, top->node,
			s->t->thread.p[s->thread].labels, once, s->now);
}

/* Go on to a time, by which some frames may have ended. */
static void
stack_settle(struct event_stack *s, int64_t to)
{
	while (s->frame.n > 0 && s->frame.p[s->frame.n - 1].end <= to) {
		const struct open_event *top = &s->frame.p[s->frame.n - 1];

		s->t->odd += !top->is_x;
		stack_advance(s, top->end);
		stack_pop(s);
	}
	stack_advance(s, to);
}

static void
stack_push(struct event_stack *s, const struct trace_event *e)
{
	struct open_event f = {
		.name = e->name, .end = INT64_MAX, .is_x = e->ph == 'X'
	};
	node_id above = 0;
	int64_t end;

	if (s->frame.n > 0) {
		above = s->frame.p[s->frame.n - 1].node;
		f.end = s->frame.p[s->frame.n - 1].end;
	}
	if (f.is_x) {
		end = i64_add(e->ts, e->dur, &s->t->clipped);
		s->t->odd += end > f.end && end - f.end > TOLERANCE;
		f.end = end < f.end ? end : f.end;
	}
	f.node = builder_step(s->t->b, above, e->loc);
	count_open(s, &f, 1);
	vec_push(&s->frame, f);
}

/* An E belongs to the innermost B of its name, or to any if it has none. */
static void
end_frame(struct event_stack *s, const struct trace_event *e)
{
	bool found = false;

	if (*open_count(s, e->name) == 0) {
		s->t->odd++;
		return;
	}
	while (!found) {
		const struct open_event *top = &s->frame.p[s->frame.n - 1];

		found = !top->is_x && (e->name == 0 || e->name == top->name);
		s->t->odd +=
			!found && (!top->is_x || top->end - s->now > TOLERANCE);
		stack_pop(s);
	}
}

static void
one_thread(struct trace *t, const struct trace_event *e, size_t n)
{
	struct event_stack s = {
		.t = t, .thread = e->thread, .now = e->ts, .open = MAP64_INIT
	};
	int64_t last = e[n - 1].ts;

	for (size_t i = 0; i < n; i++) {
		int64_t end = i64_add(e[i].ts, e[i].dur, &t->clipped);

		last = end > last ? end : last;
		stack_settle(&s, e[i].ts);
		if (e[i].ph == 'E')
			end_frame(&s, &e[i]);
		else
			stack_push(&s, &e[i]);
	}
	stack_settle(&s, last);
	t->odd += s.frame.n;
	while (s.frame.n > 0)
		stack_pop(&s);
	t->last = last > t->last ? last : t->last;
	vec_free(&s.frame);
	map64_free(&s.open);
}

/* Make rows of events. */
static void
trace_stacks(struct trace *t)
{
	size_t n = t->event.n;

	if (n > 0)
		qsort(t->event.p, n, sizeof(*t->event.p), by_thread_and_time);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i;
			j < n && t->event.p[j].thread == t->event.p[i].thread;)
			j++;
		one_thread(t, &t->event.p[i], j - i);
	}
}

/* ---- CPU profiles in pieces ---- */

/* One "Profile" says when it starts, then each "ProfileChunk" brings more nodes
   and samples, by another thread; what belongs together has the same id.

       {"name":"ProfileChunk","id":"0x2","args":{"data":{
	   "cpuProfile":{"nodes":[...],"samples":[...]},
	   "timeDeltas":[...], "endTime":...}}}

   "CpuProfile" is all of it in one, as older versions wrote it. */

struct chunks {
	struct trace *t;
	struct v8 v8;
	lset_id labels;
	int64_t now, end; /* ns */
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

/* A member of the data, or of the profile in it. */
static const struct jval *
either(const struct jval *data, const char *name)
{
	const struct jval *v = jval_get(data, name);

	return v != NULL ? v : jval_get(jval_get(data, "cpuProfile"), name);
}

static int
chunk_samples(struct chunks *c, const struct jval *data)
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
				"sample %zu of a ProfileChunk is not a number",
				i);
		c->now = i64_add(c->now, delta, &c->t->clipped);
		if (v8_sample(&c->v8, id, c->now, &c->t->rows, c->labels,
			    c->t->err) != 0)
			return -1;
	}
	return 0;
}

static int
chunk_data(struct chunks *c, const struct jval *data)
{
	const struct jval *nodes = either(data, "nodes");

	(void)trace_nanos(c->t, either(data, "startTime"), &c->now);
	(void)trace_nanos(c->t, either(data, "endTime"), &c->end);
	for (size_t i = 0, n = jval_count(nodes); i < n; i++)
		if (v8_node(&c->v8, jval_at(nodes, i), c->t->err) != 0)
			return -1;
	if (v8_link(&c->v8, c->t->err) != 0)
		return -1;
	return chunk_samples(c, data);
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

static int
one_profile(struct trace *t, const struct trace_piece *p, size_t n)
{
	struct chunks c = { .t = t };
	struct str id = intern_str(&t->ids, p[0].group);
	size_t first = 0;
	int rc = 0;

	/* The thread that was profiled is the one that started it. */
	while (first + 1 < n && !p[first].is_first)
		first++;
	c.labels = trace_label_set(t, p[first].thread,
		n == t->piece.n ? 0 : builder_string(t->b, id));
	v8_init(&c.v8, t->b, &t->locs);
	c.now = p[0].ts;
	c.end = INT64_MIN;
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = chunk_piece(&c, &p[i]);
	v8_end(&c.v8, c.end > c.now ? c.end : c.now, &t->rows, c.labels);
	t->idle = i64_add(t->idle, c.v8.idle_time, &t->clipped);
	t->time = i64_add(t->time, c.v8.time, &t->clipped);
	v8_fini(&c.v8);
	t->first = p[0].ts < t->first ? p[0].ts : t->first;
	t->last = c.now > t->last ? c.now : t->last;
	return rc;
}

/* Make rows of pieces. -1 and err. */
static int
trace_profiles(struct trace *t)
{
	size_t n = t->piece.n, profiles = 0;

	qsort(t->piece.p, n, sizeof(*t->piece.p), by_group_and_time);
	for (size_t i = 0, j; i < n; i = j, profiles++) {
		for (j = i;
			j < n && t->piece.p[j].group == t->piece.p[i].group;)
			j++;
		if (one_profile(t, &t->piece.p[i], j - i) != 0)
			return -1;
	}
	v8_warn_idle(t->job->warnings, t->idle, t->time);
	if (profiles > 1)
		warnings_add(t->job->warnings,
			"%zu CPU profiles are in the trace (tag \"profile\")",
			profiles);
	return 0;
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
trace_events(struct trace *t, bool is_all)
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
		if (trace_event(t) != 0 || read_check(t->b, t->err) != 0)
			return -1;
	}
	return more < 0 || !is_all ? more : jwalk_end(&t->w);
}

static int
trace_text(struct trace *t)
{
	static const char *const names[] = { "traceEvents" };
	size_t where;

	if (jwalk_peek(&t->w) == '[')
		return trace_events(t, true);
	if (jwalk_members(&t->w, names, 1, &where) != 0 ||
		jwalk_end(&t->w) != 0)
		return -1;
	if (where == 0)
		return jwalk_fail(&t->w, 0, "there are no \"traceEvents\"");
	jwalk_to(&t->w, where);
	return trace_events(t, false);
}

static void
trace_warnings(struct trace *t)
{
	struct warnings *warnings = t->job->warnings;
	struct strbuf text = STRBUF_INIT;

	/* "3 b, 1 i" */
	for (size_t c = 0; c < COUNT_OF(t->left_out); c++)
		if (t->left_out[c] > 0)
			strbuf_addf(&text, "%s%zu %c", text.n > 0 ? ", " : "",
				t->left_out[c],
				c > ' ' && c < 0x7f ? (char)c : '?');
	if (t->open_end)
		warnings_add(warnings,
			"The trace is incomplete: its writer was stopped");
	if (t->piece.n > 0 && t->event.n > 0)
		warnings_add(warnings,
			"The CPU profile in the trace is shown, not its %zu "
			"events",
			t->event.n);
	else if (text.n > 0)
		warnings_add(warnings,
			"Events other than a thread's time were left out: %s",
			strbuf_c(&text));
	if (t->odd > 0)
		warnings_add(warnings,
			"Inconsistent events (not begun, not ended, "
			"overlapping): %zu were repaired",
			t->odd);
	if (t->uneven)
		v8_warn_uneven(warnings);
	if (t->clipped)
		read_warn_clipped(t->job);
	strbuf_free(&text);
}

static int
trace_all(struct trace *t)
{
	/* The first mapping would be the program's name; there is none. */
	static const struct builder_mapping nothing = { .has = MAP_ALL };

	(void)builder_mapping(t->b, &nothing);
	if (trace_text(t) != 0)
		return -1;
	for (uint32_t i = 0; i < t->thread.n; i++)
		t->thread.p[i].labels = trace_label_set(t, i, 0);
	read_type(t->b, t->piece.n > 0 ? STR("samples") : STR("events"),
		STR("count"));
	read_type(t->b, STR("time"), STR("nanoseconds"));
	rows_init(&t->rows, t->b, 2, true);
	if (t->piece.n == 0)
		trace_stacks(t);
	else if (trace_profiles(t) != 0)
		return -1;
	if (t->last > t->first)
		builder_header(t->b)->duration_nanos = t->last - t->first;
	trace_warnings(t);
	return rows_end(&t->rows, t->err);
}

static int
trace_read(struct read_job *job, struct err *err)
{
	struct trace t = { .job = job,
		.err = err,
		.b = job->builder,
		.locs = { .builder = job->builder },
		.first = INT64_MAX,
		.last = INT64_MIN };
	int rc;

	intern_init(&t.ids, &t.arena);
	rc = jwalk_start(&t.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = trace_all(&t);
	loctable_fini(&t.locs);
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

const struct reader reader_trace = { "trace", "Chrome trace", trace_read,
	.family = JF_TRACE };
