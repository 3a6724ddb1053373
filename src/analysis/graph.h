/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call graph of a view: one node per frame, one edge per pair of a caller
 * and its callee, with pprof's numbers. For reports; the
 * screen lives on the tree and on view.w.
 *
 *     main;a;b 3         main 7/0    a 6/1   b 5/5      total/self
 *     main;b   1   --->  main -> a 6    main -> b 1    a -> b 4
 *     main;a;a;b 1       (a -> a is no edge, and a's total counts a sample
 * once)
 *
 * With call_tree there is a node per place instead of one per frame: two paths
 * that differ never meet.
 *
 *                        main -> a 6 -> b 4    main -> b 1
 *
 * What edges lead to are vertices: frames, or places of such a tree, where
 * graph_frame() knows what a place is called.
 *
 * A frame that was trimmed away leaves residual edges from the caller above
 * it to the callees below it; its self goes to nobody.
 *
 * The graph borrows the frames of its view, so it must not outlive the view.
 * Weights are undivided sums: weight_div() or graph_flat() and friends
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

/* What the samples with some labels give to a node. */
struct graph_tag {
	/* Of text labels all of a sample, "key:value\nkey:value", where \n
	   are two characters; "" when it has none. Of numeric ones the number
	   with its unit. */
	struct str name;
	int64_t num; /* numeric: one of those with this name */
	int64_t self, total;
	int64_t self_div, total_div; /* 0 unless `mean` */
	bool low; /* under the cut: not shown, but its nums are */
	uint32_t n_nums;
	struct graph_tag *nums; /* the numeric labels of these samples */
};

struct graph_node {
	frame_id frame;
	uint32_t vertex;
	int64_t self, total;
	int64_t self_div, total_div; /* 0 unless `mean` */
	/* By |weight|, then the names of the two ends. */
	uint32_t n_in, n_out;
	struct graph_edge **in, **out;
	uint32_t n_tags; /* the oldest first; 0 without graph_options.labels */
	struct graph_tag *tag;
};

struct graph {
	struct arena arena;
	const struct frames *frames; /* borrowed from the view */
	uint32_t n;
	struct graph_node *node; /* in the order of graph_options.sort */

	/* Nodes whose numbers cancelled to zero (or are dropped for being
	   negative) are not in node[], yet edges to and from them stay in the
	   lists of the others, as pprof leaves them there. */
	uint32_t n_lost;
	struct graph_node *lost;

	/* Numbers in the order of the texts of frames, [frames.n]; of those
	   only that vertices have which have an edge or are nodes. */
	const uint32_t *order;

	uint32_t n_vertices;
	const frame_id *frame_of; /* [n_vertices]; NULL: they are frames */
	const uint32_t *place_of; /* [tree.n] vertices; NULL likewise */

	/* What graph_trimmed() did, as pprof. */
	uint32_t orig_count;    /* nodes before nodecount was applied */
	uint32_t dropped_nodes; /* under the node fraction */
	uint32_t dropped_edges; /* under the edge fraction, last step */
};

struct graph_labels;

struct graph_options {
	enum query_sort sort;
	bool drop_negative;
	/* 0: no limit. The -1 of a query is resolved by the report. */
	int64_t nodecount;
	double nodefraction, edgefraction; /* 0: no cut */
	bool call_tree;
	/* Nobody asks for edges, but graph_inlined(): they have no age, and
	   where a view has no tree only those are there that it needs. */
	bool any_order;
	/* For drawing: nodes in the order of trim.c, nodelets count as
	   nodes, and edges that add nothing to the picture are left out. */
	bool visual;
	/* Gives the nodes their tags, whose names it owns: it must outlive
	   the graph. NULL: none. */
	const struct graph_labels *labels;
};

/* Sort and drop_negative from the query, nothing trimmed. */
void graph_options_init(struct graph_options *o, const struct query *q);
/* The query's own trimming on top of that; `nodecount` is what -1 means. */
void graph_options_trim(
	struct graph_options *o, const struct query *q, int64_t nodecount);

/* The whole graph. Works on the view's filters; direction does
   not matter. Free with graph_free. */
struct graph *graph_full(const struct view *v, const struct graph_options *o);
/* The same with only these frames as nodes ([frames.n] bits); no call tree. */
struct graph *graph_kept(const struct view *v, const struct graph_options *o,
	const struct bits *kept);
