/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples along time, one second per row. */
#include "prelude.h"

#include "present/heatmap.h"

#include <math.h>

#include "base/compiler.h"
#include "base/xalloc.h"
#include "present/paint.h"
#include "profile/timetext.h"

enum { GUTTER = 10, LEAST_ROWS = 6, LEVELS = 8 };

struct heatmap
heatmap_fit(struct rect r, int64_t seconds, bool in_color, bool ascii)
{
	static const int slots[] = { 50, 40, 20 };
	struct heatmap h = { .in_color = in_color, .shown = r.rows - 1 };

	for (size_t i = 0; i < COUNT_OF(slots) && h.slots == 0; i++)
		if (r.cols - GUTTER >= slots[i] && r.rows >= LEAST_ROWS)
			h.slots = slots[i];
	h.halves = in_color && !ascii && seconds > h.shown;
	if (h.halves)
		h.shown *= 2;
	if (h.shown > seconds)
		h.shown = seconds;
	return h;
}

static struct half
half_of_level(int level)
{
	int hue = MEANING_HEAT + (level - 1) * MEANING_HEAT_STEPS / LEVELS;

	return level == 0
		? (struct half){ .style = STYLE_NORMAL }
		: (struct half){ .style = STYLE_FRAME, .hue = (uint8_t)hue };
}

/* Fill a cell with "█", which takes fewer bytes than a background colour. */
static void
put_block(struct grid *g, int row, int col, int level)
{
	struct half half = half_of_level(level);
	struct cell *c;

	if (level == 0)
		return;
	grid_glyph(g, row, col, GLYPH_BLOCK, STYLE_EDGE);
	c = grid_at(g, row, col);
	c->style2 = half.style;
	c->hue = half.hue;
	c->behind = STYLE_NORMAL;
}

struct heatmap_drawing {
	struct grid *g;
	struct rect plot;
	const struct heatmap *h;
	const struct timeline *t;
	const uint8_t *level;
};

/* Return the flags of a slot's cells; set *here if the cursor is there. */
static uint8_t
slot_flags(const struct timeline *t, int64_t time, bool *here)
{
	bool range = span_has(t->range, time) || span_has(t->mark, time);

	*here = t->focused && time <= t->cursor && t->cursor < time + t->step;
	return (uint8_t)((range != *here ? CELL_SELECTED : 0) |
		(span_has(t->base, time) ? CELL_UNDERLINE : 0));
}

/* Draw one slot of a second; with `halves`, also of the next second. */
static void
draw_slot(const struct heatmap_drawing *d, int row, size_t second, int slot)
{
	const struct heatmap *h = d->h;
	int width = d->plot.cols / h->slots;
	struct rect cells = { d->plot.row + row, d->plot.col + slot * width, 1,
		width };
	size_t at = second * (size_t)h->slots + (size_t)slot, next = at;
	int64_t time = d->t->window.from + (int64_t)at * d->t->step;
	uint8_t flags, level;
	bool here, too = false;

	if (h->halves && (int64_t)second + 1 < h->shown)
		next = at + (size_t)h->slots;
	flags = slot_flags(d->t, time, &here);
	if (next != at)
		flags |= slot_flags(d->t, time + SECOND_MS, &too);
	/* Draw marked slots as bars, since their mark hides colours. */
	level = d->level[at] > d->level[next] ? d->level[at] : d->level[next];
	for (int i = 0; i < width; i++) {
		int col = cells.col + i;

		if (!h->in_color || d->g->ascii || (flags & CELL_SELECTED))
			(void)grid_put(d->g, cells.row, col, 1,
				timeline_bar(level, d->g->ascii), STYLE_NORMAL);
		else if (h->halves)
			grid_halves(d->g, cells.row, col,
				half_of_level(d->level[at]),
				half_of_level(next == at ? 0 : d->level[next]),
				true);
		else
			put_block(d->g, cells.row, col, d->level[at]);
	}
	grid_flag(d->g, cells, flags);
	grid_hit(d->g, cells, (uint32_t)at);
	if (here || too) {
		d->g->cursor_row = cells.row;
		d->g->cursor_col = cells.col;
	}
}

void
heatmap_draw(struct grid *g, struct rect r, const struct heatmap *h,
	const struct timeline *t)
{
	int width = (r.cols - GUTTER) / h->slots, each = h->halves ? 2 : 1;
	struct heatmap_drawing d = { .g = g,
		.plot = { r.row, r.col + GUTTER, r.rows - 1, width * h->slots },
		.h = h,
		.t = t };
	double scale = 1;
	uint8_t *level;
	size_t n;
	const struct points *ps;
	double most = 0;
	int axis_width, axis_row;
	struct strbuf axis_text = STRBUF_INIT;
	struct pen q;

	/* Find each slot's level: pass 0 finds the maximum, pass 1 scales. */
	n = (size_t)h->shown * (size_t)h->slots;
	ps = t->line[0].points;
	level = xcalloc(n + 1, sizeof(*level));
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < ps->n; i++) {
			const struct point *p = &ps->p[i];
			struct points_sum sum = points_sum(ps, p->span);
			double value = points_value(ps, &sum);

			if (!span_has(t->window, p->span.from) || value <= 0)
				continue;
			if (pass == 0)
				most = fmax(most, value);
			else
				level[(p->span.from - t->window.from) /
					t->step] = (uint8_t)ceil(value / scale *
					(double)LEVELS);
		}
		scale = timeline_scale(ps, most > 0 ? most : 1);
	}

	d.level = level;
	for (int row = 0; row * each < h->shown; row++) {
		int64_t second = (int64_t)row * each;
		int64_t time = t->window.from + second * SECOND_MS;
		struct strbuf text = STRBUF_INIT;

		instant_put(&text, time, time);
		grid_put_right(g, r.row + row, r.col, GUTTER - 2,
			strbuf_str(&text), STYLE_RULER);
		strbuf_free(&text);
		for (int slot = 0; slot < h->slots; slot++)
			draw_slot(&d, row, (size_t)second, slot);
	}
	/* Draw the axis: tenths of a second, and the levels' legend. */
	axis_width = d.plot.cols / d.h->slots;
	axis_row = d.plot.row + d.plot.rows;
	for (int tenth = 0; tenth < 10; tenth += 2)
		grid_printf(d.g, axis_row,
			d.plot.col + tenth * d.h->slots / 10 * axis_width, 2,
			STYLE_RULER, ".%d", tenth);
	strbuf_addstr(&axis_text, " ");
	timeline_put_value(
		&axis_text, d.t->line[0].points, d.t->is_cores, scale);
	q = (struct pen){ d.g, axis_row,
		d.plot.col + d.plot.cols - LEVELS - (int)axis_text.n,
		d.plot.col + d.plot.cols };
	/* Draw the legend only if the last tick stays visible. */
	if (q.col > d.plot.col + 8 * d.h->slots / 10 * axis_width + 2)
		for (int i = 1; i <= LEVELS; i++) {
			if (d.h->in_color && !d.g->ascii)
				put_block(d.g, q.row, q.col++, i);
			else
				(void)pen_put(&q, timeline_bar(i, d.g->ascii),
					STYLE_NORMAL);
		}
	if (q.col + (int)axis_text.n == q.end)
		(void)pen_put(&q, strbuf_str(&axis_text), STYLE_DIM);
	strbuf_free(&axis_text);
	free(level);
}
