/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -list: the source of the functions that match, with what each line weighs.
 *
 * ROUTINE ======================== work in app/work.c
 *      200ms      700ms (flat, cum) 69.31% of Total
 *          .          .     10:void work(void)
 *      200ms      700ms     11:{ ...
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/unit.h"
#include "engine/graph.h"
#include "engine/match.h"
#include "report/json.h"
#include "report/report.h"
#include "report/srcfile.h"

#include "base/banned.h"

enum { MARGIN = 5 }; /* lines around those with samples */

/* A node and what it is grouped by. */
struct row {
	struct str name, file;
	int64_t line, start_line, flat, cum;
};

struct lister {
	const struct view *v;
	const struct progress *progress;
	struct report_scale n;
	struct strbuf *out;
	struct jsonout *json; /* or NULL */
	struct arena arena;
	struct intern failed; /* files that could not be read */
	VEC(struct str) why;  /* [failed.n] */
};

static int
by_place(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = str_cmp(x->name, y->name);

	if (order == 0)
		order = str_cmp(x->file, y->file);
	if (order != 0)
		return order;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->start_line > y->start_line) -
		(x->start_line < y->start_line);
}

static void
list_put_value(const struct lister *l, int64_t v)
{
	if (v == 0)
		put_right(l->out, STR("."), 10);
	else
		scale_put(&l->n, v, 10, l->out);
	strbuf_addch(l->out, ' ');
}

static int64_t
first_line(const struct row *row)
{
	return row->start_line != 0 ? row->start_line
				    : i64_wrap_sub(row->line, MARGIN);
}

/* The lines to show. As in pprof a node that moves the start up does not move
   the end down, and numbers at the edge of int64_t wrap around. */
static void
find_range(const struct row *row, size_t n, int64_t *start, int64_t *end)
{
	*start = first_line(&row[0]);
	*end = i64_wrap_add(row[0].line, MARGIN);
	for (size_t i = 0; i < n; i++) {
		int64_t from = first_line(&row[i]);
		int64_t to = i64_wrap_add(row[i].line, MARGIN);

		if (from < *start)
			*start = from;
		else if (to > *end)
			*end = to;
	}
	if (*start < 1)
		*start = 1;
}

static void
put_line(const struct lister *l, int64_t line, int64_t flat, int64_t cum,
	const struct srcfile *file)
{
	struct jsonout *j = l->json;

	if (j == NULL) {
		list_put_value(l, flat);
		list_put_value(l, cum);
		strbuf_addf(l->out, "%6" PRId64, line);
		strbuf_add3(l->out, ":", file->line[line - 1], "\n");
		return;
	}
	jsonout_object(j, NULL);
	jsonout_int(j, "line", line);
	jsondoc_value(j, "flat", &l->n, flat);
	jsondoc_value(j, "cum", &l->n, cum);
	if (file != NULL)
		jsonout_text(j, "source", file->line[line - 1]);
	jsonout_close(j);
}

/* The rows are sorted by line. Without a file: those that there are. */
static void
put_lines(const struct lister *l, const struct srcfile *file,
	const struct row *row, size_t n, int64_t start, int64_t end)
{
	size_t at = 0;

	for (int64_t i = start; i <= end; i++) {
		int64_t flat = 0, cum = 0;

		while (at < n && row[at].line < i)
			at++;
		if (file == NULL)
			i = row[at].line;
		else if ((uint64_t)i > file->n)
			return;
		for (; at < n && row[at].line == i; at++) {
			flat = i64_wrap_add(flat, row[at].flat);
			cum = i64_wrap_add(cum, row[at].cum);
		}
		put_line(l, i, flat, cum, file);
		if (file == NULL && at == n)
			return;
	}
}

/* The source, or why there is none: that is in l->why. */
static uint32_t
put_source(struct lister *l, const struct row *row, size_t n)
{
	const struct query *q = &l->v->query;
	uint32_t failed = intern_find(&l->failed, row->file);
	int64_t start, end;
	struct srcfile file;

	find_range(row, n, &start, &end);
	/* pprof does not look for the file, then; but it remembers. */
	if (start > end && failed == NONE)
		return NONE;
	if (failed == NONE &&
		srcfile_read(&file, row->file, q->trim_path, q->source_path,
			end) != 0) {
		failed = intern_borrowed(&l->failed, row->file);
		vec_push(&l->why, arena_str(&l->arena, file.why));
		srcfile_fini(&file);
	}
	if (failed == NONE) {
		put_lines(l, &file, row, n, start, end);
		srcfile_fini(&file);
	} else if (l->json != NULL) {
		put_lines(l, NULL, row, n, INT64_MIN, INT64_MAX);
	} else {
		strbuf_add3(l->out, " Error: ", l->why.p[failed], "\n");
	}
	return failed;
}

