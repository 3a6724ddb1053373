/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/color.h"

#include <assert.h>

#include "base/compiler.h"
#include "present/paint.h"

/* ---- Boxes ---- */

/* Box colours of names and (tail) of their self parts, from the less saturated
   part of the 6x6x6 cube and far apart. None is near magenta, the colour of
   search matches. Black text has a contrast of at least 4.5 to 1. */
static const uint8_t hue_256[STYLE_HUES] = { 117, 215, 36, 138, 150, 147, 38,
	217, 144, 189, 223, 79, 173, 107, 110, 73, 116, 179, 181, 174, 151, 143,
	108, 222 };
static const uint8_t tail_256[STYLE_HUES] = { 74, 172, 29, 131, 107, 104, 31,
	174, 101, 146, 215, 36, 166, 64, 67, 66, 109, 136, 174, 131, 108, 101,
	65, 179 };

struct color_pair {
	uint8_t bg, fg;
};

/* None is magenta, the colour of search matches. */
static const struct color_pair hue_16[] = { { 14, 0 }, { 9, 0 }, { 11, 0 },
	{ 2, 0 }, { 12, 0 }, { 10, 0 }, { 3, 0 }, { 6, 0 }, { 1, 15 },
	{ 4, 15 } };
static const struct color_pair hue_8[] = { { 6, 0 }, { 1, 7 }, { 3, 0 },
	{ 2, 0 }, { 4, 7 } };
/* Indices into hue_8. The first PACKAGES_OF_8 hues that present/packages.c
   gives to packages have different indices. */
static const uint8_t of_8[STYLE_HUES] = { 0, 1, 2, 3, 4, 0, 1, 4, 3, 4, 0, 1, 2,
	3, 4, 1, 1, 2, 3, 4, 0, 1, 2, 3 };

/* Columns of meaning[] and change[]: 256 colours on dark and on light
   terminals, 16 colours, 8 colours. */
enum { ON_DARK, ON_LIGHT, OF_16, OF_8, KINDS };

#define K(n) \
	{ \
		(n), LOOK_BLACK \
	}
#define W(n) \
	{ \
		(n), LOOK_WHITE \
	}

/* clang-format off */
enum { FIRST = MEANING_NEUTRAL, CHANGES = MEANING_NEW - MEANING_GONE + 1 };

