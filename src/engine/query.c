/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries: defaults and comparison, see query.h. */
#include "config.h"

#include "engine/query.h"

#include "base/banned.h"

void
query_init(struct query *q)
{
	*q = (struct query){
		.granularity = GRAN_FUNCTIONS,
		.divide_by = 1.0,
		.unit = STR("minimum"),
		.nodecount = -1,
		.nodefraction = 0.005,
		.edgefraction = 0.001,
		.trim = true,
		.sort = SORT_FLAT,
		.direction = DIR_CALLEES,
	};
}

static bool
same_filters(const struct query *a, const struct query *b)
{
	return str_eq(a->focus, b->focus) && str_eq(a->ignore, b->ignore) &&
		str_eq(a->hide, b->hide) && str_eq(a->show, b->show) &&
		str_eq(a->show_from, b->show_from) &&
		str_eq(a->prune_from, b->prune_from) &&
		str_eq(a->tagfocus, b->tagfocus) &&
		str_eq(a->tagignore, b->tagignore) &&
		str_eq(a->tagshow, b->tagshow) &&
		str_eq(a->taghide, b->taghide) &&
		str_eq(a->more_tagfocus, b->more_tagfocus) &&
		str_eq(a->more_tagignore, b->more_tagignore) &&
		str_eq(a->tagroot, b->tagroot) &&
		str_eq(a->tagleaf, b->tagleaf);
}

static bool
same_frames(const struct query *a, const struct query *b)
{
	return a->granularity == b->granularity &&
		a->noinlines == b->noinlines &&
		a->showcolumns == b->showcolumns &&
		a->recursion == b->recursion && a->system == b->system &&
		str_eq(a->user, b->user) && str_eq(a->library, b->library) &&
		str_eq(a->system_code, b->system_code) &&
		str_eq(a->trim_path, b->trim_path) &&
		str_eq(a->source_path, b->source_path);
}

/* Doubles are compared as they were typed: -Wfloat-equal has no say here,
   but NaN never gets into a query. */
static bool
same_double(double a, double b)
{
	return !(a < b) && !(a > b);
}

static bool
same_weights(const struct bound_weights *a, const struct bound_weights *b)
{
	return same_double(a->l1, b->l1) && same_double(a->ll, b->ll) &&
		same_double(a->branch, b->branch) &&
		same_double(a->freq, b->freq) && same_double(a->ipc, b->ipc);
}

static bool
same_values(const struct query *a, const struct query *b)
{
	return str_eq(a->sample_index, b->sample_index) &&
		str_eq(a->beside, b->beside) && a->mean == b->mean &&
		same_double(a->divide_by, b->divide_by) &&
		str_eq(a->unit, b->unit) &&
		a->relative_percentages == b->relative_percentages &&
		a->drop_negative == b->drop_negative &&
		a->normalize == b->normalize && a->call_tree == b->call_tree &&
		same_weights(&a->bottleneck, &b->bottleneck) &&
		a->compact_labels == b->compact_labels;
}

bool
query_equal(const struct query *a, const struct query *b)
{
	return same_filters(a, b) && same_frames(a, b) && same_values(a, b) &&
		a->nodecount == b->nodecount &&
		same_double(a->nodefraction, b->nodefraction) &&
		same_double(a->edgefraction, b->edgefraction) &&
		a->trim == b->trim && a->sort == b->sort &&
		a->direction == b->direction && str_eq(a->pivot, b->pivot) &&
		str_eq(a->search, b->search);
}

bool
query_has_filters(const struct query *q)
{
	return q->focus.n + q->ignore.n + q->hide.n + q->show.n +
		q->show_from.n + q->prune_from.n + q->tagfocus.n +
		q->tagignore.n + q->more_tagfocus.n + q->more_tagignore.n >
		0;
}
