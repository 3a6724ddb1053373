/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marked nodes in reading order: see marks.h. One backward pass tells below
 * which nodes there are marks; a row is then listed by walking only there.
 */
#include "config.h"

#include "present/marks.h"

#include <stdlib.h>

#include "base/vec.h"
#include "base/xalloc.h"
#include "present/wide.h"

#include "base/banned.h"

enum {
	MARKED = 1,
	BELOW = 2, /* itself or something below */
};

/* With more than this, nobody counts what is off screen. */
enum { COUNTED_MAX = 100000 };

struct mark {
	node_id node;
	uint64_t at, width; /* from the left edge of the side's root */
};

struct mark_row {
	uint32_t n;        /* marks on this row */
	struct mark *mark; /* [n], left to right; NULL: not listed yet */
};

struct mark_side {
	uint8_t *flag;        /* [tree.n]; NULL: no such side */
	struct mark_row *row; /* by |level| */
	uint32_t rows;
};

struct marks {
	struct plan *plan; /* borrowed */
	struct mark_side side[2];
	uint32_t n;
	struct zoom seen; /* what left and right belong to */
	bool has_seen;
	uint64_t left, right; /* the window, from the side's left edge */
};

static uint32_t
abs_level(const struct marks *m, enum plan_side side, node_id node)
{
	int level = spot_level(m->plan, spot_of(side, node));

	return (uint32_t)(level < 0 ? -level : level);
}

/* Fill in one side. frames == NULL: only `frame` is marked. */
static void
mark_side(struct marks *m, enum plan_side side, const struct bits *frames,
	frame_id frame)
{
	const struct tree *t = plan_tree(m->plan, side);
	node_id root = plan_root(m->plan, side);
	struct mark_side *s = &m->side[side];

	if (root == NONE)
		return;
	s->flag = xcalloc(t->n, 1);
	s->rows = plan_height(m->plan, side, root) + 1;
	s->row = xcalloc(s->rows, sizeof(*s->row));
	for (node_id i = t->n; i-- > 1;) {
		frame_id f = t->frame[i];

		if (!tree_is_live(t, i) || f == NONE)
			continue;
		/* The callers' pivot is marked on the main side. */
		if ((frames != NULL ? bits_get(frames, f) : f == frame) &&
			!(side == SIDE_CALLERS && i == root)) {
			s->flag[i] |= MARKED | BELOW;
			s->row[abs_level(m, side, i)].n++;
			m->n++;
		}
		s->flag[t->parent[i]] |= s->flag[i] & BELOW;
	}
}

static struct marks *
marks_make(struct plan *p, const struct bits *frames, frame_id frame)
{
	struct marks *m = xcalloc(1, sizeof(*m));

	m->plan = p;
	mark_side(m, SIDE_MAIN, frames, frame);
	mark_side(m, SIDE_CALLERS, frames, frame);
	return m;
}

struct marks *
marks_new(struct plan *p, const struct bits *frames)
{
	return marks_make(p, frames, NONE);
}

struct marks *
marks_new_frame(struct plan *p, frame_id frame)
{
	return marks_make(p, NULL, frame);
}

void
marks_free(struct marks *m)
{
	if (m == NULL)
		return;
	for (int k = 0; k < 2; k++) {
		for (uint32_t i = 0; i < m->side[k].rows; i++)
			free(m->side[k].row[i].mark);
		free(m->side[k].row);
		free(m->side[k].flag);
	}
	free(m);
}

uint32_t
marks_count(const struct marks *m)
{
	return m != NULL ? m->n : 0;
}

bool
marks_has(const struct marks *m, enum plan_side side, node_id node)
{
	return m != NULL && node != NONE && m->side[side].flag != NULL &&
		(m->side[side].flag[node] & MARKED) != 0;
}

bool
marks_below(const struct marks *m, enum plan_side side, node_id node)
{
	return m != NULL && node != NONE && m->side[side].flag != NULL &&
		(m->side[side].flag[node] & BELOW) != 0;
}

