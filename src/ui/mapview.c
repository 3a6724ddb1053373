/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The minimap on the screen: see mapview.h. */
#include "config.h"

#include "ui/mapview.h"

#include "present/icicle.h"
#include "present/minimap.h"
#include "present/overlay.h"
#include "present/status.h"
#include "ui/parts.h"

#include "base/banned.h"

enum {
	STRIP_ROWS = 2,
	STRIP_FROM = 40,  /* rows of the screen, for auto */
	STRIP_LEAST = 20, /* and for on */
	BOX_MARGIN = 8,   /* columns beside the map */
	BOX_AROUND = 8,   /* rows around it */
	BOX_FOOT = 3,     /* rows below it, in the box */
};

static struct minimap
map_of(struct screen *s)
{
	const struct app *app = s->app;
	int pane = s->arranged.shown[PANE_FLAME]
		? icicle_rows(s->arranged.pane[PANE_FLAME].rows - 1)
		: 0;

	return (struct minimap){ .colors = s->colors,
		.flame = app->now.settings.root == ROOT_BOTTOM,
		.paint = flame_paint(s),
		.zoom = app->shown.zoom,
		.top = app->now.panes.level,
		.rows = pane,
		.at = { .node = NONE } };
}

/* The strip. */

int
map_strip_rows(const struct screen *s)
{
	const struct app *app = s->app;
	const struct settings *set = &app->now.settings;
	bool wanted = set->minimap == MINIMAP_ON && s->rows >= STRIP_LEAST;

	if (s->bare || app->shown.plan == NULL)
		return 0;
	if (set->minimap == MINIMAP_AUTO && !set->low_bandwidth &&
		s->rows >= STRIP_FROM)
		wanted = !zoom_is_all(app->shown.plan, &app->shown.zoom);
	return wanted ? STRIP_ROWS : 0;
}

void
map_strip_draw(struct screen *s, struct grid *g, int row)
{
	struct minimap m = map_of(s);
	struct rect r = { row, 0, STRIP_ROWS, s->cols };

	s->mapview.strip = r;
	minimap_draw(g, r, s->app->shown.plan, &m, &s->flame.scratch);
}

/* The box. */

static int
inner_cols(const struct screen *s)
{
	return s->cols > 2 * BOX_MARGIN ? s->cols - BOX_MARGIN : s->cols - 4;
}

static int
inner_rows(const struct screen *s)
{
	int all = minimap_rows(s->app->shown.plan);
	int room = s->rows - BOX_AROUND;

	if (room < 2)
		room = s->rows - BOX_FOOT - 2;
	if (room < 1)
		room = 1;
	return all < room ? all : room;
}

static struct nav
map_nav(struct screen *s)
{
	struct plan *plan = s->app->shown.plan;

	return (struct nav){ .plan = plan,
		.zoom = zoom_all(plan),
		.cols = inner_cols(s),
		.scratch = &s->flame.scratch };
}

/* Another view has come: what was marked is not in it. */
static void
stay_valid(struct screen *s)
{
	struct mapview *v = &s->mapview;
	struct nav nav;

	if (v->serial == s->app->shown.serial)
		return;
	nav = map_nav(s);
	v->serial = s->app->shown.serial;
	v->at = nav_shown(&nav, s->app->shown.sel);
}

void
map_open(struct screen *s)
{
	s->mapview.open = true;
	s->mapview.serial = 0;
	stay_valid(s);
}

