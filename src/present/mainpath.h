/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main path: from a node down, frame after frame, while a frame has at
 * least 60% of the previous frame's weight, 5% of everything, and five
 * samples if their number is known.
 *
 *      main 100                          recursion is one frame: fib > fib
 *      +- handle 90                      ends at the first fib, and the callees
 *      |  +- encode 40   } splits here   of both are added up
 *      |  `- query 38    }
 *      `- idle 10
 *
 * If that ends in code of a library or of the system, the path ends at the
 * nearest frame above, but below its start, that is the user's own.
 */
#ifndef FT_PRESENT_MAINPATH_H
#define FT_PRESENT_MAINPATH_H

#include "base/strbuf.h"
#include "engine/origin.h"
#include "present/flamegraph.h"

/* Return the path's last node; the widest, if its frame has several nodes. `o`
   may be NULL: all code is the user's own. */
struct selection mainpath_end(
	struct flamegraph *p, struct origins *o, struct selection from);
/* Append the path from `from` in words and return its end: "most goes through
   main > handle 90.0%; it splits: encode 40.0%, query 38.0%", or "...;
   below it malloc 70.0%" if the path ended there, not in own code. With
   `onward` the path begins with the heaviest callee even where it splits, and
   does not end at own code. Empty at a leaf. */
struct selection mainpath_put(struct strbuf *out, struct flamegraph *p,
	struct origins *o, struct selection from, bool onward, bool ascii);

#endif
