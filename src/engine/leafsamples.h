/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The input of the filters: the opened profile or, with tagroot or tagleaf, one
 * rewritten from it. Each trie node at which samples end has a slot.
 *
 *     sample  0  1  2  3        slot   0  1  2       Values are summed per
 *     leaf    9  4  9  6        leaf   4  6  9       slot once, so that a
 *     slot    2  0  2  1                             keystroke walks slots,
 *                                                    not samples.
 */
#ifndef FT_ENGINE_LEAFSAMPLES_H
#define FT_ENGINE_LEAFSAMPLES_H

#include "base/warnings.h"
#include "engine/labelunits.h"
#include "engine/query.h"
#include "engine/stage.h"
#include "profile/profile.h"
#include "profile/samplecount.h"

struct run;

struct input {
	struct stage stage;
	struct profile *profile; /* referenced */
	uint32_t n_slots;
	node_id *leaf;  /* [n_slots] trie node, ascending */
	uint32_t *slot; /* [sample.n] slot of each sample */
	struct tag_units units;
	struct events *events;    /* [types.n] */
	struct warnings warnings; /* mixed units; tagroot, tagleaf unmatched */
};

const struct input *input_get(const struct run *run);
void input_fini(struct stage *stage);
/* Set *most to the largest number of nodes that a tree of the input can have.
   Shapes allocate that many, so a new one fits in the memory of a dropped one.
   The number is cached. -1 and the run's err when stopped. */
int input_most_nodes(const struct run *run, size_t *most);
/* Return the opened profile with the frames of tagroot and tagleaf, or a
   reference to it if the query sets neither (labelframes.c). NULL and the run's
   err on failure. Warns if no sample has any key of an option. */
struct profile *labelframes_profile(
	const struct run *run, struct warnings *warnings);

#endif
