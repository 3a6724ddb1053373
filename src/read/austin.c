/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads samples of Austin, a sampler for Python, in its binary form (below) or
 * as text. The text looks like folded stacks with more detail; comments begin
 * with a '#':
 *
 *     # austin: 3.7.0
 *     # mode: wall
 *     P123;T0:7f3a;app.py:main:12;app.py:work:30 5098
 *
 * The number is a time in us, or bytes if memory was sampled. In full mode
 * there are three: the time, 1 if idle, and bytes: "5098,1,4096".
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"

enum austin_mode { AUSTIN_WALL, AUSTIN_CPU, AUSTIN_MEMORY, AUSTIN_FULL };

static const char *const austin_modes[] = { "wall", "cpu", "memory", "full" };

static const struct {
	const char *type, *unit;
	unsigned modes; /* 1 << austin_mode for each mode with this type */
} austin_types[] = {
	{ "freed_space", "bytes", 1 << AUSTIN_MEMORY | 1 << AUSTIN_FULL },
	{ "alloc_space", "bytes", 1 << AUSTIN_MEMORY | 1 << AUSTIN_FULL },
	{ "cpu", "nanoseconds", 1 << AUSTIN_CPU | 1 << AUSTIN_FULL },
	{ "wall", "nanoseconds", 1 << AUSTIN_WALL | 1 << AUSTIN_FULL },
};
enum {
	FREED_SPACE,
	ALLOC_SPACE,
	AUSTIN_CPU_TIME,
	AUSTIN_WALL_TIME,
	AUSTIN_TYPES
};

struct austin {
	struct read_job *job;
	struct builder *b;
	struct loctable locs;
	struct rows rows;
	enum austin_mode mode;
	struct damage lines; /* lines of text left out */
	bool has_rows, is_ended, is_cut;
	bool clipped;
};

struct austin_sample {
	node_id leaf;
	lset_id labels;
	int64_t time, bytes; /* time in us */
	bool idle;
};

static int64_t
austin_nanos(struct austin *a, int64_t us)
{
	return i64_mul(us, 1000, &a->clipped);
}

/* Apply a header line, "key: value". */
static void
austin_head(struct austin *a, struct str key, struct str value)
{
	struct header *h = builder_header(a->b);
	struct strbuf text = STRBUF_INIT;
	int64_t n;

	if (str_is(key, "mode")) {
		for (size_t i = 0; i < COUNT_OF(austin_modes); i++)
			if (str_is(value, austin_modes[i]))
				a->mode = (enum austin_mode)i;
	} else if (str_is(key, "interval") && str_to_i64(value, &n)) {
		h->period = austin_nanos(a, n);
	} else if (str_is(key, "duration") && str_to_i64(value, &n)) {
		h->duration_nanos = austin_nanos(a, n);
		a->is_ended = true;
	} else if (str_is(key, "austin") || str_is(key, "python")) {
		strbuf_addf(&text, "%.*s %.*s", STR_ARG(key), STR_ARG(value));
		read_comment(a->b, strbuf_str(&text));
		strbuf_free(&text);
	}
}

static void
austin_add(struct austin *a, const struct austin_sample *s)
{
	const int64_t all[AUSTIN_TYPES] = {
		[FREED_SPACE] = s->bytes < 0 ? i64_abs(s->bytes) : 0,
		[ALLOC_SPACE] = s->bytes > 0 ? s->bytes : 0,
		[AUSTIN_CPU_TIME] = s->idle ? 0 : austin_nanos(a, s->time),
		[AUSTIN_WALL_TIME] = austin_nanos(a, s->time),
	};
	int64_t value[AUSTIN_TYPES];
	size_t n = 0;

	for (size_t i = 0; i < AUSTIN_TYPES; i++) {
		if ((austin_types[i].modes >> a->mode & 1) == 0)
			continue;
		if (!a->has_rows)
			read_type(a->b, str_c(austin_types[i].type),
				str_c(austin_types[i].unit));
		value[n++] = all[i];
	}
	if (!a->has_rows)
		rows_init(&a->rows, a->b, n, false);
	a->has_rows = true;
	rows_add(&a->rows, s->leaf, s->labels, value, 0);
}

/* Return the labels of a process and a thread. */
static lset_id
austin_labels(struct austin *a, struct str pid, struct str tid)
{
	struct label label[] = { { .key = builder_string(a->b, STR("pid")),
					 .str = builder_string(a->b, pid) },
		{ .key = builder_string(a->b, STR("tid")),
			.str = builder_string(a->b, tid) } };

	return builder_labels(a->b, label, 2);
}

