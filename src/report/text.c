/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -top and -text: a row for each frame, as pprof prints it.
 *
 *      flat  flat%   sum%        cum   cum%
 *     0.50s 49.50% 49.50%      0.50s 49.50%  inl (inline)
 */
#include "config.h"

#include "report/report.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/unit.h"
#include "engine/graph.h"
#include "engine/match.h"
#include "engine/tags.h"
#include "present/top.h"
#include "report/json.h"

#include "base/banned.h"

static int
text_run(const struct report_job *job, struct err *err)
{
	static const char *const marks[] = { "\n", " (inline)\n", "\n",
		" (partial-inline)\n" };
	struct graph *g = report_graph(job, 0);
	struct strbuf *out = job->out;
	struct report_scale n;
	int64_t sum = 0;

	(void)err;
	scale_init(&n, job->view);
	scale_choose_unit(&n, g, false);
	header_graph(out, job->view, g, &n);
	strbuf_addc(out, "      flat  flat%   sum%        cum   cum%\n");
	for (uint32_t i = 0; i < g->n && !progress_stopped(job->progress);
		i++) {
		const struct graph_node *row = &g->node[i];
		int64_t flat = graph_flat(row);

		sum = i64_wrap_add(sum, flat);
		scale_put_columns(&n, flat, sum, graph_cum(row), out);
		strbuf_add3(out, "  ", g->frames->frame[row->frame].text,
			marks[graph_inlined(row) & 3]);
	}
	graph_free(g);
	return 0;
}

static int
text_json(const struct report_job *job, struct err *err)
{
	struct graph *g = report_graph(job, 0);

	(void)err;
	(void)jsondoc_rows(job, g, false);
	graph_free(g);
	return 0;
}

const struct report report_top = {
	REPORT_DOC(.name = "top", .alias = "text",
		.help = "The heaviest frames, a row each"),
	.run = text_run,
	.json = text_json,
};

/*
 * -tree and -peek: each frame between its callers and its callees, as pprof
 * prints them.
 *
 *                                              0.70s   100% |   main
 *      0.20s 19.80% 99.01%      0.70s 69.31%                | work
 *                                              0.50s 71.43% |   inl (inline)
 */

static const char separator[] =
	"----------------------------------------------------------+"
	"-------------\n";
static const char legend[] =
	"      flat  flat%   sum%        cum   cum%   calls calls% + context"
	" \t \t \n";

static void
tree_put_edge(struct strbuf *out, const struct graph *g,
	const struct report_scale *n, const struct graph_edge *e,
	frame_id other, int64_t cum)
{
	char percent[UNIT_TEXT_MAX];

	scale_put(n, e->weight, 50, out);
	(void)unit_percentage(e->weight, cum, percent);
	strbuf_addf(out, " %s", percent);
	strbuf_add3(out, " |   ", g->frames->frame[other].text,
		e->inlined ? " (inline)\n" : "\n");
}

static void
tree_put_node(struct strbuf *out, const struct graph *g,
	const struct report_scale *n, const struct graph_node *node,
	int64_t *sum)
{
	int64_t flat = graph_flat(node), cum = graph_cum(node);

	*sum = i64_wrap_add(*sum, flat);
	strbuf_addc(out, separator);
	for (uint32_t i = 0; i < node->n_in; i++)
		tree_put_edge(out, g, n, node->in[i],
			graph_frame(g, node->in[i]->from), cum);
	scale_put_columns(n, flat, *sum, cum, out);
	strbuf_add3(out, "                | ",
		g->frames->frame[node->frame].text, "\n");
	for (uint32_t i = 0; i < node->n_out; i++)
		tree_put_edge(out, g, n, node->out[i],
			graph_frame(g, node->out[i]->to), cum);
}

/* All nodes, or those that match. Returns how many. */
static uint32_t
put_nodes(const struct report_job *job, const struct graph *g)
{
	struct strbuf *out = job->out;
	struct report_scale n;
	uint32_t printed = 0;
	int64_t sum = 0;

	scale_init(&n, job->view);
	scale_choose_unit(&n, g, false);
	header_graph(out, job->view, g, &n);
	strbuf_addc(out, separator);
	strbuf_addc(out, legend);
	for (uint32_t i = 0; i < g->n && !progress_stopped(job->progress);
		i++) {
		struct str name = g->frames->frame[g->node[i].frame].text;

		if (job->match != NULL && !match_str(job->match, name))
			continue;
		tree_put_node(out, g, &n, &g->node[i], &sum);
		printed++;
	}
	if (g->n > 0)
		strbuf_addc(out, separator);
	return printed;
}

