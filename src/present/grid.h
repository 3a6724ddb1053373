/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A screen in memory: presenters draw into it, terminals show it.
 *
 *        col 0    1    2    3
 *  row 0  [▏]  [m]  [a]  [i]      one struct cell per column; the second
 *  row 1  [日]  [--]  [.]  [ ]     column of a wide character has len 0
 *
 * All text passes through utf8_next(), so no cell contains a control byte or a
 * broken sequence. Drawing is clipped and cannot fail.
 */
#ifndef FT_PRESENT_GRID_H
#define FT_PRESENT_GRID_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/utf8.h"

/* Style roles: the meaning of a cell. Only ui/color.c maps them to colours and
   attributes, for 256, 16, 8 colours or none. */
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
	STYLE_FOCUS, /* the focused pane's name */
	STYLE_BORDER,
	STYLE_HEADER, /* column heads */
	STYLE_NUMBER,
	STYLE_FRAME,     /* a graph box, in the colour of its hue */
	STYLE_TAIL,      /* the self part of a box: darker if possible */
	STYLE_EDGE,      /* last eighths of a box: see struct cell */
	STYLE_SEPARATOR, /* left edge of a box: the glyph in the separator
			    colour over `style2`, `hue` */
	STYLE_ANCESTOR,  /* rows above the zoomed frame */
	STYLE_MERGED,    /* +N: siblings too narrow to draw */
	STYLE_MATCH,     /* a search match; no other style has its colour */
	STYLE_RULER,
	STYLE_CURSOR_ROW, /* the selected row of a list */
	STYLE_STATUS,
	STYLE_MESSAGE,
	STYLE_ERROR,
	STYLE_PROMPT,
	STYLE_PROMPT_BAD, /* the text of an invalid pattern */
	STYLE_KEY,        /* a key's name in hints */
	STYLE_KEY_LABEL,  /* labels of the F-key row */
	STYLE_OVERLAY,    /* inside of a box drawn over the panes */
	STYLE_OVERLAY_BORDER,
	STYLE_GREW, /* changes in a diff, up to STYLE_GONE */
	STYLE_GREW_MUCH,
	STYLE_SHRANK,
	STYLE_SHRANK_MUCH,
	STYLE_NEW,
	STYLE_GONE,
	STYLES
};

enum { STYLE_HUES = 24 }; /* name hues: 0 .. STYLE_HUES - 1 */

/* Glyphs: name, UTF-8 form, ASCII form. */
#define GLYPHS(GLYPH) \
	GLYPH(CUT, "…", "~") /* text was cut */ \
	GLYPH(WAIT, "…", "...") \
	GLYPH(POINTER, "▶", ">") \
	GLYPH(CURRENT, "●", "*") \
	GLYPH(MATCH, "✱", "*") \
	GLYPH(SAME, "◆", "=") \
	GLYPH(INLINED, "ᵢ", "~") \
	GLYPH(ARROW, "→", "->") \
	GLYPH(CALLS, "›", ">") \
	GLYPH(TIMES, "×", "x") \
	GLYPH(MORE_LEFT, "‹", "<") \
	GLYPH(MORE_RIGHT, "›", ">") \
	GLYPH(UP, "▴", "^") \
	GLYPH(DOWN, "▾", "v") \
	GLYPH(OPEN, "▾", "-") \
	GLYPH(CLOSED, "▸", "+") \
	GLYPH(FOCUS, "▸", ">") \
	GLYPH(DOT, "·", "-") \
	GLYPH(SELF, "·", ".") \
	GLYPH(EDGE, "▏", "|") \
	GLYPH(ON_SCREEN, "▓", "#") \
	GLYPH(OFF_SCREEN, "░", ":") \
	GLYPH(BLOCK, "█", "#") \
	GLYPH(UPPER, "▀", "\"") \
	GLYPH(LOWER, "▄", "_") \
	GLYPH(DELTA, "Δ", "+-") \
	GLYPH(ERROR, "±", "+-") \
	GLYPH(DONE, "✓", "done") \
	GLYPH(DOING, "▸", "...") \
	GLYPH(TO_DO, "–", "-") \
	GLYPH(UPWARD, "↑", "^") \
	GLYPH(DOWNWARD, "↓", "v") \
	GLYPH(BACKWARD, "←", "<-") \
	GLYPH(FOLDED, "⋮", ":") \
	GLYPH(DEEPER, "▁", "_") \
	GLYPH(ROUND_TOP, "╭", ",") \
	GLYPH(ROUND_BOTTOM, "╰", "'") \
	GLYPH(HORIZONTAL, "─", "-") \
	GLYPH(VERTICAL, "│", "|") \
	GLYPH(TOP_LEFT, "┌", "+") \
	GLYPH(TOP_RIGHT, "┐", "+") \
	GLYPH(BOTTOM_LEFT, "└", "+") \
	GLYPH(BOTTOM_RIGHT, "┘", "+") \
	GLYPH(TEE_UP, "┴", "+") \
	GLYPH(TEE_DOWN, "┬", "+") \
	GLYPH(TEE_LEFT, "┤", "+") \
	GLYPH(TEE_RIGHT, "├", "+") \
	GLYPH(CROSS, "┼", "+")

