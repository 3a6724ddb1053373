/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of functions that grow from snapshot to snapshot, and its texts,
 * which the report also uses.
 *
 *          grew by   rate/h   self/h     last  Function
 *      ▶   +32.4MB   +4.9MB   +4.9MB   43.6MB  session.(*Store).Put  ▁▂▃▄▅▆▇█
 *          +32.4MB   +4.9MB        0   44.1MB    api.login           ▁▂▃▄▅▆▇█
 *          +  2MB   +310kB   +310kB    3.1MB  metrics.Event         ▁▁▂▃▄▅▇█
 *      ?   +350kB    +55kB    +55kB    560kB  http.Header.Clone     ▃▁▂▄▂▅▆█
 *
 *        rises steadily: a leak, or a cache that is still filling
 *        ? may be chance; of the others, expect 1 in 20 to be chance as well
 *
 * The sparkline covers all snapshots, from minimum to maximum; snapshots before
 * the last restart are dim. Wide screens show more columns. Below one row may
 * be its callers, whose growth it explains, indented.
 */
#ifndef FT_PRESENT_GROWTH_H
#define FT_PRESENT_GROWTH_H

#include "analysis/growth.h"
#include "base/strbuf.h"
#include "present/list.h"

/* The time unit of rates: the longest of which the snapshots span at least
   three, else seconds. */
struct growth_per {
	double hours;     /* converts grower.slope; 1 if not per hour */
	const char *text; /* "/s", "/min", "/h", "/d" or "/snapshot" */
};

struct growth_per growth_per(const struct growth *g);
/* Append a rate: "+4.9MB". */
void growth_rate_put(struct strbuf *out, const struct growth *g, double rate);
/* Append how much a function grew: "+32.4MB". */
void growth_by_put(
	struct strbuf *out, const struct growth *g, const struct grower *row);
/* Return why growth is per snapshot and not per hour. */
const char *growth_why_no_rate(const struct growth *g);
/* Append "4 of 312 functions, 80 snapshots, 6h35m". */
void growth_title_put(struct strbuf *out, const struct growth *g);
/* Return "steady", "rising floor" or "rising"; "?" if unsure. Growth over
   few snapshots, or less than a minute, is never called steady. */
const char *growth_verdict(const struct growth *g, const struct grower *row);
/* Append the verdict in words: "rises steadily: ...". */
void growth_verdict_put(
	struct strbuf *out, const struct growth *g, const struct grower *row);
/* Append remarks about the whole list, one per line, if there are any. */
void growth_remarks_put(struct strbuf *out, const struct growth *g);

/* A line of the list: a row, or one of its callers. */
struct growth_line {
	uint32_t row; /* index in growth->row */
	int depth;    /* 0: a listed row; else a caller, this many calls above
			 it */
};

/* Return the lines as an array for free(), with the callers of the row `open`,
   if it is not NONE. */
struct growth_line *growth_lines(
	const struct growth *g, uint32_t open, size_t *n);

struct growth_draw {
	const struct growth_line *line;
	size_t n; /* lines */
	struct list list;
	bool focused;
	bool lines; /* draw the sparklines */
};

/* Return how many rows fit, without the header. */
int growth_page(int pane_rows);
/* Draw the list. The hit of a line is its index in line[]. */
void growth_draw(struct grid *g, struct rect r, const struct growth *growth,
	const struct growth_draw *d);

#endif
