/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boxes over the panes: help, menus, pickers, messages.
 *
 *     ┌─ Sample type  (s) ──────────────┐
 *     │ > al▏                   2 of 4  │   with a filter line
 *     │                                 │
 *     │   alloc_objects   count   18402 │
 *     │ ▶ alloc_space     bytes  4.20GB │
 *     │                                 │
 *     │   type to filter, Enter choose  │   footer
 *     └─────────────────────────────────┘
 */
#ifndef FT_PRESENT_OVERLAY_H
#define FT_PRESENT_OVERLAY_H

#include "present/list.h"

/* A line of cells separated by tabs: "Enter\tzoom in\t:zoom". Columns are as
   wide as their widest cell. If the line is too long, the cells between the
   first and the last are cut, then the last. A single cell may use the whole
   line. */
struct item {
	struct str text;
	bool heading; /* bold unless indented, cannot be selected */
	bool current; /* ● in front */
};

struct overlay {
	struct str title;
	bool has_filter;
	struct str filter; /* the text typed */
	size_t filter_cursor;
	struct str count; /* "6 of 92", right of the filter */
	const struct item *item;
	size_t n_items;
	bool drops_last; /* omit the last cell of a line that is too long */
	struct list list; /* `at`: the selected item */
	const struct str *footer;
	size_t n_footer;
	/* Minimum size, if it fits. */
	int least_rows, least_cols;
	/* The upper left corner, if there is room; 0 and 0: centred. */
	int row, col;
};

/* Draw over the grid, as large as the contents or the grid allow, and return
   the rectangle of the items. The hit of an item is its index. */
struct rect overlay_draw(struct grid *g, const struct overlay *o);
/* Return how many items fit. */
int overlay_page(const struct grid *g, const struct overlay *o);

/* Draw only a centred box with border and title. Return the inside, which is
   blank. */
struct rect box_draw(
	struct grid *g, int inner_rows, int inner_cols, struct str title);

/* Draw a list without a box, such as completions above a prompt, on the rows
   above `row`, at `col`. The hit of an item is its index. `least` are columns
   of the first cells, `cols` of all; 0: as wide as the texts. selected >= n:
   nothing is selected. */
struct popup {
	const struct item *item;
	size_t n, selected;
	int max_rows, least, cols;
};
void popup_draw(struct grid *g, int row, int col, const struct popup *p);

#endif
