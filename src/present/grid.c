/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of the screen. */
#include "prelude.h"

#include "present/grid.h"

#include <assert.h>
#include <stdarg.h>

#include "base/num.h"
#include "base/xalloc.h"

#define GLYPH_TEXTS(name, utf8, ascii) [GLYPH_##name] = { utf8, ascii },

static const char *const glyphs[GLYPH_COUNT][2] = { GLYPHS(GLYPH_TEXTS) };

static const struct cell blank = { .text = " ", .len = 1, .width = 1 };

struct str
glyph_str(enum glyph glyph, bool ascii)
{
	return str_c(glyphs[glyph][ascii]);
}

void
text_cut(struct strbuf *out, struct str text, bool ascii, int cols)
{
	bool cut = utf8_columns(text, ascii) > cols;

	utf8_put(out, text, ascii, cut ? cols - 1 : -1);
	if (cut)
		strbuf_add(out, glyph_str(GLYPH_CUT, ascii));
}

void
grid_init(struct grid *g, int rows, int cols, bool ascii)
{
	*g = (struct grid){ .ascii = ascii };
	grid_resize(g, rows, cols);
}

void
grid_fini(struct grid *g)
{
	free(g->cell);
	free(g->hit);
	*g = (struct grid){ .cell = NULL };
}

void
grid_resize(struct grid *g, int rows, int cols)
{
	size_t n;

	g->rows = rows > 0 ? rows : 0;
	g->cols = cols > 0 ? cols : 0;
	n = mul_size((size_t)g->rows, (size_t)g->cols);
	free(g->cell);
	free(g->hit);
	g->cell = xcalloc(n > 0 ? n : 1, sizeof(*g->cell));
	g->hit = xcalloc(n > 0 ? n : 1, sizeof(*g->hit));
	grid_clear(g);
}

void
grid_clear(struct grid *g)
{
	size_t n = (size_t)g->rows * (size_t)g->cols;

	for (size_t i = 0; i < n; i++) {
		g->cell[i] = blank;
		g->hit[i] = UINT32_MAX;
	}
	g->cursor_row = g->cursor_col = -1;
	memset(g->spot, 0, sizeof(g->spot));
}

/* Return the part of r that is inside the grid. */
static struct rect
clip(const struct grid *g, struct rect r)
{
	int end_row = r.row + r.rows, end_col = r.col + r.cols;

	if (r.row < 0)
		r.row = 0;
	if (r.col < 0)
		r.col = 0;
	if (end_row > g->rows)
		end_row = g->rows;
	if (end_col > g->cols)
		end_col = g->cols;
	r.rows = end_row > r.row ? end_row - r.row : 0;
	r.cols = end_col > r.col ? end_col - r.col : 0;
	return r;
}

/* Blank the other half of a wide character at (row, col). */
static void
split_wide(struct grid *g, int row, int col)
{
	struct cell *c = grid_at(g, row, col);

	if (c->len == 0 && col > 0) {
		struct cell *blank_c = c - 1;

		memcpy(blank_c->text, " ", 2);
		blank_c->len = blank_c->width = 1;
	}
	if (c->width == 2 && col + 1 < g->cols) {
		struct cell *set_c = c + 1;

		memcpy(set_c->text, " ", 2);
		set_c->len = set_c->width = 1;
	}
}

static void
set_cell(struct grid *g, int row, int col, const struct utf8_cell *u,
	enum style style)
{
	struct cell *c = grid_at(g, row, col);

	split_wide(g, row, col);
	*c = (struct cell){
		.len = u->len, .width = u->width, .style = (uint8_t)style
	};
	memcpy(c->text, u->text, u->len);
	if (u->width == 2) {
		split_wide(g, row, col + 1);
		c[1] = (struct cell){ .style = (uint8_t)style };
	}
}

int
grid_put(struct grid *g, int row, int col, int max, struct str s,
	enum style style)
{
	const struct utf8_cell space = { .text = " ", .len = 1, .width = 1 };
	struct utf8_cell u;
	size_t at = 0;
	int used = 0;

	if (row < 0 || row >= g->rows)
		return 0;
	if (max > g->cols - col)
		max = g->cols - col;
	while (used < max && utf8_next(s, &at, g->ascii, &u)) {
		int width = u.width;

		if (used + width > max) {
			u = space;
			width = 1;
		}
		if (col + used >= 0)
			set_cell(g, row, col + used, &u, style);
		else if (col + used + width > 0)
			set_cell(g, row, 0, &space, style);
		used += width;
	}
	return used;
}

int
grid_glyph(struct grid *g, int row, int col, enum glyph glyph, enum style style)
{
	return grid_put(g, row, col, 1, glyph_str(glyph, g->ascii), style);
}

int
grid_put_cut(struct grid *g, int row, int col, int max, struct str s,
	enum style style)
{
	int used;

	if (max <= 0)
		return 0;
	if (utf8_columns_up_to(s, g->ascii, max) <= max)
		return grid_put(g, row, col, max, s, style);
	used = grid_put(g, row, col, max - 1, s, style);
	return used + grid_glyph(g, row, col + used, GLYPH_CUT, style);
}

int
grid_put_skip(struct grid *g, int row, int col, int max, struct str s, int skip,
	enum style style)
{
	struct utf8_cell u;
	size_t at = 0;
	int gone = 0, used;

