/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The base's columns of a diff and the variances, beside those of weigh.h;
 * tree.h and view.h say what they hold. Nothing here is done for a profile
 * without a base.
 */
#ifndef FT_ENGINE_WEIGHDIFF_H
#define FT_ENGINE_WEIGHDIFF_H

#include <stddef.h>

#include "engine/layers.h"
#include "engine/stage.h"
#include "engine/weigh.h"

struct run;

/* Bytes of the columns for this many nodes and frames; 0: no diff. */
size_t weigh_diff_bytes(const struct sums *sums, size_t nodes, size_t frames);
/* Take them out of the block: n nodes, with room for cap. */
void weigh_diff_take(struct weighed *w, const struct sums *sums,
	struct block *block, size_t n, size_t cap, size_t frames);
/* Fill them, once pass[] is known. */
int weigh_diff(
	const struct run *run, const struct layers *on, struct weighed *w);
/* The base's frames and sums of one more sample type. */
int weigh_diff_beside(const struct run *run, const struct layers *on,
	const struct weighed *weighed, const struct sums *sums,
	struct arena *arena, struct weights *w);

#endif
