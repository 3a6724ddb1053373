/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about the program itself. screen.c registers the table. */
#include "prelude.h"

#include <inttypes.h>

#include "app/command.h"
#include "app/filter.h"
#include "app/undo.h"
#include "base/file.h"
#include "base/utf8.h"
#include "input/shell.h"
#include "report/srcfile.h"
#include "ui/ansi.h"
#include "ui/commands.h"
#include "ui/links.h"
#include "ui/pane.h"
#include "ui/source_data.h"

/* Close what was opened last (Esc). Never quits. */
static int
cmd_back(const struct call *call)
{
	struct screen *s = call->on;
	struct app *app = s->app;
	struct filter f[FILTERS_MAX];
	/* Work for a single pane is not included: closing the pane stops it. */
	bool stops = app->loading != NULL || app->due.view ||
		app->due.report != NULL;

	/* This Esc only dismisses an error message. */
	if (s->erred)
		return 0;
	if (!loading_enough(s) && !(stops && app_stop(app)) &&
		!opened_close(s) && !hintline_dismiss(s))
		app_say(app, "nothing left to close; q quits%s%s",
			app->undo.n > 0 ? ", u undoes the last change" : "",
			filters_of(&app->now, f) > 0 ? ", C clears the filters"
						     : "");
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

	if (!s->loaded || !opened_close_pane(s))
		s->wants |= SCREEN_QUIT;
	return 0;
}

/* Set a flag (SCREEN_*) for the main loop, which owns the terminal. */
static int
cmd_want(const struct call *call)
{
	struct screen *s = call->on;

	s->wants |= (unsigned)call->self->data;
	return 0;
}

static int
cmd_status(const struct call *call)
{
	struct screen *s = call->on;

	app_clear_message(s->app);
	return 0;
}

static int
cmd_help(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf text = STRBUF_INIT;
	int rc = 0;

	if (call->arg.n == 0) {
		help_open(s);
		return 0;
	}
	rc = commands_describe(
		&s->commands, s->keymap, call->arg, &text, call->err);
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

	app_describe_options(s->app, &text);
	pager_open(s, STR("Options"), strbuf_str(&text));
	strbuf_free(&text);
	return 0;
}

/* Commands that open a box. */
#define BOX(open) \
	static int cmd_##open(const struct call *call) \
	{ \
		open(call->on); \
		return 0; \
	}
BOX(menu_actions)
BOX(menu_filters)
BOX(hintline_list)
BOX(inspect_key)
BOX(menu_messages)
BOX(menu_sort)
BOX(menu_symbols)
BOX(menu_types)
#undef BOX

void
yank_send(struct screen *s, const char *before, struct str what)
{
	if (s->copy.n == 0) {
		app_say(s->app, "select a function first");
	} else if (!s->app->now.settings.osc52) {
		app_say(s->app, "not copied, osc52 is off: %.*s",
			STR_ARG(what));
	} else if (s->copy.n > OSC52_MAX) {
		app_say(s->app,
			"not copied: %zu bytes; terminals accept at most %d",
			s->copy.n, OSC52_MAX);
	} else {
		s->wants |= SCREEN_COPY;
		app_say(s->app, "copied to the terminal's clipboard: %s%.*s",
			before, STR_ARG(what));
	}
}

static int
cmd_yank(const struct call *call)
{
	struct screen *s = call->on;
	bool stack = str_is(call->arg, "stack");
	const struct pane *pane = pane_focused(s);
	struct str what = selected_name(s->app);
	int64_t line;

	if (!stack && !str_is(call->arg, "name"))
		return err_set(call->err, ERR_USAGE,
			"yank: name or stack, not \"%.*s\"",
			STR_ARG(call->arg));
	strbuf_reset(&s->copy);
	if (stack) {
		const struct pane *stack_pane = pane_focused(s);
		const struct shown *shown = &s->app->shown;
		struct selection selected =
			selection_first(shown->flamegraph, shown->sel);
		const struct tree *t =
			flamegraph_tree(shown->flamegraph, selected.side);

		/* The selection's stack, leaf first. */
		if (stack_pane->stack != NULL) {
			stack_pane->stack(s, &s->copy);
		} else {
			for (node_id node = selected.node;
				node != NONE && tree_depth(t, node) > 0;
				node = t->parent[node]) {
				utf8_clean(&s->copy,
					shown->view->frames
						->frame[t->frame[node]]
						.text);
				strbuf_addch(&s->copy, '\n');
			}
		}
	} else if (pane->file != NULL && pane->file(s, &what, &line)) {
		utf8_clean(&s->copy, what);
		strbuf_addf(&s->copy, ":%" PRId64, line);
		what = strbuf_str(&s->copy);
	} else {
		utf8_clean(&s->copy, what);
	}
	yank_send(s, stack ? "the stack of " : "", what);
	return 0;
}

