/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves of the selection. */
#include "prelude.h"

#include "present/nav.h"

#include "base/bits.h"
#include "base/num.h"
#include "base/vec.h"
#include "engine/lazycallers.h"

void
nav_visit(const struct nav *nav, struct selection s)
{
	if (s.node != NONE)
		flamegraph_visit(nav->flamegraph, s.side,
			selection_first(nav->flamegraph, s).node);
}

/* Move towards the root of the tree; in a sandwich, from a caller to the
   pivot. */
static struct selection
to_parent(const struct nav *nav, struct selection s)
{
	nav_visit(nav, s);
	/* From any frame of a row to the row above. */
	if (s.count == 0)
		s.node = flamegraph_head(nav->flamegraph, s.side, s.node);
	return selection_parent(nav->flamegraph, s);
}

/* Return the box to move to on the row below s (SIDE_CALLERS: above s): the
   child visited last, else the widest frame, else the widest group. */
static struct selection
child_on_row(
	const struct nav *nav, struct selection s, enum flamegraph_side side)
{
	struct flamegraph *p = nav->flamegraph;
	int level = selection_level(p, s) + (side == SIDE_MAIN ? 1 : -1);
	node_id node = s.side == side ? s.node : flamegraph_root(p, side);
	node_id visited = flamegraph_visited(p, side, node);
	struct selection best = s;
	const struct box *row;
	uint64_t width = 0;
	uint32_t n;
	bool group = true;

	layout_build(nav->scratch, p, &nav->zoom, nav->cols, level, level);
	row = layout_row(nav->scratch, level, &n);
	for (uint32_t i = 0; i < n; i++) {
		struct selection at = row[i].at;
		uint64_t w = selection_width(p, at);
		bool is_group = selection_is_group(at);

		if (at.side != side ||
			(is_group ? at.node
				  : flamegraph_tree(p, side)
						->parent[row[i].first]) != node)
			continue;
		if (visited != NONE &&
			(row[i].first == visited ||
				selection_contains(
					p, at, selection_of(side, visited))))
			return at;
		if ((is_group && !group) || (is_group == group && w <= width))
			continue;
		best = at;
		width = w;
		group = is_group;
	}
	return best;
}

/* Move one level away from the root. */
static struct selection
to_child(const struct nav *nav, struct selection s)
{
	struct selection from = selection_is_group(s)
		? selection_main_member(nav->flamegraph, s)
		: s;
	struct selection to;

	if (from.node == NONE)
		return s;
	from.node = flamegraph_tail(nav->flamegraph, s.side,
		flamegraph_head(nav->flamegraph, s.side, from.node));
	to = child_on_row(nav, from, s.side);
	return selection_equal(to, from) ? s : to;
}

struct selection
nav_up(const struct nav *nav, struct selection s)
{
	if (s.side == SIDE_CALLERS)
		return to_child(nav, s);
	if (flamegraph_view(nav->flamegraph)->query.direction == DIR_SANDWICH &&
		selection_equal(s, selection_root(nav->flamegraph)))
		return flamegraph_root(nav->flamegraph, SIDE_CALLERS) == NONE
			? s
			: child_on_row(nav, s, SIDE_CALLERS);
	return to_parent(nav, s);
}

struct selection
nav_down(const struct nav *nav, struct selection s)
{
	return s.side == SIDE_CALLERS ? to_parent(nav, s) : to_child(nav, s);
}

struct selection
nav_rows(const struct nav *nav, struct selection s, int n)
{
	for (; n != 0; n += n < 0 ? 1 : -1) {
		struct selection to = n < 0 ? nav_up(nav, s) : nav_down(nav, s);

		if (selection_equal(to, s))
			break;
		s = to;
	}
	return s;
}

/* Return the boxes of a level in a window that begins at x0. */
static const struct box *
nav_row_at(const struct nav *nav, int level, int64_t x0, uint32_t *n)
{
	struct zoom z = nav->zoom;
	int64_t size = z.x1 - z.x0;

	z.x0 = (uint32_t)x0;
	z.x1 = (uint32_t)(x0 + size);
	layout_build(
		nav->scratch, nav->flamegraph, &z, nav->cols, level, level);
	return layout_row(nav->scratch, level, n);
}

enum { SEARCHED_WINDOWS = 4096 };

struct selection
nav_sideways(const struct nav *nav, struct selection s, int step)
{
	struct flamegraph *p = nav->flamegraph;
	int64_t size = nav->zoom.x1 - nav->zoom.x0, x0 = nav->zoom.x0;
	int64_t end = ZOOM_ONE - size;
	int level = selection_level(p, s);

	if (s.node == NONE)
		return s;
	for (int k = 0; k < SEARCHED_WINDOWS; k++) {
		uint32_t n;
		const struct box *row = nav_row_at(nav, level, x0, &n);
		const struct box *box = layout_find(nav->scratch, p, s);

		if (box != NULL && step < 0 && box > row)
			return box[-1].at;
		if (box != NULL && step > 0 && box < row + n - 1)
			return box[1].at;
		if (box == NULL && n > 0 && k > 0)
			return row[step < 0 ? n - 1 : 0].at;
		if (x0 == (step < 0 ? 0 : end) || (box == NULL && k == 0))
			break;
		x0 = clamp_int(x0 + step * size, 0, (int)end);
	}
	return s;
}

