/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid as an SVG picture: rectangles for colours, then text on them. */
#include "prelude.h"

#include "ui/svg.h"

#include "base/compiler.h"
#include "write/markup.h"

/* Size of a cell in pixels. An eighth of each side is a whole number. */
enum { CELL_COLS = 8, CELL_ROWS = 16, BASELINE = 12, FONT = 13 };
enum { MARGIN = 8 };

static const char background[] = "#16191f", foreground[] = "#d5d8de";

/* Return a colour of xterm's palette of 256 as 0xrrggbb. */
static unsigned
palette_rgb(int color)
{
	static const unsigned first[16] = { 0x000000, 0xcd3131, 0x0dbc79,
		0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5, 0x666666,
		0xf14c4c, 0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db,
		0xffffff };
	static const unsigned level[6] = { 0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff };

	if (color < 16)
		return first[color];
	if (color < 232) {
		color -= 16;
		return level[color / 36] << 16 | level[color / 6 % 6] << 8 |
			level[color % 6];
	}
	return (unsigned)(8 + 10 * (color - 232)) * 0x010101;
}

/* Append ` fill="#rrggbb"`, with `own` for the terminal's own colour. */
static void
put_fill(struct strbuf *out, int color, const char *own)
{
	if (color < 0)
		strbuf_addf(out, " fill=\"%s\"", own);
	else
		strbuf_addf(out, " fill=\"#%06x\"", palette_rgb(color));
}

/* Return a cell's look, with the colours of reverse video swapped. */
static struct look
cell_look(const struct scheme *scheme, const struct cell *cell)
{
	struct look look = color_look(scheme, cell);

	if ((look.attr & LOOK_REVERSE) != 0) {
		int16_t fg = look.fg;

		look.fg = look.bg >= 0 ? look.bg : LOOK_BLACK;
		look.bg = fg >= 0 ? fg : LOOK_WHITE;
	}
	return look;
}

/* Part of a cell covered by a block character, in eighths. */
struct covered {
	int left, top, right, bottom; /* 0 .. 8 */
	int opacity;                  /* in percent */
};

/* If the cell has a block character, fill in *b and return true. */
static bool
cell_block(const struct cell *cell, struct covered *b)
{
	uint32_t cp;

	if (cell->len == 0)
		return false;
	utf8_decode(str_from(cell->text, cell->len), &cp);
	*b = (struct covered){ 0, 0, 8, 8, 100 };
	if (cp == 0x2580)
		b->bottom = 4;
	else if (cp >= 0x2581 && cp <= 0x2588)
		b->top = 8 - (int)(cp - 0x2580);
	else if (cp >= 0x2589 && cp <= 0x258f)
		b->right = 8 - (int)(cp - 0x2588);
	else if (cp >= 0x2591 && cp <= 0x2593)
		b->opacity = 25 * (int)(cp - 0x2590);
	else
		return false;
	return true;
}

static bool
cell_blank(const struct cell *cell)
{
	return cell->len == 1 && cell->text[0] == ' ';
}

static void
put_backgrounds(struct strbuf *out, const struct grid *g, int row,
	const struct scheme *scheme)
{
	for (int col = 0, end; col < g->cols; col = end) {
		int bg = cell_look(scheme, grid_at(g, row, col)).bg;

		for (end = col + 1; end < g->cols; end++)
			if (grid_at(g, row, end)->len != 0 &&
				cell_look(scheme, grid_at(g, row, end)).bg !=
					bg)
				break;
		if (bg < 0)
			continue;
		strbuf_addf(out,
			"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"",
			col * CELL_COLS, row * CELL_ROWS,
			(end - col) * CELL_COLS, CELL_ROWS);
		put_fill(out, bg, background);
		strbuf_addstr(out, "/>\n");
	}
}

static void
put_blocks(struct strbuf *out, const struct grid *g, int row,
	const struct scheme *scheme)
{
	for (int col = 0; col < g->cols; col++) {
		const struct cell *cell = grid_at(g, row, col);
		struct covered b;

		if (!cell_block(cell, &b))
			continue;
		strbuf_addf(out,
			"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"",
			col * CELL_COLS + b.left * CELL_COLS / 8,
			row * CELL_ROWS + b.top * CELL_ROWS / 8,
			(b.right - b.left) * CELL_COLS / 8,
			(b.bottom - b.top) * CELL_ROWS / 8);
		put_fill(out, cell_look(scheme, cell).fg, foreground);
		if (b.opacity < 100)
			strbuf_addf(out, " fill-opacity=\".%d\"", b.opacity);
		strbuf_addstr(out, "/>\n");
	}
}

/* Append a row's text in runs. A run ends where the look changes, at a block
   character, and at two blanks, which XML would merge. */
static void
put_words(struct strbuf *out, const struct grid *g, int row,
	const struct scheme *scheme)
{
	struct strbuf words = STRBUF_INIT;

	for (int col = 0, end; col < g->cols; col = end) {
		struct look look = cell_look(scheme, grid_at(g, row, col));
		struct covered b;

		end = col + 1;
		if (cell_blank(grid_at(g, row, col)) ||
			cell_block(grid_at(g, row, col), &b))
			continue;
		for (; end < g->cols; end++) {
			const struct cell *cell = grid_at(g, row, end);
			struct look next;

			if (cell->len == 0)
				continue;
			next = cell_look(scheme, cell);
			if (next.fg != look.fg || next.attr != look.attr ||
				cell_block(cell, &b))
				break;
			if (cell_blank(cell) &&
				(end + 1 == g->cols ||
					cell_blank(grid_at(g, row, end + 1))))
				break;
		}
		if (cell_blank(grid_at(g, row, end - 1)))
			end--;
		strbuf_reset(&words);
		for (int i = col; i < end; i++)
			strbuf_add(&words,
				str_from(grid_at(g, row, i)->text,
					grid_at(g, row, i)->len));
		strbuf_addf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\"",
			col * CELL_COLS, row * CELL_ROWS + BASELINE,
			(end - col) * CELL_COLS);
		if (look.fg >= 0)
			put_fill(out, look.fg, foreground);
		if ((look.attr & LOOK_BOLD) != 0)
			strbuf_addstr(out, " font-weight=\"bold\"");
		if ((look.attr & LOOK_UNDERLINE) != 0)
			strbuf_addstr(out, " text-decoration=\"underline\"");
		strbuf_addch(out, '>');
		markup_put(out, strbuf_str(&words));
		strbuf_addstr(out, "</text>\n");
	}
	strbuf_free(&words);
}

void
svg_put(struct strbuf *out, const struct grid *g, enum diff_palette palette,
	struct str title)
{
	const struct scheme scheme = { LEVEL_256, false, palette };
	int width = g->cols * CELL_COLS + 2 * MARGIN;
	int height = g->rows * CELL_ROWS + 2 * MARGIN;

	strbuf_addf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%d\" viewBox=\"%d %d %d %d\" role=\"img\" "
		"font-family=\"monospace\" font-size=\"%d\" fill=\"%s\">\n"
		"<title>",
		width, height, -MARGIN, -MARGIN, width, height, FONT,
		foreground);
	markup_put(out, title);
	strbuf_addf(out,
		"</title>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
		"fill=\"%s\"/>\n",
		-MARGIN, -MARGIN, width, height, background);
	for (int row = 0; row < g->rows; row++) {
		put_backgrounds(out, g, row, &scheme);
		put_blocks(out, g, row, &scheme);
		put_words(out, g, row, &scheme);
	}
	strbuf_addstr(out, "</svg>\n");
}
