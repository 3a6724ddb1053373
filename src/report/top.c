/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -top and -text: a row for each frame, as in pprof.
 *
 *      flat  flat%   sum%        cum   cum%
 *     0.50s 49.50% 49.50%      0.50s 49.50%  inl (inline)
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/graph.h"
#include "base/num.h"
#include "report/json.h"

static int
text_run(const struct report_job *job, struct err *err)
{
	static const char *const marks[] = { "\n", " (inline)\n", "\n",
		" (partial-inline)\n" };
	struct graph *g = report_rows(job);
	struct strbuf *out = job->out;
	struct report_scale n;
	int64_t sum = 0;

	(void)err;
	scale_init(&n, job->view);
	scale_choose_unit(&n, g, false);
	header_graph(out, job->view, g, &n);
	strbuf_addstr(out, "      flat  flat%   sum%        cum   cum%\n");
	for (uint32_t i = 0; i < g->n && report_goes_on(job); i++) {
		const struct graph_node *row = &g->node[i];
		int64_t flat = graph_self(row);

		sum = i64_wrap_add(sum, flat);
		scale_put_columns(&n, flat, sum, graph_total(row), out);
		strbuf_add3(out, "  ", g->frames->frame[row->frame].text,
			marks[graph_inlined(row) & 3]);
	}
	graph_free(g);
	return 0;
}

static int
text_json(const struct report_job *job, struct err *err)
{
	struct graph *g = report_rows(job);

	(void)err;
	(void)jsondoc_rows(job, g, false);
	graph_free(g);
	return 0;
}

const struct report report_top = {
	REPORT_DOC(.name = "top", .alias = "text",
		.help = "Print the heaviest frames, one per row"),
	.usual_rows = 10, /* as in pprof's shell */
	.reads = READ_SUMS,
	.only_rows = true,
	.run = text_run,
	.json = text_json,
};
