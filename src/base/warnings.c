/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings, collected in a list. */
#include "prelude.h"

#include "base/warnings.h"

#include <stdarg.h>

void
warnings_init(struct warnings *warnings, struct arena *arena)
{
	*warnings = (struct warnings){ .arena = arena };
}

static void
warnings_take(struct warnings *warnings, struct str text, const char *option)
{
	struct warning *note;

	for (note = warnings->head; note != NULL; note = note->next)
		if (str_eq(note->text, text))
			return;
	note = arena_alloc(warnings->arena, sizeof(*note));
	note->next = NULL;
	note->text = arena_str(warnings->arena, text);
	note->option = option;
	if (warnings->tail != NULL)
		warnings->tail->next = note;
	else
		warnings->head = note;
	warnings->tail = note;
	warnings->n++;
}

void
warnings_add(struct warnings *warnings, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	if (warnings == NULL)
		return;
	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	warnings_take(warnings, str_c(text), NULL);
}

void
warnings_add_unmatched(
	struct warnings *warnings, const char *option, const char *name)
{
	char text[64];

	(void)snprintf(
		text, sizeof(text), "%s expression matched no samples", name);
	warnings_take(warnings, str_c(text), option);
}

void
warnings_add_lines(struct warnings *warnings, struct str lines)
{
	while (lines.n > 0) {
		struct str line = str_cut(&lines, '\n');

		warnings_add(warnings, "%.*s", STR_ARG(line));
	}
}

void
warnings_join(struct warnings *warnings, const struct warnings *more)
{
	for (const struct warning *n = more->head; n != NULL; n = n->next)
		warnings_take(warnings, n->text, n->option);
}
