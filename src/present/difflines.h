/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the lines around the panes say of a diff.
 *
 *      flametop  DIFF  base old.pb.gz 28.1s  →  new shop.pb.gz 30.0s  cpu
 *          +1.90s (+6.8%)  12 of 61 changes stand out
 *
 *      ++ much slower  + slower  - faster  -- much faster  N new  G gone
 *
 *      applyRules   base 3.90s 13.9%  →  new 5.70s 19.0%   Δ +1.80s (+46.2%)
 *          Δself +0.34s   ±0.21s, real
 *
 * What matters less goes first where there is no room.
 */
#ifndef FT_PRESENT_DIFFLINES_H
#define FT_PRESENT_DIFFLINES_H

#include "present/caption.h"
#include "present/grid.h"
#include "present/number.h"
#include "present/plan.h"

struct diff_title {
	const struct view *view;
	struct str base, new; /* what the sides are called; base may be "" */
	bool swapped;
};
/* On `cols` columns of a row, from col on; the columns used. */
int diff_title_draw(
	struct grid *g, int row, int col, int cols, const struct diff_title *t);

/* The signs and what they mean for this unit: slower, or more. */
int diff_legend_draw(
	struct grid *g, int row, int col, int cols, const struct view *v);

/* The status line of a place. */
void diff_status_of_spot(struct strbuf *out, struct plan *p, struct spot s,
	const struct numbers *n, enum caption_mode labels, bool ascii,
	int cols);

#endif
