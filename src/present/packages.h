/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heaviest packages of the graph and their hues: these packages have the
 * hues that differ most, one each; all other packages share the
 * remaining hues. System code has no hue.
 *
 * The weights are those in one view; frames from another view of the same
 * profile get the same hues.
 */
#ifndef FT_PRESENT_PACKAGES_H
#define FT_PRESENT_PACKAGES_H

#include "engine/origin.h"
#include "engine/view.h"

struct packages;

struct packages *packages_new(const struct view *v, struct origins *origins);
void packages_free(struct packages *p); /* NULL is fine */

/* Return the hue of a frame in the user's or a library's code. */
uint8_t packages_hue(
	const struct packages *p, const struct view *v, frame_id frame);
/* The first packages also differ in hue if there are only eight colours. */
enum { PACKAGES_OF_8 = 5 };
/* Return the i-th heaviest package as a legend shows it, with as much of its
   path as tells it from the others, and set its hue; "" if there are fewer. */
struct str packages_name(const struct packages *p, int i, uint8_t *hue);

#endif
