/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds the output of perf script to a builder (perf.h). */
#include "prelude.h"

#include "read/perf/perf.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"

/* ---- The header of the recording ---- */

/* Facts from `perf script --header`, in lines with "#": time, host, command.
   They go to the header and comments of the profile. */

enum { PERF_FACTS = 5 };

struct perf_head {
	int64_t taken; /* ns since 1970; 0: unknown */
	bool unwound;  /* perf unwound the stacks, not the kernel */
	str_id fact[PERF_FACTS];
};

static const struct {
	const char *key, *shown;
} facts[PERF_FACTS] = {
	{ "perf version", "perf" },
	{ "cmdline", "command:" },
	{ "hostname", "host:" },
	{ "os release", "kernel:" },
	{ "cpudesc", "processor:" },
};

/* Return the number of a month, from 0: "Nov" -> 10. */
static int
head_month(struct str s)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (int i = 0; i < 12; i++)
		if (str_eq(s, str_from(names + (size_t)i * 3, 3)))
			return i;
	return -1;
}

/* Cut the next number, up to `end`, off s. */
static int
head_number(struct str *s, char end)
{
	struct str digits;
	int64_t n;

	*s = str_trim(*s);
	digits = str_cut(s, end);
	return str_to_i64(digits, &n) && n >= 0 && n < 10000 ? (int)n : -1;
}

/* Parse "Sat Nov 21 07:57:24 2026", ctime()'s format, as local time. */
static int64_t
head_time(struct str s)
{
	struct tm tm = { .tm_isdst = -1 };
	time_t sec;

	(void)str_cut(&s, ' ');
	tm.tm_mon = head_month(str_cut(&s, ' '));
	tm.tm_mday = head_number(&s, ' ');
	tm.tm_hour = head_number(&s, ':');
	tm.tm_min = head_number(&s, ':');
	tm.tm_sec = head_number(&s, ' ');
	tm.tm_year = head_number(&s, ' ') - 1900;
	if (tm.tm_mon < 0 || tm.tm_mday < 1 || tm.tm_hour < 0 ||
		tm.tm_min < 0 || tm.tm_sec < 0 || tm.tm_year < 70)
		return 0;
	sec = mktime(&tm);
	return sec > 0 && sec < INT64_MAX / 1000000000
		? (int64_t)sec * 1000000000
		: 0;
}

/* ---- Samples, before all events are known ---- */

/* The sample types are the number of samples, then one for each event. A sample
   has a value only for its own event.

       samples  cycles  page-faults
	     1  250000            0
	     1       0            1

   If that would take too much memory, only the first events have columns; the
   others share the column "other events", with a label "event". */

struct perf_row {
	node_id leaf;
	uint32_t who;
	uint32_t event;       /* NONE: unknown */
	int64_t period, time; /* time: ns */
};

/* A thread, with the labels of its samples. */
enum { WHO_LABELS = 4 };

struct perf_who {
	lset_id set;
	uint32_t n;
	struct label label[WHO_LABELS];
};

struct perf_counted {
	str_id name;
	bool no_period; /* a sample lacks a period */
};

struct perf_rows {
	struct builder *builder; /* borrowed */
	VEC(struct perf_row) row;
	VEC(struct perf_counted) event;
	struct map64 event_of; /* str_id -> event */
	size_t columns;        /* number of events that get a column */
	bool no_times, has_times, no_events, clipped;
	VEC(struct perf_who) who;
	struct map64 labels_of; /* (who, event) -> set, for "other events" */
};

enum {
	CELLS_MAX = 4 << 20, /* cells in all columns together */
	COLUMNS_LEAST = 32,  /* columns, even if that exceeds CELLS_MAX */
};

