/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boxes, laid out level by level from the zoomed frame on; only boxes of at
 * least one column are visited.
 */
#include "prelude.h"

#include "present/layout.h"

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"

/* More columns than any screen has. */
enum { COLS_MAX = 1 << 20 };

static struct zoom
layout_whole(struct selection s)
{
	return (struct zoom){ .at = s, .x0 = 0, .x1 = ZOOM_ONE };
}

/* The mapping from offsets to columns. */
struct scale {
	uint64_t width;    /* width of the zoomed item */
	uint32_t x0, span; /* the window, in 2^-30ths of width */
	int cols;
};

/* A box being placed, with its exact position. */
struct layout_placed {
	struct box box;
	uint64_t at; /* offset from the zoomed item's left edge */
	uint64_t width;
	uint64_t below; /* offset of the left edge of its children's parent */
};

struct placed_vec {
	struct layout_placed *p;
	size_t n, cap;
};

struct layout_walk {
	struct flamegraph *flamegraph;
	struct layout *out;
	struct scale scale;
	enum flamegraph_side side;
	int lo, hi;
	int level; /* level of the boxes being placed */
};

/* Return the column of an offset, in units of 1/part of a column. */
static int64_t
layout_column(const struct scale *s, uint64_t at, int part)
{
	i128 num = wide_mul(at, ZOOM_ONE) - wide_mul(s->width, s->x0);
	i128 den = wide_mul(s->width, s->span);

	if (den == 0)
		return 0;
	return wide_floor(num * s->cols * part, den, -COLS_MAX, COLS_MAX);
}

/* True if the width is less than 1/part of a column. */
static bool
is_under(const struct scale *s, uint64_t width, int part)
{
	return wide_mul(width, ZOOM_ONE) * s->cols * part <
		wide_mul(s->width, s->span);
}

static void
add_box(struct layout *l, const struct box *b)
{
	if (l->n == l->cap) {
		l->cap = l->cap > 0 ? l->cap * 2 : 256;
		l->box = xrealloc(l->box, l->cap, sizeof(*l->box));
	}
	l->box[l->n++] = *b;
}

/* Return the right edge of the frame that a box's children are below. */
static uint64_t
own_right(const struct layout_walk *w, const struct layout_placed *pl)
{
	return pl->box.first == pl->box.at.node
		? pl->at + pl->width
		: pl->below + selection_width(w->flamegraph, pl->box.at);
}

/* Add the boxes of a level; set the fields that depend on neighbours. */
static void
finish_row(struct layout_walk *w, struct placed_vec *row)
{
	for (size_t i = 0; i < row->n; i++) {
		struct layout_placed *pl = &row->p[i];
		struct box *b = &pl->box;
		int next =
			i + 1 < row->n ? row->p[i + 1].box.x0 : w->scale.cols;
		uint64_t end = pl->at + pl->width;
		int64_t rest =
			layout_column(&w->scale, end, 8) - (int64_t)b->x1 * 8;
		int64_t x;
		uint64_t size;

		if (rest > 0 && rest < 8 && b->x1 < next)
			b->eighths = (uint8_t)rest;
		if (i % 2 == 1)
			b->flags |= BOX_ODD;
		/* Find where the self part of a box begins. */
		/* Callers have no self part: they only begin stacks. */
		if (b->at.count > 0 || w->side == SIDE_CALLERS ||
			flamegraph_view(w->flamegraph)->query.direction ==
				DIR_CALLERS) {
			b->self_x = b->x1;
		} else {
			size = flamegraph_own(
				w->flamegraph, w->side, b->at.node);
			if (size == 0) {
				b->self_x = b->x1;
			} else {
				uint64_t right = own_right(w, pl);

				/* Sums of widths saturate. */
				if (size > right - pl->below)
					size = right - pl->below;
				x = layout_column(&w->scale, right - size, 1);
				b->self_x = clamp_int(x, b->x0, b->x1);
			}
		}
		add_box(w->out, b);
	}
}

/* The children of one box while they are placed. */
struct placing {
	struct layout_walk *walk;
	const struct layout_placed *parent;
	struct placed_vec *row;
	size_t first; /* index in row of this parent's first child */
	int end;      /* columns before this are taken */
	bool forced;  /* the last box is a thin group, widened to a column */
};

