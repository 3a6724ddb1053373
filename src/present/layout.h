/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the boxes of the graph are: plan + zoom + columns -> boxes.
 *
 *     level 0  [root                          ]   cols = 32
 *     level 1  [main                  ][gc   ][+]  + : three thin siblings
 *     level 2  [parse        ][emit]  . . . .      . : self, nothing below
 *
 * The edges are rounded, never the widths: a box goes from
 * floor(offset * cols / total) to the same of where it ends, computed in 128
 * bits, so neighbours meet and children stay inside their parent. A frame
 * needs a whole column for itself; neighbouring siblings thinner than that
 * share one box. Ancestors of the zoomed frame are boxes of full width.
 */
#ifndef FT_PRESENT_LAYOUT_H
#define FT_PRESENT_LAYOUT_H

#include <stdint.h>

#include "present/plan.h"
#include "present/zoom.h"

enum {
	BOX_ANCESTOR = 1, /* above the zoomed frame: full width, dimmed */
	BOX_FIRST = 2,    /* first child of its parent on this row */
	BOX_ODD = 4,      /* every other sibling */
	BOX_CUT_LEFT = 8, /* begins left of the window */
	BOX_CUT_RIGHT = 16,
};

struct box {
	struct spot at; /* a node, or a group: thin siblings in one box */
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
	int cols;
	uint32_t hidden; /* frames with less than a quarter of a column that
			    got no box, on these levels */
};

#define LAYOUT_INIT \
	{ \
		.box = NULL, .hi = -1 \
	}

/* The levels [lo, hi] in `cols` columns. The memory is used again. */
void layout_build(struct layout *l, struct plan *p, const struct zoom *z,
	int cols, int lo, int hi);
void layout_fini(struct layout *l);

/* The first and the last level that this zoom has. */
void layout_levels(struct plan *p, const struct zoom *z, int *lo, int *hi);

/* The boxes of a level; *n is 0 for levels that were not built. */
const struct box *layout_row(const struct layout *l, int level, uint32_t *n);
/* The box that shows a spot: its own, or the group's that it is in. NULL
   when it has none. */
const struct box *layout_find(
	const struct layout *l, struct plan *p, struct spot s);

#endif
