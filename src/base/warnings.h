/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Warnings that do not stop the work: a filter that matched nothing, a unit
 * that was mixed. They travel with the result; a report prints them on
 * stderr, the screen in its status line. Equal warnings are kept once.
 */
#ifndef FT_BASE_WARNINGS_H
#define FT_BASE_WARNINGS_H

#include "base/arena.h"
#include "base/compiler.h"
#include "base/str.h"

struct warning {
	struct warning *next;
	struct str text;
	const char *option; /* the filter that matched nothing, if that is what
			       it is about: the screen says it in other words.
			       Static; NULL */
};

struct warnings {
	struct arena *arena; /* borrowed: where the texts live */
	struct warning *head, *tail;
	size_t n;
};

void warnings_init(struct warnings *warnings, struct arena *arena);
/* warnings may be NULL: nobody wants to know. */
void warnings_add(struct warnings *warnings, const char *fmt, ...)
	PRINTF_LIKE(2, 3);
/* That a filter matched nothing, in pprof's words, which call it `name`. */
void warnings_add_unmatched(
	struct warnings *warnings, const char *option, const char *name);
/* One for each line of a text. */
void warnings_add_lines(struct warnings *warnings, struct str lines);
/* Add copies of all of `more`. */
void warnings_join(struct warnings *warnings, const struct warnings *more);

#endif
