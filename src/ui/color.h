/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours and attributes by role and hue, for each kind of terminal. Pure;
 * ui/term.c puts them on the terminal.
 *
 * With 256 colours everything that needs contrast uses the fixed colours 16 to
 * 255, because users redefine the first sixteen. Roles drawn on the terminal's
 * own background have one shade for light and one for dark terminals.
 *
 * Hues of names are the same on light and dark terminals. Hues of meanings are
 * not: less important hues are closer to the terminal's own background.
 * Adjacent hues differ by a CIEDE2000 of at least 10, with normal vision and
 * with one kind of cone missing, and all text has a contrast of at least 4.5 to
 * 1; tests/unit/test_palette.c checks both.
 */
#ifndef FT_UI_COLOR_H
#define FT_UI_COLOR_H

#include "conf/options.h"
#include "present/grid.h"

enum color_level {
	LEVEL_MONO, /* attributes only */
	LEVEL_8,
	LEVEL_16, /* 16 colours for both text and background */
	LEVEL_256,
};

enum {
	LOOK_BOLD = 1,
	LOOK_REVERSE = 2,
	LOOK_UNDERLINE = 4,
};

/* Values of look.fg and look.bg: the terminal's own colour; black and white of
   the 6x6x6 cube. */
enum { LOOK_OWN = -1, LOOK_BLACK = 16, LOOK_WHITE = 231 };

struct look {
	int16_t fg, bg; /* palette index; -1: the terminal's own */
	uint8_t attr;   /* LOOK_* */
};

/* A terminal's abilities and the user's palette. */
struct scheme {
	enum color_level level;
	bool light; /* the terminal's background is light */
	enum diff_palette palette;
};

/* Return a cell's colours and attributes. */
struct look color_look(const struct scheme *s, const struct cell *cell);
/* Return a box's colours. `tail`: those of its self part, which is darker for
   names and, with 256 colours, for plain and neutral boxes. */
struct look palette_box(const struct scheme *s, uint8_t hue, bool tail);

/* Return the level for a terminal with `colors` colours (0: none), by the
   values of --color and NO_COLOR (NULL: not set). The level never needs more
   than `colors`. */
enum color_level color_level_for(
	int colors, enum color_mode mode, const char *no_color);
/* Return a level's number of colours: 0, 8, 16 or 256. */
int color_count(enum color_level level);

#endif
