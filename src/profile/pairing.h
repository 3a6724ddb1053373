/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of two profiles that are the same although their names are not:
 * before two profiles become a diff, those of the base get the names that the
 * new side has for them.
 *
 *     base                              new side
 *     main                              main
 *       (anonymous) a.js:5   ------->     (anonymous) a.js:8
 *         (anonymous) a.js:9 ------->       (anonymous) a.js:12
 *       dropCell             ------->     dropCell.part.0
 *                                         (anonymous) a.js:40   is new
 *
 * Two kinds of names change although their functions do not. Profilers write
 * lines into names (place.h), and an edit above moves these: such functions are
 * the same if name and file are, and if their callers are the same function; of
 * several siblings the first is the first, by the order of their lines, so that
 * as few of them as can be have moved by another distance than the one before.
 * That goes on from the outermost callers inwards. Where both sides have
 * functions at the very same places, and these are most of a file, the others
 * stay between those that they are between. A name that only one function of
 * its file has on either side needs no caller.
 *
 * And gcc's copies, which one build has and the other has not, are the function
 * that they are copies of, unless a side has both.
 *
 * A file is known by its path, or by its last part where that path is only on
 * one side. Names alone are changed, never numbers; where no name has a place
 * or is a copy's, this costs a look at each name.
 */
#ifndef FT_PROFILE_PAIRING_H
#define FT_PROFILE_PAIRING_H

#include "base/progress.h"
#include "profile/profile.h"

/* The base with the names of the new side: a reference, to the base itself
   where no name changes. May stop half done when progress, which may be NULL,
   asks for that. */
struct profile *pairing_rename(const struct profile *base,
	const struct profile *new, const struct progress *progress);

#endif
