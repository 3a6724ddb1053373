/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colour modes: the meaning of the graph's colours. A mode is a row of
 * PAINT_ROWS and a struct in paint.c: the views that can use the mode, the hue
 * of a box, the text for the status line, the legend.
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
 * A cell with STYLE_FRAME or STYLE_TAIL has a `hue`; ui/color.c decides its
 * colour.
 *
 *     0 .. STYLE_HUES - 1    distinguishes names and has no meaning
 *     from MEANING_PLAIN on  has a meaning, and a mark in case colours are few
 *
 * No meaning is shown by colour alone: with fewer than 256 colours, and always
 * in a diff, the mark is in the box; the status line shows the word.
 */

enum { MEANING_HEAT_STEPS = 7 };

enum meaning {
	MEANING_NEUTRAL = STYLE_HUES, /* system code in package mode */
	MEANING_PLAIN,
	/* The code's origin. */
	MEANING_USER,
	MEANING_LIBRARY,
	MEANING_SYSTEM,
	MEANING_UNKNOWN,
	/* The kind of a runtime's work. */
	MEANING_NO_RUNTIME,
	MEANING_GC,
	MEANING_ALLOC,
	MEANING_SCHED,
	MEANING_MAPS,
	MEANING_MOVES,
	MEANING_SYSCALLS,
	MEANING_LOCKS,
	MEANING_INTERPRETER,
	MEANING_OTHER_WORK,
	/* Self as a share of everything, from 0% to 10% and more. */
	MEANING_HEAT,
	MEANING_HEAT_LAST = MEANING_HEAT + MEANING_HEAT_STEPS - 1,
	/* The processor's bottleneck. */
	MEANING_INSTRUCTIONS,
	MEANING_CACHE,
	MEANING_MEMORY,
	MEANING_KERNEL,
	MEANING_MIXED,
	MEANING_NOTHING, /* no self value */
	/* The change in a diff, from gone to new, one step apart. */
	MEANING_GONE,
	MEANING_LESS_MUCH,
	MEANING_LESS,
	MEANING_SAME,
	MEANING_MORE,
	MEANING_MORE_MUCH,
	MEANING_NEW,
	MEANINGS
};

/* True if the hue has a meaning, and a darker shade could be mistaken for
   another meaning. */
static inline bool
hue_has_meaning(uint8_t hue)
{
	return hue > MEANING_PLAIN;
}

/* Return a mark of at most two ASCII columns, "L" or "++"; "" if none. */
const char *meaning_mark(uint8_t hue);

/* Return the heat of a share of the total. Steps begin at 0.2, 0.5, 1, 2, 5 and
   10%; smaller shares and NaN have the first step. */
enum meaning meaning_of_share(double share);
/* Return the meaning of a change, from change_of(). */
enum meaning meaning_of_change(
	struct sides s, const struct change_scale *scale);

/* ---- Modes ---- */

/* The colours of one view. It borrows all. */
struct paint {
	enum paint_mode mode; /* the mode in use; never PAINT_AUTO */
	const struct view *view;
	struct origins *origins; /* borrowed; NULL unless the mode needs it */
	const struct packages
		*packages; /* borrowed; NULL: hues by name alone */
};

/* Set up the colours of a graph and its view, which are borrowed. A mode that
   the view cannot show is replaced by the mode of PAINT_AUTO. */
void paint_init(struct paint *p, struct flamegraph *of, enum paint_mode wanted);

bool paint_is_there(enum paint_mode mode, const struct view *v);
/* Return the next available mode. */
enum paint_mode paint_next(const struct paint *p);
const char *paint_name(enum paint_mode mode);
/* Return why a mode is not available. */
const char *paint_why_not(enum paint_mode mode);

/* Return the hue of a box, which is not a group. p NULL: by package. */
uint8_t paint_hue(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s);
/* Append the meaning of a box in a few words for the status line: "library",
   "34% self", "memory 72%"; nothing if its hue has none. */
void paint_word(const struct paint *p, struct flamegraph *flamegraph,
	struct selection s, struct strbuf *out);

/* Draw "origin  ■ user ■ library ..." in at most `cols` columns and return the
   columns used. `colors` is the terminal's number of colours. */
int paint_legend_draw(const struct paint *p, struct grid *g, int row, int col,
	int cols, int colors);

#endif
