/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what macOS's sample prints, and Activity Monitor saves: a tree of calls
 * for each thread, in which a count includes those below it.
 *
 *     Analysis of sampling app (pid 71) every 1 millisecond
 *     Call graph:
 *         30 Thread_18   DispatchQueue_1: com.apple.main-thread  (serial)
 *         + 30 main  (in app) + 52  [0x100003f5c]  app.c:12
 *         +   20 work  (in app) + 8,12  [0x100003f00,0x100003f04]
 *         +   ! 5 ???  (in app)  load address 0x100000000 + 0x3e00  [0x103e00]
 *         10 Thread_19: worker
 *
 * The column of a count is its level. Lists of other kinds follow below a blank
 * line.
 */
#include "prelude.h"

#include "base/ascii.h"
#include "base/num.h"
#include "base/vec.h"
#include "profile/timetext.h"
#include "read/damage.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"

/* A line of the tree whose calls are not all read yet. */
struct macsample_call {
	size_t column;
	int64_t count; /* minus the counts of the calls below */
	node_id node;
};

struct macsample {
	struct builder *b;
	struct loctable locs;
	struct rows rows;
	VEC(struct macsample_call) open; /* from the thread to the last line */
	lset_id labels;                  /* labels of the thread */
	size_t threads, too_many;
	struct damage lines;
};

/* Cut the text up to `mark` off s. False, changing nothing, without a mark. */
static bool
cut_at(struct str *s, const char *mark, struct str *before)
{
	ptrdiff_t at = str_find(*s, str_c(mark), 0);

	if (at < 0)
		return false;
	*before = str_sub(*s, 0, (size_t)at);
	*s = str_skip(*s, (size_t)at + strlen(mark));
	return true;
}

/* End the open calls at this column or a later one, and add a sample for
   each. */
static void
macsample_close(struct macsample *m, size_t column)
{
	while (m->open.n > 0 && m->open.p[m->open.n - 1].column >= column) {
		struct macsample_call *c = &m->open.p[--m->open.n];

		m->too_many += c->count < 0;
		if (c->count > 0)
			rows_add(&m->rows, c->node, m->labels, &c->count, 0);
	}
}

/* Set the labels from "Thread_18: worker", "Thread_18   DispatchQueue_1:
   com.apple.main-thread  (serial)", or both. */
static void
macsample_thread(struct macsample *m, struct str s)
{
	struct label label[3];
	struct str tid = STR_EMPTY, queue = STR_EMPTY, name = s, rest = s;
	size_t n = 0;

	if (cut_at(&rest, "DispatchQueue_", &name) &&
		cut_at(&rest, ": ", &queue)) {
		ptrdiff_t end = str_rfind(rest, STR("  ("));

		queue = str_sub(rest, 0, end < 0 ? rest.n : (size_t)end);
	}
	rest = str_starts(name, STR("Thread_")) ? str_skip(name, 7) : name;
	(void)cut_at(&rest, ": ", &tid);
	name = tid.n > 0 ? str_trim(rest) : queue;
	tid = str_trim(tid.n > 0 ? tid : rest);
	label[n++] = (struct label){ .key = builder_string(m->b, STR("thread")),
		.str = builder_string(m->b, name.n > 0 ? name : str_trim(s)) };
	label[n++] = (struct label){ .key = builder_string(m->b, STR("tid")),
		.str = builder_string(m->b, tid) };
	if (queue.n > 0)
		label[n++] = (struct label){ .key = builder_string(
						     m->b, STR("queue")),
			.str = builder_string(m->b, queue) };
	m->labels = builder_labels(m->b, label, n);
	m->threads++;
}

/* Return the location of "main  (in app) + 52  [0x100003f5c]  app.c:12". A
   function without a name is called by its offset, if there is one. */
static loc_id
macsample_frame(struct macsample *m, struct str s)
{
	struct loctable_row row = { .name = s };
	struct strbuf name = STRBUF_INIT;
	struct str rest = s, place;
	ptrdiff_t at;
	loc_id loc;

	if (cut_at(&rest, "  [0x", &row.name)) {
		(void)cut_at(&rest, "]", &place);
		place = str_trim(rest);
		at = str_rchr(place, ':');
		if (at > 0 &&
			str_to_i64(str_skip(place, (size_t)at + 1), &row.line))
			row.file = str_sub(place, 0, (size_t)at);
	}
	rest = row.name;
	at = str_rfind(rest, STR(" (in "));
	if (at > 0) {
		row.name = str_trim(str_sub(rest, 0, (size_t)at));
		rest = str_skip(rest, (size_t)at + 5);
		at = str_rchr(rest, ')');
		row.map = str_sub(rest, 0, at < 0 ? rest.n : (size_t)at);
		rest = str_skip(rest, row.map.n);
	}
	at = str_rfind(rest, STR(" + "));
	if (row.map.n == 0 && at > 0)
		row.name = str_sub(rest, 0, (size_t)at);
	if (str_is(row.name, "???")) {
		row.name = STR("[unknown]");
		if (row.map.n > 0 && at > 0 &&
			str_starts(str_skip(rest, (size_t)at), STR(" + 0x"))) {
			strbuf_addf(&name, "%.*s+%.*s", STR_ARG(row.map),
				STR_ARG(str_trim(
					str_skip(rest, (size_t)at + 3))));
			row.name = strbuf_str(&name);
		}
	}
	loc = loctable_at(&m->locs, &row);
	strbuf_free(&name);
	return loc;
}

