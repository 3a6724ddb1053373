/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events with a duration, thread by thread, as stacks: see trace.h.
 *
 *     X a at 0 for 10, X b at 2 for 4    ->    a 2, a;b 4, a 4
 *
 * An event that reaches beyond the one around it is cut there, one that
 * never ends ends with its thread, an end without a beginning is left out;
 * all are counted.
 */
#include "config.h"

#include "read/trace.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/num.h"

#include "base/banned.h"

enum { TOLERANCE = 1000 }; /* ns: microseconds that were rounded */

struct frame {
	node_id node;
	str_id name;
	int64_t end; /* at the latest */
	bool is_x;   /* it ends then; others have an E */
	bool seen;   /* its event has been counted */
};

struct stack {
	struct trace *t;
	uint32_t thread;
	int64_t now;
	VEC(struct frame) frame;
	struct map64 open; /* name -> how many B are open; "": all of them */
};

/* By thread and time. At one time: what begins and ends, in the order of the
   file, then X, the longest first, as it is around the others. */
static int
compare(const void *va, const void *vb)
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
advance(struct stack *s, int64_t to)
{
	struct frame *top = s->frame.n > 0 ? &s->frame.p[s->frame.n - 1] : NULL;
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
open_count(struct stack *s, str_id name)
{
	uint32_t *n = map64_at(&s->open, name);

	if (*n == NONE)
		*n = 0;
	return n;
}

static void
count_open(struct stack *s, const struct frame *f, int by)
{
	uint32_t *n;

	if (f->is_x)
		return;
	n = open_count(s, f->name);
	*n = (uint32_t)((int64_t)*n + by);
	if (f->name == 0)
		return;
	n = open_count(s, 0);
	*n = (uint32_t)((int64_t)*n + by);
}

/* The topmost frame has ended. One that took no time is counted all the
   same. */
static void
pop(struct stack *s)
{
	static const int64_t once[2] = { 1, 0 };
	const struct frame *top = &s->frame.p[--s->frame.n];

	count_open(s, top, -1);
	if (!top->seen)
		rows_add(&s->t->rows, top->node,
			s->t->thread.p[s->thread].labels, once, s->now);
}

/* Go on to a time, by which some frames may have ended. */
static void
settle(struct stack *s, int64_t to)
{
	while (s->frame.n > 0 && s->frame.p[s->frame.n - 1].end <= to) {
		const struct frame *top = &s->frame.p[s->frame.n - 1];

		s->t->odd += !top->is_x;
		advance(s, top->end);
		pop(s);
	}
	advance(s, to);
}

static void
push(struct stack *s, const struct trace_event *e)
{
	struct frame f = {
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
	f.node = above == NONE || e->loc == NONE
		? NONE
		: builder_step(s->t->b, above, e->loc);
	count_open(s, &f, 1);
	vec_push(&s->frame, f);
}

/* An E belongs to the innermost B of its name, or to any if it has none. */
static void
end_frame(struct stack *s, const struct trace_event *e)
{
	bool found = false;

	if (*open_count(s, e->name) == 0) {
		s->t->odd++;
		return;
	}
	while (!found) {
		const struct frame *top = &s->frame.p[s->frame.n - 1];

		found = !top->is_x && (e->name == 0 || e->name == top->name);
		s->t->odd +=
			!found && (!top->is_x || top->end - s->now > TOLERANCE);
		pop(s);
	}
}

static void
one_thread(struct trace *t, const struct trace_event *e, size_t n)
{
	struct stack s = {
		.t = t, .thread = e->thread, .now = e->ts, .open = MAP64_INIT
	};
	int64_t last = e[n - 1].ts;

	for (size_t i = 0; i < n; i++) {
		int64_t end = i64_add(e[i].ts, e[i].dur, &t->clipped);

		last = end > last ? end : last;
		settle(&s, e[i].ts);
		if (e[i].ph == 'E')
			end_frame(&s, &e[i]);
		else
			push(&s, &e[i]);
	}
	settle(&s, last);
	t->odd += s.frame.n;
	while (s.frame.n > 0)
		pop(&s);
	t->last = last > t->last ? last : t->last;
	vec_free(&s.frame);
	map64_free(&s.open);
}

void
trace_stacks(struct trace *t)
{
	size_t n = t->event.n;

	if (n > 0)
		qsort(t->event.p, n, sizeof(*t->event.p), compare);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i;
			j < n && t->event.p[j].thread == t->event.p[i].thread;)
			j++;
		one_thread(t, &t->event.p[i], j - i);
	}
}
