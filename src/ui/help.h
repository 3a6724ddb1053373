/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The help: all keys, commands and options, to be searched and run; and "which
 * view answers my question?": what the reader of a profile asks, and the
 * commands that answer it. A question is a row; the help lists them all,
 * :answer NAME runs one.
 */
#ifndef FT_UI_HELP_H
#define FT_UI_HELP_H

#include <stddef.h>

enum { QUESTION_COMMANDS = 4 };

struct question {
	const char *name; /* for :answer */
	const char *text; /* "Which line?" */
	const char *how;  /* what answers it, and what to do there */
	const char *command[QUESTION_COMMANDS]; /* run in order; NULL: none */
};

/* The i-th question, NULL at the end. */
const struct question *question_at(size_t i);

struct screen;

void help_open(struct screen *s);

#endif
