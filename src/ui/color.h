/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours and attributes by role and hue, for each kind of terminal. Pure;
 * ui/term.c puts them on the terminal.
 *
 * With 256 colours everything that needs contrast uses the fixed colours 16 to
 * 255, because users redefine the first sixteen. Roles that write on the
 * terminal's own background have a shade for light and one for dark.
 *
 * Hues of names are equal on light and dark terminals. Hues of meanings are
 * not: the less important, the nearer to the terminal's own background.
 * Adjacent ones differ by a CIEDE2000 of at least 10, with normal vision and
 * without one kind of cones, and all text has a contrast of at least 4.5 to 1;
 * tests/unit/test_palette.c checks both.
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

/* Colours of struct look: the terminal's own; black and white of the cube. */
enum { LOOK_OWN = -1, LOOK_BLACK = 16, LOOK_WHITE = 231 };

struct look {
	int16_t fg, bg; /* palette index; -1: the terminal's own */
	uint8_t attr;   /* LOOK_* */
};

/* Kind of terminal, and its user's choices. */
struct scheme {
	enum color_level level;
	bool light; /* its own background */
	enum diff_palette palette;
};

/* Return a cell's colours and attributes. */
struct look color_look(const struct scheme *s, const struct cell *cell);
/* Return a box's colours. `tail`: its self part, which is darker unless the hue
   has a meaning. Needs 8 or more colours. */
struct look palette_box(const struct scheme *s, uint8_t hue, bool tail);

/* Return the level for a terminal with `colors` colours (0: none), by the
   values of --color and NO_COLOR (NULL: not set). It never exceeds what the
   terminal has. */
enum color_level color_level_for(
	int colors, enum color_mode mode, const char *no_color);
/* Return a level's number of colours: 0, 8, 16 or 256. */
int color_count(enum color_level level);

#endif
