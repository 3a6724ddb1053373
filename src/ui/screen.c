/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys to prompt, box or pane; the worker's results; time: see screen.h. */
#include "config.h"

#include "ui/screen.h"

#include <poll.h>
#include <stdlib.h>

#include "base/clock.h"
#include "conf/configfile.h"
#include "ui/export.h"
#include "ui/parts.h"

#include "base/banned.h"

static int
add_commands(struct screen *s, struct warnings *warnings, struct err *err)
{
	static const struct command *(*const tables[])(size_t *n) = {
		move_commands,
		view_commands,
		diff_commands,
		edit_commands,
		misc_commands,
		saved_commands,
		setup_commands,
		jump_commands,
		tags_commands,
	};

	commands_init(&s->commands, s->app);
	for (size_t i = 0; i < COUNT_OF(tables); i++) {
		size_t n;
		const struct command *rows = tables[i](&n);

		if (commands_add(&s->commands, rows, n, s, err) != 0)
			return -1;
	}
	for (int i = 0; i < PANES; i++) {
		const struct pane_ops *ops = pane_ops((enum pane_id)i);

		if (ops != NULL && ops->n_commands > 0 &&
			commands_add(&s->commands, ops->command,
				ops->n_commands, s, err) != 0)
			return -1;
	}
	offers_add(s);
	setup_check_keys(s, warnings);
	return commands_check_keys(&s->commands, s->keymap, err);
}

static void
take_surroundings(struct screen *s, const struct ui_start *start)
{
	query_init(&s->base_query);
	settings_init(&s->base_settings);
	if (start->base_query != NULL)
		s->base_query = *start->base_query;
	if (start->base_settings != NULL)
		s->base_settings = *start->base_settings;
	if (start->dirs != NULL)
		s->dirs = *start->dirs;
}

struct screen *
screen_new(const struct ui_start *start, struct err *err)
{
	struct screen *s = xcalloc(1, sizeof(*s));
	struct query query = *start->query;
	struct arena arena = ARENA_INIT;
	struct warnings warnings;

	/* As in pprof's shell: reports of : leave out what the title says. */
	query.compact_labels = true;
	s->keymap = start->keymap;
	s->history = history_new();
	s->rows = 24;
	s->cols = 80;
	s->unicode = true;
	s->told = *start->settings;
	take_surroundings(s, start);
	s->base_query.compact_labels = true;
	s->app = app_new(&start->load, &query, start->settings, err);
	warnings_init(&warnings, &arena);
	if (start->warnings != NULL)
		warnings_join(&warnings, start->warnings);
	if (s->app == NULL || add_commands(s, &warnings, err) != 0) {
		screen_free(s);
		s = NULL;
	} else {
		screen_warnings(s, &warnings);
	}
	arena_free(&arena);
	return s;
}

void
screen_free(struct screen *s)
{
	if (s == NULL)
		return;
	live_fini(&s->live);
	dialog_fini(&s->dialog);
	pager_close(&s->pager);
	noting_fini(&s->noting);
	vec_free(&s->hits);
	peek_pane_free(s->peeking.pane);
	peek_free(s->peeking.peek);
	top_free(s->table.top);
	about_fini(&s->about);
	tracing_fini(&s->tracing);
	tagging_fini(&s->tagging);
	inspect_fini(&s->inspecting);
	jump_fini(&s->jumping);
	free(s->table.kept.word);
	paint_fini(&s->flame.paint);
	matches_free(s->flame.matches);
	layout_fini(&s->flame.layout);
	layout_fini(&s->flame.scratch);
	strbuf_free(&s->copy);
	strbuf_free(&s->command);
	history_free(s->history);
	app_free(s->app);
	free(s);
}

int
screen_leave(struct screen *s, const struct ui_start *start, struct err *err)
{
	/* Both are only read. */
	struct options_target begin = {
		.query = (struct query *)(uintptr_t)start->query,
		.settings = (struct settings *)(uintptr_t)start->settings,
	};

	return last_write(
		&s->dirs, begin, app_target(s->app, &s->app->now), err);
}

/* Everything that was made for the view before goes before the view does:
   presenters borrow it. */
