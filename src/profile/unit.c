/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units and numbers as pprof prints them, with its oddities: there are no
 * minutes, and a trailing "s" is cut from names of three or more bytes, so that
 * "us" with a Greek mu never matches.
 */
#include "prelude.h"

#include "profile/unit.h"

#include <math.h>

#include "base/ascii.h"
#include "base/fixed.h"
#include "base/num.h"

/* The longest alias has 11 bytes. */
enum { ALIASES = 3, ALIAS_MAX = 16 };

struct named_unit {
	const char *name; /* as printed: "kB" */
	double factor;    /* in bytes, ns or GCU */
	const char *alias[ALIASES];
};

struct unit_family {
	const struct named_unit *unit;
	int n;
	int fallback; /* index into unit[], for 0 and unknown targets */
};

static const struct named_unit memory[] = {
	{ "B", 1, { "b", "byte" } },
	{ "kB", 0x1p10, { "kb", "kbyte", "kilobyte" } },
	{ "MB", 0x1p20, { "mb", "mbyte", "megabyte" } },
	{ "GB", 0x1p30, { "gb", "gbyte", "gigabyte" } },
	{ "TB", 0x1p40, { "tb", "tbyte", "terabyte" } },
	{ "PB", 0x1p50, { "pb", "pbyte", "petabyte" } },
};

static const struct named_unit time_units[] = {
	{ "ns", 1, { "ns", "nanosecond" } },
	{ "us", 1e3, { "us", "microsecond" } },
	{ "ms", 1e6, { "ms", "millisecond" } },
	{ "s", 1e9, { "s", "sec", "second" } },
	{ "hrs", 3.6e12, { "hr", "hour" } },
};

/* Google compute units. */
static const struct named_unit gcu[] = {
	{ "n*GCU", 1e-9, { "nanogcu" } },
	{ "u*GCU", 1e-6, { "microgcu" } },
	{ "m*GCU", 1e-3, { "milligcu" } },
	{ "GCU", 1, { "gcu" } },
	{ "k*GCU", 1e3, { "kilogcu" } },
	{ "M*GCU", 1e6, { "megagcu" } },
	{ "G*GCU", 1e9, { "gigagcu" } },
	{ "T*GCU", 1e12, { "teragcu" } },
	{ "P*GCU", 1e15, { "petagcu" } },
};

enum { MEMORY, TIME, GCU };

static const struct unit_family families[] = {
	[MEMORY] = { memory, COUNT_OF(memory), 0 },
	[TIME] = { time_units, COUNT_OF(time_units), 3 },
	[GCU] = { gcu, COUNT_OF(gcu), 3 },
};

static const struct named_unit *
unit_in(const struct unit_family *f, struct str name)
{
	char low[ALIAS_MAX];

	if (name.n == 0 || name.n >= ALIAS_MAX)
		return NULL;
	for (size_t i = 0; i < name.n; i++)
		low[i] = ascii_lower(name.p[i]);
	name.p = low;
	if (name.n > 2 && low[name.n - 1] == 's')
		name.n--;
	for (int i = 0; i < f->n; i++)
		for (int j = 0; j < ALIASES; j++)
			/* Most aliases have a different first letter. */
			if (f->unit[i].alias[j] != NULL &&
				f->unit[i].alias[j][0] == low[0] &&
				str_is(name, f->unit[i].alias[j]))
				return &f->unit[i];
	return NULL;
}

static const struct unit_family *
unit_family_of(struct str name, const struct named_unit **unit)
{
	for (size_t i = 0; i < COUNT_OF(families); i++) {
		*unit = unit_in(&families[i], name);
		if (*unit != NULL)
			return &families[i];
	}
	return NULL;
}

static const char *const parts[UNIT_DECIMALS_MAX + 1] = { "count", "tenths",
	"hundredths", "thousandths", "ten_thousandths", "hundred_thousandths",
	"millionths" };

struct str
unit_of_decimals(int decimals)
{
	return str_c(parts[decimals]);
}

int
unit_decimals(struct str unit)
{
	for (int i = UNIT_DECIMALS_MAX; i > 0; i--)
		if (str_is(unit, parts[i]))
			return i;
	return 0;
}

double
unit_scale(int64_t v, struct str from, struct str to, struct str *unit)
{
	const struct named_unit *u;
	const struct unit_family *f = unit_family_of(from, &u);
	double base;

	/* INT64_MIN has no positive counterpart. */
	if (v < 0 && v != INT64_MIN)
		return -unit_scale(-v, from, to, unit);
	if (f == NULL) {
		bool plain = (str_is(to, "minimum") || str_is(to, "auto")) ||
			str_is(to, "count") || str_is(to, "sample") ||
			str_is(to, "unit");
		int up = unit_decimals(to), down = unit_decimals(from);

		if (down == 0 && (up == 0 || !str_is(from, parts[0]))) {
			*unit = plain ? STR("") : to;
			return (double)v;
		}
		*unit = STR("");
		return up >= down ? (double)v * pow(10, up - down)
				  : (double)v / pow(10, down - up);
	}
	base = (double)v * u->factor;
	if (str_is(to, "minimum") || str_is(to, "auto")) {
		const struct named_unit *best = NULL;

		/* Take the largest unit in which `base` is at least 1, or the
		   fallback. */
		for (int i = 0; i < f->n; i++)
			if (base / f->unit[i].factor >= 1.0)
				best = &f->unit[i];
		u = best != NULL ? best : &f->unit[f->fallback];
	} else {
		u = unit_in(f, to);
		if (u == NULL)
			u = &f->unit[f->fallback];
	}
	*unit = str_c(u->name);
	return base / u->factor;
}