/* Return the colon before the function in "FILE:FUNCTION", or -1. Colons may
   also be in the file, or in angle brackets: "a.py:<cell line: 3>". */
static ptrdiff_t
austin_function(struct str s)
{
	size_t depth = 0;

	for (size_t i = s.n; str_ends(s, STR(">")) && i-- > 0;) {
		depth += s.p[i] == '>';
		if (s.p[i] == '<' && depth > 0)
			depth--;
		if (s.p[i] == ':' && depth == 0)
			return (ptrdiff_t)i;
	}
	return str_rchr(s, ':');
}

/* Parse "5098", or "5098,1,4096" in full mode. */
static bool
austin_metrics(const struct austin *a, struct str s, struct austin_sample *out)
{
	int64_t idle = 0;
	struct str time;

	if (a->mode == AUSTIN_MEMORY)
		return str_to_i64(s, &out->bytes);
	if (a->mode != AUSTIN_FULL)
		return str_to_i64(s, &out->time);
	/* Austin's converter from the binary form writes only the time. */
	if (str_to_i64(s, &out->time))
		return true;
	time = str_cut(&s, ',');
	if (!str_to_i64(time, &out->time) ||
		!str_to_i64(str_cut(&s, ','), &idle))
		return false;
	out->idle = idle != 0;
	return str_to_i64(s, &out->bytes);
}

/* Add the sample "P1;T0:7f3a;frame;frame 12". False if the line is not one. */
static bool
austin_line(struct austin *a, struct str line)
{
	struct austin_sample s = { .leaf = 0 };
	ptrdiff_t blank = str_rchr(line, ' ');
	struct str rest, pid, tid, thread;

	if (blank < 0 ||
		!austin_metrics(a, str_skip(line, (size_t)blank + 1), &s))
		return false;
	rest = str_sub(line, 0, (size_t)blank);
	pid = str_cut(&rest, ';');
	thread = str_cut(&rest, ';');
	if (!str_starts(pid, STR("P")) || !str_starts(thread, STR("T")))
		return false;
	tid = str_skip(thread, (size_t)(str_rchr(thread, ':') + 1));
	if (tid.n == thread.n)
		tid = str_skip(tid, 1);
	s.labels = austin_labels(a, str_skip(pid, 1), tid);
	while (rest.n > 0 && s.leaf != NONE) {
		struct str frame_s = str_cut(&rest, ';');
		struct loctable_row row = { .name = frame_s };
		ptrdiff_t second = str_rchr(frame_s, ':'), first;

		/* "FILE:FUNCTION:LINE"; ":GC:" has neither file nor line. */
		if (second > 0 &&
			(first = austin_function(
				 str_sub(frame_s, 0, (size_t)second))) >= 0) {
			if (!str_to_i64(str_skip(frame_s, (size_t)second + 1),
				    &row.line))
				row.line = 0;
			row.name = str_sub(
				frame_s, (size_t)first + 1, (size_t)second);
			row.file = str_sub(frame_s, 0, (size_t)first);
		}
		s.leaf =
			builder_step(a->b, s.leaf, loctable_at(&a->locs, &row));
	}
	austin_add(a, &s);
	return true;
}

static int
austin_text(struct austin *a, struct err *err)
{
	struct lines lines;
	struct str line;

	lines_init(&lines, a->job->bytes, a->job);
	while (lines_next(&lines, &line)) {
		if (str_starts(line, STR("# "))) {
			struct str value = str_skip(line, 2);
			struct str key = str_cut(&value, ':');

			austin_head(a, key, str_trim(value));
		} else if (line.n > 0 && !austin_line(a, line)) {
			/* The last line may be truncated. */
			if (lines.rest.n == 0 &&
				!str_ends(a->job->bytes, STR("\n")))
				break;
			(void)read_bad_line(
				err, "not a sample:", line, lines.number);
			(void)damage_take(&a->lines, err);
		}
	}
	return lines_end(&lines, err);
}

/* ---- The binary form, MOJO ---- */

/* "MOJ", a version, then events: a byte for the type, then numbers and
   NUL-terminated texts. Each process numbers its strings and frames separately.
   Events after MOJO_STACK belong to that stack, up to the next MOJO_STACK. In a
   number, bit 7 of each byte is set if another byte follows, and bit 6 of the
   first byte if it is negative; the other bits are its value. */