static const struct color_pair meaning[MEANING_GONE - FIRST][KINDS] = {
	[MEANING_NEUTRAL - FIRST] = { W(60), K(146), { 8, 15 }, { 7, 0 } },
	[MEANING_PLAIN - FIRST] = { K(110), K(110), { 6, 0 }, { 6, 0 } },

	[MEANING_USER - FIRST] = { K(222), K(222), { 11, 0 }, { 3, 0 } },
	[MEANING_LIBRARY - FIRST] = { K(110), K(110), { 12, 0 }, { 6, 0 } },
	[MEANING_SYSTEM - FIRST] = { K(66), K(66), { 2, 0 }, { 2, 0 } },
	[MEANING_UNKNOWN - FIRST] = { K(250), K(252), { 7, 0 }, { 7, 0 } },

	[MEANING_NO_RUNTIME - FIRST] = { W(238), K(254), { 7, 0 }, { 7, 0 } },
	[MEANING_GC - FIRST] = { K(173), K(173), { 9, 0 }, { 1, 7 } },
	[MEANING_ALLOC - FIRST] = { K(222), K(222), { 11, 0 }, { 3, 0 } },
	[MEANING_SCHED - FIRST] = { K(110), K(110), { 12, 0 }, { 4, 7 } },
	[MEANING_MAPS - FIRST] = { K(150), K(150), { 10, 0 }, { 2, 0 } },
	[MEANING_MOVES - FIRST] = { K(116), K(116), { 14, 0 }, { 6, 0 } },
	[MEANING_SYSCALLS - FIRST] = { K(66), K(66), { 2, 0 }, { 2, 0 } },
	[MEANING_LOCKS - FIRST] = { K(217), K(217), { 1, 15 }, { 1, 7 } },
	[MEANING_INTERPRETER - FIRST] = { K(146), K(146), { 4, 15 }, { 4, 7 } },
	[MEANING_OTHER_WORK - FIRST] = { K(250), K(249), { 6, 0 }, { 6, 0 } },

	[MEANING_HEAT - FIRST] = { W(237), K(255), { 7, 0 }, { 7, 0 } },
	[MEANING_HEAT + 1 - FIRST] = { W(240), K(223), { 7, 0 }, { 7, 0 } },
	[MEANING_HEAT + 2 - FIRST] = { W(130), K(215), { 11, 0 }, { 3, 0 } },
	[MEANING_HEAT + 3 - FIRST] = { K(172), K(172), { 11, 0 }, { 3, 0 } },
	[MEANING_HEAT + 4 - FIRST] = { K(215), W(130), { 3, 0 }, { 3, 0 } },
	[MEANING_HEAT + 5 - FIRST] = { K(223), W(124), { 9, 0 }, { 1, 7 } },
	[MEANING_HEAT_LAST - FIRST] = { K(255), W(52), { 1, 15 }, { 1, 7 } },

	[MEANING_INSTRUCTIONS - FIRST] = { K(110), K(110), { 12, 0 }, { 4, 7 } },
	[MEANING_CACHE - FIRST] = { K(222), K(222), { 11, 0 }, { 3, 0 } },
	[MEANING_MEMORY - FIRST] = { K(173), K(173), { 9, 0 }, { 1, 7 } },
	[MEANING_KERNEL - FIRST] = { K(66), K(66), { 2, 0 }, { 2, 0 } },
	[MEANING_MIXED - FIRST] = { K(250), K(249), { 6, 0 }, { 6, 0 } },
	[MEANING_NOTHING - FIRST] = { W(238), K(254), { 7, 0 }, { 7, 0 } },
};

/* Box colours of changes by --diff_palette, from gone to new. */
static const struct color_pair change[DIFF_PALETTES][CHANGES][KINDS] = {
	[DIFF_BLUE_ORANGE] = {
		{ K(123), W(18), { 14, 0 }, { 6, 0 } },
		{ K(75), W(25), { 4, 15 }, { 4, 7 } },
		{ K(67), K(110), { 12, 0 }, { 4, 7 } },
		{ W(239), K(253), { 8, 15 }, { 7, 0 } },
		{ K(172), K(215), { 3, 0 }, { 3, 0 } },
		{ K(215), K(172), { 9, 0 }, { 1, 7 } },
		{ K(228), K(228), { 11, 0 }, { 3, 0 } },
	},
	[DIFF_PURPLE_GREEN] = {
		{ K(123), W(18), { 14, 0 }, { 6, 0 } },
		{ K(183), W(97), { 4, 15 }, { 4, 7 } },
		{ W(98), K(140), { 12, 0 }, { 4, 7 } },
		{ W(239), K(253), { 8, 15 }, { 7, 0 } },
		{ K(71), K(107), { 10, 0 }, { 2, 0 } },
		{ K(151), K(29), { 2, 0 }, { 2, 0 } },
		{ K(228), K(228), { 11, 0 }, { 3, 0 } },
	},
	[DIFF_RED_GREEN] = {
		{ K(123), W(18), { 14, 0 }, { 6, 0 } },
		{ K(151), W(28), { 2, 0 }, { 2, 0 } },
		{ K(71), K(71), { 10, 0 }, { 2, 0 } },
		{ W(239), K(253), { 8, 15 }, { 7, 0 } },
		{ K(167), K(173), { 9, 0 }, { 1, 7 } },
		{ K(217), W(124), { 1, 15 }, { 1, 7 } },
		{ K(228), K(228), { 11, 0 }, { 3, 0 } },
	},
	/* Few greys are distinct: gone and new look like large changes. */
	[DIFF_MONO] = {
		{ W(233), W(233), { 8, 15 }, { 7, 0 } },
		{ W(233), W(233), { 8, 15 }, { 7, 0 } },
		{ W(238), W(238), { 8, 15 }, { 7, 0 } },
		{ W(243), W(243), { 7, 0 }, { 7, 0 } },
		{ K(248), K(248), { 15, 0 }, { 7, 0 } },
		{ K(231), K(231), { 15, 0 }, { 7, 0 } },
		{ K(231), K(231), { 15, 0 }, { 7, 0 } },
	},
};

