/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text: see number.h. */
#include "config.h"

#include "present/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/ascii.h"
#include "base/num.h"
#include "profile/unit.h"
#include "engine/evidence.h"

#include "base/banned.h"

/* A number longer than this is better read in another unit. */
static const double fixed_max = 99999.995;

struct extent {
	int64_t least; /* the smallest |value| but 0; 0 when all are */
	int64_t most;  /* the largest |value| */
	bool negative;
};

static void
extend(struct extent *e, int64_t v)
{
	int64_t a = v == INT64_MIN ? INT64_MAX : i64_abs(v);

	if (v == 0)
		return;
	e->negative |= v < 0;
	if (e->least == 0 || a < e->least)
		e->least = a;
	if (a > e->most)
		e->most = a;
}

static struct extent
extent_of(const struct view *v, const struct weights *w)
{
	struct extent e = { .least = 0 };

	for (uint32_t f = 0; f < v->frames->n; f++) {
		extend(&e, lanes_value(&w->flat, f));
		extend(&e, lanes_value(&w->cum, f));
		if (w->cum.base == NULL)
			continue;
		extend(&e, sides_at(&w->cum, f).base);
		extend(&e, sides_at(&w->cum, f).new);
	}
	extend(&e, w->total);
	return e;
}

/* v in n->to, after divide_by; as pprof, which divides integers. */
static double
scaled(const struct numbers *n, int64_t v, struct str to, struct str *unit)
{
	if (n->divide_by > 0 && n->divide_by != 1)
		v = i64_trunc((double)v * (1 / n->divide_by));
	return unit_scale(v, n->from, to, unit);
}

/* A unit that is known, so that values of it can change theirs. */
static bool
has_family(struct str unit)
{
	struct str name;

	unit_scale(1, unit, STR("auto"), &name);
	return name.n > 0;
}

/* One unit for all times, if two decimals of it show the smallest: that of
   the largest, else the one that pprof would take. */
static void
share_unit(struct numbers *n, const struct extent *e)
{
	struct str to = unit_minimum(e->most, e->most, n->from, false), unit;

	if (str_is(to, "hrs"))
		to = STR("s");
	if (fabs(scaled(n, e->least, to, &unit)) < 0.00995)
		to = unit_minimum(e->least, e->most, n->from, false);
	if (fabs(scaled(n, e->most, to, &unit)) >= fixed_max)
		return;
	n->to = to;
	n->fixed = true;
}

struct numbers
numbers_of(const struct view *v, const struct weights *w)
{
	const struct query *q = &v->query;
	struct extent e = extent_of(v, w);
	struct numbers n = { .to = STR("auto"), .divide_by = q->divide_by };
	bool minimum = q->unit.n == 0 || str_is(q->unit, "minimum");
	struct strbuf widest = STRBUF_INIT;

	n.from = profile_str(v->profile, v->profile->types.unit[w->column]);
	if (!minimum)
		n.to = q->unit;
	n.fixed = !minimum && !str_is(q->unit, "auto") && has_family(n.from);
	if (minimum && unit_is_time(n.from) && e.least > 0)
		share_unit(&n, &e);
	number_put(&widest, &n, e.most);
	n.width = (int)widest.n;
	strbuf_free(&widest);
	/* The longest of the texts that change their unit on the way. */
	if (!n.fixed && has_family(n.from) && n.width > 4)
		n.width = (int)sizeof("1023.99MB") - 1;
	/* Changes have a sign. */
	if (e.negative || v->is_diff)
		n.width++;
	return n;
}

void
number_put(struct strbuf *out, const struct numbers *n, int64_t value)
{
	struct str unit;
	double d = scaled(n, value, n->to, &unit);
	int digits = 2;

	if (n->fixed) {
		if (fabs(d) < 0.005)
			d = 0; /* no "-0.00s" */
	} else if (d == 0) {
		strbuf_addch(out, '0');
		return;
	} else if (!has_family(n->from) || str_is(unit, "B") ||
		str_is(unit, "ns")) {
		digits = 0;
	}
	strbuf_addf(out, "%.*f%.*s", digits, d, STR_ARG(unit));
}

