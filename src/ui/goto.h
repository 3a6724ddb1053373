/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jumps: the picker of functions, marks, the way back, and the minimap.
 *
 *     J api.che Enter     the function's heaviest node
 *     m a      ' a        set mark a on this node; go there
 *     ' '                 where the last of these jumps came from
 *
 * Marks are stored as paths of names, so they survive changes of the view and
 * reloads. If a mark's node is not in the view, the nearest node is selected,
 * with a message.
 *
 * M opens the minimap (present/minimap.h) in a box, where arrows move a cursor
 * and Enter jumps to its node. On tall screens a strip above the panes shows
 * the minimap while the graph is zoomed.
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
	struct stamp made; /* view to which `at` belongs */
	struct selection at;
	struct rect box, strip; /* maps as last drawn */
};

struct jump {
	struct picker *picker;
	struct stamp made;   /* view of picker's names */
	enum mark_wish wish; /* action for the mark named by the next key */
	bool has[MARK_NAMES];
	struct framepath mark[MARK_NAMES];
	struct mapview map;
};

/* Handle the key that names a mark, after m or ' (`wish`). */
void jump_key(struct screen *s, int key);

/* ---- The minimap ---- */

/* Handle a key. Return false if the caller must handle it. */
bool map_key(struct screen *s, int key);
void map_draw(struct screen *s, struct grid *g);

/* Handle a mouse press: on the map jump there, outside the box close it. */
void map_press(struct screen *s, int row, int col);
/* Handle a mouse press: in the strip jump there. Return false outside it. */
bool map_strip_press(struct screen *s, int row, int col);

/* Return the strip's height in rows; 0: hidden. */
int map_strip_rows(const struct screen *s);
void map_strip_draw(struct screen *s, struct grid *g, int row);

#endif
