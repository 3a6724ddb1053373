/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plot of profiles along time.
 *
 *       56MB                       ▁▂▂▃▄▅▅▆▇█    columns in eighths of a row
 *          0 ▃▃▄▃▃▄▄▄▃▄▃▃▃  ▃▃▄▄▄▄██████████    blank: no data
 *            ├─ base ─┤·········├───┤········    from 30 lines
 *            02:00      03:00      04:00
 *
 * Pure; with groups a line of its own for each.
 */
#ifndef FT_PRESENT_TIMELINE_H
#define FT_PRESENT_TIMELINE_H

#include "base/str.h"
#include "base/strbuf.h"
#include "present/grid.h"
#include "profile/timeseries.h"

/* One line; the first of them is the whole. */
struct plotted {
	struct str name;
	const struct points *points;
};

struct timeline {
	const struct plotted *line;
	size_t n;      /* at least 1 */
	size_t at;     /* the line that is selected */
	bool is_cores; /* values are processor time per second */
	struct span window;
	int64_t step;
	int64_t now; /* ms since 1970: the last step may not be over */
	struct span range, base, mark; /* empty: none */
	int64_t cursor;
	bool focused;
	bool marks_row; /* there is a row for the marks */
};

/* Columns left of the plot. */
int timeline_gutter(const struct timeline *t);
/* Hits are columns of the plot; the cursor is put at its column. */
void timeline_draw(struct grid *g, struct rect r, const struct timeline *t);
/* A bar of so many eighths of a row; in ASCII a sign as dense. */
struct str timeline_bar(int eighths, bool ascii);
/* The end of a scale, a round number as it is printed. */
double timeline_scale(const struct points *ps, double most);
/* Append a value as it is written: "2.9 cores", "53.9MB", "12 /s". */
void timeline_put_value(struct strbuf *out, const struct points *ps,
	bool is_cores, double value);

#endif
