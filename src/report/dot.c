/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -dot: the call graph as a drawing: see dot.h. */
#include "config.h"

#include "report/dot.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/nodetags.h"
#include "report/header.h"
#include "report/report.h"

#include "base/banned.h"

void
dot_escape(struct strbuf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\')
			strbuf_addc(out, "\\\\");
		else if (text.p[i] == '"')
			strbuf_addc(out, "\\\"");
		else if (text.p[i] == '\n')
			strbuf_addc(out, "\\l");
		else
			strbuf_addch(out, text.p[i]);
	}
}

/* The main binary's name; "" when it has none. */
static struct str
title_of(const struct profile *p)
{
	struct str file = STR_EMPTY;

	if (p->map.n > 0)
		file = profile_str(p, p->map.file[0]);
	return file.n > 0 ? str_basename(file) : STR_EMPTY;
}

/* How long the first label of a header is: what it tells may have line ends
   in it. */
static size_t
first_label(const struct view *v, struct str header)
{
	const struct profile *p = v->profile;
	const struct header *h = &p->header;
	struct str type = profile_str(p, p->types.type[v->w.column]);

	if (p->map.n > 0 && title_of(p).n > 0)
		return strlen("File: ") + title_of(p).n;
	if (p->map.n > 0 && p->map.build_id[0] != 0)
		return strlen("Build ID: ") +
			profile_str(p, p->map.build_id[0]).n;
	for (uint32_t i = 0; i < h->ncomments; i++) {
		struct str comment = profile_str(p, h->comment[i]);

		if (!str_starts(comment, STR("#")))
			return comment.n;
	}
	if (v->query.mean || type.n > 0)
		return strlen("Type: ") +
			(v->query.mean ? strlen("mean_") : 0) + type.n;
	if (h->doc_url != 0)
		return strlen("Doc: ") + profile_str(p, h->doc_url).n;
	return (size_t)str_chr(header, '\n');
}

static void
put_legend(const struct dot *d, const struct view *v)
{
	struct strbuf header = STRBUF_INIT;
	struct str title = title_of(v->profile), text;

	header_drawing(&header, v, d->g, &d->n);
	text = strbuf_str(&header);
	strbuf_addc(d->out, "subgraph cluster_L { \"");
	dot_escape(d->out, str_sub(text, 0, first_label(v, text)));
	strbuf_addc(d->out, "\" [shape=box fontsize=16 label=\"");
	dot_escape(d->out, text);
	strbuf_addch(d->out, '"');
	if (title.n > 0) {
		strbuf_addc(d->out, " tooltip=\"");
		strbuf_add(d->out, title);
		strbuf_addch(d->out, '"');
	}
	strbuf_addc(d->out, "] }\n");
	strbuf_free(&header);
}

/* 1 + |w| of the total in `parts` parts, at most parts + 1. Go's product
   wraps. */
static int64_t
strength(int64_t w, int64_t total, int64_t parts)
{
	int64_t product = (int64_t)((uint64_t)w * (uint64_t)parts);
	int64_t n = i64_abs(weight_div(product, total));

	return 1 + (n < parts ? n : parts);
}

static struct str
text_of(const struct dot *d, uint32_t vertex)
{
	return d->g->frames->frame[graph_frame(d->g, vertex)].text;
}

static void
put_strength(const struct dot *d, int64_t w)
{
	int64_t total = d->n.total;

	if (total == 0)
		return;
	if (strength(w, total, 100) > 1)
		strbuf_addf(d->out, " weight=%d", (int)strength(w, total, 100));
	if (strength(w, total, 5) > 1)
		strbuf_addf(d->out, " penwidth=%d", (int)strength(w, total, 5));
	strbuf_addc(d->out, " color=\"");
	dot_color(d->out, (double)w / (double)i64_abs(total), false);
	strbuf_addch(d->out, '"');
}

