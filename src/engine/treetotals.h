/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The weights of a tree: which leaves pass the filters, self and total of each
 * node, and the sums of each frame.
 *
 * Three loops sum the selected values and find the live nodes; two threads
 * share the largest loop. The other columns (the divisors of `mean`, the base
 * of a diff) and the sample types of `beside` are then summed one by one.
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
	struct columns entries; /* [frames.n] as in struct view */
	uint32_t *nodes;  /* [frames.n] live nodes with the frame */
	uint8_t *inlined; /* [frames.n] as in struct view */
	uint32_t n_live;
	uint32_t max_depth;
	uint64_t samples;
	/* [n_slots] 1: frame filters let this leaf pass; label filters are
	   already applied in the sums. */
	uint8_t *pass;
	uint8_t flags;                   /* SUM_* of the leaves that pass */
	const struct evidence *evidence; /* NULL unless a diff */
};

const struct weighed *weigh_get(const struct run *run);
/* Set w->kept to the sum of all slots that pass ([n_slots]), and w->whole to
   the value that is 100%. */
void weigh_whole(const struct run *run, const uint8_t *pass,
	const struct sums *sums, struct weights *w);
/* Set w to the sums of another sample type, with the same filters. */
int weigh_beside(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w);

#endif
