/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user is told, and the log of it (declared in app.h). */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/app.h"

#include "base/banned.h"

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

static PRINTF_LIKE(3, 0) void message(
	struct app *app, enum message_kind kind, const char *fmt, va_list ap)
{
	char text[1024];
	int n = vsnprintf(text, sizeof(text), fmt, ap);

	if (n < 0)
		return;
	strbuf_reset(&app->message);
	strbuf_addc(&app->message, text);
	app->message_kind = kind;
	app_note(app, strbuf_str(&app->message));
}

void
app_say(struct app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(app, MESSAGE_INFO, fmt, ap);
	va_end(ap);
}

void
app_complain(struct app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message(app, MESSAGE_ERROR, fmt, ap);
	va_end(ap);
}

void
app_hush(struct app *app)
{
	app->message_kind = MESSAGE_NONE;
}

void
app_log_all(struct app *app, const struct warnings *warnings)
{
	for (const struct warning *n = warnings->head; n != NULL; n = n->next)
		app_note(app, n->text);
}

void
app_say_all(struct app *app, const struct warnings *warnings)
{
	for (const struct warning *n = warnings->head; n != NULL; n = n->next) {
		if (n == warnings->head)
			app_say(app, "%.*s", STR_ARG(n->text));
		else
			app_note(app, n->text);
	}
}

void
app_say_warnings(struct app *app)
{
	const struct warnings *warnings = &app->shown.view->warnings;
	struct strbuf all = STRBUF_INIT;
	/* Filters that are chosen among values need no word about how they
	   are read. */
	bool said = app->now.panes.focus == PANE_TAGS;

	for (const struct warning *n = warnings->head; n != NULL; n = n->next) {
		strbuf_add(&all, n->text);
		strbuf_addch(&all, '\n');
		if (str_find(app->warned, n->text, 0) >= 0)
			continue;
		if (!said)
			app_say(app, "%.*s", STR_ARG(n->text));
		else
			app_note(app, n->text);
		said = true;
	}
	app->warned = app_keep(app, strbuf_str(&all));
	strbuf_free(&all);
}
