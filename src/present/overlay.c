/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes over the panes. */
#include "prelude.h"

#include "present/overlay.h"

#include "profile/ids.h"

enum {
	CELLS_MAX = 6,
	MARK_COLS = 2,
	GAP = 2,
	MARGIN = 1,
	KEYS_COLS = 12, /* width of the first cell if the last are dropped */
	/* From this many columns on, the last cell keeps a fifth of them. */
	ROOMY = 60,
	LEGIBLE = 8 /* minimum columns of a cut cell */
};

/* The column widths over all items. */
struct overlay_shape {
	int width[CELLS_MAX];
	int n;     /* number of columns */
	int total; /* width of a line, with gaps and marks */
	bool drops_last;
};

static struct overlay_shape
overlay_measure(const struct grid *g, const struct item *item, size_t n)
{
	struct overlay_shape shape = { .n = 0 };
	int headings = 0;

	for (size_t i = 0; i < n; i++) {
		struct str rest = item[i].text;

		if (item[i].heading || str_chr(rest, '\t') < 0) {
			int w = utf8_columns(rest, g->ascii) +
				(item[i].heading ? 0 : MARK_COLS);

			headings = w > headings ? w : headings;
			continue;
		}
		for (int c = 0; c < CELLS_MAX && rest.p != NULL; c++) {
			struct str cell = str_cut(&rest, '\t');
			int w = utf8_columns(cell, g->ascii);

			if (w > shape.width[c])
				shape.width[c] = w;
			if (c + 1 > shape.n)
				shape.n = c + 1;
		}
	}
	shape.n = shape.n > 0 ? shape.n : 1;
	shape.total = MARK_COLS;
	for (int c = 0; c < shape.n; c++)
		shape.total += shape.width[c] + (c > 0 ? GAP : 0);
	if (headings > shape.total)
		shape.total = headings;
	return shape;
}

static void
put_item(struct grid *g, int row, int col, int cols, const struct item *item,
	const struct overlay_shape *shape, bool selected)
{
	struct str rest = item->text;
	int at = col + MARK_COLS, end = col + cols;
	enum style style = selected ? STYLE_CURSOR_ROW : STYLE_OVERLAY;

	if (item->heading) {
		grid_put_cut(g, row, col, cols, rest,
			str_starts(rest, STR("  ")) ? STYLE_OVERLAY
						    : STYLE_BOLD);
		return;
	}
	if (selected)
		grid_fill(
			g, (struct rect){ row, col, 1, cols }, STR(" "), style);
	if (selected)
		grid_glyph(g, row, col, GLYPH_POINTER, style);
	else if (item->current)
		grid_glyph(g, row, col, GLYPH_CURRENT, style);
	for (int c = 0; c < shape->n && rest.p != NULL && at < end; c++) {
		struct str cell = str_cut(&rest, '\t');
		int room = end - at;

		int width = shape->width[c];
		int last = utf8_columns(rest, g->ascii) + GAP;
		struct str cells;
		int cut_cols;
		bool ascii;

		if (shape->drops_last && c == 0 &&
			utf8_columns(cell, g->ascii) > width)
			width = utf8_columns(cell, g->ascii);

		/* If the line is too long, put its last cell at the right end
		   or drop it. */
		if (shape->drops_last && rest.p != NULL && c == shape->n - 2 &&
			width + last > room) {
			width = room - last;
			if (utf8_columns(cell, g->ascii) > width)
				rest = (struct str){ .p = NULL };
		}
		/* Drop the other cells if the next would be unreadable. */
		cells = rest;
		cut_cols = room - width - GAP;
		ascii = g->ascii;
		if (cut_cols < LEGIBLE &&
			utf8_columns(str_cut(&cells, '\t'), ascii) > cut_cols)
			rest = (struct str){ .p = NULL };
		if (rest.p != NULL && width < room)
			room = width;
		grid_put_cut(g, row, at, room, cell, style);
		at += width + GAP;
	}
}

/* Return the wanted position, or the nearest where the box fits. */
static int
box_at(int asked, int size, int room)
{
	return asked + size > room ? room - size : asked;
}

