/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -tree and -peek: each frame between its callers and its callees, as pprof
 * prints them.
 *
 *                                              0.70s   100% |   main
 *      0.20s 19.80% 99.01%      0.70s 69.31%                | work
 *                                              0.50s 71.43% |   inl (inline)
 */
#include "config.h"

#include "base/num.h"
#include "engine/graph.h"
#include "engine/match.h"
#include "profile/unit.h"
#include "report/header.h"
#include "report/numbers.h"
#include "report/report.h"

#include "base/banned.h"

static const char separator[] =
	"----------------------------------------------------------+"
	"-------------\n";
static const char legend[] =
	"      flat  flat%   sum%        cum   cum%   calls calls% + context"
	" \t \t \n";

static void
put_edge(struct strbuf *out, const struct graph *g, const struct numbers *n,
	const struct graph_edge *e, frame_id other, int64_t cum)
{
	char percent[UNIT_TEXT_MAX];

	numbers_put(n, e->weight, 50, out);
	(void)unit_percentage(e->weight, cum, percent);
	strbuf_addf(out, " %s |   ", percent);
	strbuf_add(out, g->frames->frame[other].text);
	strbuf_addc(out, e->inlined ? " (inline)\n" : "\n");
}

static void
put_node(struct strbuf *out, const struct graph *g, const struct numbers *n,
	const struct graph_node *node, int64_t *sum)
{
	int64_t flat = graph_flat(node), cum = graph_cum(node);

	*sum = i64_wrap_add(*sum, flat);
	strbuf_addc(out, separator);
	for (uint32_t i = 0; i < node->n_in; i++)
		put_edge(out, g, n, node->in[i],
			graph_frame(g, node->in[i]->from), cum);
	numbers_put(n, flat, 10, out);
	strbuf_addch(out, ' ');
	numbers_put_percent(n, flat, out);
	strbuf_addch(out, ' ');
	numbers_put_percent(n, *sum, out);
	strbuf_addch(out, ' ');
	numbers_put(n, cum, 10, out);
	strbuf_addch(out, ' ');
	numbers_put_percent(n, cum, out);
	strbuf_addf(out, "%16s| ", "");
	strbuf_add(out, g->frames->frame[node->frame].text);
	strbuf_addch(out, '\n');
	for (uint32_t i = 0; i < node->n_out; i++)
		put_edge(out, g, n, node->out[i],
			graph_frame(g, node->out[i]->to), cum);
}

/* All nodes, or those that match. Returns how many. */
static uint32_t
put_nodes(struct strbuf *out, const struct view *v, const struct graph *g,
	struct match *match)
{
	struct numbers n;
	uint32_t printed = 0;
	int64_t sum = 0;

	numbers_init(&n, v);
	numbers_choose_unit(&n, g, false);
	header_graph(out, v, g, &n);
	strbuf_addc(out, separator);
	strbuf_addc(out, legend);
	for (uint32_t i = 0; i < g->n; i++) {
		struct str name = g->frames->frame[g->node[i].frame].text;

		if (match != NULL && !match_str(match, name))
			continue;
		put_node(out, g, &n, &g->node[i], &sum);
		printed++;
	}
	if (g->n > 0)
		strbuf_addc(out, separator);
	return printed;
}

static int
run_tree(struct engine *engine, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	struct graph_options options;
	const struct view *v = view_compute(engine, query, NULL, err);
	struct graph *g;

	(void)pattern;
	if (v == NULL)
		return -1;
	notes_join(notes, &v->notes);
	graph_options_init(&options, query);
	graph_options_trim(&options, query, 80);
	g = graph_trimmed(v, &options);
	(void)put_nodes(out, v, g, NULL);
	graph_free(g);
	view_unref(v);
	return 0;
}

static int
run_peek(struct engine *engine, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	struct match *match = report_pattern(pattern, err);
	struct graph_options options;
	const struct view *v;
	struct graph *g;
	int rc = 0;

	if (match == NULL)
		return -1;
	v = view_compute(engine, query, NULL, err);
	if (v == NULL) {
		match_free(match);
		return -1;
	}
	notes_join(notes, &v->notes);
	graph_options_init(&options, query);
	g = graph_trimmed(v, &options);
	if (put_nodes(out, v, g, match) == 0)
		rc = err_set(err, ERR_NO_MATCH,
			"no matches found for regexp: %.*s", STR_ARG(pattern));
	graph_free(g);
	view_unref(v);
	match_free(match);
	return rc;
}

const struct report report_tree = {
	.name = "tree",
	.help = "Each frame between its callers and its callees",
	.run = run_tree,
};

const struct report report_peek = {
	.name = "peek",
	.takes_pattern = true,
	.help = "Callers and callees of the frames that match",
	.run = run_peek,
};
