/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function costs within a part of the graph: a box, or several boxes side by
 * side, with everything below.
 *
 *     root 10              inside main:   main   self 1  total 8
 *     +- main 8                           parse  self 5  total 5
 *     |  +- parse 5                       emit   self 2  total 2
 *     |  `- emit 2         gc and root are not inside.
 *     `- gc 2
 *
 * Divided by the part's total, these numbers are shares of the zoom. Without
 * negative values no share exceeds 100%: of nested calls of a function, only
 * the outermost call in the part counts.
 */
#ifndef FT_PRESENT_INSIDE_H
#define FT_PRESENT_INSIDE_H

#include "base/bits.h"
#include "engine/weights.h"
#include "present/flamegraph.h"

struct inside {
	struct columns self, total; /* [frames.n] value and div */
	struct bits frame;          /* [frames.n] functions in the part */
};

/* Compute the costs within a selection; root or pivot: in the whole graph. */
struct inside *inside_new(struct flamegraph *p, struct selection part);
void inside_free(struct inside *in); /* NULL is fine */

#endif
