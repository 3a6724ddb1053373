/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that move, zoom and arrange. screen.c registers the table. */
#include "prelude.h"

#include "app/undo.h"
#include "conf/options.h"
#include "ui/commands.h"
#include "ui/pane.h"

enum { MOVES_AT_ONCE = 100000 };

static int
cmd_move(const struct call *call)
{
	struct screen *s = call->on;
	enum move move = (enum move)call->self->data;
	int64_t n = 1;

	if (call->arg.n > 0 &&
		(!str_to_i64(call->arg, &n) || n < 1 || n > MOVES_AT_ONCE))
		return err_set(call->err, ERR_USAGE,
			"%s: \"%.*s\" is not a number of steps",
			call->self->name, STR_ARG(call->arg));
	/* The hottest path is shown in the graph. */
	if (move == MOVE_HOT_PATH)
		screen_focus(s, PANE_FLAME);
	for (; n > 0; n--)
		pane_move(s, s->app->now.panes.focus, move);
	return 0;
}

static int
cmd_zoom(const struct call *call)
{
	struct screen *s = call->on;
	struct shown *shown = &s->app->shown;
	struct selection selected = shown->sel;
	struct selection at = selected;
	struct zoom z;

	/* A row of several frames has the box of its first frame. */
	if (!selection_is_group(at) && at.node != NONE)
		at.node = flamegraph_head(shown->flamegraph,
			(enum flamegraph_side)at.side, at.node);
	z = zoom_into(shown->flamegraph, at, flame_nav(s).cols);

	if (zoom_equal(&z, &shown->zoom)) {
		app_say(s->app, "already at full width");
		return 0;
	}
	change_zoom(s->app, z, true);
	if (selection_is_group(selected))
		change_selection(
			s->app, selection_first(shown->flamegraph, selected));
	return 0;
}

static int
cmd_zoomout(const struct call *call)
{
	struct screen *s = call->on;

	if (!change_zoom_back(s->app))
		app_say(s->app, "nothing is zoomed");
	return 0;
}

static int
cmd_zoomreset(const struct call *call)
{
	struct screen *s = call->on;

	change_zoom_reset(s->app);
	return 0;
}

static int
cmd_wider(const struct call *call)
{
	struct screen *s = call->on;
	const struct shown *shown = &s->app->shown;

	/* Frames get wider, so the visible part gets narrower. */
	change_zoom(s->app,
		zoom_narrower(shown->flamegraph, &shown->zoom, shown->sel),
		false);
	return 0;
}

static int
cmd_narrower(const struct call *call)
{
	struct screen *s = call->on;
	const struct shown *shown = &s->app->shown;

	if (!zoom_is_partial(&shown->zoom)) {
		app_say(s->app, "already zoomed out");
		return 0;
	}
	change_zoom(s->app,
		zoom_wider(shown->flamegraph, &shown->zoom, shown->sel), false);
	return 0;
}

static int
cmd_goto(const struct call *call)
{
	struct screen *s = call->on;
	frame_id frame = selected_frame(s->app);

	if (frame == NONE)
		app_say(s->app, "no function is selected");
	else
		(void)flame_show_frame(s, frame);
	return 0;
}

static int
cmd_recenter(const struct call *call)
{
	peek_recenter(call->on);
	return 0;
}

/* Panes. */

/* Focus the next (1) or the previous (-1) pane. */
static int
cmd_step_pane(const struct call *call)
{
	struct screen *s = call->on;
	const struct arrangement *panes = &s->app->now.panes;
	int id = (int)panes->focus;

	do {
		id = (id + call->self->data + PANES) % PANES;
	} while (s->arranged.alone
			? (pane_is_extra((enum pane_id)id) &&
				  !arrangement_has(panes, (enum pane_id)id)) ||
				(id == PANE_TIMELINE && !panes->strip)
			: !s->arranged.shown[id]);
	screen_focus(s, (enum pane_id)id);
	return 0;
}

static int
cmd_pane(const struct call *call)
{
	enum pane_id id = pane_named(call->arg);

	if (id == PANES)
		return err_set(call->err, ERR_USAGE, "pane: no pane \"%.*s\"",
			STR_ARG(call->arg));
	screen_focus(call->on, id);
	return 0;
}

static int
cmd_maximize(const struct call *call)
{
	struct screen *s = call->on;
	struct arrangement *panes = &s->app->now.panes;

	panes->maximized = !panes->maximized;
	return 0;
}

