/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles below a folder, for a list to choose from: files whose names and
 * first bytes are like those of profiles. The search is bounded in depth,
 * entries, files read and time; it skips hidden files and folders, and follows
 * no links to folders.
 *
 *     cpu.pb.gz  run/day.jfr  perf.data      found
 *     .cache/cpu.pb.gz  notes.txt            not found
 */
#ifndef FT_LOAD_NEARBY_H
#define FT_LOAD_NEARBY_H

#include "base/arena.h"
#include "base/vec.h"

struct nearby_file {
	struct str path; /* below the folder: "run/day.jfr" */
	uint64_t bytes;
	int64_t time; /* last change, in ms since 1970 */
};

enum { NEARBY_MAX = 100 };

struct nearby {
	struct nearby_file *p; /* the newest first, at most NEARBY_MAX */
	size_t n, cap;
	bool stopped; /* a bound was reached */
};

/* Search the current folder; strings are in the arena. Free with vec_free(). */
void nearby_find(struct nearby *out, struct arena *arena);

#endif
