/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes on keys, takes the worker's results, and computes timeouts. */
#include "prelude.h"

#include "ui/screen.h"

#include <poll.h>
#include <stdarg.h>

#include "app/history.h"
#include "app/undo.h"
#include "conf/configfile.h"
#include "load/snapshots.h"
#include "present/chrome.h"
#include "present/paint.h"
#include "ui/commands.h"
#include "ui/pane.h"

/* ---- Commands ---- */

static const struct word_kind kinds[] = {
	{ "VIEW", offer_views },
	{ "CONFIG", offer_configs },
	{ "FORMAT", offer_formats },
	{ "QUESTION", offer_questions },
};

static int
add_command_rows(struct commands *cs, const struct command *rows,
	struct screen *s, struct err *err)
{
	size_t n = 0;

	while (rows != NULL && rows[n].name != NULL)
		n++;
	return commands_add(cs, rows, n, s, err);
}

static const struct command *
row_named(const struct command *rows, const char *name)
{
	while (rows->name != NULL && strcmp(rows->name, name) != 0)
		rows++;
	return rows->name != NULL ? rows : NULL;
}

bool
screen_run_row(struct screen *s, const struct command *rows, const char *name)
{
	struct err ignored = ERR_INIT;
	struct call call = {
		.on = s, .self = row_named(rows, name), .err = &ignored
	};

	return call.self != NULL && call.self->run(&call) == 0;
}

/* Check that every key of a map runs one of the map's own commands. */
static int
check_map(const struct screen *s, const char *map, const struct command *rows,
	struct err *err)
{
	const struct binding *b;

	for (size_t i = 0; (b = keymap_at(s->keymap, i)) != NULL; i++)
		if (strcmp(b->map, map) == 0 &&
			row_named(rows, b->command) == NULL)
			return err_set(err, ERR_USAGE,
				"map: key %s: no command \"%s\" in map %s",
				b->key, b->command, map);
	return 0;
}

int
commands_all(
	struct commands *cs, struct app *app, struct screen *s, struct err *err)
{
	static const struct command *const tables[] = { move_commands,
		view_commands, misc_commands, saved_commands, setup_commands,
		jump_commands };

	commands_init(cs, app);
	for (size_t i = 0; i < COUNT_OF(tables); i++)
		if (add_command_rows(cs, tables[i], s, err) != 0)
			return -1;
	cs->general = cs->n;
	for (enum pane_id i = 0; i < PANES; i++)
		if (add_command_rows(cs, pane_of(i)->command, s, err) != 0)
			return -1;
	return 0;
}

static int
add_commands(struct screen *s, struct warnings *warnings, struct err *err)
{
	if (commands_all(&s->commands, s->app, s, err) != 0)
		return -1;
	commands_explain_keys(&s->commands, s->keymap);
	s->commands.kind = kinds;
	s->commands.n_kinds = COUNT_OF(kinds);
	s->commands.kind_on = s;
	setup_check_keys(s, warnings);
	if (check_map(s, "menu", menu_commands, err) != 0 ||
		check_map(s, "pager", pager_commands, err) != 0)
		return -1;
	return commands_check_keys(&s->commands, s->keymap, err);
}

/* ---- From start to end ---- */

struct screen *
screen_new(const struct ui_start *start, struct err *err)
{
	struct screen *s = xcalloc(1, sizeof(*s));
	struct query query = *start->query;
	struct arena arena = ARENA_INIT;
	struct warnings warnings;

	/* As in pprof's shell, reports omit what the title shows. */
	query.compact_labels = true;
	s->keymap = start->keymap;
	s->history = history_new();
	for (enum pane_id i = 0; i < PANES; i++)
		s->own[i] = xcalloc(1, pane_of(i)->size);
	s->rows = 24;
	s->cols = 80;
	s->unicode = true;
	s->told = *start->settings;
	query_init(&s->base_query);
	settings_init(&s->base_settings);
	if (start->base_query != NULL)
		s->base_query = *start->base_query;
	if (start->base_settings != NULL)
		s->base_settings = *start->base_settings;
	if (start->dirs != NULL)
		s->dirs = *start->dirs;
	s->base_query.compact_labels = true;
	s->records = start->records;
	s->app = app_new(&start->load, &query, start->settings, err);
	warnings_init(&warnings, &arena);
	if (start->warnings != NULL)
		warnings_join(&warnings, start->warnings);
	if (s->app == NULL || add_commands(s, &warnings, err) != 0) {
		screen_free(s);
		s = NULL;
	} else {
		screen_warn(s, &warnings);
		if (start->choices != NULL) {
			s->app->choices = start->choices;
			s->starts = true;
			menu_sources(s);
		}
	}
	arena_free(&arena);
	return s;
}

