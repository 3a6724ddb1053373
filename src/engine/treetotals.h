/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of a tree: which leaves pass, what ends at each node, what passes
 * it, and the sums of each frame.
 *
 * The selected values decide which nodes are live and go through three loops;
 * two threads share the largest. The other columns (the divisors of `mean`, the
 * base of a diff) and the types beside follow one by one, without deciding what
 * is live.
 */
#ifndef FT_ENGINE_TREETOTALS_H
#define FT_ENGINE_TREETOTALS_H

#include "engine/stage.h"
#include "engine/tree.h"
#include "engine/weights.h"

struct run;
struct sums;

struct weighed {
	struct stage stage;
	struct tree tree; /* the shape's structure with weights */
	struct weights w;
	struct columns entries; /* [frames.n] see view.h */
	uint32_t *nodes;  /* [frames.n] live nodes with the frame */
	uint8_t *inlined; /* [frames.n] */
	uint32_t n_live;
	uint32_t max_depth;
	uint64_t samples;
	/* [n_slots] 1: name filters let this leaf pass; the sums already have
	   the label filters applied. */
	uint8_t *pass;
	uint8_t flags;                   /* SUM_* of the leaves that pass */
	const struct evidence *evidence; /* NULL: no diff */
};

const struct weighed *weigh_get(const struct run *run);
/* Fill in the sum of the samples of all stacks that pass ([n_slots]), and what
   100 % is. */
void weigh_whole(const struct run *run, const uint8_t *pass,
	const struct sums *sums, struct weights *w);
/* Fill in one more sample type with the same filters, in the arena. */
int weigh_beside(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w);

#endif