/* Return the index of a sample's event. */
static uint32_t
perf_rows_event(struct perf_rows *r, const struct perf_event *e)
{
	str_id name = builder_string(r->builder, e->event);
	uint32_t *at;

	r->no_times |= !e->has_time;
	r->has_times |= e->has_time;
	r->clipped |= e->clipped;
	r->no_events |= e->event.n == 0;
	if (e->event.n == 0)
		return NONE;
	at = map64_at(&r->event_of, name);
	if (*at == NONE) {
		*at = (uint32_t)r->event.n;
		vec_push(&r->event, ((struct perf_counted){ .name = name }));
	}
	r->event.p[*at].no_period |= !e->has_period;
	return *at;
}

/* Return the event to show first. */
static str_id
default_event(const struct perf_rows *r)
{
	static const char *const best[] = { "cycles", "cpu-cycles", "cpu-clock",
		"task-clock", "instructions" };

	for (size_t i = 0; i < COUNT_OF(best); i++)
		for (size_t k = 0; k < r->columns; k++)
			if (str_is(builder_str(r->builder, r->event.p[k].name),
				    best[i]))
				return r->event.p[k].name;
	return r->event.n > 0 ? r->event.p[0].name : 0;
}

/* Return "cycles" for "cycles:u"; "sched:sched_switch" stays. */
static struct str
perf_event_plain(struct str event)
{
	ptrdiff_t colon = str_rchr(event, ':');

	if (colon <= 0 || (size_t)colon + 1 == event.n)
		return event;
	for (size_t i = (size_t)colon + 1; i < event.n; i++)
		if (event.p[i] == '\0' ||
			strchr("ukhGHIpPSDWeR", event.p[i]) == NULL)
			return event;
	return str_sub(event, 0, (size_t)colon);
}

/* Return the unit of an event's periods. */
static str_id
period_unit(struct builder *b, str_id event)
{
	struct str plain = perf_event_plain(builder_str(b, event));
	bool is_clock =
		str_is(plain, "cpu-clock") || str_is(plain, "task-clock");

	return builder_string(b, is_clock ? STR("nanoseconds") : STR("count"));
}

static void
perf_rows_types(struct perf_rows *r)
{
	struct builder *b = r->builder;
	str_id count = builder_string(b, STR("count"));
	struct map64 once = MAP64_INIT; /* plain name -> is it unique? */
	str_id *plain = xmalloc(mul_size(r->event.n, sizeof(*plain)));

	/* "cycles:u" is named cycles unless there is also cycles:k. */
	for (size_t i = 0; i < r->event.n; i++) {
		uint32_t *at;

		plain[i] = builder_string(b,
			perf_event_plain(builder_str(b, r->event.p[i].name)));
		at = map64_at(&once, plain[i]);
		*at = *at == NONE;
	}
	for (size_t i = 0; i < r->event.n; i++)
		if (plain[i] != NONE && map64_get(&once, plain[i]) == 1)
			r->event.p[i].name = plain[i];
	map64_free(&once);
	free(plain);
	r->columns = CELLS_MAX / (r->row.n + 1);
	if (r->columns < COLUMNS_LEAST)
		r->columns = COLUMNS_LEAST;
	if (r->columns > r->event.n)
		r->columns = r->event.n;
	builder_type(b, builder_string(b, STR("samples")), count);
	for (size_t i = 0; i < r->columns; i++) {
		const struct perf_counted *e = &r->event.p[i];

		builder_type(b, e->name,
			e->no_period ? count : period_unit(b, e->name));
	}
	if (r->columns < r->event.n)
		builder_type(b, builder_string(b, STR("other events")), count);
	builder_header(b)->default_type = default_event(r);
}