static int
clamp_column(const struct placing *pg, uint64_t at)
{
	return clamp_int(layout_column(&pg->walk->scale, at, 1), pg->end,
		pg->parent->box.x1);
}

/* Put the row that begins at `first` into a box. */
static void
set_row(const struct layout_walk *w, struct layout_placed *pl, node_id first)
{
	node_id last = flamegraph_tail(w->flamegraph, w->side, first);

	pl->box.at = selection_of(w->side, last);
	pl->box.first = first;
	pl->below = pl->at;
	if (last != first)
		pl->below += selection_offset(w->flamegraph,
			selection_of(w->side, first), pl->box.at);
}

static void
layout_place(struct placing *pg, struct selection s, uint64_t at,
	uint64_t width, int x0, int x1)
{
	struct layout_placed pl = { .at = at, .width = width, .below = at };

	pl.box = (struct box){ .at = s,
		.first = NONE,
		.x0 = x0,
		.x1 = x1,
		.level = pg->walk->level,
		.flags = pg->row->n == pg->first ? BOX_FIRST : 0 };
	if (s.count == 0)
		set_row(pg->walk, &pl, s.node);
	vec_push(pg->row, pl);
	pg->end = x1;
	pg->forced = false;
}

/* Place siblings thinner than a column in one box, widened if needed. */
static void
place_group(struct placing *pg, uint32_t rank, uint32_t count, uint64_t at,
	uint64_t width)
{
	const struct scale *sc = &pg->walk->scale;
	struct children all = flamegraph_children(
		pg->walk->flamegraph, pg->walk->side, pg->parent->box.at.node);
	struct selection s = { .side = (uint8_t)pg->walk->side,
		.node = pg->parent->box.at.node,
		.rank = rank,
		.count = count };
	int x0 = clamp_column(pg, at), x1 = clamp_column(pg, at + width);
	struct box *last =
		pg->row->n > pg->first ? &pg->row->p[pg->row->n - 1].box : NULL;
	bool force = false;

	if (layout_column(sc, at + width, 1) < 0 ||
		layout_column(sc, at, 1) >= sc->cols)
		return; /* outside of the window */
	if (x0 == x1 && is_under(sc, width, 4))
		return;
	if (x0 == x1) {
		force = true;
		if (x1 < pg->parent->box.x1) {
			x1++;
		} else if (x0 > pg->end) {
			x0--;
		} else if (last != NULL && last->x1 - last->x0 >= 3) {
			/* Take a column from the neighbour. */
			last->x1--;
			x0--;
		} else {
			return;
		}
	}
	if (count == 1)
		s = selection_of(pg->walk->side, all.child[rank].node);
	layout_place(pg, s, at, width, x0, x1);
	pg->forced = force;
}

/* Return the first of the children [from, to) that is not left of the window,
   or the first of the thin siblings before it, which may share its box. */
static uint32_t
first_in_window(const struct scale *s, const struct child *child, uint64_t at,
	uint32_t from, uint32_t to)
{
	uint32_t lo = from, hi = to;

	if (s->x0 == 0)
		return from;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (layout_column(s, at + child[mid].at + child[mid].width, 1) <
			0)
			lo = mid + 1;
		else
			hi = mid;
	}
	while (lo > from && is_under(s, child[lo - 1].width, 1))
		lo--;
	return lo;
}

/* Place the children [rank, rank + count) of the parent's node. */
static void
place_children(struct layout_walk *w, const struct layout_placed *parent,
	uint32_t rank, uint32_t count, struct placed_vec *row)
{
	struct placing pg = { .walk = w,
		.parent = parent,
		.row = row,
		.first = row->n,
		.end = parent->box.x0 };
	struct children children = flamegraph_children(
		w->flamegraph, w->side, parent->box.at.node);
	uint32_t end = count < children.n - rank ? rank + count : children.n;

	for (uint32_t i = first_in_window(
		     &w->scale, children.child, parent->below, rank, end);
		i < end;) {
		const struct child *k = &children.child[i];
		uint32_t run = i;
		uint64_t at = parent->below + k->at;

		if (layout_column(&w->scale, at, 1) >= w->scale.cols && at != 0)
			break;
		while (run < end &&
			is_under(&w->scale, children.child[run].width, 1))
			run++;
		if (run == i) {
			struct placing *one_pg = &pg;
			node_id node = k->node;
			uint64_t width = k->width;
			int x0 = clamp_column(one_pg, at),
			    x1 = clamp_column(one_pg, at + width);

			/* A frame that is at least a column wide. */
			if (x0 == x1 && one_pg->forced) {
				/* Take back the column of the group. */
				one_pg->end = x0 =
					one_pg->row->p[--one_pg->row->n].box.x0;
				x1 = clamp_column(one_pg, at + width);
			}
			/* Skip a frame outside the window, or squeezed out. */
			if (x0 != x1)
				layout_place(one_pg,
					selection_of(one_pg->walk->side, node),
					at, width, x0, x1);
			i++;
			continue;
		}
		place_group(&pg, i, run - i, at,
			children.child[run - 1].at +
				children.child[run - 1].width - k->at);
		i = run;
	}
}

