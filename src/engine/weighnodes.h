/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the numbers of chains to those of their nodes and frames: the one loop
 * over all nodes, which two threads share.
 */
#ifndef FT_ENGINE_WEIGHNODES_H
#define FT_ENGINE_WEIGHNODES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/layers.h"
#include "engine/stage.h"

struct run;
struct weighed;

/* The numbers of each chain, in the engine's scratch. */
struct rising {
	int64_t *ends, *passes; /* [chains.n] at its last node; all of it */
	uint8_t *live;          /* [chains.n] LIVE_* of its last node */
};

/* Fills the tree's self, total and live, flat, cum, places and inlined of the
   frames, n_live and max_depth. -1 and the run's err on request. */
int weigh_nodes(const struct run *run, const struct layers *on,
	struct weighed *w, const struct rising *r, struct block *room);
/* The room that it takes. */
size_t weigh_nodes_bytes(size_t n_frames);

#endif