/* Text colours of changes: grew, grew much, shrank, shrank much, new, gone.
   Each has a colour on dark, on light, and with 16 or 8 colours. */
enum { TEXTS = STYLE_GONE - STYLE_GREW + 1 };
#define OWN { LOOK_OWN, LOOK_OWN, LOOK_OWN }
#define FAINT { 248, 240, LOOK_OWN }
#define GONE { 123, 18, 6 }

static const int16_t text[DIFF_PALETTES][TEXTS][3] = {
	[DIFF_BLUE_ORANGE] = { { 215, 130, 3 }, { 208, 130, 1 },
		{ 110, 61, 4 }, { 75, 25, 4 }, { 228, 94, 3 }, GONE },
	[DIFF_PURPLE_GREEN] = { { 150, 28, 2 }, { 77, 22, 2 },
		{ 183, 97, 4 }, { 141, 54, 4 }, { 228, 94, 3 }, GONE },
	[DIFF_RED_GREEN] = { { 217, 131, 1 }, { 203, 124, 1 },
		{ 150, 28, 2 }, { 77, 22, 2 }, { 228, 94, 3 }, GONE },
	[DIFF_MONO] = { OWN, OWN, FAINT, FAINT, OWN, FAINT },
};
/* clang-format on */

#undef K
#undef W

static struct look
look_of(struct color_pair p)
{
	return (struct look){ .fg = p.fg, .bg = p.bg };
}

struct look
palette_box(const struct scheme *s, uint8_t hue, bool tail)
{
	const struct color_pair *row;

	if (s->level == LEVEL_MONO)
		return (struct look){ LOOK_OWN, LOOK_OWN, 0 };
	if (hue < STYLE_HUES && s->level == LEVEL_256)
		return (struct look){ .fg = LOOK_BLACK,
			.bg = tail ? tail_256[hue] : hue_256[hue] };
	if (hue < STYLE_HUES)
		return look_of(s->level == LEVEL_16
				? hue_16[hue % COUNT_OF(hue_16)]
				: hue_8[of_8[hue]]);
	assert(hue < MEANINGS);
	row = hue < MEANING_GONE ? meaning[hue - FIRST]
				 : change[s->palette][hue - MEANING_GONE];
	/* With eight colours white is the cursor's: ordinary boxes have the
	   terminal's own colours. */
	if (s->level == LEVEL_8 && row[OF_8].bg == 7)
		return (struct look){ LOOK_OWN, LOOK_OWN, 0 };
	/* Unimportant boxes are light grey on a white background. */
	if (s->level == LEVEL_16 && s->light &&
		(hue == MEANING_NEUTRAL || hue == MEANING_SAME))
		return (struct look){ 0, 7, 0 };
	if (s->level != LEVEL_256)
		return look_of(row[s->level == LEVEL_16 ? OF_16 : OF_8]);
	if (hue == MEANING_PLAIN && tail)
		return (struct look){ LOOK_BLACK, 67, 0 };
	if (hue == MEANING_NEUTRAL && tail)
		return s->light ? (struct look){ LOOK_BLACK, 103, 0 }
				: (struct look){ LOOK_WHITE, 239, 0 };
	return look_of(row[s->light ? ON_LIGHT : ON_DARK]);
}