bool
marks_spot(const struct marks *m, struct plan *p, struct spot s)
{
	struct kids kids;

	if (!spot_is_group(s))
		return marks_has(m, s.side, s.node);
	if (!marks_below(m, s.side, s.node))
		return false;
	kids = plan_kids(p, s.side, s.node);
	for (uint32_t i = s.rank; i < kids.n && i - s.rank < s.count; i++)
		if (marks_below(m, s.side, kids.kid[i].node))
			return true;
	return false;
}

/* A node on the way down, and its next child to look at. */
struct step {
	node_id node;
	uint64_t at;
	uint32_t rank;
};

/* List the marks of a row. */
static const struct mark_row *
row_of(struct marks *m, enum plan_side side, uint32_t level)
{
	struct mark_side *s = &m->side[side];
	struct mark_row *row;
	VEC(struct step) path = { 0 };
	uint32_t n = 0;

	if (s->flag == NULL || level >= s->rows)
		return NULL;
	row = &s->row[level];
	if (row->n == 0 || row->mark != NULL)
		return row;
	row->mark = xcalloc(row->n, sizeof(*row->mark));
	vec_push(&path, ((struct step){ plan_root(m->plan, side), 0, 0 }));
	while (path.n > 0) {
		struct step *top = &path.p[path.n - 1];
		struct kids kids = plan_kids(m->plan, side, top->node);

		if (path.n - 1 == level) {
			if (s->flag[top->node] & MARKED && n < row->n)
				row->mark[n++] = (struct mark){ top->node,
					top->at,
					plan_width(m->plan, side, top->node) };
			path.n--;
		} else if (top->rank == kids.n) {
			path.n--;
		} else {
			const struct kid *k = &kids.kid[top->rank++];
			struct step down = { k->node, top->at + k->at, 0 };

			if (s->flag[k->node] & BELOW)
				vec_push(&path, down);
		}
	}
	row->n = n;
	vec_free(&path);
	return row;
}

/* Rows in reading order: the callers' from the top down to -1, then the main
   side's from 0 on. */
static const struct mark_row *
row_at_level(struct marks *m, int level)
{
	return level < 0 ? row_of(m, SIDE_CALLERS, (uint32_t)-level)
			 : row_of(m, SIDE_MAIN, (uint32_t)level);
}

static int
first_level(const struct marks *m)
{
	return m->side[SIDE_CALLERS].rows > 1
		? 1 - (int)m->side[SIDE_CALLERS].rows
		: 0;
}

static int
last_level(const struct marks *m)
{
	return (int)m->side[SIDE_MAIN].rows - 1;
}

static uint32_t
count_at(const struct marks *m, int level)
{
	const struct mark_side *s =
		&m->side[level < 0 ? SIDE_CALLERS : SIDE_MAIN];
	uint32_t i = (uint32_t)(level < 0 ? -level : level);

	return i < s->rows ? s->row[i].n : 0;
}

/* The offset of a spot from its side's left edge. */
static uint64_t
offset_of(const struct marks *m, struct spot s)
{
	return spot_offset(
		m->plan, spot_of(s.side, plan_root(m->plan, s.side)), s);
}

