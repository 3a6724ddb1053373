/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The minimap (present/minimap.h) on the screen: M opens it in a box, where
 * one can go about and Enter leads there; on tall screens a strip of it
 * stands above the panes while the graph is zoomed.
 */
#ifndef FT_UI_MAPVIEW_H
#define FT_UI_MAPVIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "present/grid.h"
#include "present/plan.h"

struct screen;

struct mapview {
	bool open;
	uint64_t serial; /* of the view that `at` is in */
	struct target at;
	struct rect box, strip; /* the maps on screen; rows 0: not there */
};

void map_open(struct screen *s);
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
