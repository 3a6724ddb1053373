/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colour modes: what the colours of the graph mean. A mode is a row of
 * PAINT_ROWS and a struct in paint.c: for which views it is there, which hue
 * a box has, what the status line says, its legend.
 */
#ifndef FT_PRESENT_PAINT_H
#define FT_PRESENT_PAINT_H

#include "base/strbuf.h"
#include "engine/display.h"
#include "engine/origin.h"
#include "engine/sides.h"
#include "engine/view.h"
#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/packages.h"

/*
 * A cell with STYLE_FRAME or STYLE_TAIL has a `hue`; which colour that becomes
 * is decided in ui/color.c.
 *
 *     0 .. STYLE_HUES - 1    a name's own: distinguishes names, no more
 *     from MEANING_PLAIN on  a meaning, with a mark for where colours are few
 *
 * A meaning is never shown by colour alone: the mark is in the box where there
 * are fewer than 256 colours (and in a diff always), the status line has the
 * word.
 */

enum { MEANING_HEAT_STEPS = 7 };

enum meaning {
	MEANING_NEUTRAL = STYLE_HUES, /* the system's, beside packages */
	MEANING_PLAIN,
	/* Whose code it is. */
	MEANING_USER,
	MEANING_LIBRARY,
	MEANING_SYSTEM,
	MEANING_UNKNOWN,
	/* The self share of the total, from nothing to a tenth and more. */
	MEANING_HEAT,
	MEANING_HEAT_LAST = MEANING_HEAT + MEANING_HEAT_STEPS - 1,
	/* What the processor was busy with. */
	MEANING_INSTRUCTIONS,
	MEANING_CACHE,
	MEANING_MEMORY,
	MEANING_KERNEL,
	MEANING_MIXED,
	MEANING_NOTHING, /* no self value: nothing to say */
	/* A diff, from gone to new. Each neighbour is one step off. */
	MEANING_GONE,
	MEANING_LESS_MUCH,
	MEANING_LESS,
	MEANING_SAME,
	MEANING_MORE,
	MEANING_MORE_MUCH,
	MEANING_NEW,
	MEANINGS
};

/* Is it one of the meanings that stand in an order or beside each other, so
   that a darker shade of one could be taken for another? */
static inline bool
hue_has_meaning(uint8_t hue)
{
	return hue > MEANING_PLAIN;
}

/* At most two columns, ASCII: "L", "++"; "" for hues and what is usual. */
const char *meaning_mark(uint8_t hue);

/* The step of a share of the total: from 0.2 %, 0.5, 1, 2, 5 and 10 % on. What
   is not a share is the first one. */
enum meaning meaning_of_share(double share);
/* The category of a change, change_of(). */
enum meaning meaning_of_change(
	struct sides s, const struct change_scale *scale);

/* ---- Modes ---- */

/* The colours of one view. */
struct paint {
	enum paint_mode mode; /* the one in use: never PAINT_AUTO */
	const struct view *view;
	struct origins *origins; /* owned; NULL unless the mode asks */
	const struct packages
		*packages; /* borrowed; NULL: hues by name alone */
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

/* The hue of a box that is not a group; without a paint its package's. */
uint8_t paint_hue(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s);
/* The meaning in a few words, for the status line: "library",
   "34% self", "memory 72%"; nothing for hues. */
void paint_word(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out);

/* "origin  ■ user ■ library ..." in at most `cols` columns, or as much of it
   as is of use. `colors`: of the terminal. Returns the columns used. */
int paint_legend_draw(const struct paint *p, struct grid *g, int row, int col,
	int cols, int colors);

#endif
