/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/esc_stack.h"

#include "app/undo.h"
#include "ui/commands.h"
#include "ui/screen_internal.h"

/* True if the list is visible and has a row filter. */
static bool
rows_filtered(const struct screen *s, enum pane_id list)
{
	return s->arranged.shown[list] && s->app->now.rows[list].n > 0;
}

static unsigned
filters_open(const struct screen *s)
{
	unsigned n = 0;

	for (enum pane_id i = 0; i < PANES; i++)
		n += rows_filtered(s, i);
	return n;
}

/* Clear one row filter, the focused list's if it has one. */
static void
filter_close(struct screen *s)
{
	struct state before = change_begin(s->app);
	enum pane_id list = pane_list(before.panes.focus), i = 0;

	while (!rows_filtered(s, list))
		list = i++;
	s->app->now.rows[list] = STR_EMPTY;
	change_done(s->app, &before);
}

static unsigned
pane_open(const struct screen *s)
{
	const struct arrangement *a = &s->app->now.panes;

	return a->extra == PANES ? 0 : 1 + a->paired;
}

static void
pane_close(struct screen *s)
{
	(void)screen_close_extra(s);
}

static unsigned
whole_open(const struct screen *s)
{
	return s->app->now.panes.maximized;
}

static void
whole_close(struct screen *s)
{
	screen_run(s, STR("maximize"));
}

/* An inspector docked by the configuration does not count. */
static unsigned
dock_open(const struct screen *s)
{
	return s->app->now.settings.inspector == INSPECTOR_DOCKED &&
		s->base_settings.inspector != INSPECTOR_DOCKED;
}

static void
dock_close(struct screen *s)
{
	screen_set(s, "inspector", STR("overlay"));
}

static unsigned
direction_open(const struct screen *s)
{
	enum direction now = s->app->now.query.direction;

	return now != DIR_CALLEES && now != s->base_query.direction;
}

static void
direction_close(struct screen *s)
{
	view_direction(s, DIR_CALLEES);
}

static unsigned
comparison_open(const struct screen *s)
{
	return grows_compares(s);
}

static unsigned
zooms_open(const struct screen *s)
{
	return s->app->now.n_zooms;
}

static void
zoom_close(struct screen *s)
{
	(void)change_zoom_back(s->app);
}

static unsigned
search_open(const struct screen *s)
{
	return s->app->now.query.search.n > 0;
}

static void
search_close(struct screen *s)
{
	screen_set(s, "search", STR(""));
}

/* If several were opened at once, the first row counts as opened last. */
static const struct {
	unsigned (*open)(const struct screen *s); /* how many are open */
	void (*close)(struct screen *s);          /* closes one of them */
	bool of_panes;
} rows[] = {
	{ filters_open, filter_close, false },
	{ pane_open, pane_close, true },
	{ whole_open, whole_close, true },
	{ dock_open, dock_close, false },
	{ direction_open, direction_close, false },
	{ comparison_open, grows_return, false },
	{ zooms_open, zoom_close, false },
	{ search_open, search_close, false },
};

void
opened_look(struct screen *s)
{
	struct opened *o = &s->opened;

	for (size_t row = COUNT_OF(rows); row-- > 0;) {
		unsigned open = rows[row].open(s), known = 0;

		for (unsigned i = 0; i < o->n; i++)
			known += o->row[i] == row;
		for (; known > open; known--) {
			struct opened *drop_o = o;
			unsigned i = drop_o->n;

			/* Remove the row's last entry. */
			while (drop_o->row[--i] != row)
				continue;
			memmove(&drop_o->row[i], &drop_o->row[i + 1],
				--drop_o->n - i);
		}
		for (; known < open && o->n < COUNT_OF(o->row); known++)
			o->row[o->n++] = (unsigned char)row;
	}
}

static bool
close_last(struct screen *s, bool of_panes)
{
	struct opened *o = &s->opened;

	for (unsigned i = o->n; i-- > 0;) {
		if (of_panes && !rows[o->row[i]].of_panes)
			continue;
		rows[o->row[i]].close(s);
		return true;
	}
	return false;
}

bool
opened_close(struct screen *s)
{
	return close_last(s, false);
}

bool
opened_close_pane(struct screen *s)
{
	return close_last(s, true);
}
