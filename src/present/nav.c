/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves: see nav.h. */
#include "prelude.h"

#include "present/nav.h"

#include "base/bits.h"
#include "base/num.h"
#include "base/vec.h"
#include "engine/lazycallers.h"

void
nav_visit(const struct nav *nav, struct target s)
{
	if (s.node != NONE)
		plan_visit(nav->plan, s.side, target_first(nav->plan, s).node);
}

/* Towards the root of the tree; in a sandwich, from a caller towards the
   pivot. */
static struct target
to_parent(const struct nav *nav, struct target s)
{
	nav_visit(nav, s);
	return target_parent(nav->plan, s);
}

/* Among the boxes of the row below (above) s: the one that holds the child
   visited last, else the widest frame, else the widest group. */
static struct target
child_on_row(const struct nav *nav, struct target s, enum plan_side side)
{
	struct plan *p = nav->plan;
	int level = target_level(p, s) + (side == SIDE_MAIN ? 1 : -1);
	node_id node = s.side == side ? s.node : plan_root(p, side);
	node_id visited = plan_visited(p, side, node);
	struct target best = s;
	const struct box *row;
	uint64_t width = 0;
	uint32_t n;
	bool group = true;

	layout_build(nav->scratch, p, &nav->zoom, nav->cols, level, level);
	row = layout_row(nav->scratch, level, &n);
	for (uint32_t i = 0; i < n; i++) {
		struct target at = row[i].at;
		uint64_t w = target_width(p, at);
		bool is_group = target_is_group(at);

		if (at.side != side ||
			(is_group ? at.node
				  : plan_tree(p, side)->parent[at.node]) !=
				node)
			continue;
		if (visited != NONE &&
			target_contains(p, at, target_of(side, visited)))
			return at;
		if ((is_group && !group) || (is_group == group && w <= width))
			continue;
		best = at;
		width = w;
		group = is_group;
	}
	return best;
}

/* Away from it. */
static struct target
to_child(const struct nav *nav, struct target s)
{
	struct target from =
		target_is_group(s) ? target_main_member(nav->plan, s) : s;
	struct target to;

	if (from.node == NONE)
		return s;
	to = child_on_row(nav, from, s.side);
	return target_equal(to, from) ? s : to;
}

struct target
nav_up(const struct nav *nav, struct target s)
{
	if (s.side == SIDE_CALLERS)
		return to_child(nav, s);
	if (plan_view(nav->plan)->query.direction == DIR_SANDWICH &&
		target_equal(s, target_root(nav->plan)))
		return plan_root(nav->plan, SIDE_CALLERS) == NONE
			? s
			: child_on_row(nav, s, SIDE_CALLERS);
	return to_parent(nav, s);
}

struct target
nav_down(const struct nav *nav, struct target s)
{
	return s.side == SIDE_CALLERS ? to_parent(nav, s) : to_child(nav, s);
}

struct target
nav_rows(const struct nav *nav, struct target s, int n)
{
	for (; n != 0; n += n < 0 ? 1 : -1) {
		struct target to = n < 0 ? nav_up(nav, s) : nav_down(nav, s);

		if (target_equal(to, s))
			break;
		s = to;
	}
	return s;
}

/* The row of s as it is in a window that begins at x0. */
static const struct box *
nav_row_at(const struct nav *nav, int level, int64_t x0, uint32_t *n)
{
	struct zoom z = nav->zoom;
	int64_t size = z.x1 - z.x0;

	z.x0 = (uint32_t)x0;
	z.x1 = (uint32_t)(x0 + size);
	layout_build(nav->scratch, nav->plan, &z, nav->cols, level, level);
	return layout_row(nav->scratch, level, n);
}

enum { SEARCHED_WINDOWS = 4096 };

