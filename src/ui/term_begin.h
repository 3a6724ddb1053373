/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Curses started for the terminal that TERM names, or for the nearest kind
 * that is known here. Made for term.c alone.
 */
#ifndef FT_UI_TERM_BEGIN_H
#define FT_UI_TERM_BEGIN_H

#include <stdio.h>

#include "base/err.h"
#include "base/strbuf.h"

/* A SCREEN that reads from `in`; something to tell the user is appended to
   *remark. NULL and err when there is none. */
void *begin_screen(FILE *in, struct strbuf *remark, struct err *err);

#endif