static void
perf_rows_samples(struct perf_rows *r)
{
	struct builder *b = r->builder;
	int64_t *value = xcalloc(r->columns + 2, sizeof(*value));
	bool times = r->has_times && !r->no_times;
	int64_t first = INT64_MAX, last = 0;

	if (times)
		builder_times(b);
	for (size_t i = 0; i < r->row.n; i++) {
		const struct perf_row *row = &r->row.p[i];
		size_t column =
			1 + (row->event < r->columns ? row->event : r->columns);
		lset_id labels;
		struct perf_who who;
		struct label all[WHO_LABELS + 1];
		uint32_t *known;

		/* Find the labels of the sample. */
		who = r->who.p[row->who];
		if (row->event < r->columns || row->event == NONE) {
			labels = who.set;
		} else {
			known = map64_at(&r->labels_of,
				(uint64_t)row->who << 32 | row->event);
			if (*known != NONE) {
				labels = *known;
			} else {
				for (uint32_t j = 0; j < who.n; j++)
					all[j] = who.label[j];
				all[who.n] = (struct label){
					.key = builder_string(
						r->builder, STR("event")),
					.str = r->event.p[row->event].name
				};
				if (builder_err(r->builder) == NULL)
					*known = builder_labels(
						r->builder, all, who.n + 1);
				labels = *known;
			}
		}

		value[0] = 1;
		value[column] = row->event != NONE ? row->period : 0;
		if (labels == NONE ||
			builder_sample(b, row->leaf, labels, value) != 0)
			break;
		value[column] = 0;
		if (times)
			builder_time(b, row->time);
		first = row->time < first ? row->time : first;
		last = row->time > last ? row->time : last;
	}
	if (times && r->row.n > 0)
		builder_header(b)->duration_nanos = last - first;
	free(value);
}

/* Find the period of the default event, if all its samples have the same. */
static void
find_period(struct perf_rows *r)
{
	struct builder *b = r->builder;
	struct header *h = builder_header(b);
	int64_t period = 0;

	for (size_t i = 0; i < r->row.n; i++) {
		const struct perf_row *row = &r->row.p[i];

		if (row->event == NONE ||
			r->event.p[row->event].name != h->default_type)
			continue;
		if (r->event.p[row->event].no_period ||
			(period != 0 && row->period != period))
			return;
		period = row->period;
	}
	if (period <= 1)
		return;
	h->period = period;
	h->period_type = h->default_type;
	h->period_unit = period_unit(b, h->default_type);
}

/* ---- Lines ---- */

enum {
	STRAY_PART = 5,    /* warn if 1 of 5 stacks ends outside a program */
	MANY = 1000,       /* maximum number of thread names kept */
	SNIFF_OTHERS = 10, /* this many other lines rule the format out */
};

/* AT_HEADER: the next line decides whether the last one begins a sample. */
enum script_state { OUTSIDE, AT_HEADER, IN_SAMPLE, IN_SKIPPED };

struct perf_text {
	struct read_job *job;
	struct perf_frames frames;
	struct perf_head head;
	enum script_state state;
	struct strbuf header; /* the pending line */
	size_t header_line;   /* line number of `header` */
	bool sure;            /* unmistakable event lines were seen */
	bool bare; /* event lines were seen that are recognised only by the
		      frame in them */
	bool alone;           /* the only frame is in the event line */
	size_t line;          /* number of the current line, from 1 */
	struct perf_row now;
	VEC(loc_id) stack; /* stack of `now`, leaf first */
	struct perf_rows rows;
	struct arena arena; /* for `who` and texts of frames */
	struct intern who;  /* texts of rows.who */
	VEC(str_id) comm;   /* distinct names of threads */
	size_t own_lines;   /* lines below the event line of `now` */
	size_t bad, first_bad, lost, deepest;
	size_t stray; /* stacks whose outermost frame is in no program */
	bool is_over; /* the memory limit is exceeded */
};

struct perf_text *
perf_text_new(struct read_job *job)
{
	struct perf_text *t = xcalloc(1, sizeof(*t));

	t->job = job;
	t->rows.builder = job->builder;
	perf_frames_init(&t->frames, job->builder, &t->arena);
	intern_init(&t->who, &t->arena);
	return t;
}

void
perf_text_free(struct perf_text *t)
{
	if (t == NULL)
		return;
	perf_frames_fini(&t->frames);
	strbuf_free(&t->header);
	intern_fini(&t->who);
	arena_free(&t->arena);
	vec_free(&t->rows.row);
	vec_free(&t->rows.event);
	map64_free(&t->rows.event_of);
	vec_free(&t->stack);
	vec_free(&t->rows.who);
	map64_free(&t->rows.labels_of);
	vec_free(&t->comm);
	free(t);
}

