/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about what is shown and found (rows registered by screen.c). */
#include "config.h"

#include <string.h>

#include "app/change.h"
#include "conf/options.h"
#include "engine/match.h"
#include "ui/menus.h"
#include "ui/parts.h"

#include "base/banned.h"

/* Finding. */

static void
next_place(struct screen *s, struct matches *m, bool forward)
{
	bool wrapped = false;
	uint32_t index;
	struct target target =
		matches_next(m, s->app->shown.sel, forward, &index, &wrapped);

	if (target.node == NONE)
		return;
	change_selection(s->app, target);
	flame_reveal(s);
	if (wrapped)
		app_say(s->app, "search goes round: %u of %u", index,
			matches_count(m));
}

static int
find(struct screen *s, bool forward)
{
	const struct pane_ops *ops = pane_ops(s->app->now.panes.focus);
	struct matches *m = flame_marks(s);

	if (m == NULL) {
		app_say(s->app, "no search: / starts one");
		return 0;
	}
	if (matches_count(m) == 0) {
		app_say(s->app, "no frame matches %.*s",
			STR_ARG(s->app->now.query.search));
		return 0;
	}
	if (ops->find == NULL || !ops->find(s, forward ? 1 : -1))
		next_place(s, m, forward);
	return 0;
}

static int
cmd_next(const struct call *call)
{
	return find(call->on, true);
}

static int
cmd_prev(const struct call *call)
{
	return find(call->on, false);
}

void
search_nearest(struct screen *s)
{
	struct matches *m = flame_marks(s);

	if (m == NULL)
		return;
	if (matches_count(m) == 0)
		app_say(s->app, "no frame matches %.*s",
			STR_ARG(s->app->now.query.search));
	else if (matches_index(m, s->app->shown.sel) == 0)
		next_place(s, m, true);
}

/* Search exactly the selected function, then go on to another place. */
static int
cmd_searchself(const struct call *call)
{
	struct screen *s = call->on;
	const struct option *o = option_find(STR("search"), NULL);
	struct strbuf pattern = STRBUF_INIT;
	frame_id frame = selected_frame(s->app);
	const struct frame *f;
	int rc;

	if (frame == NONE)
		return err_set(call->err, ERR_USAGE, "select a function first");
	f = &s->app->shown.view->frames->frame[frame];
	/* Without a capital letter a search would not mind case. */
	strbuf_addc(&pattern, "(?-i)");
	match_quote(&pattern, f->name.n > 0 ? f->name : f->text);
	if (str_eq(s->app->now.query.search, strbuf_str(&pattern))) {
		rc = find(s, !str_is(call->arg, "prev"));
	} else {
		rc = change_option(s->app, o,
			app_keep(s->app, strbuf_str(&pattern)), call->err);
		s->step_after = str_is(call->arg, "prev") ? -1 : 1;
	}
	strbuf_free(&pattern);
	return rc;
}

void
search_step(struct screen *s, int step)
{
	(void)find(s, step > 0);
}

/* What is shown. */

/* Half of the rows for the callers of a sandwich. */
static void
level_for(struct screen *s, enum direction direction)
{
	s->app->now.panes.level = direction == DIR_SANDWICH
		? -s->arranged.pane[PANE_FLAME].rows / 2
		: 0;
}

static int
cmd_sandwich(const struct call *call)
{
	struct screen *s = call->on;
	struct app *app = s->app;
	struct state before = change_begin(app);

	if (selected_frame(app) == NONE)
		return err_set(call->err, ERR_USAGE,
			"sandwich: select a function first");
	app->now.query.direction = DIR_SANDWICH;
	app->now.query.pivot = app_keep(app, selected_name(app));
	level_for(s, DIR_SANDWICH);
	change_done(app, &before);
	return 0;
}

static int
cmd_view(const struct call *call)
{
	struct screen *s = call->on;
	struct app *app = s->app;
	struct state before = change_begin(app);
	struct query *q = &app->now.query;

	switch (before.query.direction) {
	case DIR_CALLEES:
		q->direction = DIR_CALLERS;
		break;
	case DIR_CALLERS:
		if (selected_frame(app) == NONE) {
			q->direction = DIR_CALLEES;
			app_say(app,
				"callees again; select a function "
				"before v for its sandwich");
			break;
		}
		q->direction = DIR_SANDWICH;
		q->pivot = app_keep(app, selected_name(app));
		break;
	case DIR_SANDWICH:
		q->direction = DIR_CALLEES;
		break;
	}
	level_for(s, q->direction);
	change_done(app, &before);
	return 0;
}

static int
cmd_flip(const struct call *call)
{
	struct screen *s = call->on;
	struct state before = change_begin(s->app);

	s->app->now.settings.root =
		before.settings.root == ROOT_TOP ? ROOT_BOTTOM : ROOT_TOP;
	change_done(s->app, &before);
	return 0;
}