static int
tree_run(const struct report_job *job, struct err *err)
{
	struct graph *g = report_graph(job, 80);

	(void)err;
	(void)(job->json != NULL ? jsondoc_rows(job, g, true)
				 : put_nodes(job, g));
	graph_free(g);
	return 0;
}

static int
peek_run(const struct report_job *job, struct err *err)
{
	struct graph_options options;
	struct graph *g;
	uint32_t n;

	graph_options_init(&options, &job->view->query);
	g = graph_trimmed(job->view, &options);
	n = job->json != NULL ? jsondoc_rows(job, g, true) : put_nodes(job, g);
	graph_free(g);
	return n > 0 ? 0 : report_no_match(job, err);
}

const struct report report_tree = {
	REPORT_DOC(.name = "tree",
		.help = "Each frame between its callers and its callees"),
	.run = tree_run,
	.json = tree_run,
};

const struct report report_peek = {
	REPORT_DOC(.name = "peek", .arg = "regexp",
		.help = "Callers and callees of the frames that match"),
	.run = peek_run,
	.json = peek_run,
};

/* -comments: all comments of the profile, a line each. */

static int
comments_run(const struct report_job *job, struct err *err)
{
	const struct profile *p = job->view->profile;

	(void)err;
	for (uint32_t i = 0; i < p->header.ncomments; i++)
		strbuf_add3(job->out, "", profile_str(p, p->header.comment[i]),
			"\n");
	return 0;
}

/* They are a part of every document. */
static int
comments_json(const struct report_job *job, struct err *err)
{
	(void)job;
	(void)err;
	return 0;
}

const struct report report_comments = {
	REPORT_DOC(.name = "comments", .minor = true,
		.help = "The comments in the profile"),
	.run = comments_run,
	.json = comments_json,
};

/*
 * -tags: what each value of each label weighs.
 *
 *      key1: Total 1.12s of 1.12s (  100%)
 *               1s (89.29%): tag1
 *            100ms ( 8.93%): tag2
 */

/* " (89.29%)"; nothing when there is no total. */
static void
tags_put_share(struct strbuf *out, const struct report_scale *n, int64_t weight)
{
	char percent[UNIT_TEXT_MAX];

	if (n->total <= 0)
		return;
	(void)unit_percentage(weight, n->total, percent);
	strbuf_addf(out, " (%s)", percent);
}

static void
put_key(struct strbuf *out, const struct report_scale *n,
	const struct tag_key *key)
{
	strbuf_add3(out, "", key->key, ":\t Total ");
	scale_put(n, key->weight, 0, out);
	strbuf_addc(out, " of ");
	scale_put(n, n->total, 0, out);
	tags_put_share(out, n, key->weight);
	strbuf_addch(out, '\n');
	for (size_t i = 0; i < key->n; i++) {
		strbuf_addc(out, " \t");
		scale_put(n, key->value[i].weight, 0, out);
		tags_put_share(out, n, key->value[i].weight);
		strbuf_add3(out, ":\t ", key->value[i].text, "\n");
	}
	strbuf_addch(out, '\n');
}

static int
tags_run(const struct report_job *job, struct err *err)
{
	struct tags *tags =
		tags_new(job->engine, &job->view->query, job->progress, err);
	struct strbuf text = STRBUF_INIT;
	struct report_scale n;

	if (tags == NULL)
		return -1;
	scale_init(&n, job->view);
	for (size_t i = 0; i < tags->n; i++)
		put_key(&text, &n, &tags->key[i]);
	tabs_align(strbuf_str(&text), job->out);
	strbuf_free(&text);
	tags_free(tags);
	return 0;
}

static void
tags_json_key(struct jsonout *j, const struct report_scale *n,
	const struct tag_key *key)
{
	jsonout_object(j, NULL);
	jsonout_text(j, "key", key->key);
	jsondoc_value(j, "weight", n, key->weight);
	jsonout_count(j, "records", key->carriers);
	jsonout_some_text(j, "unit", key->unit);
	jsonout_array(j, "values");
	for (size_t i = 0; i < key->n; i++) {
		const struct tag_value *value = &key->value[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "value", value->text);
		if (value->numeric) {
			jsonout_int(j, "least", value->num);
			jsonout_int(j, "most", value->max);
		}
		jsondoc_value(j, "weight", n, value->weight);
		jsonout_count(j, "records", value->samples);
		jsonout_close(j);
	}
	jsonout_close(j);
	jsonout_close(j);
}

static int
tags_json(const struct report_job *job, struct err *err)
{
	struct tags *tags =
		tags_new(job->engine, &job->view->query, job->progress, err);
	struct report_scale n;

	if (tags == NULL)
		return -1;
	scale_init(&n, job->view);
	jsonout_array(job->json, "keys");
	for (size_t i = 0; i < tags->n; i++)
		tags_json_key(job->json, &n, &tags->key[i]);
	jsonout_close(job->json);
	tags_free(tags);
	return 0;
}

