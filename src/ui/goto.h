/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jumps: the picker of functions, marks, the way back, and the minimap.
 *
 *     J api.che Enter     the function's heaviest node
 *     m a      ' a        set mark a on this node; go there
 *     ' '                 where the last of these jumps came from
 *
 * Marks are paths of names: they survive every change of the view, and
 * reloads. If such a node is not in the view, the nearest one that is left is
 * selected, with a message.
 *
 * M opens the minimap (present/minimap.h) in a box, where arrows move and
 * Enter goes there; on tall screens a strip of it is above the panes while
 * the graph is zoomed.
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
	struct stamp made; /* view that `at` is in */
	struct selection at;
	struct rect box, strip; /* maps on screen; rows 0: not shown */
};

struct jump {
	struct picker *picker;
	struct stamp made;   /* view of the picker */
	enum mark_wish wish; /* use of the mark that the next key names */
	bool has[MARK_NAMES];
	struct framepath mark[MARK_NAMES];
	struct mapview map;
};

/* Handle the key that names a mark, while `wish` waits for one. */
void jump_key(struct screen *s, int key);

/* ---- The minimap ---- */

/* Handle a key. False: it is not for the map, which closes. */
bool map_key(struct screen *s, int key);
void map_draw(struct screen *s, struct grid *g);

/* Handle a press: in the box it goes there, outside it closes the box. */
void map_press(struct screen *s, int row, int col);
/* Handle a press in the strip: it goes there. False: it is elsewhere. */
bool map_strip_press(struct screen *s, int row, int col);

/* Return the strip's rows; 0: there is none. */
int map_strip_rows(const struct screen *s);
void map_strip_draw(struct screen *s, struct grid *g, int row);

#endif
