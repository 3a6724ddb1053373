/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remarks: see notes.h. */
#include "config.h"

#include "base/notes.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/banned.h"

void
notes_init(struct notes *notes, struct arena *arena)
{
	*notes = (struct notes){ .arena = arena };
}

static void
add(struct notes *notes, struct str text)
{
	struct note *note;

	for (note = notes->head; note != NULL; note = note->next)
		if (str_eq(note->text, text))
			return;
	note = arena_alloc(notes->arena, sizeof(*note));
	note->next = NULL;
	note->text = arena_str(notes->arena, text);
	if (notes->tail != NULL)
		notes->tail->next = note;
	else
		notes->head = note;
	notes->tail = note;
	notes->n++;
}

void
notes_add(struct notes *notes, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	if (notes == NULL)
		return;
	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	add(notes, str_c(text));
}

void
notes_join(struct notes *notes, const struct notes *more)
{
	for (const struct note *n = more->head; n != NULL; n = n->next)
		add(notes, n->text);
}
