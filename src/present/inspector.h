/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything known about one node of the graph, as lines.
 *
 *     price.applyRules
 *     full      example.com/shop/price.applyRules
 *     source    shop/price/rules.go:41
 *     lines     begins at 39, hottest 44 with 3.10s
 *     binary    /srv/bin/shop, build id 4f1c…
 *
 *                     this path      all 3 paths
 *      self         0.84s  2.8%      1.02s  3.4%
 *      total        5.70s 19.0%      6.60s 22.0%
 *      ...
 *
 * Numbers for this call path are next to numbers for all call paths to the
 * function; narrow panes omit the numbers for all paths.
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

/* The item to inspect. `detail` and `peek` describe the selection's frame. For
   the root peek is NULL, for a group both are. */
struct inspected {
	struct flamegraph *flamegraph;
	struct selection selected;
	struct zoom zoom;
	const struct detail *detail;
	const struct peek *peek;
	bool has_origin; /* `origin` is known */
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

/* Fill in lines of at most `cols` columns. Borrows nothing afterwards. */
void inspector_init(struct inspector *in, const struct inspected *of, int cols);
void inspector_fini(struct inspector *in);

/* Draw from line `first`. */
void inspector_draw(struct grid *g, struct rect r, const struct inspector *in,
	size_t first);

#endif
