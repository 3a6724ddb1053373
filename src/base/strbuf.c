/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growable string buffers. */
#include "prelude.h"

#include "base/strbuf.h"

#include <assert.h>
#include <stdarg.h>

#include "base/num.h"
#include "base/xalloc.h"

static void
strbuf_grow(struct strbuf *b, size_t extra)
{
	size_t need = add_size(add_size(b->n, extra), 1);
	size_t cap = b->cap < 32 ? 32 : b->cap;

	if (need <= b->cap)
		return;
	while (cap < need)
		cap = mul_size(cap, 2);
	b->p = xrealloc(b->p, cap, 1);
	b->cap = cap;
}

void
strbuf_free(struct strbuf *b)
{
	free(b->p);
	*b = (struct strbuf)STRBUF_INIT;
}

void
strbuf_reset(struct strbuf *b)
{
	strbuf_cut(b, 0);
}

void
strbuf_add(struct strbuf *b, struct str s)
{
	strbuf_grow(b, s.n);
	if (s.n > 0)
		memcpy(b->p + b->n, s.p, s.n);
	b->n += s.n;
	b->p[b->n] = '\0';
}

void
strbuf_addstr(struct strbuf *b, const char *text)
{
	strbuf_add(b, str_c(text));
}

void
strbuf_add3(
	struct strbuf *b, const char *before, struct str s, const char *after)
{
	strbuf_addstr(b, before);
	strbuf_add(b, s);
	strbuf_addstr(b, after);
}

void
strbuf_addch(struct strbuf *b, char c)
{
	strbuf_add(b, str_from(&c, 1));
}

void
strbuf_addn(struct strbuf *b, char c, size_t n)
{
	strbuf_grow(b, n);
	memset(b->p + b->n, c, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
strbuf_addu(struct strbuf *b, uint64_t n)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + n % 10);
	while ((n /= 10) != 0);
	strbuf_add(b, str_from(digits + at, sizeof(digits) - at));
}

void
strbuf_vaddf(struct strbuf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	assert(n >= 0);
	strbuf_grow(b, (size_t)n);
	(void)vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
	va_end(again);
	b->n += (size_t)n;
}

void
strbuf_addf(struct strbuf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(b, fmt, ap);
	va_end(ap);
}

void
strbuf_cut(struct strbuf *b, size_t n)
{
	if (n >= b->n)
		return;
	b->n = n;
	b->p[n] = '\0';
}

void
strbuf_insert(struct strbuf *b, size_t at, struct str s)
{
	assert(at <= b->n);
	strbuf_grow(b, s.n);
	memmove(b->p + at + s.n, b->p + at, b->n - at);
	if (s.n > 0)
		memcpy(b->p + at, s.p, s.n);
	b->n += s.n;
	b->p[b->n] = '\0';
}

void
strbuf_remove(struct strbuf *b, size_t at, size_t n)
{
	assert(at <= b->n && n <= b->n - at);
	if (n == 0)
		return;
	memmove(b->p + at, b->p + at + n, b->n - at - n);
	b->n -= n;
	b->p[b->n] = '\0';
}

void
strbuf_pad_left(struct strbuf *b, size_t from, int width)
{
	for (size_t n = b->n - from; width > 0 && n < (size_t)width; n++)
		strbuf_insert(b, from, STR(" "));
}
