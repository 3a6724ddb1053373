/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is around the panes, for draw.c: above them (draw_head.c) and below
 * (draw_foot.c).
 */
#ifndef FT_UI_DRAW_H
#define FT_UI_DRAW_H

#include "present/grid.h"

struct screen;

/* Screen rows from which there is room for more. */
enum { ROWS_TALL = 28, ROWS_NORMAL = 20, ROWS_CRUMBS = 8, ROWS_HINTS = 10 };

/* Rows of the screen, -1 for what there is none of. */
struct plan_of_rows {
	int crumbs, map, rule, status, second, fkeys;
	struct rect panes;
};

void draw_title(struct screen *s, struct grid *g);
void draw_crumbs(struct screen *s, struct grid *g, int row);
/* From the rule under the panes on. */
void draw_bottom(
	struct screen *s, struct grid *g, const struct plan_of_rows *r);

#endif
