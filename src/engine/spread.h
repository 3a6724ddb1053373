/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One column of numbers, from the leaves to nodes and frames. This is what
 * weigh.c does with the selected values, but without asking which nodes are
 * live: for divisors, the base of a diff, and the types beside.
 */
#ifndef FT_ENGINE_SPREAD_H
#define FT_ENGINE_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/layers.h"

struct run;
struct chains;

struct spread {
	const uint8_t *pass;   /* [n_slots] 1: this leaf counts */
	const int64_t *value;  /* [n_slots] */
	bool negate;           /* count -value */
	int64_t *self, *total; /* [tree.n]; NULL: not wanted */
	int64_t *flat, *cum;   /* [frames.n] */
};

/* Writes all of these columns, with the engine's scratch. -1 and the run's err
   on request. */
int spread(
	const struct run *run, const struct layers *on, const struct spread *s);

#endif
