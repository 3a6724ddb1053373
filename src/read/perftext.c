/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf script into a builder: see perftext.h. */
#include "config.h"

#include "read/perftext.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/vec.h"
#include "read/lines.h"
#include "read/perfframe.h"
#include "read/perfhead.h"
#include "read/perfline.h"
#include "read/perfrows.h"
#include "read/read.h"

#include "base/banned.h"

enum {
	MANY = 1000,       /* names of threads */
	SNIFF_OTHERS = 10, /* lines that are none of perf's, then it is not */
};

enum state { OUTSIDE, IN_SAMPLE, IN_SKIPPED };

struct perf_text {
	struct read_job *job;
	struct perf_frames *frames;
	struct perf_head head;
	enum state state;
	size_t line; /* its number, from 1 */
	struct perf_row now;
	VEC(loc_id) stack; /* of now, leaf first */
	struct perf_rows rows;
	struct arena arena;    /* of `who` */
	struct intern who;
	VEC(lset_id) labels; /* [who] */
	VEC(str_id) comm;    /* distinct */
	size_t own_lines;    /* of frames, of now */
	size_t bad, first_bad, lost, deepest;
	bool is_over; /* the memory limit */
};

struct perf_text *
perf_text_new(struct read_job *job)
{
	struct perf_text *t = xcalloc(1, sizeof(*t));

	t->job = job;
	perf_rows_init(&t->rows, job->builder);
	t->frames = perf_frames_new(job->builder);
	intern_init(&t->who, &t->arena);
	return t;
}

void
perf_text_free(struct perf_text *t)
{
	if (t == NULL)
		return;
	perf_frames_free(t->frames);
	intern_fini(&t->who);
	arena_free(&t->arena);
	perf_rows_fini(&t->rows);
	vec_free(&t->stack);
	vec_free(&t->labels);
	vec_free(&t->comm);
	free(t);
}

size_t
perf_text_samples(const struct perf_text *t)
{
	return t->rows.row.n;
}

static void
bad_line(struct perf_text *t)
{
	if (t->bad++ == 0)
		t->first_bad = t->line;
}

/* A label whose value is a name, if there is one. */
static void
label(struct builder *b, struct label *all, size_t *n, struct str key,
	struct str value)
{
	if (value.n == 0)
		return;
	all[*n] = (struct label){ .key = builder_string(b, key),
		.str = builder_string(b, value) };
	if (all[*n].key != NONE && all[*n].str != NONE)
		++*n;
}

static void
know_comm(struct perf_text *t, str_id comm)
{
	for (size_t i = 0; i < t->comm.n; i++)
		if (t->comm.p[i] == comm)
			return;
	vec_push(&t->comm, comm);
}

static lset_id
labels_of(struct perf_text *t, const struct perf_event *e)
{
	struct builder *b = t->job->builder;
	uint32_t who = intern_copy(&t->who, e->who);
	struct label all[4];
	size_t n = 0;

	if (who < t->labels.n)
		return t->labels.p[who];
	while (t->labels.n < who)
		vec_push(&t->labels, 0);
	label(b, all, &n, STR("comm"), e->comm);
	if (n > 0 && t->comm.n < MANY)
		know_comm(t, all[0].str);
	label(b, all, &n, STR("pid"), e->pid);
	label(b, all, &n, STR("tid"), e->tid);
	label(b, all, &n, STR("cpu"), e->cpu);
	vec_push(&t->labels, builder_labels(b, all, n));
	return t->labels.p[who];
}

static void
flush_frame(struct perf_text *t)
{
	loc_id loc = perf_frames_take(t->frames);

	if (loc != NONE)
		vec_push(&t->stack, loc);
}

static void
begin(struct perf_text *t, const struct perf_event *e)
{
	struct perf_frame f;
	bool alone = perf_frame_line(e->rest, &f) && f.dso.n > 0;

	t->state = IN_SAMPLE;
	t->stack.n = 0;
	t->own_lines = 0;
	t->now = (struct perf_row){ .labels = labels_of(t, e),
		.event = perf_rows_event(&t->rows, e),
		.period = e->period,
		.time = e->time };
	if (!alone)
		return;
	/* Without a call graph the only frame stands in the same line. */
	perf_frames_add(t->frames, e->rest, &f);
	flush_frame(t);
}

/* What is held beside the builder. */
static bool
is_too_much(const struct perf_text *t)
{
	size_t sum = builder_bytes(t->job->builder);

	sum = add_size(sum, perf_rows_bytes(&t->rows));
	sum = add_size(sum, t->arena.held + intern_bytes(&t->who));
	sum = add_size(sum, perf_frames_bytes(t->frames));
	return t->job->max_memory != 0 && sum > t->job->max_memory;
}

/* The sample now is complete. */
static void
end_sample(struct perf_text *t)
{
	struct builder *b = t->job->builder;

	if (t->state == IN_SAMPLE) {
		flush_frame(t);
		t->now.leaf = builder_stack(b, t->stack.p, t->stack.n);
		if (t->stack.n > t->deepest)
			t->deepest = t->stack.n;
		perf_rows_add(&t->rows, &t->now);
		if (t->rows.row.n % 1024 == 0)
			t->is_over = t->is_over || is_too_much(t);
	}
	t->state = OUTSIDE;
}

