/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples along time: a row for each second, a column for each of its slots,
 * shaded by weight:
 *
 *     14:02:07  ▂▂▁ ▂▂▂▁▁▂ ▁ ▂▂▃▂▂▁▂▁▂▁
 *     14:02:08  ▂▁▁▂▂  ▁▂▂▂▁▂▂▇██████▇▂    in colour: the hotter, the more
 *     14:02:09  ▂▂▁▁▂▂▁▂▁ ▁▂▂▁▂▂▂▂▁ ▁▂▁    and two seconds in a row
 *               .0   .2   .4   .6   .8
 *
 * Pure. The rows and marks come from a timeline whose window is whole seconds
 * and whose steps are slots.
 */
#ifndef FT_PRESENT_HEATMAP_H
#define FT_PRESENT_HEATMAP_H

#include "present/grid.h"
#include "present/timeline.h"

/* Milliseconds in a second, which is a row. */
enum { SECOND_MS = 1000 };

struct heatmap {
	int slots;     /* per second; 0: no room for any */
	int64_t shown; /* seconds that fit */
	bool in_color;
	bool halves; /* a row shows two seconds */
};

/* Return the layout for `seconds` seconds that fits r. */
struct heatmap heatmap_fit(
	struct rect r, int64_t seconds, bool in_color, bool ascii);
/* Draw the heat map. Hits are slots since the window begins. */
void heatmap_draw(struct grid *g, struct rect r, const struct heatmap *h,
	const struct timeline *t);

#endif
