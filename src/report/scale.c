/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scale of a report: see scale.h. */
#include "config.h"

#include "report/scale.h"

#include "base/num.h"
#include "base/utf8.h"
#include "profile/unit.h"

#include "base/banned.h"

void
scale_init(struct report_scale *n, const struct view *v)
{
	const struct profile *p = v->profile;

	n->total = v->w.total;
	n->from = profile_str(p, p->types.unit[v->w.column]);
	n->to = v->query.unit;
	n->ratio = 1 / v->query.divide_by;
}

bool
scale_divide(const struct report_scale *n)
{
	return n->ratio > 0 && (n->ratio < 1 || n->ratio > 1);
}

int64_t
scale_divided(const struct report_scale *n, int64_t v)
{
	if (scale_divide(n))
		return i64_trunc((double)v * n->ratio);
	return v;
}

void
scale_choose_unit(struct report_scale *n, const struct graph *g, bool whole)
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
	n->to = unit_minimum(scale_divided(n, smallest),
		scale_divided(n, n->total), n->from, whole);
}

int64_t
scale_whole(const struct report_scale *n, int64_t v)
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
scale_put(
	const struct report_scale *n, int64_t v, int width, struct strbuf *out)
{
	char text[UNIT_TEXT_MAX];

	unit_label(scale_divided(n, v), n->from, n->to, text);
	put_right(out, str_c(text), width);
}

void
scale_put_percent(const struct report_scale *n, int64_t v, struct strbuf *out)
{
	char text[UNIT_TEXT_MAX];

	unit_percentage(v, n->total, text);
	strbuf_addc(out, text);
}

void
scale_put_columns(const struct report_scale *n, int64_t flat, int64_t sum,
	int64_t cum, struct strbuf *out)
{
	scale_put(n, flat, 10, out);
	strbuf_addch(out, ' ');
	scale_put_percent(n, flat, out);
	strbuf_addch(out, ' ');
	scale_put_percent(n, sum, out);
	strbuf_addch(out, ' ');
	scale_put(n, cum, 10, out);
	strbuf_addch(out, ' ');
	scale_put_percent(n, cum, out);
}
