/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is selected, as one plain line for a screen reader: words instead of
 * signs, the name first, in the same order always.
 *
 *     price.applyRules, total 5.70s, 19.0% of all, self 0.84s, 2.8%,
 *     level 5, child 1 of 3, 2 callees, 3 places, rules.go:41
 */
#ifndef FT_PRESENT_ANNOUNCE_H
#define FT_PRESENT_ANNOUNCE_H

#include "base/strbuf.h"
#include "present/flamegraph.h"
#include "present/number.h"

/* A place in the graph. */
void announce_target(struct strbuf *out, struct flamegraph *p,
	struct selection s, const struct numbers *n, bool ascii);
/* A row of the table, from 0. */
void announce_row(struct strbuf *out, const struct view *v, frame_id frame,
	uint32_t row, uint32_t rows, const struct numbers *n, bool ascii);

/*
 * Text where there is no picture: profiles with nothing to draw, filters
 * that left nothing.
 */

/* Is there nothing to draw in the graph pane? Then `out`, empty before, says
   why: "This profile has no samples." */
bool explain_blank(struct strbuf *out, const struct view *v);

/* "All 3 000 samples are filtered out.", then a line for each filter with
   what it keeps, the one that emptied it marked; lines end in a newline. */
void explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii);

#endif
