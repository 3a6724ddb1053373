/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors and files, without the surprises: interruptions, programs started
   later that would inherit them, and files that are there only in part. */
#ifndef FT_BASE_FILE_H
#define FT_BASE_FILE_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Write all of it. 0, or an errno. */
int fd_write(int fd, struct str bytes);
/* A pipe whose ends programs started later do not get; flags: 0 or
   O_NONBLOCK. 0; or an errno, and both ends are -1. */
int fd_pipe(int end[2], int flags);
/* Close it if there is one; *fd becomes -1. */
void fd_close(int *fd);

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

/* The same of what is in an open file, and behind it a text: for what is too
   much to be in memory. `from` -1: the text alone. */
struct whole {
	int from;
	struct str text;
};

int whole_write_from(struct str path, const struct whole *whole,
	enum whole_how how, struct err *err);
int whole_write_unused_from(const char *stem, const char *suffix,
	const struct whole *whole, struct strbuf *path, struct err *err);

/* Is there anything of that name already? */
bool whole_exists(struct str path);

/* ---- A user's small files, such as settings ---- */

/* Append the text of a file of at most `max` bytes. 0; 1: there is no such
   file; -1 and err (ERR_IO) with its name. What is no regular file is
   refused, not waited for. */
int file_read(
	const char *path, size_t max, struct strbuf *text, struct err *err);

/* whole_write(), which see; the folders that are missing are made, for the
   user alone. */
int file_replace(const char *path, struct str text, struct err *err);

/* Copy a file to `path`.bad, or .bad2, .bad3 ... where that is taken; append
   the name to `copy`. -1 and err: there is no copy. */
int file_keep(const char *path, struct strbuf *copy, struct err *err);

#endif
