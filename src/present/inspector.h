/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that is known of one place in the graph, as lines.
 *
 *     price.applyRules
 *     full      example.com/shop/price.applyRules
 *     source    shop/price/rules.go:41
 *     lines     begins at 39, hottest 44 with 3.10s
 *     binary    /srv/bin/shop, build id 4f1c…
 *
 *                    this place      all 3 places
 *     self         0.84s  2.8%      1.02s  3.4%
 *     total        5.70s 19.0%      6.60s 22.0%
 *     ...
 *
 * Numbers at this place are beside those of the function at all of its
 * places; where it is narrow, those of all places are left out.
 */
#ifndef FT_PRESENT_INSPECTOR_H
#define FT_PRESENT_INSPECTOR_H

#include "analysis/peek.h"
#include "base/arena.h"
#include "engine/origin.h"
#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/number.h"

/* What is inspected. detail and peek are of the selection's frame; peek is NULL
   for the root, both are for a group. */
struct inspected {
	struct flamegraph *flamegraph;
	struct selection selected;
	struct zoom zoom;
	const struct detail *detail;
	const struct peek *peek;
	bool has_origin; /* whose code it is, is known */
	struct origin origin;
	bool ascii;
};

struct inspector_line {
	struct str text; /* in the arena */
	bool heading;
};

struct inspector {
	struct arena arena;
	size_t n;
	struct inspector_line *line;
};

enum { INSPECTOR_MIN_COLS = 20 };

/* Lines of at most `cols` columns. Borrows nothing afterwards. */
void inspector_init(struct inspector *in, const struct inspected *of, int cols);
void inspector_fini(struct inspector *in);

/* From line `first` on. */
void inspector_draw(struct grid *g, struct rect r, const struct inspector *in,
	size_t first);

#endif
