/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of parts in a fixed order, each in its own style. When they do not
 * all fit, those of the highest rank go, all of one rank together.
 *
 *     [++][slower] [+][a little slower] [N][new]     rank 0 0 2 2 0 0
 *     [++][slower] [N][new]                          on less columns
 */
#ifndef FT_PRESENT_PARTS_H
#define FT_PRESENT_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "present/grid.h"

struct part {
	struct str text;
	enum style style;
	uint8_t gap;  /* blanks before it, unless it is the first */
	uint8_t rank; /* 0: never goes, but is cut at the end of the line */
};

/* In at most `cols` columns. Returns the columns used. */
int parts_draw(struct grid *g, int row, int col, int cols,
	const struct part *part, size_t n);

#endif
