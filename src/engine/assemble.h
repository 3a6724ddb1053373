/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Vertices and edges, once they are counted, put together into a graph:
 * order, lists, nodes. Only files of this folder include it.
 */
#ifndef FT_ENGINE_ASSEMBLE_H
#define FT_ENGINE_ASSEMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "engine/graph.h"

/* Fill node[] and lost[] from vertex[g->n_vertices], which have their numbers
   but no lists yet, and edge[n], which are in the graph's arena. */
void graph_assemble(struct graph *g, struct graph_node *vertex,
	struct graph_edge *edge, size_t n, const struct graph_options *o);

/* When a sample first passes through each place of the view's tree: its
   number, [tree.n] on the heap; NONE when none does. */
uint32_t *graph_ages(const struct view *v);

/* The node (lost ones too) of each vertex, NULL for none: [n_vertices] on the
   heap, valid until nodes are sorted. */
struct graph_node **graph_vertices(struct graph *g);

/* What a node is sorted by: heavier first, then the text. */
struct graph_rank {
	uint64_t weight, tie; /* graph_magnitude() */
	struct str text;
	uint32_t at;
};

/* |v| as a sort key. Go compares the result of its abs64() as a signed
   number, and that of INT64_MIN is INT64_MIN: the smallest. */
uint64_t graph_magnitude(int64_t v);
/* Sort ranks; at decides at last. */
void graph_rank_order(struct graph_rank *rank, size_t n);
/* Sort node[] by its ranks: weight and tie are filled, [g->n]. */
void graph_rank_sort(struct graph *g, struct graph_rank *rank);
/* Is there a node for these numbers? */
bool graph_wanted(const struct graph_node *n, const struct graph_options *o);

#endif
