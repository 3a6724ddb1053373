/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of panes, and what all lists do alike. */
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

void
pane_draw(struct screen *s, enum pane_id id, struct grid *g, struct rect r)
{
	const struct pane *pane = panes[id].row;
	struct arrangement *now = &s->app->now.panes;
	struct list_rows row;
	uint32_t n;

	if (pane->draw != NULL) {
		pane->draw(s, g, r);
		return;
	}
	n = pane->length(s);
	list_show(&now->list[id], n, r.rows);
	row = list_rows(g, r, &now->list[id], n, !s->bare && now->focus == id);
	while (list_next(&row))
		pane->line(s, g, row.line, row.i);
}

void
pane_move(struct screen *s, enum pane_id id, enum move move)
{
	if (panes[id].row->move != NULL)
		panes[id].row->move(s, move);
	else
		pane_move_list(s, id, move);
}

void
pane_move_list(struct screen *s, enum pane_id id, enum move move)
{
	const struct pane *pane = panes[id].row;
	struct list *l = &s->app->now.panes.list[id];
	int page = s->arranged.pane[id].rows - 1;
	uint32_t n = pane->length(s);

	if (pane->page != NULL)
		page = pane->page(page);
	if (list_sideways(l, move) || n == 0)
		return;
	if (pane->scrolls)
		list_turn(l, list_steps(move, page, n), n, page);
	else
		list_move(l, move, n, page, pane->can, s);
	if (pane->moved != NULL)
		pane->moved(s);
}

bool
pane_click(struct screen *s, enum pane_id id, uint32_t hit)
{
	const struct pane *pane = panes[id].row;

	if (pane->length == NULL || pane->scrolls || hit >= pane->length(s))
		return pane->click == NULL || pane->click(s, hit);
	if (pane->can != NULL && !pane->can(s, hit))
		return true;
	s->app->now.panes.list[id].at = hit;
	if (pane->moved != NULL)
		pane->moved(s);
	return false;
}

bool
pane_has_rule(const struct screen *s, enum pane_id id)
{
	return id != PANE_FLAME || !s->arranged.alone || s->rows >= ROWS_NORMAL;
}
