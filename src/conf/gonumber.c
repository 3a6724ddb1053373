/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in Go's syntax. */
#include "prelude.h"

#include "conf/gonumber.h"

#include <errno.h>
#include <math.h>

enum { LONGEST = 64 }; /* bytes of a number and its NUL */

/* Return the value of a digit in any base; 99: not a digit. */
static unsigned
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 99;
}

/* Cut off a base prefix and return its base; `or_else` without one. */
static unsigned
take_base(struct str *s, unsigned or_else)
{
	char c = s->n > 1 && s->p[0] == '0' ? (char)(s->p[1] | 0x20) : '\0';
	unsigned base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;

	if (base == 0)
		return or_else;
	*s = str_skip(*s, 2);
	return base;
}

/* Copy s without the underscores between digits. After a base prefix
   (`prefix`), s may also begin with one. False for an underscore elsewhere. */
static bool
without_underscores(struct str s, unsigned base, bool prefix, char *to)
{
	for (size_t i = 0; i < s.n; i++) {
		bool before = i > 0 ? digit_of(s.p[i - 1]) < base : prefix;

		if (s.p[i] != '_')
			*to++ = s.p[i];
		else if (!before || i + 1 == s.n ||
			digit_of(s.p[i + 1]) >= base)
			return false;
	}
	*to = '\0';
	return true;
}

static bool
take_sign(struct str *s)
{
	bool negative = s->n > 0 && s->p[0] == '-';

	if (negative || (s->n > 0 && s->p[0] == '+'))
		*s = str_skip(*s, 1);
	return negative;
}

bool
literal_int(struct str s, int64_t *out)
{
	char buf[LONGEST];
	bool negative = take_sign(&s);
	size_t whole = s.n;
	unsigned base = take_base(&s, 0);
	int64_t v = 0;

	if (base == 0)
		base = s.n > 1 && s.p[0] == '0' ? 8 : 10;
	if (s.n == 0 || s.n >= sizeof(buf) ||
		!without_underscores(s, base, s.n < whole, buf))
		return false;
	for (const char *c = buf; *c != '\0'; c++) {
		unsigned digit = digit_of(*c);

		/* Count down, because INT64_MIN has no positive counterpart. */
		if (digit >= base ||
			__builtin_mul_overflow(v, (int64_t)base, &v) ||
			__builtin_sub_overflow(v, (int64_t)digit, &v))
			return false;
	}
	if (!negative && v == INT64_MIN)
		return false;
	*out = negative ? v : -v;
	return true;
}

bool
literal_float(struct str s, double *out)
{
	char buf[LONGEST], *end;
	struct str all = s;
	bool negative = take_sign(&s);
	unsigned base;
	double v;
	bool exponent = false;

	if (str_eq_letters(all, STR("nan")) || str_eq_letters(s, STR("inf")) ||
		str_eq_letters(s, STR("infinity"))) {
		v = str_eq_letters(all, STR("nan")) ? (double)NAN
						    : (double)INFINITY;
		*out = negative ? -v : v;
		return true;
	}
	all = s;
	base = s.n > 1 && (s.p[1] | 0x20) == 'x' ? take_base(&s, 10) : 10;
	/* Refuse what Go refuses or reads differently from strtod(). */
	if (s.n == 0 || all.n >= sizeof(buf) || strchr("+-", s.p[0]) != NULL)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		char c = (char)(s.p[i] | 0x20);

		if (c == (base == 16 ? 'p' : 'e'))
			exponent = true;
		else if (strchr("+-.", s.p[i]) == NULL && s.p[i] != '_' &&
			digit_of(s.p[i]) >= base)
			return false;
	}
	if (!exponent && base != 10)
		return false;
	if (!without_underscores(s, base, base == 16, buf + all.n - s.n))
		return false;
	memcpy(buf, all.p, all.n - s.n);
	errno = 0;
	v = strtod(buf, &end);
	if (*end != '\0' || end == buf || (errno == ERANGE && isinf(v)))
		return false;
	*out = negative ? -v : v;
	return true;
}

int
literal_digits(double v)
{
	char text[32];
	double back = 0;
	int digits = 1;

	for (; digits < 17; digits++) {
		snprintf(text, sizeof(text), "%.*e", digits - 1, v);
		if (literal_float(str_c(text), &back) && !(back < v) &&
			!(back > v))
			break;
	}
	return digits;
}
