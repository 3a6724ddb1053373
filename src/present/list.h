/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists: which rows are on the screen, which of them has the cursor, and how
 * keys move both. Panes, boxes and the pager have a struct list each.
 *
 *              skip
 *     row 0     |          |
 *     first     |..........|  page
 *     at        |▶.........|
 *               |..........|
 *     row n - 1 |          |
 */
#ifndef FT_PRESENT_LIST_H
#define FT_PRESENT_LIST_H

#include "present/grid.h"

enum move {
	MOVE_UP,
	MOVE_DOWN,
	MOVE_LEFT,
	MOVE_RIGHT,
	MOVE_ROW_START,
	MOVE_ROW_END,
	MOVE_FIRST,
	MOVE_LAST,
	MOVE_PAGE_UP,
	MOVE_PAGE_DOWN,
	MOVE_HALF_UP,
	MOVE_HALF_DOWN,
	MOVE_HOT_PATH,
};

struct list {
	uint32_t at;    /* row of the cursor, or NONE */
	uint32_t first; /* first visible row */
	int skip;       /* columns by which names are scrolled */
};

/* Scroll long names sideways. Return false for moves up or down. */
bool list_sideways(struct list *l, enum move move);
/* Return by how many rows a move goes (negative: up), with pages of `page` rows
   in a list of `rows`. */
int64_t list_steps(enum move move, int page, int64_t rows);
/* Return `at`, limited to the list's rows; 0 for an empty list. */
uint32_t list_row(int64_t at, int64_t rows);
/* Move the cursor in a list of n rows; without one, to a visible row. It skips
   rows for which can(on, row) is false; NULL: none. */
void list_move(struct list *l, enum move move, size_t n, int page,
	bool (*can)(void *on, uint32_t row), void *on);
/* Scroll a text of n lines; its last page stays full. */
void list_turn(struct list *l, int64_t steps, size_t n, int page);
/* Limit the cursor to the n rows of the list, and scroll so that it is among
   the `page` visible ones. */
void list_show(struct list *l, size_t n, int page);
/* Return the first of n rows to show, `page` at a time, so that the selected
   row is visible. Scrolls no more than needed and leaves no needless blank
   rows. selected >= n: nothing is selected. */
size_t list_scroll(size_t first, size_t selected, size_t n, int page);

/* The visible rows of a list of n rows in `r`, to draw one after the other:

       struct list_rows row = list_rows(g, r, &list, n, focused);

       while (list_next(&row))
	       draw(row.line, row.i);

   Each row gets its cursor, and its number as its hit, after it is drawn. */
struct list_rows {
	struct grid *g;
	uint32_t i, end, at;
	bool focused;
	struct rect line; /* where row i is */
};
struct list_rows list_rows(struct grid *g, struct rect r, const struct list *l,
	size_t n, bool focused);
bool list_next(struct list_rows *row);

#endif