static int
cmd_nextcolors(const struct call *call)
{
	struct screen *s = call->on;
	const struct option *o = option_find(STR("colors"), NULL);
	enum paint_mode next;

	if (s->app->shown.view == NULL)
		return 0;
	next = paint_next(flame_paint(s));
	/* What is the default anyway needs no word of its own. */
	if (next == (s->app->shown.view->is_diff ? PAINT_DIFF : PAINT_PACKAGE))
		return change_option(s->app, o, STR("auto"), call->err);
	return change_option(s->app, o, str_c(paint_name(next)), call->err);
}

static int
set_sort(struct screen *s, struct top_sort sort, struct err *err)
{
	const struct option *o = option_find(STR("tablesort"), NULL);
	struct strbuf text = STRBUF_INIT;
	int rc;

	top_sort_print(sort, s->app->shown.view, &text);
	rc = change_option(s->app, o, app_keep(s->app, strbuf_str(&text)), err);
	strbuf_free(&text);
	return rc;
}

static int
cmd_sortstep(const struct call *call)
{
	struct screen *s = call->on;
	int step = strcmp(call->self->name, "sortright") == 0 ? 1 : -1;

	return set_sort(s, top_sort_step(table_top(s), step), call->err);
}

static int
cmd_reverse(const struct call *call)
{
	struct screen *s = call->on;
	struct top_sort sort = { .by = TOP_SELF };
	struct err ignored = ERR_INIT;

	(void)top_sort_parse(s->app->now.settings.tablesort, s->app->shown.view,
		&sort, &ignored);
	sort.reverse = !sort.reverse;
	return set_sort(s, sort, call->err);
}

static int
cmd_toggle_ascii(const struct call *call)
{
	struct screen *s = call->on;
	const struct option *o = option_find(STR("ascii"), NULL);

	if (!s->unicode) {
		app_say(s->app, "drawn with ASCII: %s",
			s->why_not != NULL ? s->why_not : "nothing else here");
		return 0;
	}
	return change_option(
		s->app, o, is_ascii(s) ? STR("false") : STR("true"), call->err);
}

static int
cmd_pin(const struct call *call)
{
	struct screen *s = call->on;
	struct state before = change_begin(s->app);
	frame_id frame = s->app->shown.view != NULL ? peek_frame(s) : NONE;

	if (before.pinned.n > 0) {
		s->app->now.pinned = STR_EMPTY;
		app_say(s->app, "peek follows the selection");
	} else if (frame == NONE) {
		app_say(s->app, "select a function first");
	} else {
		s->app->now.pinned = app_keep(
			s->app, s->app->shown.view->frames->frame[frame].text);
		app_say(s->app, "peek stays at %.*s",
			STR_ARG(s->app->now.pinned));
	}
	change_done(s->app, &before);
	return 0;
}

/* "prompt focus", "prompt command granularity=" */
static int
cmd_prompt(const struct call *call)
{
	struct str text = call->arg;
	struct str what = str_cut(&text, ' ');

	return live_start(call->on, what, text, call->err);
}

static int
cmd_filters(const struct call *call)
{
	menu_filters(call->on);
	return 0;
}

static int
cmd_types(const struct call *call)
{
	menu_types(call->on);
	return 0;
}

static int
cmd_sortmenu(const struct call *call)
{
	menu_sort(call->on);
	return 0;
}

static int
cmd_inspect(const struct call *call)
{
	inspect_key(call->on);
	return 0;
}

static const struct command rows[] = {
	{ "next", NULL, "go to the next match", cmd_next },
	{ "prev", NULL, "go to the previous match", cmd_prev },
	{ "searchself", "[next|prev]", "search the selected function",
		cmd_searchself },
	{ "view", NULL, "callees, callers, sandwich", cmd_view },
	{ "sandwich", NULL, "callers and callees of the selected function",
		cmd_sandwich },
	{ "nextcolors", NULL, "what the colours of the graph tell: the next",
		cmd_nextcolors },
	{ "flip", NULL, "root at the top or at the bottom", cmd_flip },
	{ "sortleft", NULL, "sort by the column to the left", cmd_sortstep },
	{ "sortright", NULL, "sort by the column to the right", cmd_sortstep },
	{ "reverse", NULL, "reverse the table's order", cmd_reverse },
	{ "toggle_ascii", NULL, "draw with ASCII only, and back",
		cmd_toggle_ascii },
	{ "pin", NULL, "pin the peek pane to this function", cmd_pin },
	{ "prompt", "WHAT", "type a pattern: focus, search, rows...",
		cmd_prompt },
	{ "filters", NULL, "list of filters", cmd_filters },
	{ "types", NULL, "choose the sample type", cmd_types },
	{ "sortmenu", NULL, "choose the table's order", cmd_sortmenu },
	{ "inspect", NULL, "everything about the selected frame", cmd_inspect },
};

const struct command *
view_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
