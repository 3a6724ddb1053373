/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the moves of a pane act on a list (parts.h). */
#include "config.h"

#include "ui/parts.h"

#include "base/banned.h"

/* Columns that long names move by. */
enum { SIDE_STEP = 8 };

bool
list_sideways(int *skip, enum move move)
{
	switch (move) {
	case MOVE_LEFT:
		*skip = *skip > SIDE_STEP ? *skip - SIDE_STEP : 0;
		return true;
	case MOVE_RIGHT:
		*skip += SIDE_STEP;
		return true;
	case MOVE_ROW_START:
		*skip = 0;
		return true;
	default:
		return false;
	}
}

int64_t
list_steps(enum move move, int page, int64_t rows)
{
	switch (move) {
	case MOVE_UP:
		return -1;
	case MOVE_DOWN:
		return 1;
	case MOVE_PAGE_UP:
		return -page;
	case MOVE_PAGE_DOWN:
		return page;
	case MOVE_HALF_UP:
		return -(page + 1) / 2;
	case MOVE_HALF_DOWN:
		return (page + 1) / 2;
	case MOVE_FIRST:
		return -rows;
	case MOVE_LAST:
		return rows;
	case MOVE_LEFT:
	case MOVE_RIGHT:
	case MOVE_ROW_START:
	case MOVE_ROW_END:
	case MOVE_HOT_PATH:
		break;
	}
	return 0;
}

uint32_t
list_row(int64_t at, int64_t rows)
{
	if (at >= rows)
		at = rows - 1;
	return at < 0 ? 0 : (uint32_t)at;
}
