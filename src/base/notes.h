/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Remarks that do not stop the work: a filter that matched nothing, a unit
 * that was mixed. They travel with the result; a report prints them on
 * stderr, the screen in its status line. Equal remarks are kept once.
 */
#ifndef FT_BASE_NOTES_H
#define FT_BASE_NOTES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/compiler.h"
#include "base/str.h"

struct note {
	struct note *next;
	struct str text;
};

struct notes {
	struct arena *arena; /* borrowed: where the texts live */
	struct note *head, *tail;
	size_t n;
};

void notes_init(struct notes *notes, struct arena *arena);
/* NULL for notes: nobody wants to know. */
void notes_add(struct notes *notes, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Add copies of all of `more`. */
void notes_join(struct notes *notes, const struct notes *more);

#endif
