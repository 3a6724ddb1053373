/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole graph in small: two levels in each cell, in colour and without
 * text, with a frame around the part on screen.
 *
 *     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀      upper half: one level, lower half: the next
 *     ▀▀┌▀▀▀▀▀▀▀▀┐ ▀▀▀▀▀▀
 *     ▀ │ ▀▀  ▀▀ │ ▀   ▀      where there is no colour: # " _ or blocks
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
	int top, rows;             /* first level on screen, and how many */
	struct selection at;          /* marked node; NONE: none */
};

/* Return the rows that show every level separately, at least 1. */
int minimap_rows(struct flamegraph *p);
/* Return the selection at a cell of the map in r, from the upper half if that
   has one; node NONE if the cell is blank. The layout is scratch. */
struct selection minimap_at(struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l, int row, int col);
/* Draw into r and put the cursor on the mark. The layout is scratch. */
void minimap_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l);

#endif
