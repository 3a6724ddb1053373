/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree seen from its leaves, and from one function.
 *
 *   main;a;b 3     callers:  b 4            sandwich of a:   a 4
 *   main;b 1                 +- a 3         callees          `- b 3 (self 1)
 *   main;a 1                 |  `- main 3                    a 4
 *                            `- main 1      callers          `- main 4
 *                            a 1
 *                            `- main 1
 *
 * In these trees a node's self is what ends there: the part of a caller's
 * weight for which it was the root. Weights are exact, and the callers of a
 * pivot sum to its total: of a recursive pivot the outermost place counts.
 *
 * A large tree of callers is begun here and grows while it is looked at: see
 * lazycallers.h.
 */
#ifndef FT_ENGINE_INVERT_H
#define FT_ENGINE_INVERT_H

#include "engine/stage.h"
#include "engine/tree.h"

struct run;

struct inverted {
	struct stage stage;
	struct tree tree;    /* callers, or the callees of the pivot */
	struct tree callers; /* sandwich only; n == 0 otherwise */
	frame_id pivot;      /* NONE: none, or not in this profile */
	uint32_t max_depth;  /* of tree */
};

/* The query's direction is DIR_CALLERS or DIR_SANDWICH. */
const struct inverted *invert_get(const struct run *run);
void inverted_fini(struct stage *stage);

#endif
