/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Going far: the picker of functions, marks, the way back, and the minimap.
 *
 *     J api.che Enter     the function's heaviest place
 *     m a      ' a        remember this place as a; go there
 *     ' '                 where the last of these jumps came from
 *
 * Marks are paths of names: they survive every change of the view, and
 * reloads. Where a place is not in the view, the nearest that is left is
 * gone to, and that is said.
 *
 * M opens the minimap (present/minimap.h) in a box, where one can move and
 * Enter goes there; on tall screens a strip of it is above the panes
 * while the graph is zoomed.
 */
#ifndef FT_UI_GOTO_H
#define FT_UI_GOTO_H

#include "app/state.h"
#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/picker.h"
#include "ui/stamp.h"

struct screen;

enum { MARK_NAMES = 63 }; /* a-z A-Z 0-9, and ' for the last jump */

enum mark_wish { MARK_NOTHING, MARK_SET, MARK_GO };

struct mapview {
	bool open;
	struct stamp made; /* of the view that `at` is in */
	struct selection at;
	struct rect box, strip; /* the maps on screen; rows 0: not there */
};

struct jump {
	struct picker *picker;
	struct stamp made;   /* of the picker's view */
	enum mark_wish wish; /* what the next key is to name a mark for */
	bool has[MARK_NAMES];
	struct framepath mark[MARK_NAMES];
	struct mapview map;
};

/* A key while `wish` waits for one. */
void jump_key(struct screen *s, int key);

/* ---- The minimap ---- */

/* False when the key is not for it, or not any more. */
bool map_key(struct screen *s, int key);
void map_draw(struct screen *s, struct grid *g);

/* A press in the box: goes there, outside of it closes it. */
void map_press(struct screen *s, int row, int col);
/* A press that may be in the strip: goes there; false when it is not. */
bool map_strip_press(struct screen *s, int row, int col);

/* Rows of the strip now; 0: there is none. */
int map_strip_rows(const struct screen *s);
void map_strip_draw(struct screen *s, struct grid *g, int row);

#endif
