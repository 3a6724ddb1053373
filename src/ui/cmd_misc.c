/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about the program itself (rows registered by screen.c). */
#include "config.h"

#include "app/change.h"
#include "app/describe.h"
#include "base/utf8.h"
#include "base/whole.h"
#include "input/shell.h"
#include "ui/export.h"
#include "ui/menus.h"
#include "ui/osc52.h"
#include "ui/parts.h"
#include "ui/questions.h"

#include "base/banned.h"

/* All rows again in a pane that was opened. False: they are there. */
static bool
unfilter_rows(struct app *app)
{
	enum pane_id id = app->now.panes.focus;
	struct state before;

	if (!pane_is_extra(id) || app->now.rows[id].n == 0)
		return false;
	before = change_begin(app);
	app->now.rows[id] = STR_EMPTY;
	change_done(app, &before);
	return true;
}

/* Esc: the nearest thing that can be left. It never quits. */
static int
cmd_back(const struct call *call)
{
	struct screen *s = call->on;
	struct app *app = s->app;

	if (app->message_kind == MESSAGE_ERROR) {
		app_hush(app);
		return 0;
	}
	if (loading_enough(s) || app_stop(app) || unfilter_rows(app))
		return 0;
	if (app->now.query.search.n > 0)
		return change_option(app, option_find(STR("search"), NULL),
			STR(""), call->err);
	if (!zoom_back(app) && !noting_dismiss(s))
		app_say(app, "q quits");
	return 0;
}

static int
cmd_cancel(const struct call *call)
{
	struct screen *s = call->on;

	if (!s->loaded) {
		s->broken_off = true;
		s->wants |= SCREEN_QUIT;
	} else if (app_stop(s->app))
		app_say(s->app, "stopped");
	else
		app_say(s->app, "nothing to stop; q quits");
	return 0;
}

static int
cmd_close(const struct call *call)
{
	struct screen *s = call->on;

	if (!s->loaded) {
		s->wants |= SCREEN_QUIT;
	} else if (s->app->now.panes.maximized) {
		struct state before = change_begin(s->app);

		s->app->now.panes.maximized = false;
		change_toggled(s->app, &before);
	} else if (!screen_close_extra(s)) {
		s->wants |= SCREEN_QUIT;
	}
	return 0;
}

static int
cmd_quit(const struct call *call)
{
	struct screen *s = call->on;

	s->wants |= SCREEN_QUIT;
	return 0;
}

static int
cmd_redraw(const struct call *call)
{
	struct screen *s = call->on;

	s->wants |= SCREEN_REPAINT;
	return 0;
}

static int
cmd_suspend(const struct call *call)
{
	struct screen *s = call->on;

	s->wants |= SCREEN_SUSPEND;
	return 0;
}

static int
cmd_status(const struct call *call)
{
	struct screen *s = call->on;

	app_hush(s->app);
	return 0;
}

static int
cmd_help(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf text = STRBUF_INIT;
	int rc = 0;

	if (call->arg.n == 0) {
		menu_help(s);
		return 0;
	}
	rc = describe(&s->commands, s->keymap, call->arg, &text, call->err);
	if (rc == 0)
		menu_text(s, "Help", strbuf_str(&text));
	strbuf_free(&text);
	return rc;
}

static int
cmd_options(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf text = STRBUF_INIT;

	describe_options(s->app, &text);
	pager_open(s, STR("Options"), strbuf_str(&text));
	strbuf_free(&text);
	return 0;
}

static int
cmd_menu(const struct call *call)
{
	menu_actions(call->on);
	return 0;
}

static int
cmd_messages(const struct call *call)
{
	menu_messages(call->on);
	return 0;
}

static int
cmd_notes(const struct call *call)
{
	noting_list(call->on);
	return 0;
}

/* The stack of the selection, the function itself first. */
static void
add_stack(struct screen *s, struct strbuf *out)
{
	const struct pane_ops *ops = pane_ops(s->app->now.panes.focus);
	const struct shown *shown = &s->app->shown;
	struct target target = target_first(shown->plan, shown->sel);
	const struct tree *t =
		plan_tree(shown->plan, (enum plan_side)target.side);

	if (ops->stack != NULL) {
		ops->stack(s, out);
		return;
	}
	for (node_id node = target.node; node != NONE && t->depth[node] > 0;
		node = t->parent[node]) {
		utf8_clean(
			out, shown->view->frames->frame[t->frame[node]].text);
		strbuf_addch(out, '\n');
	}
}

