/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palettes: see color.h. */
#include "config.h"

#include "ui/color.h"

#include "ui/palette.h"

#include "base/banned.h"

/* Roles without meanings. The columns of a row: 256 colours on dark and on
   light terminals, 16 and 8 colours, attributes there, attributes without
   colours. */
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

static struct look
role_look(const struct scheme *s, enum style style)
{
	const struct role *r = &roles[style];

	switch (s->level) {
	case LEVEL_MONO:
		return (struct look){ LOOK_OWN, LOOK_OWN, r->attr_mono };
	case LEVEL_8:
	case LEVEL_16:
		return (struct look){ r->fg_8, r->bg_8, r->attr };
	case LEVEL_256:
		break;
	}
	return s->light ? (struct look){ r->light_fg, r->light_bg, r->attr }
			: (struct look){ r->fg, r->bg, r->attr };
}

static bool
is_box(enum style style)
{
	return style == STYLE_FRAME || style == STYLE_TAIL;
}

static struct look
style_look(const struct scheme *s, enum style style, uint8_t hue)
{
	if (is_box(style))
		return palette_box(s, hue, style == STYLE_TAIL);
	if (style >= STYLE_GREW && style <= STYLE_GONE)
		return palette_change(s, style);
	return role_look(s, style);
}

/* The line between two boxes, over the box that it begins. */
static struct look
separator_look(const struct scheme *s, enum style style, uint8_t hue)
{
	struct look look = style_look(s, style, hue);

	if (is_box(style) && s->level != LEVEL_256 && s->level != LEVEL_MONO)
		look.fg = 0;
	return look;
}

struct look
color_look(const struct scheme *s, const struct cell *cell)
{
	struct look look;

	if (cell->style == STYLE_EDGE) {
		/* A block of one box's colour over what is right of it. */
		look.fg = style_look(s, cell->style2, cell->hue).bg;
		look.bg = style_look(s, cell->behind, cell->behind_hue).bg;
		look.attr = 0;
	} else if (cell->style == STYLE_SEPARATOR) {
		look = separator_look(s, cell->style2, cell->hue);
	} else {
		look = style_look(s, cell->style, cell->hue);
	}
	if (cell->flags & CELL_SELECTED)
		look.attr |= LOOK_REVERSE | LOOK_BOLD;
	if (cell->flags & CELL_SAME)
		look.attr |= LOOK_BOLD;
	if (cell->flags & CELL_UNDERLINE)
		look.attr |= LOOK_UNDERLINE;
	return look;
}

int
color_count(enum color_level level)
{
	static const int counts[] = { 0, 8, 16, 256 };

	return counts[level];
}

static enum color_level
level_of(int colors)
{
	return colors >= 256   ? LEVEL_256
		: colors >= 16 ? LEVEL_16
		: colors >= 8  ? LEVEL_8
			       : LEVEL_MONO;
}

enum color_level
color_level_for(int colors, enum color_mode mode, const char *no_color)
{
	enum color_level has = level_of(colors);
	enum color_level wanted = has;

	switch (mode) {
	case COLOR_AUTO:
		if (no_color != NULL && no_color[0] != '\0')
			wanted = LEVEL_MONO;
		break;
	case COLOR_NEVER:
		wanted = LEVEL_MONO;
		break;
	case COLOR_ALWAYS:
		break;
	case COLOR_8:
		wanted = LEVEL_8;
		break;
	case COLOR_16:
		wanted = LEVEL_16;
		break;
	case COLOR_256:
		wanted = LEVEL_256;
		break;
	}
	return wanted < has ? wanted : has;
}
