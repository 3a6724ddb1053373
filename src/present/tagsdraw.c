/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing the labels: see tagspane.h. */
#include "config.h"

#include "present/tagspane.h"
#include "present/tagsrows.h"

#include "base/banned.h"

enum {
	HEAD_COL = 3,  /* where the name of a group begins, */
	BOX_COL = 3,   /* the box of a value, */
	VALUE_COL = 7, /* and its name */
	NAME_LEAST = 10,
	PERCENT_COLS = 8,
	BAR_LEAST = 4,
	ABOUT_LEAST = 8,
};

/* The columns of a pane. */
struct measures {
	int name_end; /* where names end */
	int percent;  /* where the percentages begin */
	int bar, end; /* [bar, end) */
};

static struct measures
measure(struct rect r, const struct tags_pane *tp, uint32_t first)
{
	int numbers = tp->numbers.width + 2 + PERCENT_COLS + tp->wide;
	int most = r.cols - numbers - VALUE_COL, widest = NAME_LEAST;
	struct strbuf name = STRBUF_INIT;
	struct measures m;

	/* Names may take two fifths, and what nobody else wants. */
	if (most > r.cols * 2 / 5)
		most = r.cols * 2 / 5;
	for (uint32_t i = first; i < first + (uint32_t)r.rows; i++) {
		const struct tags_row *row = tags_pane_row(tp, i);
		int cols;

		if (row == NULL)
			break;
		strbuf_reset(&name);
		tags_row_name(&name, row);
		cols = utf8_columns(strbuf_str(&name), false);
		widest = cols > widest ? cols : widest;
	}
	strbuf_free(&name);
	if (widest > most)
		widest = most < 1 ? 1 : most;
	m.name_end = r.col + VALUE_COL + widest;
	m.percent = m.name_end + 2 + tp->numbers.width;
	m.percent += tp->wide;
	m.bar = m.percent + PERCENT_COLS + 1;
	m.end = r.col + r.cols - 1;
	return m;
}

static void
draw_bar(struct grid *g, int row, const struct measures *m, int64_t weight,
	int64_t total)
{
	int cols = m->end - m->bar, eighths;
	double share;

	if (cols < BAR_LEAST || weight <= 0 || total <= 0)
		return;
	share = (double)weight / (double)total;
	eighths = (int)((share > 1 ? 1 : share) * cols * 8 + 0.5);
	grid_bar(g, row, m->bar, eighths, STYLE_DIM);
}

/* "3 values", "4 ranges, in bytes" */
static void
draw_about(struct grid *g, int row, const struct measures *m,
	const struct tags_row *head)
{
	const struct tag_key *key = head->facet->key;
	struct strbuf text = STRBUF_INIT;
	bool numeric = key->n > 0 && key->value[0].numeric;

	if (m->end - m->bar < ABOUT_LEAST)
		return;
	count_put(&text, head->n);
	strbuf_addf(&text, " %s%s",
		head->is_range    ? "range"
			: numeric ? "number"
				  : "value",
		plural(head->n));
	if (numeric && key->unit.n > 0 && !str_eq(key->unit, key->key))
		strbuf_addf(&text, ", in %.*s", STR_ARG(key->unit));
	(void)grid_put_cut(
		g, row, m->bar, m->end - m->bar, strbuf_str(&text), STYLE_DIM);
	strbuf_free(&text);
}

static void
draw_numbers(struct grid *g, int row, const struct measures *m,
	const struct tags_pane *tp, const struct tags_row *t, int64_t total)
{
	enum style style = t->kind == TAGS_KEY ? STYLE_HEADER : STYLE_NUMBER;

	number_draw(g,
		(struct rect){ row, m->name_end + 2, 1, tp->numbers.width },
		&tp->numbers, t->weight, style);
	percent_draw(g, (struct rect){ row, m->percent, 1, PERCENT_COLS - 1 },
		t->weight, total, style);
}

static void
draw_name(struct grid *g, int row, int col, const struct measures *m,
	const struct tags_row *t, int skip)
{
	struct strbuf name = STRBUF_INIT;
	enum style style = t->kind == TAGS_KEY ? STYLE_HEADER
		: t->kind == TAGS_VALUE        ? STYLE_NORMAL
					       : STYLE_DIM;

	tags_row_name(&name, t);
	if (name.n == 0)
		strbuf_addc(&name, "(empty)");
	(void)grid_put_skip(g, row, col, m->name_end - col, strbuf_str(&name),
		t->kind == TAGS_VALUE ? skip : 0, style);
	strbuf_free(&name);
}

static void
draw_row(struct grid *g, struct rect line, const struct measures *m,
	const struct tags_pane *tp, const struct tags_row *t,
	const struct tags_draw *d)
{
	int64_t total = t->facet != NULL ? t->facet->of->total
					 : tp->facets->tags[0]->total;
	int row = line.row;

	if (t->kind == TAGS_KEY)
		(void)grid_put(g, row, line.col + 1, 1,
			t->is_open ? (g->ascii ? STR("-") : STR("▾"))
				   : (g->ascii ? STR("+") : STR("▸")),
			STYLE_HEADER);
	if (t->kind == TAGS_VALUE || t->kind == TAGS_WITHOUT)
		grid_printf(g, row, line.col + BOX_COL, 3, STYLE_NORMAL, "[%c]",
			d->mark(d->on, t));
	draw_name(g, row,
		line.col +
			(t->kind == TAGS_VALUE || t->kind == TAGS_WITHOUT
					? VALUE_COL
					: HEAD_COL),
		m, t, d->skip);
	draw_numbers(g, row, m, tp, t, total);
	if (t->kind == TAGS_KEY)
		draw_about(g, row, m, t);
	else
		draw_bar(g, row, m, t->weight, total);
}

static void
draw_cursor(struct grid *g, struct rect line, const struct tags_draw *d)
{
	(void)grid_put(g, line.row, line.col, 1, g->ascii ? STR(">") : STR("▶"),
		STYLE_CURSOR_ROW);
	grid_style(g, line, STYLE_CURSOR_ROW);
	if (!d->focused)
		return;
	grid_flag(g, line, CELL_SELECTED);
	g->cursor_row = line.row;
	g->cursor_col = line.col;
}

void
tags_pane_draw(struct grid *g, struct rect r, const struct tags_pane *tp,
	const struct tags_draw *d)
{
	struct measures m = measure(r, tp, d->first);

	for (int k = 0; k < r.rows; k++) {
		uint32_t i = d->first + (uint32_t)k;
		struct rect line = { r.row + k, r.col, 1, r.cols };

		if (i >= tp->row.n)
			break;
		draw_row(g, line, &m, tp, &tp->row.p[i], d);
		grid_hit(g, line, i);
		if (i == d->at)
			draw_cursor(g, line, d);
	}
}
