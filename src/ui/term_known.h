/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Built-in descriptions of the few terminal types that most others resemble,
 * for systems that lack them. ncurses takes a description from its environment,
 * TERMINFO=b64:..., see terminfo(5); other curses ignore that.
 */
#ifndef FT_UI_TERM_KNOWN_H
#define FT_UI_TERM_KNOWN_H

#include "base/strbuf.h"

/* Return the known type that equals `type` or resembles its name; else
   "vt100". */
const char *known_alike(const char *type);
/* True if `type` equals or resembles a known type. */
bool known_is_like(const char *type);
/* Append TERMINFO's value for a known type. Return false for others. */
bool known_description(const char *type, struct strbuf *out);

#endif
