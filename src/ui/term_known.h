/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Terminals that are known where nobody installed their descriptions: the few
 * kinds that most others are like. ncurses takes a description from its
 * environment, TERMINFO=b64:..., as terminfo(5) says; others ignore that.
 */
#ifndef FT_UI_TERM_KNOWN_H
#define FT_UI_TERM_KNOWN_H

#include "base/strbuf.h"

/* The known type that a terminal of this type is, or is most like by its name;
   else vt100. */
const char *known_alike(const char *type);
/* Does the name say so much? */
bool known_is_like(const char *type);
/* Append what TERMINFO has to be for a known type; false: it is none. */
bool known_description(const char *type, struct strbuf *out);

#endif
