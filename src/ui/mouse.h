/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mouse events, in cells of the screen.
 *
 * Terminals report mouse events only on request (SGR mode, 1006): buttons, the
 * wheel, and motion with a button down. Motion without a button is never
 * requested, because it floods slow connections.
 */
#ifndef FT_UI_MOUSE_H
#define FT_UI_MOUSE_H

#include "base/vec.h"
#include "ui/arrange.h"

enum mouse_what {
	MOUSE_PRESS,
	MOUSE_DRAG, /* motion with a button down */
	MOUSE_RELEASE,
	MOUSE_WHEEL_UP,
	MOUSE_WHEEL_DOWN,
	MOUSE_WHEEL_LEFT,
	MOUSE_WHEEL_RIGHT,
};

struct mouse {
	enum mouse_what what;
	int button;   /* 1 left, 2 middle, 3 right; 0 for the wheel */
	int row, col; /* from 0 */
	bool shift;
};

/* Decode the numbers of "\033[<code;col;rowM" (with a final m, pressed is
   false). Return false if the event is not used. */
bool mouse_decode(struct mouse *out, int code, int col, int row, bool pressed);

struct grid;
struct screen;

/* The last press, and a copy of the grid's hits, which identify what a press at
   a cell selects. */
struct pointer {
	int row, col, button;
	int64_t pressed;    /* clock_ms() of the last press */
	enum split split;   /* border being dragged */
	bool hinted;        /* the message about Shift was shown */
	VEC(uint32_t) hits; /* grid.hit, as last drawn */
	int hit_rows, hit_cols;
};

void mouse_act(struct screen *s, const struct mouse *m);
void mouse_remember(struct screen *s, const struct grid *g);

#endif
