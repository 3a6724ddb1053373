/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of parts in a fixed order, each in its own style. When they do not
 * all fit, those of the highest rank go, all of one rank together.
 *
 *     [++][slower] [+][a little slower] [N][new]     rank 0 0 2 2 0 0
 *     [++][slower] [N][new]                          on less columns
 */
#ifndef FT_PRESENT_SEGMENTS_H
#define FT_PRESENT_SEGMENTS_H

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/view.h"
#include "present/grid.h"

struct segment {
	struct str text;
	enum style style;
	uint8_t gap;  /* blanks before it, unless it is the first */
	uint8_t rank; /* 0: never goes, but is cut at the end of the line */
};

/* In at most `cols` columns. Returns the columns used. */
int segments_draw(struct grid *g, int row, int col, int cols,
	const struct segment *part, size_t n);

/*
 * A line of words, the most important first: those that do not fit are left
 * out, and a shorter one behind them may still get in.
 */

struct words {
	struct strbuf *out;
	bool ascii;
	int left; /* columns */
};

/* `gap` blanks and the text; false when there is no room, or no text. */
bool words_add(struct words *w, int gap, struct str text);
/* The start of the line: a name, cut so that numbers have room. Returns the
   gap that suits the width. */
int words_begin(struct words *w, struct str name);

/* Of a frame: whether it is inlined, its source line. */
void words_source(
	struct words *w, int gap, const struct view *v, frame_id frame);

#endif
