/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole graph in half cells. */
#include "prelude.h"

#include "present/minimap.h"

#include "base/num.h"
#include "base/xalloc.h"
#include "present/caption.h"

struct minimap_drawing {
	struct grid *g;
	struct rect r;
	struct flamegraph *flamegraph;
	const struct minimap *m;
	struct layout *l;
	int lo, levels; /* the graph's first level and number of levels */
	int each;       /* levels per half row */
};

/* Return the number of levels or, for a folded graph, which is laid out in `l`,
   the number of rows that have boxes. */
static int
levels_of(struct flamegraph *p, int cols, struct layout *l, int *lo)
{
	struct zoom all = zoom_all(p);
	int hi;

	if (flamegraph_folds(p) != NULL)
		layout_drawn(l, p, &all, cols, lo, &hi);
	else
		layout_levels(p, &all, lo, &hi);
	return hi < *lo ? 0 : hi - *lo + 1;
}

int
minimap_rows(struct flamegraph *p, int cols)
{
	struct layout l = LAYOUT_INIT;
	int lo, levels = levels_of(p, cols, &l, &lo);

	layout_fini(&l);
	return levels > 2 ? (levels + 1) / 2 : 1;
}

/* Return the half row that shows a level, counted from the top. */
static int
half_of(const struct minimap_drawing *d, int level)
{
	int half = (level - d->lo) / d->each;

	return d->m->flame ? 2 * d->r.rows - 1 - half : half;
}

/* Return the boxes shown in a half row, which are on its first level. */
static const struct box *
boxes_of(const struct minimap_drawing *d, int half, uint32_t *n)
{
	int from_root = d->m->flame ? 2 * d->r.rows - 1 - half : half;

	return layout_row(d->l, d->lo + from_root * d->each, n);
}

static void
fill_half(const struct minimap_drawing *d, struct half *out, int half)
{
	const struct box *box;
	uint32_t n;

	for (int x = 0; x < d->r.cols; x++)
		out[x] = (struct half){ .style = STYLE_NORMAL };
	box = boxes_of(d, half, &n);
	for (uint32_t i = 0; i < n; i++) {
		struct half h = { .style = STYLE_FRAME };

		if (selection_is_group(box[i].at))
			h.style = STYLE_MERGED;
		else
			h.hue = paint_hue(
				d->m->paint, d->flamegraph, box[i].at);
		for (int x = box[i].x0; x < box[i].x1 && x < d->r.cols; x++)
			out[x] = h;
	}
}

static uint64_t
mul_div(uint64_t a, uint64_t b, uint64_t by)
{
	return (uint64_t)wide_floor(wide_mul(a, b), (i128)by, 0, INT64_MAX);
}

static void
minimap_put_line(
	const struct minimap_drawing *d, int row, int col, enum glyph glyph)
{
	grid_glyph(d->g, d->r.row + row, d->r.col + col, glyph, STYLE_BOLD);
}

/* Lay out the whole graph; return false if there is nothing to show. */
static bool
minimap_begin(struct minimap_drawing *d)
{
	struct zoom all = zoom_all(d->flamegraph);

	if (d->r.rows < 1 || d->r.cols < 1)
		return false;
	d->levels = levels_of(d->flamegraph, d->r.cols, d->l, &d->lo);
	d->each = (d->levels + 2 * d->r.rows - 1) / (2 * d->r.rows);
	if (d->levels == 0)
		return false;
	if (flamegraph_folds(d->flamegraph) == NULL)
		layout_build(d->l, d->flamegraph, &all, d->r.cols, d->lo,
			d->lo + d->levels - 1);
	return true;
}

struct selection
minimap_at(struct rect r, struct flamegraph *p, const struct minimap *m,
	struct layout *l, int row, int col)
{
	struct minimap_drawing d = { .r = r, .flamegraph = p, .m = m, .l = l };
	int half = 2 * (row - r.row), x = col - r.col;
	const struct box *box;
	uint32_t n;

	if (!minimap_begin(&d))
		return (struct selection){ .node = NONE };
	for (int i = half; i < half + 2; i++) {
		box = boxes_of(&d, i, &n);
		for (uint32_t k = 0; k < n; k++)
			if (box[k].x0 <= x && x < box[k].x1)
				return box[k].at;
	}
	return (struct selection){ .node = NONE };
}