void
screen_free(struct screen *s)
{
	if (s == NULL)
		return;
	for (enum pane_id i = 0; i < PANES && s->app != NULL; i++) {
		const struct pane *pane = pane_of(i);

		if (pane->forget != NULL)
			pane->forget(s, true);
		free(s->own[i]);
	}
	live_fini(&s->live);
	dialog_fini(&s->dialog);
	pager_close(&s->pager);
	hints_free(&s->hintline.list);
	inshort_free(&s->hintline.brief);
	vec_free(&s->hintline.dismissed);
	picker_free(s->jump.picker);
	vec_free(&s->pointer.hits);
	links_free(&s->links);
	strbuf_free(&s->copy);
	strbuf_free(&s->name);
	strbuf_free(&s->command);
	history_free(s->history);
	app_free(s->app);
	free(s);
}

int
screen_leave(struct screen *s, const struct ui_start *start, struct err *err)
{
	/* Both are only read; hence the casts. */
	struct options_target begin = {
		.query = (struct query *)(uintptr_t)start->query,
		.settings = (struct settings *)(uintptr_t)start->settings,
	};

	start_record(s);
	return remembered_write(
		&s->dirs, begin, app_target(s->app, &s->app->now), err);
}

/* Hold back updates of a followed profile while a box or prompt is open. */
static void
hold(struct screen *s)
{
	s->app->held = s->live.active || s->dialog.kind != DIALOG_CLOSED ||
		s->pager.open;
}

/* Update the panes after anything that may have changed the view. */
static void
screen_settle(struct screen *s)
{
	const struct settings *now;

	/* Free data of the previous view before the view itself is freed,
	   because the data borrows from it. */
	for (enum pane_id i = 0; i < PANES; i++)
		if (pane_of(i)->forget != NULL)
			pane_of(i)->forget(s, false);
	hold(s);
	if (s->app->shown.view == NULL)
		return;
	screen_arrange(s);
	table_hold(s);
	peek_hold(s);
	for (enum pane_id i = 0; i < PANES; i++)
		if (s->arranged.shown[i] && pane_of(i)->fed)
			app_want(s->app, pane_of(i)->product);
	if (hintline_wants_owners(s))
		app_want(s->app, PRODUCT_OWNERSHIP);
	for (enum pane_id i = 0; i < PANES; i++)
		if (s->arranged.shown[i] && pane_of(i)->refresh != NULL)
			pane_of(i)->refresh(s);
	if (s->find_nearest && !s->app->due.view) {
		s->find_nearest = false;
		search_nearest(s);
	}
	if (s->step_after != 0 && !s->app->due.view) {
		search_step(s, s->step_after);
		s->step_after = 0;
	}
	answer_go_on(s);
	/* Pass changed settings on to the terminal. */
	now = &s->app->now.settings;
	if (now->color != s->told.color ||
		now->background != s->told.background ||
		now->low_bandwidth != s->told.low_bandwidth ||
		now->diff_palette != s->told.diff_palette)
		s->wants |= SCREEN_COLORS;
	if (now->mouse != s->told.mouse)
		s->wants |= SCREEN_MOUSE;
	if (now->colors != s->told.colors &&
		!paint_is_there(now->colors, s->app->shown.view))
		app_say(s->app, "%s", paint_why_not(now->colors));
	s->told = *now;
	opened_look(s);
	if (s->waits_idle && screen_idle(s)) {
		s->waits_idle = false;
		app_say(s->app, "idle%s%.*s", s->idle_word.n > 0 ? " " : "",
			STR_ARG(s->idle_word));
	}
}