static struct rect
box_draw_at(struct grid *g, int inner_rows, int inner_cols, struct str title,
	int row, int col)
{
	struct rect box, inner;
	int used;

	if (inner_cols > g->cols - 4)
		inner_cols = g->cols - 4;
	if (inner_rows > g->rows - 2)
		inner_rows = g->rows - 2;
	if (inner_cols < 1 || inner_rows < 1)
		return (struct rect){ 0, 0, 0, 0 };
	box = (struct rect){ (g->rows - inner_rows - 2) / 2,
		(g->cols - inner_cols - 4) / 2, inner_rows + 2,
		inner_cols + 4 };
	if (row > 0 || col > 0) {
		box.row = box_at(row, box.rows, g->rows);
		box.col = box_at(col, box.cols, g->cols);
	}
	inner = (struct rect){ box.row + 1, box.col + 2, inner_rows,
		inner_cols };
	grid_fill(g, box, STR(" "), STYLE_OVERLAY);
	grid_hit(g, box, UINT32_MAX);
	for (int i = 0; i < 2; i++) {
		int line = i == 0 ? box.row : box.row + box.rows - 1;
		int side = i == 0 ? box.col : box.col + box.cols - 1;

		grid_fill(g, (struct rect){ line, box.col, 1, box.cols },
			glyph_str(GLYPH_HORIZONTAL, g->ascii),
			STYLE_OVERLAY_BORDER);
		grid_fill(g, (struct rect){ box.row + 1, side, inner_rows, 1 },
			glyph_str(GLYPH_VERTICAL, g->ascii),
			STYLE_OVERLAY_BORDER);
	}
	grid_glyph(g, box.row, box.col, GLYPH_TOP_LEFT, STYLE_OVERLAY_BORDER);
	grid_glyph(g, box.row, box.col + box.cols - 1, GLYPH_TOP_RIGHT,
		STYLE_OVERLAY_BORDER);
	grid_glyph(g, box.row + box.rows - 1, box.col, GLYPH_BOTTOM_LEFT,
		STYLE_OVERLAY_BORDER);
	grid_glyph(g, box.row + box.rows - 1, box.col + box.cols - 1,
		GLYPH_BOTTOM_RIGHT, STYLE_OVERLAY_BORDER);
	if (title.n > 0 && box.cols > 8) {
		grid_put(g, box.row, box.col + 2, 1, STR(" "),
			STYLE_OVERLAY_BORDER);
		used = grid_put_cut(g, box.row, box.col + 3, box.cols - 6,
			title, STYLE_OVERLAY_BORDER);
		grid_put(g, box.row, box.col + 3 + used, 1, STR(" "),
			STYLE_OVERLAY_BORDER);
	}
	return inner;
}

struct rect
box_draw(struct grid *g, int inner_rows, int inner_cols, struct str title)
{
	return box_draw_at(g, inner_rows, inner_cols, title, 0, 0);
}

/* Return the number of other rows: filter, footer, blank lines. */
static int
other_rows(const struct overlay *o)
{
	return (o->has_filter ? 2 : 0) +
		(o->n_footer > 0 ? (int)o->n_footer + 1 : 0);
}

/* Return how many of n item rows fit. */
static int
overlay_rows(const struct grid *g, const struct overlay *o, size_t n)
{
	int room = g->rows - 2 - 2 * MARGIN - other_rows(o);

	if (room < 1)
		room = g->rows - 2 - (o->has_filter ? 2 : 0);
	if (room < 1)
		room = 1;
	return (size_t)room < n ? room : (int)n;
}

int
overlay_page(const struct grid *g, const struct overlay *o)
{
	return overlay_rows(g, o, o->n_items);
}

