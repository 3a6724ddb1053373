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

bool
pane_has_rule(const struct screen *s, enum pane_id id)
{
	return id != PANE_FLAME || !s->arranged.alone || s->rows >= ROWS_NORMAL;
}
