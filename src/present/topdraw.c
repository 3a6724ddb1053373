/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing the table: see top.h. */
#include "config.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "present/delta.h"
#include "present/top.h"
#include "present/toprows.h"
#include "present/words.h"

#include "base/banned.h"

enum {
	COLUMNS_MAX = 40,
	NAME_LEAST = 8,        /* columns the name needs, or others go */
	NAME_COMFORTABLE = 24, /* ... before details are shown */
	FILE_MOST = 30,
	SIGN_COLS = 4, /* "++? " before a change */
};

/* A column as drawn. */
struct column {
	enum top_column kind;
	uint32_t beside;
	bool of_total;
	int width; /* with the gap in front */
	int x;     /* where it begins */
};

struct columns {
	struct column col[COLUMNS_MAX];
	int n;
	int name; /* columns that the name gets */
};

static bool
is_percent(enum top_column kind)
{
	return kind == TOP_SELF_PERCENT || kind == TOP_SUM_PERCENT ||
		kind == TOP_TOTAL_PERCENT;
}

/* A column with a change, which its sign stands before. */
static bool
is_delta(const struct top *t, enum top_column kind)
{
	return t->view->is_diff && (kind == TOP_SELF || kind == TOP_TOTAL);
}

static struct str
header_of(const struct top *t, const struct column *c, bool ascii)
{
	static const char *const title[TOP_COLUMN_KINDS] = {
		[TOP_SELF] = "Self",
		[TOP_SELF_PERCENT] = "%",
		[TOP_SUM_PERCENT] = "Sum%",
		[TOP_TOTAL] = "Total",
		[TOP_TOTAL_PERCENT] = "%",
		[TOP_NAME] = "Function",
		[TOP_FILE] = "File",
		[TOP_BASE] = "Base",
		[TOP_NEW] = "New",
		[TOP_BESIDE] = "Total",
	};
	const struct view *v = t->view;

	if (c->kind == TOP_BESIDE && !c->of_total)
		return profile_str(v->profile,
			v->profile->types.type[v->beside[c->beside].column]);
	if (is_delta(t, c->kind) && c->kind == TOP_SELF)
		return glyph_of(ascii, "Δself", "+-self");
	if (is_delta(t, c->kind))
		return glyph_of(ascii, "Δtotal", "+-total");
	if (c->kind == TOP_CHANGE)
		return glyph_of(ascii, "Δ%", "+-%");
	if (c->kind == TOP_TIMES)
		return glyph_of(ascii, "×", "x");
	if (c->kind == TOP_NAME && v->query.granularity == GRAN_FILES)
		return STR("File");
	return str_c(title[c->kind]);
}

/* The gap, the text, and one more for the sort mark where a header is as
   long as the values. */
static int
width_of(const struct top *t, const struct column *c, int cols)
{
	int width, header = utf8_columns(header_of(t, c, false), false);

	switch (c->kind) {
	case TOP_NAME:
		return 0;
	case TOP_FILE:
		return cols / 4 < FILE_MOST ? cols / 4 : FILE_MOST;
	case TOP_SELF_PERCENT:
	case TOP_SUM_PERCENT:
	case TOP_TOTAL_PERCENT:
		return t->wide_percents ? 8 : 6;
	case TOP_CHANGE:
		return 9;
	case TOP_TIMES:
		return 6;
	case TOP_BASE:
	case TOP_NEW:
		/* Without a sign. */
		width = t->numbers.width - 1;
		return 2 + (width > header ? width : header);
	default:
		width = c->kind == TOP_BESIDE ? t->beside[c->beside].width
					      : t->numbers.width;
		if (is_delta(t, c->kind))
			return 1 + SIGN_COLS + width;
		if (header > 12)
			header = 12;
		return 2 + (width > header + 1 ? width : header + 1);
	}
}

static void
add_column(struct columns *cs, const struct top *t, struct column c, int cols)
{
	if (cs->n == COLUMNS_MAX)
		return;
	c.width = width_of(t, &c, cols);
	cs->col[cs->n++] = c;
}

static void
measure(struct columns *cs, int cols)
{
	int used = 0;

	for (int i = 0; i < cs->n; i++)
		used += cs->col[i].width;
	cs->name = cols - used - 1;
}

