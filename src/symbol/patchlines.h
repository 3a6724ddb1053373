/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a copy of a profile in which some locations have new lines; new
 * functions follow the old ones. Equal functions are merged.
 *
 *     struct relined *r = relined_new(p);
 *
 *     relined_call(r, l, &leaf);        the innermost call of a location
 *     relined_call(r, l, &caller);      ... and further out
 *     q = relined_end(r);
 */
#ifndef FT_SYMBOL_PATCHLINES_H
#define FT_SYMBOL_PATCHLINES_H

#include "profile/profile.h"
#include "symbol/addr2line.h"

struct relined;

struct relined *relined_new(const struct profile *p);
/* Add a call to a location; all its calls must come in a row. Its mapping is
   marked with the information that they have. */
void relined_call(struct relined *r, loc_id l, const struct callsite *c);
/* Add only a name to a location. relined_mark() marks its mapping. */
void relined_name(struct relined *r, loc_id l, struct str name);
/* Mark a mapping with these MAP_*, even if no address was found. */
void relined_mark(struct relined *r, map_id m, unsigned has);
/* Return a reference to the new profile; to p itself without any calls. */
struct profile *relined_end(struct relined *r);

#endif
