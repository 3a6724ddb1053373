/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What V8's formats have in common: a tree of nodes, each a function as it
 * was called from its parent, and for CPU profiles a list of which node was
 * seen when. The tree is written in three ways: a list whose nodes name
 * their children, one whose nodes name their parent, and as a tree.
 *
 *     (root) -+- main --- parse        samples  main parse parse (gc)
 *             +- (garbage collector)   deltas   5    10    10    10
 *             `- (idle)
 *
 * A sample weighs the time until the next one. Collecting garbage, and what
 * is called (program), has no stack of its own: it is shown below what ran
 * before, as the developer tools of browsers do it.
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

enum v8_kind { V8_CODE, V8_ROOT, V8_IDLE, V8_ABOVE /* see above */ };

struct v8_node {
	int64_t id;
	uint32_t parent; /* index; NONE: not known, or there is none */
	str_id name, url;
	int64_t line, column;  /* from 1; 0 unknown */
	int64_t hits, bytes;   /* of the node itself */
	size_t tick, tick_end; /* in v8.tick */
	uint32_t walk;         /* upwards that last came here, or NONE */
	enum v8_kind kind;
	loc_id loc;
	node_id stack; /* NONE until v8_link() */
};

/* "positionTicks": how often a line of a node was seen. Which sample saw which
   line is not known, so the samples of a node are given to its lines in turn:
   counts of lines are exact, their times nearly. */
struct v8_tick {
	uint32_t node;
	int64_t line;
	int64_t left;  /* samples to come */
	node_id stack; /* NONE: not made yet */
};

struct v8_child { /* "its child is", before all nodes are known */
	uint32_t parent;
	int64_t id;
};

/* What is left out of damaged profiles. */
struct v8_damage {
	struct damage nodes, samples, costs;
};

struct v8 {
	struct builder *builder; /* borrowed */
	struct loctable *locs;   /* borrowed */
	VEC(struct v8_node) node;
	VEC(struct v8_child) child;
	VEC(struct v8_tick) tick;
	struct map64 by_id; /* id -> node */
	uint32_t linked;    /* nodes before this one are */
	/* What cannot be read is counted there; NULL: it is an error. */
	struct v8_damage *damage;
	/* The sample that waits for its end. */
	node_id last;            /* its stack, NONE: there is none */
	node_id below;           /* where what has no stack goes */
	int64_t first, since;    /* ns; of the first, and of it */
	size_t seen;             /* samples, with those left out */
	bool idle;               /* it is */
	int64_t idle_time, time; /* of all samples, ns */
	int64_t cut;             /* by so many ns the end came too late */
	bool is_cut, clipped;
};

void v8_init(struct v8 *v, struct builder *b, struct loctable *locs);
void v8_fini(struct v8 *v);

/* Add a node as a list has it: {id, callFrame, hitCount, children, parent}. -1
   and err: an id is missing or there twice, or there is no such parent. With
   v->damage it is counted, and the node is left out or is a root. */
int v8_node(struct v8 *v, const struct jval *node, struct err *err);
/* Add the nodes of a tree, which is the next value of the walk. */
int v8_tree(struct v8 *v, struct jwalk *w);
/* All nodes are there: find out where in the stacks they are. -1 and err: a
   child that there is not, or that has two parents, or a circle. With
   v->damage these are counted and left out. May be called again after more
   nodes. */
int v8_link(struct v8 *v, struct err *err);

/* The node was seen at a time (ns), of which only differences count. -1 and
   err: there is no such node; with v->damage the sample is left out. Its row
   is added when the next one comes, or the end: with one sample, and the time
   between them, as values. */
int v8_sample(struct v8 *v, int64_t id, int64_t time, struct rows *rows,
	lset_id labels, struct err *err);
/* One that cannot be read was there at a time: what it saw is not counted. */
void v8_lost_sample(
	struct v8 *v, int64_t time, struct rows *rows, lset_id labels);
/* When the last sample ends, if it lasts as long as others in the mean; when
   it begins, if there are no others. */
int64_t v8_likely_end(struct v8 *v);
/* The last sample lasts until then, or as long as samples do in the mean if
   that is many times longer. Returns its end. */
int64_t v8_end(struct v8 *v, int64_t time, struct rows *rows, lset_id labels);

/* Without samples: rows of how often each node and line was seen. */
void v8_hits(struct v8 *v, struct rows *rows);

/* A whole number, or a text that is one. */
bool v8_int(const struct jval *v, int64_t *out);

/* Warn of what was counted. */
void v8_warn_damage(const struct v8_damage *d, struct warnings *warnings);

/* Warn that the list of times or of samples was longer than the other. */
void v8_warn_uneven(struct warnings *warnings);
/* Warn how much of the time is idle, if it is 1 % or more. */
void v8_warn_idle(struct warnings *warnings, int64_t idle, int64_t time);

#endif