/* Read a line of the tree. False if the line is not one. */
static bool
macsample_line(struct macsample *m, struct str line)
{
	struct macsample_call call = { .node = 0 };
	struct str s;

	while (call.column < line.n && !ascii_is_digit(line.p[call.column]))
		if (strchr(" +!:|", line.p[call.column++]) == NULL)
			return false;
	s = str_skip(line, call.column);
	if (!str_to_i64(str_cut_digits(&s), &call.count) || s.n < 2 ||
		s.p[0] != ' ')
		return false;
	s = str_trim(s);
	macsample_close(m, call.column);
	if (m->open.n == 0) {
		macsample_thread(m, s);
	} else {
		struct macsample_call *outer = &m->open.p[m->open.n - 1];

		call.node = outer->node;
		if (call.node != NONE)
			call.node = builder_step(
				m->b, call.node, macsample_frame(m, s));
		outer->count = i64_wrap_sub(outer->count, call.count);
	}
	vec_push(&m->open, call);
	return true;
}

/* Read a line above the tree. */
static void
macsample_head(struct macsample *m, struct str line)
{
	struct str key, value = line, part;
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct instant_base base = { .now = 0 };
	int64_t ms;

	if (str_starts(line, STR("Analysis of sampling "))) {
		read_comment(m->b, line);
		part = str_skip(line, sizeof("Analysis of sampling ") - 1);
		/* The first mapping is the program's. */
		if (cut_at(&part, " (pid ", &key))
			(void)loctable_mapping(&m->locs.map_of, m->b,
				builder_string(m->b, key), MAP_ALL);
	}
	if (!cut_at(&value, ":", &key) || !str_is(key, "Date/Time"))
		return;
	/* "2018-05-28 19:15:41.099 -0400" as "2018-05-28T19:15:41.099-04:00" */
	value = str_trim(value);
	part = str_cut(&value, ' ');
	strbuf_addf(&text, "%.*sT", STR_ARG(part));
	strbuf_add(&text, str_cut(&value, ' '));
	if (value.n == 5)
		strbuf_addf(&text, "%.*s:%.*s", STR_ARG(str_sub(value, 0, 3)),
			STR_ARG(str_skip(value, 3)));
	if (instant_parse(strbuf_str(&text), &base, &ms, &err) == 0 && ms > 0 &&
		builder_header(m->b)->time_nanos == 0)
		builder_header(m->b)->time_nanos = ms * 1000000;
	strbuf_free(&text);
}

static int
macsample_read(struct read_job *job, struct err *err)
{
	struct macsample m = { .b = job->builder,
		.locs = { .builder = job->builder } };
	struct lines lines;
	struct str line;
	bool in_tree = false;
	size_t before = 0; /* threads of the graphs above */
	int rc;

	read_type(m.b, STR("samples"), STR("count"));
	rows_init(&m.rows, m.b, 1, false);
	lines_init(&lines, job->bytes, job);
	/* Several files, one after the other, are added up. */
	while (lines_next(&lines, &line)) {
		if (!in_tree) {
			macsample_head(&m, line);
			in_tree = str_is(line, "Call graph:");
		} else if (str_trim(line).n == 0) {
			in_tree = m.threads == before;
			before = m.threads;
			macsample_close(&m, 0);
		} else if (!macsample_line(&m, line)) {
			(void)read_bad_line(
				err, "not a call:", line, lines.number);
			(void)damage_take(&m.lines, err);
		}
	}
	macsample_close(&m, 0);
	rc = lines_end(&lines, err);
	if (rc == 0 && m.rows.n == 0)
		rc = err_set(err, ERR_FORMAT,
			"no calls below \"Call graph:\" in %zu lines",
			lines.number);
	if (rc == 0)
		rc = rows_end(&m.rows, err);
	if (rc == 0) {
		damage_warn(&m.lines, job->warnings, "lines");
		if (in_tree)
			warnings_add(job->warnings,
				"no blank line below the calls: some may be "
				"missing");
		if (m.rows.clipped > 0)
			read_warn_clipped(job);
		if (m.too_many > 0)
			warnings_add(job->warnings,
				"calls with a smaller count than those below "
				"them: %zu",
				m.too_many);
	}
	loctable_fini(&m.locs);
	rows_fini(&m.rows);
	vec_free(&m.open);
	return rc;
}

static int
macsample_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool named = false;

	lines_sniff(&lines, bytes);
	while (lines_next(&lines, &line)) {
		named |= str_starts(line, STR("Analysis of sampling "));
		if (named && str_is(line, "Call graph:"))
			return SNIFF_YES;
	}
	if (named)
		strbuf_addstr(why, "no \"Call graph:\"");
	return named ? SNIFF_NEAR : SNIFF_NO;
}

const struct reader reader_macsample = { "macsample", "text of macOS's sample",
	macsample_read, .sniff = macsample_sniff };
