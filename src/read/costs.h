/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks for a call graph that has none. What a function cost is sent down
 * along its calls, from the functions that nobody calls:
 *
 *     main 213 --200--> work 200        main       13
 *      13 itself        200 itself      main;work 200
 *
 * A function that is reached by several paths divides what each brings among
 * its lines and calls as the graph has it in all, so a path is an estimate.
 * But each line and each call ends up with exactly its own cost, and so does
 * each function with all below it: what is small goes where something is
 * left, and nothing is rounded away. Only functions that call one another in
 * a circle have an exact cost as a whole, and by line; how it is shared by
 * paths within is not known.
 *
 * (The same as cutting a flow into paths: few paths are enough.)
 */
#ifndef FT_READ_COSTS_H
#define FT_READ_COSTS_H

#include <stdbool.h>

#include "base/progress.h"
#include "profile/builder.h"
#include "read/rows.h"

struct cost_graph;

struct cost_paths {
	struct rows rows; /* leaves and costs, [events] each */
	bool has_circles;
	bool is_cut; /* too many paths: some functions have no callers */
};

/* Of a closed graph: locations, functions and mappings go to the builder.
   False when stopped, or at a limit of the builder. */
bool cost_paths_make(struct cost_graph *g, struct builder *b,
	const struct progress *progress, struct cost_paths *out);
void cost_paths_fini(struct cost_paths *p);

#endif
