/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot of a timeline. */
#include "prelude.h"

#include "present/timeline.h"

#include <math.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "present/number.h"
#include "profile/timetext.h"
#include "profile/unit.h"

enum { GUTTER = 7, GUTTER_OF_LINES = 16, EIGHTHS = 8, TICK_GAP = 2 };
enum { MINUTE_MS = 60 * SECOND_MS, DAY_MS = 24 * 60 * MINUTE_MS };

int
timeline_gutter(const struct timeline *t)
{
	return t->n > 1 ? GUTTER_OF_LINES : GUTTER;
}

void
timeline_put_value(struct strbuf *out, const struct points *ps, bool is_cores,
	double value)
{
	struct str ignored;
	bool clamped = false;

	if (is_cores) {
		value *= unit_scale(1000000000, STR("ns"), ps->unit, &ignored) >
				0
			? 1 /
				unit_scale(1000000000, STR("ns"), ps->unit,
					&ignored)
			: 0;
		strbuf_addf(out, value < 10 ? "%.2g" : "%.0f", value);
		return;
	}
	/* Convert times to nanoseconds, so that fractions are shown as ms. */
	if (unit_is_time(ps->unit))
		amount_put(out,
			i64_round(value *
					unit_scale(1, ps->unit, STR("ns"),
						&ignored),
				&clamped),
			STR("ns"));
	/* Small rates get two digits. */
	else if (ps->per_second && value < 10 && value != floor(value))
		strbuf_addf(out, "%.2g", value);
	else
		amount_put(out, i64_round(value, &clamped), ps->unit);
	if (ps->per_second)
		strbuf_addstr(out, "/s");
}

/* ---- Columns ---- */

struct str
timeline_bar(int eighths, bool ascii)
{
	static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆",
		"▇", "█" };
	static const char *const plain[] = { " ", ".", ":", "-", "-", "=", "+",
		"*", "#" };

	return str_c((ascii ? plain : blocks)[eighths]);
}

static int
level_of(double value, double scale, int rows)
{
	int most = rows * EIGHTHS;
	double level = value / scale * most;
	int whole = level >= most ? most : level > 0 ? (int)(level + 0.5) : 0;

	return whole == 0 && value > 0 ? 1 : whole;
}

/* Set the first and last column of a span; false if not in the window. */
static bool
plot_columns(
	const struct timeline *t, struct span span, int cols, int *lo, int *hi)
{
	struct span seen = span_both(span, t->window);

	if (span_is_empty(span) || span_is_empty(seen))
		return false;
	*lo = column_of(t->window, cols, seen.from);
	*hi = column_of(t->window, cols, seen.until - 1);
	return true;
}

static void
flag_span(struct grid *g, struct rect r, const struct timeline *t,
	struct span span, uint8_t flag)
{
	int lo, hi;

	if (plot_columns(t, span, r.cols, &lo, &hi))
		grid_flag(g,
			(struct rect){ r.row, r.col + lo, r.rows, hi - lo + 1 },
			flag);
}

double
timeline_scale(const struct points *ps, double most)
{
	double unit = 1;

	while (unit_is_memory(ps->unit) && most / unit >= 1024)
		unit *= 1024;
	return points_scale(most / unit) * unit;
}

/* Fill in the columns of a line; return the highest value. */
static double
highest_of(const struct timeline *t, size_t line, struct column *c, int cols)
{
	double most = 0;

	points_columns(
		t->line[line].points, t->window, t->step, t->now, c, cols);
	for (int i = 0; i < cols; i++)
		if (c[i].has && c[i].high > most)
			most = c[i].high;
	return most;
}

/* Draw one line of points in its rows. `common`: the highest value of all
   groups; 0: the line has its own scale. */
