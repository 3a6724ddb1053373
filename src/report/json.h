/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -json: what the JSON of all reports shares. man/flametop-json.5 describes a
 * document, man/flametop-1.schema.json is its schema; JSONDOC_SCHEMA changes
 * when something that was there is not there any more.
 *
 *     jsondoc_begin()     {  schema, report, sources
 *     report_run()           profile, options, value, diff; what is its own
 *     gate_run()             gate
 *     jsondoc_end()          warnings  }
 *
 * Numbers are in the unit of the sample type, divided by divide_by as the text
 * has them, never by a unit.
 */
#ifndef FT_REPORT_JSON_H
#define FT_REPORT_JSON_H

#include "analysis/graph.h"
#include "analysis/label_sums.h"
#include "base/jsonout.h"
#include "base/str.h"
#include "base/warnings.h"
#include "engine/labelunits.h"
#include "engine/sides.h"
#include "engine/view.h"
#include "report/report.h"

struct verdict;

#define JSONDOC_SCHEMA "flametop/1"

void jsondoc_begin(struct jsonout *j, const char *report);
void jsondoc_end(struct jsonout *j, const struct warnings *warnings);
/* The profile, and what of it is shown. */
void jsondoc_view(struct jsonout *j, const struct view *v);

/* Members of a row: what it is called and where it is. */
void jsondoc_frame(
	struct jsonout *j, const struct frames *frames, frame_id frame);
/* A number as the text would have it. */
void jsondoc_value(struct jsonout *j, const char *key,
	const struct report_scale *n, int64_t value);
/* The value of an edge; in a diff both sides, too. */
void jsondoc_edge(struct jsonout *j, const struct view *v,
	const struct graph_edge *e, const struct report_scale *n);
/* An object: both sides of a change, and what is known of it; without a key
   its members. `scale` tells small from large; NULL: not in a word. */
void jsondoc_change(struct jsonout *j, const char *key,
	const struct report_scale *n, struct sides sides,
	struct verdict verdict, const struct change_scale *scale);

/* "shown": how many nodes there are, what they sum up to, what was dropped. */
void jsondoc_shown(
	struct jsonout *j, const struct graph *g, const struct report_scale *n);
/* Members: a node of the graph of view v, with flat, cum and diff. */
void jsondoc_node(struct jsonout *j, const struct view *v,
	const struct graph *g, const struct graph_node *node,
	const struct report_scale *n);
/* "shown" and "rows": the nodes, or those that match, with their callers and
   callees. Returns how many. */
uint32_t jsondoc_rows(
	const struct report_job *job, const struct graph *g, bool edges);
/* "labels": [...] of a sample; units of the keys, or NULL: the labels'. */
void jsondoc_labels(struct jsonout *j, const struct profile *p, lset_id set,
	const struct tag_units *units);

#endif
