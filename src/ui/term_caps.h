/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts curses for the terminal type in TERM, or for the most similar known
 * type, and reads its description. Separate from term.c, because terminfo's
 * header defines macros for common words.
 */
#ifndef FT_UI_TERM_CAPS_H
#define FT_UI_TERM_CAPS_H

#include "base/err.h"
#include "base/strbuf.h"

/* Return the known type most similar to the terminal. If TERM's type is not
   installed and its name resembles no known type, query the terminal. If the
   similar type is not installed either, pass the built-in description to curses
   in the environment: call before there are threads. */
const char *caps_provide(void);
/* Return a SCREEN that writes to `out` and reads from `in`, for the terminal's
   type, or else for `other` with a message appended to *remark. Return NULL and
   set err if neither can be used. */
void *begin_screen(FILE *out, FILE *in, const char *other,
	struct strbuf *remark, struct err *err);
/* Return a text capability; NULL: the terminal has none. Needs an open
   screen. */
const char *caps_text(const char *name);
/* Return a numeric capability; -1: the terminal has none. */
int caps_number(const char *name);
/* True if the terminal itself sends Ctrl-S and Ctrl-Q when it cannot keep up.
   This is read from its description, which is wrong for some values of
   `type`. */
bool caps_stops_us(const char *type);
/* Append `more` (may be NULL) and the sequences that undo curses' modes. */
void caps_farewell(struct strbuf *out, const char *more);
/* Append the sequence that makes all rows scroll. It moves the cursor. */
void caps_scroll_all(struct strbuf *out, int rows);

/* ---- The terminal's background (OSC 11), queried where that is safe ----

       sent       ESC ]11;? ESC \           ESC [c
       answered   ESC ]11;rgb:ffff/ffff/dddd ESC \   ESC [?62;4c

   Every terminal answers the last query, about its kind, so that answer ends
   the wait. Before it are those of term_link.h and term_sync.h. All answers
   arrive like keys: term_key.h. */

enum shade { SHADE_UNKNOWN, SHADE_DARK, SHADE_LIGHT };

/* True if terminals of this type understand the query. */
bool ask_is_safe(struct str type);
/* Send the queries to `out` if it is the terminal from which keys are read;
   `name`: also the query for its name. Return false if they were not sent. */
bool ask_terminal(int in, int out, bool name);
/* Decode the answer, the bytes between "ESC ]" and its end. */
enum shade shade_answered(struct str answer);

/* ---- The terminal's title ----

   Most descriptions save the title with smcup and restore it with rmcup; where
   they do not, the program does it. */

/* True if terminals of this type have a title. */
bool title_is_safe(struct str type);
/* True if smcup saves the title, and rmcup restores it. */
bool title_is_kept(void);

#endif
