/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scale of a report: what 100 % is, which unit they are printed in,
 * what they are divided by.
 *
 * pprof picks one unit for a whole report, header included, from the
 * smallest number shown; so a scale is made first and adjusted to the graph
 * before anything is printed.
 */
#ifndef FT_REPORT_SCALE_H
#define FT_REPORT_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/graph.h"
#include "engine/view.h"

struct report_scale {
	int64_t total;   /* 100 %: divided with `mean`, never by divide_by */
	struct str from; /* unit of the sample type */
	struct str to;   /* the query's unit: "minimum", "auto", "ms" */
	double ratio;    /* 1 / divide_by */
};

void scale_init(struct report_scale *n, const struct view *v);
/* Replace "minimum" by the unit that suits all nodes of the graph; `whole`:
   where only whole numbers of it can be printed. */
void scale_choose_unit(
	struct report_scale *n, const struct graph *g, bool whole);

/* v in the unit, toward zero; not divided. */
int64_t scale_whole(const struct report_scale *n, int64_t v);
/* divide_by makes a difference: pprof ignores one that is not above 0. */
bool scale_divide(const struct report_scale *n);
/* v as printed by divide_by, toward zero. */
int64_t scale_divided(const struct report_scale *n, int64_t v);
/* "1.50kB"; right-aligned in `width` characters, 0 for as it is. */
void scale_put(
	const struct report_scale *n, int64_t v, int width, struct strbuf *out);
/* " 4.56%" of the total. */
void scale_put_percent(
	const struct report_scale *n, int64_t v, struct strbuf *out);

/* Right-aligned as Go's %10s: width in code points, bad bytes count one. */
void put_right(struct strbuf *out, struct str s, int width);

/* flat, flat%, sum%, cum and cum% as -top and -tree have them. */
void scale_put_columns(const struct report_scale *n, int64_t flat, int64_t sum,
	int64_t cum, struct strbuf *out);

#endif