/* ---- Roles ---- */

/* Looks of roles with fixed colours. Columns: 256 colours on dark and on light
   terminals, 16 and 8 colours, attributes with colours, attributes without. */
struct role {
	int16_t fg, bg, light_fg, light_bg, fg_8, bg_8;
	uint8_t attr, attr_mono;
};

#define PLAIN LOOK_OWN, LOOK_OWN, LOOK_OWN, LOOK_OWN, LOOK_OWN, LOOK_OWN
#define GREY 246, LOOK_OWN, 242, LOOK_OWN, LOOK_OWN, LOOK_OWN
#define B LOOK_BOLD
#define R LOOK_REVERSE
#define U LOOK_UNDERLINE

/* clang-format off */
static const struct role roles[STYLES] = {
	[STYLE_NORMAL] = { PLAIN, 0, 0 },
	[STYLE_DIM] = { GREY, 0, 0 },
	[STYLE_BOLD] = { PLAIN, B, B },
	[STYLE_TITLE] = { PLAIN, B, B },
	[STYLE_BREADCRUMB] = { PLAIN, 0, 0 },
	[STYLE_CHIP] = { LOOK_BLACK, 153, LOOK_BLACK, 153, 0, 6, 0, R },
	[STYLE_CHIP_PREVIEW] = { LOOK_BLACK, 222, LOOK_BLACK, 222, 0, 3, 0, R | B },
	[STYLE_PANE] = { GREY, 0, 0 },
	[STYLE_PANE_FOCUSED] = { PLAIN, B, B },
	[STYLE_FOCUS] = { LOOK_BLACK, 110, LOOK_WHITE, 25, 7, 4, B, R | B },
	[STYLE_BORDER] = { GREY, 0, 0 },
	[STYLE_HEADER] = { PLAIN, B, B },
	[STYLE_NUMBER] = { PLAIN, 0, 0 },
	[STYLE_ANCESTOR] = { 250, 238, 240, 253, LOOK_OWN, LOOK_OWN, 0, 0 },
	[STYLE_MERGED] = { LOOK_BLACK, 245, LOOK_BLACK, 248, 0, 7, 0, R },
	[STYLE_MATCH] = { LOOK_BLACK, 201, LOOK_BLACK, 201, 0, 5, B, B | U },
	[STYLE_RULER] = { GREY, 0, 0 },
	[STYLE_CURSOR_ROW] = { LOOK_WHITE, 238, LOOK_BLACK, 252, LOOK_OWN,
		LOOK_OWN, B, B },
	[STYLE_STATUS] = { PLAIN, 0, 0 },
	[STYLE_MESSAGE] = { LOOK_BLACK, 153, LOOK_BLACK, 153, 0, 6, 0, R },
	[STYLE_ERROR] = { LOOK_WHITE, 160, LOOK_WHITE, 160, 7, 1, B, R | B },
	[STYLE_PROMPT] = { PLAIN, B, B },
	[STYLE_PROMPT_BAD] = { LOOK_WHITE, 160, LOOK_WHITE, 160, 7, 1, B, B | U },
	[STYLE_KEY] = { PLAIN, B, B },
	[STYLE_KEY_LABEL] = { LOOK_BLACK, 73, LOOK_BLACK, 116, 0, 6, 0, R },
	[STYLE_OVERLAY] = { PLAIN, 0, 0 },
	[STYLE_OVERLAY_BORDER] = { PLAIN, B, B },
};
/* clang-format on */

static bool
is_box(enum style style)
{
	return style == STYLE_FRAME || style == STYLE_TAIL;
}

