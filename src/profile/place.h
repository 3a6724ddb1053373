/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Additions to function names: the place where a function begins, by which
 * profilers distinguish functions without names, and the suffixes that
 * compilers give to copies.
 *
 *     (anonymous) tsc.js:99553           (anonymous) tsc.js     line 99553
 *     (anonymous:L#32:C#44)              (anonymous)            line 32:44
 *     ./app.js:handle:15                 handle, of ./app.js    line 15
 *     work (app.py:12)                   work (app.py)          line 12
 *     vdbeSorterSort.isra.0.cold         vdbeSorterSort         a copy
 */
#ifndef FT_PROFILE_PLACE_H
#define FT_PROFILE_PLACE_H

#include "base/str.h"
#include "base/strbuf.h"

struct name_place {
	struct str file; /* "./app.js" in "./app.js:handle:15", or "" */
	int64_t line, column;
};

/* True if a name is "FILE:SYSTEM:LINE", as Pyroscope's Node agent writes it.
   The file may be empty. */
bool place_around(struct str name, struct str system, struct name_place *out);

/* Append the name without its place. False, appending nothing, if it has no
   place. */
bool place_cut(struct strbuf *out, struct str name, struct str system,
	struct name_place *place);

/* Return the name without suffixes like ".isra.0", ".part.3", ".constprop.1"
   and ".cold". */
struct str place_without_copy(struct str name);
/* True if a text consists of these suffixes. */
bool place_is_copy(struct str suffix);

#endif