size_t
perf_text_samples(const struct perf_text *t)
{
	return t->rows.row.n;
}

/* Add a text label, unless it is empty. */
static void
perf_label(struct builder *b, struct perf_who *who, struct str key,
	struct str value)
{
	if (value.n == 0)
		return;
	who->label[who->n++] = (struct label){ .key = builder_string(b, key),
		.str = builder_string(b, value) };
}

static uint32_t
perf_labels(struct perf_text *t, const struct perf_event *e)
{
	struct builder *b = t->job->builder;
	uint32_t who = intern_copy(&t->who, e->who);
	struct perf_who fresh = { .set = 0 };
	size_t known = 0;

	if (who < t->rows.who.n)
		return who;
	while (t->rows.who.n < who)
		vec_push(&t->rows.who, fresh);
	perf_label(b, &fresh, STR("comm"), e->comm);
	if (fresh.n > 0 && t->comm.n < MANY) {
		while (known < t->comm.n &&
			t->comm.p[known] != fresh.label[0].str)
			known++;
		if (known == t->comm.n)
			vec_push(&t->comm, fresh.label[0].str);
	}
	perf_label(b, &fresh, STR("pid"), e->pid);
	perf_label(b, &fresh, STR("tid"), e->tid);
	perf_label(b, &fresh, STR("cpu"), e->cpu);
	fresh.set = builder_labels(b, fresh.label, fresh.n);
	vec_push(&t->rows.who, fresh);
	return who;
}

static void
flush_frame(struct perf_text *t)
{
	loc_id loc = perf_frames_take(&t->frames);

	if (loc != NONE)
		vec_push(&t->stack, loc);
}

static void
begin_sample(struct perf_text *t, const struct perf_event *e)
{
	struct perf_frame f;
	bool alone = perf_frame_line(e->rest, &f) && f.dso.n > 0;

	t->state = IN_SAMPLE;
	t->alone = alone;
	t->stack.n = 0;
	t->own_lines = 0;
	t->frames.placed = t->head.unwound;
	perf_frames_begin(&t->frames);
	t->now = (struct perf_row){ .who = perf_labels(t, e),
		.event = perf_rows_event(&t->rows, e),
		.period = e->period,
		.time = e->time };
	if (!alone)
		return;
	/* Without a call graph the event line has the only frame. */
	perf_frames_add(&t->frames, e->rest, &f);
	t->frames.alone = true;
	flush_frame(t);
	t->frames.alone = false;
}

/* True if the outermost frame is in no program: unwinding by frame pointers may
   end in data. */
static bool
is_stray(const struct perf_text *t)
{
	static const char *const data[] = { "[heap", "[stack", "[anon",
		"//anon" };
	struct str file;

	if (t->stack.n <= 1 || t->frames.taken == NONE)
		return t->stack.n > 1;
	file = builder_str(
		t->job->builder, t->frames.map.p[t->frames.taken].file);
	for (size_t i = 0; i < COUNT_OF(data); i++)
		if (str_starts(file, str_c(data[i])))
			return true;
	return false;
}

/* Complete the current sample. */
static void
end_sample(struct perf_text *t)
{
	struct builder *b = t->job->builder;
	size_t max = t->job->max_memory;

	if (t->state == IN_SAMPLE) {
		flush_frame(t);
		t->now.leaf = builder_stack(b, t->stack.p, t->stack.n);
		t->stray += is_stray(t);
		if (t->stack.n > t->deepest)
			t->deepest = t->stack.n;
		vec_push(&t->rows.row, t->now);
		if (t->rows.row.n % 1024 == 0 && max != 0)
			t->is_over |= builder_bytes(b) + t->arena.held +
					t->rows.row.cap *
						sizeof(*t->rows.row.p) +
					intern_bytes(&t->who) +
					perf_frames_bytes(&t->frames) >
				max;
	}
	t->state = OUTSIDE;
}

