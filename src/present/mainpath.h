/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The way that most of it takes: from a place on, frame after frame, as long
 * as one holds at least half of what the frame before it holds, 5 % of all,
 * and no fewer than five samples where they are known.
 *
 *     main 100                          recursion is one frame: of fib > fib
 *     +- handle 90                      > fib the first is where it ends, and
 *     |  +- encode 40   } splits here   what all of them call counts together
 *     |  `- query 38    }
 *     `- idle 10
 */
#ifndef FT_PRESENT_MAINPATH_H
#define FT_PRESENT_MAINPATH_H

#include "base/strbuf.h"
#include "present/flamegraph.h"

/* Its last place: the widest of them, where recursion was folded. */
struct selection mainpath_end(struct flamegraph *p, struct selection from);
/* The same from the root on, in words: "most goes through main > handle 90%;
   then encode 40%, query 38%". */
struct selection mainpath_put(
	struct strbuf *out, struct flamegraph *p, bool ascii);

#endif