/* Take out the columns of a kind; of the besides, the totals first. */
static void
drop(struct columns *cs, enum top_column kind, bool totals_only, int cols)
{
	int n = 0;

	for (int i = 0; i < cs->n; i++)
		if (cs->col[i].kind != kind ||
			(totals_only && !cs->col[i].of_total))
			cs->col[n++] = cs->col[i];
	cs->n = n;
	measure(cs, cols);
}

/* What fits, in the order asked for. */
static void
choose_columns(struct columns *cs, const struct top *t, int cols)
{
	static const struct {
		enum top_column kind;
		bool totals_only;
		int name; /* goes while the name has less than this */
	} less[] = {
		{ TOP_FILE, false, NAME_COMFORTABLE },
		{ TOP_TIMES, false, NAME_COMFORTABLE * 2 / 3 },
		{ TOP_SUM_PERCENT, false, NAME_COMFORTABLE },
		{ TOP_BESIDE, true, NAME_COMFORTABLE },
		{ TOP_BESIDE, false, NAME_COMFORTABLE / 2 },
		{ TOP_CHANGE, false, NAME_COMFORTABLE / 2 },
		{ TOP_BASE, false, NAME_LEAST },
		{ TOP_NEW, false, NAME_LEAST },
		{ TOP_TOTAL_PERCENT, false, NAME_LEAST },
		{ TOP_SELF_PERCENT, false, NAME_LEAST },
	};
	bool by_total = top_is_by_total(t), diff = t->view->is_diff;

	cs->n = 0;
	for (uint32_t i = 0; i < t->o.n_columns; i++) {
		struct column c = { .kind = t->o.column[i] };

		if (top_is_of_diff(c.kind) && !diff)
			continue;
		/* Beside its base and new stands the change they belong to. */
		if (diff && by_total && is_delta(t, c.kind))
			c.kind = c.kind == TOP_SELF ? TOP_TOTAL : TOP_SELF;
		if (is_percent(c.kind) && !t->o.percents)
			continue;
		if (c.kind != TOP_BESIDE) {
			add_column(cs, t, c, cols);
			continue;
		}
		for (c.beside = 0; c.beside < t->view->n_beside; c.beside++) {
			c.of_total = false;
			add_column(cs, t, c, cols);
			c.of_total = true;
			add_column(cs, t, c, cols);
		}
	}
	measure(cs, cols);
	if (diff && cs->name < NAME_COMFORTABLE)
		drop(cs, by_total ? TOP_SELF : TOP_TOTAL, false, cols);
	for (size_t i = 0; i < COUNT_OF(less); i++)
		if (cs->name < less[i].name)
			drop(cs, less[i].kind, less[i].totals_only, cols);
	if (cs->name < NAME_LEAST)
		drop(cs, by_total ? TOP_SELF : TOP_TOTAL, false, cols);
	if (cs->name < NAME_LEAST)
		drop(cs, by_total ? TOP_TOTAL : TOP_SELF, false, cols);
	for (int i = 0, x = 0; i < cs->n; i++) {
		cs->col[i].x = x;
		x += cs->col[i].kind == TOP_NAME ? cs->name + 1
						 : cs->col[i].width;
	}
}

static bool
is_sorted_by(const struct top *t, const struct column *c)
{
	const struct top_sort *s = &t->o.sort;

	if (c->kind != s->by)
		return false;
	return c->kind != TOP_BESIDE ||
		(c->beside == s->beside && c->of_total == s->of_total);
}

static void
draw_header(struct grid *g, struct rect r, const struct top *t,
	const struct columns *cs)
{
	struct str mark = t->o.sort.reverse ? (g->ascii ? STR("^") : STR("▴"))
					    : (g->ascii ? STR("v") : STR("▾"));

	grid_fill(g, (struct rect){ r.row, r.col, 1, r.cols }, STR(" "),
		STYLE_HEADER);
	for (int i = 0; i < cs->n; i++) {
		const struct column *c = &cs->col[i];
		bool left = c->kind == TOP_NAME || c->kind == TOP_FILE;
		int x = r.col + c->x + 1;
		int cols = c->kind == TOP_NAME ? cs->name : c->width - 1;
		bool sorted = is_sorted_by(t, c);

		grid_hit(g, (struct rect){ r.row, x - 1, 1, cols + 1 },
			TOP_HIT_HEADER | (uint32_t)c->kind << 16 |
				c->beside << 1 | c->of_total);
		if (left) {
			int used = grid_put_cut(g, r.row, x, cols,
				header_of(t, c, g->ascii), STYLE_HEADER);

			if (sorted)
				grid_put(g, r.row, x + used, cols - used, mark,
					STYLE_HEADER);
			continue;
		}
		grid_put_right(g, r.row, x, cols - sorted,
			header_of(t, c, g->ascii), STYLE_HEADER);
		if (sorted)
			grid_put(g, r.row, x + cols - 1, 1, mark, STYLE_HEADER);
	}
}