static void
frame_line(struct perf_text *t, struct str line)
{
	struct perf_frame f;

	t->own_lines++;
	if (!perf_frame_line(line, &f)) {
		/* With -F +srcline, where the frame above is from. */
		perf_frames_source(t->frames, line);
		return;
	}
	if (!perf_frames_joins(t->frames, &f))
		flush_frame(t);
	perf_frames_add(t->frames, str_trim(line), &f);
}

/* PERF_RECORD_LOST and the like, of --show-lost-events. */
static bool
is_record(struct perf_text *t, const struct perf_event *e)
{
	if (!str_starts(e->event, STR("PERF_RECORD_")))
		return false;
	t->lost += str_starts(e->event, STR("PERF_RECORD_LOST"));
	return true;
}

int
perf_text_line(struct perf_text *t, struct str line)
{
	struct perf_event e;

	t->line++;
	if (line.n == 0) {
		end_sample(t);
	} else if (line.p[0] == '#') {
		perf_head_line(&t->head, t->job->builder, line);
	} else if ((line.p[0] == ' ' || line.p[0] == '\t') &&
		t->state != OUTSIDE && !perf_event_line(line, &e)) {
		if (t->state == IN_SAMPLE)
			frame_line(t, line);
	} else {
		end_sample(t);
		if (perf_event_line(line, &e)) {
			if (is_record(t, &e))
				t->state = IN_SKIPPED;
			else
				begin(t, &e);
		} else {
			t->state = IN_SKIPPED;
			bad_line(t);
		}
	}
	return t->is_over || builder_err(t->job->builder) != NULL ? -1 : 0;
}

static void
add_warnings(struct perf_text *t)
{
	struct warnings *warnings = t->job->warnings;

	if (t->bad > 0)
		warnings_add(warnings,
			"perf script: %zu lines are not understood and left "
			"out, the first is line %zu",
			t->bad, t->first_bad);
	if (t->lost > 0)
		warnings_add(warnings,
			"perf: samples were lost %zu times while recording: "
			"what is shown is not all",
			t->lost);
	if (t->deepest <= 1)
		warnings_add(warnings,
			"No call graph: perf record -g gives whole stacks");
	if (t->comm.n > 1)
		warnings_add(warnings,
			"%zu%s names of programs and threads: tagroot=comm "
			"puts each below its own",
			t->comm.n, t->comm.n == MANY ? " and more" : "");
}

int
perf_text_end(struct perf_text *t, bool is_cut, struct err *err)
{
	struct builder *b = t->job->builder;

	if (t->is_over)
		return err_set(err, ERR_LIMIT,
			"its samples need more than the memory limit (see "
			"--max-memory)");
	if (t->state == IN_SAMPLE && is_cut)
		warnings_add(t->job->warnings,
			"perf script: the text ends inside of a sample, line "
			"%zu: it is left out",
			t->line);
	else if (t->state == IN_SAMPLE && t->own_lines > 0)
		warnings_add(t->job->warnings,
			"perf script: no blank line at the end, line %zu: "
			"the last stack may be cut",
			t->line);
	if (!is_cut)
		end_sample(t);
	if (t->rows.row.n == 0 && t->bad > 0)
		return err_set(err, ERR_FORMAT,
			"no line is a sample: an event line is \"comm pid "
			"[cpu] time: period event:\" (line %zu)",
			t->first_bad);
	if (t->rows.row.n == 0)
		return err_set(err, ERR_FORMAT,
			"no samples in %zu lines of perf script", t->line);
	perf_rows_end(&t->rows);
	perf_frames_end(t->frames, t->comm.p, t->comm.n);
	perf_head_end(&t->head, b);
	if (read_check(b, err) != 0)
		return -1;
	add_warnings(t);
	return 0;
}

/* Behind an event line: a frame, or the frame stood in the line itself. */
static bool
is_stack(const struct perf_event *e, struct str next)
{
	struct perf_frame f;

	if (perf_frame_line(e->rest, &f) && f.dso.n > 0)
		return true;
	return next.n > 0 && (next.p[0] == ' ' || next.p[0] == '\t') &&
		perf_frame_line(next, &f);
}

int
perf_text_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	struct perf_event e;
	size_t events = 0, others = 0;

	lines_sniff(&lines, bytes);
	while (others < SNIFF_OTHERS && lines_next(&lines, &line)) {
		struct str rest = lines.rest;

		line = str_trim(line);
		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (!perf_event_line(line, &e)) {
			others++;
			continue;
		}
		if (str_starts(e.event, STR("PERF_RECORD_")))
			continue;
		events++;
		if (is_stack(&e, str_cut(&rest, '\n')))
			return SNIFF_YES;
	}
	if (events == 0)
		return SNIFF_NO;
	strbuf_addc(
		why, "event lines without stacks: record with perf record -g");
	return SNIFF_NEAR;
}
