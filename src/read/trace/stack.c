/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns events with a duration into stacks, thread by thread (trace.h).
       X a at 0 for 10, X b at 2 for 4    ->    a 2, a;b 4, a 4

   An event that ends after the one around it becomes its sibling; the outer
   event then ends where the inner one starts. An event without an end ends with
   its thread; an end without a beginning is left out. All these are counted. */
#include "prelude.h"

#include "read/trace/trace.h"

#include "base/hash.h"
#include "base/num.h"

enum { TOLERANCE = 1000 }; /* ns; for times rounded to 1 us */

struct thread_events {
	struct trace_event *p;
	size_t n;
};

/* Order by thread and time. At equal times, B and E come first, in the order of
   the file; then X, the longest first, as it encloses the others. */
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

/* Return the end of an event, if known. */
static int64_t
event_end(struct trace_file *t, const struct trace_event *e)
{
	return e->ph == 'E' ? e->ts : i64_add(e->ts, e->dur, &t->clipped);
}

/* ---- Matching E with B ---- */

struct stack_pairing {
	struct trace_file *t;
	struct thread_events events;
	VEC(size_t) open;     /* indices of open B, outermost first */
	struct map64 open_of; /* name -> number of open B */
};

/* Return the number of open B with a name. */
static uint32_t *
open_count(struct stack_pairing *p, str_id name)
{
	uint32_t *n = map64_at(&p->open_of, name);

	if (*n == NONE)
		*n = 0;
	return n;
}

/* Match an E with the innermost open B of its name or, without a name, of any.
   B within that B have no E of their own. */
static void
pair_end(struct stack_pairing *p, struct trace_event *e)
{
	bool found = false;

	e->begin = SIZE_MAX;
	if (e->name != 0 ? *open_count(p, e->name) == 0 : p->open.n == 0) {
		p->t->odd++;
		return;
	}
	while (!found) {
		size_t at = p->open.p[--p->open.n];
		struct trace_event *b = &p->events.p[at];

		--*open_count(p, b->name);
		b->dur = e->ts - b->ts;
		found = e->name == 0 || e->name == b->name;
		b->is_unended = !found;
		if (found) {
			e->begin = at;
			/* Take the E's details if the B has none. */
			if (!b->has_detail && e->loc != NONE) {
				b->has_detail = true;
				b->loc = trace_location(
					p->t, b->name, &p->t->late.p[e->loc]);
			}
		}
	}
}

/* ---- Outliers ---- */

/* From the first event with a length to the end of the last one, ns. */
struct hull {
	int64_t first, last;
};

/* Leave out events without a length or known end that are far from the others.
   They are mostly at time 0, and would stretch the recording to years. */
static void
leave_out_far(
	struct trace_file *t, const struct hull *h, struct thread_events events)
{
	int64_t length, first, last;

	if (h->first >= h->last)
		return;
	length = i64_sub(h->last, h->first, &t->clipped);
	first = i64_sub(h->first, length, &t->clipped);
	last = i64_add(h->last, length, &t->clipped);
	for (size_t i = 0; i < events.n; i++) {
		struct trace_event *e = &events.p[i];

		if (e->ph == 'E' || e->is_over ||
			(e->dur > 0 && !e->is_unended) ||
			(e->ts >= first && e->ts <= last))
			continue;
		e->is_over = true;
		t->far++;
	}
}

/* ---- The stack ---- */

struct open_event {
	node_id node;
	struct trace_event *event;
	int64_t end; /* latest possible end, ns */
	bool seen;   /* its event has been counted */
};

struct event_stack {
	struct trace_file *t;
	uint32_t thread;
	int64_t now;
	VEC(struct open_event) frame;
	VEC(struct trace_event *) inner; /* scratch */
};

/* Add the time up to `to` to the topmost frame. */
static void
stack_advance(struct event_stack *s, int64_t to)
{
	struct open_event *top =
		s->frame.n > 0 ? &s->frame.p[s->frame.n - 1] : NULL;
	int64_t value[2] = { 0 };

	/* A thread whose events were all left out has no time. */
	if (to <= s->now)
		return;
	if (top != NULL) {
		value[0] = !top->seen;
		value[1] = to - s->now;
		top->seen = true;
		rows_add(&s->t->rows, top->node,
			s->t->thread.p[s->thread].labels, value, s->now);
		trace_weighs(s->t, s->now, to);
	}
	s->now = to;
}

/* Pop the topmost frame. If its event has no sample yet, add one of no time. */
static void
stack_pop(struct event_stack *s)
{
	static const int64_t once[2] = { 1, 0 };
	const struct open_event *top = &s->frame.p[--s->frame.n];

	top->event->is_over = true;
	if (!top->seen)
		rows_add(&s->t->rows, top->node,
			s->t->thread.p[s->thread].labels, once, s->now);
}

/* Advance to a time, and end the frames that end until then. */
static void
stack_settle(struct event_stack *s, int64_t to)
{
	while (s->frame.n > 0 && s->frame.p[s->frame.n - 1].end <= to) {
		stack_advance(s, s->frame.p[s->frame.n - 1].end);
		stack_pop(s);
	}
	stack_advance(s, to);
}

