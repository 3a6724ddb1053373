/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of a diff that replaced others: below one caller, one callee is
 * gone and another is new, and the rest of the caller did not change.
 *
 *     read    -2.75s                      replaced: decode -> decodeSync,
 *     +- decode      5.34s    0             -2.74s in read
 *     +- decodeSync  0        2.60s
 *     `- (the rest)  0.41s    0.40s
 *
 * A callee counts only if its change is significant or, if event counts are
 * unknown, large enough; other callees belong to the rest. If two callees of a
 * caller are gone, or two are new, nothing is concluded. The same pair below
 * several callers is one replacement.
 */
#ifndef FT_ENGINE_REPLACED_H
#define FT_ENGINE_REPLACED_H

#include "base/arena.h"
#include "engine/sides.h"
#include "profile/ids.h"

struct view;

struct replaced {
	frame_id caller; /* caller with the largest part of the replacement;
			    NONE: the root */
	frame_id gone, added;
	struct sides sides; /* base: cost of `gone`; new: cost of `added` */
};

struct replacements {
	uint32_t n;
	struct replaced *row; /* [n] the largest first */
};

/* Find the replacements in a diff, which has trees and evidence, in the
   arena. */
const struct replacements *replacements_new(
	const struct view *v, struct arena *arena);
/* Return the largest replacement of or by a function, or of all for NONE; NULL
   if there is none. */
const struct replaced *replaced_find(const struct view *v, frame_id frame);

#endif
