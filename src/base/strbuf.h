/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growing text. After the first append `p` is never NULL and always
 * NUL-terminated, for libraries that need that. The text itself may contain NUL
 * bytes, so its length is `n`.
 */
#ifndef FT_BASE_STRBUF_H
#define FT_BASE_STRBUF_H

#include <stdarg.h>

#include "base/compiler.h"
#include "base/str.h"

struct strbuf {
	char *p; /* owned; NULL until the first append */
	size_t n, cap;
};

#define STRBUF_INIT \
	{ \
		.p = NULL \
	}

void strbuf_free(struct strbuf *b);  /* frees the memory; may be reused */
void strbuf_reset(struct strbuf *b); /* empties the text, keeps the memory */
void strbuf_add(struct strbuf *b, struct str s);
void strbuf_addstr(struct strbuf *b, const char *text);
void strbuf_addch(struct strbuf *b, char c);
/* Append s, which may contain NUL bytes, between two strings. */
void strbuf_add3(
	struct strbuf *b, const char *before, struct str s, const char *after);
void strbuf_addn(struct strbuf *b, char c, size_t n); /* c, n times */
void strbuf_addu(struct strbuf *b, uint64_t n);       /* decimal digits */
void strbuf_addf(struct strbuf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void strbuf_vaddf(struct strbuf *b, const char *fmt, va_list ap)
	PRINTF_LIKE(2, 0);
/* Cut to at most n bytes. */
void strbuf_cut(struct strbuf *b, size_t n);
/* Insert s at offset `at`; remove n bytes at offset `at`. */
void strbuf_insert(struct strbuf *b, size_t at, struct str s);
void strbuf_remove(struct strbuf *b, size_t at, size_t n);

/* Insert blanks at `from` until the text after it has `width` bytes. */
void strbuf_pad_left(struct strbuf *b, size_t from, int width);

/* Return "" for 1, else "s": "1 sample", "2 samples". */
static inline const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static inline struct str
strbuf_str(const struct strbuf *b)
{
	return str_from(b->p, b->n);
}

/* Return the text as a C string, "" if nothing was appended. */
static inline const char *
strbuf_c(const struct strbuf *b)
{
	return b->p != NULL ? b->p : "";
}

#endif
