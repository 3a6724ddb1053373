/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What grows from snapshot to snapshot, as a list; and its words, which the
 * report has as well.
 *
 *        Growth/h    first     last   tau  Function
 *      ▶   +4.9MB   11.2MB   43.6MB  0.97  session.(*Store).Put  ▁▂▂▃▃▄▅▅▆▇█
 *         +310kB     1.1MB    3.1MB  0.88  metrics.Event         ▁▁▂▂▃▄▅▅▆▇█
 *      ?   +55kB     210kB    560kB  0.71  http.Header.Clone     ▃▁▂▄▂▅▄▆▅▆█
 *
 *        steadily up and never back: a leak, or a cache that has not filled yet
 *        ? may be chance: of the others, 1 in 20 is expected to be
 *
 * The little line goes over all snapshots, from its least value to its most; a
 * run that is not judged is dim. On a wide screen there is more.
 */
#ifndef FT_PRESENT_GROWTH_H
#define FT_PRESENT_GROWTH_H

#include "analysis/growth.h"
#include "base/strbuf.h"
#include "present/grid.h"

/* Each appends. "+4.9MB", per hour or per snapshot: */
void growth_rate_put(struct strbuf *out, const struct growth *g, double rate);
/* "/h", "/snapshot" */
const char *growth_per(const struct growth *g);
/* Why growth is per snapshot. */
const char *growth_why_no_rate(const struct growth *g);
/* "4 of 312 functions, 80 snapshots, 6h35m" */
void growth_title_put(struct strbuf *out, const struct growth *g);
/* "steady", "rising floor", "rising"; "?" for what may be chance or is of too
 * few. */
const char *growth_verdict(const struct grower *row);
/* What that means: "steadily up and never back: ..." */
const char *growth_verdict_words(const struct grower *row);
/* What is to be said of all of it, a line each. Nothing, if nothing. */
void growth_remarks_put(struct strbuf *out, const struct growth *g);

struct growth_draw {
	size_t first, at; /* row at the top, row of the cursor */
	int skip;         /* columns of names scrolled out at the left */
	bool focused;
	bool lines; /* the little lines */
};

/* How many rows there are room for, the head not counted. */
int growth_page(struct rect r);
/* Hits: the row. */
void growth_draw(struct grid *g, struct rect r, const struct growth *growth,
	const struct growth_draw *d);

#endif
