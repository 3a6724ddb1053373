/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of panes, and functions shared by their lists. */
#include "prelude.h"

#include "ui/pane.h"

#define PANE_DECLARATION(id, row, digit) extern const struct pane pane_##row;
PANE_ROWS(PANE_DECLARATION)

static const struct {
	const struct pane *row;
	int digit;
} panes[PANES] = {
#define PANE_ENTRY(id, row, digit) [PANE_##id] = { &pane_##row, digit },
	PANE_ROWS(PANE_ENTRY)
};

const struct pane *
pane_of(enum pane_id id)
{
	return panes[id].row;
}

const struct pane *
pane_focused(const struct screen *s)
{
	return panes[s->app->now.panes.focus].row;
}

int
pane_digit(enum pane_id id)
{
	return panes[id].digit;
}

enum pane_id
pane_named(struct str name)
{
	int64_t digit;
	int id = 0;

	if (!str_to_i64(name, &digit))
		digit = -1;
	while (id < PANES && panes[id].digit != digit &&
		!str_is(name, panes[id].row->map))
		id++;
	return (enum pane_id)id;
}

/* ---- Lists ---- */

/* Columns by which long names scroll. */
enum { SIDE_STEP = 8 };

bool
list_sideways(int *skip, enum move move)
{
	if (move == MOVE_LEFT)
		*skip = *skip > SIDE_STEP ? *skip - SIDE_STEP : 0;
	else if (move == MOVE_RIGHT)
		*skip += SIDE_STEP;
	else if (move == MOVE_ROW_START)
		*skip = 0;
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

bool
pane_has_rule(const struct screen *s, enum pane_id id)
{
	return id != PANE_FLAME || !s->arranged.alone || s->rows >= ROWS_NORMAL;
}