enum mojo_event {
	MOJO_METADATA = 1,
	MOJO_STACK,
	MOJO_FRAME,
	MOJO_INVALID,
	MOJO_FRAME_REF,
	MOJO_KERNEL,
	MOJO_GC,
	MOJO_IDLE,
	MOJO_TIME,
	MOJO_MEMORY,
	MOJO_STRING,
	MOJO_STRING_REF,
	MOJO_REPEAT, /* put the thread's previous stack before this one */
	MOJO_TASK,
	MOJO_TASK_WAITER,
	MOJO_TASK_RUNNING,
};

struct mojo_stack {
	VEC(uint32_t) frame;
	VEC(node_id) node; /* [frame] node of the frame's path */
};

struct mojo {
	struct austin *a;
	struct str rest;
	int64_t version, pid;
	struct map64 string_of, frame_of; /* (process, key) -> index */
	struct map64 known;               /* location -> index into frame[] */
	VEC(struct str) string;
	VEC(struct loctable_row) frame;
	VEC(loc_id) loc;               /* location of each frame */
	/* Indices into frame[], root first, after `repeated` frames of the
	   thread's previous stack. */
	VEC(uint32_t) stack;
	size_t repeated;
	struct map64 thread_of;        /* labels -> index into before[] */
	VEC(struct mojo_stack) before; /* previous stack of each thread */
	struct austin_sample sample;
	bool in_sample, is_gc, is_repeated;
	bool at_end;         /* the input ends within a number or a string */
	int64_t task_frames; /* frames still to skip, which belong to a task */
};

static bool
mojo_int(struct mojo *m, int64_t *out)
{
	uint64_t n = 0;
	unsigned shift = 6;
	unsigned char byte, first;

	m->at_end = m->rest.n == 0;
	if (m->at_end)
		return false;
	byte = first = (unsigned char)m->rest.p[0];
	n = byte & 0x3f;
	m->rest = str_skip(m->rest, 1);
	while (byte & 0x80) {
		m->at_end = m->rest.n == 0;
		if (m->at_end || shift > 62)
			return false;
		byte = (unsigned char)m->rest.p[0];
		m->rest = str_skip(m->rest, 1);
		n |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	}
	*out = (int64_t)((first & 0x40) != 0 ? 0 - n : n);
	return true;
}

static bool
mojo_text(struct mojo *m, struct str *out)
{
	ptrdiff_t end = str_chr(m->rest, '\0');

	m->at_end = end < 0;
	if (m->at_end)
		return false;
	*out = str_sub(m->rest, 0, (size_t)end);
	m->rest = str_skip(m->rest, (size_t)end + 1);
	return true;
}

static uint64_t
mojo_key(const struct mojo *m, int64_t key)
{
	return hash_join((uint64_t)m->pid, (uint64_t)key);
}

static struct str
mojo_string(const struct mojo *m, int64_t key)
{
	uint32_t i = map64_get(&m->string_of, mojo_key(m, key));

	return i != NONE   ? m->string.p[i]
		: key == 1 ? STR("<unknown>")
			   : STR_EMPTY;
}

static uint32_t
mojo_add_frame(struct mojo *m, const struct loctable_row *row)
{
	loc_id loc = loctable_at(&m->a->locs, row);
	uint32_t *known = map64_at(&m->known, loc);

	if (*known == NONE) {
		*known = (uint32_t)m->frame.n;
		vec_push(&m->frame, *row);
		vec_push(&m->loc, loc);
	}
	return *known;
}

static void
mojo_push(struct mojo *m, const char *file, struct str name)
{
	const struct loctable_row row = { .name = name, .file = str_c(file) };

	vec_push(&m->stack, mojo_add_frame(m, &row));
}

/* True if the frame is neither in a Python file nor in "<frozen os>". */
static bool
mojo_is_native(const struct mojo *m, uint32_t frame)
{
	struct str file = m->frame.p[frame].file;

	return !str_ends(file, STR(".py")) &&
		!(str_starts(file, STR("<")) && str_ends(file, STR(">")));
}

static void
mojo_end_sample(struct mojo *m)
{
	struct mojo_stack *before;
	uint32_t *i;

	if (!m->in_sample)
		return;
	i = map64_at(&m->thread_of, m->sample.labels);
	if (*i == NONE) {
		*i = (uint32_t)m->before.n;
		vec_push(&m->before, ((struct mojo_stack){ { NULL, 0, 0 } }));
	}
	before = &m->before.p[*i];
	before->frame.n = before->node.n = m->repeated;
	m->sample.leaf = m->repeated > 0 ? before->node.p[m->repeated - 1] : 0;
	for (size_t k = 0; k < m->stack.n && m->sample.leaf != NONE; k++) {
		m->sample.leaf = builder_step(
			m->a->b, m->sample.leaf, m->loc.p[m->stack.p[k]]);
		vec_push(&before->frame, m->stack.p[k]);
		vec_push(&before->node, m->sample.leaf);
	}
	if (m->is_gc && m->sample.leaf != NONE)
		m->sample.leaf = builder_step(m->a->b, m->sample.leaf,
			loctable_at(&m->a->locs,
				&(struct loctable_row){ .name = STR("GC") }));
	austin_add(m->a, &m->sample);
}

