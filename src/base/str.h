/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A span of bytes: pointer and length, passed by value. It is not terminated,
 * may contain any byte and owns nothing. The function that returns a span
 * documents its lifetime.
 */
#ifndef FT_BASE_STR_H
#define FT_BASE_STR_H

#include <limits.h>

#include "base/compiler.h"

struct str {
	const char *p; /* may be NULL when n is 0 */
	size_t n;
};

#define STR(lit) ((struct str){ (lit), sizeof(lit) - 1 })
#define STR_EMPTY ((struct str){ NULL, 0 })
/* Arguments for "%.*s". Prints at most INT_MAX bytes. */
#define STR_ARG(s) str_precision(s), ((s).p != NULL ? (s).p : "")

static inline struct str
str_from(const char *p, size_t n)
{
	return (struct str){ p, n };
}

static inline int
str_precision(struct str s)
{
	return s.n < INT_MAX ? (int)s.n : INT_MAX;
}

/* Return a span of NUL-terminated text; NULL gives the empty span. */
static inline struct str
str_c(const char *p)
{
	return (struct str){ p, p != NULL ? strlen(p) : 0 };
}

static inline bool
str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool
str_is(struct str a, const char *text)
{
	return str_eq(a, str_c(text));
}

/* True if equal except for the case of ASCII letters. */
bool str_eq_letters(struct str a, struct str b);
/* Compare bytes, as memcmp(); a prefix comes first. */
int str_cmp(struct str a, struct str b);
int str_compare(const void *a, const void *b); /* likewise, for qsort() */
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
/* Return the offset of the first (or last) c, or -1. */
ptrdiff_t str_chr(struct str s, char c);
ptrdiff_t str_rchr(struct str s, char c);
/* Return the offset of the first needle at or after `from`, or -1; likewise for
   the last needle. */
ptrdiff_t str_find(struct str s, struct str needle, size_t from);
ptrdiff_t str_rfind(struct str s, struct str needle);
/* Return the offset of the '(' that matches a ')' at the end, or -1. */
ptrdiff_t str_bracket(struct str s);
/* Return the length of a URL's scheme, up to the ':'; 0 if there is none. */
size_t str_scheme(struct str s);
/* Return s without its first n bytes; or bytes [from, to) of s. Offsets are
   clamped. */
struct str str_skip(struct str s, size_t n);
struct str str_sub(struct str s, size_t from, size_t to);
/* True if there are no control characters except blanks and newlines. */
bool str_is_text(struct str s);
/* Return s without blanks, tabs, CR and LF at both ends. */
struct str str_trim(struct str s);
/* Cut s at the first `sep`: return the text before it; s becomes the text after
   it. Without a `sep`, return all of s, which becomes empty with p == NULL. */
struct str str_cut(struct str *s, char sep);
/* Cut the decimal digits, if any, off the front of s. */
struct str str_cut_digits(struct str *s);
/* Cut the hexadecimal digits, if any, off the front of s, and return how many
   they are. *out is their value without the bits above the 64th. */
size_t str_cut_hex(struct str *s, uint64_t *out);

/* Read the whole span as a decimal number, [+-]digits. False for other text, or
   if the number does not fit. */
bool str_to_i64(struct str s, int64_t *out) MUST_USE;

/* Return the last element, as POSIX basename(): "" -> ".", "/a/b/" -> "b". */
struct str str_basename(struct str path);

#endif