struct selection
nav_row_edge(const struct nav *nav, struct selection s, bool last)
{
	int size = (int)(nav->zoom.x1 - nav->zoom.x0), end = ZOOM_ONE - size;
	int x0 = last ? end : 0;

	for (int k = 0; s.node != NONE && k < SEARCHED_WINDOWS; k++) {
		int level = selection_level(nav->flamegraph, s);
		uint32_t n;
		const struct box *row = nav_row_at(nav, level, x0, &n);

		if (n > 0)
			return row[last ? n - 1 : 0].at;
		if (x0 == (last ? 0 : end))
			break;
		x0 = clamp_int((int64_t)x0 + (last ? -size : size), 0, end);
	}
	return s;
}

struct selection
nav_deepest(struct flamegraph *p, struct selection s)
{
	struct children children;

	if (s.node == NONE)
		return s;
	if (selection_is_group(s)) {
		struct selection best = selection_first(p, s);

		children = selection_members(p, s);
		for (uint32_t i = 0; i < children.n; i++)
			if (flamegraph_height(
				    p, s.side, children.child[i].node) >
				flamegraph_height(p, s.side, best.node))
				best.node = children.child[i].node;
		s = best;
	}
	while (flamegraph_height(p, s.side, s.node) > 0) {
		uint32_t want = flamegraph_height(p, s.side, s.node) - 1, i = 0;

		children = flamegraph_children(p, s.side, s.node);
		while (flamegraph_height(p, s.side, children.child[i].node) !=
			want)
			i++;
		s.node = children.child[i].node;
	}
	return s;
}

/* Do the same as widest_on_side() in a tree that is unfolded on demand. */
static struct selection
widest_unfolded(struct flamegraph *p, struct selection within, frame_id frame)
{
	const struct tree *t = flamegraph_tree(p, within.side);
	struct children members = selection_members(p, within);
	struct bits frames = bits_new(flamegraph_view(p)->frames->n);
	node_id found = NONE;
	VEC(node_id) below = { 0 };

	bits_set(&frames, frame);
	for (uint32_t i = 0; i < members.n; i++)
		vec_push(&below, members.child[i].node);
	if (!selection_is_group(within))
		vec_push(&below, within.node);
	if (flamegraph_view(p)->nodes[frame] > 0)
		found = unfold_heaviest(t, below.p, (uint32_t)below.n, &frames);
	vec_free(&below);
	free(frames.word);
	return selection_of(within.side, found);
}

static struct selection
widest_on_side(struct flamegraph *p, struct selection within, frame_id frame)
{
	enum flamegraph_side side = (enum flamegraph_side)within.side;
	const struct tree *t = flamegraph_tree(p, side);
	node_id root = flamegraph_root(p, side);
	struct selection best = selection_of(side, NONE);

	for (node_id i = tree_next_of(t, 1, frame); i < t->n;
		i = tree_next_of(t, i + 1, frame)) {
		struct selection here = selection_of(side, i);

		if (!flamegraph_draws(p, side, i) ||
			(best.node != NONE &&
				flamegraph_width(p, side, i) <=
					flamegraph_width(p, side, best.node)))
			continue;
		/* Skip the pivot, which belongs to the main side. */
		if (side == SIDE_CALLERS && i == root)
			continue;
		if (selection_contains(p, within, here))
			best = here;
	}
	return best;
}

struct selection
nav_widest(struct flamegraph *p, struct selection within, frame_id frame)
{
	struct selection best = selection_of(SIDE_MAIN, NONE);
	bool all = selection_equal(within, selection_root(p));

	for (int side = 0; side < 2; side++) {
		node_id root = flamegraph_root(p, (enum flamegraph_side)side);
		struct selection here = within, widest;

		if (root == NONE || (!all && side != within.side))
			continue;
		if (all)
			here = selection_of((enum flamegraph_side)side, root);
		widest = flamegraph_tree(p, (enum flamegraph_side)side)
					->unfold != NULL
			? widest_unfolded(p, here, frame)
			: widest_on_side(p, here, frame);
		if (best.node == NONE ||
			selection_width(p, widest) > selection_width(p, best))
			best = widest;
	}
	return best;
}

struct selection
nav_shown(const struct nav *nav, struct selection s)
{
	struct flamegraph *p = nav->flamegraph;

	while (s.node != NONE) {
		int level = selection_level(p, s);
		const struct box *box;
		struct selection parent;

		layout_build(
			nav->scratch, p, &nav->zoom, nav->cols, level, level);
		box = layout_find(nav->scratch, p, s);
		if (box != NULL)
			return selection_is_group(box->at) ? box->at : s;
		parent = selection_parent(p, s);
		if (selection_equal(parent, s))
			break;
		s = parent;
	}
	return s;
}
