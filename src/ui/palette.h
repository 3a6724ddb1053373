/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The colours of boxes: hue -> background and text, for each kind of
 * terminal. Made for color.c.
 *
 * Hues of names are the same on light and on dark terminals. Meanings are
 * not: what matters little comes near to the terminal's own background, what
 * matters much goes away from it. Those that stand beside each other differ
 * by a CIEDE2000 of at least 10, for people who see all colours and for those
 * who lack one kind of cones, and all text has a contrast of at least 4.5 to
 * 1; tests/unit/test_palette.c holds both.
 */
#ifndef FT_UI_PALETTE_H
#define FT_UI_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

#include "present/grid.h"
#include "ui/color.h"

/* Numbers of struct look: the terminal's own; black and white of the cube. */
enum { LOOK_OWN = -1, LOOK_BLACK = 16, LOOK_WHITE = 231 };

/* A box of this hue; `tail`: its self part, darker where the hue is no
   meaning. With 8 or more colours. */
struct look palette_box(const struct scheme *s, uint8_t hue, bool tail);
/* STYLE_GREW to STYLE_GONE: text on the terminal's own background. */
struct look palette_change(const struct scheme *s, enum style style);

#endif
