/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two sides made into a diff: two files, or two slices of one profile.
 *
 *     side: profile --filters of a query--> samples ----------------+
 *     side: profile --filters of a query--> samples x -1, labelled -+
 *                                           pprof::base=true        v
 *                                                    one profile, a diff
 *
 * Sides are only borrowed, so they can be swapped, and scaled or not, and
 * sliced in another way, without reading a file again. All of it runs on any
 * thread.
 */
#ifndef FT_APP_SIDES_H
#define FT_APP_SIDES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/warnings.h"
#include "engine/query.h"
#include "profile/profile.h"

struct side {
	const struct profile *profile;
	const struct query *query; /* a slice: its filters; NULL: all of it */
	struct str name;           /* for messages */
};

struct sides_options {
	bool normalize;  /* the new side scaled to the totals of the base */
	bool subtract;   /* -base: no label, so that no side is known later */
	bool all_frames; /* keep what the profile itself wants dropped */
	struct str comment;
	size_t max_memory;   /* for what is made; 0: no limit */
	struct warnings
		*warnings; /* the types that do not go together; or NULL */
	struct progress *progress;
};

/* new - base, with one reference. NULL and err: types that do not go together,
   a slice without samples, a slice of a diff. */
struct profile *sides_diff(const struct side *new, const struct side *base,
	const struct sides_options *options, struct err *err);

/* A slice from text: options that filter, separated by blanks, quoted as for a
   shell: "tagfocus=route=/checkout focus=json". "" is all. The query has no
   other filters, and its texts are in the arena. */
int slice_parse(struct str text, struct arena *arena, struct query *out,
	struct err *err);

#endif
