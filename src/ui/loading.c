/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/loading.h"

#include <sys/resource.h>

#include "fetch/url.h"
#include "present/progressbar.h"
#include "present/status.h"
#include "ui/head.h"
#include "ui/screen_internal.h"

/* Milliseconds before the time left is estimated. */
enum { RATE_AFTER = 500 };

bool
loading_shows(const struct screen *s)
{
	/* Reloads of a followed profile are not shown, nor is the rest of a
	   load that was stopped: the server may take long to notice. */
	return s->app->loading != NULL && s->app->loading->source == NULL &&
		atomic_load(&s->app->loading->job.progress.stop) == 0 &&
		clock_ms() - s->app->loading_since >= LOADING_AFTER;
}

static struct progressbar
progressbar_of(struct screen *s)
{
	/* C11's atomic_load takes no const. */
	struct progress *p = &s->app->loading->job.progress;
	struct progressbar a = { .stage = atomic_load(&p->stage),
		.done = atomic_load(&p->done),
		.total = atomic_load(&p->total),
		.samples = atomic_load(&p->samples),
		.files = atomic_load(&p->files),
		.files_of = atomic_load(&p->files_of) };
	struct rusage usage;
	struct loading *l;
	struct url u;
	int64_t now, spent;

	if (getrusage(RUSAGE_SELF, &usage) == 0)
		a.resident = (uint64_t)usage.ru_maxrss * 1024;
	if (s->app->spec.n_sources == 1 &&
		url_parse(s->app->spec.source[0], &u))
		a.whom = u.host;
	/* Estimate the time left from the stage's rate so far. */
	l = &s->loading;
	now = clock_ms();
	if (l->stage != a.stage || l->load != s->app->loading_since) {
		l->stage = a.stage;
		l->load = l->since = s->app->loading_since;
		if (a.stage != PROGRESS_START)
			l->since = now;
	}
	spent = now - l->since;
	if (spent < RATE_AFTER || a.done == 0 || a.done > a.total)
		a.left = -1;
	else
		a.left = (int64_t)((double)spent * (double)(a.total - a.done) /
			(double)a.done);
	return a;
}

static bool
load_is_ending(const struct screen *s)
{
	return s->app->loading != NULL &&
		progress_kept(&s->app->loading->job.progress);
}

/* True if Esc would show a part of the profile. A server's answer cannot be
   read until it is complete. */
static bool
load_keeps(struct screen *s, int stage)
{
	s->loading.keeps = app_can_end(s->app) && stage < PROGRESS_WAIT &&
		(stage != PROGRESS_START || !feed_is_for(&s->app->spec));
	return s->loading.keeps;
}

void
loading_line(struct screen *s, struct grid *g, int row)
{
	struct progressbar a = progressbar_of(s);

	a.hint = load_is_ending(s)       ? STR("ending  Esc stops")
		: load_keeps(s, a.stage) ? STR("Esc keeps what is loaded")
					 : STR("Esc stops");
	progressbar_draw(g, row, &a);
}

void
loading_draw(struct screen *s, struct grid *g)
{
	bool large = s->rows >= ROWS_NORMAL;
	int row = large ? s->rows - 4 : s->rows / 2 - 1;
	struct keylegend legend[] = { { "Esc", "stop" }, { "Ctrl-C", "leave" },
		{ "?", "help" } };
	struct progressbar a;

	head_title_draw(s, g);
	if (s->app->loading != NULL) {
		a = progressbar_of(s);
		if (load_keeps(s, a.stage))
			legend[0].label = g->cols < 60
				? "keep partial"
				: "stop here and keep what is loaded";
		else if (s->app->choices != NULL)
			legend[0].label = "back to the list";
		if (large)
			grid_fill(g, (struct rect){ row - 1, 0, 1, s->cols },
				glyph_str(GLYPH_HORIZONTAL, g->ascii),
				STYLE_BORDER);
		progressbar_draw(g, row, &a);
		if (large)
			progressbar_stages_draw(g, row + 1, &a);
		else
			progressbar_facts_draw(g, row + 1, &a);
	}
	if (s->live.active) {
		live_draw(s, g, s->rows - 2);
	} else {
		int words_row = s->rows - 2;
		const struct app *app = s->app;
		struct strbuf text = STRBUF_INIT;

		if (app->message_kind != MESSAGE_NONE)
			strbuf_addf(&text, " %s", strbuf_c(&app->message));
		else if (load_is_ending(s))
			strbuf_addstr(&text,
				" Ending: the profile appears once its names "
				"are read, which come last");
		status_draw(g, words_row, strbuf_str(&text),
			app->message_kind == MESSAGE_ERROR ? STYLE_ERROR
							   : STYLE_MESSAGE);
		strbuf_free(&text);
		if (load_is_ending(s) || s->app->loading == NULL)
			keylegend_draw(g, s->rows - 1, legend + 1, 2);
		else
			keylegend_draw(
				g, s->rows - 1, legend, g->cols < 60 ? 2 : 3);
	}
	if (s->dialog.kind != DIALOG_CLOSED)
		dialog_draw(s, g);
}

void
loading_key(struct screen *s, int key)
{
	const struct binding *b;

	if (s->live.active) {
		(void)live_key(s, key);
		return;
	}
	if (dialog_key(s, key)) {
		/* The list of profiles was closed without a choice. */
		if (s->dialog.kind == DIALOG_CLOSED &&
			(!s->loaded && s->app->loading == NULL)) {
			/* Treat it like a stopped load. */
			(void)err_set(
				&s->app->load_err, ERR_CANCELLED, "cancelled");
			s->failed = true;
		}
		return;
	}
	b = keymap_find(s->keymap, "all", key);
	if (b != NULL &&
		commands_allow(
			&s->commands, str_c(b->command), CMD_WHILE_LOADING))
		screen_run(s, str_c(b->command));
}

bool
loading_enough(struct screen *s)
{
	struct app *app = s->app;

	if (app->loading == NULL || (s->loaded && !loading_shows(s)))
		return false;
	if (app_end_load(app))
		return true;
	/* The part that was kept is being sorted. In the first load there is
	   nothing else to show. */
	if (load_is_ending(s))
		return !s->loaded || app_stop(app);
	/* Keeping a part was offered, but everything has been read
	   meanwhile. */
	if (s->loading.keeps && s->loading.load == app->loading_since)
		return true;
	return app_stop(app);
}
