/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The key hints at the bottom: those of the focused pane, of a diff, or of a
 * small screen; in the graph also the hint for _, which opens or folds a chain.
 */
#ifndef FT_UI_KEYHINTS_H
#define FT_UI_KEYHINTS_H

struct screen;
struct grid;

void keyhints_draw(struct screen *s, struct grid *g, int row);
/* Draw them likewise, from the right end to `col`. */
void keyhints_draw_behind(struct screen *s, struct grid *g, int row, int col);

#endif
