/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view made ready for drawing: how wide every node is, and the children of
 * the nodes somebody looked at, in drawing order.
 *
 *     tree                    plan_children(main), by weight
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
 * A plan borrows its view, which must outlive it, and belongs to one thread.
 */
#ifndef FT_PRESENT_FLAMEGRAPH_H
#define FT_PRESENT_FLAMEGRAPH_H

#include "base/str.h"
#include "engine/display.h"
#include "engine/significance.h"
#include "engine/view.h"

/* DIR_SANDWICH has two trees: the callers of the pivot grow upwards from it.
   Everything else is SIDE_MAIN. */
enum plan_side { SIDE_MAIN, SIDE_CALLERS };

/* Something that can be selected: a node (count == 0), or `count` children
   of it in drawing order, the first being child number `rank`. */
struct target {
	uint8_t side; /* enum plan_side */
	node_id node;
	uint32_t rank, count;
};

struct child {
	node_id node;
	uint64_t at; /* where it begins, from its parent's left edge */
	uint64_t width;
};

struct children {
	const struct child *child; /* [n]; lives as long as the plan */
	uint32_t n;
};

struct plan;

/* The span is for a view that is a diff. */
struct plan *plan_new(
	const struct view *view, enum plan_order order, enum plan_span span);
void plan_free(struct plan *p); /* NULL is fine */
const struct view *plan_view(const struct plan *p);
const struct tree *plan_tree(const struct plan *p, enum plan_side side);
/* The node drawn first on a side: the tree's root; in a sandwich the pivot.
   NONE when there is nothing to draw. */
node_id plan_root(const struct plan *p, enum plan_side side);

/* 0 for NONE. */
uint64_t plan_width(const struct plan *p, enum plan_side side, node_id node);
/* How much of it is the node's own: what its children leave. */
uint64_t plan_own(const struct plan *p, enum plan_side side, node_id node);
/* The live children, in drawing order. */
struct children plan_children(
	struct plan *p, enum plan_side side, node_id node);
/* The child number of a node under its parent. */
uint32_t plan_rank(struct plan *p, enum plan_side side, node_id node);
/* The levels of live nodes below a node: 0 for a leaf. */
uint32_t plan_height(struct plan *p, enum plan_side side, node_id node);

/* Where the selection was last below a node: the child, or NONE. */
void plan_visit(struct plan *p, enum plan_side side, node_id node);
node_id plan_visited(const struct plan *p, enum plan_side side, node_id node);

static inline struct target
target_of(enum plan_side side, node_id node)
{
	return (struct target){ .side = (uint8_t)side, .node = node };
}

static inline bool
target_is_group(struct target s)
{
	return s.count > 0;
}

bool target_equal(struct target a, struct target b);
/* The row of the graph: the root (the pivot) is 0, its children are 1; in a
   sandwich its callers are -1. A group is on the row of its members. */
int target_level(const struct plan *p, struct target s);
uint64_t target_width(struct plan *p, struct target s);
/* What it weighs, for text: signed, and divided when the view is a mean;
   groups: the members together. */
int64_t target_value(struct plan *p, struct target s);
/* All that passes it. */
struct lane_sum target_sum(struct plan *p, struct target s);
int64_t target_self(const struct plan *p, struct target s); /* groups: 0 */
/* The same on both sides of a diff; without one the base is 0. */
struct sides target_sides(struct plan *p, struct target s);
struct sides target_self_sides(const struct plan *p, struct target s);
/* A change of the total, in a diff whose events are known, that the functions
   of the view do not let one call real. Never of groups. */
bool target_may_be_chance(const struct plan *p, struct target s);
/* The frame, or NONE for the root and for groups. */
frame_id target_frame(const struct plan *p, struct target s);
/* b is a itself, or somewhere below it, or a member of the group a (or below
   one). */
bool target_contains(struct plan *p, struct target a, struct target b);
/* What is one step nearer to the root: the parent; of a group, the node whose
   children they are. The root (the pivot) is its own. */
struct target target_parent(const struct plan *p, struct target s);
/* How far the left edge of s is from that of `above`, which contains it and
   is on the same side. */
uint64_t target_offset(struct plan *p, struct target above, struct target s);
/* The members of a group; none of another target. */
struct children target_members(struct plan *p, struct target s);
/* The first member of a group; the target itself when it is none. */
struct target target_first(struct plan *p, struct target s);
/* The member that has nearly all of a group's width, which is drawn on below
   it; node NONE without, and of what is no group. */
struct target target_main_member(struct plan *p, struct target s);
/* The target that the pivot of a sandwich or the root is. */
struct target target_root(const struct plan *p);

/* The printable name of a node: its frame's text, "root" for the root. */
struct str plan_text(const struct plan *p, enum plan_side side, node_id node);

#endif