const struct report report_tags = {
	REPORT_DOC(.name = "tags", .minor = true,
		.help = "What each value of each label weighs"),
	.remark = "",
	.run = tags_run,
	.json = tags_json,
};

/* -csv: the table of functions for a spreadsheet, all rows. */

static int
csv_run(const struct report_job *job, struct err *err)
{
	struct top_options o = { .percents = true };
	struct top *top;

	(void)err;
	o.sort.by = job->view->query.sort == SORT_CUM ? TOP_TOTAL : TOP_SELF;
	top = top_new(job->view, &o);
	top_csv(top, job->out);
	top_free(top);
	return 0;
}

const struct report report_csv = {
	REPORT_DOC(.name = "csv", .minor = true,
		.help = "The table of functions for a spreadsheet"),
	.run = csv_run,
};

/* ---- Columns from tabs ---- */

enum { ESCAPE = 0xFF, PADDING = 1 };

struct tab_cell {
	struct str text;
	int width;  /* code points */
	int column; /* its column's width, once that is known; 0 for the last
		       cell of a line, which is in none */
};

struct line {
	size_t first, n;   /* of its cells */
	bool ends_columns; /* a form feed ended it */
};

struct table {
	VEC(struct tab_cell) cells;
	VEC(struct line) lines;
};

/* Code points but for the two bytes around what is escaped. */
static int
tabs_width_of(struct str s)
{
	int n = 0, escapes = 0;

	for (; s.n > 0; n++) {
		uint32_t cp;

		escapes += (unsigned char)s.p[0] == ESCAPE;
		s = str_skip(s, utf8_decode(s, &cp));
	}
	return n - escapes / 2 * 2;
}

static void
add_cell(struct table *t, struct str text)
{
	struct tab_cell cell = { .text = text, .width = tabs_width_of(text) };

	vec_push(&t->cells, cell);
	t->lines.p[t->lines.n - 1].n++;
}

static void
tabs_add_line(struct table *t)
{
	struct line line = { .first = t->cells.n };

	vec_push(&t->lines, line);
}

static void
tabs_split(struct table *t, struct str text)
{
	bool escaped = false;
	size_t from = 0;

	tabs_add_line(t);
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c == ESCAPE)
			escaped = !escaped;
		if (escaped || strchr("\t\v\n\f", c) == NULL || c == '\0')
			continue;
		add_cell(t, str_sub(text, from, i));
		from = i + 1;
		if (c == '\t' || c == '\v')
			continue;
		t->lines.p[t->lines.n - 1].ends_columns = c == '\f';
		tabs_add_line(t);
	}
	add_cell(t, str_skip(text, from));
}

/* The last cell of a line is in no column. */
static bool
has_cell(const struct table *t, size_t line, size_t column)
{
	return line < t->lines.n && column + 1 < t->lines.p[line].n;
}

/* The width of the column that starts at this line, for all its cells.
   Returns the line behind it. */
static size_t
set_width(struct table *t, size_t line, size_t column)
{
	size_t end = line;
	bool ended = false;
	int width = 0;

	while (!ended && has_cell(t, end, column)) {
		const struct line *l = &t->lines.p[end++];
		int w = t->cells.p[l->first + column].width + PADDING;

		width = w > width ? w : width;
		ended = l->ends_columns;
	}
	for (; line < end; line++)
		t->cells.p[t->lines.p[line].first + column].column = width;
	return end;
}

static void
tabs_put(const struct table *t, struct strbuf *out)
{
	for (size_t i = 0; i < t->lines.n; i++) {
		const struct line *l = &t->lines.p[i];

		if (i > 0)
			strbuf_addch(out, '\n');
		for (size_t k = 0; k < l->n; k++) {
			const struct tab_cell *c = &t->cells.p[l->first + k];

			if (c->width < c->column)
				strbuf_addn(out, ' ',
					(size_t)(c->column - c->width));
			strbuf_add(out, c->text);
		}
	}
}

void
tabs_align(struct str text, struct strbuf *out)
{
	struct table t = { .cells = { 0 } };
	bool more = true;

	tabs_split(&t, text);
	for (size_t column = 0; more; column++) {
		more = false;
		for (size_t i = 0; i < t.lines.n;) {
			if (has_cell(&t, i, column)) {
				i = set_width(&t, i, column);
				more = true;
			} else {
				i++;
			}
		}
	}
	tabs_put(&t, out);
	vec_free(&t.cells);
	vec_free(&t.lines);
}
