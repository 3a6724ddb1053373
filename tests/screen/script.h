/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A screen script: one command a line, then what belongs to it.
 *
 *     # what the prompt does while a pattern is typed
 *     SIZE 60 12
 *     OPEN testdata/cpu.folded
 *     KEYS f ma.m
 *     SEE focus: ma.m
 *     KEYS Enter
 *     IDLE
 *     ROW 2 [focus=ma.m]
 *
 * tests/screen/README lists the commands. A text that begins or ends with a
 * blank is written in double quotes. SCREEN and FILE go on, line by line, up
 * to a line that says END.
 */
#ifndef FT_TESTS_SCREEN_SCRIPT_H
#define FT_TESTS_SCREEN_SCRIPT_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"

struct command {
	int line;         /* in the file, from 1 */
	struct str verb;  /* "KEYS" */
	struct str rest;  /* text after the verb, trimmed */
	struct str block; /* SCREEN and FILE: the lines before END */
};

struct script {
	const char *path;   /* borrowed */
	struct strbuf text; /* owned; the commands point into it */
	VEC(struct command) commands;
	bool tty; /* it has a line TTY: needs a real terminal */
};

int script_read(struct script *s, const char *path, struct err *err);
void script_free(struct script *s);

/* The next blank-separated word of *rest, which moves behind it; empty at the
   end. */
struct str script_word(struct str *rest);
/* The text without the double quotes around it, if it has both. */
struct str script_text(struct str rest);

#endif
