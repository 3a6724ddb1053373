/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text. */
#include "prelude.h"

#include "present/number.h"

#include <inttypes.h>
#include <math.h>

#include "base/ascii.h"
#include "base/num.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "profile/unit.h"

#define LEAST_SELF 0.05

struct extent {
	int64_t most; /* the largest |value| */
	int64_t self; /* the largest |self| */
	bool negative;
};

static void
extend(struct extent *e, int64_t v)
{
	int64_t a = v == INT64_MIN ? INT64_MAX : i64_abs(v);

	e->negative |= v < 0;
	if (a > e->most)
		e->most = a;
}

/* Return v in n->to, after an integer division by divide_by as in pprof. */
static double
scaled(const struct numbers *n, int64_t v, struct str *unit)
{
	double d;

	if (n->divide_by > 0 && n->divide_by != 1)
		v = i64_trunc((double)v * (1 / n->divide_by));
	d = unit_scale(v, n->from, n->to, unit);
	if (n->factor > 1) {
		*unit = n->prefix;
		d /= n->factor;
	}
	return d;
}

/* Choose a unit for the largest value, or a prefix for counts from 1M on. */
static void
choose_unit(struct numbers *n, int64_t most, struct str option)
{
	static const char prefix[][2] = { "M", "G", "T", "P", "E" };
	struct str unit;
	double d;

	n->to = STR("auto");
	n->factor = 1;
	if (option.n > 0 && !str_is(option, "minimum") &&
		!str_is(option, "auto")) {
		n->to = option;
		return;
	}
	d = fabs(scaled(n, most, &unit));
	for (size_t i = 0; unit.n == 0 && i < COUNT_OF(prefix) &&
		d >= (i == 0 ? 1e6 : 1e3);
		i++) {
		double step = i == 0 ? 1e6 : 1e3;

		n->factor *= step;
		n->prefix = str_c(prefix[i]);
		d /= step;
	}
	if (unit.n == 0)
		return;
	/* Less than three hours are shown in seconds. */
	n->to = str_is(unit, "hrs") && d < 3 ? STR("s") : unit;
}

static struct numbers
numbers_upto(int64_t most, struct str from, double divide_by, struct str option)
{
	struct numbers n = { .from = from, .divide_by = divide_by };
	struct str unit, name;
	double d;

	choose_unit(&n, most, option);
	/* Give the largest value three or four digits; values shown unscaled
	   have no decimals. */
	d = fabs(scaled(&n, most, &unit));
	(void)unit_scale(1, n.from, STR("auto"), &name);
	if (d <= 0 || str_is(unit, "B") || str_is(unit, "ns") ||
		(name.n == 0 && n.factor <= 1))
		n.digits = 0;
	else if (d >= 1)
		n.digits = d >= 999.95 ? 0 : d >= 99.995 ? 1 : 2;
	else
		n.digits = d > 1e-7 ? 2 - (int)floor(log10(d)) : 9;
	return n;
}

struct numbers
numbers_of(const struct view *v, const struct weights *w)
{
	struct str unit, to;
	struct numbers n;
	struct strbuf widest = STRBUF_INIT;
	struct extent e = { .most = 0 };

	for (uint32_t f = 0; f < v->frames->n; f++)
		extend(&e, columns_value(&w->self, f));
	e.self = e.most;
	for (uint32_t f = 0; f < v->frames->n; f++) {
		extend(&e, columns_value(&w->total, f));
		if (w->total.base == NULL)
			continue;
		extend(&e, sides_at(&w->total, f).base);
		extend(&e, sides_at(&w->total, f).new);
	}
	extend(&e, w->whole);
	unit = profile_str(v->profile, v->profile->types.unit[w->column]);
	n = numbers_upto(e.most, unit, v->query.divide_by, v->query.unit);

	/* In hours, a flat profile could show 0.00hrs for every self. */
	if (e.self > 0 && fabs(scaled(&n, e.self, &to)) < LEAST_SELF)
		n = numbers_upto(
			e.self, unit, v->query.divide_by, v->query.unit);

	number_put(&widest, &n, e.most);
	/* Changes have a sign. */
	n.width = (int)widest.n + (e.negative || v->is_diff);
	strbuf_free(&widest);
	return n;
}

/* Group the digits by three, from `start` to the point or the end. */
static void
group_digits(struct strbuf *out, size_t start)
{
	size_t at = start;

	while (at < out->n && out->p[at] != '.')
		at++;
	while (at > start + 3)
		strbuf_insert(out, at -= 3, STR(","));
}

