/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns that match any text: see always.h. */
#include "config.h"

#include "engine/always.h"

#include "base/utf8.h"

#include "base/banned.h"

/* As deep as PCRE2 nests groups. */
enum { DEPTH_MAX = 250 };

/* Of a part of the pattern: can it match without taking anything, in every
   text, there? */
struct empty {
	bool front, back;
};

static const struct empty never = { false, false };
static const struct empty both = { true, true };

struct parse {
	struct str s;
	size_t at;
	int depth;
	bool strange; /* something that is not known here was seen */
};

static char
peek(const struct parse *r, size_t ahead)
{
	return r->at + ahead < r->s.n ? r->s.p[r->at + ahead] : '\0';
}

static bool
at_end(const struct parse *r)
{
	return r->at >= r->s.n;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool
is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

static struct empty
strange(struct parse *r)
{
	r->strange = true;
	r->at = r->s.n;
	return never;
}

/* Up to and with `end`. */
static struct empty
skip_through(struct parse *r, struct str end)
{
	ptrdiff_t found = str_find(r->s, end, r->at);

	r->at = found < 0 ? r->s.n : (size_t)found + end.n;
	return never;
}

/* \Q...\E, of which a repetition behind it means the last character. */
static struct empty
quoted(struct parse *r)
{
	size_t from = r->at;

	(void)skip_through(r, STR("\\E"));
	return r->at - from <= 4 || is_one_of(peek(r, 0), "*+?{") ? strange(r)
								  : never;
}

/* \x or \p, with what belongs to it. */
static struct empty
coded(struct parse *r)
{
	bool hex = peek(r, 1) == 'x';

	if (peek(r, 2) == '{')
		return skip_through(r, STR("}"));
	if (hex ? !is_hex(peek(r, 2)) || !is_hex(peek(r, 3))
		: !is_letter(peek(r, 2)))
		return strange(r);
	r->at += hex ? 4 : 3;
	return never;
}

static struct empty
escape(struct parse *r)
{
	char c = peek(r, 1);

	if (c == 'Q')
		return quoted(r);
	if (is_one_of(c, "xpP"))
		return coded(r);
	r->at += 2;
	if (c == 'A')
		return (struct empty){ .front = true };
	if (c == 'z')
		return (struct empty){ .back = true };
	if (is_one_of(c, "bBdDsSwWnrtfva"))
		return never;
	return c > ' ' && c < 0x7f && !is_letter(c) && !is_digit(c)
		? never
		: strange(r);
}

/* [...], whose first character may be a ] that is meant. */
static struct empty
set(struct parse *r)
{
	r->at += peek(r, 1) == '^' ? 2 : 1;
	if (peek(r, 0) == ']')
		r->at++;
	while (!at_end(r) && peek(r, 0) != ']') {
		if (peek(r, 0) == '\\') {
			if (is_one_of(peek(r, 1), "QE"))
				return strange(r);
			r->at += 2;
		} else if (peek(r, 0) == '[' && peek(r, 1) == ':' &&
			str_find(r->s, STR(":]"), r->at + 2) >= 0) {
			(void)skip_through(r, STR(":]"));
		} else {
			r->at++;
		}
	}
	r->at++;
	return never;
}

static struct empty alternatives(struct parse *r);

/* Behind "(?": flags, or a name. False when it is something else. */
static bool
group_head(struct parse *r)
{
	if (peek(r, 0) == 'P')
		r->at++;
	if (peek(r, 0) == '<') {
		if (is_one_of(peek(r, 1), "=!"))
			return false;
		(void)skip_through(r, STR(">"));
		return true;
	}
	while (is_one_of(peek(r, 0), "imsU-"))
		r->at++;
	return is_one_of(peek(r, 0), ":)");
}

static struct empty
group(struct parse *r)
{
	struct empty e;

	r->at++;
	if (peek(r, 0) == '*' || ++r->depth > DEPTH_MAX)
		return strange(r);
	if (peek(r, 0) == '?') {
		r->at++;
		if (!group_head(r))
			return strange(r);
		if (r->s.p[r->at - 1] != '>' && peek(r, 0) == ':')
			r->at++;
	}
	e = alternatives(r);
	if (peek(r, 0) != ')')
		return strange(r);
	r->at++;
	r->depth--;
	return e;
}

/* The length of "{2}", "{2,}" or "{2,3}" here, else 0. */
static size_t
braces(const struct parse *r)
{
	size_t n = 1;

	if (peek(r, 0) != '{' || !is_digit(peek(r, 1)))
		return 0;
	while (is_digit(peek(r, n)))
		n++;
	if (peek(r, n) == ',')
		n++;
	while (is_digit(peek(r, n)))
		n++;
	return peek(r, n) == '}' ? n + 1 : 0;
}

/* e, as often as what follows says. */
static struct empty
repeated(struct parse *r, struct empty e)
{
	char c = peek(r, 0);
	size_t n = is_one_of(c, "*+?") ? 1 : braces(r);

	if (n == 0)
		return c == '{' ? strange(r) : e;
	if (c == '*' || c == '?')
		e = both;
	for (size_t i = 1; c == '{' && peek(r, i) == '0'; i++)
		if (!is_digit(peek(r, i + 1)))
			e = both;
	r->at += n;
	/* What is taken is kept: only at the end there is surely nothing. */
	if (peek(r, 0) == '+')
		e.front = false;
	if (is_one_of(peek(r, 0), "+?"))
		r->at++;
	return is_one_of(peek(r, 0), "*+?{") ? strange(r) : e;
}

static struct empty
item(struct parse *r)
{
	uint32_t cp;

	switch (peek(r, 0)) {
	case '\\':
		return escape(r);
	case '[':
		return set(r);
	case '(':
		return group(r);
	case '^':
		r->at++;
		return (struct empty){ .front = true };
	case '$':
		r->at++;
		return (struct empty){ .back = true };
	case '*':
	case '+':
	case '?':
	case '{':
		return strange(r);
	default:
		r->at += utf8_decode(str_skip(r->s, r->at), &cp);
		return never;
	}
}

static struct empty
sequence(struct parse *r)
{
	struct empty all = both;

	while (!at_end(r) && peek(r, 0) != '|' && peek(r, 0) != ')') {
		struct empty e = repeated(r, item(r));

		all.front = all.front && e.front;
		all.back = all.back && e.back;
	}
	return all;
}

static struct empty
alternatives(struct parse *r)
{
	struct empty any = sequence(r);

	while (peek(r, 0) == '|') {
		struct empty e;

		r->at++;
		e = sequence(r);
		any.front = any.front || e.front;
		any.back = any.back || e.back;
	}
	return any;
}

bool
always_matches(struct str pattern)
{
	struct parse r = { .s = pattern };
	struct empty e = alternatives(&r);

	return !r.strange && at_end(&r) && (e.front || e.back);
}
