/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distinct stacks of a view (traces.h). */
#include "prelude.h"

#include "analysis/traces.h"

#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/frametree.h"
#include "engine/labelunits.h"
#include "engine/leafsamples.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"

struct traces_run {
	const struct run *run;
	const struct profile *p;
	struct traces *out;
	uint32_t *of_node;   /* [tree.n] index of the trace, or NONE */
	uint32_t *of_sample; /* [sample.n] likewise */
};

/* Make a trace for each node where a sample ends. */
static int
number_traces(struct traces_run *t)
{
	const struct tree *tree = &t->out->view->full;
	node_id end = tree_end_from(tree, 1);
	uint32_t n = 0;

	t->of_node = xmalloc(mul_size(tree->n, sizeof(*t->of_node)));
	for (node_id node = 0; node < tree->n; node++) {
		if (node % RUN_STRIDE == 0 && run_check(t->run) != 0)
			return -1;
		t->of_node[node] = NONE;
		if (node != end)
			continue;
		t->of_node[node] = n++;
		end = tree_end_from(tree, node + 1);
	}
	t->out->n = n;
	t->out->trace =
		ARENA_ARRAY(&t->out->arena, struct trace, (size_t)n + 1);
	for (node_id node = 0; node < tree->n; node++) {
		if (node % RUN_STRIDE == 0 && run_check(t->run) != 0)
			return -1;
		if (t->of_node[node] != NONE)
			t->out->trace[t->of_node[node]] =
				(struct trace){ .node = node,
					.value = columns_value(&tree->self,
						tree_self_row(tree, node)) };
	}
	return 0;
}

/* Merge the rows of a trace that have equal label sets. */
static int
merge_sets(struct traces_run *t, struct trace_part *row)
{
	/* [labels.n] index of the last part with the label set. */
	uint32_t *at = xcalloc((size_t)t->p->labels.n + 1, sizeof(*at));
	uint32_t n = 0, from = 0;

	for (uint32_t k = 0; k < t->out->n; k++) {
		struct trace *trace = &t->out->trace[k];
		uint32_t end = from + trace->samples;

		if (k % RUN_STRIDE == 0 && run_check(t->run) != 0)
			break;
		trace->part = n;
		for (; from < end; from++) {
			lset_id set = row[from].set;

			if (at[set] >= trace->part && at[set] < n &&
				row[at[set]].set == set) {
				row[at[set]].weight = i64_wrap_add(
					row[at[set]].weight, row[from].weight);
				continue;
			}
			at[set] = n;
			row[n++] = row[from];
		}
		trace->n_parts = n - trace->part;
	}
	free(at);
	if (run_check(t->run) != 0)
		return -1;
	t->out->n_parts = n;
	t->out->part = arena_dup(&t->out->arena, row, n, sizeof(*row));
	return 0;
}

static int
add_parts(struct traces_run *t)
{
	struct trace_part *row;
	uint32_t *next;
	int rc;
	const struct profile *p;
	uint32_t n = 0;

	if (t->p->labels.first[t->p->labels.n] == 0)
		return 0;
	row = xcalloc(t->p->sample.n + 1, sizeof(*row));
	next = xcalloc((size_t)t->out->n + 1, sizeof(*next));
	/* Make a row for each sample, grouped by trace. */
	p = t->p;
	for (uint32_t k = 0; k < t->out->n; k++) {
		next[k] = n;
		n += t->out->trace[k].samples;
	}
	rc = 0;
	for (size_t i = 0; i < p->sample.n; i++) {
		uint32_t trace = t->of_sample[i];

		if (i % RUN_STRIDE == 0 && run_check(t->run) != 0) {
			rc = -1;
			break;
		}
		if (trace != NONE)
			row[next[trace]++] = (struct trace_part){
				.set = p->sample.labels[i],
				.weight =
					p->sample.value[t->run->sums->column][i]
			};
	}
	if (rc == 0)
		rc = merge_sets(t, row);
	free(next);
	free(row);
	return rc;
}

struct traces *
traces_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct run run = { .e = e, .q = q, .progress = progress, .err = err };
	struct traces_run t = { .run = &run };
	int rc;

	t.out = xcalloc(1, sizeof(*t.out));
	t.out->view = view_compute(e, q, progress, err);
	if (t.out->view == NULL || run_stages(&run) != 0) {
		traces_free(t.out);
		return NULL;
	}
	t.p = run.input->profile;
	t.of_sample = xcalloc(t.p->sample.n + 1, sizeof(*t.of_sample));
	rc = number_traces(&t);
	if (rc == 0) {
		const struct profile *p = t.p;
		const int64_t *value = p->sample.value[t.run->sums->column];

		/* Find the trace of each sample. */
		rc = 0;
		for (size_t i = 0; i < p->sample.n; i++) {
			node_id node = chains_end(
				&t.run->shape->chains, t.run->input->slot[i]);
			uint32_t trace = NONE;

			if (i % RUN_STRIDE == 0 && run_check(t.run) != 0) {
				rc = -1;
				break;
			}
			if (node != NONE && value[i] != 0 &&
				run_keeps(t.run, i))
				trace = t.of_node[node];
			t.of_sample[i] = trace;
			if (trace == NONE)
				continue;
			t.out->trace[trace].samples++;
			i64_sum(&t.out->trace[trace].events,
				events_parts(t.out->view->events, i));
		}
	}
	if (rc == 0)
		rc = add_parts(&t);
	if (rc == 0)
		t.out->units = tag_units(t.p, &t.out->arena, NULL);
	free(t.of_node);
	free(t.of_sample);
	if (rc == 0)
		return t.out;
	traces_free(t.out);
	return NULL;
}

void
traces_free(struct traces *t)
{
	if (t == NULL)
		return;
	view_unref(t->view);
	arena_free(&t->arena);
	free(t);
}
