/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The packages that take most of the graph, and their hues: the heaviest have
 * the hues that differ most, which nothing else has; the others share the
 * rest. What a system brings along has none of them.
 *
 * The heaviest are those of one view; asked with frames of another view of the
 * same profile, they keep their hues.
 */
#ifndef FT_PRESENT_PACKAGES_H
#define FT_PRESENT_PACKAGES_H

#include "engine/origin.h"
#include "engine/view.h"

struct packages;

struct packages *packages_new(const struct view *v, struct origins *origins);
void packages_free(struct packages *p); /* NULL is fine */

/* Of a frame of the user's or a library's. */
uint8_t packages_hue(
	const struct packages *p, const struct view *v, frame_id frame);
/* The heaviest ones, by weight: the last part of a name and its hue; "" when
   there are fewer. */
struct str packages_name(const struct packages *p, int i, uint8_t *hue);

#endif
