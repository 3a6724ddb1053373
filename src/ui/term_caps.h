/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal that TERM names: curses, started for it or for the nearest known
 * kind, and its description. Apart from term.c, because the header of that
 * interface defines macros for common words.
 */
#ifndef FT_UI_TERM_CAPS_H
#define FT_UI_TERM_CAPS_H

#include "base/err.h"
#include "base/strbuf.h"

/* Return the known type that this terminal is most like. If its type is unknown
   the terminal is asked, which takes until it answers. If its type is not
   installed either, curses gets our description through the environment: call
   before there are threads. */
const char *caps_provide(void);
/* Return a SCREEN that reads from `in`, for the terminal's type or else for
   `other`; a message for the user is appended to *remark. NULL and err if there
   is none. */
void *begin_screen(
	FILE *in, const char *other, struct strbuf *remark, struct err *err);
/* Return a text capability; NULL: the terminal has none. Needs an open
   screen. */
const char *caps_text(const char *name);
/* Return a numeric capability; -1: the terminal has none. */
int caps_number(const char *name);
/* True if the terminal itself sends Ctrl-S and Ctrl-Q when it cannot keep up.
   Its description is not enough: more may be known about `type`. */
bool caps_stops_us(const char *type);
/* Append what undoes curses' switches, and `more` (may be NULL). */
void caps_farewell(struct strbuf *out, const char *more);
/* Append what makes all rows scroll; it moves the cursor. */
void caps_scroll_all(struct strbuf *out, int rows);

/* ---- Its background (OSC 11), queried where that is safe ----

       sent       ESC ]11;? ESC \           ESC [c
       answered   ESC ]11;rgb:ffff/ffff/dddd ESC \   ESC [?62;4c

   Every terminal answers the second query, about its kind: after that answer
   there is nothing to wait for. Both answers arrive like keys: term_key.h. */

enum shade { SHADE_UNKNOWN, SHADE_DARK, SHADE_LIGHT };

/* True if terminals of this type understand the query. */
bool ask_is_safe(struct str type);
/* Send the query to `out`, the terminal that keys are read from. False: it was
   not sent. */
bool ask_background(int in, int out);
/* Decode the answer, the bytes between "ESC ]" and its end. */
enum shade shade_answered(struct str answer);

#endif
