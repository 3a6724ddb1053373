/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another program on the terminal, for a while: between term_leave() and
 * term_return(). Ctrl-C and Ctrl-\ are meant for it, not for us; Ctrl-Z
 * stops both.
 */
#ifndef FT_UI_CHILD_H
#define FT_UI_CHILD_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

/* Run a line of sh and wait for its end. `input` is its standard input; with
   p == NULL that is the terminal, as an editor wants it. What a line printed
   of its input, when it is no pager or was over in no time, stays until
   Enter. -1 and err when it fails: err
   says how. */
int child_run(struct str line, struct str input, struct err *err);

#endif