static struct target
moved(struct screen *s, struct str command)
{
	static const struct {
		const char *command;
		struct target (*move)(const struct nav *nav, struct target at);
	} moves[] = {
		{ "left", nav_left },
		{ "right", nav_right },
		{ "rowstart", nav_row_start },
		{ "rowend", nav_row_end },
	};
	struct nav nav = map_nav(s);
	struct target at = nav_shown(&nav, s->mapview.at);
	bool up = str_is(command, "up"), down = str_is(command, "down");

	if (up || down)
		return up != (s->app->now.settings.root == ROOT_BOTTOM)
			? nav_up(&nav, at)
			: nav_down(&nav, at);
	for (size_t i = 0; i < COUNT_OF(moves); i++)
		if (str_is(command, moves[i].command))
			return moves[i].move(&nav, at);
	if (str_is(command, "first"))
		return target_root(nav.plan);
	if (str_is(command, "last"))
		return nav_deepest(nav.plan, at);
	if (str_is(command, "hotpath"))
		return nav_hot_path(nav.plan, at);
	return (struct target){ .node = NONE };
}

/* Go to the marked place. A group is entered at its first member. */
static void
go(struct screen *s)
{
	s->mapview.open = false;
	jump_to(s, target_first(s->app->shown.plan, s->mapview.at));
}

bool
map_key(struct screen *s, int key)
{
	const struct binding *b = keymap_find(s->keymap, "flame", key);
	struct str command = b != NULL ? str_c(b->command) : STR_EMPTY;
	struct target to;

	if (!s->mapview.open)
		return false;
	stay_valid(s);
	if (str_is(command, "zoom")) {
		go(s);
		return true;
	}
	to = moved(s, command);
	if (to.node != NONE) {
		struct nav nav = map_nav(s);

		s->mapview.at = nav_shown(&nav, to);
		return true;
	}
	/* Any other key closes it and does its work. */
	s->mapview.open = false;
	return str_is(command, "back") || str_is(command, "close") ||
		str_is(command, "minimap") || str_is(command, "cancel");
}

static void
put_words(struct screen *s, struct grid *g, struct rect in)
{
	const struct shown *shown = &s->app->shown;
	struct zoom all = zoom_all(shown->plan);
	struct numbers n = screen_numbers(s);
	struct strbuf text = STRBUF_INIT;

	status_of_target(&text, shown->plan, s->mapview.at, &all, &n,
		caption_mode(s), g->ascii, in.cols);
	(void)grid_put_cut(g, in.row + in.rows - 2, in.col, in.cols,
		strbuf_str(&text), STYLE_OVERLAY);
	(void)grid_put_cut(g, in.row + in.rows - 1, in.col, in.cols,
		STR("arrows move, Enter goes there, Esc closes"), STYLE_DIM);
	strbuf_free(&text);
}

void
map_draw(struct screen *s, struct grid *g)
{
	struct minimap m = map_of(s);
	int rows = inner_rows(s);
	struct rect in;

	stay_valid(s);
	m.at = s->mapview.at;
	in = box_draw(
		g, rows + BOX_FOOT, inner_cols(s), STR("The whole graph  (M)"));
	put_words(s, g, in);
	in.rows -= BOX_FOOT;
	s->mapview.box = in;
	minimap_draw(g, in, s->app->shown.plan, &m, &s->flame.scratch);
}

/* The mouse. */

static struct target
target_under(struct screen *s, struct rect r, int row, int col)
{
	struct minimap m = map_of(s);

	return minimap_at(
		r, s->app->shown.plan, &m, &s->flame.scratch, row, col);
}

void
map_press(struct screen *s, int row, int col)
{
	struct rect box = s->mapview.box, around = box;
	struct target to;

	if (rect_has(box, row, col)) {
		to = target_under(s, box, row, col);
		if (to.node == NONE)
			return;
		s->mapview.at = to;
		go(s);
		return;
	}
	around.row--;
	around.rows += BOX_FOOT + 2;
	around.col -= 2;
	around.cols += 4;
	s->mapview.open = rect_has(around, row, col);
}

bool
map_strip_press(struct screen *s, int row, int col)
{
	struct rect strip = s->mapview.strip;
	struct target to;

	if (map_strip_rows(s) == 0 || !rect_has(strip, row, col))
		return false;
	to = target_under(s, strip, row, col);
	if (to.node != NONE)
		jump_to(s, target_first(s->app->shown.plan, to));
	return true;
}
