/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes as text: see delta.h. */
#include "config.h"

#include "present/delta.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "engine/evidence.h"

#include "base/banned.h"

/* A change that shows as something has a sign. */
void
delta_put(struct strbuf *out, const struct numbers *n, struct sides s)
{
	int64_t delta = sides_delta(s);
	size_t start = out->n;

	number_put(out, n, delta);
	if (delta > 0 && strpbrk(strbuf_c(out) + start, "123456789") != NULL)
		strbuf_insert(out, start, STR("+"));
}

void
delta_put_alone(struct strbuf *out, const struct numbers *n, struct sides s)
{
	int64_t delta = sides_delta(s);

	if (delta > 0)
		strbuf_addch(out, '+');
	number_put_alone(out, n, delta);
}

bool
share_put(struct strbuf *out, struct sides s)
{
	double p;

	if (s.base == 0 || s.new == 0) {
		strbuf_addc(out,
			s.base != 0          ? "gone"
				: s.new != 0 ? "new"
					     : "");
		return s.base != s.new;
	}
	p = 100.0 * ((double)s.new - (double)s.base) / fabs((double)s.base);
	if (fabs(p) < 0.05)
		strbuf_addc(out, "0.0%");
	else if (fabs(p) >= 1e6)
		strbuf_addf(out, "%+.0e%%", p);
	else
		strbuf_addf(out, "%+.*f%%", fabs(p) >= 1e4 ? 0 : 1, p);
	return true;
}

void
times_put(struct strbuf *out, struct sides s)
{
	double t;

	if (s.base == 0 || s.new == 0) {
		strbuf_addc(out, s.base != 0 ? "0" : s.new != 0 ? "new" : "");
		return;
	}
	t = (double)s.new / (double)s.base;
	if (fabs(t) >= 1e5)
		strbuf_addf(out, "%.0e", t);
	else
		strbuf_addf(out, "%.*f", fabs(t) >= 100 ? 0 : 2, t);
}

/* A ratio as a number that sorts like it. */
static uint64_t
ratio_key(double ratio)
{
	ratio = fabs(ratio) * 1e6;
	return ratio < 1e18 ? (uint64_t)ratio : (uint64_t)1e18;
}

uint64_t
delta_share_key(struct sides s)
{
	if (s.base == 0)
		return s.new == 0 ? 0 : UINT64_MAX;
	return ratio_key(((double)s.new - (double)s.base) / (double)s.base);
}

uint64_t
delta_times_key(struct sides s)
{
	if (s.base == 0)
		return s.new == 0 ? 0 : UINT64_MAX;
	return ratio_key((double)s.new / (double)s.base);
}

enum change
delta_change(const struct view *v, struct sides s, bool self)
{
	const struct evidence *e = v->evidence;

	if (e == NULL)
		return CHANGE_SAME;
	return change_of(s, self ? &e->self : &e->total);
}

enum style
delta_style(enum change c)
{
	switch (c) {
	case CHANGE_UP:
		return STYLE_GREW;
	case CHANGE_UP_STRONG:
		return STYLE_GREW_MUCH;
	case CHANGE_DOWN:
		return STYLE_SHRANK;
	case CHANGE_DOWN_STRONG:
		return STYLE_SHRANK_MUCH;
	case CHANGE_ADDED:
		return STYLE_NEW;
	case CHANGE_REMOVED:
		return STYLE_GONE;
	case CHANGE_SAME:
		break;
	}
	return STYLE_NUMBER;
}

void
delta_error(
	struct strbuf *out, const struct numbers *n, double error, bool ascii)
{
	strbuf_addc(out, ascii ? "+-" : "\xC2\xB1");
	number_put(out, n, error < 9e18 ? (int64_t)llround(error) : INT64_MAX);
}
