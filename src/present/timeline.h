/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plot of profiles along time.
 *
 *       56MB                       ▁▂▂▃▄▅▅▆▇█    columns in eighths of a row
 *          0 ▃▃▄▃▃▄▄▄▃▄▃▃▃  ▃▃▄▄▄▄██████████    blank: no data
 *            ├─ base ─┤·········├───┤········    if marks_row
 *            02:00      03:00      04:00
 *
 * With groups, each group has its own line. Groups have one scale, and the
 * total has its own:
 *
 *     acme            ▂▄▄▃▅▂▃▃▅▆▅▃▂     the heaviest that have room
 *         300ms       ██████████████
 *     +7 more 1.2s    02:00   02:30     and what is left of the total
 */
#ifndef FT_PRESENT_TIMELINE_H
#define FT_PRESENT_TIMELINE_H

#include "base/str.h"
#include "base/strbuf.h"
#include "present/grid.h"
#include "profile/timeseries.h"

/* Milliseconds in a second. */
enum { SECOND_MS = 1000 };

/* One line of the plot; the first line is the total. */
struct plotted {
	struct str name;
	const struct points *points;
};

struct timeline {
	const struct plotted *line;
	size_t n;      /* at least 1 */
	size_t at;     /* index of the selected line */
	size_t others; /* lines that line[] leaves out */
	bool own_scales; /* each group to its own scale, not all to one */
	bool is_cores; /* values are processor time per second */
	struct span window;
	int64_t step;
	int64_t now; /* ms since 1970; the step with `now` is not over */
	struct span range, base, mark; /* marked spans; empty: none */
	int64_t cursor;
	bool focused;
	bool marks_row; /* the marks have a row of their own */
};

/* Return the columns left of the plot. */
int timeline_gutter(const struct timeline *t);
/* Draw the plot and put the cursor at its column. A hit is a plot column. */
void timeline_draw(struct grid *g, struct rect r, const struct timeline *t);
/* Return a bar of 0 to 8 eighths of a row; in ASCII, a character as dense. */
struct str timeline_bar(int eighths, bool ascii);
/* Return the end of a scale for values up to `most`: round when printed. */
double timeline_scale(const struct points *ps, double most);
/* Append a value of the plot: "2.9" for cores, "53.9MB", "12/s". */
void timeline_put_value(struct strbuf *out, const struct points *ps,
	bool is_cores, double value);

#endif
