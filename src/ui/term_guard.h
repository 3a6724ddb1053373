/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal's life insurance. What is needed to give a terminal back is
 * prepared while all is well, so that a signal handler only has to write()
 * it, call tcsetattr() and die of the same signal.
 */
#ifndef FT_UI_TERM_GUARD_H
#define FT_UI_TERM_GUARD_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

/* Remember the present line settings of the terminal `fd`, and catch the
   signals that end a program. Before curses changes anything. */
int guard_begin(int fd, struct err *err);
/* The bytes that undo what curses and we switched on. Copied. */
void guard_farewell(struct str bytes);
/* Standard error as it was, for the last words of a dying program; and the
   end of the pipe, not blocking, that has what was said there since. Or -1. */
void guard_stderr(int fd, int caught);
/* Switch guarding off and on, around a time without the terminal. */
void guard_pause(bool pause);
/* Restore now (die()'s hook, and the end of an open that failed). */
void guard_restore(void);
/* Back to the signals of before. */
void guard_end(void);

#endif
