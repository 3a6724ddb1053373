/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -json: the parts shared by all reports. man/flametop-json.5 describes a
 * document, man/flametop-1.schema.json is its schema; JSONDOC_SCHEMA changes
 * when a member is removed.
 *
 *     jsondoc_begin()     {  schema, report, sources
 *     report_run()           profile, options, value, diff; its own members
 *     gate_run()             gate
 *     jsondoc_end()          warnings  }
 *
 * Numbers are in the sample type's unit, divided by divide_by as in the text.
 */
#ifndef FT_REPORT_JSON_H
#define FT_REPORT_JSON_H

#include "analysis/graph.h"
#include "analysis/label_sums.h"
#include "base/jsonout.h"
#include "base/str.h"
#include "base/warnings.h"
#include "engine/labelunits.h"
#include "engine/verdict.h"
#include "engine/view.h"
#include "report/report.h"

#define JSONDOC_SCHEMA "flametop/1"

void jsondoc_begin(struct jsonout *j, const char *report);
void jsondoc_end(struct jsonout *j, const struct warnings *warnings);
/* Write the profile, and the view's options, value and diff. */
void jsondoc_view(struct jsonout *j, const struct view *v);

/* Write the members of a frame: its names and its position. */
void jsondoc_frame(
	struct jsonout *j, const struct frames *frames, frame_id frame);
/* Write a value, divided as in the text. */
void jsondoc_value(struct jsonout *j, const char *key,
	const struct report_scale *n, int64_t value);
/* Write the value of an edge, and in a diff both sides. */
void jsondoc_edge(struct jsonout *j, const struct view *v,
	const struct graph_edge *e, const struct report_scale *n);
/* Write an object (if key is NULL, only its members): both sides of a change
   and its significance. `scale` decides whether a small change counts as none;
   NULL: omit "change". */
void jsondoc_change(struct jsonout *j, const char *key,
	const struct report_scale *n, struct sides sides,
	struct verdict verdict, const struct change_scale *scale);

/* Write "shown": the number of nodes, their sum, and what was dropped. */
void jsondoc_shown(
	struct jsonout *j, const struct graph *g, const struct report_scale *n);
/* Write the members of a graph node: url, flat, cum and diff. */
void jsondoc_node(const struct report_job *job, const struct graph *g,
	const struct graph_node *node, const struct report_scale *n);
/* Write "shown" and "rows": the nodes that match, with callers and callees if
   `edges`. Returns their number. */
uint32_t jsondoc_rows(
	const struct report_job *job, const struct graph *g, bool edges);
/* Write "labels": [...] of a sample. NULL units: the labels' own. */
void jsondoc_labels(struct jsonout *j, const struct profile *p, lset_id set,
	const struct tag_units *units);

#endif
