/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One name that stands for many files:
 *
 *     dumps/        the files in that folder, in the order of their names;
 *                   none below it, and none that begins with a dot
 *     @list.txt     the names in that file, one on each line, or where it has
 *                   bytes of zero, one before each of these (find -print0);
 *                   folders among them are taken as above
 *
 * A file that is really called "@list.txt" is itself.
 */
#ifndef FT_INPUT_EXPAND_H
#define FT_INPUT_EXPAND_H

#include "base/arena.h"
#include "base/str.h"

struct names {
	struct str *p; /* [n] owned; the texts are not */
	size_t n, cap;
};

/* Append the files that `name` stands for, of which the texts are in the arena
   or are the name itself. False: it is a name like any other, and is appended;
   so is a folder or a list without files, whose error says so when it is
   read. */
bool expand_name(struct str name, struct arena *arena, struct names *out);

/* The same for n names, all that they stand for. */
struct names expand_names(
	const struct str *name, size_t n, struct arena *arena);

#endif