/* The text of a number column in a row. */
static int
cell_text(const struct top *t, const struct column *c, uint32_t row,
	char buf[NUMBER_MAX])
{
	const struct view *v = t->view;
	frame_id f = top_frame(t, row);
	bool total = top_is_by_total(t);
	const struct weights *b =
		c->kind == TOP_BESIDE ? &v->beside[c->beside] : &v->w;

	switch (c->kind) {
	case TOP_BASE:
		return number_text(
			&t->numbers, top_sides(t, f, total).base, buf);
	case TOP_NEW:
		return number_text(
			&t->numbers, top_sides(t, f, total).new, buf);
	case TOP_CHANGE:
		return delta_share(top_sides(t, f, total), buf);
	case TOP_TIMES:
		return delta_times(top_sides(t, f, total), buf);
	case TOP_SELF:
		if (v->is_diff)
			return delta_number(
				&t->numbers, top_sides(t, f, false), buf);
		return number_text(&t->numbers, top_self(b, f), buf);
	case TOP_TOTAL:
		if (v->is_diff)
			return delta_number(
				&t->numbers, top_sides(t, f, true), buf);
		return number_text(&t->numbers, top_total(b, f), buf);
	case TOP_SELF_PERCENT:
		return percent_text(top_self(b, f), top_base(t), buf);
	case TOP_SUM_PERCENT:
		return percent_text(top_sum(t, row), top_base(t), buf);
	case TOP_TOTAL_PERCENT:
		return percent_text(top_total(b, f), top_base(t), buf);
	case TOP_BESIDE:
		return number_text(&t->beside[c->beside],
			c->of_total ? top_total(b, f) : top_self(b, f), buf);
	default:
		buf[0] = '\0';
		return 0;
	}
}

/* The names of the rows on screen, fitted, those alike told apart. */
static struct caption *
fit_names(const struct grid *g, const struct top *t, const struct top_draw *d,
	uint32_t rows, int cols, struct arena *arena)
{
	struct caption *caption = xcalloc(rows + 1u, sizeof(*caption));

	for (uint32_t i = 0; i < rows; i++) {
		struct caption *c = &caption[i];
		frame_id f = top_frame(t, d->first + i);

		caption_forms(&c->forms, t->view, f, d->labels, arena);
		c->from = c->forms.plain;
		c->cols = cols - (t->view->inlined[f] == 1 && cols > 3);
	}
	captions_fit(caption, rows, g->ascii);
	return caption;
}

static void
draw_name(struct grid *g, int row, int x, int cols, const struct top *t,
	const struct top_draw *d, frame_id f, const struct caption *c,
	enum style style)
{
	int used;

	if (d->skip > 0) {
		grid_put_skip(g, row, x, cols, c->forms.form[c->from], d->skip,
			style);
		return;
	}
	used = grid_put(g, row, x, cols, strbuf_str(&c->text), style);
	if (t->view->inlined[f] == 1)
		grid_put(g, row, x + used, cols - used,
			g->ascii ? STR("~") : STR("ᵢ"), style);
}

/* The file's end says more than its beginning. */
static void
draw_file(struct grid *g, int row, int x, int cols, const struct view *v,
	frame_id f)
{
	struct strbuf place = STRBUF_INIT, text = STRBUF_INIT;

	caption_place(&place, v, f, true);
	name_cut(&text, strbuf_str(&place), cols, g->ascii);
	grid_put(g, row, x, cols, strbuf_str(&text), STYLE_DIM);
	strbuf_free(&place);
	strbuf_free(&text);
}

/* "++" at the left end of a change; "++?" when it may be chance. */
static void
draw_sign(struct grid *g, int row, int x, const struct top *t, frame_id f,
	bool total)
{
	enum change c = top_change(t, f, total);

	if (top_is_noise(t, f))
		grid_put(g, row, x, SIGN_COLS, str_c(change_doubt(c)),
			STYLE_DIM);
	else
		grid_put(g, row, x, SIGN_COLS, str_c(change_sign(c)),
			delta_style(c));
}

