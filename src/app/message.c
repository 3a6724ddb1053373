/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages for the user, and their log. */
#include "prelude.h"

#include "app/app.h"

#include <stdarg.h>

enum { LOG_MAX = 1000 };

void
app_note(struct app *app, struct str text)
{
	if (app->log.n == LOG_MAX) {
		app->log.n--;
		memmove(&app->log.p[0], &app->log.p[1],
			app->log.n * sizeof(app->log.p[0]));
	}
	vec_push(&app->log, app_keep(app, text));
}

void
app_message(struct app *app, enum message_kind kind, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	strbuf_reset(&app->message);
	strbuf_addstr(&app->message, text);
	app->message_kind = kind;
	app_note(app, strbuf_str(&app->message));
}

void
app_clear_message(struct app *app)
{
	app->message_kind = MESSAGE_NONE;
}

/* Return a warning's text; e.g. "no stack matches focus=Serve" for a filter
   without matches. */
static struct str
warning_in_words(struct app *app, const struct warning *w)
{
	const struct option *o =
		w->option != NULL ? option_find(str_c(w->option), NULL) : NULL;
	struct strbuf words = STRBUF_INIT;
	struct str text = w->text;

	if (o != NULL) {
		strbuf_addf(&words, "no %s matches %s=",
			o->filters == OF_TAGS ? "label" : "stack", o->doc.name);
		option_get(o, app_target(app, &app->now), &words);
		text = app_keep(app, strbuf_str(&words));
	}
	strbuf_free(&words);
	return text;
}

void
app_log_warnings(struct app *app, const struct warnings *warnings,
	struct str known, bool said)
{
	for (const struct warning *w = warnings->head; w != NULL; w = w->next) {
		/* Only the shown view's warnings are about `now`. */
		struct str text = warnings == &app->shown.view->warnings
			? warning_in_words(app, w)
			: w->text;

		if (str_find(known, w->text, 0) >= 0)
			continue;
		if (said)
			app_note(app, text);
		else
			app_say(app, "%.*s", STR_ARG(text));
		said = true;
	}
}

void
app_say_warnings(struct app *app)
{
	const struct warnings *warnings = &app->shown.view->warnings;
	struct strbuf all = STRBUF_INIT;

	/* Filters chosen in the tags pane need no explanation. */
	app_log_warnings(
		app, warnings, app->warned, app->now.panes.focus == PANE_TAGS);
	for (const struct warning *w = warnings->head; w != NULL; w = w->next) {
		strbuf_add(&all, w->text);
		strbuf_addch(&all, '\n');
	}
	app->warned = app_keep(app, strbuf_str(&all));
	strbuf_free(&all);
}
