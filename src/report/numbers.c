/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a report: see numbers.h. */
#include "config.h"

#include "report/numbers.h"

#include "base/num.h"
#include "base/utf8.h"
#include "profile/unit.h"

#include "base/banned.h"

void
numbers_init(struct numbers *n, const struct view *v)
{
	const struct profile *p = v->profile;

	n->total = v->w.total;
	n->from = profile_str(p, p->types.unit[v->w.column]);
	n->to = v->query.unit;
	n->ratio = 1 / v->query.divide_by;
}

bool
numbers_divide(const struct numbers *n)
{
	return n->ratio > 0 && (n->ratio < 1 || n->ratio > 1);
}

int64_t
numbers_divided(const struct numbers *n, int64_t v)
{
	if (numbers_divide(n))
		return i64_trunc((double)v * n->ratio);
	return v;
}

void
numbers_choose_unit(struct numbers *n, const struct graph *g, bool whole)
{
	int64_t smallest = 0;

	if (!str_is(n->to, "minimum") || g->n == 0)
		return;
	for (uint32_t i = 0; i < g->n; i++) {
		int64_t v = i64_abs(graph_flat(&g->node[i]));

		if (v == 0)
			v = i64_abs(graph_cum(&g->node[i]));
		if (v > 0 && (smallest == 0 || v < smallest))
			smallest = v;
	}
	if (smallest == 0)
		smallest = n->total;
	n->to = unit_minimum(numbers_divided(n, smallest),
		numbers_divided(n, n->total), n->from, whole);
}

int64_t
numbers_whole(const struct numbers *n, int64_t v)
{
	struct str unit;

	return i64_trunc(unit_scale(v, n->from, n->to, &unit));
}

void
put_right(struct strbuf *out, struct str s, int width)
{
	int chars = 0;
	uint32_t cp;

	for (struct str rest = s; rest.n > 0; chars++)
		rest = str_skip(rest, utf8_decode(rest, &cp));
	if (chars < width)
		strbuf_addn(out, ' ', (size_t)(width - chars));
	strbuf_add(out, s);
}

void
numbers_put(const struct numbers *n, int64_t v, int width, struct strbuf *out)
{
	char text[UNIT_TEXT_MAX];

	unit_label(numbers_divided(n, v), n->from, n->to, text);
	put_right(out, str_c(text), width);
}

void
numbers_put_percent(const struct numbers *n, int64_t v, struct strbuf *out)
{
	char text[UNIT_TEXT_MAX];

	unit_percentage(v, n->total, text);
	strbuf_addc(out, text);
}
