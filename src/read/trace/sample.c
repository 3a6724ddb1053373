/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads samples next to the events of a trace, which Hermes (React Native)
   writes (trace.h).

       "samples": [{"ts":"1000","pid":7,"tid":"8","sf":2}, ...],
       "stackFrames": {"1":{"name":"[root]"},
		       "2":{"name":"render","parent":1}}

   A sample lasts until the next one of its thread. */
#include "prelude.h"

#include "read/trace/trace.h"

#include "base/hash.h"
#include "base/num.h"

/* ---- Samples ---- */

/* Return the id of a frame in trace.ids; 7 and "7" are the same frame. */
static uint32_t
frame_key(struct trace_file *t, struct str value)
{
	if (value.n > 1 && value.p[0] == '"')
		value = str_sub(value, 1, value.n - 1);
	strbuf_reset(&t->text);
	strbuf_addstr(&t->text, "frame ");
	strbuf_add(&t->text, value);
	return trace_id(t, strbuf_str(&t->text));
}

int
trace_samples_read(struct trace_file *t, size_t where)
{
	size_t n = 0;
	int more;

	jwalk_to(&t->w, where);
	if (jwalk_peek(&t->w) != '[') /* null */
		return 0;
	if (jwalk_array(&t->w) != 0)
		return -1;
	while ((more = jwalk_next(&t->w, &n)) > 0) {
		struct trace_sample s = { .seq = (uint32_t)t->sample.n };
		struct trace_raw r;
		int found = trace_raw_read(t, &r);

		if (found < 0)
			return -1;
		if (found == 0 ||
			trace_nanos(t, r.value[TRACE_TS], &s.ts) <= 0) {
			t->damaged++;
			continue;
		}
		s.thread = trace_thread(t, &r);
		s.frame = frame_key(t, r.value[TRACE_SF]);
		vec_push(&t->sample, s);
		if (read_check(t->b, t->err) != 0)
			return -1;
	}
	return more;
}

/* ---- Frames ---- */

struct sample_frame {
	loc_id loc;
	uint32_t parent; /* id in trace.ids; 0: the frame is a root */
	node_id node;    /* NONE: not yet made */
	bool is_on_way;  /* is in f->way: frames below wait for its node */
};

struct sample_frames {
	struct trace_file *t;
	VEC(struct sample_frame) row;
	struct map64 row_of; /* id in trace.ids -> row */
	VEC(uint32_t) way;
};

enum { FRAME_NAME, FRAME_CATEGORY, FRAME_PARENT, FRAME_PARTS };

static int
frame_read(struct sample_frames *f, uint32_t id)
{
	static const char *const names[FRAME_PARTS] = { "name", "category",
		"parent" };
	struct trace_file *t = f->t;
	struct sample_frame row = { .node = NONE };
	struct trace_late late = { .detail = 0 };
	struct str value[FRAME_PARTS];
	size_t where[FRAME_PARTS];
	size_t end;

	if (jwalk_peek(&t->w) != '{')
		return jwalk_skip(&t->w);
	if (jwalk_members(&t->w, names, FRAME_PARTS, where) != 0)
		return -1;
	end = t->w.at;
	for (int i = 0; i < FRAME_PARTS; i++) {
		value[i] = STR_EMPTY;
		if (where[i] == 0)
			continue;
		jwalk_to(&t->w, where[i]);
		if (jwalk_span(&t->w, &value[i]) != 0)
			return -1;
	}
	jwalk_to(&t->w, end);
	late.cat = trace_string(t, value[FRAME_CATEGORY]);
	row.loc = trace_location(t, trace_string(t, value[FRAME_NAME]), &late);
	if (value[FRAME_PARENT].n > 0)
		row.parent = frame_key(t, value[FRAME_PARENT]);
	map64_put(&f->row_of, id, (uint32_t)f->row.n);
	vec_push(&f->row, row);
	return read_check(t->b, t->err);
}

static int
frames_read(struct sample_frames *f, size_t where)
{
	struct trace_file *t = f->t;
	struct str key;
	size_t n = 0;
	int more;

	if (where == 0)
		return 0;
	jwalk_to(&t->w, where);
	if (jwalk_peek(&t->w) != '{')
		return 0;
	if (jwalk_object(&t->w) != 0)
		return -1;
	while ((more = jwalk_key(&t->w, &n, &key)) > 0)
		if (frame_read(f, frame_key(t, key)) != 0)
			return -1;
	return more;
}

/* Return the node of a frame, or NONE if there is no such frame. A frame whose
   parent is missing or below it is a root. */
static node_id
frame_node(struct sample_frames *f, uint32_t id)
{
	uint32_t at = map64_get(&f->row_of, id);
	node_id node = 0;

	f->way.n = 0;
	if (at == NONE)
		return NONE;
	while (at != NONE && f->row.p[at].node == NONE &&
		!f->row.p[at].is_on_way) {
		f->row.p[at].is_on_way = true;
		vec_push(&f->way, at);
		at = f->row.p[at].parent != 0
			? map64_get(&f->row_of, f->row.p[at].parent)
			: NONE;
	}
	if (at != NONE && f->row.p[at].node != NONE)
		node = f->row.p[at].node;
	while (f->way.n > 0) {
		struct sample_frame *row = &f->row.p[f->way.p[--f->way.n]];

		row->node = node = builder_step(f->t->b, node, row->loc);
		row->is_on_way = false;
	}
	return node;
}

/* ---- Adding samples ---- */

static int
by_thread_and_ts(const void *va, const void *vb)
{
	const struct trace_sample *a = va, *b = vb;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

int
trace_samples(struct trace_file *t, size_t frames)
{
	struct sample_frames f = { .t = t, .row_of = MAP64_INIT };
	int rc = frames_read(&f, frames);

	qsort(t->sample.p, t->sample.n, sizeof(*t->sample.p), by_thread_and_ts);
	if (rc == 0) {
		const struct trace_sample *s = t->sample.p;

		rc = 0;
		for (size_t i = 0, n = t->sample.n; i < n; i++) {
			bool is_last =
				i + 1 == n || s[i + 1].thread != s[i].thread;
			int64_t until = is_last ? s[i].ts : s[i + 1].ts;
			int64_t value[2] = { 1, until - s[i].ts };
			node_id node = frame_node(&f, s[i].frame);

			if (read_check(t->b, t->err) != 0) {
				rc = -1;
				break;
			}
			if (node == NONE) {
				t->lost++;
				continue;
			}
			rows_add(&t->rows, node,
				t->thread.p[s[i].thread].labels, value,
				s[i].ts);
			trace_weighs(t, s[i].ts, until);
		}
	}
	vec_free(&f.row);
	vec_free(&f.way);
	map64_free(&f.row_of);
	return rc;
}