void
number_put(struct strbuf *out, const struct numbers *n, int64_t value)
{
	struct str unit;
	double d = scaled(n, value, &unit);
	size_t start = out->n;

	if (value == 0) {
		strbuf_addch(out, '0');
		return;
	}
	strbuf_addf(out, "%.*f", n->digits, fabs(d));
	group_digits(out, start);
	/* Never print "-0.00s". */
	if (d < 0 && strpbrk(strbuf_c(out) + start, "123456789") != NULL)
		strbuf_insert(out, start, STR("-"));
	strbuf_add(out, unit);
}

void
amount_put(struct strbuf *out, int64_t value, struct str unit)
{
	struct numbers n = numbers_upto(value, unit, 1, STR_EMPTY);
	size_t start = out->n, end;

	number_put(out, &n, value);
	end = start;
	while (end < out->n && out->p[end] != '.')
		end++;
	/* Print "30s", not "30.00s". */
	if (end + 1 + (size_t)n.digits <= out->n &&
		strspn(strbuf_c(out) + end + 1, "0") >= (size_t)n.digits &&
		n.digits > 0)
		strbuf_remove(out, end, 1 + (size_t)n.digits);
}

/* True if a value is no part of `base`. Among values of both signs, one can be
   larger than the sum of all. */
static bool
exceeds(int64_t value, int64_t base)
{
	return fabs((double)value / (double)base) >= 1.0005;
}

bool
percent_put(struct strbuf *out, int64_t value, int64_t base)
{
	double p;

	if (base == 0 || exceeds(value, base))
		return false;
	if (value == 0) {
		strbuf_addstr(out, "0%");
		return true;
	}
	p = 100.0 * ((double)value / (double)base);
	if (fabs(p) < 0.05)
		p = 0;
	if (fabs(p - 100) < 0.05)
		strbuf_addstr(out, "100%");
	else
		strbuf_addf(out, "%.1f%%", p);
	return true;
}

void
value_put(struct strbuf *out, const struct numbers *n, int64_t value,
	int64_t base)
{
	number_put(out, n, value);
	if (value == 0 || base == 0 || exceeds(value, base))
		return;
	strbuf_addch(out, ' ');
	percent_put(out, value, base);
}

void
label_number_put(struct strbuf *out, int64_t value, struct str unit)
{
	char text[UNIT_TEXT_MAX];

	(void)unit_label(value, unit, STR("auto"), text);
	strbuf_addstr(out, text);
}

uint64_t
events_whole(int64_t parts)
{
	if (parts <= 0)
		return 0;
	return parts < EVENT_PARTS
		? 1
		: ((uint64_t)parts + EVENT_PARTS / 2) / EVENT_PARTS;
}

bool
events_put(struct strbuf *out, const struct events *e, int64_t parts)
{
	uint64_t n = events_whole(parts);

	if (e->name == NULL || n == 0)
		return false;
	strbuf_addstr(out, e->is_estimate ? "about " : "");
	count_put(out, n);
	strbuf_addf(out, " %s%s", e->name, plural(n));
	return true;
}

void
count_put(struct strbuf *out, uint64_t n)
{
	size_t start = out->n;

	strbuf_addf(out, "%" PRIu64, n);
	group_digits(out, start);
}

struct grouped
grouped(uint64_t n)
{
	struct strbuf b = STRBUF_INIT;
	struct grouped g;

	count_put(&b, n);
	snprintf(g.text, sizeof(g.text), "%s", strbuf_c(&b));
	strbuf_free(&b);
	return g;
}

enum style
number_style(struct str text, enum style style)
{
	bool is_zero = str_is(text, "0") || str_is(text, "0%");

	return is_zero && (style == STYLE_NORMAL || style == STYLE_NUMBER)
		? STYLE_DIM
		: style;
}

void
number_draw(
	struct pen *p, const struct numbers *n, int64_t value, enum style style)
{
	struct strbuf text = STRBUF_INIT;

	number_put(&text, n, value);
	pen_right(p, n->width, strbuf_str(&text),
		number_style(strbuf_str(&text), style));
	strbuf_free(&text);
}

void
percent_draw(
	struct pen *p, int cols, int64_t value, int64_t base, enum style style)
{
	struct strbuf text = STRBUF_INIT;

	percent_put(&text, value, base);
	pen_right(p, cols, strbuf_str(&text),
		number_style(strbuf_str(&text), style));
	strbuf_free(&text);
}

/* ---- Changes ---- */