struct rect
overlay_draw(struct grid *g, const struct overlay *o)
{
	struct overlay_shape shape = overlay_measure(g, o->item, o->n_items);
	int page = overlay_page(g, o), cols = shape.total, row;
	int least = overlay_rows(g, o, (size_t)o->least_rows);
	int rows = page > least ? page : least;
	struct rect in, list;
	struct list_rows item;

	/* The title has a blank at each end. */
	if (cols < utf8_columns(o->title, g->ascii) + 2)
		cols = utf8_columns(o->title, g->ascii) + 2;
	for (size_t i = 0; i < o->n_footer; i++) {
		int w = utf8_columns(o->footer[i], g->ascii);

		cols = w > cols ? w : cols;
	}
	cols = cols > o->least_cols ? cols : o->least_cols;
	in = box_draw_at(
		g, rows + other_rows(o), cols, o->title, o->row, o->col);
	shape.drops_last = o->drops_last && in.cols < shape.total;
	if (shape.drops_last && shape.width[0] > KEYS_COLS)
		shape.width[0] = KEYS_COLS;
	if (!o->drops_last) {
		int narrow_cols = in.cols;
		int last = shape.n - 1, keep,
		    over = MARK_COLS + last * GAP - narrow_cols;

		/* Narrow the cells between the first and the last, to make room
		   for the last. */
		if (shape.n >= 3 && narrow_cols >= ROOMY) {
			keep = shape.width[last] < narrow_cols / 5
				? shape.width[last]
				: narrow_cols / 5;
			over += keep;
			for (int c = 0; c < last; c++)
				over += shape.width[c];
			for (int c = last - 1; c > 0 && over > 0; c--) {
				int cut = over < shape.width[c] / 2
					? over
					: shape.width[c] / 2;

				shape.width[c] -= cut;
				over -= cut;
			}
		}
	}
	row = in.row;
	if (o->has_filter) {
		int count = utf8_columns(o->count, g->ascii);
		int room = in.cols - 3 - count, cursor;
		struct str text = o->filter;
		size_t from;

		/* Draw "> zo▏           6 of 92". */
		grid_put(g, row, in.col, in.cols, STR("> "), STYLE_KEY);
		/* Keep the end of the text, where the cursor is, visible. */
		from = utf8_end(
			str_sub(text, 0, o->filter_cursor), g->ascii, room - 1);
		cursor = utf8_columns(
			str_sub(text, from, o->filter_cursor), g->ascii);
		grid_put(g, row, in.col + 2, room, str_skip(text, from),
			STYLE_PROMPT);
		g->cursor_row = row;
		g->cursor_col = in.col + 2 + cursor;
		grid_put_right(g, row, in.col, in.cols, o->count, STYLE_DIM);
		row += 2;
	}
	list = (struct rect){ row, in.col, page, in.cols };
	item = list_rows(g, list, &o->list, o->n_items, false);
	item.at = NONE; /* put_item() draws the cursor */
	while (list_next(&item) && item.line.row < in.row + in.rows) {
		bool selected = item.i == o->list.at;

		put_item(g, item.line.row, in.col, in.cols, &o->item[item.i],
			&shape, selected);
		if (selected && !o->has_filter) {
			g->cursor_row = item.line.row;
			g->cursor_col = in.col;
		}
	}
	/* Point at further items above or below. */
	if (o->list.first > 0)
		grid_glyph(g, list.row, in.col + in.cols + 1, GLYPH_UP,
			STYLE_OVERLAY_BORDER);
	if (o->list.first + (size_t)page < o->n_items)
		grid_glyph(g, list.row + page - 1, in.col + in.cols + 1,
			GLYPH_DOWN, STYLE_OVERLAY_BORDER);
	row = list.row + rows + 1;
	for (size_t i = 0; i < o->n_footer && row < in.row + in.rows;
		i++, row++)
		grid_put_cut(g, row, in.col, in.cols, o->footer[i], STYLE_DIM);
	return list;
}

void
popup_draw(struct grid *g, int row, int col, const struct popup *p)
{
	struct overlay_shape shape = overlay_measure(g, p->item, p->n);
	int rows = (size_t)p->max_rows < p->n ? p->max_rows : (int)p->n;
	int cols = (p->cols > 0 ? p->cols : shape.total) + 2;
	struct list list = { .at = (uint32_t)p->selected };
	struct list_rows line;

	if (shape.width[0] < p->least)
		shape.width[0] = p->least;
	if (rows > row)
		rows = row;
	if (cols > g->cols)
		cols = g->cols;
	if (col + cols > g->cols)
		col = g->cols - cols;
	list_show(&list, p->n, rows);
	line = list_rows(g, (struct rect){ row - rows, col, rows, cols }, &list,
		p->n, false);
	line.at = NONE;
	while (list_next(&line)) {
		grid_fill(g, line.line, STR(" "), STYLE_OVERLAY);
		put_item(g, line.line.row, col + 1, cols - 2, &p->item[line.i],
			&shape, line.i == list.at);
	}
}
