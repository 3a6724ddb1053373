/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact conversion of decimal text. */
#include "prelude.h"

#include "base/decimal.h"

#include "base/ascii.h"
#include "base/num.h"

enum {
	EXPONENT_MAX = 100000, /* larger exponents give 0 or an overflow */
	DIGITS_MAX = 19,       /* digits of a 64-bit number */
	TEXT_MAX = 512,        /* bytes of text for a double */
};

/* For "-12.5e3": "12", "5", 3 and true. */
struct decimal {
	struct str whole, fraction;
	int64_t exponent;
	bool is_negative;
};

static bool
decimal_sign(struct str *s)
{
	bool is_negative = s->n > 0 && s->p[0] == '-';

	if (is_negative || (s->n > 0 && s->p[0] == '+'))
		*s = str_skip(*s, 1);
	return is_negative;
}

static bool
decimal_exponent(struct str *s, int64_t *out)
{
	struct str digits;
	bool is_negative;

	*out = 0;
	if (s->n == 0 || (s->p[0] != 'e' && s->p[0] != 'E'))
		return true;
	*s = str_skip(*s, 1);
	is_negative = decimal_sign(s);
	digits = str_cut_digits(s);
	for (size_t i = 0; i < digits.n && *out <= EXPONENT_MAX; i++)
		*out = *out * 10 + (digits.p[i] - '0');
	*out = *out > EXPONENT_MAX ? EXPONENT_MAX : *out;
	if (is_negative)
		*out = -*out;
	return digits.n > 0;
}

static bool
decimal_parse(struct str s, struct decimal *d)
{
	*d = (struct decimal){ .is_negative = decimal_sign(&s) };
	d->whole = str_cut_digits(&s);
	if (s.n > 0 && s.p[0] == '.') {
		s = str_skip(s, 1);
		d->fraction = str_cut_digits(&s);
	}
	return d->whole.n + d->fraction.n > 0 &&
		decimal_exponent(&s, &d->exponent) && s.n == 0;
}

/* Return digit i of whole and fraction joined; 0 after the last. */
static unsigned
digit_at(const struct decimal *d, size_t i)
{
	if (i < d->whole.n)
		return (unsigned)(d->whole.p[i] - '0');
	i -= d->whole.n;
	return i < d->fraction.n ? (unsigned)(d->fraction.p[i] - '0') : 0;
}

bool
decimal_read(struct str text, int scale, int64_t *out, bool *clipped)
{
	struct decimal d;
	uint64_t sum = 0;
	size_t first = 0, all;
	int64_t point; /* number of digits before the point */
	bool is_large = false;

	if (!decimal_parse(text, &d))
		return false;
	all = d.whole.n + d.fraction.n;
	while (first < all && digit_at(&d, first) == 0)
		first++;
	point = (int64_t)d.whole.n + d.exponent + scale;
	if (first < all && point - (int64_t)first > DIGITS_MAX) {
		is_large = true;
	} else if (first < all && point >= 0) {
		for (size_t i = first; (int64_t)i < point; i++)
			sum = sum * 10 + digit_at(&d, i);
		/* Rounding up cannot overflow: 10^19 fits into 64 bits. */
		sum += digit_at(&d, (size_t)point) > 4;
	}
	if (sum > (uint64_t)INT64_MAX + d.is_negative)
		is_large = true;
	if (is_large)
		*clipped = true;
	if (d.is_negative)
		*out = is_large ? INT64_MIN : (int64_t)(0 - sum);
	else
		*out = is_large ? INT64_MAX : (int64_t)sum;
	return true;
}

bool
decimal_double(struct str text, double *out)
{
	char copy[TEXT_MAX];
	struct decimal d;

	if (text.n >= sizeof(copy) || !decimal_parse(text, &d))
		return false;
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	*out = strtod(copy, NULL);
	return true;
}
