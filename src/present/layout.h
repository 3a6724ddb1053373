/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The graph's boxes: flame graph + zoom + columns -> boxes.
 *
 *     level 0  [root                          ]   cols = 32
 *     level 1  [main                  ][gc   ][+]  + : three thin siblings
 *     level 2  [parse        ][emit]  . . . .      . : self, nothing below
 *
 * Edges are rounded, never widths: both edges of a box are at column
 * floor(offset * cols / total), computed in 128 bits, so neighbours meet and
 * children stay inside their parent. A frame needs a whole column for itself.
 * Adjacent siblings thinner than a column share one box, which gets a column if
 * it covers at least a quarter of a column. Below a shared box are the children
 * of the member with nearly all of its width. Ancestors of the zoomed frame are
 * boxes of full width. In a folded graph a box is a row of frames (fold.h): as
 * wide as the first, with the children of the last below it. Nothing is drawn
 * below a shared box there: in recursion, rows and such boxes would alternate.
 */
#ifndef FT_PRESENT_LAYOUT_H
#define FT_PRESENT_LAYOUT_H

#include "base/vec.h"
#include "present/flamegraph.h"

/*
 * The part of the graph that fills the screen.
 *
 *     at: the frame (or group of siblings) that takes the whole width
 *     x0, x1: the part of this width that is on screen, in 2^-30ths
 *
 *        0         x0            x1        ZOOM_ONE
 *        |---------[##############]--------|
 *
 * Plain data, copied freely. The ids belong to one flame graph; across views a
 * zoom is kept as a struct framepath (app/state.h).
 */

enum { ZOOM_ONE = 1 << 30 };

struct zoom {
	struct selection at;
	uint32_t x0, x1; /* x0 < x1 <= ZOOM_ONE */
};

/* Return the zoom that shows everything. */
struct zoom zoom_all(const struct flamegraph *p);
bool zoom_is_all(const struct flamegraph *p, const struct zoom *z);
bool zoom_equal(const struct zoom *a, const struct zoom *b);
/* True if some of the width is off screen. */
static inline bool
zoom_is_partial(const struct zoom *z)
{
	return z->x0 != 0 || z->x1 != ZOOM_ONE;
}

/* Zoom in so that the selection fills the width (Enter). If a group's members
   would be unreadable, zoom further until the widest member has room for a
   name, and show it at the left. */
struct zoom zoom_into(struct flamegraph *p, struct selection s, int cols);
/* Zoom out one step, if there is no earlier zoom to return to: to the whole
   width, else to the parent. */
struct zoom zoom_out(const struct flamegraph *p, const struct zoom *z);
/* Halve (+) or double (-) the width shown, around the selection. */
struct zoom zoom_narrower(
	struct flamegraph *p, const struct zoom *z, struct selection s);
struct zoom zoom_wider(
	struct flamegraph *p, const struct zoom *z, struct selection s);
/* Change the zoom as little as possible so that the selection is on screen and
   at least a column wide: move the window, zoom out to the selection, or zoom
   into the group that hides it. Ancestors of the zoomed frame are on screen. */
struct zoom zoom_reveal(struct flamegraph *p, const struct zoom *z,
	struct selection s, int cols);
/* Return the first row to show (a level, see selection_level) so that `level`
   is among `rows` rows, if possible with two rows of context. Scrolls no more
   than needed; lo and hi are the first and last level. */
int zoom_scroll(int top, int rows, int level, int lo, int hi);

/* ---- Boxes ---- */

enum {
	BOX_ANCESTOR = 1, /* above the zoomed frame: full width, dimmed */
	BOX_FIRST = 2,    /* first child of its parent on this row */
	BOX_ODD = 4,      /* every second box on a row */
};

struct box {
	struct selection at; /* a node, or a group: thin siblings in one box */
	node_id first; /* first frame of the row that ends at `at`; NONE for
			  a group */
	int level;
	int x0, x1; /* columns [x0, x1) */
	int self_x; /* the self part is [self_x, x1); x1: no self part */
	uint8_t eighths; /* eighths of column x1 that the box covers, 0 to 7; 0
			    if another box has this column */
	uint8_t flags;   /* BOX_* */
};

/* A name in a row, other than the last, or a gap between names. */
struct box_part {
	uint32_t box; /* index in layout.box */
	node_id node; /* NONE: a gap */
};

struct layout {
	struct box *box; /* by level, left to right; owned */
	uint32_t n, cap;
	VEC(struct box_part) part; /* the parts that were drawn; set by
				      icicle_draw() */
	uint32_t *row; /* [hi - lo + 2] first box of each level; owned */
	uint32_t row_cap;
	int lo, hi; /* the levels built: empty when hi < lo */
};

#define LAYOUT_INIT \
	{ \
		.box = NULL, .hi = -1 \
	}

/* Lay out levels [lo, hi] in `cols` columns, reusing the memory. */
void layout_build(struct layout *l, struct flamegraph *p, const struct zoom *z,
	int cols, int lo, int hi);
void layout_fini(struct layout *l);

/* Set the first and the last level of a zoom. */
void layout_levels(
	struct flamegraph *p, const struct zoom *z, int *lo, int *hi);

/* Set the first and the last level that have boxes; both 0 if none has. */
void layout_ends(const struct layout *l, int *lo, int *hi);
/* Lay out all levels, then set the first and the last that have boxes. */
void layout_drawn(struct layout *l, struct flamegraph *p, const struct zoom *z,
	int cols, int *lo, int *hi);

/* Return a level's boxes; *n is 0 for levels that were not built. */
const struct box *layout_row(const struct layout *l, int level, uint32_t *n);
/* Return the box of a selection, or of the row or group that hides it; NULL if
   none has a box. */
const struct box *layout_find(
	const struct layout *l, struct flamegraph *p, struct selection s);

#endif