static void
forget_old(struct screen *s)
{
	uint64_t serial = s->app->shown.serial;

	if (s->flame.painted != serial) {
		paint_fini(&s->flame.paint);
		s->flame.painted = 0;
	}
	if (s->flame.serial != serial) {
		matches_free(s->flame.matches);
		s->flame.matches = NULL;
	}
	inspect_forget(s);
	if (s->table.serial != serial) {
		top_free(s->table.top);
		s->table.top = NULL;
	}
	if (s->peeking.serial != serial) {
		peek_pane_free(s->peeking.pane);
		peek_free(s->peeking.peek);
		s->peeking.pane = NULL;
		s->peeking.peek = NULL;
		s->peeking.serial = 0;
	}
}

/* Settings that the terminal has to follow. */
static void
tell(struct screen *s)
{
	const struct settings *now = &s->app->now.settings;

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
}

/* After anything that may have changed what is shown. */
static void
settle(struct screen *s)
{
	forget_old(s);
	if (s->app->shown.view == NULL)
		return;
	screen_arrange(s);
	peek_hold(s);
	for (int i = 0; i < PANES; i++)
		if (s->arranged.shown[i] &&
			pane_ops((enum pane_id)i)->settle != NULL)
			pane_ops((enum pane_id)i)->settle(s);
	if (s->jump && !s->app->due.view) {
		s->jump = false;
		search_nearest(s);
	}
	if (s->step_after != 0 && !s->app->due.view) {
		search_step(s, s->step_after);
		s->step_after = 0;
	}
	tell(s);
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
	if (rows > 1 && cols > 1)
		flame_reveal(s);
}

void
screen_colors(struct screen *s, int colors)
{
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

	if (!s->loaded && !loading_allows(line))
		app_say(s->app, "not before the profile is loaded");
	else if (command_run(&s->commands, line, &err) != 0)
		app_complain(s->app, "%s", err.msg);
}

void
screen_focus(struct screen *s, enum pane_id id)
{
	struct arrangement *panes = &s->app->now.panes;

	if (pane_is_extra(id)) {
		if (!pane_is_extra(panes->focus))
			panes->before = panes->focus;
		panes->extra = id;
	}
	panes->focus = id;
	screen_arrange(s);
	/* There is no room for both: the opened one goes. */
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
	panes->extra = PANES;
	if (pane_is_extra(panes->focus))
		panes->focus = panes->before;
	screen_arrange(s);
	peek_hold(s);
	return true;
}

void
screen_warnings(struct screen *s, const struct warnings *warnings)
{
	for (const struct warning *n = warnings->head; n != NULL; n = n->next)
		if (n != warnings->head)
			app_note(s->app, n->text);
	if (warnings->n == 1)
		app_complain(s->app, "%.*s", STR_ARG(warnings->head->text));
	else if (warnings->n > 1)
		app_complain(s->app, "1 of %zu, see :messages: %.*s",
			warnings->n, STR_ARG(warnings->head->text));
}

/* An unbound Alt-x was Esc and then x, typed fast; Esc and a digit is a
   function key, as in mc. */
static void
alt_key(struct screen *s, int key)
{
	int plain = key & ~K_ALT;

	if (plain >= '0' && plain <= '9') {
		screen_key(s, K_F1 + (plain == '0' ? 9 : plain - '1'));
		return;
	}
	screen_key(s, K_ESC);
	screen_key(s, plain);
}

static void
pane_key(struct screen *s, int key)
{
	const char *map = pane_ops(s->app->now.panes.focus)->map;
	const struct binding *b = keymap_find(s->keymap, map, key);
	char name[KEY_TEXT_MAX];

	if (b != NULL)
		screen_run(s, str_c(b->command));
	else
		app_say(s->app, "%s does nothing; ? lists the keys",
			key_text(key, name));
}

/* Keys typed ahead are meant for what the key before them brings. A moment's
   wait for it goes unnoticed; after that they act on what is shown. */
static void
await_view(struct screen *s, int key)
{
	struct app *app = s->app;
	int64_t left;

	if (key == K_ESC || key == K_CTRL_C ||
		(s->live.active && !s->live.wants_tags))
		return;
	while (app->computing && app_awaits(app) &&
		(left = app->computing_since + SLOW_AFTER - clock_ms()) > 0) {
		struct pollfd fd = { .fd = app_fd(app), .events = POLLIN };

		(void)poll(&fd, 1, (int)left);
		screen_wake(s);
	}
}

