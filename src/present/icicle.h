/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The graph: boxes to cells.
 *
 *     ▏root                                 ▓     ▏ left edge of a frame
 *     ▏net/http.(*conn).serve      ··▏gc…   ▓     · self (8, 16 colours,
 *     ▶Checkout      ··▏Search  ··▏v+       ▶       mono, ASCII), else a
 *     ◆Quote    ✱Query…                     ░       darker shade
 *
 * The last column is the depth ruler: the selected level ▶; where not all fit,
 * those on screen ▓ and the others ░. Arrows point at a selected box that is
 * thinner than a name, from the rows above and below. A row with matches beyond
 * its ends says how many: ‹2 5›; ‹ and › alone say that the zoom shows a part
 * of the width. Where rows are few, a root with a chain of only children shares
 * its row with them:
 *
 *     ▏root ›main ›run ›serve               all four as wide as the row
 *     ▏parse            ▏emit
 *
 * The cells' hits are indices into layout.box.
 */
#ifndef FT_PRESENT_ICICLE_H
#define FT_PRESENT_ICICLE_H

#include "present/caption.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/matches.h"
#include "present/paint.h"

struct icicle {
	int colors;      /* of the terminal: 0, 8, 16 or 256 */
	bool smooth;     /* right edges in eighths; needs 256 colours, UTF-8 */
	bool flame;      /* root at the bottom */
	bool dim_search; /* dim what the search did not find */
	enum caption_mode labels;
	const struct paint *paint; /* NULL: by package */
	struct selection selected;    /* node NONE: none */
	frame_id same;             /* ◆ on its other places; NONE */
	struct matches *matches;   /* NULL: no search */
	int top;                   /* level on the first row; with `flame`
				      on the last */
	int fold;                  /* so many of the first levels share the
				      row of the next one */
};

/* How many of a pane's columns the boxes get. */
int icicle_cols(int pane_cols);
/* How many levels it shows. */
int icicle_rows(int pane_rows);
/* How many of the first levels are to share a row, so that all that is drawn
   fits in `rows`, if there are so many: levels of one box, as wide as the one
   below it or an ancestor of what is zoomed, with room for their names in one
   row of `cols`. What *l held is lost. */
int icicle_fold(struct flamegraph *p, const struct zoom *z, int cols, int rows,
	enum caption_mode labels, bool ascii, struct layout *l);
/* Lay the visible levels out in *l and draw them. The cursor is put on the
   selection. */
void icicle_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct zoom *z, const struct icicle *ic, struct layout *l);

#endif