#define GLYPH_ENUMERATOR(name, utf8, ascii) GLYPH_##name,

enum glyph { GLYPHS(GLYPH_ENUMERATOR) GLYPH_COUNT };

/* Return a glyph's text, which is also NUL-terminated. */
struct str glyph_str(enum glyph glyph, bool ascii);
/* Append a text, cut with GLYPH_CUT if it is wider than `cols` columns. */
void text_cut(struct strbuf *out, struct str text, bool ascii, int cols);

enum {
	CELL_SELECTED = 1,  /* the selected box or row */
	CELL_SAME = 2,      /* another box of the selected function: bold */
	CELL_UNDERLINE = 4, /* separates neighbouring boxes without colour */
};

struct cell {
	char text[UTF8_CELL_MAX + 1];
	uint8_t len;   /* 0: right half of a wide character */
	uint8_t width; /* 1 or 2; 0 for a right half */
	uint8_t style, hue;
	/* STYLE_EDGE: the glyph has the background colour of `style2`, `hue`,
	   on the background of `behind`, `behind_hue`. STYLE_SEPARATOR: the
	   background is that of `style2`, `hue`. Both styles are STYLE_FRAME or
	   STYLE_TAIL; `behind` may be STYLE_NORMAL. */
	uint8_t style2, behind, behind_hue;
	uint8_t flags; /* CELL_* */
};

struct rect {
	int row, col, rows, cols;
};

static inline bool
rect_has(struct rect r, int row, int col)
{
	return row >= r.row && row < r.row + r.rows && col >= r.col &&
		col < r.col + r.cols;
}

/* Parts of the picture that terminals may show as links. */
enum spot { SPOT_PLACE /* in the status line */, SPOT_LINE, SPOTS };

struct grid {
	int rows, cols;
	bool ascii;        /* draw with ASCII only */
	struct cell *cell; /* [rows * cols] */
	uint32_t *hit;     /* [rows * cols] ids set by grid_hit(), or NONE */
	int cursor_row, cursor_col; /* the terminal's cursor; -1: hidden */
	struct rect spot[SPOTS];    /* one row each; no columns: not drawn */
};

void grid_init(struct grid *g, int rows, int cols, bool ascii);
void grid_fini(struct grid *g);
/* Resize and clear the grid. */
void grid_resize(struct grid *g, int rows, int cols);
void grid_clear(struct grid *g);
static inline struct cell *
grid_at(const struct grid *g, int row, int col)
{
	return &g->cell[row * g->cols + col];
}

/* Put text at (row, col), at most `max` columns, and return the columns used. A
   wide character that does not fit becomes a blank. */
int grid_put(struct grid *g, int row, int col, int max, struct str s,
	enum style style);
/* Put one glyph and return the columns used. */
int grid_glyph(
	struct grid *g, int row, int col, enum glyph glyph, enum style style);
/* Put text as grid_put() does, cut with GLYPH_CUT if it is too long. */
int grid_put_cut(struct grid *g, int row, int col, int max, struct str s,
	enum style style);
/* Put text scrolled left by `skip` columns; it begins with "…" if anything is
   hidden. */
int grid_put_skip(struct grid *g, int row, int col, int max, struct str s,
	int skip, enum style style);
/* A pen that puts texts one after another in a row. */
struct pen {
	struct grid *g;
	int row, col, end; /* [col, end) is free */
};
/* Put text as grid_put() and grid_put_cut() do; return the columns used. */
int pen_put(struct pen *p, struct str s, enum style style);
int pen_cut(struct pen *p, struct str s, enum style style);
int pen_glyph(struct pen *p, enum glyph glyph, enum style style);
/* Put text right-aligned in the next `cols` columns, even past `end`. */
void pen_right(struct pen *p, int cols, struct str s, enum style style);

/* Put text right-aligned in `max` columns. */
void grid_put_right(struct grid *g, int row, int col, int max, struct str s,
	enum style style);
void grid_printf(struct grid *g, int row, int col, int max, enum style style,
	const char *fmt, ...) PRINTF_LIKE(6, 7);
/* Fill a rectangle with one character. */
void grid_fill(
	struct grid *g, struct rect r, struct str glyph, enum style style);
/* Draw a bar in eighths of a column; in ASCII, in whole columns. */
void grid_bar(struct grid *g, int row, int col, int eighths, enum style style);
/* The upper or lower half of a cell; STYLE_NORMAL: empty. */
struct half {
	uint8_t style, hue;
};
/* Draw both halves of a cell. Without colour, all halves look alike, except
   empty halves. */
void grid_halves(struct grid *g, int row, int col, struct half top,
	struct half bottom, bool in_color);
/* Add flags to the cells inside the grid. */
void grid_flag(struct grid *g, struct rect r, uint8_t flags);
/* Mark a list's selected row with a pointer and, except on matches, a style;
   with `focused`, also put the terminal's cursor there. */
void grid_cursor(struct grid *g, struct rect line, bool focused);
void grid_hit(struct grid *g, struct rect r, uint32_t id);

/* Append one row's text without styles and trailing blanks; or the whole grid,
   with a newline after each row. For tests and :screenshot. */
void grid_row_text(const struct grid *g, int row, struct strbuf *out);
void grid_text(const struct grid *g, struct strbuf *out);

#endif
