/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Describes the selection in one line of plain words for a screen reader. The
 * name comes first; the order of the rest never changes.
 *
 *     price.applyRules, total 5.70s, 19.0% of all, self 0.84s, 2.8%,
 *     level 5, child 1 of 3, 2 callees, 3 call paths, rules.go:41
 */
#ifndef FT_PRESENT_ANNOUNCE_H
#define FT_PRESENT_ANNOUNCE_H

#include "base/strbuf.h"
#include "present/flamegraph.h"
#include "present/number.h"

/* Append a line about a selection in the graph. */
void announce_target(struct strbuf *out, struct flamegraph *p,
	struct selection s, const struct numbers *n, bool ascii);
/* Append a line about table row `row` of `rows`, counted from 0. */
void announce_row(struct strbuf *out, const struct view *v, frame_id frame,
	uint32_t row, uint32_t rows, const struct numbers *n, bool ascii);

/*
 * Text shown instead of a graph if the profile is empty or no sample passes the
 * filters.
 */

/* Append the reason why the graph pane has nothing to draw, and return true if
   there is one: "This profile has no samples." `out` must be empty. */
bool explain_blank(struct strbuf *out, const struct view *v);

/* Append "No samples match the filters." and a line per filter with the weight
   it keeps. The last line, marked with an arrow, is the filter that keeps
   nothing. */
void explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii);

#endif