	if (skip <= 0 || max <= 0)
		return grid_put_cut(g, row, col, max, s, style);
	/* Skip one more character, to make room for the "…". */
	while (gone < skip + 1 && utf8_next(s, &at, g->ascii, &u))
		gone += u.width;
	if (gone == 0)
		return 0;
	used = grid_glyph(g, row, col, GLYPH_CUT, style);
	return used +
		grid_put_cut(
			g, row, col + used, max - used, str_skip(s, at), style);
}

int
pen_put(struct pen *p, struct str s, enum style style)
{
	int n = grid_put(p->g, p->row, p->col, p->end - p->col, s, style);

	p->col += n;
	return n;
}

int
pen_cut(struct pen *p, struct str s, enum style style)
{
	int n = grid_put_cut(p->g, p->row, p->col, p->end - p->col, s, style);

	p->col += n;
	return n;
}

int
pen_glyph(struct pen *p, enum glyph glyph, enum style style)
{
	return pen_put(p, glyph_str(glyph, p->g->ascii), style);
}

void
grid_put_right(struct grid *g, int row, int col, int max, struct str s,
	enum style style)
{
	int n = utf8_columns_up_to(s, g->ascii, max);

	if (n > max)
		grid_put_cut(g, row, col, max, s, style);
	else
		grid_put(g, row, col + max - n, n, s, style);
}

void
pen_right(struct pen *p, int cols, struct str s, enum style style)
{
	grid_put_right(p->g, p->row, p->col, cols, s, style);
	p->col += cols;
}

void
grid_printf(struct grid *g, int row, int col, int max, enum style style,
	const char *fmt, ...)
{
	char buf[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	if ((size_t)n >= sizeof(buf))
		n = (int)sizeof(buf) - 1;
	grid_put_cut(g, row, col, max, str_from(buf, (size_t)n), style);
}

void
grid_fill(struct grid *g, struct rect r, struct str glyph, enum style style)
{
	struct utf8_cell u;
	size_t at = 0;

	r = clip(g, r);
	if (!utf8_next(glyph, &at, g->ascii, &u))
		return;
	assert(u.width == 1);
	for (int row = r.row; row < r.row + r.rows; row++)
		for (int col = r.col; col < r.col + r.cols; col++)
			set_cell(g, row, col, &u, style);
}

void
grid_bar(struct grid *g, int row, int col, int eighths, enum style style)
{
	int full = g->ascii ? (eighths + 3) / 8 : eighths / 8;
	char part[4];

	grid_fill(g, (struct rect){ row, col, 1, full },
		glyph_str(GLYPH_BLOCK, g->ascii), style);
	if (g->ascii || eighths % 8 == 0)
		return;
	/* U+258F is one eighth, U+2589 seven. */
	grid_put(g, row, col + full, 1,
		str_from(part,
			utf8_bytes(0x2590u - (unsigned)(eighths % 8), part)),
		style);
}

/* Put the upper half's colour over the lower one's, or the reverse if only the
   lower half has a colour. */
void
grid_halves(struct grid *g, int row, int col, struct half top,
	struct half bottom, bool in_color)
{
	bool has_top = top.style != STYLE_NORMAL;
	bool has_bottom = bottom.style != STYLE_NORMAL;
	struct half front = has_top ? top : bottom;
	struct half back = has_top ? bottom : top;
	struct cell *c;

	if (!has_top && !has_bottom)
		return;
	if (g->ascii || !in_color) {
		grid_glyph(g, row, col,
			!has_bottom       ? GLYPH_UPPER
				: has_top ? GLYPH_BLOCK
					  : GLYPH_LOWER,
			STYLE_NORMAL);
		return;
	}
	grid_glyph(
		g, row, col, has_top ? GLYPH_UPPER : GLYPH_LOWER, STYLE_EDGE);
	c = grid_at(g, row, col);
	c->style2 = front.style;
	c->hue = front.hue;
	c->behind = back.style;
	c->behind_hue = back.hue;
}

void
grid_flag(struct grid *g, struct rect r, uint8_t flags)
{
	r = clip(g, r);
	for (int row = r.row; row < r.row + r.rows; row++)
		for (int col = r.col; col < r.col + r.cols; col++)
			grid_at(g, row, col)->flags |= flags;
}

void
grid_cursor(struct grid *g, struct rect line, bool focused)
{
	grid_glyph(g, line.row, line.col, GLYPH_POINTER, STYLE_CURSOR_ROW);
	for (int col = line.col; col < line.col + line.cols; col++)
		if (grid_at(g, line.row, col)->style != STYLE_MATCH)
			grid_at(g, line.row, col)->style = STYLE_CURSOR_ROW;
	if (!focused)
		return;
	grid_flag(g, line, CELL_SELECTED);
	g->cursor_row = line.row;
	g->cursor_col = line.col;
}

void
grid_hit(struct grid *g, struct rect r, uint32_t id)
{
	r = clip(g, r);
	for (int row = r.row; row < r.row + r.rows; row++)
		for (int col = r.col; col < r.col + r.cols; col++)
			g->hit[row * g->cols + col] = id;
}

void
grid_row_text(const struct grid *g, int row, struct strbuf *out)
{
	size_t start = out->n;

	for (int col = 0; col < g->cols; col++) {
		const struct cell *c = grid_at(g, row, col);

		strbuf_add(out, str_from(c->text, c->len));
	}
	while (out->n > start && out->p[out->n - 1] == ' ')
		strbuf_cut(out, out->n - 1);
}

void
grid_text(const struct grid *g, struct strbuf *out)
{
	for (int row = 0; row < g->rows; row++) {
		grid_row_text(g, row, out);
		strbuf_addch(out, '\n');
	}
}
