/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths within a component, that is among functions that call one another in
 * a circle: a short one from the function that was reached to any other.
 */
#ifndef FT_READ_COSTINNER_H
#define FT_READ_COSTINNER_H

#include <stddef.h>
#include <stdint.h>

struct cost_graph;
struct cost_inner;

struct cost_inner *cost_inner_new(const struct cost_graph *g);
void cost_inner_free(struct cost_inner *in);
/* The sites of the calls, first one first; none when from is to. They stay
   until the next call. Of equally short paths the one whose calls cost
   most. */
size_t cost_inner_path(struct cost_inner *in, uint32_t from, uint32_t to,
	const uint32_t **site);

#endif