static void
stack_push(struct event_stack *s, struct trace_event *e)
{
	int64_t end = event_end(s->t, e);
	struct open_event f = { .event = e, .end = INT64_MAX };
	node_id above = 0;

	/* Overlapping events become siblings. */
	while (!e->is_unended && s->frame.n > 0) {
		int64_t until;
		const struct open_event *until_f;
		const struct trace_event *until_e;
		bool is_known;

		/* Get the end of the frame, if known. */
		until_f = &s->frame.p[s->frame.n - 1];
		until_e = until_f->event;
		is_known = until_e->ph == 'B' && !until_e->is_unended;
		until = is_known && until_e->ts + until_e->dur < until_f->end
			? until_e->ts + until_e->dur
			: until_f->end;

		/* The event fits in the frame if it ends before the frame, or
		   so little later that this can be a rounding error, but not by
		   its whole length. */
		if (end <= until ||
			(end - until <= TOLERANCE &&
				until - s->now > TOLERANCE))
			break;
		s->t->odd += until - s->now > TOLERANCE;
		stack_pop(s);
	}
	if (s->frame.n > 0) {
		above = s->frame.p[s->frame.n - 1].node;
		f.end = s->frame.p[s->frame.n - 1].end;
	}
	if (e->ph == 'X' && end < f.end)
		f.end = end;
	f.node = builder_step(s->t->b, above, e->loc);
	vec_push(&s->frame, f);
}

/* Return the end of a thread, for its events without an end. */
static int64_t
thread_last(struct trace_file *t, struct thread_events events)
{
	int64_t last = INT64_MIN;

	for (size_t i = 0; i < events.n; i++) {
		const struct trace_event *e = &events.p[i];
		int64_t end = e->is_unended ? e->ts : event_end(t, e);

		if (!e->is_over && (e->ph != 'E' || e->begin != SIZE_MAX))
			last = end > last ? end : last;
	}
	return last;
}

static void
stack_thread(struct trace_file *t, struct thread_events events)
{
	struct event_stack s = { .t = t, .thread = events.p[0].thread };
	int64_t last = thread_last(t, events);

	s.now = events.p[0].ts;
	for (size_t i = 0; i < events.n; i++) {
		struct trace_event *e = &events.p[i];
		bool is_done;

		/* Skip the event if it, or the B of this E, was left out. */
		if (e->ph == 'E' && e->begin != SIZE_MAX)
			is_done = events.p[e->begin].is_over;
		else
			is_done = e->is_over;
		if (is_done)
			continue;
		stack_settle(&s, e->ts);
		if (e->ph != 'E') {
			struct event_stack *stack;
			int64_t end;

			t->odd += e->is_unended;
			/* An X is sorted after any B of the same time, but
			   encloses a B that ends before it. */
			stack = &s;
			end = event_end(stack->t, e);
			while (e->ph == 'X' && stack->frame.n > 0) {
				struct open_event *top =
					&stack->frame.p[stack->frame.n - 1];

				if (top->seen || top->event->ph != 'B' ||
					top->event->is_unended ||
					top->event->ts != e->ts ||
					event_end(stack->t, top->event) >= end)
					break;
				vec_push(&stack->inner, top->event);
				stack->frame.n--;
			}
			stack_push(stack, e);
			while (stack->inner.n > 0)
				stack_push(stack,
					stack->inner.p[--stack->inner.n]);
		} else if (e->begin != SIZE_MAX) {
			const struct trace_event *b = &events.p[e->begin];

			/* End the B of this E, and all events within it. */
			while (!b->is_over)
				stack_pop(&s);
		}
	}
	stack_settle(&s, last);
	while (s.frame.n > 0)
		stack_pop(&s);
	vec_free(&s.frame);
	vec_free(&s.inner);
}

/* ---- All threads ---- */

/* Return the events of a thread, the first of which is at `from`. */
static struct thread_events
thread_events(struct trace_file *t, size_t from)
{
	size_t to = from;

	while (to < t->event.n &&
		t->event.p[to].thread == t->event.p[from].thread)
		to++;
	return (struct thread_events){ &t->event.p[from], to - from };
}

void
trace_stacks(struct trace_file *t)
{
	struct hull hull = { INT64_MAX, INT64_MIN };
	struct thread_events events;

	if (t->event.n == 0)
		return;
	qsort(t->event.p, t->event.n, sizeof(*t->event.p), by_thread_and_time);
	for (size_t i = 0; i < t->event.n; i += events.n) {
		struct thread_events add_events;
		struct thread_events pair_events;
		struct stack_pairing p;

		events = thread_events(t, i);
		/* clang writes each total in a thread of its own. */
		if (events.n == 1 && events.p->is_total) {
			events.p->is_over = true;
			t->totals++;
		}
		pair_events = events;
		p = (struct stack_pairing){
			.t = t, .events = pair_events, .open_of = MAP64_INIT
		};
		for (size_t k = 0; k < pair_events.n; k++) {
			struct trace_event *e = &pair_events.p[k];

			if (e->ph == 'B') {
				e->is_unended = true;
				++*open_count(&p, e->name);
				vec_push(&p.open, k);
			} else if (e->ph == 'E') {
				pair_end(&p, e);
			}
		}
		vec_free(&p.open);
		map64_free(&p.open_of);
		add_events = events;
		for (size_t j = 0; j < add_events.n; j++) {
			const struct trace_event *e = &add_events.p[j];
			int64_t end;

			if (e->ph == 'E' || e->is_unended || e->is_over ||
				e->dur == 0)
				continue;
			end = event_end(t, e);
			hull.first = e->ts < hull.first ? e->ts : hull.first;
			hull.last = end > hull.last ? end : hull.last;
		}
	}
	for (size_t i = 0; i < t->event.n; i += events.n) {
		events = thread_events(t, i);
		leave_out_far(t, &hull, events);
		stack_thread(t, events);
	}
}
