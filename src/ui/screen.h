/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole interface without a terminal: keys go in, a grid comes out.
 *
 *     loop.c            terminal: term.h          tests: no terminal
 *        \                  |                        /
 *         screen_key(), screen_paste(), screen_size(), screen_wake()
 *                           |
 *                     screen_draw() -> struct grid
 *
 * No function draws by itself; after any input the owner draws once.
 */
#ifndef FT_UI_SCREEN_H
#define FT_UI_SCREEN_H

#include "base/err.h"
#include "base/str.h"
#include "present/grid.h"
#include "ui/mouse.h"
#include "ui/ui.h"

struct screen;

/* Create a screen and start to load. Return NULL and set err if the tables of
   commands and keys do not match or the worker cannot start. */
struct screen *screen_new(const struct ui_start *start, struct err *err);
void screen_free(struct screen *s); /* NULL is fine */
/* Save the screen's state when the user quits, see conf/configfile.h. Return -1
   and set err if it cannot be written. */
int screen_leave(
	struct screen *s, const struct ui_start *start, struct err *err);

/* Set the properties of the terminal: size; number of colours (0: none);
   whether non-ASCII characters can be shown, and if not, why. */
void screen_size(struct screen *s, int rows, int cols);
void screen_colors(struct screen *s, int colors);
void screen_unicode(struct screen *s, bool unicode, const char *why_not);
/* Adapt to a slow connection. The first call switches low_bandwidth on and
   shows a message. */
void screen_slow(struct screen *s);

void screen_key(struct screen *s, int key);
/* Handle a mouse event, at a cell of the screen as last drawn. */
void screen_mouse(struct screen *s, const struct mouse *m);
void screen_paste(struct screen *s, struct str text);
/* Add text from standard error to :messages. */
void screen_stderr(struct screen *s, struct str text);
/* Take the worker's results; call when screen_fd() is readable. */
void screen_wake(struct screen *s);
int screen_fd(const struct screen *s);
/* Return the milliseconds after which to draw without input; -1: never. */
int screen_timeout(const struct screen *s);
/* screen_idle() is true if everything is computed, screen_loaded() once the
   first profile is loaded. */
bool screen_idle(const struct screen *s);
bool screen_loaded(const struct screen *s);

/* Clear a grid of the screen's size and draw into it. */
void screen_draw(struct screen *s, struct grid *g);
/* Return the terminal's title for what was drawn, without control characters
   and secrets; "": leave it alone. Valid until the next screen_draw(). */
struct str screen_title(const struct screen *s);

/* Requests to the owner. screen_wants() returns and resets them. */
enum {
	SCREEN_QUIT = 1,
	SCREEN_SUSPEND = 2,
	SCREEN_REPAINT = 4, /* send everything again */
	SCREEN_COPY = 8,    /* send s->copy to the clipboard */
	SCREEN_COLORS = 16, /* a colour setting has changed */
	SCREEN_MOUSE = 32,  /* the mouse setting has changed */
	SCREEN_RUN = 64,    /* run a program on the terminal */
};
unsigned screen_wants(struct screen *s);
/* Return the error of the first load, which ends the program, or NULL. */
const struct err *screen_failure(const struct screen *s);

#endif
