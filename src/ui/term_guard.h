/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restores the terminal when the program dies. The bytes to send are prepared
 * in advance, so that a signal handler only has to write() them, call
 * tcsetattr() and die of the same signal. A normal exit uses term_close(),
 * which ends curses.
 */
#ifndef FT_UI_TERM_GUARD_H
#define FT_UI_TERM_GUARD_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Save the line settings of the terminal `fd`, and catch the signals that end a
   program. Call before curses changes anything. */
int guard_begin(int fd, struct err *err);
/* Set the bytes that undo all terminal modes. They are copied. */
void guard_farewell(struct str bytes);
/* Turn guarding off (true) while another program has the terminal, or on again
   (false). */
void guard_pause(bool pause);
/* Restore the terminal now: as die()'s hook, and if term_open() fails. */
void guard_restore(void);
/* Restore the previous signal handlers. */
void guard_end(void);

/* Catch standard error while the screen is shown, because messages of libraries
   would garble the screen. Text caught just before the program dies is still
   printed. Return a descriptor that is readable when text was caught, or -1 if
   nothing can be caught. */
int caught_begin(void);
void caught_end(void);
/* Pause catching for a while, or continue it. */
void caught_pause(bool pause);
/* Append the text caught since the last call. Return false if there is none. */
bool caught_read(struct strbuf *out);

#endif
