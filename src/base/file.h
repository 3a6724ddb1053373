/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors and files, safe from interrupted calls, inheritance by child
   processes, and partly written files. */
#ifndef FT_BASE_FILE_H
#define FT_BASE_FILE_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Write all bytes. 0, or an errno. */
int fd_write(int fd, struct str bytes);
/* Make a pipe that child processes do not inherit; `flags` is 0 or O_NONBLOCK.
   0; or an errno, with both ends -1. */
int fd_pipe(int end[2], int flags);
/* Close a descriptor unless it is -1; *fd becomes -1. */
void fd_close(int *fd);

/*
 * Atomic writing of files: the text goes to a temporary file beside the target
 * and replaces the target once it is safely on the disk.
 *
 *     out.svg          unchanged until the end
 *     .out.svg.1234    the file being written; deleted if anything fails
 *
 * Links are followed, and an existing file keeps its permissions. A pipe or
 * device is written to directly; text for a terminal is made visible by
 * utf8_put_text(). Signals that would end the program are blocked until the
 * temporary file is gone.
 */
enum whole_how {
	WHOLE_TEXT,
	WHOLE_DRAWN,  /* a terminal gets the bytes unchanged */
	WHOLE_BEHIND, /* append to the file, if it exists */
};

/* Write a file. -1 and err, with the path; the old file is then unchanged. */
int whole_write(
	struct str path, struct str text, enum whole_how how, struct err *err);

/* Write the first of stem001.suffix, stem002.suffix ... 9999 that does not
   exist, and store its name in *path. -1 and err, with no file left. */
int whole_write_unused(const char *stem, const char *suffix, struct str text,
	struct strbuf *path, struct err *err);

/* Data for a file: the contents of an open file, if it is too large for memory,
   followed by a text. */
struct whole {
	int from; /* descriptor, or -1 */
	struct str text;
	bool is_private; /* a new file is readable only by the user */
	bool soon;       /* do not wait for the disk: after a power failure, the
			    file may be the old one, or empty */
};

int whole_write_from(struct str path, const struct whole *whole,
	enum whole_how how, struct err *err);
/* Write the first unused name below TMPDIR, readable only by the user. */
int whole_write_temporary_from(const char *suffix, const struct whole *whole,
	struct strbuf *path, struct err *err);
int whole_write_unused_from(const char *stem, const char *suffix,
	const struct whole *whole, struct strbuf *path, struct err *err);

/* True if a file of any type has this name. */
bool whole_exists(struct str path);

/* ---- A user's small files, such as settings ---- */

/* Append the text of a file of at most `max` bytes. 0; 1 if there is no such
   file; -1 and err (ERR_IO) with its name. Anything but a regular file is
   refused, as reading it may block. */
int file_read(
	const char *path, size_t max, struct strbuf *text, struct err *err);

/* Replace a file by whole_write(), after making missing folders (mode 0700). */
int file_replace(const char *path, struct str text, struct err *err);
/* Likewise, for data that flametop stores on its own: a new file is readable
   only by the user. It is not synced to the disk, which may take seconds and
   would delay a key press. */
int file_remember(const char *path, struct str text, struct err *err);

/* Copy a file to `path`.bad, or to .bad2, .bad3 ... if that exists, and append
   the copy's name to `copy`. -1 and err on failure. */
int file_keep(const char *path, struct strbuf *copy, struct err *err);

#endif
