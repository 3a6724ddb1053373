/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Go's regular expressions for PCRE2: see dialect.h. */
#include "config.h"

#include "engine/dialect.h"

#include <stdbool.h>
#include <string.h>

#include "base/banned.h"

#define SPACES "\\t\\n\\f\\r\\x20"
#define NOT_SPACES "\\x00-\\x08\\x0b\\x0e-\\x1f\\x21-\\x{10ffff}"

struct reading {
	struct str s; /* the pattern */
	size_t at;
	struct strbuf *out;
};

static char
peek(const struct reading *r, size_t ahead)
{
	return r->at + ahead < r->s.n ? r->s.p[r->at + ahead] : '\0';
}

static bool
ahead_is(const struct reading *r, struct str what)
{
	return str_starts(str_skip(r->s, r->at), what);
}

/* Move on by n bytes, which are the same on the other side. */
static void
copy(struct reading *r, size_t n)
{
	struct str part = str_sub(r->s, r->at, r->at + n);

	strbuf_add(r->out, part);
	r->at += part.n;
}

/* Move on by n bytes, which read `instead` on the other side. */
static void
replace(struct reading *r, size_t n, const char *instead)
{
	strbuf_addc(r->out, instead);
	r->at += n;
}

/* Copy up to and with `end`, or to the end of the pattern. */
static void
copy_through(struct reading *r, struct str end)
{
	ptrdiff_t found = str_find(r->s, end, r->at);

	copy(r, found < 0 ? r->s.n - r->at : (size_t)found + end.n - r->at);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_word(char c)
{
	return is_digit(c) || c == '_' ||
		((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

static bool
is_repeated(const struct reading *r, size_t ahead)
{
	char c = peek(r, ahead);

	return c == '*' || c == '+' || c == '?' ||
		(c == '{' && is_digit(peek(r, ahead + 1)));
}

/* An assertion of n bytes. */
static void
assertion(struct reading *r, size_t n)
{
	bool repeated = is_repeated(r, n);

	if (repeated)
		strbuf_addc(r->out, "(?:");
	copy(r, n);
	if (repeated)
		strbuf_addch(r->out, ')');
}

/* The length of "(?P<name>" or "(?<name>" here, else 0. */
static size_t
group_name(const struct reading *r)
{
	size_t from, n;

	if (ahead_is(r, STR("(?P<")))
		from = 4;
	else if (ahead_is(r, STR("(?<")))
		from = 3;
	else
		return 0;
	for (n = from; is_word(peek(r, n)); n++)
		;
	return n > from && peek(r, n) == '>' ? n + 1 : 0;
}

/* \x{d800} to \x{dfff} are no characters, so they match nothing. */
static bool
is_surrogate(const struct reading *r)
{
	return (ahead_is(r, STR("\\x{d")) || ahead_is(r, STR("\\x{D"))) &&
		peek(r, 4) != '\0' && strchr("89abcdefABCDEF", peek(r, 4)) &&
		peek(r, 5) != '}' && peek(r, 6) != '}' && peek(r, 7) == '}';
}

/* A backslash and what belongs to it. */
static void
escape(struct reading *r)
{
	switch (peek(r, 1)) {
	case 's':
		replace(r, 2, "[" SPACES "]");
		break;
	case 'S':
		replace(r, 2, "[^" SPACES "]");
		break;
	case 'v':
		replace(r, 2, "\\x0b");
		break;
	case 'b':
	case 'B':
	case 'A':
	case 'z':
		assertion(r, 2);
		break;
	case 'Q':
		copy_through(r, STR("\\E"));
		break;
	case 'x':
		if (is_surrogate(r))
			replace(r, 8, "(?!)");
		else
			copy(r, 2);
		break;
	default:
		copy(r, 2);
	}
}

/* A backslash inside of [...]. True if it stands for a set. */
static bool
class_escape(struct reading *r)
{
	switch (peek(r, 1)) {
	case 's':
		replace(r, 2, SPACES);
		return true;
	case 'S':
		replace(r, 2, NOT_SPACES);
		return true;
	case 'v':
		replace(r, 2, "\\x0b");
		return false;
	case 'd':
	case 'D':
	case 'w':
	case 'W':
		copy(r, 2);
		return true;
	case 'p':
	case 'P':
		if (peek(r, 2) == '{')
			copy_through(r, STR("}"));
		else
			copy(r, 3);
		return true;
	default:
		copy(r, 2);
		return false;
	}
}

/* [...], whose first character may be a ] that is meant. */
static void class(struct reading *r)
{
	bool after_set = false;

	copy(r, peek(r, 1) == '^' ? 2 : 1);
	if (peek(r, 0) == ']')
		copy(r, 1);
	else if (peek(r, 0) == ':' || peek(r, 0) == '.' || peek(r, 0) == '=')
		strbuf_addch(r->out, '\\');
	while (r->at < r->s.n && peek(r, 0) != ']') {
		bool is_set = false;

		if (peek(r, 0) == '\\') {
			is_set = class_escape(r);
		} else if (ahead_is(r, STR("[:")) &&
			str_find(r->s, STR(":]"), r->at + 2) >= 0) {
			copy_through(r, STR(":]"));
			is_set = true;
		} else if (peek(r, 0) == '[') {
			replace(r, 1, "\\[");
		} else if (peek(r, 0) == '-' && after_set) {
			replace(r, 1, "\\-");
		} else {
			copy(r, 1);
		}
		after_set = is_set;
	}
	copy(r, 1);
}

void
dialect_to_pcre2(struct strbuf *out, struct str pattern)
{
	struct reading r = { pattern, 0, out };

	while (r.at < pattern.n) {
		size_t name = group_name(&r);

		if (name > 0)
			replace(&r, name, "(");
		else if (peek(&r, 0) == '\\')
			escape(&r);
		else if (peek(&r, 0) == '[')
			class(&r);
		else if (peek(&r, 0) == '^' || peek(&r, 0) == '$')
			assertion(&r, 1);
		else
			copy(&r, 1);
	}
}
