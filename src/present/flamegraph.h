/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view made ready for drawing: how wide every node is, and the children of
 * the nodes somebody looked at, in drawing order.
 *
 *     tree                    flamegraph_children(main), by weight
 *     main 10                   at 0       5       8   9  10
 *     +- emit 3                    [ parse | emit  |x][ self ]
 *     +- parse 5
 *     `- x 1
 *
 * Children are sorted when a node is visited and remembered, so a screen
 * costs what it shows and not what the tree holds.
 *
 * Widths are exact integers: a node is as wide as what ends in its subtree,
 * taken node by node and added up, so that children never stick out of their
 * parent. What is taken of a node is |self|; where nothing is negative, that
 * makes a node as wide as its total. In a diff it is chosen (plan_span): the
 * self weight on one side, the larger one, both together, or |their
 * difference|. `max` and `delta` are therefore sums over the subtree and not
 * the max and the delta of the sums: what moved from one callee to another
 * has width in its caller too. With `mean`, widths are the undivided sums.
 *
 * A flame graph borrows its view, which must outlive it, and belongs to one
 * thread.
 */
#ifndef FT_PRESENT_FLAMEGRAPH_H
#define FT_PRESENT_FLAMEGRAPH_H

#include "base/str.h"
#include "engine/display.h"
#include "engine/sides.h"
#include "engine/view.h"

/* DIR_SANDWICH has two trees: the callers of the pivot grow upwards from it.
   Everything else is SIDE_MAIN. */
enum flamegraph_side { SIDE_MAIN, SIDE_CALLERS };

/* Something that can be selected: a node (count == 0), or `count` children
   of it in drawing order, the first being child number `rank`. */
struct selection {
	uint8_t side; /* enum flamegraph_side */
	node_id node;
	uint32_t rank, count;
};

struct child {
	node_id node;
	uint64_t at; /* where it begins, from its parent's left edge */
	uint64_t width;
};

struct children {
	const struct child *child; /* [n]; lives as long as the flame graph */
	uint32_t n;
};

struct flamegraph;

/* The span is for a view that is a diff. */
struct flamegraph *flamegraph_new(const struct view *view,
	enum flamegraph_order order, enum flamegraph_span span);
void flamegraph_free(struct flamegraph *p); /* NULL is fine */
const struct view *flamegraph_view(const struct flamegraph *p);
const struct tree *flamegraph_tree(
	const struct flamegraph *p, enum flamegraph_side side);
/* The node drawn first on a side: the tree's root; in a sandwich the pivot.
   NONE when there is nothing to draw. */
node_id flamegraph_root(const struct flamegraph *p, enum flamegraph_side side);

/* 0 for NONE. */
uint64_t flamegraph_width(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
/* How much of it is the node's own: what its children leave. */
uint64_t flamegraph_own(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
/* The live children, in drawing order. */
struct children flamegraph_children(
	struct flamegraph *p, enum flamegraph_side side, node_id node);
/* The child number of a node under its parent. */
uint32_t flamegraph_rank(
	struct flamegraph *p, enum flamegraph_side side, node_id node);
/* The levels of live nodes below a node: 0 for a leaf. */
uint32_t flamegraph_height(
	struct flamegraph *p, enum flamegraph_side side, node_id node);

/* Where the selection was last below a node: the child, or NONE. */
void flamegraph_visit(
	struct flamegraph *p, enum flamegraph_side side, node_id node);
node_id flamegraph_visited(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);

static inline struct selection
selection_of(enum flamegraph_side side, node_id node)
{
	return (struct selection){ .side = (uint8_t)side, .node = node };
}

static inline bool
selection_is_group(struct selection s)
{
	return s.count > 0;
}

bool selection_equal(struct selection a, struct selection b);
/* The row of the graph: the root (the pivot) is 0, its children are 1; in a
   sandwich its callers are -1. A group is on the row of its members. */
int selection_level(const struct flamegraph *p, struct selection s);
uint64_t selection_width(struct flamegraph *p, struct selection s);
/* What it weighs, for text: signed, and divided when the view is a mean;
   groups: the members together. */
int64_t selection_value(struct flamegraph *p, struct selection s);
/* All that passes it. */
struct row_sum selection_sum(struct flamegraph *p, struct selection s);
int64_t selection_self(
	const struct flamegraph *p, struct selection s); /* groups: 0 */
/* The same on both sides of a diff; without one the base is 0. */
struct sides selection_sides(struct flamegraph *p, struct selection s);
struct sides selection_self_sides(
	const struct flamegraph *p, struct selection s);
/* A change of the total, in a diff whose events are known, that the functions
   of the view do not let one call real. Never of groups. */
bool selection_may_be_chance(const struct flamegraph *p, struct selection s);
/* The frame, or NONE for the root and for groups. */
frame_id selection_frame(const struct flamegraph *p, struct selection s);
/* b is a itself, or somewhere below it, or a member of the group a (or below
   one). */
bool selection_contains(
	struct flamegraph *p, struct selection a, struct selection b);
/* What is one step nearer to the root: the parent; of a group, the node whose
   children they are. The root (the pivot) is its own. */
struct selection selection_parent(
	const struct flamegraph *p, struct selection s);
/* How far the left edge of s is from that of `above`, which contains it and
   is on the same side. */
uint64_t selection_offset(
	struct flamegraph *p, struct selection above, struct selection s);
/* The members of a group; none of another selection. */
struct children selection_members(struct flamegraph *p, struct selection s);
/* The first member of a group; the selection itself when it is none. */
struct selection selection_first(struct flamegraph *p, struct selection s);
/* The member that has nearly all of a group's width, which is drawn on below
   it; node NONE without, and of what is no group. */
struct selection selection_main_member(
	struct flamegraph *p, struct selection s);
/* The selection that the pivot of a sandwich or the root is. */
struct selection selection_root(const struct flamegraph *p);

/* The printable name of a node: its frame's text, "root" for the root. */
struct str flamegraph_text(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);

#endif