void
number_put_alone(struct strbuf *out, const struct numbers *n, int64_t value)
{
	struct str unit;
	double d = scaled(n, value,
		n->fixed && !unit_is_time(n->from) ? n->to : STR("auto"),
		&unit);
	int digits = fabs(d) >= 999.5 ? 0 : fabs(d) >= 9.995 ? 1 : 2;

	if (d == 0 || !has_family(n->from) || str_is(unit, "B") ||
		str_is(unit, "ns"))
		digits = 0;
	strbuf_addf(out, "%.*f%.*s", digits, d, STR_ARG(unit));
}

bool
percent_put(struct strbuf *out, int64_t value, int64_t base)
{
	double p;

	if (base == 0)
		return false;
	p = 100.0 * ((double)value / (double)base);
	if (fabs(p) < 0.05)
		p = 0;
	if (fabs(p) >= 1e9)
		strbuf_addf(out, "%.0e%%", p);
	else if (fabs(p - 100) < 0.05)
		strbuf_addc(out, "100%");
	else
		strbuf_addf(out, "%.1f%%", p);
	return true;
}

void
value_put(struct strbuf *out, const struct numbers *n, int64_t value,
	int64_t base)
{
	number_put(out, n, value);
	strbuf_addch(out, ' ');
	if (!percent_put(out, value, base))
		strbuf_cut(out, out->n - 1);
}

void
unit_put(struct strbuf *out, int64_t value, struct str unit)
{
	char text[UNIT_TEXT_MAX];

	unit_label(value, unit, STR("auto"), text);
	strbuf_addc(out, text);
}

void
count_put(struct strbuf *out, uint64_t n)
{
	size_t start = out->n;

	strbuf_addf(out, "%" PRIu64, n);
	for (size_t at = out->n; at > start + 3;) {
		at -= 3;
		strbuf_insert(out, at, STR(" "));
	}
}

void
number_draw(
	struct pen *p, const struct numbers *n, int64_t value, enum style style)
{
	struct strbuf text = STRBUF_INIT;

	number_put(&text, n, value);
	pen_right(p, n->width, strbuf_str(&text), style);
	strbuf_free(&text);
}

void
percent_draw(
	struct pen *p, int cols, int64_t value, int64_t base, enum style style)
{
	struct strbuf text = STRBUF_INIT;

	percent_put(&text, value, base);
	pen_right(p, cols, strbuf_str(&text), style);
	strbuf_free(&text);
}

/* ---- Changes ---- */

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
	if (sides_delta(s) > 0)
		strbuf_addch(out, '+');
	number_put_alone(out, n, sides_delta(s));
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
	if (v->evidence == NULL)
		return CHANGE_SAME;
	return change_of(s, self ? &v->evidence->self : &v->evidence->total);
}

enum style
delta_style(enum change c)
{
	static const enum style of[] = { [CHANGE_SAME] = STYLE_NUMBER,
		[CHANGE_UP] = STYLE_GREW,
		[CHANGE_UP_STRONG] = STYLE_GREW_MUCH,
		[CHANGE_DOWN] = STYLE_SHRANK,
		[CHANGE_DOWN_STRONG] = STYLE_SHRANK_MUCH,
		[CHANGE_ADDED] = STYLE_NEW,
		[CHANGE_REMOVED] = STYLE_GONE };

	return of[c];
}

/* "-0.11..+0.77s": one unit where both have the same. */
static void
interval_put(struct strbuf *out, const struct numbers *n, struct interval i)
{
	struct strbuf high = STRBUF_INIT;
	size_t unit;

	delta_put(out, n, (struct sides){ .new = i.low });
	delta_put(&high, n, (struct sides){ .new = i.high });
	unit = high.n;
	while (unit > 0 && !ascii_is_digit(high.p[unit - 1]))
		unit--;
	if (str_ends(strbuf_str(out), str_skip(strbuf_str(&high), unit)))
		strbuf_cut(out, out->n - (high.n - unit));
	strbuf_addf(out, "..%s", strbuf_c(&high));
	strbuf_free(&high);
}

void
verdict_put(struct strbuf *out, const struct numbers *n, struct sides s,
	struct verdict verdict)
{
	struct interval i = verdict_interval(&verdict, s);

	if (!verdict.known)
		return;
	if (!verdict.tested) {
		strbuf_addc(out, "too few samples to tell");
		return;
	}
	strbuf_addc(out, "95%: ");
	interval_put(out, n, i);
	strbuf_addc(out, verdict.real ? ", real" : ", may be chance");
	/* One alone would be real. */
	if (!verdict.real && (i.low > 0 || i.high < 0))
		strbuf_addf(out, " (%u tested)", verdict.of);
}
