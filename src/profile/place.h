/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parts of a name besides the function: the place where it begins, which
 * profilers add to distinguish functions without names, and the suffixes that
 * compilers give to copies.
 *
 *     (anonymous) tsc.js:99553           (anonymous) tsc.js     line 99553
 *     (anonymous:L#32:C#44)              (anonymous)            32, column 44
 *     ./app.js:handle:15                 handle, of ./app.js    15
 *     work (app.py:12)                   work (app.py)          12
 *     vdbeSorterSort.isra.0.cold         vdbeSorterSort         a copy
 */
#ifndef FT_PROFILE_PLACE_H
#define FT_PROFILE_PLACE_H

#include "base/str.h"
#include "base/strbuf.h"

struct name_place {
	struct str file; /* file before the function, or "" */
	int64_t line, column;
};

/* True if a name is its system name between a file and a line, as Pyroscope's
   Node agent writes it. The file may be empty. */
bool place_around(struct str name, struct str system, struct name_place *out);

/* Append the name without its place. False, appending nothing, if it has
   none. */
bool place_cut(struct strbuf *out, struct str name, struct str system,
	struct name_place *place);

/* Return the name without suffixes like ".isra.0", ".part.3", ".constprop.1"
   and ".cold". */
struct str place_without_copy(struct str name);
/* True if a text consists of such suffixes. */
bool place_is_copy(struct str suffix);

#endif