static int
cmd_yank(const struct call *call)
{
	struct screen *s = call->on;
	bool stack = str_is(call->arg, "stack");

	if (!stack && !str_is(call->arg, "name"))
		return err_set(call->err, ERR_USAGE,
			"yank: name or stack, not \"%.*s\"",
			STR_ARG(call->arg));
	strbuf_reset(&s->copy);
	if (stack)
		add_stack(s, &s->copy);
	else
		utf8_clean(&s->copy, selected_name(s->app));
	if (s->copy.n == 0) {
		app_say(s->app, "select a function first");
		return 0;
	}
	if (!s->app->now.settings.osc52) {
		app_say(s->app, "not copied (osc52 is off): %.*s",
			STR_ARG(selected_name(s->app)));
		return 0;
	}
	if (s->copy.n > OSC52_MAX) {
		app_say(s->app,
			"not copied: %zu bytes, terminals take %d at most",
			s->copy.n, OSC52_MAX);
		return 0;
	}
	s->wants |= SCREEN_COPY;
	app_say(s->app, "sent to the terminal's clipboard: %s%.*s",
		stack ? "the stack of " : "", STR_ARG(selected_name(s->app)));
	return 0;
}

static int
cmd_cmdline(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf line = STRBUF_INIT;

	app_settle(s->app);
	app_cmdline(s->app, &line);
	menu_text(s, "The command for this view", strbuf_str(&line));
	strbuf_free(&line);
	return 0;
}

/* Answers when nothing is left to compute. */
static int
cmd_idle(const struct call *call)
{
	struct screen *s = call->on;

	s->waits_idle = true;
	s->idle_word = app_keep(s->app, call->arg);
	return 0;
}

static int
cmd_screenshot(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf text = STRBUF_INIT, file = STRBUF_INIT;
	struct grid g;
	int rc;

	shell_typed(&file, call->arg);
	grid_init(&g, s->rows, s->cols, is_ascii(s));
	screen_draw(s, &g);
	grid_text(&g, &text);
	grid_fini(&g);
	rc = whole_write(strbuf_str(&file), strbuf_str(&text), call->err);
	if (rc == 0)
		app_say(s->app, "screen written to %s", strbuf_c(&file));
	strbuf_free(&text);
	strbuf_free(&file);
	return rc;
}

static const struct command rows[] = {
	{ "back", NULL, "cancel; close; clear the search; zoom out", cmd_back },
	{ "cancel", NULL, "stop the work", cmd_cancel },
	{ "close", NULL, "close what is open; at the base, quit", cmd_close },
	{ "quit", NULL, "quit", cmd_quit },
	{ "q", NULL, "quit", cmd_quit },
	{ "redraw", NULL, "draw the whole screen again", cmd_redraw },
	{ "suspend", NULL, "back to the shell until fg", cmd_suspend },
	{ "status", NULL, "about the selection, again", cmd_status },
	{ "help", "[NAME]", "keys, commands and options; or one of them",
		cmd_help },
	{ "answer", "QUESTION", "the view that answers a question of the help",
		cmd_answer },
	{ "options", NULL, "all options with their values", cmd_options },
	{ "o", NULL, "all options with their values", cmd_options },
	{ "menu", NULL, "what can be done with this frame", cmd_menu },
	{ "messages", NULL, "all messages so far", cmd_messages },
	{ "notes", NULL, "what to doubt here, and where to look next",
		cmd_notes },
	{ "yank", "name|stack", "copy through the terminal", cmd_yank },
	{ "cmdline", NULL, "the command that shows this view", cmd_cmdline },
	{ "idle", "[WORD]", "say so when nothing is left to compute",
		cmd_idle },
	{ "screenshot", "FILE", "write the screen as text", cmd_screenshot },
	{ "export", "[FORMAT FILE]", "write the view to a file", cmd_export },
	{ "export!", "FORMAT FILE", "the same, over a file that is there",
		cmd_export },
};

const struct command *
misc_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
