/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Style roles: what a cell means. Which colours and attributes that becomes
 * is decided in ui/term.c alone, for 256, 16, 8 colours or none.
 */
#ifndef FT_PRESENT_STYLE_H
#define FT_PRESENT_STYLE_H

enum style {
	STYLE_NORMAL,
	STYLE_DIM, /* less important text */
	STYLE_BOLD,
	STYLE_TITLE, /* first line: program, file, type */
	STYLE_BREADCRUMB,
	STYLE_CHIP, /* an active filter */
	STYLE_CHIP_PREVIEW,
	STYLE_PANE, /* a pane's title rule */
	STYLE_PANE_FOCUSED,
	STYLE_BORDER,
	STYLE_HEADER, /* column heads */
	STYLE_NUMBER,
	STYLE_FRAME,     /* a box of the graph; hue is its tone: tone.h */
	STYLE_TAIL,      /* the self part of a box: darker, if it can be */
	STYLE_EDGE,      /* last eighths of a box: see struct cell */
	STYLE_SEPARATOR, /* left edge of a box: the glyph in the separator
			    colour over `style2`, `hue` */
	STYLE_ANCESTOR,  /* rows above the zoomed frame */
	STYLE_MERGED,    /* +N: siblings too narrow to draw */
	STYLE_MATCH, /* a search match; its colour is used for nothing else */
	STYLE_RULER,
	STYLE_CURSOR_ROW, /* the selected row of a list */
	STYLE_STATUS,
	STYLE_MESSAGE,
	STYLE_ERROR,
	STYLE_PROMPT,
	STYLE_PROMPT_BAD, /* the text of an invalid pattern */
	STYLE_KEY,        /* a key's name in hints */
	STYLE_KEY_LABEL,  /* labels of the F-key row */
	STYLE_OVERLAY,    /* inside of a box over the panes */
	STYLE_OVERLAY_BORDER,
	STYLE_GREW, /* text about changes, in the colours of the diff */
	STYLE_GREW_MUCH,
	STYLE_SHRANK,
	STYLE_SHRANK_MUCH,
	STYLE_NEW,
	STYLE_GONE,
	STYLES
};

enum { STYLE_HUES = 24 }; /* of names: 0 .. STYLE_HUES - 1 */

#endif
