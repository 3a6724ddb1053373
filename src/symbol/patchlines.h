/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a copy of a profile in which some locations have new lines. New
 * functions are added after the old ones, each only once.
 *
 *     struct relined *r = relined_new(p);
 *
 *     relined_call(r, l, &leaf);        innermost call of location l
 *     relined_call(r, l, &caller);      its caller, and so on
 *     q = relined_end(r);
 */
#ifndef FT_SYMBOL_PATCHLINES_H
#define FT_SYMBOL_PATCHLINES_H

#include "profile/profile.h"
#include "symbol/addr2line.h"

struct relined;

struct relined *relined_new(const struct profile *p);
/* Add a call to a location. The calls of a location must be added one after
   another. Marks the mapping with the MAP_* bits that the call provides. */
void relined_call(struct relined *r, loc_id l, const struct callsite *c);
/* Give a location the new calls of another in its mapping. */
void relined_as(struct relined *r, loc_id l, loc_id other);
/* Add a call that has only a name, without marking the mapping. */
void relined_name(struct relined *r, loc_id l, struct str name);
/* Set these MAP_* bits of a mapping, even if no address was found. */
void relined_mark(struct relined *r, map_id m, unsigned has);
/* Free r. Return a reference to the new profile, or to p if nothing changed. */
struct profile *relined_end(struct relined *r);

#endif
