/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What Austin writes, a sampler of Python programs. Its text looks like folded
 * stacks, but is more precise; comments begin with a '#':
 *
 *     # austin: 3.7.0
 *     # mode: wall
 *     P123;T0:7f3a;app.py:main:12;app.py:work:30 5098
 *
 * The number is a time in us; bytes, when memory was sampled; in full mode
 * time, idle or not, and bytes: "5098,1,4096".
 */
#include "config.h"

#include "base/num.h"
#include "read/lines.h"
#include "read/read.h"
#include "read/rows.h"

#include "base/banned.h"

enum austin_mode { AUSTIN_WALL, AUSTIN_CPU, AUSTIN_MEMORY, AUSTIN_FULL };

static const char *const austin_modes[] = { "wall", "cpu", "memory", "full" };

static const struct {
	const char *type, *unit;
	unsigned modes; /* that have it, in bits */
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
	bool has_rows, is_ended;
	bool clipped;
};

/* What one sample says. */
struct austin_sample {
	node_id leaf;
	lset_id labels;
	int64_t time, bytes; /* us */
	bool idle;
};

static int64_t
austin_nanos(struct austin *a, int64_t us)
{
	return i64_mul(us, 1000, &a->clipped);
}

/* From the head of the file. */
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

/* Of a process and a thread, by their texts. */
static lset_id
austin_labels(struct austin *a, struct str pid, struct str tid)
{
	struct label label[] = { { .key = builder_string(a->b, STR("pid")),
					 .str = builder_string(a->b, pid) },
		{ .key = builder_string(a->b, STR("tid")),
			.str = builder_string(a->b, tid) } };

	return builder_labels(a->b, label, 2);
}

/* "FILE:FUNCTION:LINE", where the file may have colons; ":GC:". */
static loc_id
austin_frame(struct austin *a, struct str s)
{
	struct loctable_row row = { .name = s };
	ptrdiff_t second = str_rchr(s, ':'), first;

	if (second > 0 &&
		(first = str_rchr(str_sub(s, 0, (size_t)second), ':')) >= 0) {
		if (!str_to_i64(str_skip(s, (size_t)second + 1), &row.line))
			row.line = 0;
		row.name = str_sub(s, (size_t)first + 1, (size_t)second);
		row.file = str_sub(s, 0, (size_t)first);
	}
	return loctable_at(&a->locs, &row);
}

/* "5098", or "5098,1,4096" in full mode. */
static bool
austin_metrics(const struct austin *a, struct str s, struct austin_sample *out)
{
	int64_t idle = 0;
	struct str time;

	if (a->mode == AUSTIN_MEMORY)
		return str_to_i64(s, &out->bytes);
	if (a->mode != AUSTIN_FULL)
		return str_to_i64(s, &out->time);
	time = str_cut(&s, ',');
	if (!str_to_i64(time, &out->time) ||
		!str_to_i64(str_cut(&s, ','), &idle))
		return false;
	out->idle = idle != 0;
	return str_to_i64(s, &out->bytes);
}

/* "P1;T0:7f3a;frame;frame 12". False: it is none. */
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
	while (rest.n > 0 && s.leaf != NONE)
		s.leaf = builder_step(
			a->b, s.leaf, austin_frame(a, str_cut(&rest, ';')));
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
			/* The last one may be cut. */
			if (lines.rest.n > 0 ||
				str_ends(a->job->bytes, STR("\n")))
				return read_bad_line(err, "not a sample:", line,
					lines.number);
		}
	}
	return lines_end(&lines, err);
}

static int
austin_read(struct read_job *job, struct err *err)
{
	struct austin a = { .job = job,
		.b = job->builder,
		.locs = { .builder = job->builder } };
	struct header *h = builder_header(a.b);
	int rc = austin_text(&a, err);

	if (rc == 0 && !a.has_rows)
		rc = err_set(err, ERR_FORMAT, "it has no samples");
	if (rc == 0)
		rc = rows_end(&a.rows, err);
	if (rc == 0) {
		h->period_type = builder_string(
			a.b, str_c(a.mode == AUSTIN_CPU ? "cpu" : "wall"));
		h->period_unit = builder_string(a.b, STR("nanoseconds"));
		if (!a.is_ended && !partial_is(&job->partial))
			warnings_add(job->warnings,
				"No duration at the end, which Austin writes: "
				"samples may be missing");
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
	(void)why;
	return str_starts(bytes, STR("# austin: ")) ? SNIFF_YES : SNIFF_NO;
}

const struct reader reader_austin = { "austin", "Austin's samples", austin_read,
	.sniff = austin_sniff };
