/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines above a report: what the profile is, which filters are active,
 * how much of it is shown.
 */
#ifndef FT_REPORT_HEADER_H
#define FT_REPORT_HEADER_H

#include "base/strbuf.h"
#include "engine/graph.h"
#include "engine/view.h"
#include "report/scale.h"

/* File, build id, comments, type, document, time, duration. */
void header_profile(
	struct strbuf *out, const struct view *v, const struct report_scale *n);
/* "Active filters:" and a line for each; nothing without filters. */
void header_filters(struct strbuf *out, const struct query *q);
/* All of the above (the first part not with compact_labels), then "Showing
   nodes accounting for ..." and what was dropped. */
void header_graph(struct strbuf *out, const struct view *v,
	const struct graph *g, const struct report_scale *n);
/* The same above a drawing: never compact, and with what tells how to read
   it. */
void header_drawing(struct strbuf *out, const struct view *v,
	const struct graph *g, const struct report_scale *n);

#endif
