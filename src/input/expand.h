/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names that mean several files:
 *
 *     dumps/        the files in that folder, in the order of their names;
 *                   none below it, and none that begins with a dot
 *     @list.txt     the names in that file, one per line, or each ended by NUL
 *                   if there are any NULs (find -print0); folders among them
 *                   are expanded as above
 *
 * If a file with the name "@list.txt" exists, it is not a list.
 */
#ifndef FT_INPUT_EXPAND_H
#define FT_INPUT_EXPAND_H

#include "base/arena.h"
#include "base/str.h"

struct names {
	struct str *p; /* [n] owned; the strings are not */
	size_t n, cap;
};

/* Append the files that `name` means, with strings in the arena or in `name`.
   If there are none, append `name` itself and return false: it is an ordinary
   file, or a folder or list without files, which fails when it is read. */
bool expand_name(struct str name, struct arena *arena, struct names *out);

/* Expand n names. */
struct names expand_names(
	const struct str *name, size_t n, struct arena *arena);

#endif
