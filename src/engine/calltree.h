/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The graph of call_tree: a node for each place, which has one caller at
 * most. Only files of this folder include it.
 */
#ifndef FT_ENGINE_CALLTREE_H
#define FT_ENGINE_CALLTREE_H

#include "base/bits.h"
#include "engine/graph.h"

struct graph *calltree_graph(
	const struct view *v, const struct graph_options *o);

/* Only these vertices stay nodes ([n_vertices] bits). What they called goes to
   the nearest caller that stays, over a residual edge, with the numbers it
   had: nothing is counted again. */
void calltree_keep(struct graph *g, const struct bits *kept);

#endif
