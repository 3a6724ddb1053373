/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * UTF-8, seen from a terminal: code points, columns, and the visible form of
 * bytes that must never reach the screen.
 *
 * Names in a profile may contain anything. utf8_next() is the only way from
 * such bytes to cells: it returns one cell at a time, replaces control bytes,
 * unassigned characters and broken sequences by U+FFFD ("?" in ASCII), drops
 * invisible characters that change how others are drawn (joiners, variation
 * selectors, direction overrides, fillers), and keeps combining marks with
 * their base.
 */
#ifndef FT_BASE_UTF8_H
#define FT_BASE_UTF8_H

#include "base/str.h"
#include "base/strbuf.h"

enum { UTF8_CELL_MAX = 15, UTF8_BAD = 0xFFFD };

/* One character as drawn on the screen. */
struct utf8_cell {
	char text[UTF8_CELL_MAX + 1]; /* NUL-terminated UTF-8, len bytes */
	uint8_t len;
	uint8_t width; /* columns: 1 or 2 */
};

/* Decode the code point at the start of s (s.n > 0). Returns the bytes it
   took, at least 1; *cp is UTF8_BAD for a broken sequence. */
size_t utf8_decode(struct str s, uint32_t *cp);
/* Encode cp. Returns the length, 1 to 4. */
size_t utf8_bytes(uint32_t cp, char out[4]);
/* Return the number of bytes at the start of s that are valid UTF-8. */
size_t utf8_valid(struct str s);
/* Append s with U+FFFD for each byte that is not part of a valid sequence, as
   Go's decoder does. Nothing else changes. */
void utf8_repair(struct strbuf *out, struct str s);
/* Set the locale from the environment; if libc lacks it and its encoding is
   UTF-8, set another UTF-8 locale. Call this before there are threads. */
void utf8_begin(void);
/* True if the encoding of the locale is UTF-8. */
bool utf8_locale(void);

/* Return the cell at offset *at of s and move *at past it. False at the end.
   With `ascii`, everything outside printable ASCII becomes "?". */
bool utf8_next(struct str s, size_t *at, bool ascii, struct utf8_cell *cell);
/* Return the width of s in columns, as drawn by utf8_next(). */
int utf8_columns(struct str s, bool ascii);
/* Return the same, or any width above max as soon as s is known to be wider. */
int utf8_columns_up_to(struct str s, bool ascii, int max);
/* Return the offset of the longest suffix of s that fits in `cols` columns. */
size_t utf8_end(struct str s, bool ascii, int cols);
/* Cut the first line off a text: up to a newline, or as many words as fit into
   `cols` columns. A word that is too long is broken after at least one
   character. The newline, or the blanks at the break, are dropped. */
struct str utf8_line(struct str *text, bool ascii, int cols);
/* Append the drawn form of s, at most `max` columns (-1: all). */
void utf8_put(struct strbuf *out, struct str s, bool ascii, int max);
/* Likewise, append text of several lines: '\n' and '\t' stay. */
void utf8_put_text(struct strbuf *out, struct str text, bool ascii);
/* Append s for output other than a terminal, in any locale: control characters
   and broken sequences become U+FFFD; invisible characters are dropped, as by
   utf8_next(). */
void utf8_clean(struct strbuf *out, struct str s);

#endif
