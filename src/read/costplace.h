/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sites of a call graph with costs as locations, with the functions and
 * mappings that they need. callgrind adds to a function's name how deep it
 * was in itself, "walk'2", and with --separate-callers who called it,
 * "walk'main": the plain name is shown, the whole one is the system name.
 */
#ifndef FT_READ_COSTPLACE_H
#define FT_READ_COSTPLACE_H

#include <stdint.h>

#include "profile/builder.h"

struct cost_graph;
struct cost_places;

struct cost_places *cost_places_new(
	const struct cost_graph *g, struct builder *b);
void cost_places_free(struct cost_places *p);
/* NONE at a limit of the builder. */
loc_id cost_place(struct cost_places *p, uint32_t site);
/* After the last: what holds main() becomes the first mapping. */
void cost_places_end(struct cost_places *p);

#endif
