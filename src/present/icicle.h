/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drawing the graph: boxes become cells.
 *
 *     ▏root                                 ▓     ▏ left edge of a frame
 *     ▏net/http.(*conn).serve      ··▏gc…   ▓     · self (8, 16 colours,
 *     ▶Checkout      ··▏Search  ··▏v+       ▶       mono, ASCII), else a
 *     ◆Quote    ✱Query…                     ░       darker shade
 *
 * The last column is the depth ruler: ▶ is the selected level. If not all
 * levels fit, ▓ marks those on screen and ░ the others. Arrows above and below
 * point at a selected box that is thinner than a name. ‹2 5› counts a row's
 * matches beyond its ends; ‹ and › alone mean that the zoom shows a part of the
 * width. If rows are few, a root and its chain of only children share one row:
 *
 *     ▏root ›main ›run ›serve               all four are as wide as the row
 *     ▏parse            ▏emit
 *
 * The cells' hits are indices into layout.box or, from layout.n on, into
 * layout.part.
 */
#ifndef FT_PRESENT_ICICLE_H
#define FT_PRESENT_ICICLE_H

#include "present/caption.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/matches.h"
#include "present/paint.h"

struct icicle {
	int colors;      /* terminal colours: 0, 8, 16 or 256 */
	bool smooth;     /* right edges in eighths; needs 256 colours, UTF-8 */
	bool flame;      /* root at the bottom */
	bool dim_search; /* dim boxes without a match */
	enum caption_mode labels;
	const struct paint *paint; /* NULL: by package */
	struct selection selected; /* node NONE: nothing */
	frame_id same;             /* frame whose other boxes have a ◆; or
				      NONE */
	struct matches *matches;   /* NULL: no search */
	int top;                   /* level on the first row; with `flame`
				      on the last */
	int fold;                  /* number of first levels that share the row
				      of the level after them */
};

/* Return how many columns of a pane are for boxes; the rest is the ruler. */
int icicle_cols(int pane_cols);
/* Return how many levels fit into a pane. */
int icicle_rows(int pane_rows);
/* Return how many of the first levels should share a row, so that everything
   fits in `rows`. A level can share if its only box is as wide as the one below
   it or is an ancestor of the zoomed frame, and if the names fit in `cols`.
   Overwrites *l. */
int icicle_fold(struct flamegraph *p, const struct zoom *z, int cols, int rows,
	enum caption_mode labels, bool ascii, struct layout *l);
/* Lay out the visible levels in *l and draw them. The terminal's cursor goes to
   the selection. */
void icicle_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct zoom *z, const struct icicle *ic, struct layout *l);

#endif
