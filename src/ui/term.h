/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal: the only part that knows curses. There is one, so its state
 * is this module's own; everything runs on the thread that opened it.
 *
 *     struct grid --term_draw--> curses --> bytes, only for changed cells
 *     bytes --> curses --> term_key(): K_* codes of conf/keymap.h
 *
 * However the program ends, by term_close(), die() or a signal, the terminal
 * is given back as it was found.
 */
#ifndef FT_UI_TERM_H
#define FT_UI_TERM_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "conf/options.h"
#include "present/grid.h"
#include "ui/mouse.h"

/* Open the terminal. Standard output must be one; keys come from standard
   input if that is one too, else from /dev/tty. `like` is what caps_provide()
   says. A message for the user (a terminal type that is not known) is appended
   to *remark. Its colours follow, by term_colors_set(). -1 and err: nothing was
   changed. */
int term_open(const struct settings *set, const char *like,
	struct strbuf *remark, struct err *err);
/* Give it back. Safe to call twice, and when it was never opened. */
void term_close(void);

void term_size(int *rows, int *cols);
/* Have the colours that the settings want. Returns how many there are: 0, 8, 16
   or 256. */
int term_colors_set(const struct settings *set);
/* Line drawing and other non-ASCII characters can be shown; if not, why. */
bool term_unicode(const char **why_not);

/* For how many milliseconds the terminal has enough to do with what was
   drawn last (see frame_pacing.h), -1: until term_wait() comes back; 0: it is
   ready. */
int term_busy(void);
/* Is it at the end of a slow line: of 19,200 baud or less as its settings say,
   or where frames take long to arrive? */
bool term_is_slow(void);
/* Show a grid. The cursor goes where the grid wants it. */
void term_draw(const struct grid *g);
/* The next term_draw() sends everything. */
void term_redraw(void);

/* What term_wait() saw; several at once. */
enum {
	TERM_KEYS = 1,    /* term_key() has something */
	TERM_WAKE = 2,    /* the other descriptor is readable */
	TERM_RESIZED = 4, /* ask term_size() again */
	TERM_GONE = 8,    /* the terminal is gone */
};
/* Sleep until one of them, or until timeout_ms (-1: for ever). `wake` is a
   descriptor to watch, or -1. */
unsigned term_wait(int wake, int timeout_ms);
/* Instead of keys: what was pasted is in *paste, control characters removed,
   line ends as blanks; what the mouse did in *mouse. */
enum {
	K_PASTE = 0x300000,
	K_PASTE_TOO_LONG,
	K_PASTE_BROKEN, /* its end did not come */
	K_MOUSE,
	/* Answers of the terminal, which term_key() keeps to itself. */
	K_ANSWER,
	K_LIGHT,
	K_DARK,
	K_ASKED,
};
/* The next key, or -1 when there is none now. */
int term_key(struct strbuf *paste, struct mouse *mouse);
/* Let the mouse speak, if the terminal's description has one. */
void term_mouse_set(bool on);
/* Stop this program as Ctrl-Z does everywhere, until it is continued. */
void term_suspend(void);
/* Give the terminal to a child for a while, and take it back. */
void term_leave(void);
void term_return(void);
/* Put lines of text on the clipboard of the person in front, see ansi.h; as
   utf8_clean() has them. */
void term_copy(struct str text);
/* Append and forget what was written to standard error meanwhile. */
bool term_stderr(struct strbuf *out);

#endif
