/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving and scrolling in lists. */
#include "prelude.h"

#include "present/list.h"

#include "profile/ids.h"

/* Columns by which long names scroll. */
enum { SIDE_STEP = 8 };

bool
list_sideways(struct list *l, enum move move)
{
	if (move == MOVE_LEFT)
		l->skip = l->skip > SIDE_STEP ? l->skip - SIDE_STEP : 0;
	else if (move == MOVE_RIGHT)
		l->skip += SIDE_STEP;
	else if (move == MOVE_ROW_START)
		l->skip = 0;
	else
		return false;
	return true;
}

int64_t
list_steps(enum move move, int page, int64_t rows)
{
	const int64_t steps[] = {
		[MOVE_UP] = -1,
		[MOVE_DOWN] = 1,
		[MOVE_PAGE_UP] = -page,
		[MOVE_PAGE_DOWN] = page,
		[MOVE_HALF_UP] = -(page + 1) / 2,
		[MOVE_HALF_DOWN] = (page + 1) / 2,
		[MOVE_FIRST] = -rows,
		[MOVE_LAST] = rows,
		[MOVE_HOT_PATH] = 0,
	};

	return steps[move];
}

uint32_t
list_row(int64_t at, int64_t rows)
{
	if (at >= rows)
		at = rows - 1;
	return at < 0 ? 0 : (uint32_t)at;
}

void
list_move(struct list *l, enum move move, size_t n, int page,
	bool (*can)(void *on, uint32_t row), void *on)
{
	bool ends = move == MOVE_FIRST || move == MOVE_LAST;
	int64_t steps = list_steps(move, page > 0 ? page : 1, (int64_t)n);
	uint32_t from = l->at, i, step = steps < 0 ? UINT32_MAX : 1;

	if (from != NONE)
		i = list_row(from + steps, (int64_t)n);
	else
		i = list_row(l->first + (ends ? steps : 0), (int64_t)n);
	l->at = i;
	/* Look for a row on the way, else on the way back. */
	if (can != NULL) {
		while (i < n && !can(on, i))
			i += step;
		if (i >= n)
			for (i = l->at; i != from && i < n && !can(on, i);)
				i -= step;
		l->at = i < n ? i : from;
		while (i > 0 && i < n && !can(on, i - 1))
			i--;
	}
	/* Show what is above the first row. Scroll now: the next move may come
	   before the next frame. */
	if (i == 0)
		l->first = 0;
}

void
list_turn(struct list *l, int64_t steps, size_t n, int page)
{
	int64_t firsts = (int64_t)n - (page > 0 ? page : 1) + 1;

	l->first = list_row(list_row(l->first, firsts) + steps, firsts);
}

void
list_show(struct list *l, size_t n, int page)
{
	if (l->at != NONE)
		l->at = list_row(l->at, (int64_t)n);
	l->first = (uint32_t)list_scroll(l->first, l->at, n, page);
}

size_t
list_scroll(size_t first, size_t selected, size_t n, int page)
{
	size_t size = page > 0 ? (size_t)page : 1;

	if (selected < n && selected < first)
		first = selected;
	if (selected < n && selected >= first + size)
		first = selected - size + 1;
	if (first + size > n)
		first = n > size ? n - size : 0;
	return first;
}

struct list_rows
list_rows(struct grid *g, struct rect r, const struct list *l, size_t n,
	bool focused)
{
	uint32_t end = l->first + (uint32_t)(r.rows > 0 ? r.rows : 0);

	return (struct list_rows){ .g = g,
		.i = l->first,
		.end = end < n ? end : (uint32_t)n,
		.at = l->at,
		.focused = focused,
		.line = { r.row - 1, r.col, 0, r.cols } };
}

bool
list_next(struct list_rows *row)
{
	if (row->line.rows > 0) {
		grid_hit(row->g, row->line, row->i);
		if (row->i == row->at)
			grid_cursor(row->g, row->line, row->focused);
		row->i++;
	}
	row->line.row++;
	row->line.rows = 1;
	return row->i < row->end;
}