/* Order the nodes. */
void graph_sort(struct graph *g, enum query_sort sort);
/* Order some edges: the heaviest first, of equal weight by the names of both
   ends. +5 and -5 are neither equal nor is one heavier: pprof's order of such
   edges comes from the order that they had, and so does this. */
void graph_edges_sort(
	const struct graph *g, struct graph_edge **edge, size_t n);
/* The oldest first: their order before any was sorted. */
void graph_edges_by_age(struct graph_edge **edge, size_t n);
/* The whole graph, then without small nodes, too many nodes and small edges;
   the numbers of what is kept stay exact. At once (trimmed_at_once() in trim.c)
   where no step depends on the graph that the one before left. */
struct graph *graph_trimmed(
	const struct view *v, const struct graph_options *o);
void graph_free(struct graph *g); /* NULL is fine */

/* How the calls to a node were made, over the edges left: bit 0: some
   inlined, bit 1: some not. 0 without callers. */
unsigned graph_inlined(const struct graph_node *n);

/* |trunc(total * fraction)|: what is smaller is dropped. Reports print it
   with their own total ("Dropped 12 nodes (cum <= 0.05s)"). */
int64_t trim_cut(int64_t total, double fraction);

/* ---- For trim.c ---- */

/* The node (lost ones too) of each vertex, NULL for none: [n_vertices] on the
   heap, valid until nodes are sorted. */
struct graph_node **graph_vertices(struct graph *g);

/* What a node is sorted by: heavier first, then the text. */
struct graph_rank {
	uint64_t weight, tie; /* graph_magnitude() */
	uint32_t at;
	uint32_t order; /* of the text */
};

/* Numbers in the order of their texts for n frames: the one of frame[i] into
   order[frame[i]]. */
void graph_order_texts(const struct frames *frames, const frame_id *frame,
	size_t n, uint32_t *order);

/* |v| as a sort key. Go compares the result of its abs64() as a signed
   number, and that of INT64_MIN is INT64_MIN: the smallest. */
uint64_t graph_magnitude(int64_t v);
/* Of a node with these numbers; at and order are 0. */
struct graph_rank graph_rank(int64_t self, int64_t total, enum query_sort sort);
/* Sort ranks; those of which nothing decides stay as they are. */
void graph_rank_order(struct graph_rank *rank, size_t n);
/* Sort node[] by its ranks: weight and tie are filled, [g->n]. */
void graph_rank_sort(struct graph *g, struct graph_rank *rank);
/* Is there a node for these numbers? */
bool graph_wanted(const struct graph_node *n, const struct graph_options *o);
/* Of a call tree, only these vertices stay nodes ([n_vertices] bits). What they
   called goes to the nearest caller that stays, over a residual edge, with the
   numbers it had: nothing is counted again. */
void calltree_keep(struct graph *g, const struct bits *kept);

/* ---- What labels give to the nodes, for drawings: graphlabels.c ---- */

/* The text labels of a sample are one tag; of its numeric ones only "bytes"
   counts; the mark of a base's samples does not. */

/* The samples that pass, grouped by the end of their stack and their labels.
   NULL and err as view_compute(); free with graph_labels_free. */
struct graph_labels *graph_labels_new(
	struct engine *e, const struct query *q, struct err *err);
/* The unit of graph_tag.num. */
struct str graph_labels_unit(const struct graph_labels *l);
void graph_labels_free(struct graph_labels *l); /* NULL is fine */

/* Give the first n nodes of a graph, which was made from `v`, their tags; those
   with |self| and |total| under `cut` are low, and only there for the sake of
   numbers that are not. */
void graph_add_tags(struct graph *g, const struct view *v,
	const struct graph_labels *l, int64_t cut, uint32_t n);

/* ---- What nodes hold ---- */

static inline frame_id
graph_frame(const struct graph *g, uint32_t vertex)
{
	return g->frame_of != NULL ? g->frame_of[vertex] : vertex;
}

/* As shown: divided with `mean`, toward zero. */
static inline int64_t
graph_self(const struct graph_node *n)
{
	return weight_div(n->self, n->self_div);
}

/* The sum of graph_flat() of all nodes. */
int64_t graph_self_sum(const struct graph *g);

static inline int64_t
graph_total(const struct graph_node *n)
{
	return weight_div(n->total, n->total_div);
}

#endif