static struct look
style_look(const struct scheme *s, enum style style, uint8_t hue)
{
	struct look look = { LOOK_OWN, LOOK_OWN, 0 };
	const int16_t *fg;

	if (is_box(style))
		return palette_box(s, hue, style == STYLE_TAIL);
	if (style < STYLE_GREW || style > STYLE_GONE) {
		const struct role *r = &roles[style];

		if (s->level == LEVEL_MONO)
			return (struct look){ LOOK_OWN, LOOK_OWN,
				r->attr_mono };
		if (s->level != LEVEL_256)
			return (struct look){ r->fg_8, r->bg_8, r->attr };
		return s->light
			? (struct look){ r->light_fg, r->light_bg, r->attr }
			: (struct look){ r->fg, r->bg, r->attr };
	}
	fg = text[s->palette][style - STYLE_GREW];
	if (style != STYLE_GREW && style != STYLE_SHRANK)
		look.attr = LOOK_BOLD;
	if (s->level == LEVEL_256)
		look.fg = fg[s->light ? 1 : 0];
	else if (s->level != LEVEL_MONO)
		look.fg = fg[2];
	return look;
}

/* Return the cursor's look: a block that contrasts with every box and every
   background. A match keeps its colour as the colour of its text. */
static struct look
selected_look(const struct scheme *s, bool match)
{
	bool few = s->level != LEVEL_256;
	struct look look = { LOOK_OWN, LOOK_OWN, LOOK_BOLD };

	if (s->level == LEVEL_MONO || (s->level == LEVEL_8 && !match)) {
		look.attr |= LOOK_REVERSE;
	} else if (s->light) {
		look.bg = few ? 0 : LOOK_BLACK;
		look.fg = match ? (few ? 5 : 213) : few ? 15 : LOOK_WHITE;
	} else {
		look.bg = !few ? LOOK_WHITE : s->level == LEVEL_16 ? 15 : 7;
		look.fg = match ? (few ? 5 : 127) : few ? 0 : LOOK_BLACK;
	}
	return look;
}

struct look
color_look(const struct scheme *s, const struct cell *cell)
{
	struct look look;

	if (cell->flags & CELL_SELECTED) {
		look = selected_look(s, cell->style == STYLE_MATCH);
	} else if (cell->style == STYLE_EDGE) {
		/* Partial block of the left box, on the right box's colour. */
		look.fg = style_look(s, cell->style2, cell->hue).bg;
		look.bg = style_look(s, cell->behind, cell->behind_hue).bg;
		look.attr = 0;
	} else if (cell->style == STYLE_SEPARATOR) {
		/* Line between two boxes, on the box that begins here. */
		look = style_look(s, cell->style2, cell->hue);
		if (is_box(cell->style2) && s->level == LEVEL_256 &&
			cell->hue == MEANING_NEUTRAL)
			look.fg = LOOK_BLACK;
		else if (is_box(cell->style2) && s->level != LEVEL_256 &&
			look.bg != LOOK_OWN)
			look.fg = 0;
	} else {
		look = style_look(s, cell->style, cell->hue);
	}
	if (cell->flags & CELL_SAME)
		look.attr |= LOOK_BOLD;
	if (cell->flags & CELL_UNDERLINE)
		look.attr |= LOOK_UNDERLINE;
	return look;
}

static const int level_colors[] = { 0, 8, 16, 256 };

int
color_count(enum color_level level)
{
	return level_colors[level];
}

enum color_level
color_level_for(int colors, enum color_mode mode, const char *no_color)
{
	static const enum color_level most[] = { [COLOR_AUTO] = LEVEL_256,
		[COLOR_NEVER] = LEVEL_MONO,
		[COLOR_ALWAYS] = LEVEL_256,
		[COLOR_8] = LEVEL_8,
		[COLOR_16] = LEVEL_16,
		[COLOR_256] = LEVEL_256 };
	enum color_level level = most[mode];

	if (mode == COLOR_AUTO && no_color != NULL && no_color[0] != '\0')
		level = LEVEL_MONO;
	while (level > LEVEL_MONO && level_colors[level] > colors)
		level--;
	return level;
}
