/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often things are repeated: see repeats.h. The rule is that of Go's
 * regexp/syntax, repeatIsValid: along each way inwards the counts multiply,
 * {n,} counts n, {n,m} counts m, * + ? and {0} count nothing.
 */
#include "config.h"

#include "engine/repeats.h"

#include <stdbool.h>

#include "base/vec.h"

#include "base/banned.h"

enum { MOST = 1000 };

struct reading {
	struct str s;
	size_t at;
	VEC(unsigned) group; /* the most of each open group; [0]: of all */
	unsigned atom;       /* of what was read last; 0: nothing */
};

static char
peek(const struct reading *r, size_t ahead)
{
	return r->at + ahead < r->s.n ? r->s.p[r->at + ahead] : '\0';
}

static unsigned
larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* Something was read, of which the innermost part is there `most` times. */
static void
take(struct reading *r, size_t n, unsigned most)
{
	r->at += n;
	r->atom = most;
}

/* No repetition follows what was read last. */
static void
settle(struct reading *r)
{
	unsigned *group = &r->group.p[r->group.n - 1];

	*group = larger(*group, r->atom);
}

/* To behind `end`, or to the end of the pattern. */
static size_t
through(const struct reading *r, const char *end, size_t from)
{
	ptrdiff_t found = str_find(r->s, str_c(end), r->at + from);

	return (found < 0 ? r->s.n : (size_t)found + str_c(end).n) - r->at;
}

static void
escape(struct reading *r)
{
	char c = peek(r, 1);

	if (c == 'Q')
		take(r, through(r, "\\E", 2), 1);
	else if ((c == 'x' || c == 'p' || c == 'P') && peek(r, 2) == '{')
		take(r, through(r, "}", 3), 1);
	else
		take(r, r->at + 1 < r->s.n ? 2 : 1, 1);
}

/* [...], whose first character may be a ] that is meant. */
static void
set(struct reading *r)
{
	size_t n = peek(r, 1) == '^' ? 2 : 1;

	if (peek(r, n) == ']')
		n++;
	while (r->at + n < r->s.n && peek(r, n) != ']') {
		if (peek(r, n) == '\\')
			n += 2;
		else if (peek(r, n) == '[' && peek(r, n + 1) == ':')
			n = through(r, ":]", n + 2);
		else
			n++;
	}
	n = n < r->s.n - r->at ? n + 1 : r->s.n - r->at;
	take(r, n, 1);
}

/* "(", "(?:", "(?i-s:", "(?P<name>" open a group; "(?i)" does not. */
static void
open_group(struct reading *r)
{
	size_t n = 1;

	if (peek(r, 1) == '?' && peek(r, 2) != '<' && peek(r, 2) != 'P') {
		for (n = 2; r->at + n < r->s.n && peek(r, n) != ':' &&
			peek(r, n) != ')';
			n++)
			;
		if (peek(r, n) == ')') {
			r->at += n + 1;
			r->atom = 0;
			return;
		}
		n++;
	} else if (peek(r, 1) == '?') {
		/* look-behind is not Go's, but may be meant */
		n = peek(r, 3) == '=' || peek(r, 3) == '!' ? 4
							   : through(r, ">", 2);
	}
	r->at = r->at + n < r->s.n ? r->at + n : r->s.n;
	r->atom = 0;
	vec_push(&r->group, 1);
}

static void
close_group(struct reading *r)
{
	unsigned most = r->group.p[r->group.n - 1];

	if (r->group.n > 1)
		r->group.n--;
	take(r, 1, most);
}

/* A number of a repetition; beyond MOST it is just that. False: none. */
static bool
number(const struct reading *r, size_t *n, unsigned *value)
{
	size_t from = *n;

	*value = 0;
	for (; peek(r, *n) >= '0' && peek(r, *n) <= '9'; ++*n)
		if (*value <= MOST)
			*value = *value * 10 + (unsigned)(peek(r, *n) - '0');
	return *n > from;
}

/* {2}, {2,}, {2,3}: its length, else 0. max is MOST + 2 when there is none. */
static size_t
braces(const struct reading *r, unsigned *min, unsigned *max)
{
	size_t n = 1;

	if (!number(r, &n, min))
		return 0;
	*max = *min;
	if (peek(r, n) == ',') {
		n++;
		if (!number(r, &n, max))
			*max = MOST + 2;
	}
	return peek(r, n) == '}' ? n + 1 : 0;
}

/* What is repeated by {min,max}. */
static bool
repeat(struct reading *r, size_t n, unsigned min, unsigned max)
{
	bool open = max == MOST + 2;
	unsigned times = open ? min : max;
	unsigned most = larger(times, 1) * r->atom;

	if (max == 0 || (open && min == 0))
		most = open ? r->atom : 1;
	if (min > MOST || (!open && max > MOST) ||
		((min >= 2 || max >= 2) && most > MOST)) {
		r->at += n;
		return false;
	}
	take(r, n, most);
	return true;
}

/* The repetitions here, if any. */
static enum repeats
repetitions(struct reading *r)
{
	for (int depth = 0; r->at < r->s.n; depth++) {
		unsigned min = 0, max = MOST + 2;
		char c = peek(r, 0);
		size_t n = c == '{' ? braces(r, &min, &max)
			: c == '*' || c == '+' || c == '?' ? 1
							   : 0;

		if (n == 0 || (r->atom == 0 && c != '{'))
			break;
		if (depth > 0) {
			r->at += n;
			return REPEATS_NESTED;
		}
		if (c == '{' && !repeat(r, n, min, max))
			return REPEATS_TOO_MANY;
		if (c != '{')
			r->at += n;
		if (peek(r, 0) == '?')
			r->at++;
	}
	return REPEATS_FINE;
}

static void
one(struct reading *r)
{
	settle(r);
	switch (peek(r, 0)) {
	case '\\':
		escape(r);
		break;
	case '[':
		set(r);
		break;
	case '(':
		open_group(r);
		break;
	case ')':
		close_group(r);
		break;
	case '|':
		r->at++;
		r->atom = 0;
		break;
	default:
		take(r, 1, 1);
	}
}

enum repeats
repeats_check(struct str pattern, size_t *at)
{
	struct reading r = { .s = pattern };
	enum repeats found = REPEATS_FINE;

	vec_push(&r.group, 1);
	while (found == REPEATS_FINE && r.at < pattern.n) {
		one(&r);
		found = repetitions(&r);
	}
	*at = r.at;
	vec_free(&r.group);
	return found;
}
