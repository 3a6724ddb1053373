/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call graph as graphviz's dot reads it.
 *
 *     N1 [label="main..." ...]          a box for each node,
 *     N1_0 [label = "thread:t1" ...]    its tags beside it,
 *     N1 -> N2 [label=" 0.50s" ...]     and the calls
 */
#ifndef FT_REPORT_DOT_H
#define FT_REPORT_DOT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/graph.h"
#include "report/scale.h"

struct progress;
struct report_job;

/* What the parts of a drawing share. */
struct dot {
	const struct progress *progress;
	struct strbuf *out;
	const struct graph *g;
	struct report_scale n;
	uint32_t *id; /* [n_vertices] 1.. in the order of g->node, 0: gone */
	bool *tagged; /* [n_vertices] has tags beside it */
	int64_t max_flat;      /* |flat| of the largest */
	struct str bytes_unit; /* of numeric tags */
};

/* Append the whole text to out. -1 and err as view_compute(). */
int dot_put(
	const struct report_job *job, struct strbuf *out, struct err *err);

/* A box; true when it got tags (dot_node.c). */
bool dot_node(const struct dot *d, const struct graph_node *n);

/* Text between quotation marks. */
void dot_escape(struct strbuf *out, struct str text);

/* "#b22100": grey for 0, green below, yellow to red above (dot_color.c). */
void dot_color(struct strbuf *out, double score, bool background);

#endif
