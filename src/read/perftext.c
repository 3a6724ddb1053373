/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf script into a builder: see perftext.h. */
#include "config.h"

#include "read/perftext.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/lines.h"
#include "read/perfframe.h"
#include "read/perfhead.h"
#include "read/perfline.h"
#include "read/read.h"

#include "base/banned.h"

enum {
	SNIFF_BYTES = 64 * 1024,
	MANY = 1000,       /* names of threads */
	SNIFF_OTHERS = 10, /* lines that are none of perf's, then it is not */
};

/* One sample, until all events are known. */
struct row {
	node_id leaf;
	lset_id labels;
	uint32_t event;
	int64_t period, time; /* time: ns */
};

struct event {
	str_id name;
	size_t samples;
	bool no_period; /* of some sample */
};

enum state { OUTSIDE, IN_SAMPLE, IN_SKIPPED };

struct perf_text {
	struct read_job *job;
	struct perf_frames *frames;
	struct perf_head head;
	enum state state;
	size_t line; /* its number, from 1 */
	struct row now;
	VEC(loc_id) stack; /* of now, leaf first */
	VEC(struct row) row;
	VEC(struct event) event;
	struct map64 event_of; /* str_id -> event */
	struct arena arena;    /* of `who` */
	struct intern who;
	VEC(lset_id) labels; /* [who] */
	VEC(str_id) comm;    /* distinct */
	size_t own_lines;    /* of frames, of now */
	size_t bad, first_bad, lost, deepest;
	bool no_times, has_times, is_over; /* is_over: the memory limit */
};

struct perf_text *
perf_text_new(struct read_job *job)
{
	struct perf_text *t = xcalloc(1, sizeof(*t));

	t->job = job;
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
	map64_free(&t->event_of);
	vec_free(&t->stack);
	vec_free(&t->row);
	vec_free(&t->event);
	vec_free(&t->labels);
	vec_free(&t->comm);
	free(t);
}

