/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main path: from a node down, frame after frame, while a frame has at
 * least 60 % of the previous frame's weight, 5 % of everything, and five
 * samples if their number is known.
 *
 *      main 100                          recursion is one frame: fib > fib
 *      +- handle 90                      ends at the first fib, and the callees
 *      |  +- encode 40   } splits here   of both are added up
 *      |  `- query 38    }
 *      `- idle 10
 */
#ifndef FT_PRESENT_MAINPATH_H
#define FT_PRESENT_MAINPATH_H

#include "base/strbuf.h"
#include "present/flamegraph.h"

/* Return the path's last node; the widest, if its frame has several nodes. */
struct selection mainpath_end(struct flamegraph *p, struct selection from);
/* Append the path from `from` in words and return its end: "most goes through
   main > handle 90.0%; it splits: encode 40.0%, query 38.0%". With `onward`
   the path begins with the heaviest callee even where it splits. Empty at a
   leaf. */
struct selection mainpath_put(struct strbuf *out, struct flamegraph *p,
	struct selection from, bool onward, bool ascii);

#endif