/* Parse a line of --show-mmap-events. False if it is a different line. */
static bool
take_perf_map(struct perf_text *t, struct str line)
{
	struct perf_map map;

	if (!perf_map_line(line, &map))
		return false;
	end_sample(t);
	perf_maps_add(&t->frames.maps, &map);
	return true;
}

static void
take_frame(struct perf_text *t, struct str line)
{
	struct perf_frames *all = &t->frames;
	struct perf_frame f;
	bool joins;

	if (!perf_frame_line(line, &f)) {
		if (take_perf_map(t, line))
			return;
		t->own_lines++;
		/* With -F +srcline, this is the source of the frame above. */
		perf_frames_source(all, line);
		return;
	}
	t->own_lines++;
	/* True if the frame belongs to the location being collected. */
	joins = all->text.n > 0 && all->address == f.address &&
		(f.inlined || !all->has_dso);
	if (!joins)
		flush_frame(t);
	perf_frames_add(all, str_trim(line), &f);
}

/* ---- Kinds of lines ---- */

/* Parse the pending line. */
static void
parse_header(const struct perf_text *t, struct perf_event *e)
{
	struct str line = strbuf_str(&t->header);

	if (!perf_event_line(line, e))
		perf_bare_line(line, e);
}

/* End a pending line without frames. Among samples with stacks it may be a
   sample without one, if it has more than a comm. */
static void
header_ends(struct perf_text *t)
{
	struct perf_event e;

	if (t->state != AT_HEADER)
		return;
	parse_header(t, &e);
	t->state = OUTSIDE;
	if (t->bare && (e.event.n > 0 || e.tid.n > 0 || e.has_time)) {
		begin_sample(t, &e);
		end_sample(t);
	} else {
		size_t line = t->header_line;

		if (t->bad++ == 0)
			t->first_bad = line;
	}
}

/* Handle a line that is not a frame. */
static void
take_event_line(struct perf_text *t, struct str line)
{
	struct perf_event e;

	header_ends(t);
	end_sample(t);
	t->state = IN_SKIPPED;
	if (take_perf_map(t, line))
		return;
	if (!perf_event_line(line, &e)) {
		perf_bare_line(line, &e);
		/* Skip records of --show-task-events and the like. */
		if (str_find(line, STR(": PERF_RECORD_"), 0) >= 0)
			return;
	} else if (str_starts(e.event, STR("PERF_RECORD_"))) {
		/* from --show-lost-events */
		t->lost += str_starts(e.event, STR("PERF_RECORD_LOST"));
		return;
	} else if (perf_event_is_sure(&e)) {
		t->sure = true;
		begin_sample(t, &e);
		return;
	}
	/* All event lines have the same fields. */
	if (t->sure) {
		size_t bad_line = t->line;

		if (t->bad++ == 0)
			t->first_bad = bad_line;
	} else if (perf_frame_is_sure(e.rest)) {
		t->bare = true;
		begin_sample(t, &e);
	} else {
		t->state = AT_HEADER;
		strbuf_reset(&t->header);
		strbuf_add(&t->header, line);
		t->header_line = t->line;
	}
}

/* True if an indented line belongs to the sample, or to a skipped record. */
static bool
belongs_below(const struct perf_text *t, struct str line)
{
	struct perf_event e;

	switch (t->state) {
	case AT_HEADER:
		return perf_frame_is_sure(line);
	case IN_SAMPLE:
	case IN_SKIPPED:
		/* Event lines are indented with blanks. */
		if (line.p[0] == '\t')
			return true;
		if (perf_event_line(line, &e))
			return !perf_event_is_sure(&e) &&
				!(t->alone && perf_frame_is_sure(e.rest));
		perf_bare_line(line, &e);
		return !(t->alone && t->bare && perf_frame_is_sure(e.rest));
	case OUTSIDE:
		/* Accept output that has only frames. */
		return line.p[0] == '\t' && !t->sure &&
			perf_frame_is_sure(line);
	}
	return false;
}

