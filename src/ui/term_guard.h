/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal's life insurance. What is needed to give a terminal back is
 * prepared while all is well, so that a signal handler only has to write()
 * it, call tcsetattr() and die of the same signal. A normal exit does not
 * come here: term_close() ends curses.
 */
#ifndef FT_UI_TERM_GUARD_H
#define FT_UI_TERM_GUARD_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Remember the present line settings of the terminal `fd`, and catch the
   signals that end a program. Before curses changes anything. */
int guard_begin(int fd, struct err *err);
/* The bytes that undo what curses and we switched on. Copied. */
void guard_farewell(struct str bytes);
/* Switch guarding off and on, around a time without the terminal. */
void guard_pause(bool pause);
/* Restore now (die()'s hook, and the end of an open that failed). */
void guard_restore(void);
/* Back to the signals of before. */
void guard_end(void);

/* Standard error while the screen is shown: what libraries write there would
   spoil it, so it is caught and told later. A dying program's last words still
   come out. Returns what is
   readable when something was written; -1: nothing is caught. */
int caught_begin(void);
void caught_end(void);
/* Let it through for a while. */
void caught_pause(bool pause);
/* Append and forget what was written. False: nothing was. */
bool caught_read(struct strbuf *out);

#endif
