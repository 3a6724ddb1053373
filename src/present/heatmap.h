/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples along time, a row for each second and a column for each of its
 * slots, by how much there is in them:
 *
 *     14:02:07  ▂▂▁ ▂▂▂▁▁▂ ▁ ▂▂▃▂▂▁▂▁▂▁
 *     14:02:08  ▂▁▁▂▂  ▁▂▂▂▁▂▂▇██████▇▂    in colour: the hotter, the more
 *     14:02:09  ▂▂▁▁▂▂▁▂▁ ▁▂▂▁▂▂▂▂▁ ▁▂▁    and two seconds in a row
 *               .0   .2   .4   .6   .8
 *
 * Pure; what the rows are, and what is marked in them, is a timeline whose
 * window is whole seconds and whose steps are slots.
 */
#ifndef FT_PRESENT_HEATMAP_H
#define FT_PRESENT_HEATMAP_H

#include "present/grid.h"
#include "present/timeline.h"

/* ms: a row */
enum { SECOND_MS = 1000 };

struct heatmap {
	int slots;     /* of a second; 0: there is no room for one */
	int64_t shown; /* seconds that there is room for */
	bool in_color;
	bool halves; /* a row has two of them */
};

/* What there is room for, of so many seconds. */
struct heatmap heatmap_fit(
	struct rect r, int64_t seconds, bool in_color, bool ascii);
/* Hits are slots since the window begins. */
void heatmap_draw(struct grid *g, struct rect r, const struct heatmap *h,
	const struct timeline *t);

#endif
