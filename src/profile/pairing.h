/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairing of functions whose names differ between two profiles: before they
 * become a diff, functions of the base get their names on the new side.
 *
 *     base                              new side
 *     main                              main
 *       (anonymous) a.js:5   ------->     (anonymous) a.js:8
 *         (anonymous) a.js:9 ------->       (anonymous) a.js:12
 *       dropCell             ------->     dropCell.part.0
 *                                         (anonymous) a.js:40   is new
 *
 * Two kinds of names change although their functions do not. First, profilers
 * write lines into names (place.h), and an edit above moves these. Such
 * functions are paired if name and file are equal and their callers are paired,
 * from the outermost callers inwards. Siblings are paired in line order, so
 * that as few as possible move by another distance than the sibling before.
 * If most functions of a file have the same places on both sides, the others
 * stay between the same neighbours. A name that only one function of its file
 * has on each side needs no caller.
 *
 * Second, gcc makes copies in one build and not in the other. A copy is paired
 * with its original, unless a side has both.
 *
 * Files are compared by path, or by the last part of a path that only one side
 * has. Only names change, never numbers. If no name has a place or belongs to a
 * copy, the cost is one look at each name.
 */
#ifndef FT_PROFILE_PAIRING_H
#define FT_PROFILE_PAIRING_H

#include "base/progress.h"
#include "profile/profile.h"

/* Return the base with the names of the new side; a reference to the base
   itself if no name changes. May stop half done if progress, which may be NULL,
   asks for it. */
struct profile *pairing_rename(const struct profile *base,
	const struct profile *new, const struct progress *progress);

#endif