int
perf_text_line(struct perf_text *t, struct str line)
{
	bool indented = line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');

	t->line++;
	if (line.n == 0) {
		header_ends(t);
		end_sample(t);
	} else if (line.p[0] == '#') {
		struct builder *b = t->job->builder;
		struct str value = str_trim(str_skip(line, 1));
		struct str key = str_trim(str_cut(&value, ':'));

		value = str_trim(value);
		if (value.n != 0) {
			if (str_is(key, "captured on") && t->head.taken == 0)
				t->head.taken = head_time(value);
			/* perf unwinds copies of the stack, and the call stacks
			   of the processor. */
			if (str_is(key, "event"))
				t->head.unwound |=
					str_find(value, STR("STACK_USER"), 0) >=
						0 ||
					str_find(value, STR("CALL_STACK"), 0) >=
						0;
			for (int i = 0; i < PERF_FACTS; i++)
				if (t->head.fact[i] == 0 &&
					str_is(key, facts[i].key))
					t->head.fact[i] =
						builder_string(b, value);
		}
	} else if (indented && belongs_below(t, line)) {
		if (t->state == OUTSIDE)
			strbuf_reset(&t->header);
		if (t->state == OUTSIDE || t->state == AT_HEADER) {
			struct perf_event e;

			/* Frames follow the pending line: it begins a
			   sample. */
			parse_header(t, &e);
			t->bare = true;
			begin_sample(t, &e);
		}
		if (t->state == IN_SAMPLE)
			take_frame(t, line);
		else
			(void)take_perf_map(t, line);
	} else {
		take_event_line(t, line);
	}
	return t->is_over || builder_err(t->job->builder) != NULL ? -1 : 0;
}

int
perf_text_end(struct perf_text *t, bool is_cut, struct err *err)
{
	struct builder *b = t->job->builder;
	struct strbuf text = STRBUF_INIT;
	struct warnings *warnings;

	if (t->is_over)
		return err_set(err, ERR_LIMIT,
			"its samples need more than the memory limit (see "
			"--max-memory)");
	if (read_check(b, err) != 0)
		return -1;
	if (partial_is(&t->job->partial))
		t->state = OUTSIDE; /* the last sample may be incomplete */
	else if (t->state == IN_SAMPLE && is_cut)
		warnings_add(t->job->warnings,
			"no newline at the end: the stack of line %zu may be "
			"truncated, samples may be missing",
			t->line);
	else if (t->state == IN_SAMPLE && t->own_lines > 0)
		warnings_add(t->job->warnings,
			"perf script: no blank line at the end, line %zu: the "
			"last stack may be truncated",
			t->line);
	header_ends(t);
	end_sample(t);
	if (t->rows.row.n == 0 && t->bad > 0)
		return err_set(err, ERR_FORMAT,
			"no line is a sample: an event line is \"comm pid "
			"[cpu] time: period event:\" (line %zu)",
			t->first_bad);
	if (t->rows.row.n == 0)
		return err_set(err, ERR_FORMAT,
			"no samples in %zu lines of perf script", t->line);
	perf_rows_types(&t->rows);
	perf_rows_samples(&t->rows);
	find_period(&t->rows);
	perf_frames_end(&t->frames, t->comm.p, t->comm.n);
	builder_header(b)->time_nanos = t->head.taken;
	for (int i = 0; i < PERF_FACTS; i++) {
		if (t->head.fact[i] == 0)
			continue;
		strbuf_reset(&text);
		strbuf_addf(&text, "%s ", facts[i].shown);
		strbuf_add(&text, builder_str(b, t->head.fact[i]));
		read_comment(b, strbuf_str(&text));
	}
	strbuf_free(&text);
	if (read_check(b, err) != 0)
		return -1;
	warnings = t->job->warnings;
	if (t->bad > 0)
		warnings_add(warnings,
			"perf script: %zu lines were not understood and were "
			"skipped; the first is line %zu",
			t->bad, t->first_bad);
	if (t->rows.no_events)
		warnings_add(warnings,
			"perf script without an event: each stack counts as "
			"one; leave out -F, or add event and period to it");
	if (t->lost > 0)
		warnings_add(warnings,
			"perf: samples were lost %zu times while recording: "
			"the profile is incomplete",
			t->lost);
	if (t->stray * STRAY_PART > t->rows.row.n)
		warnings_add(warnings,
			"%zu of %zu stacks look truncated: their outermost "
			"callers are missing; perf record --call-graph dwarf "
			"records whole stacks",
			t->stray, t->rows.row.n);
	if (t->frames.late > 0)
		warnings_add(warnings,
			"perf looks up callers at their return addresses: %zu "
			"line numbers may be too high by one",
			t->frames.late);
	if (t->deepest <= 1)
		warnings_add(warnings,
			"no call graph; perf record -g records whole stacks");
	if (t->comm.n > 1)
		warnings_add(warnings,
			"%zu%s programs and threads recorded: tagroot=comm "
			"separates them",
			t->comm.n, t->comm.n == MANY ? " and more" : "");
	if (t->rows.clipped)
		read_warn_clipped(t->job);
	if (t->rows.columns < t->rows.event.n)
		warnings_add(t->job->warnings,
			"perf: %zu event types; the last %zu share a column "
			"and differ in the label event",
			t->rows.event.n, t->rows.event.n - t->rows.columns);
	return 0;
}

