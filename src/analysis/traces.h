/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distinct stacks of a view, each with its weight and the label sets of its
 * samples.
 *
 *     main;a 3 {t=x}      trace 0   main;a   4 in 2 samples   {t=x} 3, {} 1
 *     main;b 5 {t=y}      trace 1   main;b   5 in 1 sample    {t=y} 5
 *     main;a 1
 *
 * Stacks are equal if they have the same frames in the query's granularity.
 * Samples count if they pass the filters and are not zero. Traces have no
 * order: the caller sorts as many as it shows.
 */
#ifndef FT_ANALYSIS_TRACES_H
#define FT_ANALYSIS_TRACES_H

#include "analysis/label_sums.h"
#include "base/arena.h"
#include "engine/labelunits.h"
#include "engine/view.h"

struct trace {
	node_id node;  /* leaf in view.full; never the root */
	int64_t value; /* divided if the query has `mean` */
	uint32_t samples;
	int64_t events;         /* in parts (profile/samplecount.h) */
	uint32_t part, n_parts; /* range in traces.part */
};

struct trace_part {
	lset_id set;
	int64_t weight; /* sum of the samples with this set; not divided */
};

struct traces {
	struct arena arena;
	const struct view *view; /* owned reference */
	uint32_t n;
	struct trace *trace; /* [n] in the order of their nodes */
	uint32_t n_parts;    /* 0 for a profile without labels */
	struct trace_part *part; /* [n_parts] by trace, in the file's order */
	struct tag_units units;
};

/* Compute the traces. NULL and err as in view_compute(). */
struct traces *traces_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void traces_free(struct traces *t); /* t may be NULL */

#endif