void
screen_size(struct screen *s, int rows, int cols)
{
	s->rows = rows;
	s->cols = cols;
	if (s->app->shown.view == NULL)
		return;
	screen_arrange(s);
	/* Nothing is drawn on a screen that is too small. */
	if (rows >= MIN_ROWS && cols >= MIN_COLS)
		flame_reveal(s);
}

void
screen_colors(struct screen *s, int colors)
{
	/* `colors` already suits low_bandwidth, so do not request a change. */
	s->told.low_bandwidth = s->app->now.settings.low_bandwidth;
	s->colors = colors;
}

void
screen_unicode(struct screen *s, bool unicode, const char *why_not)
{
	s->unicode = unicode;
	s->why_not = why_not;
}

void
screen_run(struct screen *s, struct str line)
{
	struct err err = ERR_INIT;

	if (!s->loaded &&
		!commands_allow(&s->commands, line, CMD_WHILE_LOADING))
		app_say(s->app, "wait until the profile is loaded");
	else if (command_run(&s->commands, line, &err) != 0)
		app_error(s->app, "%s", err.msg);
}

void
screen_runf(struct screen *s, const char *fmt, ...)
{
	struct strbuf line = STRBUF_INIT;
	va_list args;

	va_start(args, fmt);
	strbuf_vaddf(&line, fmt, args);
	va_end(args);
	screen_run(s, strbuf_str(&line));
	strbuf_free(&line);
}

void
screen_set(struct screen *s, const char *option, struct str value)
{
	struct err err = ERR_INIT;

	if (change_option(
		    s->app, option_find(str_c(option), NULL), value, &err) != 0)
		app_error(s->app, "%s", err.msg);
}

void
screen_slow(struct screen *s)
{
	bool was = s->slow || s->app->now.settings.low_bandwidth;

	s->slow = true;
	if (was)
		return;
	screen_set(s, "low_bandwidth", STR("true"));
	app_say(s->app,
		"slow connection: flametop writes less (:low_bandwidth=false "
		"turns this off)");
}

void
screen_focus(struct screen *s, enum pane_id id)
{
	struct arrangement *panes = &s->app->now.panes;

	if (id == PANE_TIMELINE && !timeline_is_there(s)) {
		app_say(s->app,
			"no timeline: this profile has no timestamps; open "
			"several profiles");
		return;
	}
	if (id == PANE_TIMELINE) {
		if (panes->focus != id)
			panes->under = panes->focus;
		panes->strip = true;
	}
	if (pane_is_extra(id) && !pane_is_extra(panes->focus))
		panes->before = panes->focus;
	if (pane_is_extra(id) && !arrangement_has(panes, id)) {
		panes->paired = panes->extra != PANES && !panes->maximized &&
			panes->extra == pane_partner(id);
		panes->extra = id;
	}
	panes->focus = id;
	screen_arrange(s);
	/* If there is no room for both, only the new pane stays open. */
	if (panes->paired && !panes->maximized && !s->arranged.paired) {
		panes->paired = false;
		if (pane_is_extra(id))
			panes->extra = id;
		screen_arrange(s);
	}
	if (panes->extra != PANES && !panes->maximized &&
		!s->arranged.shown[panes->extra])
		panes->extra = PANES;
	peek_hold(s);
}

bool
screen_close_extra(struct screen *s)
{
	struct arrangement *panes = &s->app->now.panes;

	if (panes->extra == PANES)
		return false;
	if (panes->paired) {
		panes->extra = pane_partner(pane_is_extra(panes->focus)
				? panes->focus
				: panes->extra);
		panes->paired = false;
		if (pane_is_extra(panes->focus))
			panes->focus = panes->extra;
	} else {
		panes->extra = PANES;
		if (pane_is_extra(panes->focus))
			panes->focus = panes->before;
	}
	screen_arrange(s);
	peek_hold(s);
	return true;
}

void
screen_warn(struct screen *s, const struct warnings *warnings)
{
	for (const struct warning *n = warnings->head; n != NULL; n = n->next)
		if (n != warnings->head)
			app_note(s->app, n->text);
	if (warnings->n == 1)
		app_error(s->app, "%.*s", STR_ARG(warnings->head->text));
	else if (warnings->n > 1)
		app_error(s->app, "1 of %zu, see :messages: %.*s",
			warnings->n, STR_ARG(warnings->head->text));
}

