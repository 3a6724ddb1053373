/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the parts that V8's formats share: a tree of nodes, each a function as
 * called from its parent, and for CPU profiles a list of samples, each a node
 * and a time. The tree has three forms: nodes that name their children, nodes
 * that name their parent, and nested nodes.
 *
 *     (root) -+- main --- parse        samples  main parse parse (gc)
 *             +- (garbage collector)   deltas   5    10    10    10
 *             `- (idle)
 *
 * A sample weighs the time until the next one. Garbage collection and (program)
 * have no stack of their own: they are shown below the code that ran before, as
 * in browsers' developer tools.
 */
#ifndef FT_READ_V8_H
#define FT_READ_V8_H

#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "profile/builder.h"
#include "read/damage.h"
#include "read/rows.h"

enum v8_kind { V8_CODE, V8_ROOT, V8_IDLE, V8_ABOVE /* GC, (program) */ };

struct v8_node {
	int64_t id;
	uint32_t parent; /* index into v8.node; NONE: unknown or a root */
	str_id name, url;
	int64_t line, column;  /* from 1; 0: unknown */
	int64_t hits, bytes;   /* self values */
	size_t tick, tick_end; /* range in v8.tick */
	uint32_t walk;         /* node whose walk up met this last, or NONE */
	enum v8_kind kind;
	loc_id loc;
	node_id stack; /* NONE until v8_link() */
};

/* "positionTicks": how often each line of a node was seen. Samples have no
   line, so a node's samples go to its lines in turn: the counts of lines are
   exact, their times approximate. */
struct v8_tick {
	uint32_t node;
	int64_t line;
	int64_t left;  /* samples still to assign */
	node_id stack; /* NONE: not made yet */
};

struct v8_child { /* a child in a node's list, whose node may come later */
	uint32_t parent;
	int64_t id;
};

/* Parts left out of damaged profiles. */
struct v8_damage {
	struct damage nodes, samples, costs;
	size_t rounded; /* costs that were not whole numbers */
};

struct v8 {
	struct builder *builder; /* borrowed */
	struct loctable *locs;   /* borrowed */
	VEC(struct v8_node) node;
	VEC(struct v8_child) child;
	VEC(struct v8_tick) tick;
	struct map64 by_id; /* id -> node */
	uint32_t linked;    /* index: nodes before it are linked */
	/* Counts the parts that cannot be read; NULL: such parts are errors. */
	struct v8_damage *damage;
	/* The sample whose end is not yet known. */
	node_id last;            /* its stack, or NONE */
	node_id below;           /* stack that V8_ABOVE is put on, or NONE */
	int64_t first, since;    /* ns: start of first sample, of this one */
	size_t seen;             /* samples, including lost ones */
	bool idle;               /* this sample's node is (idle) */
	int64_t idle_time, time; /* totals, ns */
	int64_t cut;             /* ns by which the file's end was too late */
	bool is_cut, clipped;
};

void v8_init(struct v8 *v, struct builder *b, struct loctable *locs);
void v8_fini(struct v8 *v);

/* Add a node of a list: {id, callFrame, hitCount, children, parent}. -1 and err
   if its id is missing or a duplicate, or its parent unknown. With v->damage
   this is counted instead; the node is left out or becomes a root. */
int v8_node(struct v8 *v, const struct jval *node, struct err *err);
/* Add the nodes of the tree that is the walk's next value. */
int v8_tree(struct v8 *v, struct jwalk *w);
/* Compute the nodes' stacks, once all nodes are read. -1 and err if a child is
   missing or has two parents, or there is a cycle. With v->damage these edges
   are counted and left out. May be called again after more nodes. */
int v8_link(struct v8 *v, struct err *err);

/* Begin a sample of the node at a time in ns, from any origin. -1 and err if
   there is no such node; with v->damage the sample is left out. Its row is
   added at the next sample or the end, with two values: one sample, and the
   time between them. */
int v8_sample(struct v8 *v, int64_t id, int64_t time, struct rows *rows,
	lset_id labels, struct err *err);
/* Begin a sample that cannot be read, whose time is left out. */
void v8_lost_sample(
	struct v8 *v, int64_t time, struct rows *rows, lset_id labels);
/* Return the end of the last sample, assuming that it is as long as the mean;
   its start if it is the only sample. */
int64_t v8_likely_end(struct v8 *v);
/* End the last sample at `time`, or after the mean length if it would be many
   times longer. Returns its end. */
int64_t v8_end(struct v8 *v, int64_t time, struct rows *rows, lset_id labels);

/* Add rows for a file without samples: hits of each node and line. */
void v8_hits(struct v8 *v, struct rows *rows);

/* Get a whole number, from a number or a string. */
bool v8_int(const struct jval *v, int64_t *out);

/* Warn of the damage that was counted. */
void v8_warn_damage(const struct v8_damage *d, struct warnings *warnings);

/* Warn that there are more times than samples, or the reverse. */
void v8_warn_uneven(struct warnings *warnings);
/* Warn how much of the time is idle, if it is 1% or more. */
void v8_warn_idle(struct warnings *warnings, int64_t idle, int64_t time);

#endif