/* Return the length of a text in the buffer from snprintf()'s result. */
static int
fitted(int n)
{
	return n < UNIT_TEXT_MAX ? n : UNIT_TEXT_MAX - 1;
}

int
unit_label(int64_t v, struct str from, struct str to, char buf[UNIT_TEXT_MAX])
{
	struct str unit;
	double x = unit_scale(v, from, to, &unit);
	size_t n = fixed_put(buf, UNIT_TEXT_MAX, x, 2);

	if (str_ends(str_from(buf, n), STR(".00")))
		n -= 3;
	buf[n] = '\0';
	if (strcmp(buf, "0") == 0 || strcmp(buf, "-0") == 0)
		return fitted(snprintf(buf, UNIT_TEXT_MAX, "0"));
	if (unit.n > UNIT_TEXT_MAX - 1 - n)
		unit.n = UNIT_TEXT_MAX - 1 - n;
	if (unit.n > 0)
		memcpy(buf + n, unit.p, unit.n);
	buf[n + unit.n] = '\0';
	return (int)(n + unit.n);
}

/* Write a number below 1 like "%.2g" if it needs no exponent: two significant
   digits, without trailing zeros. */
static size_t
put_small(char buf[UNIT_TEXT_MAX], double r)
{
	unsigned decimals = 2;
	size_t n;

	for (double least = 0.1; r < least; least /= 10)
		decimals++;
	n = fixed_put(buf, UNIT_TEXT_MAX, r, decimals);
	while (buf[n - 1] == '0')
		n--;
	return buf[n - 1] == '.' ? n - 1 : n;
}

/* Write a number like "%.2g" if it needs an exponent: "1.2e-05". */
static size_t
put_tiny(char buf[UNIT_TEXT_MAX], double r)
{
	int exponent = 5;
	unsigned digits = 0;
	size_t n;

	for (double least = 1e-5; r < least; least /= 10)
		exponent++;
	n = fixed_put(buf, UNIT_TEXT_MAX, r, (unsigned)exponent + 1);
	for (size_t i = n - 3; i < n; i++)
		digits = digits * 10 + (unsigned)(buf[i] - '0');
	/* 9.96 rounds up to 10. */
	if (digits >= 100) {
		digits /= 10;
		exponent--;
	}
	if (exponent < 5)
		return (size_t)snprintf(buf, UNIT_TEXT_MAX, "0.0001");
	n = 0;
	buf[n++] = (char)('0' + digits / 10);
	if (digits % 10 != 0) {
		buf[n++] = '.';
		buf[n++] = (char)('0' + digits % 10);
	}
	memcpy(buf + n, "e-0", 3);
	buf[n + 3] = (char)('0' + exponent);
	return n + 4;
}

int
unit_percentage(int64_t v, int64_t total, char buf[UNIT_TEXT_MAX])
{
	enum { WIDTH = 5 };
	double r = total != 0 ? fabs((double)v / (double)total) * 100 : 0;
	size_t n, blank;

	if (r >= 99.95 && r <= 100.05)
		return fitted(snprintf(buf, UNIT_TEXT_MAX, "  100%%"));
	if (!(r >= 1.1e-9))
		return fitted(snprintf(buf, UNIT_TEXT_MAX, "%5.2g%%", r));
	if (r >= 1)
		n = fixed_put(buf, UNIT_TEXT_MAX - 1, r, 2);
	else
		n = r >= 1e-4 ? put_small(buf, r) : put_tiny(buf, r);
	blank = n < WIDTH ? WIDTH - n : 0;
	memmove(buf + blank, buf, n);
	memset(buf, ' ', blank);
	memcpy(buf + blank + n, "%", 2);
	return (int)(blank + n + 1);
}

struct str
unit_minimum(int64_t smallest, int64_t total, struct str from, bool integers)
{
	/* Two decimals are printed, so the unit may be 100 times as large. */
	int64_t hundred = (int64_t)((uint64_t)smallest * 100);
	struct str fine, coarse;

	(void)unit_scale(smallest, from, STR("auto"), &fine);
	(void)unit_scale(total, from, STR("auto"), &coarse);
	if (!str_eq(fine, coarse) && hundred < total && !integers)
		(void)unit_scale(hundred, from, STR("auto"), &fine);
	if (unit_decimals(from) > 0)
		return unit_of_decimals(0);
	return fine.n > 0 ? fine : from;
}

bool
unit_compatible(struct str a, struct str b)
{
	const struct named_unit *u;
	const struct unit_family *f = unit_family_of(a, &u);

	return str_eq(a, b) || (f != NULL && unit_in(f, b) != NULL) ||
		((unit_decimals(a) > 0 || str_is(a, parts[0])) &&
			(unit_decimals(b) > 0 || str_is(b, parts[0])));
}

bool
unit_is_time(struct str unit)
{
	return unit_in(&families[TIME], unit) != NULL;
}

bool
unit_is_memory(struct str unit)
{
	return unit_in(&families[MEMORY], unit) != NULL;
}
