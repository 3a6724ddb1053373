/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks of a program's output to its terminal, byte by byte: things that the
 * screen no longer shows.
 */
#ifndef FT_TESTS_PTY_WROTE_H
#define FT_TESTS_PTY_WROTE_H

#include "base/str.h"
#include "base/strbuf.h"

/* Each returns true when the bytes are free of it, else false, and appends
   to `why` the first offence and its offset. */

/* No SGR that sets a colour: 30-49, 90-107. */
bool wrote_no_colour(struct str bytes, struct strbuf *why);
/* No byte above 0x7f. */
bool wrote_ascii(struct str bytes, struct strbuf *why);
/* No request to blink. */
bool wrote_no_blink(struct str bytes, struct strbuf *why);

/* Is this private mode (as in "CSI ? 1006 h") on at the end? */
bool wrote_mode_on(struct str bytes, int mode);

/* Append the bytes as a C string would show them, at most `max`. */
void wrote_quote(struct str bytes, size_t max, struct strbuf *out);

#endif
