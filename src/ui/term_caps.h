/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the description of the terminal says. Apart from term.c, because the
 * header of that interface defines macros for common words.
 */
#ifndef FT_UI_TERM_CAPS_H
#define FT_UI_TERM_CAPS_H

#include <stdbool.h>

#include "base/strbuf.h"

/* The text of a capability, NULL when the terminal has none. Needs an open
   screen. */
const char *caps_text(const char *name);
/* A numeric capability; -1 when the terminal has none. */
int caps_number(const char *name);
/* Does the terminal send Ctrl-S and Ctrl-Q itself, when it cannot keep up?
   That its description says so is not enough: `type` may be known better. */
bool caps_stops_us(const char *type);
/* Append what undoes the switches of curses, and `more` (may be NULL). */
void caps_farewell(struct strbuf *out, const char *more);
/* Append what lets all rows of the screen scroll; it moves the cursor. */
void caps_scroll_all(struct strbuf *out, int rows);

#endif
