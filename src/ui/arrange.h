/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the panes are: size and layout in, rectangles out. Pure.
 *
 *     columns          rows             graph-table (wide)
 *     +------+----+    +-----------+    +------+----+
 *     |      |top |    |   flame   |    |flame |top |
 *     |flame +----+    +------+----+    |      |    |
 *     |      |peek|    | top  |peek|    +------+----+
 *     +------+----+    +------+----+
 *
 * A rectangle includes the pane's rule, its first row. Where there is no
 * room for a layout the focused pane is shown alone; so it is when the
 * layout does not show it.
 *
 * Panes over one another: the graph is as high as what is drawn of it, the
 * lists have the rest. "auto" chooses by the size of the screen and by what
 * is drawn when a file is opened: columns when that fills at least half of
 * the graph's height beside the lists, else rows; graph-table where there are
 * few rows.
 *
 * A pane that was opened (tags, traces, ...) has the place of the lists, so
 * that the graph shows what is done in it; in rows only on a tall screen. The
 * source and the instructions have the full width, and three quarters of the
 * height of a large one; both of them, side by side, from 110 columns on.
 */
#ifndef FT_UI_ARRANGE_H
#define FT_UI_ARRANGE_H

#include "app/state.h"
#include "conf/options.h"
#include "present/grid.h"

/* Rows that the whole graph has: drawn beside lists, drawn over the full width,
   and at most, zoomed in. */
struct drawn {
	int beside, whole, deepest;
};

struct arranged {
	enum layout_mode layout; /* never LAYOUT_AUTO */
	double main;             /* the first pane's share */
	double side;             /* the table's share of what that leaves */
	bool alone;              /* only the focused pane is shown */
	bool paired;             /* source and instructions are */
	bool shown[PANES];
	struct rect pane[PANES];
	/* The vertical border between panes; border.cols is 0 without. */
	struct rect border;
};

/* What LAYOUT_AUTO means on a screen of this size. */
enum layout_mode arrange_auto(int rows, int cols, const struct drawn *drawn);
/* How wide the graph is beside lists, when nothing else is said. */
int arrange_cols_beside(int cols);
/* `area` is what of the screen the panes have; rows and cols its size. The
   settings are layout, split and split_lists. */
void arrange(struct arranged *out, struct rect area, int rows, int cols,
	const struct settings *set, const struct arrangement *a,
	const struct drawn *drawn);
/* Make the focused pane larger (step > 0) or smaller. False: there is no
   border of its own to move. */
bool arrange_resize(const struct arranged *now, struct settings *set,
	const struct arrangement *a, double step);

/* Borders that a mouse can drag: the split that the vertical border shows, or
   the rule of a pane. */
enum split { SPLIT_NONE, SPLIT_MAIN, SPLIT_SIDE };
enum split arrange_beside(const struct arranged *now);
enum split arrange_above(const struct arranged *now, enum pane_id id);
/* Put that border at this place of the screen, as near as panes allow. */
void arrange_drag(const struct arranged *now, struct settings *set,
	enum split split, int row, int col);

#endif
