/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads traces in Chrome's format: an array of events, alone or in an object's
 * "traceEvents". Node, Perfetto and many others write it.
 *
 *     [{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10}, ...
 *
 * ts and dur are microseconds. Events with a duration become stacks, thread by
 * thread. If the trace also has chunks of CPU profiles, or samples, these
 * become the profile instead. Other events have no durations; they are counted
 * and left out. The array may be incomplete, if the writer was killed.
 */
#include "prelude.h"

#include "read/trace/trace.h"

#include "base/num.h"
#include "read/v8.h"

/* Read the array of events. is_all: it is the whole file, so its end may be
   missing. */
static int
trace_events(struct trace_file *t, bool is_all)
{
	size_t n = 0;
	int more;

	if (jwalk_array(&t->w) != 0)
		return -1;
	for (;;) {
		/* Stop at the end of the text, possibly after a comma. */

		if (is_all) {
			size_t at = t->w.at;
			bool end;

			if (jwalk_peek(&t->w) == ',')
				t->w.at++;
			(void)jwalk_peek(&t->w);
			end = t->w.at >= t->w.text.n;
			t->w.at = at;
			if (end) {
				t->open_end = true;
				return 0;
			}
		}
		more = jwalk_next(&t->w, &n);
		if (more <= 0)
			break;
		if (trace_event_read(t) != 0)
			return -1;
	}
	return more < 0 || !is_all ? more : jwalk_end(&t->w);
}

/* Read the file. *frames becomes the offset of the samples' frames. */
static int
trace_text(struct trace_file *t, size_t *frames)
{
	enum { EVENTS, SAMPLES, FRAMES, PARTS };
	static const char *const names[PARTS] = { "traceEvents", "samples",
		"stackFrames" };
	size_t where[PARTS];

	if (jwalk_peek(&t->w) == '[')
		return trace_events(t, true);
	if (jwalk_members(&t->w, names, PARTS, where) != 0 ||
		jwalk_end(&t->w) != 0)
		return -1;
	if (where[EVENTS] == 0)
		return jwalk_fail(&t->w, 0, "\"traceEvents\" is missing");
	jwalk_to(&t->w, where[EVENTS]);
	if (trace_events(t, false) != 0)
		return -1;
	*frames = where[FRAMES];
	return where[SAMPLES] != 0 ? trace_samples_read(t, where[SAMPLES]) : 0;
}

/* Append counts such as "3 b, 1 i". */
static void
put_left_out(const struct trace_file *t, struct strbuf *out)
{
	for (size_t c = 0; c < COUNT_OF(t->left_out); c++)
		if (t->left_out[c] > 0)
			strbuf_addf(out, "%s%zu %c", out->n > 0 ? ", " : "",
				t->left_out[c],
				c > ' ' && c < 0x7f ? (char)c : '?');
}

static int
trace_rows(struct trace_file *t, size_t frames)
{
	if (t->piece.n > 0)
		return trace_profiles(t);
	if (t->sample.n > 0)
		return trace_samples(t, frames);
	trace_stacks(t);
	return 0;
}

static int
trace_all(struct trace_file *t)
{
	/* There is no program, so the first mapping must have no name. */
	static const struct builder_mapping nothing = { .has = MAP_ALL };
	size_t frames = 0;
	bool is_sampled;
	struct warnings *w;
	struct strbuf warnings_text = STRBUF_INIT;
	bool sampled;

	(void)builder_mapping(t->b, &nothing);
	if (trace_text(t, &frames) != 0)
		return -1;
	is_sampled = t->piece.n + t->sample.n > 0;
	for (uint32_t i = 0; i < t->thread.n; i++)
		t->thread.p[i].labels = trace_label_set(t, i, 0);
	read_type(t->b, is_sampled ? STR("samples") : STR("events"),
		STR("count"));
	read_type(t->b, STR("time"), STR("nanoseconds"));
	rows_init(&t->rows, t->b, 2, true);
	if (trace_rows(t, frames) != 0)
		return -1;
	if (!t->clipped)
		builder_times_from(t->b, t->start);
	if (t->last > t->first)
		builder_header(t->b)->duration_nanos = t->last - t->first;
	w = t->job->warnings;
	if (t->open_end)
		warnings_add(
			w, "the trace is incomplete: its writer was stopped");
	/* Warn of events that are left out or hidden. */
	sampled = t->piece.n + t->sample.n > 0;
	put_left_out(t, &warnings_text);
	if (sampled && t->event.n > 0)
		warnings_add(w,
			"the CPU profile in the trace is shown, not its %zu "
			"events",
			t->event.n);
	else if (warnings_text.n > 0)
		warnings_add(w,
			"events that do not take a thread's time were left "
			"out: %s",
			strbuf_c(&warnings_text));
	if (t->piece.n > 0 && t->sample.n > 0)
		warnings_add(w,
			"the CPU profile in the trace is shown, not its %zu "
			"samples",
			t->sample.n);
	strbuf_free(&warnings_text);
	if (t->damaged > 0)
		warnings_add(w,
			"events that are unreadable or have no valid time were "
			"left out: %zu",
			t->damaged);
	if (t->lost > 0)
		warnings_add(w,
			"samples with a missing node were left out: %zu",
			t->lost);
	if (t->totals > 0)
		warnings_add(w,
			"sums of other events (\"Total ...\") were left out: "
			"%zu",
			t->totals);
	if (t->far > 0)
		warnings_add(w,
			"events without duration, far from the rest, were left "
			"out: %zu",
			t->far);
	if (t->odd > 0)
		warnings_add(w,
			"inconsistent events (not begun, not ended, "
			"overlapping): %zu were repaired",
			t->odd);
	if (t->uneven)
		v8_warn_uneven(w);
	if (t->clipped)
		read_warn_clipped(t->job);
	if (t->rows.n == 0 && read_check(t->b, t->err) == 0) {
		struct strbuf text = STRBUF_INIT;

		/* There are no samples. */
		put_left_out(t, &text);
		if (t->damaged > 0)
			(void)err_set(t->err, ERR_FORMAT,
				"no readable events; %zu have no time (\"ts\")",
				t->damaged);
		else if (t->lost > 0)
			(void)err_set(t->err, ERR_FORMAT,
				"no samples to show; samples without their "
				"node: %zu",
				t->lost);
		else if (text.n > 0)
			(void)err_set(t->err, ERR_FORMAT,
				"no events that show a thread's time (X, B and "
				"E), only others: %s",
				strbuf_c(&text));
		else
			(void)err_set(t->err, ERR_FORMAT, "no samples");
		strbuf_free(&text);
		return -1;
	}
	return rows_end(&t->rows, t->err);
}

static int
trace_read(struct read_job *job, struct err *err)
{
	struct trace_file t = { .job = job,
		.err = err,
		.b = job->builder,
		.locs = { .builder = job->builder },
		.recent = { .thread = NONE },
		.first = INT64_MAX,
		.start = INT64_MAX,
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
	vec_free(&t.late);
	vec_free(&t.piece);
	vec_free(&t.sample);
	strbuf_free(&t.text);
	return rc;
}

const struct reader reader_trace = { "trace", "Chrome trace", trace_read,
	.family = JF_TRACE, .by_place = true };
