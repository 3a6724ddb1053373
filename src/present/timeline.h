/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plot of profiles along time.
 *
 *       56MB                       ▁▂▂▃▄▅▅▆▇█    columns in eighths of a row
 *          0 ▃▃▄▃▃▄▄▄▃▄▃▃▃  ▃▃▄▄▄▄██████████    blank: no data
 *            ├─ base ─┤·········├───┤········    from 30 lines
 *            02:00      03:00      04:00
 *
 * Pure. With groups, each has a line of its own.
 */
#ifndef FT_PRESENT_TIMELINE_H
#define FT_PRESENT_TIMELINE_H

#include "base/str.h"
#include "base/strbuf.h"
#include "present/grid.h"
#include "profile/timeseries.h"

/* One line of the plot; the first one is the total. */
struct plotted {
	struct str name;
	const struct points *points;
};

struct timeline {
	const struct plotted *line;
	size_t n;      /* at least 1 */
	size_t at;     /* the selected line */
	bool is_cores; /* values are processor time per second */
	struct span window;
	int64_t step;
	int64_t now; /* ms since 1970: the last step may not be over */
	struct span range, base, mark; /* empty: none */
	int64_t cursor;
	bool focused;
	bool marks_row; /* the marks have a row of their own */
};

/* Return the columns left of the plot. */
int timeline_gutter(const struct timeline *t);
/* Draw the plot and put the cursor at its column. Hits are plot columns. */
void timeline_draw(struct grid *g, struct rect r, const struct timeline *t);
/* Return a bar of that many eighths of a row; in ASCII, a sign as dense. */
struct str timeline_bar(int eighths, bool ascii);
/* Return the end of a scale: a round number when printed. */
double timeline_scale(const struct points *ps, double most);
/* Append a value as it is shown: "2.9" for cores, "53.9MB", "12/s". */
void timeline_put_value(struct strbuf *out, const struct points *ps,
	bool is_cores, double value);

#endif
