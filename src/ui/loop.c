/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop: wait, take in everything there is, draw once. Typing ahead costs
 * no drawing, and while nothing happens nothing is written. Nor is anything
 * drawn while the terminal is still busy with the frame before: see pace.h.
 */
#include "config.h"

#include <poll.h>

#include "present/grid.h"
#include "ui/shellout.h"
#include "ui/screen_internal.h"
#include "ui/term.h"
#include "ui/ui.h"

#include "base/banned.h"

/* A load that takes no longer than this is over before the terminal is
   touched: its error goes to the shell, and its picture comes at once. */
enum { QUIET_LOAD = 150 };
/* Milliseconds between two looks at what waits for a busy terminal. */
enum { BUSY_LOOK = 10 };

static void
take_keys(struct screen *s)
{
	struct strbuf errors = STRBUF_INIT, paste = STRBUF_INIT;
	struct mouse mouse;
	int key;

	while ((key = term_key(&paste, &mouse)) >= 0) {
		if (key == K_PASTE)
			screen_paste(s, strbuf_str(&paste));
		else if (key == K_PASTE_TOO_LONG)
			app_say(s->app, "too much pasted text: not taken");
		else if (key == K_MOUSE)
			screen_mouse(s, &mouse);
		else
			screen_key(s, key);
	}
	if (term_stderr(&errors))
		screen_stderr(s, strbuf_str(&errors));
	strbuf_free(&errors);
	strbuf_free(&paste);
}

/* Another program has the terminal meanwhile. */
static void
run_command(struct screen *s)
{
	struct str command = strbuf_str(&s->command);
	struct err err = ERR_INIT;
	int rc;

	term_leave();
	rc = s->command_reads
		? shellout_line(command, strbuf_str(&s->app->report_text), &err)
		: shellout_words(command, &err);
	term_return();
	if (rc != 0)
		app_complain(s->app, "%s", err.msg);
	else if (s->command_reads)
		app_say(s->app, "done: %s", strbuf_c(&s->command));
}

/* Do what the screen cannot do itself. False: the end. */
static bool
serve(struct screen *s)
{
	const struct settings *settings = &s->app->now.settings;
	unsigned wants = screen_wants(s);

	if (wants & SCREEN_QUIT)
		return false;
	if (wants & SCREEN_COPY)
		term_copy(strbuf_str(&s->copy));
	if (wants & SCREEN_COLORS)
		screen_colors(s, term_colors_set(settings));
	if (wants & SCREEN_MOUSE)
		term_mouse_set(settings->mouse);
	if (wants & SCREEN_REPAINT)
		term_redraw();
	if (wants & SCREEN_SUSPEND)
		term_suspend();
	if (wants & SCREEN_RUN)
		run_command(s);
	return screen_failure(s) == NULL;
}

static void
fit(struct screen *s, struct grid *g)
{
	int rows, cols;

	term_size(&rows, &cols);
	if (rows == g->rows && cols == g->cols)
		return;
	grid_resize(g, rows, cols);
	screen_size(s, rows, cols);
}

/* How long to wait for something new. While the terminal is busy nothing is
   drawn, so that what only waits for that is not looked at all the time. */
static int
patience(const struct screen *s, int busy)
{
	int t = screen_timeout(s);

	if (busy == 0)
		return t;
	if (t < 0 || (busy > 0 && busy < t))
		t = busy;
	return t >= 0 && t < BUSY_LOOK ? BUSY_LOOK : t;
}

/* Until the user quits. -1 and err when the terminal went away. */
static int
loop(struct screen *s, struct err *err)
{
	struct grid g;
	unsigned seen = 0;
	int busy;

	grid_init(&g, 0, 0, false);
	/* Typed while the terminal was asked: nothing would wake us for it. */
	fit(s, &g);
	take_keys(s);
	while (serve(s) && (seen & TERM_GONE) == 0) {
		fit(s, &g);
		busy = term_busy();
		if (busy == 0) {
			screen_draw(s, &g);
			term_draw(&g);
		}
		seen = term_wait(screen_fd(s), patience(s, busy));
		if (seen & TERM_RESIZED)
			term_redraw();
		screen_wake(s);
		take_keys(s);
	}
	grid_fini(&g);
	return seen & TERM_GONE ? err_set(err, ERR_IO, "the terminal is gone")
				: 0;
}

/* Give a quick load the time to end. */
static void
await_load(struct screen *s)
{
	struct pollfd fd = { .fd = screen_fd(s), .events = POLLIN };
	const struct app *app = s->app;
	int64_t left;

	while (!s->loaded && !s->failed && app->loading != NULL &&
		(left = app->loading_since + QUIET_LOAD - clock_ms()) > 0) {
		(void)poll(&fd, 1, (int)left);
		screen_wake(s);
	}
}

static int
run_on_terminal(struct screen *s, const struct ui_start *start, struct err *err)
{
	const struct settings *settings = start->settings;
	struct strbuf remark = STRBUF_INIT;
	const char *why_not;
	bool unicode;
	int rc;

	if (term_open(settings, &remark, err) != 0)
		return -1;
	if (remark.n > 0)
		app_say(s->app, "%s", strbuf_c(&remark));
	strbuf_free(&remark);
	screen_colors(s, term_colors_set(settings));
	term_mouse_set(settings->mouse);
	unicode = term_unicode(&why_not);
	screen_unicode(s, unicode, why_not);
	rc = loop(s, err);
	term_close();
	return rc;
}

int
ui_run(const struct ui_start *start, struct err *err)
{
	struct screen *s = screen_new(start, err);
	int rc = 0;

	if (s == NULL)
		return -1;
	await_load(s);
	if (screen_failure(s) == NULL)
		rc = run_on_terminal(s, start, err);
	/* A load that the user stopped has not failed. */
	if (rc == 0 && screen_failure(s) != NULL &&
		screen_failure(s)->code != ERR_CANCELLED) {
		*err = *screen_failure(s);
		rc = -1;
	}
	if (rc == 0)
		(void)screen_leave(s, start, err);
	if (rc == 0 && s->broken_off)
		rc = UI_BROKEN_OFF;
	screen_free(s);
	return rc;
}