static bool
mojo_names(struct mojo *m, int event)
{
	struct str text, value;
	int64_t key;

	if (event == MOJO_METADATA) {
		if (!mojo_text(m, &text) || !mojo_text(m, &value))
			return false;
		austin_head(m->a, text, value);
		return true;
	}
	if (event == MOJO_STRING) {
		if (!mojo_int(m, &key) || !mojo_text(m, &text))
			return false;
		map64_put(
			&m->string_of, mojo_key(m, key), (uint32_t)m->string.n);
		vec_push(&m->string, text);
		return true;
	}
	if (!mojo_text(m, &text))
		return false;
	mojo_push(m, "kernel", text);
	return true;
}

static bool
mojo_event(struct mojo *m, int event)
{
	int64_t n;

	switch (event) {
	case MOJO_METADATA:
	case MOJO_STRING:
	case MOJO_KERNEL:
		return mojo_names(m, event);
	case MOJO_STACK: {
		char pid[24];
		int64_t iid;
		struct str tid;

		mojo_end_sample(m);
		if (!mojo_int(m, &m->pid) ||
			(m->version >= 3 && !mojo_int(m, &iid)) ||
			!mojo_text(m, &tid))
			return false;
		(void)snprintf(pid, sizeof(pid), "%" PRId64, m->pid);
		m->sample = (struct austin_sample){
			.labels = austin_labels(m->a, str_c(pid), tid)
		};
		m->in_sample = true;
		m->is_gc = m->is_repeated = false;
		m->stack.n = m->repeated = 0;
		m->task_frames = 0;
		return true;
	}
	case MOJO_FRAME: {
		struct loctable_row row = { .name = STR_EMPTY };
		int64_t key, file, name, more;

		/* Key, file, name, line. The three further positions since
		   version 2 are skipped: the text form lacks them. */
		if (!mojo_int(m, &key) || !mojo_int(m, &file) ||
			!mojo_int(m, &name) || !mojo_int(m, &row.line))
			return false;
		for (int i = 0; m->version >= 2 && i < 3; i++)
			if (!mojo_int(m, &more))
				return false;
		row.name = mojo_string(m, name);
		row.file = mojo_string(m, file);
		map64_put(&m->frame_of, mojo_key(m, key),
			mojo_add_frame(m, &row));
		return true;
	}
	case MOJO_INVALID:
		mojo_push(m, "", STR("INVALID"));
		return true;
	case MOJO_FRAME_REF: {
		int64_t key;
		uint32_t frame;

		if (!mojo_int(m, &key))
			return false;
		frame = map64_get(&m->frame_of, mojo_key(m, key));
		if (m->task_frames > 0)
			m->task_frames--;
		else if (frame != NONE)
			vec_push(&m->stack, frame);
		return frame != NONE;
	}
	case MOJO_GC:
		m->is_gc = true;
		return true;
	case MOJO_IDLE:
		m->sample.idle = true;
		return true;
	case MOJO_TIME:
		return mojo_int(m, &m->sample.time);
	case MOJO_MEMORY:
		return mojo_int(m, &m->sample.bytes);
	case MOJO_REPEAT: {
		uint32_t i = map64_get(&m->thread_of, m->sample.labels);
		const uint32_t *frame;
		size_t count;

		/* Put the thread's previous stack, without native frames at its
		   leaf, before this one, once per sample. */
		if (i != NONE && !m->is_repeated) {
			m->is_repeated = true;
			frame = m->before.p[i].frame.p;
			count = m->before.p[i].frame.n;
			while (count > 0 && mojo_is_native(m, frame[count - 1]))
				count--;
			m->repeated = count;
		}
	}
		return true;
	case MOJO_TASK:
		return mojo_int(m, &n) && mojo_int(m, &n) && /* NOLINT: two */
			mojo_int(m, &m->task_frames);
	case MOJO_TASK_WAITER:
		return mojo_int(m, &n) && mojo_int(m, &n); /* NOLINT: two */
	case MOJO_STRING_REF:
	case MOJO_TASK_RUNNING:
		return mojo_int(m, &n);
	default:
		return false;
	}
}