static void
list_json_routine(struct lister *l, const struct row *row, size_t n,
	int64_t flat, int64_t cum)
{
	struct jsonout *j = l->json;
	uint32_t failed;

	jsonout_object(j, NULL);
	jsonout_text(j, "name", row->name);
	jsonout_some_text(j, "file", row->file);
	jsondoc_value(j, "flat", &l->n, flat);
	jsondoc_value(j, "cum", &l->n, cum);
	jsonout_array(j, "lines");
	failed = put_source(l, row, n);
	jsonout_close(j);
	if (failed != NONE)
		jsonout_some_text(j, "error", l->why.p[failed]);
	jsonout_close(j);
}

/* Rows of one function in one file. */
static void
put_routine(struct lister *l, const struct row *row, size_t n)
{
	int64_t flat = 0, cum = 0;
	char percent[UNIT_TEXT_MAX];

	for (size_t i = 0; i < n; i++) {
		flat = i64_wrap_add(flat, row[i].flat);
		cum = i64_wrap_add(cum, row[i].cum);
	}
	if (l->json != NULL) {
		list_json_routine(l, row, n, flat, cum);
		return;
	}
	strbuf_add3(l->out, "ROUTINE ======================== ", row->name, "");
	strbuf_add3(l->out, " in ", row->file, "\n");
	scale_put(&l->n, flat, 10, l->out);
	strbuf_addch(l->out, ' ');
	scale_put(&l->n, cum, 10, l->out);
	unit_percentage(cum, l->n.total, percent);
	strbuf_addf(l->out, " (flat, cum) %s of Total\n", percent);
	(void)put_source(l, row, n);
}

static void
put_routines(struct lister *l, const struct row *row, size_t n)
{
	size_t next;

	if (l->json == NULL) {
		strbuf_addc(l->out, "Total: ");
		scale_put(&l->n, l->n.total, 0, l->out);
		strbuf_addch(l->out, '\n');
	} else {
		jsonout_array(l->json, "routines");
	}
	for (size_t i = 0; i < n && !progress_stopped(l->progress); i = next) {
		bool last;

		for (next = i + 1; next < n; next++)
			if (!str_eq(row[next].name, row[i].name) ||
				!str_eq(row[next].file, row[i].file))
				break;
		/* Rows without a file come first; others of the name have the
		   source then. */
		last = next == n || !str_eq(row[next].name, row[i].name);
		if (row[i].file.n > 0 || l->json != NULL)
			put_routine(l, &row[i], next - i);
		else if (last)
			strbuf_add3(l->out, "No source information for ",
				row[i].name, "\n");
	}
	if (l->json != NULL)
		jsonout_close(l->json);
}

static size_t
find_rows(const struct graph *g, struct match *match, struct row *row)
{
	size_t n = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		const struct graph_node *node = &g->node[i];
		const struct frame *f = &g->frames->frame[node->frame];

		if (match_str(match, f->name))
			row[n++] = (struct row){ .name = f->name,
				.file = f->file,
				.line = f->line,
				.start_line = f->start_line,
				.flat = node->flat,
				.cum = node->cum };
	}
	if (n > 0)
		qsort(row, n, sizeof(*row), by_place);
	return n;
}

static int
list_run(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	struct lister l = { .v = v,
		.progress = job->progress,
		.out = job->out,
		.json = job->json };
	struct graph_options options;
	struct graph *g;
	struct row *row;
	size_t n;

	graph_options_init(&options, &v->query);
	g = graph_full(v, &options);
	row = xcalloc(g->n, sizeof(*row));
	n = find_rows(g, job->match, row);
	scale_init(&l.n, v);
	intern_init(&l.failed, &l.arena);
	vec_push(&l.why, STR_EMPTY); /* of "", no file */
	if (n > 0)
		put_routines(&l, row, n);
	intern_fini(&l.failed);
	vec_free(&l.why);
	arena_free(&l.arena);
	free(row);
	graph_free(g);
	return n > 0 ? 0 : report_no_match(job, err);
}

static void
by_line(struct query *query)
{
	query->granularity = GRAN_LINES;
}

const struct report report_list = {
	REPORT_DOC(.name = "list", .arg = "regexp",
		.help = "Source lines of the functions that match"),
	.remark = "",
	.adapt = by_line,
	.frames = FRAMES_OBJECTS,
	.run = list_run,
	.json = list_run,
};
