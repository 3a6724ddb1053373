/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What style roles look like: role and hue -> colours and attributes, for
 * each kind of terminal. Pure; ui/term.c makes it visible.
 *
 * On 256 colours everything that needs contrast uses the fixed colours 16 to
 * 255, because users redefine the first sixteen. Roles that write on the
 * terminal's own background have a shade for light and one for dark.
 *
 * Hues of names are the same on light and on dark terminals. Meanings are
 * not: what matters little comes near to the terminal's own background, what
 * matters much goes away from it. Those that are beside each other differ by a
 * CIEDE2000 of at least 10, for people who see all colours and for those who
 * lack one kind of cones, and all text has a contrast of at least 4.5 to 1;
 * tests/unit/test_palette.c holds both.
 */
#ifndef FT_UI_COLOR_H
#define FT_UI_COLOR_H

#include "conf/options.h"
#include "present/grid.h"

enum color_level {
	LEVEL_MONO, /* attributes only */
	LEVEL_8,
	LEVEL_16, /* sixteen real background colours */
	LEVEL_256,
};

enum {
	LOOK_BOLD = 1,
	LOOK_REVERSE = 2,
	LOOK_UNDERLINE = 4,
};

/* Numbers of struct look: the terminal's own; black and white of the cube. */
enum { LOOK_OWN = -1, LOOK_BLACK = 16, LOOK_WHITE = 231 };

struct look {
	int16_t fg, bg; /* palette index; -1: the terminal's own */
	uint8_t attr;   /* LOOK_* */
};

/* A kind of terminal, and what its user chose. */
struct scheme {
	enum color_level level;
	bool light; /* its own background */
	enum diff_palette palette;
};

/* How a cell looks. */
struct look color_look(const struct scheme *s, const struct cell *cell);
/* A box of this hue; `tail`: its self part, darker where the hue is no
   meaning. With 8 or more colours. */
struct look palette_box(const struct scheme *s, uint8_t hue, bool tail);

/* The level for a terminal with so many colours, 0 without any, and the
   values of --color and of NO_COLOR (NULL: not set). More than the terminal
   has is never used. */
enum color_level color_level_for(
	int colors, enum color_mode mode, const char *no_color);
/* How many colours a level has: 0, 8, 16, 256. */
int color_count(enum color_level level);

#endif
