/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#ifndef FT_PRESENT_TONE_H
#define FT_PRESENT_TONE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/change.h"
#include "present/style.h"

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

#endif
