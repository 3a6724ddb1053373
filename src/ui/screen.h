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
 * Nothing here waits and nothing draws by itself; after anything went in the
 * owner draws once.
 */
#ifndef FT_UI_SCREEN_H
#define FT_UI_SCREEN_H

#include "base/err.h"
#include "base/str.h"
#include "present/grid.h"
#include "ui/mouse.h"
#include "ui/ui.h"

struct screen;

/* Starts to load. NULL and err when the tables of commands and keys do not
   fit together or the worker cannot start. */
struct screen *screen_new(const struct ui_start *start, struct err *err);
void screen_free(struct screen *s); /* NULL is fine */
/* The user quits: remember how it looked, see conf/configfile.h. -1 and err
   when that cannot be written. */
int screen_leave(
	struct screen *s, const struct ui_start *start, struct err *err);

/* What it is drawn on: the size; the number of colours (0: none); whether
   other than ASCII characters can be shown, and if not, why. */
void screen_size(struct screen *s, int rows, int cols);
void screen_colors(struct screen *s, int colors);
void screen_unicode(struct screen *s, bool unicode, const char *why_not);
/* It is at the end of a slow line: low_bandwidth is switched on and told, the
   first time. */
void screen_slow(struct screen *s);

void screen_key(struct screen *s, int key);
/* In the screen as it was drawn last. */
void screen_mouse(struct screen *s, const struct mouse *m);
void screen_paste(struct screen *s, struct str text);
/* Something written on standard error, for :messages. */
void screen_stderr(struct screen *s, struct str text);
/* Look what the worker has finished; readable when there is something. */
void screen_wake(struct screen *s);
int screen_fd(const struct screen *s);
/* Milliseconds after which to draw again without any input; -1: never. */
int screen_timeout(const struct screen *s);
/* Everything is computed. Before the first profile is there, and after its
   load failed, screen_loaded() is false. */
bool screen_idle(const struct screen *s);
bool screen_loaded(const struct screen *s);

/* Draw into a grid of the size told; it is cleared first. */
void screen_draw(struct screen *s, struct grid *g);

/* What the owner is to do; asking resets it. */
enum {
	SCREEN_QUIT = 1,
	SCREEN_SUSPEND = 2,
	SCREEN_REPAINT = 4, /* send everything anew */
	SCREEN_COPY = 8,    /* s->copy to the clipboard */
	SCREEN_COLORS = 16, /* the settings have other colours */
	SCREEN_MOUSE = 32,  /* ... or another mouse */
	SCREEN_RUN = 64,    /* a program on the terminal */
};
unsigned screen_wants(struct screen *s);
/* Why the first load failed: the program is over. NULL: it did not. */
const struct err *screen_failure(const struct screen *s);

#endif
