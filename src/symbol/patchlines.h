/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile like another one, where some locations have new lines, and new
 * functions stand behind the old ones. Equal ones are one.
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
/* All calls of a location come one after the other. Its mapping has what they
   have from now on. */
void relined_call(struct relined *r, loc_id l, const struct callsite *c);
/* All that is known of a location is a name. Its mapping has what
   relined_mark() says. */
void relined_name(struct relined *r, loc_id l, struct str name);
/* A mapping has these MAP_* from now on, even if nothing of it was found. */
void relined_mark(struct relined *r, map_id m, unsigned has);
/* A reference; p itself where there were no calls. */
struct profile *relined_end(struct relined *r);

#endif
