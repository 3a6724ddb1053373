/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal that TERM names: curses started for it, or for the nearest kind
 * that is known here, and what its description says. Apart from term.c, because
 * the header of that interface defines macros for common words.
 */
#ifndef FT_UI_TERM_CAPS_H
#define FT_UI_TERM_CAPS_H

#include "base/err.h"
#include "base/strbuf.h"

/* The known type that this terminal is most like. One whose type nobody has
   described is asked what it is, which takes until it answers. Where that one
   is not described either, curses gets our description, by way of the
   environment: before there are threads. */
const char *caps_provide(void);
/* A SCREEN that reads from `in`, for the terminal's type or else for `other`; a
   message for the user is appended to *remark. NULL and err when there is
   none. */
void *begin_screen(
	FILE *in, const char *other, struct strbuf *remark, struct err *err);
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

/* ---- Its background (OSC 11), asked for where that is safe ----

       sent       ESC ]11;? ESC \           ESC [c
       answered   ESC ]11;rgb:ffff/ffff/dddd ESC \   ESC [?62;4c

   The second question, what kind of terminal it is, every terminal answers:
   after it there is nothing to wait for. Both come as keys do: term_key.h. */

enum shade { SHADE_UNKNOWN, SHADE_DARK, SHADE_LIGHT };

/* Is this a type of terminal that takes the question for what it is? */
bool ask_is_safe(struct str type);
/* Ask on `out`, which is the terminal that keys are read from. False: it was
   not asked. */
bool ask_background(int in, int out);
/* What the answer says, the bytes between "ESC ]" and its end. */
enum shade shade_answered(struct str answer);

#endif
