/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What functions weigh within a part of the graph: a box and all below it, or
 * several boxes side by side.
 *
 *     root 10              inside main:   main   self 1  total 8
 *     +- main 8                           parse  self 5  total 5
 *     |  +- parse 5                       emit   self 2  total 2
 *     |  `- emit 2         gc and root are not in it.
 *     `- gc 2
 *
 * A share of what a zoom shows is one of these numbers divided by the zoom's
 * own, and so none is above 100 % where no value is negative: of calls of a
 * function within itself the outer one counts, and calls above the part do
 * not.
 */
#ifndef FT_PRESENT_INSIDE_H
#define FT_PRESENT_INSIDE_H

#include "base/bits.h"
#include "engine/weights.h"
#include "present/flamegraph.h"

struct inside {
	struct columns self, total; /* [frames.n] value and div */
	struct bits frame;      /* those that have a place in it */
};

/* Of a selection; of the root (a sandwich's pivot) all that the graph shows. */
struct inside *inside_new(struct flamegraph *p, struct selection part);
void inside_free(struct inside *in); /* NULL is fine */

#endif
