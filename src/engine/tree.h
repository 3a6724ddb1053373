/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree that the graph shows. Node 0 is the root, which has the total of
 * everything and no frame.
 *
 *     root 10               first[0] = 1    next[1] = 2
 *     +- main 8             first[1] = 3    tree_total(t, 1) = 8
 *     |  +- parse 5
 *     |  `- emit 2          tree_self(t, 1) = total - children = 1
 *     `- gc 2
 *
 * Parents, children and frames are columns indexed by node. Weights are in
 * rows, one per chain of nodes (chains.h): read those of a node with
 * tree_total(), tree_self(), tree_live() and tree_depth().
 *
 * A node has one child per frame, or two if only some of the calls were inlined
 * (TREE_INLINE), as in pprof's graphs. parent[i] < i always. A finished tree
 * never changes.
 *
 * The structure belongs to a shape, which stays the same under filters that
 * only remove samples: nodes then keep their ids, weigh 0 and lack LIVE_PASSES.
 * The weights belong to the view.
 *
 * A large tree of callers is built on demand (lazycallers.h): use tree_first()
 * to go down, and tree_whole() before a loop over all nodes.
 */
#ifndef FT_ENGINE_TREE_H
#define FT_ENGINE_TREE_H

#include "base/progress.h"
#include "engine/chains.h"
#include "engine/weights.h"
#include "profile/ids.h"

struct unfold;

enum {
	TREE_INLINE = 1, /* this call was inlined into its parent */
	/* No ancestor has the same frame; unknown in a tree of callers. */
	TREE_OUTERMOST = 2,
};

/* Samples that are 0 in the selected column do not count. */
enum {
	LIVE_PASSES = 1, /* some kept sample goes through this node */
	LIVE_ENDS = 2,   /* some kept sample ends here */
};

struct tree {
	uint32_t n;                  /* at least 1; see tree_whole() */
	const node_id *parent;       /* parent[0] is 0 */
	const node_id *first, *next; /* child list; 0 ends it */
	const frame_id *frame;       /* frame[0] is NONE */
	const uint8_t *flags;        /* TREE_* */
	const uint32_t *depth;       /* NULL with chains: see tree_depth() */

	/* Weights of the selected sample type, in rows: see tree_row() and
	   tree_self_row(). In a diff a value is new minus base (weights.h). */
	struct columns self;  /* samples that end at the node */
	struct columns total; /* self + totals of the children */
	uint8_t *live;      /* LIVE_*: see tree_live() */
	bool negative;      /* some weight is negative */
	/* Variances of self and total (significance.h); NULL if unknown. */
	double *noise_self, *noise_total;
	const struct chains *chains; /* NULL: each node has its own row */

	struct unfold *unfold; /* NULL: all nodes exist */
};

/* Return the row of a node's total. */
static inline uint32_t
tree_row(const struct tree *t, node_id node)
{
	return t->chains != NULL ? chain_of(t->chains, node) : node;
}

/* Return the row of a node's self: all nodes of a chain except the last share a
   row of zeros. */
static inline uint32_t
tree_self_row(const struct tree *t, node_id node)
{
	uint32_t row = tree_row(t, node);

	return t->chains == NULL || node == chains_last(t->chains, row)
		? row
		: t->chains->n;
}

/* Return the value column of a node's total, or of its self. */
static inline int64_t
tree_total(const struct tree *t, node_id node)
{
	return t->total.value[tree_row(t, node)];
}

static inline int64_t
tree_self(const struct tree *t, node_id node)
{
	return t->self.value[tree_self_row(t, node)];
}

/* Return LIVE_* of a node. */
static inline unsigned
tree_live(const struct tree *t, node_id node)
{
	uint32_t row = tree_row(t, node);

	return t->chains == NULL || node == chains_last(t->chains, row)
		? t->live[row]
		: t->live[row] & LIVE_PASSES;
}

/* Return the depth of a node; the root's is 0. */
static inline uint32_t
tree_depth(const struct tree *t, node_id node)
{
	const struct chains *c = t->chains;
	uint32_t chain;

	if (c == NULL)
		return t->depth[node];
	chain = chain_of(c, node);
	return c->depth[chain] + (node - c->first[chain]);
}

/* Return the first node at or after `node` at which samples end, or t->n. */
static inline node_id
tree_end_from(const struct tree *t, node_id node)
{
	if (t->chains == NULL)
		while (node < t->n && (t->live[node] & LIVE_ENDS) == 0)
			node++;
	if (t->chains == NULL || node >= t->n)
		return node;
	for (uint32_t c = chain_of(t->chains, node); c < t->chains->n; c++)
		if ((t->live[c] & LIVE_ENDS) != 0)
			return chains_last(t->chains, c);
	return t->n;
}

/* Return the first node at or after `node` with this frame, or t->n. Several
   nodes are compared at a time, because a frame may be rare among many
   millions. */
static inline node_id
tree_next_of(const struct tree *t, node_id node, frame_id frame)
{
	enum { GROUP = 32 };

	for (; node < t->n && t->n - node >= GROUP; node += GROUP) {
		const frame_id *group = t->frame + node;
		uint32_t hits = 0;

		for (unsigned i = 0; i < GROUP; i++)
			hits += group[i] == frame;
		if (hits != 0)
			break;
	}
	while (node < t->n && t->frame[node] != frame)
		node++;
	return node;
}

/* For tree_first() only. */
node_id unfold_first(struct unfold *u, node_id node);

/* Return the first child, or 0; makes the children on first use (open_node() in
   lazycallers.c). */
static inline node_id
tree_first(const struct tree *t, node_id node)
{
	return t->unfold != NULL ? unfold_first(t->unfold, node)
				 : t->first[node];
}

/* Make all nodes and return their number; fewer after a stop request. */
uint32_t tree_whole(const struct tree *t, struct progress *progress);

#endif
