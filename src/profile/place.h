/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What names have in them beside the function: where it begins, written there
 * by profilers to tell functions without names apart, and what compilers add to
 * the names of copies.
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
	struct str file; /* in front of the function; "" */
	int64_t line, column;
};

/* Is a name its system's name between a file and a line, as Pyroscope's agent
   for Node writes it? The file may be empty. */
bool place_around(struct str name, struct str system, struct name_place *out);

/* Append the name without its place. False, and nothing appended: it has
   none. */
bool place_cut(struct strbuf *out, struct str name, struct str system,
	struct name_place *place);

/* The name without ".isra.0", ".part.3", ".constprop.1", ".cold" and the like,
   as many as there are. */
struct str place_without_copy(struct str name);
/* Do such suffixes begin here? */
bool place_is_copy(struct str suffix);

#endif
