/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Warnings that do not stop the work: a filter that matched nothing, mixed
 * units. They are part of the result; a report prints them on stderr, the
 * screen shows them in its status line. Equal warnings are kept once.
 */
#ifndef FT_BASE_WARNINGS_H
#define FT_BASE_WARNINGS_H

#include "base/arena.h"
#include "base/compiler.h"
#include "base/str.h"

struct warning {
	struct warning *next;
	struct str text;
	const char *option; /* static name of the option, if a filter matched
			       nothing: the screen then has its own wording;
			       else NULL */
};

struct warnings {
	struct arena *arena; /* borrowed; holds the strings */
	struct warning *head, *tail;
	size_t n;
};

void warnings_init(struct warnings *warnings, struct arena *arena);
/* Add a warning, unless `warnings` is NULL. */
void warnings_add(struct warnings *warnings, const char *fmt, ...)
	PRINTF_LIKE(2, 3);
/* Warn that a filter matched nothing. `name` is pprof's name of the filter. */
void warnings_add_unmatched(
	struct warnings *warnings, const char *option, const char *name);
/* Add a warning for each line of a text. */
void warnings_add_lines(struct warnings *warnings, struct str lines);
/* Add copies of all warnings in `more`. */
void warnings_join(struct warnings *warnings, const struct warnings *more);

#endif
