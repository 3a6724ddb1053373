/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/arrange.h"

enum {
	WIDE = 120,      /* minimum columns for panes side by side */
	WIDTH = 60,      /* minimum columns for more than one pane */
	HEIGHT = 20,     /* minimum rows for more than one pane */
	TALL = 28,       /* minimum rows for an opened pane below the graph */
	ROOMY = 30,      /* minimum rows for three panes */
	TEXT_COLS = 100, /* minimum columns for the graph above source text */
	PAIR_COLS = 110, /* minimum columns for source beside instructions */
	AROUND = 6,      /* rows outside the panes, plus the graph's rule */
	PANE_COLS = 26,
	PANE_LEAST_ROWS = 4,
};

#define BESIDE 0.6        /* graph's share of the width, beside lists */
#define MOST 0.5          /* graph's largest share above two lists */
#define MOST_OF_TWO 0.6   /* graph's largest share above one list */
#define OPENED 0.4        /* graph's largest share above an opened pane */
#define OVER_TEXT 0.25    /* graph's share above source or instructions */
#define SOURCE_SHARE 0.46 /* source's share beside instructions */
#define LEAST 0.3         /* graph's minimum share, if its boxes can fill it */

int
arrange_cols_beside(int cols)
{
	return (int)(cols * BESIDE + 0.5);
}

/* True if the graph beside lists would fill at least half of the height. */
static bool
fills_half(int rows, int cols, const struct drawn *drawn)
{
	return cols >= WIDE && 2 * drawn->beside >= rows - AROUND;
}

enum layout_mode
arrange_auto(int rows, int cols, const struct drawn *drawn)
{
	if (rows < HEIGHT || cols < WIDTH)
		return LAYOUT_GRAPH;
	if (rows < ROOMY)
		return LAYOUT_GRAPH_TABLE;
	return fills_half(rows, cols, drawn) ? LAYOUT_COLUMNS : LAYOUT_ROWS;
}

static void
arrange_put(struct arranged *out, enum pane_id id, int row, int col, int rows,
	int cols)
{
	out->shown[id] = rows > 0 && cols > 0;
	out->pane[id] = (struct rect){ row, col, rows, cols };
}

/* Place two panes side by side with a border between them, or only the left
   pane if there is no room for both. */
static void
arrange_side_by_side(struct arranged *out, struct rect r, enum pane_id left,
	enum pane_id right, double share)
{
	int cols = (int)(r.cols * share + 0.5);

	if (r.cols - cols - 1 < PANE_COLS)
		cols = r.cols - PANE_COLS - 1;
	if (cols < PANE_COLS) {
		arrange_put(out, left, r.row, r.col, r.rows, r.cols);
		return;
	}
	arrange_put(out, left, r.row, r.col, r.rows, cols);
	arrange_put(
		out, right, r.row, r.col + cols + 1, r.rows, r.cols - cols - 1);
	out->border = (struct rect){ r.row, r.col + cols, r.rows, 1 };
}

static void
arrange_over(struct arranged *out, struct rect r, enum pane_id upper,
	enum pane_id lower, double share)
{
	int rows = (int)(r.rows * share + 0.5);

	if (r.rows < 2 * PANE_LEAST_ROWS) {
		arrange_put(out, upper, r.row, r.col, r.rows, r.cols);
		return;
	}
	if (rows < PANE_LEAST_ROWS)
		rows = PANE_LEAST_ROWS;
	if (rows > r.rows - PANE_LEAST_ROWS)
		rows = r.rows - PANE_LEAST_ROWS;
	arrange_put(out, upper, r.row, r.col, rows, r.cols);
	arrange_put(out, lower, r.row + rows, r.col, r.rows - rows, r.cols);
}

/* Return the graph's share of `rows`, including its rule. */
static double
drawn_share(const struct arranged *a, int rows, const struct drawn *drawn)
{
	double least = LEAST * rows;
	double most =
		rows * (a->layout == LAYOUT_GRAPH_TABLE ? MOST_OF_TWO : MOST);
	double want = drawn->whole + 1;

	least = drawn->deepest + 1 < least ? drawn->deepest + 1 : least;
	return (want < least ? least : want > most ? most : want) / rows;
}

/* Place the opened pane beside or below the graph. `chosen`: the user set the
   graph's share. Return false if there is no room. */
static bool
with_extra(struct arranged *out, struct rect area, bool beside, bool chosen,
	int rows, const struct arrangement *a)
{
	bool stacked =
		out->layout == LAYOUT_ROWS || out->layout == LAYOUT_GRAPH_TABLE;

	if (pane_partner(a->extra) != PANES) {
		enum pane_id other = pane_partner(a->extra);
		enum pane_id one =
			a->paired && a->focus == other ? other : a->extra;

		/* Source and instructions get the full width and most rows. */
		if (rows >= ROOMY && area.cols >= TEXT_COLS &&
			out->layout != LAYOUT_GRAPH &&
			out->layout != LAYOUT_TABLES) {
			if (!chosen)
				out->main = OVER_TEXT;
			arrange_over(out, area, PANE_FLAME, one, out->main);
			if (a->paired && area.cols >= PAIR_COLS &&
				out->shown[one]) {
				out->paired = true;
				arrange_side_by_side(out, out->pane[one],
					PANE_SOURCE, PANE_ASM, SOURCE_SHARE);
			}
		}
	} else if (beside) {
		arrange_side_by_side(
			out, area, PANE_FLAME, a->extra, out->main);
	} else if (stacked && rows >= TALL) {
		/* The user reads the opened pane, not the graph. */
		if (!chosen && out->main > OPENED)
			out->main = OPENED;
		arrange_over(out, area, PANE_FLAME, a->extra, out->main);
	}
	return out->shown[a->extra] ||
		(a->paired && out->shown[pane_partner(a->extra)]);
}

