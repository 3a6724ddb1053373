/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of folded stacks: see foldedline.h. */
#include "config.h"

#include "read/foldedline.h"

#include "base/num.h"

#include "base/banned.h"

enum {
	DIGITS_MAX = 6, /* of a fraction that are kept */
	EXPONENT_MAX = 4000,
};

static bool
sign(struct str *s)
{
	bool minus = s->n > 0 && s->p[0] == '-';

	if (minus || (s->n > 0 && s->p[0] == '+'))
		*s = str_skip(*s, 1);
	return minus;
}

static bool
number(struct str s, struct folded_number *out)
{
	*out = (struct folded_number){ .negative = sign(&s) };
	out->whole = str_cut_digits(&s);
	if (out->whole.n == 0)
		return false;
	if (s.n > 0 && s.p[0] == '.') {
		s = str_skip(s, 1);
		out->fraction = str_cut_digits(&s);
	}
	if (s.n > 0 && (s.p[0] == 'e' || s.p[0] == 'E')) {
		bool minus;
		struct str exp;
		int64_t e = EXPONENT_MAX;

		s = str_skip(s, 1);
		minus = sign(&s);
		exp = str_cut_digits(&s);
		if (exp.n == 0)
			return false;
		if (!str_to_i64(exp, &e) || e > EXPONENT_MAX)
			e = EXPONENT_MAX;
		out->exponent = minus ? -(int)e : (int)e;
	}
	while (out->fraction.n > 0 &&
		out->fraction.p[out->fraction.n - 1] == '0')
		out->fraction.n--;
	return s.n == 0;
}

int
folded_digits(const struct folded_number *v)
{
	int64_t n = (int64_t)v->fraction.n - v->exponent;

	return clamp_int(n, 0, DIGITS_MAX);
}

int64_t
folded_scaled(const struct folded_number *v, int shift, size_t *clipped)
{
	const uint64_t max = (uint64_t)INT64_MAX + v->negative;
	int64_t keep = (int64_t)v->whole.n + v->exponent + shift;
	int64_t all = (int64_t)(v->whole.n + v->fraction.n);
	uint64_t sum = 0;
	bool fits = true;

	/* Zeros follow the digits that are there; a number of nothing but
	   zeros is not worth the walk. */
	for (int64_t i = 0; fits && i < keep && (i < all || sum > 0); i++) {
		size_t at = (size_t)i;
		unsigned digit = 0;

		if (at < v->whole.n)
			digit = (unsigned)(v->whole.p[at] - '0');
		else if (i < all)
			digit = (unsigned)(v->fraction.p[at - v->whole.n] -
				'0');
		fits = sum <= (max - digit) / 10;
		sum = sum * 10 + digit;
	}
	if (fits && keep >= 0 && keep < all) {
		size_t at = (size_t)keep;
		char next = at < v->whole.n ? v->whole.p[at]
					    : v->fraction.p[at - v->whole.n];

		fits = next < '5' || sum < max;
		sum += next >= '5';
	}
	if (!fits) {
		++*clipped;
		sum = max;
	}
	return (int64_t)(v->negative ? 0 - sum : sum);
}

static bool
is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* Take the last word of s, and the blanks before it. False when s has no
   blank: then it is one word, or none. */
static bool
cut_last_word(struct str *s, struct str *word)
{
	size_t at = s->n;

	while (at > 0 && !is_space(s->p[at - 1]))
		at--;
	*word = str_skip(*s, at);
	s->n = at;
	while (s->n > 0 && is_space(s->p[s->n - 1]))
		s->n--;
	return at > 0;
}

enum folded_kind
folded_parse(struct str line, struct folded_record *r)
{
	struct str word, stack;

	while (line.n > 0 &&
		(is_space(line.p[line.n - 1]) || line.p[line.n - 1] == '\r'))
		line.n--;
	if (line.n == 0)
		return FOLDED_BLANK;
	r->stack = line;
	(void)cut_last_word(&r->stack, &word);
	if (!number(word, &r->value))
		return line.p[0] == '#' ? FOLDED_BLANK : FOLDED_BAD;
	stack = r->stack;
	r->two = cut_last_word(&stack, &word) && stack.n > 0 &&
		number(word, &r->before);
	r->outer = stack;
	return FOLDED_RECORD;
}