static int
cmd_why(const struct call *call)
{
	struct screen *s = call->on;

	if (!s->app->shown.view->is_diff)
		return err_set(call->err, ERR_USAGE,
			"only changes have verdicts; press D to compare with a "
			"base");
	menu_why(s);
	return 0;
}

static int
cmd_cmdline(const struct call *call)
{
	struct screen *s = call->on;
	struct strbuf line = STRBUF_INIT;

	app_commit_cursor(s->app);
	app_cmdline(s->app, &line);
	menu_text(s, "The command for this view", strbuf_str(&line));
	strbuf_free(&line);
	return 0;
}

/* Show a message once nothing is left to compute. */
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
	rc = whole_write(
		strbuf_str(&file), strbuf_str(&text), WHOLE_TEXT, call->err);
	if (rc == 0)
		app_say(s->app, "screen written to %s", strbuf_c(&file));
	strbuf_free(&text);
	strbuf_free(&file);
	return rc;
}

/* ---- The editor ---- */

static int
run_editor(struct screen *s, struct str path, int64_t line, struct err *err)
{
	struct strbuf word = STRBUF_INIT;
	const char *variable = "VISUAL";
	struct str rest;
	int status;

	strbuf_reset(&s->command);
	/* Build the arguments of "$EDITOR +41 ./src/rules.go". No shell is
	   involved, and "./" protects names that begin with '-'. */
	rest = str_trim(str_c(getenv(variable)));
	if (rest.n == 0)
		rest = str_trim(str_c(getenv(variable = "EDITOR")));
	if (rest.n == 0)
		rest = STR("vi");
	/* $EDITOR may contain arguments, quoted as for a shell. */
	while ((status = shell_next(&rest, &word, err)) > 0) {
		strbuf_add(&s->command, strbuf_str(&word));
		strbuf_addch(&s->command, '\0');
	}
	strbuf_free(&word);
	if (status < 0)
		return err_wrap(err, "%s", variable);
	if (line > 0) {
		strbuf_addf(&s->command, "+%" PRId64, line);
		strbuf_addch(&s->command, '\0');
	}
	if (!str_starts(path, STR("/")))
		strbuf_addstr(&s->command, "./");
	strbuf_add(&s->command, path);
	strbuf_addch(&s->command, '\0');
	s->command_reads = false;
	s->wants |= SCREEN_RUN;
	return 0;
}

static int
cmd_edit(const struct call *call)
{
	struct screen *s = call->on;
	const struct pane *pane = pane_focused(s);
	const struct view *v = s->app->shown.view;
	frame_id frame = selected_frame(s->app);
	struct str file;
	struct srcfile f;
	int64_t line;
	int rc;

	if (pane->file != NULL && pane->file(s, &file, &line))
		return run_editor(s, file, line, call->err);
	if (frame == NONE)
		return err_set(call->err, ERR_USAGE,
			"select a function to open its source");
	file = caption_source(v, frame, &line);
	if (file.n == 0)
		return err_set(call->err, ERR_IO,
			"the profile has no source file for %.*s",
			STR_ARG(selected_name(s->app)));
	rc = srcfile_read(
		&f, file, v->query.trim_path, v->query.source_path, 1);
	if (rc == 0)
		rc = run_editor(s, f.path, line, call->err);
	else
		(void)err_set(call->err, ERR_IO,
			"%.*s; set the folder with :source_path=",
			STR_ARG(f.why));
	srcfile_fini(&f);
	return rc;
}