static int
austin_mojo(struct austin *a, struct err *err)
{
	struct mojo m = { .a = a, .rest = str_skip(a->job->bytes, 3) };
	struct read_job *job = a->job;
	size_t at = 3, samples = 0;
	int rc = 0;

	if (!mojo_int(&m, &m.version) || m.version < 1)
		rc = err_set(err, ERR_FORMAT, "no version (byte 3)");
	else if (m.version > 4)
		warnings_add(job->warnings,
			"MOJO of version %" PRId64 " is newer than this "
			"reader",
			m.version);
	while (rc == 0 && m.rest.n > 0) {
		int event = (unsigned char)m.rest.p[0];

		at = job->bytes.n - m.rest.n;
		m.rest = str_skip(m.rest, 1);
		if (event == MOJO_STACK && read_enough(job, ++samples, 0, at))
			break;
		if (!mojo_event(&m, event)) {
			a->is_cut = m.at_end;
			if (!a->is_cut) {
				/* Nothing can be read after a damaged event. */
				if (!a->has_rows) {
					rc = err_set(err, ERR_FORMAT,
						"event %d is damaged (byte "
						"%zu)",
						event, at);
				} else {
					a->is_cut = true;
					warnings_add(a->job->warnings,
						"event %d is damaged (byte "
						"%zu): the samples after it "
						"were left out",
						event, at);
					rc = 0;
				}
			}
			break;
		}
		if (samples % 1024 == 0 && rc == 0)
			rc = read_check(a->b, err) != 0
				? -1
				: read_limit(job,
					  m.frame.cap * sizeof(*m.frame.p) +
						  m.string.cap *
							  sizeof(*m.string.p),
					  "frames need", err);
		if (rc == 0 && progress_stopped(job->progress))
			rc = err_set(err, ERR_CANCELLED, "cancelled");
	}
	if (rc == 0 && !a->is_cut)
		mojo_end_sample(&m);
	map64_free(&m.string_of);
	map64_free(&m.frame_of);
	map64_free(&m.known);
	map64_free(&m.thread_of);
	vec_free(&m.string);
	vec_free(&m.frame);
	vec_free(&m.loc);
	vec_free(&m.stack);
	for (size_t i = 0; i < m.before.n; i++) {
		vec_free(&m.before.p[i].frame);
		vec_free(&m.before.p[i].node);
	}
	vec_free(&m.before);
	return rc;
}

static int
austin_read(struct read_job *job, struct err *err)
{
	struct austin a = { .job = job,
		.b = job->builder,
		.locs = { .builder = job->builder } };
	struct header *h = builder_header(a.b);
	bool is_text = !str_starts(job->bytes, STR("MOJ"));
	int rc = (is_text ? austin_text : austin_mojo)(&a, err);

	if (rc == 0 && !a.has_rows)
		rc = damage_refuse(&a.lines, err);
	if (rc == 0 && !a.has_rows)
		rc = err_set(err, ERR_FORMAT, "no samples");
	if (rc == 0)
		rc = rows_end(&a.rows, err);
	if (rc == 0) {
		h->period_type = builder_string(
			a.b, str_c(a.mode == AUSTIN_CPU ? "cpu" : "wall"));
		h->period_unit = builder_string(a.b, STR("nanoseconds"));
		/* Warn if the end that Austin writes is missing. */
		if (!partial_is(&a.job->partial)) {
			if (!a.is_ended)
				warnings_add(a.job->warnings,
					"no duration at the end, where Austin "
					"writes one: samples may be missing");
			else if (is_text && !str_ends(a.job->bytes, STR("\n")))
				warnings_add(a.job->warnings,
					"no newline at the end: samples may be "
					"missing");
		}
		damage_warn(&a.lines, job->warnings, "lines");
		if (a.clipped || a.rows.clipped > 0)
			read_warn_clipped(job);
		rc = read_check(a.b, err);
	}
	loctable_fini(&a.locs);
	rows_fini(&a.rows);
	return rc;
}

static int
austin_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str first;

	(void)why;
	lines_sniff(&lines, bytes);
	return (lines_next(&lines, &first) &&
		       str_starts(first, STR("# austin: "))) ||
			(str_starts(bytes, STR("MOJ")) && bytes.n > 3 &&
				(unsigned char)bytes.p[3] < ' ')
		? SNIFF_YES
		: SNIFF_NO;
}

const struct reader reader_austin = { "austin", "Austin's samples", austin_read,
	.sniff = austin_sniff, .by_place = true };