static void
draw_plotted(struct grid *g, struct rect r, const struct timeline *t,
	size_t line, struct column *c, double common)
{
	const struct plotted *l = &t->line[line];
	int gutter = timeline_gutter(t);
	struct rect plot = { r.row, r.col + gutter, r.rows, r.cols - gutter };
	struct strbuf text = STRBUF_INIT;
	double most = highest_of(t, line, c, plot.cols), scale;

	scale = timeline_scale(l->points, common > 0 ? common : most);
	timeline_put_value(&text, l->points, t->is_cores, scale);
	if (t->n > 1) {
		grid_put_cut(g, r.row, r.col, gutter - 1, l->name,
			line == t->at ? STYLE_BOLD : STYLE_NORMAL);
		if (r.rows > 1)
			grid_put_right(g, r.row + 1, r.col, gutter - 1,
				strbuf_str(&text), STYLE_DIM);
	} else {
		grid_put_right(g, r.row, r.col, gutter - 1, strbuf_str(&text),
			STYLE_DIM);
		if (r.rows > 1)
			grid_put_right(g, r.row + r.rows - 1, r.col, gutter - 1,
				STR("0"), STYLE_DIM);
	}
	for (int i = 0; i < plot.cols; i++) {
		int col = i;
		int level = level_of(c[i].high, scale, plot.rows);
		int mean = level_of(c[i].mean, scale, plot.rows);

		/* Ignore a mean that is nearly as high as the maximum. */
		if (c[i].mean > 0.8 * c[i].high)
			mean = level;
		for (int j = 0; j < plot.rows; j++) {
			int part = clamp_int(level - j * EIGHTHS, 0, EIGHTHS);
			enum style style = c[i].running || mean <= j * EIGHTHS
				? STYLE_DIM
				: STYLE_NORMAL;

			/* A measured 0 gets an eighth; a gap stays blank. */
			if (c[i].has && level == 0 && j == 0)
				part = 1;
			if (part > 0)
				(void)grid_put(g, plot.row + plot.rows - 1 - j,
					plot.col + col, 1,
					timeline_bar(part, g->ascii), style);
		}
	}
	flag_span(g, plot, t, t->range, CELL_SELECTED);
	flag_span(g, plot, t, t->mark, CELL_SELECTED);
	flag_span(g, plot, t, t->base, CELL_UNDERLINE);
	strbuf_free(&text);
}

/* ---- Below the plot ---- */

static void
draw_span(struct grid *g, struct rect r, const struct timeline *t,
	struct span span, struct str word)
{
	int lo, hi;

	if (!plot_columns(t, span, r.cols, &lo, &hi))
		return;
	for (int i = lo; i <= hi; i++)
		grid_glyph(g, r.row, r.col + i, GLYPH_HORIZONTAL, STYLE_BOLD);
	grid_glyph(g, r.row, r.col + lo,
		lo == hi ? GLYPH_CROSS : GLYPH_TEE_RIGHT, STYLE_BOLD);
	if (hi > lo)
		grid_glyph(g, r.row, r.col + hi, GLYPH_TEE_LEFT, STYLE_BOLD);
	if (hi - lo - 1 >= (int)word.n)
		(void)grid_put(g, r.row,
			r.col + lo + 1 + (hi - lo - 1 - (int)word.n) / 2,
			(int)word.n, word, STYLE_BOLD);
}

static void
draw_marks(struct grid *g, struct rect r, const struct timeline *t)
{
	draw_span(g, r, t, t->base, STR(" base "));
	draw_span(g, r, t, t->range, STR_EMPTY);
	draw_span(g, r, t, t->mark, STR_EMPTY);
}

/* Draw "+7 more 1.2s/s": the lines that are not drawn, and what they add to
   the drawn ones in the window. */
static void
draw_more(struct grid *g, struct rect r, const struct timeline *t, size_t first,
	int shown)
{
	const struct points *all = t->line[0].points;
	struct points_sum rest = points_sum(all, t->window);
	size_t more = t->n - 1 + t->others;
	struct strbuf text = STRBUF_INIT;

	for (size_t i = first; i < first + (size_t)shown; i++) {
		if (i == 0)
			continue;
		rest.sum -= points_sum(t->line[i].points, t->window).sum;
		rest.timed -= points_sum(t->line[i].points, t->window).timed;
		more--;
	}
	if (t->n < 2 || more == 0)
		return;
	strbuf_addf(&text, "+%zu more ", more);
	timeline_put_value(&text, all, t->is_cores, points_value(all, &rest));
	grid_put_cut(g, r.row, r.col, r.cols, strbuf_str(&text), STYLE_DIM);
	strbuf_free(&text);
}

/* Return the columns of the longest label of an axis with ticks that are
   `every` ms apart: "11-22", "02:00", "02:00:30", "02:00:30.500". */
static int
tick_cols(int64_t every)
{
	return every >= MINUTE_MS ? 5 : every >= SECOND_MS ? 8 : 12;
}

/* Choose ticks at equal distances, with room for the label of each. The first
   tick is returned. */
