/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another program on the terminal, for a while: between term_leave() and
 * term_return(). Ctrl-C and Ctrl-\ are meant for it, not for us; Ctrl-Z
 * stops both.
 */
#ifndef FT_UI_SHELLOUT_H
#define FT_UI_SHELLOUT_H

#include "base/err.h"
#include "base/str.h"

/* Run a line of sh, as the user typed it, and wait for its end. `input` is
   its standard input. What it printed, unless it is a pager that ran for a
   while, stays until Enter. -1 and err when it fails: err says how. */
int shellout_line(struct str line, struct str input, struct err *err);
/* Run a program without a shell; its words end with a NUL each, and its input
   is the terminal. -1 and err. */
int shellout_words(struct str words, struct err *err);

#endif