/* Replace a placed group by the member with nearly all of its width, below
   which the next boxes are placed; node NONE if no member is that wide. */
static void
enter_group(const struct layout_walk *w, struct layout_placed *group)
{
	struct children members =
		selection_members(w->flamegraph, group->box.at);
	struct selection main =
		selection_main_member(w->flamegraph, group->box.at);

	group->box.at = main;
	for (uint32_t j = 0; j < members.n; j++)
		if (members.child[j].node == main.node)
			group->at += members.child[j].at - members.child[0].at;
	group->width = selection_width(w->flamegraph, main);
	if (main.node != NONE)
		set_row(w, group, main.node);
}

/* Walk the levels below the zoomed item; on the callers' side, above it. */
static void
walk_levels(struct layout_walk *w, struct selection at)
{
	int step = w->side == SIDE_MAIN ? 1 : -1;
	int last = w->side == SIDE_MAIN ? w->hi : w->lo;
	struct layout_placed top = { .width = w->scale.width };
	struct placed_vec row = { 0 }, next = { 0 };
	int level = selection_level(w->flamegraph, at);

	w->level = level;
	top.box = (struct box){ .at = selection_of(w->side, at.node),
		.first = at.node,
		.level = level,
		.flags = BOX_FIRST,
		.x1 = w->scale.cols };
	if (at.count > 0) {
		struct children children =
			flamegraph_children(w->flamegraph, w->side, at.node);

		/* Measure offsets from the first member. */
		top.below = at.rank < children.n
			? 0 - children.child[at.rank].at
			: 0;
		if (at.rank < children.n)
			place_children(w, &top, at.rank, at.count, &row);
	} else {
		int64_t x1 = layout_column(&w->scale, top.width, 1);

		if (x1 < top.box.x1 && w->scale.width > 0)
			top.box.x1 = x1 < 1 ? 1 : (int)x1;
		set_row(w, &top, at.node);
		vec_push(&row, top);
	}
	while (row.n > 0) {
		struct placed_vec swap;

		/* The main side draws the pivot for both sides. */
		if (level >= w->lo && level <= w->hi &&
			(w->side == SIDE_MAIN || level != 0))
			finish_row(w, &row);
		if (level == last || (level - last) * step > 0)
			break;
		next.n = 0;
		w->level = level + step;
		for (size_t i = 0; i < row.n; i++) {
			struct layout_placed placed = row.p[i];
			bool group = selection_is_group(placed.box.at);

			if (group && flamegraph_folds(w->flamegraph) != NULL)
				continue;
			if (group)
				enter_group(w, &placed);
			if (placed.box.at.node != NONE)
				place_children(
					w, &placed, 0, UINT32_MAX, &next);
		}
		swap = row;
		row = next;
		next = swap;
		level += step;
	}
	vec_free(&row);
	vec_free(&next);
}

static void
walk_side(struct layout_walk *w, const struct zoom *z)
{
	node_id root = flamegraph_root(w->flamegraph, w->side);
	struct zoom whole = layout_whole(selection_of(w->side, root));
	struct selection s;
	node_id first;
	int level;

	if (root == NONE)
		return;
	if (z->at.side != w->side)
		z = &whole;
	w->scale.width = selection_width(w->flamegraph, z->at);
	w->scale.x0 = z->x0;
	w->scale.span = z->x1 - z->x0;
	s = z->at;
	while (s.count > 0 || s.node != root) {
		s = selection_parent(w->flamegraph, s);
		if (s.side != w->side)
			break;
		level = selection_level(w->flamegraph, s);
		first = flamegraph_head(w->flamegraph, w->side, s.node);
		if (level >= w->lo && level <= w->hi)
			add_box(w->out,
				&(struct box){ .at = s,
					.first = first,
					.level = level,
					.x1 = w->scale.cols,
					.self_x = w->scale.cols,
					.flags = BOX_ANCESTOR | BOX_FIRST });
		s.node = first;
	}
	walk_levels(w, z->at);
}

