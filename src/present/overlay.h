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

#include "present/grid.h"

/* A line of cells, separated by tabs: "Enter\tzoom in\t:zoom". Columns are
   as wide as their widest cell; where that is too wide, those between the
   first and the last are cut, then the last. One cell alone has the whole
   line. */
struct item {
	struct str text;
	bool heading; /* bold unless indented, cannot be selected */
	bool current; /* ● in front */
};

struct overlay {
	struct str title;
	bool has_filter;
	struct str filter; /* what was typed */
	size_t filter_cursor;
	struct str count; /* "6 of 92", right of the filter */
	const struct item *item;
	size_t n_items;
	bool drops_last; /* too long a line goes without its last cell */
	size_t selected; /* SIZE_MAX: none */
	size_t first;    /* first item shown: kept by list_scroll() */
	const struct str *footer;
	size_t n_footer;
	/* It is no smaller, while that fits. */
	int least_rows, least_cols;
	/* Where its upper left corner goes if there is room; 0 and 0: in the
	   middle. */
	int row, col;
};

/* Draw over the grid, as large as its contents or the grid allow.
   Hits: the item's index. Returns the rectangle of the items. */
struct rect overlay_draw(struct grid *g, const struct overlay *o);
/* How many items there is room for. */
int overlay_page(const struct grid *g, const struct overlay *o);

/* Only the box, in the middle: border, title, blank inside. Returns the
   inside. */
struct rect box_draw(
	struct grid *g, int inner_rows, int inner_cols, struct str title);

/* A list without a box, as completions above a prompt: on the rows above
   `row`, at `col`. Hits: the item's index. */
void popup_draw(struct grid *g, int row, int col, const struct item *item,
	size_t n, size_t selected, int max_rows);

#endif
