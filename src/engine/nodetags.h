/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What labels give to the nodes of a graph, for drawings. The text labels of
 * a sample are one tag; of its numeric ones only "bytes" counts; the mark of
 * a base's samples does not.
 */
#ifndef FT_ENGINE_NODETAGS_H
#define FT_ENGINE_NODETAGS_H

#include "engine/graph.h"
#include "engine/view.h"

/* The samples that pass, grouped by the end of their stack and their labels.
   NULL and err as view_compute(); free with graph_labels_free. */
struct graph_labels *graph_labels_new(
	struct engine *e, const struct query *q, struct err *err);
/* The unit of graph_tag.num. */
struct str graph_labels_unit(const struct graph_labels *l);
void graph_labels_free(struct graph_labels *l); /* NULL is fine */

/* Give the nodes of a graph, which was made from `v`, their tags. */
void graph_add_tags(
	struct graph *g, const struct view *v, const struct graph_labels *l);
/* Mark tags with |flat| and |cum| under `cut`. */
void graph_cut_tags(struct graph *g, int64_t cut);

#endif
