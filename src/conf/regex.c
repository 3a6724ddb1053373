/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From PCRE2's errors to the words of Go's regexp package.
 *
 * PCRE2 says what and where it stopped; Go quotes the piece at fault, which
 * for most mistakes can be found from there. What has no counterpart keeps
 * PCRE2's text, with the whole pattern as the piece.
 */
#include "config.h"

#include "conf/regex.h"

#include <stdbool.h>
#include <string.h>

#include "engine/match.h"

#include "base/banned.h"

static bool
is_repeat(char c)
{
	return c == '*' || c == '+' || c == '?' || c == '{';
}

/* The end of the repetition operator that begins at `at`: "*", "+?", "{2}". */
static size_t
repeat_end(struct str p, size_t at)
{
	if (at < p.n && p.p[at] == '{')
		while (at < p.n && p.p[at] != '}')
			at++;
	if (at < p.n)
		at++;
	if (at < p.n && p.p[at] == '?')
		at++;
	return at;
}

/* Where the repetition operator that ends just before `end` begins; `end`
   when there is none. */
static size_t
repeat_before(struct str p, size_t end)
{
	size_t at = end;

	if (end > 0 && p.p[end - 1] == '}')
		while (at > 0 && p.p[at - 1] != '{')
			at--;
	if (at == 0 || !is_repeat(p.p[at - 1]))
		return end;
	return at > 1 && p.p[at - 2] == '\\' ? end : at - 1;
}

/* The repetition operator at or before `offset`. When it follows another
   one, both: "**". */
static struct str
repeat_at(struct str p, size_t offset, bool *nested)
{
	size_t from = offset < p.n ? offset : p.n - 1, first;

	while (from > 0 && !is_repeat(p.p[from]))
		from--;
	first = repeat_before(p, from);
	*nested = first < from;
	return str_sub(p, first, repeat_end(p, from));
}

/* Where the character class that never ends begins. */
static size_t
open_bracket(struct str p)
{
	size_t open = 0;
	bool inside = false;

	for (size_t i = 0; i < p.n; i++) {
		if (p.p[i] == '\\') {
			i++;
		} else if (!inside && p.p[i] == '[') {
			inside = true;
			open = i;
			/* A first ] is a member: []a], [^]a]. */
			if (i + 1 < p.n && p.p[i + 1] == '^')
				i++;
			if (i + 1 < p.n && p.p[i + 1] == ']')
				i++;
		} else if (inside && p.p[i] == ']') {
			inside = false;
		}
	}
	return open;
}

/* The x-y whose end is at `offset`, or around it. */
static struct str
range_at(struct str p, size_t offset)
{
	size_t to = offset < p.n ? offset : p.n;

	for (size_t dash = to; dash-- > 1;)
		if (p.p[dash] == '-')
			return str_sub(p, dash - 1,
				to > dash + 1 ? to : dash + 2);
	return p;
}

/* The {..} that ends at or before `offset`. */
static struct str
count_at(struct str p, size_t offset)
{
	size_t from = offset < p.n ? offset : p.n;

	while (from > 0 && (from == p.n || p.p[from] != '{'))
		from--;
	return str_sub(p, from, repeat_end(p, from));
}

void
regex_words(struct strbuf *out, struct str pattern, const char *what,
	size_t offset)
{
	struct str piece = pattern;
	bool nested = false;

	if (strstr(what, "missing closing parenthesis") != NULL) {
		what = "missing closing )";
	} else if (strstr(what, "unmatched closing parenthesis") != NULL) {
		what = "unexpected )";
	} else if (strstr(what, "quantifier does not follow") != NULL) {
		piece = repeat_at(pattern, offset, &nested);
		what = nested ? "invalid nested repetition operator"
			      : "missing argument to repetition operator";
	} else if (strstr(what, "missing terminating ]") != NULL) {
		piece = str_skip(pattern, open_bracket(pattern));
		what = "missing closing ]";
	} else if (strstr(what, "range out of order") != NULL) {
		piece = range_at(pattern, offset);
		what = "invalid character class range";
	} else if (strstr(what, "numbers out of order") != NULL ||
		strstr(what, "number too big in {}") != NULL) {
		piece = count_at(pattern, offset);
		what = "invalid repeat count";
	} else if (strstr(what, "\\ at end of pattern") != NULL) {
		piece = STR_EMPTY;
		what = "trailing backslash at end of expression";
	} else if (strstr(what, "unrecognized character follows \\") != NULL) {
		size_t at = offset > 1 ? offset - 2 : 0;

		piece = str_sub(pattern, at, at + 2);
		what = "invalid escape sequence";
	}
	strbuf_addf(out, "%s: `", what);
	strbuf_add(out, piece);
	strbuf_addch(out, '`');
}

int
regex_check(const char *option, struct str pattern, struct err *err)
{
	struct strbuf words = STRBUF_INIT;
	struct err why = ERR_INIT;
	struct match *m;
	size_t offset = 0;

	if (pattern.n == 0)
		return 0;
	m = match_new(pattern, &offset, &why);
	if (m != NULL) {
		match_free(m);
		return 0;
	}
	regex_words(&words, pattern, why.msg, offset);
	err_set(err, ERR_USAGE, "parsing %s regexp: error parsing regexp: %s",
		option, strbuf_c(&words));
	strbuf_free(&words);
	return -1;
}

/* [+-]digits[letters]: one bound of a range. */
static bool
is_bound(struct str s)
{
	size_t i = 0, digits;

	if (i < s.n && (s.p[i] == '+' || s.p[i] == '-'))
		i++;
	for (digits = i; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
		;
	if (i == digits)
		return false;
	for (; i < s.n; i++) {
		char c = (char)(s.p[i] | 0x20);

		if (c < 'a' || c > 'z')
			return false;
	}
	return true;
}

/* N, N:, :N, N:M */
static bool
is_range(struct str s)
{
	ptrdiff_t colon = str_chr(s, ':');
	struct str low, high;

	if (colon < 0)
		return is_bound(s);
	low = str_sub(s, 0, (size_t)colon);
	high = str_skip(s, (size_t)colon + 1);
	if (low.n == 0)
		return is_bound(high);
	return is_bound(low) && (high.n == 0 || is_bound(high));
}

int
regex_check_tags(const char *option, struct str filter, struct err *err)
{
	ptrdiff_t equals = str_chr(filter, '=');

	if (equals >= 0)
		filter = str_skip(filter, (size_t)equals + 1);
	if (is_range(filter))
		return 0;
	while (filter.n > 0)
		if (regex_check(option, str_cut(&filter, ','), err) != 0)
			return -1;
	return 0;
}