void
screen_key(struct screen *s, int key)
{
	bool used;

	await_view(s, key);
	s->key_at = clock_ms();

	/* A message is read when the next key comes; errors wait for Esc. */
	if (s->app->message_kind == MESSAGE_INFO)
		app_hush(s->app);
	if (s->app->shown.view == NULL) {
		loading_key(s, key);
		return;
	}
	if (jump_wants_key(s)) {
		jump_key(s, key);
		settle(s);
		return;
	}
	if (s->live.active)
		used = live_key(s, key);
	else if (map_key(s, key))
		used = true;
	else
		used = dialog_key(s, key) || pager_key(s, key);
	if (!used && (key & K_ALT) &&
		keymap_find(s->keymap, "all", key) == NULL)
		alt_key(s, key);
	else if (!used && !s->live.active)
		pane_key(s, key);
	settle(s);
}

void
screen_mouse(struct screen *s, const struct mouse *m)
{
	if (s->app->message_kind == MESSAGE_INFO && m->what == MOUSE_PRESS)
		app_hush(s->app);
	if (s->app->shown.view != NULL)
		mouse_act(s, m);
	settle(s);
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
		app_say(s->app, "pasted text is only taken by a prompt");
	settle(s);
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
screen_say(struct screen *s, const char *text)
{
	app_say(s->app, "%s", text);
}

void
screen_wake(struct screen *s)
{
	unsigned bits = app_take(s->app);

	if (bits & APP_LOADED)
		s->loaded = true;
	app_look(s->app);
	if ((bits & APP_FAILED) && !s->loaded)
		s->failed = true;
	live_news(s);
	if (s->app->report_ready != NULL)
		export_report(s);
	settle(s);
}

int
screen_fd(const struct screen *s)
{
	return app_fd(s->app);
}

int
keys_rest(const struct screen *s)
{
	const struct settings *set = &s->app->now.settings;
	int64_t delay = set->follow_delay, left;

	if (set->low_bandwidth && delay < FAR_DELAY)
		delay = FAR_DELAY;
	left = s->key_at + delay - clock_ms();
	return left > 0 ? (int)left : 0;
}

bool
screen_idle(const struct screen *s)
{
	return app_idle(s->app) && live_timeout(s) < 0 &&
		(s->app->shown.view == NULL || !peek_lags(s));
}

bool
screen_loaded(const struct screen *s)
{
	return s->loaded;
}

int64_t
screen_loading_time(const struct screen *s)
{
	return s->app->loading == NULL ? 0
				       : clock_ms() - s->app->loading_since;
}

/* Until `after` milliseconds have passed since `since`; -1: they have. */
static int
until(int64_t since, int64_t after)
{
	int64_t left = since + after - clock_ms();

	return left > 0 ? (int)left : -1;
}

/* Of two times to wait; -1 is for ever. */
static int
sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
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
	if (app->shown.view != NULL && peek_lags(s))
		t = sooner(t, keys_rest(s));
	t = sooner(t, app_look_timeout(app));
	return sooner(t, live_timeout(s));
}

unsigned
screen_wants(struct screen *s)
{
	unsigned wants = s->wants;

	s->wants = 0;
	return wants;
}

struct str
screen_copy(const struct screen *s)
{
	return strbuf_str(&s->copy);
}

struct str
screen_command(const struct screen *s)
{
	return strbuf_str(&s->command);
}

bool
screen_command_reads(const struct screen *s)
{
	return s->command_reads;
}

struct str
screen_input(const struct screen *s)
{
	return strbuf_str(&s->app->report_text);
}

void
screen_ran(struct screen *s, const struct err *err)
{
	if (err != NULL)
		app_complain(s->app, "%s", err->msg);
	else if (s->command_reads)
		app_say(s->app, "done: %s", strbuf_c(&s->command));
}

const struct settings *
screen_settings(const struct screen *s)
{
	return &s->app->now.settings;
}

bool
screen_broken_off(const struct screen *s)
{
	return s->broken_off;
}

const struct err *
screen_failure(const struct screen *s)
{
	return s->failed ? &s->app->load_err : NULL;
}
