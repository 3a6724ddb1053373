/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of functions that grow from snapshot to snapshot, and its texts,
 * which the report also uses.
 *
 *        Growth/h    first     last   tau  Function
 *      ▶   +4.9MB   11.2MB   43.6MB  0.97  session.(*Store).Put  ▁▂▂▃▃▄▅▅▆▇█
 *         +310kB     1.1MB    3.1MB  0.88  metrics.Event         ▁▁▂▂▃▄▅▅▆▇█
 *      ?   +55kB     210kB    560kB  0.71  http.Header.Clone     ▃▁▂▄▂▅▄▆▅▆█
 *
 *        rises steadily: a leak, or a cache that is still filling
 *        ? may be chance; of the others, expect 1 in 20 to be chance as well
 *
 * The sparkline covers all snapshots, from minimum to maximum; snapshots before
 * the last restart are dim. Wide screens show more columns.
 */
#ifndef FT_PRESENT_GROWTH_H
#define FT_PRESENT_GROWTH_H

#include "analysis/growth.h"
#include "base/strbuf.h"
#include "present/grid.h"

/* Append a rate, per hour or per snapshot: "+4.9MB". */
void growth_rate_put(struct strbuf *out, const struct growth *g, double rate);
/* Return "/h" or "/snapshot". */
const char *growth_per(const struct growth *g);
/* Return why growth is per snapshot and not per hour. */
const char *growth_why_no_rate(const struct growth *g);
/* Append "4 of 312 functions, 80 snapshots, 6h35m". */
void growth_title_put(struct strbuf *out, const struct growth *g);
/* Return "steady", "rising floor" or "rising"; "?" if unsure. */
const char *growth_verdict(const struct grower *row);
/* Return the verdict in words: "rises steadily: ...". */
const char *growth_verdict_words(const struct grower *row);
/* Append remarks about the whole list, one per line, if there are any. */
void growth_remarks_put(struct strbuf *out, const struct growth *g);

struct growth_draw {
	size_t first, at; /* index of the top row, of the cursor row */
	int skip;         /* columns of names scrolled off at the left */
	bool focused;
	bool lines; /* draw the sparklines */
};

/* Return how many rows fit, without the header. */
int growth_page(struct rect r);
/* Draw the list. The hit of a row is its index in growth->row[]. */
void growth_draw(struct grid *g, struct rect r, const struct growth *growth,
	const struct growth_draw *d);

#endif