struct target
nav_sideways(const struct nav *nav, struct target s, int step)
{
	struct plan *p = nav->plan;
	int64_t size = nav->zoom.x1 - nav->zoom.x0, x0 = nav->zoom.x0;
	int64_t end = ZOOM_ONE - size;
	int level = target_level(p, s);

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

struct target
nav_row_edge(const struct nav *nav, struct target s, bool last)
{
	int size = (int)(nav->zoom.x1 - nav->zoom.x0), end = ZOOM_ONE - size;
	int x0 = last ? end : 0;

	for (int k = 0; s.node != NONE && k < SEARCHED_WINDOWS; k++) {
		int level = target_level(nav->plan, s);
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

struct target
nav_deepest(struct plan *p, struct target s)
{
	struct children children;

	if (s.node == NONE)
		return s;
	if (target_is_group(s)) {
		struct target best = target_first(p, s);

		children = target_members(p, s);
		for (uint32_t i = 0; i < children.n; i++)
			if (plan_height(p, s.side, children.child[i].node) >
				plan_height(p, s.side, best.node))
				best.node = children.child[i].node;
		s = best;
	}
	while (plan_height(p, s.side, s.node) > 0) {
		uint32_t want = plan_height(p, s.side, s.node) - 1, i = 0;

		children = plan_children(p, s.side, s.node);
		while (plan_height(p, s.side, children.child[i].node) != want)
			i++;
		s.node = children.child[i].node;
	}
	return s;
}

struct target
nav_hot_path(struct plan *p, struct target s)
{
	struct children children;

	if (s.node == NONE)
		return s;
	s = target_first(p, s);
	while ((children = plan_children(p, s.side, s.node)).n > 0) {
		const struct child *best = &children.child[0];

		for (uint32_t i = 1; i < children.n; i++)
			if (children.child[i].width > best->width)
				best = &children.child[i];
		s.node = best->node;
	}
	return s;
}

/* The same of one side that is unfolded where somebody looks. */
static struct target
widest_unfolded(struct plan *p, struct target within, frame_id frame)
{
	const struct tree *t = plan_tree(p, within.side);
	struct children members = target_members(p, within);
	struct bits frames = bits_new(plan_view(p)->frames->n);
	node_id found = NONE;
	VEC(node_id) below = { 0 };

	bits_set(&frames, frame);
	for (uint32_t i = 0; i < members.n; i++)
		vec_push(&below, members.child[i].node);
	if (!target_is_group(within))
		vec_push(&below, within.node);
	if (plan_view(p)->nodes[frame] > 0)
		found = unfold_heaviest(t, below.p, (uint32_t)below.n, &frames);
	vec_free(&below);
	free(frames.word);
	return target_of(within.side, found);
}

static struct target
widest_on_side(struct plan *p, struct target within, frame_id frame)
{
	enum plan_side side = (enum plan_side)within.side;
	const struct tree *t = plan_tree(p, side);
	node_id root = plan_root(p, side);
	struct target best = target_of(side, NONE);

	for (node_id i = 1; i < t->n; i++) {
		struct target here = target_of(side, i);

		if (t->frame[i] != frame || tree_live(t, i) == 0 ||
			(best.node != NONE &&
				plan_width(p, side, i) <=
					plan_width(p, side, best.node)))
			continue;
		/* the callers' pivot is the main side's */
		if (side == SIDE_CALLERS && i == root)
			continue;
		if (target_contains(p, within, here))
			best = here;
	}
	return best;
}

struct target
nav_widest(struct plan *p, struct target within, frame_id frame)
{
	struct target best = target_of(SIDE_MAIN, NONE);
	bool all = target_equal(within, target_root(p));

	for (int side = 0; side < 2; side++) {
		node_id root = plan_root(p, (enum plan_side)side);
		struct target here = within, widest;

		if (root == NONE || (!all && side != within.side))
			continue;
		if (all)
			here = target_of((enum plan_side)side, root);
		widest = plan_tree(p, (enum plan_side)side)->unfold != NULL
			? widest_unfolded(p, here, frame)
			: widest_on_side(p, here, frame);
		if (best.node == NONE ||
			target_width(p, widest) > target_width(p, best))
			best = widest;
	}
	return best;
}

struct target
nav_shown(const struct nav *nav, struct target s)
{
	struct plan *p = nav->plan;

	while (s.node != NONE) {
		int level = target_level(p, s);
		const struct box *box;
		struct target parent;

		layout_build(
			nav->scratch, p, &nav->zoom, nav->cols, level, level);
		box = layout_find(nav->scratch, p, s);
		if (box != NULL)
			return box->at;
		parent = target_parent(p, s);
		if (target_equal(parent, s))
			break;
		s = parent;
	}
	return s;
}
