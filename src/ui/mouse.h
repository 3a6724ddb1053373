/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a mouse did, in cells of the screen.
 *
 * Terminals report it only when asked to (SGR mode, 1006): buttons, the
 * wheel, and motion while a button is down. Motion alone is never asked for:
 * it floods slow links.
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

/* The numbers of "\033[<code;col;rowM" (m: pressed is false). False: nothing
   that means anything here. */
bool mouse_decode(struct mouse *out, int code, int col, int row, bool pressed);

struct grid;
struct screen;

/* What it did last, and what there is to hit. */
struct pointer {
	int row, col, button;
	int64_t pressed;    /* clock_ms() */
	enum split split;   /* the border that is being dragged */
	bool hinted;        /* the words about Shift were said */
	VEC(uint32_t) hits; /* of the grid that was drawn last */
	int hit_rows, hit_cols;
};

void mouse_act(struct screen *s, const struct mouse *m);
void mouse_remember(struct screen *s, const struct grid *g);

#endif