static int
cmd_nextlayout(const struct call *call)
{
	struct screen *s = call->on;
	const struct option *o = option_find(STR("layout"), NULL);
	enum layout_mode now = s->arranged.layout;
	enum layout_mode next = now == LAYOUT_TABLES
		? LAYOUT_COLUMNS
		: (enum layout_mode)(now + 1);
	struct str name = str_c(o->doc.choices[next]);

	screen_set(s, "layout", name);
	s->app->now.panes.maximized = false;
	screen_arrange(s);
	if (!s->arranged.shown[s->app->now.panes.focus] || s->arranged.alone)
		screen_focus(s, next == LAYOUT_TABLES ? PANE_TOP : PANE_FLAME);
	app_say(s->app, "layout=%.*s%s", STR_ARG(name),
		s->arranged.alone && next != LAYOUT_GRAPH
			? "   (too small for two panes; digits switch panes)"
			: "");
	return 0;
}

#define RESIZE_STEP 0.05

static int
cmd_resize(const struct call *call)
{
	struct screen *s = call->on;

	if (!arrange_resize(&s->arranged, &s->app->now.settings,
		    &s->app->now.panes, call->self->data * RESIZE_STEP))
		app_say(s->app, "only one pane is visible");
	return 0;
}

const struct command move_commands[] = {
	{ "up", "[N]", "go to the caller above; in lists, to the row above",
		cmd_move, MOVE_UP },
	{ "down", "[N]",
		"go to the callee below (last visited or heaviest); in lists, "
		"to the row below",
		cmd_move, MOVE_DOWN },
	{ "left", "[N]",
		"go to the previous frame on the row; in lists, scroll left",
		cmd_move, MOVE_LEFT },
	{ "right", "[N]",
		"go to the next frame on the row; in lists, scroll right",
		cmd_move, MOVE_RIGHT },
	{ "rowstart", NULL, "go to the first frame of the row", cmd_move,
		MOVE_ROW_START },
	{ "rowend", NULL, "go to the last frame of the row", cmd_move,
		MOVE_ROW_END },
	{ "first", NULL, "go to the root; in lists, to the first row", cmd_move,
		MOVE_FIRST, CMD_NEEDS_VIEW },
	{ "last", NULL,
		"go to the deepest frame below; in lists, to the last row",
		cmd_move, MOVE_LAST },
	{ "pageup", "[N]", "move one page up", cmd_move, MOVE_PAGE_UP },
	{ "pagedown", "[N]", "move one page down", cmd_move, MOVE_PAGE_DOWN },
	{ "halfup", "[N]", "move half a page up", cmd_move, MOVE_HALF_UP },
	{ "halfdown", "[N]", "move half a page down", cmd_move,
		MOVE_HALF_DOWN },
	{ "hotpath", NULL,
		"follow the hottest path to its split or your last function; "
		"again: continue",
		cmd_move, MOVE_HOT_PATH },
	{ "zoom", NULL, "zoom to the selected frame; open a +N box", cmd_zoom },
	{ "zoomout", NULL, "zoom out one step", cmd_zoomout },
	{ "zoomreset", NULL, "zoom out fully; keep the filters", cmd_zoomreset,
		.flags = CMD_NEEDS_VIEW },
	{ "wider", NULL, "widen the graph around the selection", cmd_wider },
	{ "narrower", NULL, "narrow the graph again", cmd_narrower },
	{ "goto", NULL,
		"show the selected function's heaviest call path in the graph",
		cmd_goto },
	{ "recenter", NULL, "show this function's callers and callees",
		cmd_recenter },
	{ "nextpane", NULL, "go to the next pane", cmd_step_pane, 1 },
	{ "prevpane", NULL, "go to the previous pane", cmd_step_pane, -1 },
	{ "pane", "N", "go to a pane, by number or name", cmd_pane },
	{ "maximize", NULL, "show only this pane, or all panes again",
		cmd_maximize },
	{ "nextlayout", NULL, "switch to the next layout", cmd_nextlayout },
	{ "shrink", NULL, "make this pane smaller", cmd_resize, -1 },
	{ "grow", NULL, "make this pane larger", cmd_resize, 1 },
	{ NULL },
};

bool
move_of_command(struct str command, enum move *move)
{
	for (const struct command *c = move_commands; c->name != NULL; c++) {
		if (c->run != cmd_move || !str_is(command, c->name))
			continue;
		*move = (enum move)c->data;
		return true;
	}
	return false;
}
