/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two tries in preorder as one, which is in preorder, too:
 *
 *     onto  root         from  root          both  root
 *           +- A               +- A                +- A
 *           |  +- B            |  +- D             |  +- B
 *           |  `- C            |  `- B             |  |  `- E
 *           `- F               |     `- E          |  +- C
 *                              `- G                |  `- D
 *                                                  +- F
 *                                                  `- G
 *
 * A node's children are those that `onto` has, in its order, then those that
 * only `from` has: as in a trie that grew by the stacks of one and then by
 * those of the other. Only children of nodes that both have are looked for;
 * what is below others goes where it belongs as it is.
 */
#ifndef FT_PROFILE_STACKS_MERGE_H
#define FT_PROFILE_STACKS_MERGE_H

#include "base/progress.h"
#include "profile/budget.h"
#include "profile/ids.h"
#include "profile/stacks.h"

struct graft_side {
	uint32_t n; /* nodes; columns as in struct profile: */
	const node_id *parent;
	const loc_id *loc;
	const loc_id *to; /* what its locations are to both sides; no two of
			     them are the same */
	node_id *now;     /* [n] NONE; gets the new numbers of its nodes */
};

/* side[0] is `onto`; what they have in common are locations below nlocs. False
   when the budget is spent or progress, which may be NULL, asked to stop:
   nothing is to be freed then. */
bool graft_tries(const struct graft_side side[2], uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out);

#endif