/* ---- The table ---- */

const struct command misc_commands[] = {
	{ "back", NULL,
		"close what was opened last, undo a zoom, or stop a "
		"load",
		cmd_back, .flags = CMD_WHILE_LOADING },
	{ "cancel", NULL,
		"cancel a prompt or a running task; in the first load, quit",
		cmd_cancel, .flags = CMD_ANYWHERE | CMD_WHILE_LOADING },
	{ "close", NULL, "close what is open; if nothing is, quit", cmd_close,
		.flags = CMD_WHILE_LOADING },
	{ "quit", NULL, "quit at once", cmd_want, SCREEN_QUIT,
		CMD_ANYWHERE | CMD_WHILE_LOADING },
	{ "q", NULL, "quit at once", cmd_want, SCREEN_QUIT, CMD_WHILE_LOADING },
	{ "wq", NULL, "quit at once", cmd_want, SCREEN_QUIT },
	{ "redraw", NULL, "redraw the whole screen", cmd_want, SCREEN_REPAINT,
		CMD_ANYWHERE | CMD_EVERYWHERE | CMD_WHILE_LOADING },
	{ "suspend", NULL, "suspend to the shell; fg returns", cmd_want,
		SCREEN_SUSPEND,
		CMD_ANYWHERE | CMD_EVERYWHERE | CMD_WHILE_LOADING },
	{ "status", NULL, "show the numbers of the selection again", cmd_status,
		.flags = CMD_ANYWHERE | CMD_WHILE_LOADING },
	{ "help", "[NAME]",
		"show help on all keys, commands and options, or on one",
		cmd_help, .flags = CMD_ANYWHERE | CMD_WHILE_LOADING },
	{ "answer", "QUESTION",
		"open the view that answers a question from "
		"the help",
		cmd_answer },
	{ "first_own", NULL, "the table's first row that is your own code",
		cmd_first_own, .flags = CMD_NEEDS_VIEW },
	{ "hide_libraries", NULL,
		"give the cost of libraries to your code that calls them",
		cmd_hide_libraries, .flags = CMD_NEEDS_VIEW },
	{ "options", NULL, "all options with their values", cmd_options },
	{ "o", NULL, "all options with their values", cmd_options },
	{ "menu", NULL, "open a menu of actions for this frame",
		cmd_menu_actions },
	{ "messages", NULL, "all messages so far", cmd_menu_messages,
		.flags = CMD_WHILE_LOADING },
	{ "symbols", NULL,
		"where each binary's names come from, or why it has "
		"none",
		cmd_menu_symbols },
	{ "notes", NULL, "list hints for this view", cmd_hintline_list },
	{ "yank", "name|stack", "copy through the terminal", cmd_yank },
	{ "why", NULL, "how the verdict on the selected change was computed",
		cmd_why },
	{ "cmdline", NULL, "the command that shows this view", cmd_cmdline },
	{ "idle", "[WORD]", "report when nothing is left to compute", cmd_idle,
		.flags = CMD_WHILE_LOADING },
	{ "screenshot", "FILE", "write the screen as text", cmd_screenshot },
	{ "export", "[FORMAT FILE]",
		"export to a file: svg, html, folded or csv", cmd_export,
		.flags = CMD_ANYWHERE },
	{ "export!", "FORMAT FILE",
		"write to a file, replacing an existing "
		"one",
		cmd_export },
	{ "edit", NULL, "open the source of the selection in $EDITOR",
		cmd_edit },
	{ "link", NULL, "copy a link to the source of the selection", cmd_link,
		.flags = CMD_NEEDS_VIEW },
	{ "filters", NULL, "list filters to switch on or off, edit or delete",
		cmd_menu_filters },
	{ "types", NULL, "choose the sample type", cmd_menu_types },
	{ "sortmenu", NULL, "choose the table's order", cmd_menu_sort },
	{ "inspect", NULL,
		"show details of the selected frame; again: dock them",
		cmd_inspect_key },
	{ NULL },
};
