/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of a tree: which leaves stay, what ends at each node, what
 * passes through it, and what each frame gets.
 *
 * The selected values decide which nodes are live and go through three loops,
 * of which the largest is shared by two threads. The other columns (what `mean`
 * divides by, the base of a diff) and the types beside follow one by one,
 * without asking what is live.
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
	/* [n_slots] 1: name filters let this leaf pass; label filters were
	   applied in the sums already. */
	uint8_t *pass;
	uint8_t flags;                   /* SUM_* of the leaves that pass */
	const struct evidence *evidence; /* NULL: no diff */
};

const struct weighed *weigh_get(const struct run *run);
/* What the samples of all stacks that pass ([n_slots]) are together, and what
   is 100 %. */
void weigh_whole(const struct run *run, const uint8_t *pass,
	const struct sums *sums, struct weights *w);
/* One more sample type with the same filters, into columns of the arena. */
int weigh_beside(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w);

#endif
