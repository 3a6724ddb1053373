/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source file names as reports show them.
 *
 *     trim    /src/app/main.c    trim_path=/src         app/main.c
 *             /src/app/main.c    source_path=/home/app  main.c
 *     map     /src/app/main.c    /src=/home/me          /home/me for 4 bytes
 *     clean   a//b/../c          a/c
 */
#ifndef FT_ENGINE_PATH_H
#define FT_ENGINE_PATH_H

#include "base/arena.h"
#include "base/str.h"

/* Return `path` without the prefix to trim. Both lists are split at colons. */
struct str path_trim(
	struct str path, struct str trim_path, struct str source_path);

/* Find the longest FROM that is shorter than `below` and that `path` begins
   with, in FROM=TO, one per line. Returns its length; 0: none. */
size_t path_map(
	struct str map, struct str path, size_t below, struct str *to);

/* Return the shortest path that is lexically equal, "." for an empty one; in
   the arena if it differs from `path`. */
struct str path_clean(struct str path, struct arena *arena);

#endif
