/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing what fills the screen: see zoom.h. */
#include "config.h"

#include "present/zoom.h"

#include "present/wide.h"

#include "base/banned.h"

enum {
	ZOOM_LEAST = 64,    /* the smallest window, in 2^-30ths */
	READABLE_COLS = 12, /* what a thin frame gets when it is looked for */
	LEGIBLE_COLS = 6,   /* less than this is hardly worth looking at */
};

/* A stretch of the zoomed width, in 2^-30ths. */
struct stretch {
	int64_t from, to;
};

struct zoom
zoom_all(const struct plan *p)
{
	return (struct zoom){ .at = spot_root(p), .x0 = 0, .x1 = ZOOM_ONE };
}

bool
zoom_is_all(const struct plan *p, const struct zoom *z)
{
	return spot_equal(z->at, spot_root(p)) && !zoom_is_partial(z);
}

bool
zoom_equal(const struct zoom *a, const struct zoom *b)
{
	return spot_equal(a->at, b->at) && a->x0 == b->x0 && a->x1 == b->x1;
}

static struct zoom
whole(struct spot s)
{
	return (struct zoom){ .at = s, .x0 = 0, .x1 = ZOOM_ONE };
}

/* Where s lies in the width of z->at, which contains it. */
static struct stretch
stretch_of(struct plan *p, const struct zoom *z, struct spot s)
{
	uint64_t width = spot_width(p, z->at);
	uint64_t at = spot_offset(p, z->at, s);
	struct stretch x = { 0, ZOOM_ONE };

	if (width == 0)
		return x;
	x.from = wide_floor(wide_mul(at, ZOOM_ONE), (wide)width, 0, ZOOM_ONE);
	x.to = wide_floor(wide_mul(at + spot_width(p, s), ZOOM_ONE),
		(wide)width, x.from, ZOOM_ONE);
	return x;
}

/* A window of `size`, from `from` on or as near as it goes. */
static struct zoom
window(const struct zoom *z, int64_t from, int64_t size)
{
	struct zoom w = *z;

	if (size < ZOOM_LEAST)
		size = ZOOM_LEAST;
	if (size > ZOOM_ONE)
		size = ZOOM_ONE;
	if (from > ZOOM_ONE - size)
		from = ZOOM_ONE - size;
	if (from < 0)
		from = 0;
	w.x0 = (uint32_t)from;
	w.x1 = (uint32_t)(from + size);
	return w;
}

/* s gets less than `least` of `cols` columns in this zoom. */
static bool
is_under(struct plan *p, const struct zoom *z, struct spot s, int cols,
	int least)
{
	uint64_t width = spot_width(p, s), all = spot_width(p, z->at);

	return wide_mul(width, ZOOM_ONE) * cols <
		wide_mul(all, z->x1 - z->x0) * least;
}

static bool
is_thin(struct plan *p, const struct zoom *z, struct spot s, int cols)
{
	return is_under(p, z, s, cols, 1);
}

/* The window in which the stretch x has READABLE_COLS columns. */
static struct zoom
readable(const struct zoom *z, struct stretch x, int64_t from, int cols)
{
	int64_t size =
		(x.to > x.from ? x.to - x.from : 1) * cols / READABLE_COLS;

	return window(z, from, size);
}

struct zoom
zoom_into(struct plan *p, struct spot s, int cols)
{
	struct zoom z = whole(s);
	struct spot widest = spot_first(p, s);
	struct kids kids;
	struct stretch x;

	if (s.count == 0 || cols <= 0)
		return z;
	kids = plan_kids(p, s.side, s.node);
	for (uint32_t i = s.rank; i < kids.n && i - s.rank < s.count; i++)
		if (kids.kid[i].width > plan_width(p, s.side, widest.node))
			widest.node = kids.kid[i].node;
	if (!is_under(p, &z, widest, cols, LEGIBLE_COLS))
		return z;
	x = stretch_of(p, &z, widest);
	return readable(&z, x, x.from, cols);
}

struct zoom
zoom_out(const struct plan *p, const struct zoom *z)
{
	if (zoom_is_partial(z) && z->at.count == 0)
		return whole(z->at);
	return whole(spot_parent(p, z->at));
}

/* A window of `size` around s, which keeps its place on the screen. */
static struct zoom
resize(struct plan *p, const struct zoom *z, struct spot s, int64_t size)
{
	int64_t old = z->x1 - z->x0, centre = z->x0 + old / 2, left;

	if (s.side == z->at.side && spot_contains(p, z->at, s)) {
		struct stretch x = stretch_of(p, z, s);
		int64_t from = x.from > z->x0 ? x.from : z->x0;
		int64_t to = x.to < z->x1 ? x.to : z->x1;

		if (from < to || (from == to && x.from >= z->x0))
			centre = from + (to - from) / 2;
	}
	if (size < ZOOM_LEAST)
		size = ZOOM_LEAST;
	left = (centre - z->x0) * size / old;
	return window(z, centre - left, size);
}

struct zoom
zoom_narrower(struct plan *p, const struct zoom *z, struct spot s)
{
	struct zoom from = *z;

	/* The callers of a sandwich have a width of their own. */
	if (s.side == SIDE_CALLERS && z->at.side == SIDE_MAIN)
		from = whole(spot_of(SIDE_CALLERS, plan_root(p, SIDE_CALLERS)));
	return resize(p, &from, s, ((int64_t)from.x1 - from.x0) / 2);
}

struct zoom
zoom_wider(struct plan *p, const struct zoom *z, struct spot s)
{
	return resize(p, z, s, ((int64_t)z->x1 - z->x0) * 2);
}

/* Move the window so that s is in it. */
static struct zoom
slide(struct plan *p, const struct zoom *z, struct spot s)
{
	struct stretch x = stretch_of(p, z, s);
	int64_t size = z->x1 - z->x0, margin = size / 16;

	if (x.from >= z->x0 && x.to <= z->x1)
		return *z;
	if (x.from < z->x0 && x.to > z->x1)
		return *z; /* it fills the window */
	if (x.from < z->x0)
		return window(z, x.from - margin, size);
	if (x.to - x.from + margin > size)
		return window(z, x.from, size);
	return window(z, x.to + margin - size, size);
}

struct zoom
zoom_reveal(struct plan *p, const struct zoom *z, struct spot s, int cols)
{
	struct zoom r = *z;

	if (s.node == NONE || cols <= 0 ||
		(s.side == r.at.side && spot_contains(p, s, r.at)))
		return r;
	if (s.side != r.at.side) {
		/* The other side of a sandwich is shown whole. */
		struct zoom other =
			whole(spot_of(s.side, plan_root(p, s.side)));

		if (s.node == other.at.node || !is_thin(p, &other, s, cols))
			return r;
		r = other;
	}
	while (!spot_contains(p, r.at, s) &&
		!spot_equal(r.at, spot_parent(p, r.at)))
		r = whole(spot_parent(p, r.at));
	if (!is_thin(p, &r, s, cols))
		return slide(p, &r, s);
	r = whole(spot_parent(p, s));
	if (r.at.side == s.side && is_thin(p, &r, s, cols)) {
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