/* The first mark of the row at or right of `at`. */
static uint32_t
lower_bound(const struct mark_row *row, uint64_t at)
{
	uint32_t lo = 0, hi = row != NULL ? row->n : 0;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (row->mark[mid].at < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The place of `s` in its row: *exact when it is a mark itself. */
static uint32_t
place_in_row(struct marks *m, struct spot s, bool *exact)
{
	const struct mark_row *row = row_at_level(m, spot_level(m->plan, s));
	uint32_t i = lower_bound(row, offset_of(m, s));

	*exact = false;
	if (!spot_is_group(s) && marks_has(m, s.side, s.node))
		for (uint32_t k = i; k < row->n; k++)
			if (row->mark[k].node == s.node) {
				*exact = true;
				return k;
			}
	return i;
}

/* The mark number i of a level, and its number among all. */
static struct spot
pick(struct marks *m, int level, uint32_t i, uint32_t *index)
{
	const struct mark_row *row = row_at_level(m, level);

	*index = i + 1;
	for (int k = first_level(m); k < level; k++)
		*index += count_at(m, k);
	return spot_of(level < 0 ? SIDE_CALLERS : SIDE_MAIN, row->mark[i].node);
}

struct spot
marks_next(struct marks *m, struct spot from, bool forward, uint32_t *index,
	bool *wrapped)
{
	int lo, hi, level, step = forward ? 1 : -1;
	bool exact = false;
	uint32_t i = 0;

	*index = 0;
	*wrapped = false;
	if (m == NULL || m->n == 0)
		return spot_of(SIDE_MAIN, NONE);
	lo = first_level(m);
	hi = last_level(m);
	level = lo;
	if (from.node != NONE) {
		level = spot_level(m->plan, from);
		i = place_in_row(m, from, &exact);
	}
	if (forward && i + exact < count_at(m, level))
		return pick(m, level, i + exact, index);
	if (!forward && i > 0)
		return pick(m, level, i - 1, index);
	do {
		level += step;
		if (level < lo || level > hi) {
			level = forward ? lo : hi;
			*wrapped = true;
		}
	} while (count_at(m, level) == 0);
	/* Listing a row may correct its count. */
	row_at_level(m, level);
	return pick(m, level, forward ? 0 : count_at(m, level) - 1, index);
}

struct spot
marks_first_in(struct marks *m, struct spot s)
{
	int step = s.side == SIDE_CALLERS ? -1 : 1;
	uint64_t at, end;

	if (m == NULL || s.node == NONE ||
		!(spot_is_group(s) ? marks_spot(m, m->plan, s)
				   : marks_below(m, s.side, s.node)))
		return spot_of(SIDE_MAIN, NONE);
	at = offset_of(m, s);
	end = at + spot_width(m->plan, s);
	for (int level = spot_level(m->plan, s);
		level >= first_level(m) && level <= last_level(m);
		level += step) {
		const struct mark_row *row = row_at_level(m, level);

		for (uint32_t i = lower_bound(row, at);
			row != NULL && i < row->n && row->mark[i].at <= end;
			i++) {
			struct spot found = spot_of(s.side, row->mark[i].node);

			if (spot_contains(m->plan, s, found))
				return found;
		}
	}
	return spot_of(SIDE_MAIN, NONE);
}

uint32_t
marks_index(struct marks *m, struct spot s)
{
	uint32_t i, index;
	bool exact;

	if (m == NULL || s.node == NONE || spot_is_group(s) ||
		!marks_has(m, s.side, s.node))
		return 0;
	i = place_in_row(m, s, &exact);
	if (!exact)
		return 0;
	pick(m, spot_level(m->plan, s), i, &index);
	return index;
}

/* Work out the window of a zoom. */
static void
see(struct marks *m, const struct zoom *z)
{
	uint64_t at, width;

	if (m->has_seen && zoom_equal(&m->seen, z))
		return;
	m->has_seen = true;
	m->seen = *z;
	at = offset_of(m, z->at);
	width = spot_width(m->plan, z->at);
	m->left = at +
		(uint64_t)wide_floor(
			wide_mul(width, z->x0), ZOOM_ONE, 0, INT64_MAX);
	m->right = at +
		(uint64_t)wide_floor(
			wide_mul(width, z->x1), ZOOM_ONE, 0, INT64_MAX);
}

void
marks_off_screen(struct marks *m, const struct zoom *z, int level,
	uint32_t *left, uint32_t *right)
{
	const struct mark_row *row;
	enum plan_side side = level < 0 ? SIDE_CALLERS : SIDE_MAIN;
	uint32_t i;

	*left = *right = 0;
	if (m == NULL || m->n > COUNTED_MAX || z->at.node == NONE ||
		z->at.side != side || zoom_is_all(m->plan, z) ||
		count_at(m, level) == 0)
		return;
	see(m, z);
	row = row_at_level(m, level);
	for (i = lower_bound(row, m->left); i > 0; i--)
		if (row->mark[i - 1].at + row->mark[i - 1].width <= m->left)
			break;
	*left = i;
	*right = row->n - lower_bound(row, m->right);
	if (*left + *right > row->n)
		*right = row->n - *left;
}
