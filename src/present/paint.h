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
#include "engine/change.h"
#include "engine/display.h"
#include "engine/origin.h"
#include "engine/view.h"
#include "present/grid.h"
#include "present/plan.h"

/*
 * Tones: what the colour of a box means. A cell with STYLE_FRAME or
 * STYLE_TAIL carries one in its `hue`; which colour that becomes is decided
 * in ui/color.c.
 *
 *     0 .. STYLE_HUES - 1    a name's own hue: tells names apart, no more
 *     from TONE_PLAIN on     a meaning, with a mark for where colours are few
 *
 * A meaning is never told by colour alone: the mark stands in the box where
 * there are fewer than 256 colours (and in a diff always), the status line
 * has the word.
 */

enum { TONE_HEAT_STEPS = 7 };

enum tone {
	TONE_PLAIN = STYLE_HUES,
	/* Whose code it is. */
	TONE_USER,
	TONE_LIBRARY,
	TONE_SYSTEM,
	TONE_UNKNOWN,
	/* The self share of a box, from nothing to all of it. */
	TONE_HEAT,
	TONE_HEAT_LAST = TONE_HEAT + TONE_HEAT_STEPS - 1,
	/* What the processor was busy with. */
	TONE_INSTRUCTIONS,
	TONE_CACHE,
	TONE_MEMORY,
	TONE_KERNEL,
	TONE_MIXED,
	TONE_NOTHING, /* no self value: nothing to say */
	/* A diff, from gone to new. Each neighbour is one step off. */
	TONE_GONE,
	TONE_LESS_MUCH,
	TONE_LESS,
	TONE_LESS_LITTLE,
	TONE_SAME,
	TONE_MORE_LITTLE,
	TONE_MORE,
	TONE_MORE_MUCH,
	TONE_NEW,
	TONES
};

/* Is it one of the meanings that stand in an order or beside each other, so
   that a darker shade of one could be taken for another? */
static inline bool
tone_has_meaning(uint8_t tone)
{
	return tone > TONE_PLAIN;
}

/* At most two columns, ASCII: "L", "++"; "" for hues and what is usual. */
const char *tone_mark(uint8_t tone);
/* A word or two: "library", "new". */
const char *tone_word(uint8_t tone);

/* The step of a share, 0 .. 1 in sevenths. What is not a share is the first
   step. */
enum tone tone_of_share(double share);
/* The category of a change (change_of()), and how strong it is beside the
   largest one: little under a ninth, much from a third on. */
enum tone tone_of_change(struct sides s, const struct change_scale *scale);

/* ---- Modes ---- */

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
