/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples along time: a row for each second, a column for each of its slots,
 * shaded by weight:
 *
 *     14:02:07  ▂▂▁ ▂▂▂▁▁▂ ▁ ▂▂▃▂▂▁▂▁▂▁
 *     14:02:08  ▂▁▁▂▂  ▁▂▂▂▁▂▂▇██████▇▂    with colour, hotter means more,
 *     14:02:09  ▂▂▁▁▂▂▁▂▁ ▁▂▂▁▂▂▂▂▁ ▁▂▁    and a row shows up to two seconds
 *               .0   .2   .4   .6   .8
 *
 * The timeline's window must be whole seconds, and its step one slot.
 */
#ifndef FT_PRESENT_HEATMAP_H
#define FT_PRESENT_HEATMAP_H

#include "present/grid.h"
#include "present/timeline.h"

struct heatmap {
	int slots;     /* slots per second; 0: no room for any */
	int64_t shown; /* number of seconds shown */
	bool in_color;
	bool halves; /* a row shows two seconds */
};

/* Return the layout for `seconds` seconds that fits r. */
struct heatmap heatmap_fit(
	struct rect r, int64_t seconds, bool in_color, bool ascii);
/* Draw the heat map. A hit is a slot, counted from the start of the window. */
void heatmap_draw(struct grid *g, struct rect r, const struct heatmap *h,
	const struct timeline *t);

#endif
