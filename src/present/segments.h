/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of parts in a fixed order, each in its own style. If they do not all
 * fit, the highest rank is dropped, all parts of a rank together.
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
	uint8_t rank; /* 0: never dropped, but cut at the end of the line */
};

/* Draw at most `cols` columns and return the columns used. */
int segments_draw(struct grid *g, int row, int col, int cols,
	const struct segment *part, size_t n);

/*
 * A line of words, the most important first. A word that does not fit is left
 * out; a shorter one after it may still fit.
 */

struct words {
	struct strbuf *out;
	bool ascii;
	int left; /* columns */
};

/* Append `gap` blanks and the text; false if there is no room or no text. */
bool words_add(struct words *w, int gap, struct str text);
/* Begin a line with a name, cut to leave room for numbers. Return the gap that
   suits the width. */
int words_begin(struct words *w, struct str name);

/* Append whether a frame is inlined, and its source line. */
void words_source(
	struct words *w, int gap, const struct view *v, frame_id frame);

#endif