bool
screen_terminal_key(struct screen *s, int key)
{
	const struct binding *b = keymap_find(s->keymap, "all", key);
	bool is_text = key >= ' ' && key < K_UP;

	if (b == NULL || is_text ||
		!commands_allow(
			&s->commands, str_c(b->command), CMD_EVERYWHERE))
		return false;
	screen_run(s, str_c(b->command));
	return true;
}

/* Return for how many milliseconds a key may wait for the previous key's
   result. */
static int
wait_of_key(const struct screen *s, int key)
{
	const struct binding *b = keymap_find(s->keymap, "all", key);
	struct str command = b != NULL ? str_c(b->command) : STR_EMPTY;

	if (s->live.active || s->dialog.kind != DIALOG_CLOSED)
		command = STR_EMPTY;
	if (str_is(command, "quit"))
		return 0;
	if (str_is(command, "close"))
		return QUIT_AFTER;
	return s->asked.question != NULL ? ANSWER_AFTER : SLOW_AFTER;
}

void
screen_key(struct screen *s, int key)
{
	bool used;
	const struct binding *b;
	char name[KEY_TEXT_MAX];
	int plain = key & ~K_ALT;
	struct app *app;
	int64_t left;

	if (s->dialog.kind == DIALOG_CLOSED && !s->live.prompt.literal_next &&
		screen_terminal_key(s, key))
		return;
	/* A key typed ahead is meant for the result of the previous key. Wait
	   for this result unless it takes noticeably long; then the key acts on
	   the old view. Wait longer for an answer (answers.c): before it ends,
	   the key would act on the wrong row. */
	app = s->app;
	if (key != K_ESC && key != K_CTRL_C &&
		!(s->live.active && !s->live.wants_tags)) {
		int64_t most = wait_of_key(s, key);

		while (app->computing && app_awaits(app) &&
			(left = app->computing_since + most - clock_ms()) > 0) {
			struct pollfd fd = { .fd = worker_fd(app->worker),
				.events = POLLIN };

			(void)poll(&fd, 1, (int)left);
			screen_wake(s);
		}
	}
	s->key_at = s->app->key_at = clock_ms();
	answer_stop(s);
	links_stop(s);

	/* A key clears the message, because the user has read it. */
	s->erred = s->app->message_kind == MESSAGE_ERROR;
	app_clear_message(s->app);
	if (s->app->shown.view == NULL) {
		loading_key(s, key);
		return;
	}
	if (s->jump.wish != MARK_NOTHING) {
		jump_key(s, key);
		screen_settle(s);
		return;
	}
	used = s->live.active
		? live_key(s, key)
		: map_key(s, key) || dialog_key(s, key) || pager_key(s, key);
	b = keymap_find(s->keymap, pane_focused(s)->map, key);
	/* An unbound Alt-x was Esc and then x, typed fast; Esc and a digit is a
	   function key, as in mc. */
	if (!used && (key & K_ALT) && plain < K_UP &&
		keymap_find(s->keymap, "all", key) == NULL) {
		if (plain >= '0' && plain <= '9') {
			screen_key(s, K_F1 + (plain == '0' ? 9 : plain - '1'));
		} else {
			screen_key(s, K_ESC);
			screen_key(s, plain);
		}
	} else if (!used && !s->live.active && b != NULL) {
		screen_run(s, str_c(b->command));
	} else if (!used && !s->live.active && (key & K_HELD) == 0) {
		app_say(s->app, "%s is not bound; press ? for help",
			key_text(key, name));
	}
	screen_settle(s);
}

void
screen_mouse(struct screen *s, const struct mouse *m)
{
	if (m->what == MOUSE_PRESS)
		app_clear_message(s->app);
	if (s->app->shown.view != NULL)
		mouse_act(s, m);
	screen_settle(s);
}

void
screen_paste(struct screen *s, struct str text)
{
	if (s->live.active)
		live_paste(s, text);
	else if (s->dialog.kind != DIALOG_CLOSED)
		dialog_paste(s, text);
	else if (s->pager.open)
		pager_paste(s, text);
	else
		app_say(s->app, "paste works only in a prompt");
	screen_settle(s);
}

