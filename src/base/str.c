/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans of bytes. */
#include "prelude.h"

#include "base/ascii.h"
#include "base/str.h"

bool
str_eq_letters(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (ascii_lower(a.p[i]) != ascii_lower(b.p[i]))
			return false;
	return true;
}

int
str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n == 0 ? 0 : memcmp(a.p, b.p, n);

	if (c != 0)
		return c;
	return a.n < b.n ? -1 : a.n > b.n;
}

int
str_compare(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

bool
str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq(str_from(s.p, prefix.n), prefix);
}

bool
str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n && str_eq(str_skip(s, s.n - suffix.n), suffix);
}

ptrdiff_t
str_chr(struct str s, char c)
{
	const char *q = s.n == 0 ? NULL : memchr(s.p, c, s.n);

	return q == NULL ? -1 : q - s.p;
}

ptrdiff_t
str_rchr(struct str s, char c)
{
	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == c)
			return (ptrdiff_t)(i - 1);
	return -1;
}

ptrdiff_t
str_find(struct str s, struct str needle, size_t from)
{
	if (needle.n == 0)
		return from <= s.n ? (ptrdiff_t)from : -1;
	while (from + needle.n <= s.n) {
		const char *q = memchr(
			s.p + from, needle.p[0], s.n - needle.n + 1 - from);

		if (q == NULL)
			return -1;
		if (memcmp(q, needle.p, needle.n) == 0)
			return q - s.p;
		from = (size_t)(q - s.p) + 1;
	}
	return -1;
}

ptrdiff_t
str_rfind(struct str s, struct str needle)
{
	if (needle.n == 0 || needle.n > s.n)
		return needle.n == 0 && s.n > 0 ? (ptrdiff_t)s.n - 1 : -1;
	for (size_t at = s.n - needle.n + 1; at-- > 0;)
		if (s.p[at] == needle.p[0] &&
			memcmp(s.p + at, needle.p, needle.n) == 0)
			return (ptrdiff_t)at;
	return -1;
}

ptrdiff_t
str_bracket(struct str s)
{
	int depth = 0;

	if (s.n == 0 || s.p[s.n - 1] != ')')
		return -1;
	for (size_t i = s.n; i-- > 0;) {
		if (s.p[i] == ')')
			depth++;
		else if (s.p[i] == '(' && --depth == 0)
			return (ptrdiff_t)i;
	}
	return -1;
}

size_t
str_scheme(struct str s)
{
	size_t n = 0;

	while (n < s.n &&
		(ascii_is_letter(s.p[n]) ||
			(n > 0 && s.p[n] != '\0' &&
				strchr("0123456789+-.", s.p[n]) != NULL)))
		n++;
	return n < s.n && s.p[n] == ':' ? n : 0;
}

struct str
str_skip(struct str s, size_t n)
{
	if (n > s.n)
		n = s.n;
	return str_from(n == 0 ? s.p : s.p + n, s.n - n);
}

struct str
str_sub(struct str s, size_t from, size_t to)
{
	if (to > s.n)
		to = s.n;
	if (from > to)
		from = to;
	return str_from(from == 0 ? s.p : s.p + from, to - from);
}

static bool
str_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool
str_is_text(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c == 0x7f || (c < ' ' && !str_is_blank(s.p[i])))
			return false;
	}
	return true;
}

struct str
str_trim(struct str s)
{
	while (s.n > 0 && str_is_blank(s.p[0]))
		s = str_skip(s, 1);
	while (s.n > 0 && str_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

struct str
str_cut(struct str *s, char sep)
{
	struct str head = *s;
	ptrdiff_t at = str_chr(*s, sep);

	if (at < 0) {
		*s = STR_EMPTY;
		return head;
	}
	head.n = (size_t)at;
	*s = str_skip(*s, (size_t)at + 1);
	return head;
}

struct str
str_cut_digits(struct str *s)
{
	struct str digits;
	size_t n = 0;

	while (n < s->n && ascii_is_digit(s->p[n]))
		n++;
	digits = str_sub(*s, 0, n);
	*s = str_skip(*s, n);
	return digits;
}

size_t
str_cut_hex(struct str *s, uint64_t *out)
{
	struct str rest = *s;
	uint64_t value = 0;
	size_t n = 0;

	for (int digit; n < rest.n && (digit = ascii_hex(rest.p[n])) >= 0; n++)
		value = value << 4 | (uint64_t)digit;
	*out = value;
	*s = str_skip(rest, n);
	return n;
}

bool
str_to_i64(struct str s, int64_t *out)
{
	bool negative = false;
	int64_t v = 0;

	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+')) {
		negative = s.p[0] == '-';
		s = str_skip(s, 1);
	}
	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int digit = s.p[i] - '0';

		if (digit < 0 || digit > 9)
			return false;
		/* Count downwards, because -INT64_MIN would overflow. */
		if (__builtin_mul_overflow(v, 10, &v) ||
			__builtin_sub_overflow(v, digit, &v))
			return false;
	}
	if (!negative && v == INT64_MIN)
		return false;
	*out = negative ? v : -v;
	return true;
}

struct str
str_basename(struct str path)
{
	ptrdiff_t slash;

	if (path.n == 0)
		return STR(".");
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	if (path.n == 1 && path.p[0] == '/')
		return path;
	slash = str_rchr(path, '/');
	return str_skip(path, (size_t)(slash + 1));
}
