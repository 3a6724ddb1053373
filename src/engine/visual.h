/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a drawn graph shows first: places where calls fan out, not only heavy
 * ones; and which edges it can do without. Only files of this folder include
 * it.
 */
#ifndef FT_ENGINE_VISUAL_H
#define FT_ENGINE_VISUAL_H

#include "engine/graph.h"

/* Order the nodes by their score: cum times the entropy of what comes in and
   goes out, plus flat. */
void visual_sort(struct graph *g);
/* How many nodes fit when `count` places are to be drawn: a node is one, and
   as many more as it has tags, up to four. */
uint32_t visual_count(const struct graph *g, int64_t count);
/* Residual edges go, lightest first, whose caller reaches the node some other
   way; not those heavier than an edge that is no residual. */
void visual_thin(struct graph *g);

#endif
