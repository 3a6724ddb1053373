/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the code of a function is: in itself, and in what it is inlined in.
 *
 *     leaf     work   11c0..11ef   120 ms    one copy for each function that
 *              other  1240..1252    30 ms    holds it, in each mapping
 */
#ifndef FT_ANALYSIS_CODECOPIES_H
#define FT_ANALYSIS_CODECOPIES_H

#include "analysis/annotate.h"
#include "base/bits.h"

struct copy {
	map_id map;
	func_id holder;       /* NONE: unknown */
	uint64_t address;     /* the heaviest, */
	uint64_t low, high;   /* the first and the last with samples */
	int64_t weight, best; /* of all its addresses, of `address` */
};

struct copies {
	uint32_t n;
	struct copy *copy;  /* [n] the heaviest first */
	struct bits wanted; /* [frames.n] of the listing: those of a copy */
};

/* Of a frame of `shown`, the view that the listing by addresses is of; what
   each address weighs is in `footing`. */
struct copies copies_find(const struct listing *l,
	const struct footing *footing, const struct view *shown,
	frame_id frame);
void copies_fini(struct copies *c);

#endif