void
layout_build(struct layout *l, struct flamegraph *p, const struct zoom *z,
	int cols, int lo, int hi)
{
	struct layout_walk w = {
		.flamegraph = p, .out = l, .lo = lo, .hi = hi
	};
	uint32_t levels, at = 0;
	struct box *sorted;

	l->n = 0;
	l->part.n = 0;
	l->lo = lo;
	l->hi = hi;
	if (hi < lo || cols <= 0) {
		l->hi = l->lo - 1;
		return;
	}
	w.scale.cols = cols < COLS_MAX ? cols : COLS_MAX;
	w.side = SIDE_CALLERS;
	if (lo < 0)
		walk_side(&w, z);
	w.side = SIDE_MAIN;
	walk_side(&w, z);
	/* Sort the boxes by level; within a level they are in order already. */
	levels = (uint32_t)(l->hi - l->lo + 1);
	if (l->row_cap < levels + 1) {
		l->row_cap = levels + 1;
		l->row = xrealloc(l->row, l->row_cap, sizeof(*l->row));
	}
	for (uint32_t i = 0; i <= levels; i++)
		l->row[i] = 0;
	for (uint32_t i = 0; i < l->n; i++)
		l->row[l->box[i].level - l->lo]++;
	for (uint32_t i = 0; i <= levels; i++) {
		uint32_t n = l->row[i];

		l->row[i] = at;
		at += i < levels ? n : 0;
	}
	sorted = xcalloc(l->cap > 0 ? l->cap : 1, sizeof(*sorted));
	for (uint32_t i = 0; i < l->n; i++)
		sorted[l->row[l->box[i].level - l->lo]++] = l->box[i];
	for (uint32_t i = levels; i > 0; i--)
		l->row[i] = l->row[i - 1];
	l->row[0] = 0;
	free(l->box);
	l->box = sorted;
}

void
layout_fini(struct layout *l)
{
	free(l->box);
	free(l->row);
	vec_free(&l->part);
	*l = (struct layout)LAYOUT_INIT;
}

void
layout_levels(struct flamegraph *p, const struct zoom *z, int *lo, int *hi)
{
	int ends[2] = { 0, 0 };

	for (int side = 0; side < 2; side++) {
		node_id root = flamegraph_root(p, (enum flamegraph_side)side);
		struct selection s = z->at;
		uint32_t height = 0, deepest = 0;

		if (root == NONE)
			continue;
		if (s.side != side)
			s = selection_of((enum flamegraph_side)side, root);
		height = flamegraph_height(
			p, (enum flamegraph_side)side, s.node);
		if (s.count > 0) {
			struct children children = selection_members(p, s);

			for (uint32_t i = 0; i < children.n; i++) {
				uint32_t h = flamegraph_height(
					p, s.side, children.child[i].node);

				deepest = h > deepest ? h : deepest;
			}
			height = deepest;
		}
		ends[side] = selection_level(p, s) +
			(side == SIDE_MAIN ? (int)height : -(int)height);
	}
	*hi = ends[SIDE_MAIN];
	*lo = ends[SIDE_CALLERS];
}

void
layout_ends(const struct layout *l, int *lo, int *hi)
{
	uint32_t n;

	*lo = l->n > 0 ? l->lo : 0;
	*hi = l->n > 0 ? l->hi : 0;
	while (*hi > *lo && layout_row(l, *hi, &n) == NULL)
		--*hi;
	while (*lo < *hi && layout_row(l, *lo, &n) == NULL)
		++*lo;
}

void
layout_drawn(struct layout *l, struct flamegraph *p, const struct zoom *z,
	int cols, int *lo, int *hi)
{
	layout_levels(p, z, lo, hi);
	layout_build(l, p, z, cols, *lo, *hi);
	layout_ends(l, lo, hi);
}