void
minimap_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct minimap *m, struct layout *l)
{
	struct minimap_drawing d = {
		.g = g, .r = r, .flamegraph = p, .m = m, .l = l
	};
	struct half *top, *bottom;
	const struct box *box;
	struct rect line = { .rows = 1 };
	int first;
	int last;
	int y0;
	int y1;
	int x0, x1;

	if (!minimap_begin(&d))
		return;
	top = xcalloc((size_t)r.cols * 2, sizeof(*top));
	bottom = top + r.cols;
	for (int row = 0; row < r.rows; row++) {
		fill_half(&d, top, 2 * row);
		fill_half(&d, bottom, 2 * row + 1);
		for (int x = 0; x < r.cols; x++)
			grid_halves(g, r.row + row, r.col + x, top[x],
				bottom[x], m->colors > 0);
	}
	/* Draw the frame's corners and sides only, to hide few boxes. */
	first = half_of(&d, d.m->top);
	last = half_of(&d, d.m->top + d.m->rows - 1);
	y0 = (first < last ? first : last) / 2;
	y1 = (first < last ? last : first) / 2;
	if (d.m->rows >= 1) {
		int *columns_x0;
		int *columns_x1;
		const struct zoom *z;
		enum flamegraph_side side;
		struct selection root;
		uint64_t all;
		uint64_t width;
		uint64_t at;
		uint64_t cols;
		uint64_t from;
		uint64_t to;

		y0 = clamp_int(y0, 0, d.r.rows - 1);
		y1 = clamp_int(y1, y0, d.r.rows - 1);
		/* Find the zoom's columns [x0, x1), at least one column. */
		columns_x0 = &x0;
		columns_x1 = &x1;
		z = &d.m->zoom;
		side = z->at.side;
		root = selection_of(side, flamegraph_root(d.flamegraph, side));
		all = flamegraph_width(d.flamegraph, side, root.node);
		width = selection_width(d.flamegraph, z->at);
		at = selection_offset(d.flamegraph, root, z->at);
		cols = (uint64_t)d.r.cols;
		from = at + mul_div(width, z->x0, ZOOM_ONE);
		to = at + mul_div(width, z->x1, ZOOM_ONE);
		*columns_x0 = 0;
		*columns_x1 = d.r.cols;
		if (all != 0) {
			*columns_x0 = (int)mul_div(from, cols, all);
			*columns_x1 = (int)mul_div(to, cols, all);
			if (*columns_x1 <= *columns_x0)
				*columns_x1 = *columns_x0 + 1;
			if (*columns_x1 > d.r.cols)
				*columns_x1 = d.r.cols;
			if (*columns_x0 >= *columns_x1)
				*columns_x0 = *columns_x1 - 1;
		}
		for (int y = y0; y <= y1; y++) {
			minimap_put_line(&d, y, x0, GLYPH_VERTICAL);
			minimap_put_line(&d, y, x1 - 1, GLYPH_VERTICAL);
		}
		if (y1 != y0 && x1 - x0 >= 2) {
			minimap_put_line(&d, y0, x0, GLYPH_TOP_LEFT);
			minimap_put_line(&d, y0, x1 - 1, GLYPH_TOP_RIGHT);
			minimap_put_line(&d, y1, x0, GLYPH_BOTTOM_LEFT);
			minimap_put_line(&d, y1, x1 - 1, GLYPH_BOTTOM_RIGHT);
		}
	}
	if (d.m->at.node != NONE) {
		box = layout_find(d.l, d.flamegraph, d.m->at);
		if (box != NULL) {
			line.row = d.r.row + half_of(&d, box->level) / 2;
			line.col = d.r.col + box->x0;
			line.cols = box->x1 - box->x0;
			if (line.row >= d.r.row &&
				line.row < d.r.row + d.r.rows) {
				grid_glyph(d.g, line.row, line.col,
					GLYPH_POINTER, STYLE_BOLD);
				grid_flag(d.g, line, CELL_SELECTED);
				d.g->cursor_row = line.row;
				d.g->cursor_col = line.col;
			}
		}
	}
	free(top);
}
