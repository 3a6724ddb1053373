/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole graph, small: two rows of levels in each cell, colour and no
 * text, with a frame around what is on screen.
 *
 *     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀      upper half: one level, lower half: the next
 *     ▀▀┌▀▀▀▀▀▀▀▀┐ ▀▀▀▀▀▀
 *     ▀ │ ▀▀  ▀▀ │ ▀   ▀      where there is no colour: # " _ or blocks
 *     ▀ └ ▀    ▀ ┘     ▀
 *
 * A graph with more levels than there are halves has every half stand for
 * several levels, of which the first is drawn.
 */
#ifndef FT_PRESENT_MINIMAP_H
#define FT_PRESENT_MINIMAP_H

#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/paint.h"

struct minimap {
	int colors;                /* of the terminal */
	bool flame;                /* root at the bottom */
	const struct paint *paint; /* NULL: by package */
	struct zoom zoom;          /* what is on screen: the width, */
	int top, rows;             /* the first level and how many */
	struct selection at;          /* marked; node NONE: nothing is */
};

/* Rows of cells that show every level for itself, at least 1. */
int minimap_rows(struct flamegraph *p);
/* The place at a cell of a map in r, from the upper half if that has one; node
   NONE where the map is blank. The layout is scratch. */
struct selection minimap_at(struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l, int row, int col);
/* Draw into r. The layout is scratch. The cursor is put on the mark. */
void minimap_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l);

#endif
