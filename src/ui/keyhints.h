/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keys named at the bottom: those of the focused pane, of a diff, or of a
 * small screen; in the graph also what _ does to the selected chain.
 */
#ifndef FT_UI_KEYHINTS_H
#define FT_UI_KEYHINTS_H

struct screen;
struct grid;

void keyhints_draw(struct screen *s, struct grid *g, int row);
/* Likewise, right of `col`, from the right end on. */
void keyhints_draw_behind(struct screen *s, struct grid *g, int row, int col);

#endif
