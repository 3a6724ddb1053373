/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries: defaults, and which options are set. */
#include "prelude.h"

#include "engine/query.h"

void
query_init(struct query *q)
{
	*q = (struct query){
		.granularity = GRAN_FUNCTIONS,
		.fold_leaves = true,
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

bool
query_drops_samples(const struct query *q)
{
	return q->focus.n + q->ignore.n + q->hide.n + q->show.n +
		q->show_from.n + q->prune_from.n + q->tagfocus.n +
		q->tagignore.n + q->more_tagfocus.n + q->more_tagignore.n >
		0;
}

bool
query_reads_labels(const struct query *q)
{
	return q->tagfocus.n + q->tagignore.n + q->more_tagfocus.n +
		q->more_tagignore.n + q->tagshow.n + q->taghide.n +
		q->tagroot.n + q->tagleaf.n >
		0;
}
