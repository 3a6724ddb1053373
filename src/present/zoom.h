/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which part of the graph fills the screen.
 *
 *     at: the frame (or group of siblings) that takes the whole width
 *     x0, x1: the part of that width that is on screen, in 2^-30ths
 *
 *        0         x0            x1        ZOOM_ONE
 *        |---------[##############]--------|
 *
 * Plain data; copied freely. The ids are those of one plan: over views a zoom
 * is kept as a struct framepath (app/framepath.h).
 */
#ifndef FT_PRESENT_ZOOM_H
#define FT_PRESENT_ZOOM_H

#include <stdbool.h>
#include <stdint.h>

#include "present/plan.h"

enum { ZOOM_ONE = 1 << 30 };

struct zoom {
	struct spot at;
	uint32_t x0, x1; /* x0 < x1 <= ZOOM_ONE */
};

/* Everything. */
struct zoom zoom_all(const struct plan *p);
bool zoom_is_all(const struct plan *p, const struct zoom *z);
bool zoom_equal(const struct zoom *a, const struct zoom *b);
/* Some of the width is off screen. */
static inline bool
zoom_is_partial(const struct zoom *z)
{
	return z->x0 != 0 || z->x1 != ZOOM_ONE;
}

/* Enter: the spot fills the width. A group whose members could not be read
   then is shown from its widest member on, wide enough for names; the rest
   is to the right. */
struct zoom zoom_into(struct plan *p, struct spot s, int cols);
/* One step out, for when no earlier zoom is known: to the whole width, else
   to the parent. */
struct zoom zoom_out(const struct plan *p, const struct zoom *z);
/* + and -: half (twice) of the width shown, around the spot. */
struct zoom zoom_narrower(struct plan *p, const struct zoom *z, struct spot s);
struct zoom zoom_wider(struct plan *p, const struct zoom *z, struct spot s);
/* The least change after which the spot is on screen and at least a column
   wide: the window moves, or the zoom goes out to where the spot is, or into
   the group that hides it. Ancestors of the zoomed frame are on screen. */
struct zoom zoom_reveal(
	struct plan *p, const struct zoom *z, struct spot s, int cols);
/* The first row to show (a level, see spot_level) so that `level` is among
   `rows` rows with two rows of context where there are, moving no more than
   needed; lo and hi are the first and last level that exist. */
int zoom_scroll(int top, int rows, int level, int lo, int hi);

#endif