static int64_t
choose_ticks(const struct timeline *t, int cols, int64_t *every)
{
	int most = cols / (tick_cols(MINUTE_MS) + TICK_GAP) + 1;
	int64_t first = instant_first_tick(t->window, most, every);

	while (most > 1 &&
		(double)*every * cols < (double)(tick_cols(*every) + TICK_GAP) *
				(double)(t->window.until - t->window.from))
		first = instant_first_tick(t->window, --most, every);
	return first;
}

/* ---- The whole timeline ---- */

void
timeline_draw(struct grid *g, struct rect r, const struct timeline *t)
{
	int gutter = timeline_gutter(t), below = r.rows > 1;
	int rows, each, shown;
	struct rect plot = { r.row, r.col + gutter, r.rows, r.cols - gutter };
	struct rect row;
	struct column *c;
	double common = 0;
	size_t first;
	int col;

	if (plot.cols < 1 || r.rows < 1)
		return;
	c = xcalloc((size_t)plot.cols, sizeof(*c));
	below += t->marks_row && r.rows > 3;
	rows = r.rows - below;
	shown = (int)t->n < rows ? (int)t->n : rows;
	each = rows / shown;
	first = (int)t->at >= shown ? t->at - (size_t)shown + 1 : 0;
	for (size_t i = 1; t->n > 2 && !t->own_scales && i < t->n; i++) {
		double most = highest_of(t, i, c, plot.cols);

		common = most > common ? most : common;
	}
	for (int i = 0; i < shown; i++)
		draw_plotted(g,
			(struct rect){ r.row + i * each, r.col, each, r.cols },
			t, first + (size_t)i, c,
			first + (size_t)i > 0 ? common : 0);
	plot.rows = each * shown;
	row = (struct rect){ r.row + plot.rows, plot.col, 1, plot.cols };
	if (below == 2) {
		draw_marks(g, row, t);
		row.row++;
	}
	if (below > 0) {
		struct rect axis_r = row;
		int64_t every, time = choose_ticks(t, axis_r.cols, &every);
		struct strbuf text = STRBUF_INIT;
		int free_from = 0;
		int before = t->line[0].points->n > 0
			? column_of(t->window, axis_r.cols,
				  t->line[0].points->p[0].span.from)
			: axis_r.cols;

		for (int i = 0; i < before && t->line[0].points->n > 0; i++)
			(void)grid_put(g, axis_r.row, axis_r.col + i, 1,
				g->ascii ? STR("-") : STR("╌"), STYLE_DIM);
		for (; time < t->window.until;
			time = instant_next_tick(time, every)) {
			int axis_col = column_of(t->window, axis_r.cols, time);
			struct strbuf whole = STRBUF_INIT;

			strbuf_reset(&text);
			if (every >= DAY_MS) {
				/* Print "11-22" of "2026-11-22 00:00:00". */
				instant_put(&whole, time,
					time - 400 * (int64_t)DAY_MS);
				strbuf_add(&text,
					str_sub(strbuf_str(&whole), 5, 10));
			} else if (every >= MINUTE_MS) {
				instant_put_minute(&text, time);
			} else {
				instant_put(&text, time, time);
			}
			strbuf_free(&whole);
			if (axis_col < free_from ||
				axis_col + (int)text.n > axis_r.cols)
				continue;
			(void)grid_put(g, axis_r.row, axis_r.col + axis_col,
				(int)text.n, strbuf_str(&text), STYLE_RULER);
			free_from = axis_col + (int)text.n + TICK_GAP;
		}
		strbuf_free(&text);
		draw_more(g, (struct rect){ row.row, r.col, 1, gutter - 1 }, t,
			first, shown);
		if (!t->marks_row)
			draw_marks(g, axis_r, t);
	}
	if (t->focused && span_has(t->window, t->cursor)) {
		col = column_of(t->window, plot.cols, t->cursor);
		/* In a range, the cursor is the cell that is not reversed. */
		grid_at(g, plot.row + plot.rows - 1, plot.col + col)->flags ^=
			CELL_SELECTED;
		g->cursor_row = plot.row + plot.rows - 1;
		g->cursor_col = plot.col + col;
	}
	for (int i = 0; i < plot.cols; i++)
		grid_hit(g, (struct rect){ r.row, plot.col + i, r.rows, 1 },
			(uint32_t)i);
	free(c);
}
