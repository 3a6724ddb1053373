/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restores the terminal when the program dies. The bytes for it are prepared in
 * advance, so that a signal handler only has to write() them, call tcsetattr()
 * and die of the same signal. A normal exit uses term_close(), which ends
 * curses.
 */
#ifndef FT_UI_TERM_GUARD_H
#define FT_UI_TERM_GUARD_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Save the line settings of the terminal `fd`, and catch the signals that end a
   program. Call before curses changes anything. */
int guard_begin(int fd, struct err *err);
/* Set the bytes that undo what curses and we switched on; copied. */
void guard_farewell(struct str bytes);
/* Turn guarding off and on, around a time without the terminal. */
void guard_pause(bool pause);
/* Restore now: die()'s hook, and the end of an open that failed. */
void guard_restore(void);
/* Restore the signal handlers from before. */
void guard_end(void);

/* Catch standard error while the screen is shown: what libraries write there
   would spoil it, so it is shown later. Last words before the program dies
   still come out. Returns a descriptor that is readable when something was
   written; -1: nothing is caught. */
int caught_begin(void);
void caught_end(void);
/* Pause catching for a while, or continue it. */
void caught_pause(bool pause);
/* Append the caught text and forget it. False: there was none. */
bool caught_read(struct strbuf *out);

#endif
