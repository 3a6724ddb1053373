/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes the panes' rectangles from the screen's size and the layout. Pure.
 *
 *     columns          rows             graph-table (wide)
 *     +------+----+    +-----------+    +------+----+
 *     |      |top |    |   flame   |    |flame |top |
 *     |flame +----+    +------+----+    |      |    |
 *     |      |peek|    | top  |peek|    +------+----+
 *     +------+----+    +------+----+
 *
 * A rectangle includes the pane's rule, its first row. If there is no room for
 * the layout, or it does not show the focused pane, that pane is shown alone.
 *
 * With panes stacked, the graph is as high as its boxes need and the lists get
 * the rest. "auto" chooses by the screen's size and by the graph's height when
 * a file is opened: columns if the graph fills at least half of the height
 * beside the lists, else rows; graph-table on a screen with few rows.
 *
 * An opened pane (tags, traces, ...) replaces the lists, so that the graph
 * stays visible; below the graph only on a tall screen. Source and instructions
 * get the full width and three quarters of a large screen's height. With 110
 * columns or more both can be shown side by side.
 */
#ifndef FT_UI_ARRANGE_H
#define FT_UI_ARRANGE_H

#include "app/state.h"
#include "conf/options.h"
#include "present/grid.h"

/* Rows of the whole graph: beside lists; over the full width; the most that a
   zoom can show. */
struct drawn {
	int beside, whole, deepest;
};

struct arranged {
	enum layout_mode layout; /* never LAYOUT_AUTO */
	double main;             /* graph's share of the area */
	double side;             /* table's share of the lists' area */
	bool alone;              /* only the focused pane is shown */
	bool paired;             /* source and instructions side by side */
	bool shown[PANES];
	struct rect pane[PANES];
	/* Vertical border between panes; cols is 0 if there is none. */
	struct rect border;
};

/* Return the layout that LAYOUT_AUTO chooses at this size. */
enum layout_mode arrange_auto(int rows, int cols, const struct drawn *drawn);
/* Return the graph's default width beside lists, in columns. */
int arrange_cols_beside(int cols);
/* Place the panes in `area`, on a screen of `rows` by `cols`. Of `set`, layout,
   split and split_lists are used. */
void arrange(struct arranged *out, struct rect area, int rows, int cols,
	const struct settings *set, const struct arrangement *a,
	const struct drawn *drawn);
/* Make the focused pane larger (step > 0) or smaller by changing split or
   split_lists. Return false if the pane is alone. */
bool arrange_resize(const struct arranged *now, struct settings *set,
	const struct arrangement *a, double step);

/* Borders that a mouse can drag: arrange_beside() returns the split at the
   vertical border, arrange_above() the split at a pane's rule. */
enum split { SPLIT_NONE, SPLIT_MAIN, SPLIT_SIDE };
enum split arrange_beside(const struct arranged *now);
enum split arrange_above(const struct arranged *now, enum pane_id id);
/* Move the border of `split` to a position on the screen, within limits. */
void arrange_drag(const struct arranged *now, struct settings *set,
	enum split split, int row, int col);

#endif