size_t
perf_text_samples(const struct perf_text *t)
{
	return t->row.n;
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

static uint32_t
event_of(struct perf_text *t, const struct perf_event *e)
{
	str_id name = builder_string(t->job->builder, e->event);
	uint32_t *at;

	if (name == NONE)
		return NONE;
	at = map64_at(&t->event_of, name);
	if (*at == NONE) {
		*at = (uint32_t)t->event.n;
		vec_push(&t->event, ((struct event){ .name = name }));
	}
	t->event.p[*at].samples++;
	t->event.p[*at].no_period |= !e->has_period;
	return *at;
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
	t->now = (struct row){ .labels = labels_of(t, e),
		.event = event_of(t, e),
		.period = e->period,
		.time = e->time };
	t->no_times |= !e->has_time;
	t->has_times |= e->has_time;
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

	sum = add_size(sum, mul_size(t->row.cap, sizeof(*t->row.p)));
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
		if (t->now.leaf != NONE && t->now.labels != NONE &&
			t->now.event != NONE)
			vec_push(&t->row, t->now);
		if (t->row.n % 1024 == 0)
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
	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
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

/* What is the first of these is looked at first. */
static str_id
default_event(struct perf_text *t)
{
	static const char *const best[] = { "cycles", "cpu-cycles", "cpu-clock",
		"task-clock", "instructions" };

	for (size_t i = 0; i < COUNT_OF(best); i++)
		for (size_t k = 0; k < t->event.n; k++)
			if (str_is(builder_str(
					   t->job->builder, t->event.p[k].name),
				    best[i]))
				return t->event.p[k].name;
	return t->event.n > 0 ? t->event.p[0].name : 0;
}

/* "cycles:u" is called cycles, unless there is cycles:k, too. */
static void
name_events(struct perf_text *t)
{
	struct builder *b = t->job->builder;

	for (size_t i = 0; i < t->event.n; i++) {
		struct str plain =
			perf_event_plain(builder_str(b, t->event.p[i].name));
		size_t same = 0;
		str_id name;

		for (size_t k = 0; k < t->event.n; k++)
			same += str_eq(plain,
				perf_event_plain(
					builder_str(b, t->event.p[k].name)));
		name = same == 1 ? builder_string(b, plain) : NONE;
		if (name != NONE)
			t->event.p[i].name = name;
	}
}

static void
add_types(struct perf_text *t)
{
	struct builder *b = t->job->builder;
	str_id count = builder_string(b, STR("count"));
	str_id ns = builder_string(b, STR("nanoseconds"));

	name_events(t);
	builder_type(b, builder_string(b, STR("samples")), count);
	for (size_t i = 0; i < t->event.n; i++) {
		const struct event *e = &t->event.p[i];
		bool time = !e->no_period &&
			perf_event_is_clock(builder_str(b, e->name));

		builder_type(b, e->name, time ? ns : count);
	}
	builder_header(b)->default_type = default_event(t);
}

static void
add_samples(struct perf_text *t)
{
	struct builder *b = t->job->builder;
	int64_t *value = xcalloc(t->event.n + 1, sizeof(*value));
	bool times = t->has_times && !t->no_times;
	int64_t first = INT64_MAX, last = 0;

	if (times)
		builder_times(b);
	for (size_t i = 0; i < t->row.n; i++) {
		const struct row *r = &t->row.p[i];

		value[0] = 1;
		value[1 + r->event] = r->period;
		if (builder_sample(b, r->leaf, r->labels, value) != 0)
			break;
		value[1 + r->event] = 0;
		if (times)
			builder_time(b, r->time);
		first = r->time < first ? r->time : first;
		last = r->time > last ? r->time : last;
	}
	if (times && t->row.n > 0)
		builder_header(b)->duration_nanos = last - first;
	free(value);
}

/* One period for all samples of the event that is looked at first? */
static void
find_period(struct perf_text *t)
{
	struct builder *b = t->job->builder;
	struct header *h = builder_header(b);
	int64_t period = 0;

	for (size_t i = 0; i < t->row.n; i++) {
		const struct row *r = &t->row.p[i];

		if (t->event.p[r->event].name != h->default_type)
			continue;
		if (t->event.p[r->event].no_period ||
			(period != 0 && r->period != period))
			return;
		period = r->period;
	}
	if (period <= 1)
		return;
	h->period = period;
	h->period_type = h->default_type;
	h->period_unit = builder_string(b,
		perf_event_is_clock(builder_str(b, h->default_type))
			? STR("nanoseconds")
			: STR("count"));
}

static void
add_notes(struct perf_text *t)
{
	struct notes *notes = t->job->notes;

	if (t->bad > 0)
		notes_add(notes,
			"perf script: %zu lines are not understood and left "
			"out, the first is line %zu",
			t->bad, t->first_bad);
	if (t->lost > 0)
		notes_add(notes,
			"perf: samples were lost %zu times while recording: "
			"what is shown is not all",
			t->lost);
	if (t->deepest <= 1)
		notes_add(notes,
			"No call graph: perf record -g gives whole stacks");
	if (t->comm.n > 1)
		notes_add(notes,
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
		notes_add(t->job->notes,
			"perf script: the text ends inside of a sample, line "
			"%zu: it is left out",
			t->line);
	else if (t->state == IN_SAMPLE && t->own_lines > 0)
		notes_add(t->job->notes,
			"perf script: no blank line at the end, line %zu: "
			"the last stack may be cut",
			t->line);
	if (!is_cut)
		end_sample(t);
	if (t->row.n == 0 && t->bad > 0)
		return err_set(err, ERR_FORMAT,
			"no line is a sample: an event line is \"comm pid "
			"[cpu] time: period event:\" (line %zu)",
			t->first_bad);
	if (t->row.n == 0)
		return err_set(err, ERR_FORMAT,
			"no samples in %zu lines of perf script", t->line);
	add_types(t);
	add_samples(t);
	find_period(t);
	perf_frames_end(t->frames, t->comm.p, t->comm.n);
	perf_head_end(&t->head, b);
	if (read_check(b, err) != 0)
		return -1;
	add_notes(t);
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

	lines_init(&lines, str_sub(bytes, 0, SNIFF_BYTES), NULL);
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
