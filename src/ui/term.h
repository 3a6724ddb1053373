/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal. No other part uses curses. There is one terminal, so its state
 * is static; call all functions on the thread that opened it.
 *
 *     struct grid --term_draw--> curses --> bytes, only for changed cells
 *     bytes --> term_key(): K_* codes of conf/keymap.h
 *
 * However the program ends, by term_close(), die() or a signal, the terminal is
 * restored.
 */
#ifndef FT_UI_TERM_H
#define FT_UI_TERM_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "conf/options.h"
#include "present/grid.h"
#include "ui/mouse.h"

/* Open the terminal. Standard output must be a terminal; keys come from
   standard input if it is also a terminal, else from /dev/tty. `like` is the
   result of caps_provide(). A message for the user about an unknown terminal
   type is appended to *remark. Call term_colors_set() next. On failure return
   -1 and set err, with the terminal unchanged. */
int term_open(const struct settings *set, const char *like,
	struct strbuf *remark, struct err *err);
/* Restore the terminal. Safe to call twice, and without term_open(). */
void term_close(void);

void term_size(int *rows, int *cols);
/* Apply the colour settings. Return the number of colours: 0, 8, 16 or 256. */
int term_colors_set(const struct settings *set);
/* True if non-ASCII characters can be shown; else *why_not is the reason. */
bool term_unicode(const char **why_not);

/* Return for how many milliseconds the terminal is busy with the last frame
   (see frame_pacing.h); -1: until term_wait() returns; 0: it is ready. */
int term_busy(void);
/* True if the connection is slow: a serial line of 19,200 baud or less, or
   frames that take long to arrive. */
bool term_is_slow(void);
/* Show a grid, with its cursor. */
void term_draw(const struct grid *g);
/* True if links may be written, by the user's setting or by the terminal. */
bool term_has_links(enum hyperlinks_mode set);
/* Link the spots of the last drawn grid to these addresses; "": no link. */
void term_links(const struct grid *g, const struct str url[SPOTS]);
/* Set the terminal's title, where that is safe; "" restores the old one. Writes
   nothing if the title is set already. */
void term_title(struct str title);
/* Make the next term_draw() send everything. */
void term_redraw(void);

/* Results of term_wait(), which can be combined. */
enum {
	TERM_KEYS = 1,    /* term_key() has a key */
	TERM_WAKE = 2,    /* the other descriptor is readable */
	TERM_RESIZED = 4, /* call term_size() again */
	TERM_GONE = 8,    /* the terminal is gone */
};
/* Wait for one of these events, or for timeout_ms (-1: for ever). `wake` is a
   descriptor to watch, or -1. */
unsigned term_wait(int wake, int timeout_ms);
/* Events other than keys: pasted text is in *paste, without control characters
   and with blanks for line ends; a mouse event is in *mouse. */
enum {
	K_PASTE = 0x300000,
	K_PASTE_TOO_LONG,
	K_PASTE_BROKEN, /* the paste's end is missing */
	K_MOUSE,
	/* Answers of the terminal, used only inside term_key(). */
	K_ANSWER,
	K_LIGHT,
	K_DARK,
	K_SYNC,
	K_LINKS,
	K_NO_LINKS,
	K_ASKED,
};
/* Return the next key, or -1 if there is none now. */
int term_key(struct strbuf *paste, struct mouse *mouse);
/* Turn mouse events on or off, if the terminal's description has them. */
void term_mouse_set(bool on);
/* Show large frames in one step, if the terminal answered that it can. */
void term_sync_set(bool on);
/* Stop this program, like Ctrl-Z, until it is continued. */
void term_suspend(void);
/* Give the terminal to a child, and take it back. */
void term_leave(void);
void term_return(void);
/* Copy text to the user's clipboard, each line cleaned with utf8_clean(); see
   ansi.h. */
void term_copy(struct str text);
/* Append new text from standard error. Return false if there is none. */
bool term_stderr(struct strbuf *out);

#endif
