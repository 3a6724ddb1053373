/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colour modes: what the colours of the graph tell. A mode is a row of
 * PAINT_ROWS and a struct in paint.c: for which views it is there, which tone
 * a box has, what stands in the status line, its legend.
 */
#ifndef FT_PRESENT_PAINT_H
#define FT_PRESENT_PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "engine/display.h"
#include "engine/origin.h"
#include "engine/view.h"
#include "present/grid.h"
#include "present/plan.h"

/* The colours of one view. */
struct paint {
	enum paint_mode mode; /* the one in use: never PAINT_AUTO */
	const struct view *view;
	struct origins *origins; /* owned; NULL unless the mode asks */
};

/* Borrows the view. A mode that the view has nothing for becomes
   PAINT_AUTO's. */
void paint_init(struct paint *p, const struct view *v, enum paint_mode wanted);
void paint_fini(struct paint *p);

bool paint_is_there(enum paint_mode mode, const struct view *v);
/* The next one that is. */
enum paint_mode paint_next(const struct paint *p);
const char *paint_name(enum paint_mode mode);
/* Why a mode is not there. */
const char *paint_why_not(enum paint_mode mode);

/* The tone of a box that is no group. */
uint8_t paint_tone(const struct paint *p, struct plan *plan, struct spot s);
/* The meaning in a few words, for the status line: "library",
   "34% of it self", "memory 72%"; nothing for hues. */
void paint_word(const struct paint *p, struct plan *plan, struct spot s,
	struct strbuf *out);

/* "origin  ■ user ■ library ..." in at most `cols` columns, or as much of it
   as tells something. `colors`: of the terminal. Returns the columns used. */
int paint_legend_draw(const struct paint *p, struct grid *g, int row, int col,
	int cols, int colors);

#endif
