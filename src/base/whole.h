/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that are there whole or not at all: the text goes to a file beside
 * the target, which takes the target's place when it is safely on the disk.
 *
 *     out.svg          as it was, until the end
 *     .out.svg.1234    what is being written; gone when anything fails
 *
 * A link is followed, the permissions of a file that is there are kept. What
 * is no file (a pipe, /dev/null) is written to directly; a terminal gets what
 * it can draw, as utf8_put_text() has it. Signals that would end the program
 * wait until the file beside is gone.
 */
#ifndef FT_BASE_WHOLE_H
#define FT_BASE_WHOLE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

struct strbuf;

enum whole_how {
	WHOLE_TEXT,
	WHOLE_DRAWN,  /* by us: a terminal gets every byte */
	WHOLE_BEHIND, /* what is in the file, if there is one */
};

/* -1 and err: the path and the reason; what was there is untouched. */
int whole_write(
	struct str path, struct str text, enum whole_how how, struct err *err);

/* Into the first of stem001.suffix, stem002.suffix ... 9999 that is not
   there; its name is appended to *path. -1 and err; it is then not there. */
int whole_write_unused(const char *stem, const char *suffix, struct str text,
	struct strbuf *path, struct err *err);

/* Is there anything of that name already? */
bool whole_exists(struct str path);

#endif
