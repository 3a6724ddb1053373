/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the boxes of the graph are: flame graph + zoom + columns -> boxes.
 *
 *     level 0  [root                          ]   cols = 32
 *     level 1  [main                  ][gc   ][+]  + : three thin siblings
 *     level 2  [parse        ][emit]  . . . .      . : self, nothing below
 *
 * The edges are rounded, never the widths: a box goes from
 * floor(offset * cols / total) to the same of where it ends, computed in 128
 * bits, so neighbours meet and children stay inside their parent. A frame
 * needs a whole column for itself; neighbouring siblings thinner than that
 * share one box, and one that is alone gets a column if it has a quarter of
 * one. Below siblings that share a box goes on what is below the one that has
 * nearly all of it. Ancestors of the zoomed frame are boxes of full width.
 */
#ifndef FT_PRESENT_LAYOUT_H
#define FT_PRESENT_LAYOUT_H

#include "present/flamegraph.h"

/*
 * Which part of the graph fills the screen.
 *
 *     at: the frame (or group of siblings) that takes the whole width
 *     x0, x1: the part of that width that is on screen, in 2^-30ths
 *
 *        0         x0            x1        ZOOM_ONE
 *        |---------[##############]--------|
 *
 * Plain data; copied freely. The ids are those of one flame graph: over views a
 * zoom is kept as a struct framepath (app/state.h).
 */

enum { ZOOM_ONE = 1 << 30 };

struct zoom {
	struct selection at;
	uint32_t x0, x1; /* x0 < x1 <= ZOOM_ONE */
};

/* Everything. */
struct zoom zoom_all(const struct flamegraph *p);
bool zoom_is_all(const struct flamegraph *p, const struct zoom *z);
bool zoom_equal(const struct zoom *a, const struct zoom *b);
/* Some of the width is off screen. */
static inline bool
zoom_is_partial(const struct zoom *z)
{
	return z->x0 != 0 || z->x1 != ZOOM_ONE;
}

/* Enter: the selection fills the width. A group whose members could not be read
   then is shown from its widest member on, wide enough for names; the rest
   is to the right. */
struct zoom zoom_into(struct flamegraph *p, struct selection s, int cols);
/* One step out, for when no earlier zoom is known: to the whole width, else
   to the parent. */
struct zoom zoom_out(const struct flamegraph *p, const struct zoom *z);
/* + and -: half (twice) of the width shown, around the selection. */
struct zoom zoom_narrower(
	struct flamegraph *p, const struct zoom *z, struct selection s);
struct zoom zoom_wider(
	struct flamegraph *p, const struct zoom *z, struct selection s);
/* The least change after which the selection is on screen and at least a column
   wide: the window moves, or the zoom goes out to where the selection is, or
   into the group that hides it. Ancestors of the zoomed frame are on screen. */
struct zoom zoom_reveal(struct flamegraph *p, const struct zoom *z,
	struct selection s, int cols);
/* The first row to show (a level, see selection_level) so that `level` is among
   `rows` rows with two rows of context where there are, moving no more than
   needed; lo and hi are the first and last level that exist. */
int zoom_scroll(int top, int rows, int level, int lo, int hi);

/* ---- Boxes ---- */

enum {
	BOX_ANCESTOR = 1, /* above the zoomed frame: full width, dimmed */
	BOX_FIRST = 2,    /* first child of its parent on this row */
	BOX_ODD = 4,      /* every other sibling */
};

struct box {
	struct selection at; /* a node, or a group: thin siblings in one box */
	int level;
	int x0, x1; /* columns [x0, x1) */
	int self_x; /* the self part is [self_x, x1); x1 when there is none */
	uint8_t eighths; /* how much of column x1 it still covers, 0 to 7;
			    only where that column is blank */
	uint8_t flags;   /* BOX_* */
};

struct layout {
	struct box *box; /* by level, left to right; owned */
	uint32_t n, cap;
	uint32_t *row; /* [hi - lo + 2] where each level's boxes begin; owned */
	uint32_t row_cap;
	int lo, hi; /* the levels built: empty when hi < lo */
};

#define LAYOUT_INIT \
	{ \
		.box = NULL, .hi = -1 \
	}

/* The levels [lo, hi] in `cols` columns. The memory is used again. */
void layout_build(struct layout *l, struct flamegraph *p, const struct zoom *z,
	int cols, int lo, int hi);
void layout_fini(struct layout *l);

/* The first and the last level that this zoom has. */
void layout_levels(
	struct flamegraph *p, const struct zoom *z, int *lo, int *hi);

/* The first and the last level on which it has boxes; 0 when it has none. */
void layout_ends(const struct layout *l, int *lo, int *hi);
/* The same, after all levels were built. */
void layout_drawn(struct layout *l, struct flamegraph *p, const struct zoom *z,
	int cols, int *lo, int *hi);

/* The boxes of a level; *n is 0 for levels that were not built. */
const struct box *layout_row(const struct layout *l, int level, uint32_t *n);
/* The box that shows a selection: its own, or the group's that it is in. NULL
   when it has none. */
const struct box *layout_find(
	const struct layout *l, struct flamegraph *p, struct selection s);

#endif