const struct box *
layout_row(const struct layout *l, int level, uint32_t *n)
{
	uint32_t i;

	*n = 0;
	if (level < l->lo || level > l->hi)
		return NULL;
	i = (uint32_t)(level - l->lo);
	*n = l->row[i + 1] - l->row[i];
	return *n > 0 ? &l->box[l->row[i]] : NULL;
}

const struct box *
layout_find(const struct layout *l, struct flamegraph *p, struct selection s)
{
	uint32_t n;
	const struct box *row;
	node_id first;

	if (s.node == NONE)
		return NULL;
	row = layout_row(l, selection_level(p, s), &n);
	first = s.count > 0 ? NONE : flamegraph_head(p, s.side, s.node);
	for (uint32_t i = 0; i < n; i++)
		if (selection_equal(row[i].at, s) ||
			(first != NONE && row[i].first == first &&
				row[i].at.side == s.side))
			return &row[i];
	for (uint32_t i = 0; i < n; i++)
		if (row[i].at.count > 0 &&
			selection_contains(p, row[i].at, selection_first(p, s)))
			return &row[i];
	return NULL;
}

/* ---- Zoom ---- */

enum {
	ZOOM_LEAST = 64,    /* the smallest window, in 2^-30ths */
	READABLE_COLS = 12, /* columns of a thin frame once revealed */
	LEGIBLE_COLS = 6,   /* columns below which a frame is unreadable */
};

/* A stretch of the zoomed width, in 2^-30ths. */
struct stretch {
	int64_t from, to;
};

struct zoom
zoom_all(const struct flamegraph *p)
{
	return layout_whole(selection_root(p));
}

bool
zoom_is_all(const struct flamegraph *p, const struct zoom *z)
{
	return selection_equal(z->at, selection_root(p)) && !zoom_is_partial(z);
}

bool
zoom_equal(const struct zoom *a, const struct zoom *b)
{
	return selection_equal(a->at, b->at) && a->x0 == b->x0 &&
		a->x1 == b->x1;
}

/* Return the part of z->at that s covers; z->at must contain s. */
static struct stretch
stretch_of(struct flamegraph *p, const struct zoom *z, struct selection s)
{
	uint64_t width = selection_width(p, z->at);
	uint64_t at = selection_offset(p, z->at, s);
	struct stretch x = { 0, ZOOM_ONE };

	if (width == 0)
		return x;
	x.from = wide_floor(wide_mul(at, ZOOM_ONE), (i128)width, 0, ZOOM_ONE);
	x.to = wide_floor(wide_mul(at + selection_width(p, s), ZOOM_ONE),
		(i128)width, x.from, ZOOM_ONE);
	return x;
}

/* Return a window of `size`, at `from` or as near as possible. */
static struct zoom
layout_window(const struct zoom *z, int64_t from, int64_t size)
{
	struct zoom w = *z;

	size = clamp_int(size, ZOOM_LEAST, ZOOM_ONE);
	w.x0 = (uint32_t)clamp_int(from, 0, (int)(ZOOM_ONE - size));
	w.x1 = w.x0 + (uint32_t)size;
	return w;
}

/* True if s gets less than `least` of `cols` columns in this zoom. */
static bool
zoom_is_under(struct flamegraph *p, const struct zoom *z, struct selection s,
	int cols, int least)
{
	uint64_t width = selection_width(p, s), all = selection_width(p, z->at);

	return wide_mul(width, ZOOM_ONE) * cols <
		wide_mul(all, z->x1 - z->x0) * least;
}

/* Return the window in which the stretch x has READABLE_COLS columns. */
static struct zoom
readable(const struct zoom *z, struct stretch x, int64_t from, int cols)
{
	int64_t size =
		(x.to > x.from ? x.to - x.from : 1) * cols / READABLE_COLS;

	return layout_window(z, from, size);
}

struct zoom
zoom_into(struct flamegraph *p, struct selection s, int cols)
{
	struct zoom z = layout_whole(s);
	struct selection widest = selection_first(p, s);
	struct children children;
	struct stretch x;

	if (s.count == 0 || cols <= 0)
		return z;
	children = selection_members(p, s);
	for (uint32_t i = 0; i < children.n; i++)
		if (children.child[i].width >
			flamegraph_width(p, s.side, widest.node))
			widest.node = children.child[i].node;
	if (!zoom_is_under(p, &z, widest, cols, LEGIBLE_COLS))
		return z;
	x = stretch_of(p, &z, widest);
	return readable(&z, x, x.from, cols);
}

