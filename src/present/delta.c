/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes as text: see delta.h. */
#include "config.h"

#include "present/delta.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "engine/evidence.h"

#include "base/banned.h"

static int
copy(char *buf, const char *text)
{
	size_t n = strlen(text);

	memcpy(buf, text, n + 1);
	return (int)n;
}

int
delta_number(const struct numbers *n, struct sides s, char buf[NUMBER_MAX])
{
	int64_t delta = sides_delta(s);
	char text[NUMBER_MAX];

	(void)number_text(n, delta, text);
	return snprintf(buf, NUMBER_MAX, "%s%.*s",
		delta > 0 && strpbrk(text, "123456789") != NULL ? "+" : "",
		NUMBER_MAX - 2, text);
}

int
delta_alone(const struct numbers *n, struct sides s, char buf[NUMBER_MAX])
{
	int64_t delta = sides_delta(s);
	char text[NUMBER_MAX];

	(void)number_alone(n, delta, text);
	return snprintf(buf, NUMBER_MAX, "%s%.*s", delta > 0 ? "+" : "",
		NUMBER_MAX - 2, text);
}

int
delta_share(struct sides s, char buf[DELTA_MAX])
{
	double p;

	if (s.base == 0 && s.new == 0)
		return copy(buf, "");
	if (s.base == 0)
		return copy(buf, "new");
	if (s.new == 0)
		return copy(buf, "gone");
	p = 100.0 * ((double)s.new - (double)s.base) / fabs((double)s.base);
	if (fabs(p) < 0.05)
		return copy(buf, "0.0%");
	if (fabs(p) >= 1e6)
		return snprintf(buf, DELTA_MAX, "%+.0e%%", p);
	return snprintf(
		buf, DELTA_MAX, fabs(p) >= 1e4 ? "%+.0f%%" : "%+.1f%%", p);
}

int
delta_times(struct sides s, char buf[DELTA_MAX])
{
	double t;

	if (s.base == 0)
		return copy(buf, s.new == 0 ? "" : "new");
	if (s.new == 0)
		return copy(buf, "0");
	t = (double)s.new / (double)s.base;
	if (fabs(t) >= 1e5)
		return snprintf(buf, DELTA_MAX, "%.0e", t);
	return snprintf(buf, DELTA_MAX, fabs(t) >= 100 ? "%.0f" : "%.2f", t);
}

/* A ratio as a number that sorts like it. */
static uint64_t
key(double ratio)
{
	ratio = fabs(ratio) * 1e6;
	return ratio < 1e18 ? (uint64_t)ratio : (uint64_t)1e18;
}

uint64_t
delta_share_key(struct sides s)
{
	if (s.base == 0)
		return s.new == 0 ? 0 : UINT64_MAX;
	return key(((double)s.new - (double)s.base) / (double)s.base);
}

uint64_t
delta_times_key(struct sides s)
{
	if (s.base == 0)
		return s.new == 0 ? 0 : UINT64_MAX;
	return key((double)s.new / (double)s.base);
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
	char text[NUMBER_MAX];

	(void)number_text(
		n, error < 9e18 ? (int64_t)llround(error) : INT64_MAX, text);
	strbuf_addf(out, "%s%s", ascii ? "+-" : "\xC2\xB1", text);
}
