/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of parts in a fixed order, each in its own style. If not all fit, all
 * parts with the highest rank are dropped, then the next rank.
 *
 *     [++][slower] [+][a little slower] [N][new]     rank 0 0 2 2 0 0
 *     [++][slower] [N][new]                          in fewer columns
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
	uint8_t gap;  /* blanks before the part, unless it is first */
	uint8_t rank; /* 0: never dropped, but cut at the end of the line */
};

/* Draw at most `cols` columns and return the columns used. */
int segments_draw(struct grid *g, int row, int col, int cols,
	const struct segment *part, size_t n);

/*
 * A line of words, most important first. A word that does not fit is left out;
 * a shorter word after it may still fit.
 */

struct words {
	struct strbuf *out;
	bool ascii;
	int left; /* remaining columns */
};

/* Append `gap` blanks and the text; return false if no room or no text. */
bool words_add(struct words *w, int gap, struct str text);
/* Begin a line with a name, cut to leave room for numbers. Return the gap that
   suits the width. */
int words_begin(struct words *w, struct str name);

/* Append "inlined" if all calls of a frame are, and its source line. */
void words_source(
	struct words *w, int gap, const struct view *v, frame_id frame);

#endif