static int
perfscript_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	struct perf_event e;
	struct perf_map map;
	size_t events = 0, others = 0;

	lines_sniff(&lines, bytes);
	while (others < SNIFF_OTHERS && lines_next(&lines, &line)) {
		struct str rest = lines.rest, next = str_cut(&rest, '\n');
		struct perf_event stack_e;
		bool has_sure_stack;

		if (str_trim(line).n == 0) {
			/* Frames without an event line. */
			if (next.n > 0 && next.p[0] == '\t' &&
				perf_frame_is_sure(next))
				return SNIFF_YES;
			continue;
		}
		if (line.p[0] == '#')
			continue;
		if (perf_map_line(line, &map))
			return SNIFF_YES;
		if (perf_event_line(line, &e) && perf_event_is_sure(&e)) {
			struct perf_frame f;
			bool has_stack;

			if (str_starts(e.event, STR("PERF_RECORD_")))
				continue;
			/* A frame follows the event line, or is part of it. */
			if (perf_frame_line(e.rest, &f) && f.dso.n > 0)
				has_stack = true;
			else
				has_stack = next.n > 0 &&
					(next.p[0] == ' ' ||
						next.p[0] == '\t') &&
					perf_frame_line(next, &f);
			if (has_stack)
				return SNIFF_YES;
			events += e.has_time;
			others += !e.has_time;
			continue;
		}
		/* An event line that needs a frame, in it or after it, to be
		   recognised. */
		if (!perf_event_line(line, &stack_e))
			perf_bare_line(line, &stack_e);
		has_sure_stack = perf_frame_is_sure(next) ||
			perf_frame_is_sure(stack_e.rest);
		if (has_sure_stack)
			return SNIFF_YES;
		others++;
	}
	if (events == 0)
		return SNIFF_NO;
	strbuf_addstr(
		why, "event lines without stacks: record with perf record -g");
	return SNIFF_NEAR;
}

/* ---- The reader ---- */

static int
perfscript_read(struct read_job *job, struct err *err)
{
	struct perf_text *t = perf_text_new(job);
	struct lines lines;
	struct str line;
	bool is_cut = job->bytes.p[job->bytes.n - 1] != '\n';
	int rc = -1;

	lines_init(&lines, job->bytes, job);
	while (lines_next(&lines, &line))
		if (perf_text_line(t, line) != 0)
			break;
	if (lines_end(&lines, err) == 0)
		rc = perf_text_end(t, is_cut, err);
	perf_text_free(t);
	return rc;
}

const struct reader reader_perfscript = { "perfscript", "perf script text",
	perfscript_read, .sniff = perfscript_sniff };
