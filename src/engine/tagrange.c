/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of numeric labels: see tagrange.h. */
#include "config.h"

#include "engine/tagrange.h"

#include "base/ascii.h"
#include "profile/unit.h"

#include "base/banned.h"

/* "[+-]?digits[letters]" at the start of *s, which moves behind it. */
static bool
cut_bound(struct str *s, struct str *number, struct str *unit)
{
	size_t i = 0, digits, n;

	if (s->n > 0 && (s->p[0] == '+' || s->p[0] == '-'))
		i++;
	digits = i;
	while (i < s->n && ascii_is_digit(s->p[i]))
		i++;
	if (i == digits)
		return false;
	n = i;
	while (i < s->n && ascii_is_letter(s->p[i]))
		i++;
	*number = str_sub(*s, 0, n);
	*unit = str_sub(*s, n, i);
	*s = str_skip(*s, i);
	return true;
}

static int
bound_value(const char *option, struct str text, int64_t *v, struct err *err)
{
	if (str_to_i64(text, v))
		return 0;
	return err_set(err, ERR_USAGE, "%s: number out of range: %.*s", option,
		STR_ARG(text));
}

int
tag_range_parse(const char *option, struct str text, struct tag_range *out,
	struct err *err)
{
	struct str rest = text, lo = STR_EMPTY, hi = STR_EMPTY, unit, other;
	struct tag_range r = { .has_lo = false };
	bool single = false;
	int64_t v;

	if (rest.n > 0 && rest.p[0] == ':') {
		rest = str_skip(rest, 1);
		if (!cut_bound(&rest, &hi, &unit) || rest.n > 0)
			return 0;
		if (bound_value(option, hi, &v, err) != 0)
			return -1;
		r.hi = unit_scale(v, unit, unit, &r.unit);
		r.has_hi = true;
		*out = r;
		return 1;
	}
	if (!cut_bound(&rest, &lo, &unit))
		return 0;
	if (rest.n > 0 && rest.p[0] != ':')
		return 0;
	if (rest.n > 1) {
		rest = str_skip(rest, 1);
		if (!cut_bound(&rest, &hi, &other) || rest.n > 0)
			return 0;
	} else {
		single = rest.n == 0;
	}
	if (bound_value(option, lo, &v, err) != 0)
		return -1;
	r.lo = unit_scale(v, unit, unit, &r.unit);
	r.has_lo = true;
	if (hi.n > 0) {
		struct str landed;

		if (bound_value(option, hi, &v, err) != 0)
			return -1;
		r.hi = unit_scale(v, other, r.unit, &landed);
		if (!str_eq(landed, r.unit))
			return 0; /* of two families: a pattern after all */
		r.has_hi = true;
	} else if (single) {
		r.hi = r.lo;
		r.has_hi = true;
	}
	*out = r;
	return 1;
}

bool
tag_range_has(const struct tag_range *r, int64_t num, struct str unit)
{
	struct str landed;
	double v = unit_scale(num, unit, r->unit, &landed);

	return str_eq(landed, r->unit) && (!r->has_lo || v >= r->lo) &&
		(!r->has_hi || v <= r->hi);
}