/* Append a change, with a sign unless it rounds to 0. */
void
delta_put(struct strbuf *out, const struct numbers *n, struct sides s)
{
	int64_t delta = sides_delta(s);
	size_t start = out->n;

	number_put(out, n, delta);
	if (delta > 0 && strpbrk(strbuf_c(out) + start, "123456789") != NULL)
		strbuf_insert(out, start, STR("+"));
}

bool
share_put(struct strbuf *out, struct sides s)
{
	double p;

	if (s.base == 0 || s.new == 0) {
		strbuf_addstr(out,
			s.base != 0          ? "gone"
				: s.new != 0 ? "new"
					     : "");
		return s.base != s.new;
	}
	p = 100.0 * ((double)s.new - (double)s.base) / fabs((double)s.base);
	if (fabs(p) < 0.05)
		strbuf_addstr(out, "0.0%");
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
		strbuf_addstr(out, s.base != 0 ? "0" : s.new != 0 ? "new" : "");
		return;
	}
	t = (double)s.new / (double)s.base;
	if (fabs(t) >= 1e5)
		strbuf_addf(out, "%.0e", t);
	else
		strbuf_addf(out, "%.*f", fabs(t) >= 100 ? 0 : 2, t);
}

uint64_t
delta_share_key(struct sides s)
{
	double ratio;

	if (s.base == 0)
		return s.new == 0 ? 0 : UINT64_MAX;
	/* Scale the ratio to an integer that sorts in the same order. */
	ratio = ((double)s.new - (double)s.base) / (double)s.base;
	ratio = fabs(ratio) * 1e6;
	return ratio < 1e18 ? (uint64_t)ratio : (uint64_t)1e18;
}

uint64_t
delta_times_key(struct sides s)
{
	double ratio;

	if (s.base == 0)
		return s.new == 0 ? 0 : UINT64_MAX;
	ratio = (double)s.new / (double)s.base;
	ratio = fabs(ratio) * 1e6;
	return ratio < 1e18 ? (uint64_t)ratio : (uint64_t)1e18;
}

enum change
delta_change(const struct view *v, struct sides s, bool self)
{
	if (v->evidence == NULL)
		return CHANGE_SAME;
	return change_of(s, self ? &v->evidence->self : &v->evidence->total);
}

enum style
significance_style(enum significance is, enum style plain)
{
	return may_be_chance(is) ? STYLE_DIM : plain;
}

enum style
delta_style(enum change c, enum significance is)
{
	static const enum style of[] = { [CHANGE_SAME] = STYLE_NUMBER,
		[CHANGE_UP] = STYLE_GREW,
		[CHANGE_UP_STRONG] = STYLE_GREW_MUCH,
		[CHANGE_DOWN] = STYLE_SHRANK,
		[CHANGE_DOWN_STRONG] = STYLE_SHRANK_MUCH,
		[CHANGE_ADDED] = STYLE_NEW,
		[CHANGE_REMOVED] = STYLE_GONE };

	return significance_style(is, of[c]);
}

void
verdict_put(struct strbuf *out, const struct numbers *n, struct sides s,
	struct verdict verdict)
{
	struct interval i = verdict_interval(&verdict, s);
	struct strbuf high = STRBUF_INIT;
	size_t unit;

	if (!significance_is_known(verdict.is))
		return;
	if (verdict.is == SIGNIFICANCE_EQUAL) {
		strbuf_addstr(out, "equal by -normalize");
		return;
	}
	if (verdict.is == SIGNIFICANCE_TOO_FEW) {
		strbuf_addstr(out, "too few samples to tell");
		return;
	}
	strbuf_addstr(out, "95% CI ");
	/* Print a common unit only once: "-0.11..+0.77s". */
	delta_put(out, n, (struct sides){ .new = i64_trunc(round(i.low)) });
	delta_put(&high, n, (struct sides){ .new = i64_trunc(round(i.high)) });
	unit = high.n;
	while (unit > 0 && !ascii_is_digit(high.p[unit - 1]))
		unit--;
	if (str_ends(strbuf_str(out), str_skip(strbuf_str(&high), unit)))
		strbuf_cut(out, out->n - (high.n - unit));
	strbuf_addf(out, "..%s", strbuf_c(&high));
	strbuf_free(&high);
	strbuf_addstr(out,
		may_be_chance(verdict.is) ? ", may be chance"
					  : ", significant");
	if (may_be_chance(verdict.is) && verdict_stands_alone(&verdict))
		strbuf_addf(out, " (%u tested)", verdict.of);
}
