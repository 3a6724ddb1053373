/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -tree and -peek: each frame between its callers and its callees, as pprof
 * prints them.
 *
 *                                              0.70s   100% |   main
 *      0.20s 19.80% 99.01%      0.70s 69.31%                | work
 *                                              0.50s 71.43% |   inl (inline)
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/graph.h"
#include "base/compiler.h"
#include "base/num.h"
#include "engine/regexp.h"
#include "profile/unit.h"
#include "report/json.h"

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

/* Prefetch the texts and edges of the next nodes, which are scattered because
   nodes are sorted by weight. */
static inline void
nodes_ahead(const struct graph *g, uint32_t i)
{
	enum { NEAR = 8, FAR = 16 };
	const struct frame *frame = g->frames->frame;

	if (g->n - i > FAR) {
		const struct graph_node *far = &g->node[i + FAR];

		PREFETCH(&frame[far->frame].text);
		PREFETCH(far->in);
		PREFETCH(far->out);
	}
	if (g->n - i > NEAR) {
		const struct graph_node *near = &g->node[i + NEAR];

		PREFETCH(frame[near->frame].text.p);
		if (near->n_in > 0)
			PREFETCH(near->in[0]);
		if (near->n_out > 0)
			PREFETCH(near->out[0]);
	}
}

/* Print all nodes, or those that match. Return how many. */
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
	strbuf_addstr(out, separator);
	strbuf_addstr(out, legend);
	for (uint32_t i = 0; i < g->n && report_goes_on(job); i++) {
		struct str name = g->frames->frame[g->node[i].frame].text;
		const struct graph_node *node;
		int64_t flat, cum;

		nodes_ahead(g, i);
		if (job->match != NULL && !regexp_str(job->match, name))
			continue;
		node = &g->node[i];
		flat = graph_self(node);
		cum = graph_total(node);
		sum = i64_wrap_add(sum, flat);
		strbuf_addstr(out, separator);
		for (uint32_t j = 0; j < node->n_in; j++)
			tree_put_edge(out, g, &n, node->in[j],
				graph_frame(g, node->in[j]->from), cum);
		scale_put_columns(&n, flat, sum, cum, out);
		strbuf_add3(out, "                | ",
			g->frames->frame[node->frame].text, "\n");
		for (uint32_t j = 0; j < node->n_out; j++)
			tree_put_edge(out, g, &n, node->out[j],
				graph_frame(g, node->out[j]->to), cum);
		printed++;
	}
	if (g->n > 0)
		strbuf_addstr(out, separator);
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
	REPORT_DOC(.name = "tree", .only_help_all = true,
		.help = "Print each frame between its callers and callees"),
	.reads = READ_STACKS,
	.run = tree_run,
	.json = tree_run,
};

const struct report report_peek = {
	REPORT_DOC(.name = "peek",
		.help = "Print callers and callees of matching frames"),
	REPORT_TAKES_PATTERN,
	.reads = READ_STACKS,
	.run = peek_run,
	.json = peek_run,
};
