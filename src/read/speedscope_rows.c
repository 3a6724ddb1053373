/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of one thread, of both kinds: see speedscope.h.
 *
 *     open A at 0, open B at 2, close B at 6, close A at 10
 *     ->  A 2, A;B 4, A 4
 */
#include "config.h"

#include "base/json.h"
#include "read/speedscope.h"

#include <inttypes.h>

#include "base/num.h"

#include "base/banned.h"

int64_t
speedscope_scaled(struct scope *s, const struct part *p, double value)
{
	return i64_round(value * p->scale, &s->clipped);
}

static void
add(struct scope *s, const struct part *p, node_id leaf, int64_t value,
	int64_t time)
{
	int64_t *slot = &s->values[s->type[p->measure]];

	*slot = value;
	rows_add(&s->rows, leaf, p->labels, s->values, time);
	*slot = 0;
}

/* The frame that a number names; -1 and err. */
static int
frame_of(struct scope *s, const struct jval *v, size_t at, size_t *frame)
{
	int64_t i = -1;

	if (!jval_int(v, &i))
		return jwalk_fail(&s->w, at, "the number of a frame is wanted");
	if (i < 0 || (uint64_t)i >= s->frame.n)
		return jwalk_fail(&s->w, at,
			"frame %" PRId64 " but only %zu frames", i, s->frame.n);
	*frame = (size_t)i;
	return 0;
}

static node_id
step(struct scope *s, node_id node, size_t frame)
{
	loc_id loc = s->frame.p[frame];

	return loc == NONE || node == NONE ? NONE
					   : builder_step(s->b, node, loc);
}

static int
read_stack(struct scope *s, node_id *leaf)
{
	size_t at = s->w.at, n, frame;
	struct jval *v;
	int rc = 0;

	if (jwalk_peek(&s->w) != '[')
		return jwalk_fail(&s->w, at, "a sample is no list of frames");
	v = jval_read(&s->w);
	n = jval_count(v);
	*leaf = 0;
	for (size_t i = 0; rc == 0 && i < n; i++) {
		rc = frame_of(s, jval_at(v, i), at, &frame);
		if (rc == 0)
			*leaf = step(s, *leaf, frame);
	}
	jval_free(v);
	return v == NULL ? -1 : rc;
}

/* Two lists side by side, each with a walk of its own. */
static int
read_sampled(struct scope *s, const struct part *p)
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
		add(s, p, leaf, value, time);
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
advance(struct scope *s, const struct part *p, int64_t *now, int64_t at)
{
	bool clipped = false;

	if (at <= *now)
		return;
	if (s->open.n > 0)
		add(s, p, s->open.p[s->open.n - 1].node,
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
read_event(struct scope *s, const struct part *p, int64_t *now)
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
		rc = frame_of(s, jval_get(v, "frame"), at, &frame);
	if (rc == 0) {
		int64_t to = speedscope_scaled(s, p, when);

		s->odd += to < *now;
		advance(s, p, now, to);
		if (type.p[0] == 'C') {
			close_frame(s, frame);
		} else {
			struct open top = { .frame = frame };

			if (s->open.n > 0)
				top.node = s->open.p[s->open.n - 1].node;
			top.node = step(s, top.node, frame);
			vec_push(&s->open, top);
			s->opened.p[frame]++;
		}
	}
	jval_free(v);
	return rc;
}

static int
read_evented(struct scope *s, const struct part *p)
{
	int64_t now = speedscope_scaled(s, p, p->start);
	size_t n = 0;
	int more;

	jwalk_to(&s->w, p->where[EVENTS]);
	if (jwalk_array(&s->w) != 0)
		return -1;
	while ((more = jwalk_next(&s->w, &n)) > 0)
		if (read_event(s, p, &now) != 0)
			return -1;
	advance(s, p, &now, speedscope_scaled(s, p, p->end));
	s->odd += s->open.n;
	while (s->open.n > 0)
		s->opened.p[s->open.p[--s->open.n].frame]--;
	return more;
}

int
speedscope_rows(struct scope *s, const struct part *p)
{
	return p->where[EVENTS] != 0 ? read_evented(s, p) : read_sampled(s, p);
}
