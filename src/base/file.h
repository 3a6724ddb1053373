/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Small files of the user's, such as settings: read whole, replaced whole, and
 * copied aside before a damaged one is replaced.
 */
#ifndef FT_BASE_FILE_H
#define FT_BASE_FILE_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

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