void
screen_stderr(struct screen *s, struct str text)
{
	while (text.n > 0) {
		struct str line = str_cut(&text, '\n');

		if (line.n > 0)
			app_note(s->app, line);
	}
}

void
screen_wake(struct screen *s)
{
	unsigned bits;

	start_record(s);
	bits = app_take(s->app);
	if ((bits & APP_VIEW) && s->key_at > s->seen_at)
		s->seen_at = clock_ms();
	if (bits & APP_LOADED) {
		/* Open the timeline if there are many profiles. */
		if (!s->loaded && timeline_is_there(s) && !s->bare &&
			(s->app->session->snapshots->served ||
				s->app->session->snapshots->all.n >=
					MANY_TIMES))
			s->app->now.panes.strip = true;
		s->loaded = true;
		compare_loaded(s);
		start_opened(s);
	}
	if (bits & APP_CHOICES)
		menu_sources(s);
	hold(s);
	app_look(s->app);
	if ((bits & APP_FAILED) && !s->loaded && s->starts) {
		menu_sources(s);
		app_error(s->app, "%s", s->app->load_err.msg);
	} else if ((bits & APP_FAILED) && !s->loaded) {
		s->failed = true;
	}
	live_news(s);
	links_go_on(s);
	if (s->app->report_ready != NULL)
		export_report(s);
	screen_settle(s);
}

struct str
screen_title(const struct screen *s)
{
	return s->app->now.settings.title ? strbuf_str(&s->name) : STR_EMPTY;
}

int
screen_fd(const struct screen *s)
{
	return worker_fd(s->app->worker);
}

int
keys_rest(const struct screen *s)
{
	const struct settings *set = &s->app->now.settings;
	int64_t delay = set->follow_delay, left;
	int64_t since = s->key_at > s->seen_at ? s->key_at : s->seen_at;

	if (set->low_bandwidth && delay < FAR_DELAY)
		delay = FAR_DELAY;
	left = since + delay - clock_ms();
	return left > 0 ? (int)left : 0;
}

/* Return the milliseconds until a pane needs an update; -1: never. */
static int
panes_wait(const struct screen *s)
{
	int t = -1;

	for (enum pane_id i = 0; i < PANES && s->app->shown.view != NULL; i++)
		if (s->arranged.shown[i] && pane_of(i)->waits != NULL)
			/* waits() may build data; hence the cast. */
			t = clock_sooner(t,
				pane_of(i)->waits(
					(struct screen *)(uintptr_t)s));
	return t;
}

/* True if a pane still shows an earlier selection. */
static bool
some_lag(const struct screen *s)
{
	for (enum pane_id i = 0; i < PANES; i++)
		if (pane_of(i)->lags != NULL && pane_of(i)->lags(s))
			return true;
	return false;
}

bool
screen_idle(const struct screen *s)
{
	return app_idle(s->app) && live_timeout(s) < 0 && panes_wait(s) < 0 &&
		(s->app->shown.view == NULL || !some_lag(s));
}

bool
screen_loaded(const struct screen *s)
{
	return s->loaded;
}

/* Return the milliseconds until `after` have passed since `since`; or -1. */
static int
until(int64_t since, int64_t after)
{
	int64_t left = since + after - clock_ms();

	return left > 0 ? (int)left : -1;
}

int
screen_timeout(const struct screen *s)
{
	const struct app *app = s->app;
	int t = -1;

	if (app->loading != NULL) {
		t = until(app->loading_since, LOADING_AFTER);
		if (t < 0)
			t = app->now.settings.low_bandwidth ? FAR_PROGRESS_EVERY
							    : PROGRESS_EVERY;
	} else if (app->computing) {
		t = until(app->computing_since, SLOW_AFTER);
	}
	if (app->shown.view != NULL && some_lag(s))
		t = clock_sooner(t, keys_rest(s));
	t = clock_sooner(t, panes_wait(s));
	t = clock_sooner(t, app_look_timeout(app));
	return clock_sooner(t, live_timeout(s));
}

unsigned
screen_wants(struct screen *s)
{
	unsigned wants = s->wants;

	s->wants = 0;
	return wants;
}

const struct err *
screen_failure(const struct screen *s)
{
	return s->failed ? &s->app->load_err : NULL;
}
