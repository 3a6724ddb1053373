/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small map of the whole graph: two levels in each cell, in colour and
 * without text, with a frame around the part on screen.
 *
 *     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀      upper half: one level, lower half: the next
 *     ▀▀┌▀▀▀▀▀▀▀▀┐ ▀▀▀▀▀▀
 *     ▀ │ ▀▀  ▀▀ │ ▀   ▀      without colour: # " _ or blocks
 *     ▀ └ ▀    ▀ ┘     ▀
 *
 * If the graph has more levels than halves, each half stands for several levels
 * and shows the first.
 */
#ifndef FT_PRESENT_MINIMAP_H
#define FT_PRESENT_MINIMAP_H

#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/paint.h"

struct minimap {
	int colors;                /* terminal colours */
	bool flame;                /* root at the bottom */
	const struct paint *paint; /* NULL: by package */
	struct zoom zoom;          /* the part of the width on screen */
	int top, rows;             /* on screen: first level, level count */
	struct selection at;       /* node to mark, or NONE */
};

/* Return how many rows are needed, at least 1, to show every level or, of a
   folded graph in `cols` columns, every row. */
int minimap_rows(struct flamegraph *p, int cols);
/* Return the selection at a cell of the map in r, from the upper half unless it
   is blank; node NONE if both halves are. `l` is scratch memory. */
struct selection minimap_at(struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l, int row, int col);
/* Draw into r and put the cursor on the mark. `l` is scratch memory. */
void minimap_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l);

#endif