static void
put_edge(const struct dot *d, const struct graph_edge *e)
{
	int64_t w = weight_div(e->weight, e->div);
	struct strbuf tip = STRBUF_INIT;

	dot_escape(&tip, text_of(d, e->from));
	strbuf_addc(&tip, e->residual ? " ... " : " -> ");
	dot_escape(&tip, text_of(d, e->to));
	strbuf_addc(&tip, " (");
	scale_put(&d->n, w, 0, &tip);
	strbuf_addch(&tip, ')');
	strbuf_addf(
		d->out, "N%u -> N%u [label=\" ", d->id[e->from], d->id[e->to]);
	scale_put(&d->n, w, 0, d->out);
	strbuf_addc(d->out, e->inlined ? "\\n (inline)\"" : "\"");
	put_strength(d, w);
	strbuf_addc(d->out, " tooltip=\"");
	strbuf_add(d->out, strbuf_str(&tip));
	strbuf_addc(d->out, "\" labeltooltip=\"");
	strbuf_add(d->out, strbuf_str(&tip));
	strbuf_addc(d->out, e->residual ? "\" style=\"dotted\"" : "\"");
	strbuf_addc(d->out, d->tagged[e->from] ? " minlen=2]\n" : "]\n");
	strbuf_free(&tip);
}

/* The heaviest first: what graphviz lays out first is straighter. */
static void
put_edges(const struct dot *d)
{
	VEC(struct graph_edge *) edges = { NULL, 0, 0 };

	for (uint32_t i = 0; i < d->g->n; i++) {
		size_t first = edges.n;

		for (uint32_t k = 0; k < d->g->node[i].n_out; k++)
			vec_push(&edges, d->g->node[i].out[k]);
		graph_edges_by_age(edges.p + first, edges.n - first);
	}
	graph_edges_sort(d->g, edges.p, edges.n);
	for (size_t i = 0; i < edges.n; i++)
		put_edge(d, edges.p[i]);
	vec_free(&edges);
}

static void
put_graph(struct dot *d)
{
	const struct graph *g = d->g;

	d->id = xcalloc((size_t)g->n_vertices + 1, sizeof(*d->id));
	d->tagged = xcalloc((size_t)g->n_vertices + 1, sizeof(*d->tagged));
	for (uint32_t i = 0; i < g->n; i++) {
		int64_t flat = i64_abs(graph_flat(&g->node[i]));

		d->id[g->node[i].vertex] = i + 1;
		if (i == 0 || (double)flat > (double)d->max_flat)
			d->max_flat = flat;
	}
	for (uint32_t i = 0; i < g->n && !progress_stopped(d->progress); i++)
		d->tagged[g->node[i].vertex] = dot_node(d, &g->node[i]);
	put_edges(d);
	free(d->id);
	free(d->tagged);
}

static void
put_drawing(struct dot *d, const struct view *v)
{
	struct str title = title_of(v->profile);

	scale_init(&d->n, v);
	scale_choose_unit(&d->n, d->g, false);
	strbuf_addc(d->out, "digraph \"");
	strbuf_add(d->out, title.n > 0 ? title : STR("unnamed"));
	strbuf_addc(
		d->out, "\" {\nnode [style=filled fillcolor=\"#f8f8f8\"]\n");
	put_legend(d, v);
	put_graph(d);
	strbuf_addc(d->out, "}\n");
}

int
dot_put(const struct report_job *job, struct strbuf *out, struct err *err)
{
	const struct query *query = &job->view->query;
	struct graph_labels *labels =
		graph_labels_new(job->engine, query, err);
	struct graph_options options;
	struct dot d = { .progress = job->progress, .out = out };
	struct graph *g;

	if (labels == NULL)
		return -1;
	graph_options_init(&options, query);
	graph_options_trim(&options, query, 80);
	options.call_tree = query->call_tree;
	options.visual = true;
	options.labels = labels;
	d.g = g = graph_trimmed(job->view, &options);
	d.bytes_unit = graph_labels_unit(labels);
	put_drawing(&d, job->view);
	graph_free(g);
	graph_labels_free(labels);
	return 0;
}

static int
run(const struct report_job *job, struct err *err)
{
	return dot_put(job, job->out, err);
}

const struct report report_dot = {
	REPORT_DOC(.name = "dot", .minor = true,
		.help = "The call graph, for graphviz"),
	.run = run,
};
