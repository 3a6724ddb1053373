/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One line of plain words about the selection, for a screen reader: the name
 * first, the rest always in the same order.
 *
 *     price.applyRules, total 5.70s, 19.0% of all, self 0.84s, 2.8%,
 *     level 5, child 1 of 3, 2 callees, 3 places, rules.go:41
 */
#ifndef FT_PRESENT_ANNOUNCE_H
#define FT_PRESENT_ANNOUNCE_H

#include "base/strbuf.h"
#include "present/flamegraph.h"
#include "present/number.h"

/* Append a line about a selection in the graph. */
void announce_target(struct strbuf *out, struct flamegraph *p,
	struct selection s, const struct numbers *n, bool ascii);
/* Append a line about a table row, counted from 0. */
void announce_row(struct strbuf *out, const struct view *v, frame_id frame,
	uint32_t row, uint32_t rows, const struct numbers *n, bool ascii);

/*
 * Text shown instead of a graph: for an empty profile, or if filters left
 * nothing.
 */

/* True if the graph pane has nothing to draw. Then append the reason to `out`,
   which must be empty: "This profile has no samples." */
bool explain_blank(struct strbuf *out, const struct view *v);

/* Append "Everything is filtered out.", then a line per filter with what it
   keeps, up to the filter that took the last samples, which is marked. */
void explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii);

#endif