static void
draw_row(struct grid *g, struct rect r, const struct top *t,
	const struct top_draw *d, const struct columns *cs, uint32_t i,
	const struct caption *name)
{
	frame_id f = top_frame(t, i);
	bool selected = i == d->selected, noise = top_is_noise(t, f);
	enum style plain = noise ? STYLE_DIM : STYLE_NORMAL;
	bool match = d->matches != NULL && bits_get(d->matches, f);
	int row = r.row + 1 + (int)(i - d->first);
	struct rect line = { row, r.col, 1, r.cols };
	char buf[NUMBER_MAX];

	grid_fill(
		g, line, STR(" "), selected ? STYLE_CURSOR_ROW : STYLE_NORMAL);
	for (int k = 0; k < cs->n; k++) {
		const struct column *c = &cs->col[k];
		int x = r.col + c->x + 1;

		if (c->kind == TOP_NAME) {
			draw_name(g, row, x, cs->name, t, d, f, name,
				match ? STYLE_MATCH : plain);
		} else if (c->kind == TOP_FILE) {
			draw_file(g, row, x, c->width - 1, t->view, f);
		} else {
			int n = cell_text(t, c, i, buf);

			grid_put_right(g, row, x, c->width - 1,
				str_from(buf, (size_t)n),
				noise ? STYLE_DIM : STYLE_NUMBER);
			if (is_delta(t, c->kind))
				draw_sign(g, row, x + 1, t, f,
					c->kind == TOP_TOTAL);
		}
	}
	if (match && !selected)
		grid_put(g, row, r.col, 1, g->ascii ? STR("*") : STR("✱"),
			STYLE_MATCH);
	if (selected) {
		grid_put(g, row, r.col, 1, g->ascii ? STR(">") : STR("▶"),
			STYLE_CURSOR_ROW);
		for (int x = r.col; x < r.col + r.cols; x++)
			if (grid_at(g, row, x)->style != STYLE_MATCH)
				grid_at(g, row, x)->style = STYLE_CURSOR_ROW;
		if (d->focused)
			grid_flag(g, line, CELL_SELECTED);
	}
	grid_hit(g, line, i);
}

void
top_draw(struct grid *g, struct rect r, const struct top *t,
	const struct top_draw *d)
{
	struct columns cs;
	struct arena arena = ARENA_INIT;
	struct caption *names;
	uint32_t rows = 0;

	if (r.rows <= 0 || r.cols <= 0)
		return;
	choose_columns(&cs, t, r.cols);
	draw_header(g, r, t, &cs);
	if (d->first < t->n)
		rows = t->n - d->first;
	if (rows > (uint32_t)r.rows - 1)
		rows = (uint32_t)r.rows - 1;
	names = fit_names(g, t, d, rows, cs.name, &arena);
	for (uint32_t i = 0; i < rows; i++) {
		draw_row(g, r, t, d, &cs, d->first + i, &names[i]);
		strbuf_free(&names[i].text);
	}
	free(names);
	arena_free(&arena);
	if (d->focused && d->selected != NONE && d->selected >= d->first &&
		d->selected - d->first < rows) {
		g->cursor_row = r.row + 1 + (int)(d->selected - d->first);
		g->cursor_col = r.col;
	}
}

bool
top_header_sort(const struct top *t, uint32_t hit, struct top_sort *out)
{
	struct top_sort s = { .by = TOP_SELF };
	uint32_t kind = (hit & ~(uint32_t)TOP_HIT_HEADER) >> 16;

	if ((hit & TOP_HIT_HEADER) == 0 || hit == NONE ||
		kind >= TOP_COLUMN_KINDS)
		return false;
	s.by = (enum top_column)kind;
	if (s.by == TOP_BESIDE) {
		s.beside = (hit & 0xFFFF) >> 1;
		s.of_total = (hit & 1) != 0;
		if (s.beside >= t->view->n_beside)
			return false;
	}
	if (top_is_of_diff(s.by))
		s.of_total = top_is_by_total(t);
	if (s.by == TOP_SELF_PERCENT || s.by == TOP_SUM_PERCENT)
		s.by = TOP_SELF;
	if (s.by == TOP_TOTAL_PERCENT)
		s.by = TOP_TOTAL;
	*out = s;
	return true;
}
