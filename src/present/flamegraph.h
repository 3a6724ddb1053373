/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view prepared for drawing: each node's width, and the sorted children of
 * the nodes visited so far.
 *
 *     tree                    flamegraph_children(main), by weight
 *     main 10                   at 0       5       8   9  10
 *     +- emit 3                    [ parse | emit  |x][ self ]
 *     +- parse 5
 *     `- x 1
 *
 * Children are sorted on the first visit to their parent and cached, so drawing
 * a screen takes time only for the nodes on it.
 *
 * Widths are exact integers. A node's width is the sum of the contributions of
 * all nodes in its subtree, so children never exceed their parent. A node
 * contributes |self|; if no value is negative, its width is its total. In a
 * diff, the span chooses the contribution: self on one side, the larger
 * side, the sum of both, or |their difference|. So `max` and `delta` are sums
 * over the subtree: cost that moved between callees still has width in their
 * caller. With `mean`, widths are the undivided sums.
 *
 * A flame graph borrows its view, which must outlive it, and belongs to one
 * thread.
 */
#ifndef FT_PRESENT_FLAMEGRAPH_H
#define FT_PRESENT_FLAMEGRAPH_H

#include "base/str.h"
#include "engine/display.h"
#include "engine/verdict.h"
#include "engine/view.h"

/* DIR_SANDWICH has two trees; the pivot's callers grow upwards from it. All
   other graphs have only SIDE_MAIN. */
enum flamegraph_side { SIDE_MAIN, SIDE_CALLERS };

/* A selectable item: a node (count == 0), or a group: `count` consecutive
   children of `node` in drawing order, from child number `rank` on. */
struct selection {
	uint8_t side; /* enum flamegraph_side */
	node_id node;
	uint32_t rank, count;
};

struct child {
	node_id node;
	uint64_t at; /* left edge, relative to the parent's left edge */
	uint64_t width;
};

struct children {
	const struct child *child; /* [n]; lives as long as the flame graph */
	uint32_t n;
};

struct flamegraph;

/* Build a flame graph; only diffs use `span`. */
struct flamegraph *flamegraph_new(const struct view *view,
	enum flamegraph_order order, enum flamegraph_span span);
void flamegraph_free(struct flamegraph *p); /* NULL is fine */
const struct view *flamegraph_view(const struct flamegraph *p);
const struct tree *flamegraph_tree(
	const struct flamegraph *p, enum flamegraph_side side);
/* Return a side's topmost node: the tree's root or a sandwich's pivot; NONE if
   there is nothing to draw. */
node_id flamegraph_root(const struct flamegraph *p, enum flamegraph_side side);

/* Return a node's width; 0 for NONE. */
uint64_t flamegraph_width(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
/* Return a node's width without its children. */
uint64_t flamegraph_own(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
/* True if a node is drawn: `drop_negative` hides nodes with a negative total,
   and all below them. */
bool flamegraph_draws(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
/* Return the children that are drawn, in drawing order. */
struct children flamegraph_children(
	struct flamegraph *p, enum flamegraph_side side, node_id node);
/* Return a node's index among its parent's children. */
uint32_t flamegraph_rank(
	struct flamegraph *p, enum flamegraph_side side, node_id node);
/* Return how many levels are below a node; 0 for a leaf. */
uint32_t flamegraph_height(
	struct flamegraph *p, enum flamegraph_side side, node_id node);

/* Return the origins of the view's functions, shared by all that need them;
   they are made on the first call. */
struct origins;
struct origins *flamegraph_origins(struct flamegraph *p);
/* If the origins found so far are also valid for another view, return a
   reference to them, else NULL. flamegraph_take_origins() gives them to that
   view's new flame graph. */
struct origins *flamegraph_origins_for(
	const struct flamegraph *p, const struct view *other);
void flamegraph_take_origins(struct flamegraph *p, struct origins *known);

/* Draw chains of frames as one row (fold.h), or a row for each frame, as in a
   new flame graph. */
struct folds;
void flamegraph_fold(struct flamegraph *p, bool on);
/* Return the rows of a folded graph; NULL: each frame has its own. */
struct folds *flamegraph_folds(const struct flamegraph *p);
/* Return the rows that a folded graph has or would have. */
struct folds *flamegraph_chains(struct flamegraph *p);
/* Return the last frame of the row that begins at a node, and the first of the
   row that a node is in. Unfolded, both are the node. */
node_id flamegraph_tail(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
node_id flamegraph_head(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);
/* Return how many frames the selection's row has; 1 for a group or an unfolded
   graph. */
uint32_t selection_row_frames(
	const struct flamegraph *p, struct selection s);

/* Remember a visit to a node; return a node's last visited child, or NONE. */
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
/* Return the row of the graph: the root or pivot is 0, its children are 1, a
   sandwich's callers are -1. A group is on its members' row. */
int selection_level(const struct flamegraph *p, struct selection s);
/* Return the level counted in frames, even where rows have several frames. */
int selection_depth(const struct flamegraph *p, struct selection s);
uint64_t selection_width(struct flamegraph *p, struct selection s);
/* Return the weight for display: signed, and divided if the view is a mean. A
   group's weight is its members' sum. */
int64_t selection_value(struct flamegraph *p, struct selection s);
/* Return the total with all its columns: value, base, events and others. */
struct row_sum selection_sum(struct flamegraph *p, struct selection s);
int64_t selection_self(
	const struct flamegraph *p, struct selection s); /* groups: 0 */
/* Return total or self on both sides of a diff; without a diff, base is 0. */
struct sides selection_sides(struct flamegraph *p, struct selection s);
struct sides selection_self_sides(
	const struct flamegraph *p, struct selection s);
/* Return the verdict on the total's change; unknown for groups. */
struct verdict selection_verdict(
	const struct flamegraph *p, struct selection s);
/* Return its significance; unknown for groups, and if nothing changed. */
enum significance selection_significance(
	const struct flamegraph *p, struct selection s);
/* Return the frame, or NONE for the root and for groups. */
frame_id selection_frame(const struct flamegraph *p, struct selection s);
/* True if b is the same as a, or a descendant of a. A group contains its
   members and their descendants. */
bool selection_contains(
	struct flamegraph *p, struct selection a, struct selection b);
/* Return the parent; for a group, its members' parent. The root or pivot is its
   own parent. */
struct selection selection_parent(
	const struct flamegraph *p, struct selection s);
/* Return the distance between the left edges of s and `above`, which contains s
   and is on the same side. */
uint64_t selection_offset(
	struct flamegraph *p, struct selection above, struct selection s);
/* Return a group's members; none for a node. */
struct children selection_members(struct flamegraph *p, struct selection s);
/* Return a group's first member; a node is returned unchanged. */
struct selection selection_first(struct flamegraph *p, struct selection s);
/* Return the member with at least 7/8 of a group's width; its children are
   drawn below the group. The node is NONE if no member is that wide. */
struct selection selection_main_member(
	struct flamegraph *p, struct selection s);
/* Return the root or pivot as a selection. */
struct selection selection_root(const struct flamegraph *p);

/* Return a node's printable name: its frame's text, or "root". */
struct str flamegraph_text(
	const struct flamegraph *p, enum flamegraph_side side, node_id node);

#endif