struct zoom
zoom_out(const struct flamegraph *p, const struct zoom *z)
{
	if (zoom_is_partial(z) && z->at.count == 0)
		return layout_whole(z->at);
	return layout_whole(selection_parent(p, z->at));
}

/* Return a window of `size` around s, which keeps its screen position. */
static struct zoom
resize(struct flamegraph *p, const struct zoom *z, struct selection s,
	int64_t size)
{
	int64_t old = z->x1 - z->x0, centre = z->x0 + old / 2, left;

	if (s.side == z->at.side && selection_contains(p, z->at, s)) {
		struct stretch x = stretch_of(p, z, s);
		int64_t from = x.from > z->x0 ? x.from : z->x0;
		int64_t to = x.to < z->x1 ? x.to : z->x1;

		if (from < to || (from == to && x.from >= z->x0))
			centre = from + (to - from) / 2;
	}
	if (size < ZOOM_LEAST)
		size = ZOOM_LEAST;
	left = (centre - z->x0) * size / old;
	return layout_window(z, centre - left, size);
}

struct zoom
zoom_narrower(struct flamegraph *p, const struct zoom *z, struct selection s)
{
	struct zoom from = *z;

	/* The callers of a sandwich have a width of their own. */
	if (s.side == SIDE_CALLERS && z->at.side == SIDE_MAIN)
		from = layout_whole(selection_of(
			SIDE_CALLERS, flamegraph_root(p, SIDE_CALLERS)));
	return resize(p, &from, s, ((int64_t)from.x1 - from.x0) / 2);
}

struct zoom
zoom_wider(struct flamegraph *p, const struct zoom *z, struct selection s)
{
	return resize(p, z, s, ((int64_t)z->x1 - z->x0) * 2);
}

struct zoom
zoom_reveal(struct flamegraph *p, const struct zoom *z, struct selection s,
	int cols)
{
	struct zoom r = *z;

	if (s.node == NONE || cols <= 0 ||
		(s.side == r.at.side && selection_contains(p, s, r.at)))
		return r;
	if (s.side != r.at.side) {
		/* Show the other side of a sandwich whole. */
		struct zoom other = layout_whole(
			selection_of(s.side, flamegraph_root(p, s.side)));

		if (s.node == other.at.node ||
			!zoom_is_under(p, &other, s, cols, 1))
			return r;
		r = other;
	}
	while (!selection_contains(p, r.at, s) &&
		!selection_equal(r.at, selection_parent(p, r.at)))
		r = layout_whole(selection_parent(p, r.at));
	if (!zoom_is_under(p, &r, s, cols, 1)) {
		struct stretch x = stretch_of(p, &r, s);
		int64_t size = r.x1 - r.x0, margin = size / 16;

		/* Move the window so that s is in it. */
		if (x.from >= r.x0 && x.to <= r.x1)
			return r;
		if (x.from < r.x0 && x.to > r.x1)
			return r; /* s fills the window */
		if (x.from < r.x0)
			return layout_window(&r, x.from - margin, size);
		if (x.to - x.from + margin > size)
			return layout_window(&r, x.from, size);
		return layout_window(&r, x.to + margin - size, size);
	}
	r = layout_whole(selection_parent(p, s));
	if (r.at.side == s.side && zoom_is_under(p, &r, s, cols, 1)) {
		struct stretch x = stretch_of(p, &r, s);
		int64_t size = (x.to - x.from + 1) * cols / READABLE_COLS;

		r = readable(&r, x, x.from - size / 3, cols);
	}
	return r;
}

int
zoom_scroll(int top, int rows, int level, int lo, int hi)
{
	int margin = rows > 5 ? 2 : (rows - 1) / 2;

	if (rows <= 0)
		return lo;
	if (level - margin < top)
		top = level - margin;
	if (level + margin > top + rows - 1)
		top = level + margin - rows + 1;
	if (top > hi - rows + 1)
		top = hi - rows + 1;
	if (top < lo)
		top = lo;
	return top;
}
