/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call graph of a view: one node per frame, one edge per caller and callee,
 * with pprof's numbers. Reports use it; the screen uses the tree and view.w.
 *
 *     main;a;b 3         main 7/0    a 6/1   b 5/5      total/self
 *     main;b   1   --->  main -> a 6    main -> b 1    a -> b 4
 *     main;a;a;b 1       (a -> a: no edge; a's total counts a sample once)
 *
 * With call_tree there is one node per place instead of per frame, so paths
 * that differ never join.
 *
 *                        main -> a 6 -> b 4    main -> b 1
 *
 * Edges connect vertices: frames, or the places of a call tree. graph_frame()
 * returns the frame of a vertex.
 *
 * A frame that was trimmed away leaves residual edges from its caller to its
 * callees; its self weight is lost.
 *
 * The graph borrows the frames of its view, so the view must outlive it.
 * Weights are undivided sums: weight_div(), graph_self() and graph_total()
 * divide where pprof does.
 */
#ifndef FT_ANALYSIS_GRAPH_H
#define FT_ANALYSIS_GRAPH_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/str.h"
#include "engine/framesums.h"
#include "engine/query.h"
#include "engine/view.h"

/* A node's weight from samples with equal labels. */
struct graph_tag {
	/* All text labels, "key:value\nkey:value" (\n is two characters), or
	   "". For a numeric label, the number with its unit. */
	struct str name;
	int64_t num; /* numeric label: one of the numbers with this name */
	int64_t self, total;
	int64_t self_div, total_div; /* 0 unless `mean` */
	bool low; /* below the cut: hidden, but its nums may be shown */
	uint32_t n_nums;
	struct graph_tag *nums; /* [n_nums] numeric labels of the samples */
};

struct graph_node {
	frame_id frame;
	uint32_t vertex;
	int64_t self, total;
	int64_t self_div, total_div; /* 0 unless `mean` */
	/* Sorted by |weight|, then by the names of both ends. */
	uint32_t n_in, n_out;
	struct graph_edge **in, **out;
	uint32_t n_tags; /* oldest first; 0 without graph_options.labels */
	struct graph_tag *tag;
};

struct graph {
	struct arena arena;
	const struct frames *frames; /* borrowed from the view */
	uint32_t n;
	struct graph_node *node; /* in the order of graph_options.sort */

	/* Nodes whose weights cancelled to zero (or were dropped as negative).
	   They are not in node[], but the other nodes keep their edges to and
	   from them, as in pprof. */
	uint32_t n_lost;
	struct graph_node *lost;

	/* [frames.n] rank of each frame's text; set only for vertices that are
	   nodes or have edges. */
	const uint32_t *order;

	uint32_t n_vertices;
	const frame_id *frame_of; /* [n_vertices]; NULL: vertices are frames */
	const uint32_t *place_of; /* [tree.n] vertex, or NONE; NULL: vertices
				     are frames */

	/* Trimming by graph_trimmed(), counted as in pprof. */
	uint32_t orig_count;    /* nodes before nodecount was applied */
	uint32_t dropped_nodes; /* below the node fraction */
	uint32_t dropped_edges; /* below the edge fraction, in the last step */
};

struct graph_labels;

struct graph_options {
	enum query_sort sort;
	bool drop_negative;
	/* 0: no limit. graph_options_trim() replaces the query's -1. */
	int64_t nodecount;
	double nodefraction, edgefraction; /* 0: no cut */
	bool call_tree;
	/* Edges are used only by graph_inlined(): they are not sorted, and a
	   view without a tree has only the edges that it needs. */
	bool any_order;
	/* For drawings: nodes are sorted by entropy (trim.c), tags count as
	   nodes, and redundant edges are removed. */
	bool visual;
	/* Source of the nodes' tags. It owns their names, so it must outlive
	   the graph. NULL: no tags. */
	const struct graph_labels *labels;
};

/* Take sort and drop_negative from the query; trim nothing. */
void graph_options_init(struct graph_options *o, const struct query *q);
/* Take trimming from the query; `nodecount` replaces a nodecount of -1. */
void graph_options_trim(
	struct graph_options *o, const struct query *q, int64_t nodecount);

/* Return the whole graph, with the view's filters; direction does not matter.
   Free with graph_free. */
struct graph *graph_full(const struct view *v, const struct graph_options *o);
/* Return the graph with only the nodes in `kept`, [frames.n]. Not for
   call_tree. */
struct graph *graph_kept(const struct view *v, const struct graph_options *o,
	const struct bits *kept);
void graph_sort(struct graph *g, enum query_sort sort);
/* Sort edges: heaviest first, equal weights by the names of both ends. +5 and
   -5 compare equal, so their order depends on the input, as in pprof. */
void graph_edges_sort(
	const struct graph *g, struct graph_edge **edge, size_t n);
/* Sort edges by age, oldest first. */
void graph_edges_by_age(struct graph_edge **edge, size_t n);
/* Return the graph without small nodes, surplus nodes and small edges; the
   numbers of the rest stay exact. */
struct graph *graph_trimmed(
	const struct view *v, const struct graph_options *o);
void graph_free(struct graph *g); /* g may be NULL */

/* Return how a node is called by its remaining callers: bit 0: some calls are
   inlined, bit 1: some are not; 0 without callers. */
unsigned graph_inlined(const struct graph_node *n);

/* Return |trunc(total * fraction)|; smaller weights are dropped. Reports print
   the cut of their own total: "Dropped 12 nodes (cum <= 0.05s)". */
int64_t trim_cut(int64_t total, double fraction);

/* ---- For trim.c ---- */

/* Return each vertex's node, lost or not, or NULL: [n_vertices] on the heap,
   valid until nodes are sorted. */
struct graph_node **graph_vertices(struct graph *g);

/* A node's sort key: heavier first, then by text. */
struct graph_rank {
	uint64_t weight, tie; /* graph_magnitude() */
	uint32_t at;          /* index or frame, chosen by the caller */
	uint32_t order;       /* rank of the text */
};

/* Rank n frames by text: order[frame[i]] becomes the rank of frame[i]. */
void graph_order_texts(const struct frames *frames, const frame_id *frame,
	size_t n, uint32_t *order);

/* Return |v| as a sort key. Go compares results of abs64() as signed numbers,
   and abs64(INT64_MIN) is INT64_MIN: the smallest. */
uint64_t graph_magnitude(int64_t v);
/* Return the sort key of these weights; at and order are 0. */
struct graph_rank graph_rank(int64_t self, int64_t total, enum query_sort sort);
/* Sort ranks; ties keep their order. */
void graph_rank_order(struct graph_rank *rank, size_t n);
/* Sort node[] by rank[g->n], in which weight and tie are filled in. */
void graph_rank_sort(struct graph *g, struct graph_rank *rank);
/* True if a vertex with these weights is a node. */
bool graph_wanted(const struct graph_node *n, const struct graph_options *o);
/* Keep only the vertices in `kept`, [n_vertices], as nodes of a call tree.
   Callees of removed nodes get a residual edge from the nearest kept caller,
   with unchanged weights. */
void calltree_keep(struct graph *g, const struct bits *kept);

/* ---- Tags of nodes, for drawings: graphlabels.c ---- */

/* All text labels of a sample form one tag. "bytes" is the only numeric label
   used. The label that marks base samples is ignored. */

/* Group the samples that pass the filters by leaf node and label set. NULL and
   err as in view_compute(). Free with graph_labels_free. */
struct graph_labels *graph_labels_new(
	struct engine *e, const struct query *q, struct err *err);
/* Return the unit of graph_tag.num. */
struct str graph_labels_unit(const struct graph_labels *l);
void graph_labels_free(struct graph_labels *l); /* l may be NULL */

/* Add tags to the first n nodes of a graph made from `v`. Tags with |self| and
   |total| below `cut` are low: they are kept only for their numbers. */
void graph_add_tags(struct graph *g, const struct view *v,
	const struct graph_labels *l, int64_t cut, uint32_t n);

/* ---- Node contents ---- */

static inline frame_id
graph_frame(const struct graph *g, uint32_t vertex)
{
	return g->frame_of != NULL ? g->frame_of[vertex] : vertex;
}

/* Return self as shown: divided with `mean`, toward zero. */
static inline int64_t
graph_self(const struct graph_node *n)
{
	return weight_div(n->self, n->self_div);
}

/* Return the sum of graph_self() over all nodes. */
int64_t graph_self_sum(const struct graph *g);

static inline int64_t
graph_total(const struct graph_node *n)
{
	return weight_div(n->total, n->total_div);
}

#endif