static double
bounded(double share)
{
	return share < 0.15 ? 0.15 : share > 0.85 ? 0.85 : share;
}

void
arrange(struct arranged *out, struct rect area, int rows, int cols,
	const struct settings *set, const struct arrangement *a,
	const struct drawn *drawn)
{
	bool beside;

	*out = (struct arranged){ .layout = set->layout };
	if (set->layout == LAYOUT_AUTO)
		out->layout = arrange_auto(rows, cols, drawn);
	beside = out->layout == LAYOUT_COLUMNS ||
		(out->layout == LAYOUT_GRAPH_TABLE &&
			fills_half(rows, cols, drawn));
	/* The user's shares if set, else the layout's defaults. */
	out->main = set->split > 0 ? bounded(set->split)
		: beside           ? BESIDE
				   : drawn_share(out, area.rows, drawn);
	out->side = set->split_lists > 0        ? bounded(set->split_lists)
		: out->layout == LAYOUT_COLUMNS ? 0.5
						: 0.6;
	if (!a->maximized && a->extra != PANES &&
		(a->focus == PANE_FLAME || arrangement_has(a, a->focus)) &&
		with_extra(out, area, beside, set->split > 0, rows, a))
		return;
	switch (out->layout) {
	case LAYOUT_AUTO:
	case LAYOUT_COLUMNS:
		arrange_side_by_side(
			out, area, PANE_FLAME, PANE_TOP, out->main);
		if (out->shown[PANE_TOP])
			arrange_over(out, out->pane[PANE_TOP], PANE_TOP,
				PANE_PEEK, out->side);
		break;
	case LAYOUT_ROWS:
		arrange_over(out, area, PANE_FLAME, PANE_TOP, out->main);
		if (out->shown[PANE_TOP])
			arrange_side_by_side(out, out->pane[PANE_TOP], PANE_TOP,
				PANE_PEEK, out->side);
		break;
	case LAYOUT_GRAPH_TABLE:
		(beside ? arrange_side_by_side : arrange_over)(
			out, area, PANE_FLAME, PANE_TOP, out->main);
		break;
	case LAYOUT_GRAPH:
		arrange_put(out, PANE_FLAME, area.row, area.col, area.rows,
			area.cols);
		break;
	case LAYOUT_TABLES:
		arrange_side_by_side(out, area, PANE_TOP, PANE_PEEK, out->side);
		break;
	}
	if (!a->maximized && out->shown[a->focus] &&
		out->layout != LAYOUT_GRAPH)
		return;
	out->border = (struct rect){ 0 };
	for (enum pane_id i = 0; i < PANES; i++)
		out->shown[i] = false;
	out->alone = true;
	arrange_put(out, a->focus, area.row, area.col, area.rows, area.cols);
}

bool
arrange_resize(const struct arranged *now, struct settings *set,
	const struct arrangement *a, double step)
{
	/* Move the border between table and peek, not the graph's border. */
	bool lists = now->layout == LAYOUT_TABLES ||
		(a->focus != PANE_FLAME && now->shown[PANE_PEEK]);

	if (now->alone)
		return false;
	if (a->focus == PANE_PEEK || arrangement_has(a, a->focus) ||
		(a->focus == PANE_TOP && !now->shown[PANE_PEEK]))
		step = -step;
	if (lists)
		set->split_lists = bounded(now->side + step);
	else
		set->split = bounded(now->main + step);
	return true;
}

enum split
arrange_beside(const struct arranged *now)
{
	/* The border between source and instructions is fixed. */
	return now->paired ? SPLIT_NONE
		: now->layout == LAYOUT_COLUMNS ||
			now->layout == LAYOUT_GRAPH_TABLE
		? SPLIT_MAIN
		: SPLIT_SIDE;
}

enum split
arrange_above(const struct arranged *now, enum pane_id id)
{
	if (id != PANE_TOP && id != PANE_PEEK)
		return SPLIT_NONE;
	switch (now->layout) {
	case LAYOUT_COLUMNS:
		return id == PANE_PEEK ? SPLIT_SIDE : SPLIT_NONE;
	case LAYOUT_ROWS:
		return SPLIT_MAIN;
	case LAYOUT_GRAPH_TABLE:
		return now->border.cols == 0 ? SPLIT_MAIN : SPLIT_NONE;
	case LAYOUT_AUTO:
	case LAYOUT_GRAPH:
	case LAYOUT_TABLES:
		break;
	}
	return SPLIT_NONE;
}

void
arrange_drag(const struct arranged *now, struct settings *set, enum split split,
	int row, int col)
{
	bool vertical = now->border.cols > 0 && split == arrange_beside(now);
	struct rect r;
	double *share;
	enum pane_id from;
	struct rect all = { 0 };

	/* Compute the rectangle that the border divides. */
	from = !vertical && split == SPLIT_SIDE ? PANE_TOP : PANE_FLAME;
	for (enum pane_id id = from; id <= PANE_PEEK; id++) {
		struct rect around_r = now->pane[id];

		if (!now->shown[id])
			continue;
		/* Panes are in reading order: the first is at the top left. */
		if (all.rows == 0)
			all = around_r;
		if (around_r.row + around_r.rows > all.row + all.rows)
			all.rows = around_r.row + around_r.rows - all.row;
		if (around_r.col + around_r.cols > all.col + all.cols)
			all.cols = around_r.col + around_r.cols - all.col;
	}
	r = all;
	share = split == SPLIT_MAIN ? &set->split : &set->split_lists;

	if (split == SPLIT_NONE || r.rows == 0 || r.cols == 0)
		return;
	*share = bounded(vertical ? (double)(col - r.col) / r.cols
				  : (double)(row - r.row) / r.rows);
}
