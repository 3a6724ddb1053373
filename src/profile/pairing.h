/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairing of functions whose names differ between two profiles. Before a diff,
 * functions of the base profile are renamed to their names in the new profile.
 *
 *     base profile                      new profile
 *     main                              main
 *       (anonymous) a.js:5   ------->     (anonymous) a.js:8
 *         (anonymous) a.js:9 ------->       (anonymous) a.js:12
 *       dropCell             ------->     dropCell.part.0
 *                                         (anonymous) a.js:40   is new
 *
 * Two kinds of names change although the functions do not. First, profilers
 * write line numbers into names (place.h), which change when earlier lines are
 * added or deleted. These functions are paired if name and file are equal and
 * their callers are paired, from the outermost callers inwards. Siblings are
 * paired in line order, so that most move by the same distance as the previous
 * sibling. If most functions of a file have the same places in both profiles,
 * the others stay between the same neighbours. A name that is unique in its
 * file in both profiles needs no caller, nor does one of which each profile has
 * one left.
 *
 * Second, gcc may make copies in only one of two builds. A copy is paired with
 * its original, unless a profile has both.
 *
 * Files are compared by path; if only one profile has the path, by its last
 * part. Values never change. If no name has a place or the suffix of a copy,
 * each name is only read once.
 */
#ifndef FT_PROFILE_PAIRING_H
#define FT_PROFILE_PAIRING_H

#include "base/progress.h"
#include "profile/profile.h"

/* Return the base profile with the names of the new profile; a new reference to
   `base` if no name changes. If progress, which may be NULL, asks to stop, some
   functions may stay unpaired. */
struct profile *pairing_rename(const struct profile *base,
	const struct profile *new, const struct progress *progress);

#endif
