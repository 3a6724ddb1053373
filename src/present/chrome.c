/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines around the panes. */
#include "prelude.h"

#include "present/chrome.h"

#include "base/utf8.h"
#include "present/status.h"

static int
chrome_columns(const struct grid *g, struct str s)
{
	return utf8_columns(s, g->ascii);
}

/* True if tab i is drawn. Of the extra tabs of hidden panes, only the first
   `extras` are drawn. */
static bool
has_tab(const struct title *t, size_t i, size_t extras)
{
	const struct tab *tab = &t->tab[i];

	if (tab->digit == 0)
		return false;
	for (size_t k = 0; k < i; k++)
		extras -=
			(t->tab[k].digit > 0 && t->tab[k].is_extra &&
				!t->tab[k].is_shown && !t->tab[k].is_focused) &&
			extras > 0;
	return (tab->digit <= 0 || !tab->is_extra || tab->is_shown ||
		       tab->is_focused) ||
		extras > 0;
}

static int
tabs_columns(const struct grid *g, const struct title *t, size_t extras)
{
	int width = 0;

	for (size_t i = 0; i < t->n_tabs; i++)
		if (has_tab(t, i, extras))
			width += 1 +
				(1 + chrome_columns(g, str_c(t->tab[i].name)));
	return width;
}

/* True if a pane that always has a tab is hidden. */
static bool
some_are_hidden(const struct title *t)
{
	for (size_t i = 0; i < t->n_tabs; i++)
		if (!t->tab[i].is_shown && !t->tab[i].is_extra)
			return true;
	return false;
}

/* Draw program, file, total, type and facts; return the next column. */
static int
put_facts(struct grid *g, int row, const struct title *t)
{
	enum { WORDS = 12 }; /* columns of ", no answer…" */
	bool narrow = g->cols < 60;
	struct pen p = { g, row, narrow ? 0 : 1, g->cols };
	struct str file = t->file;
	int room, at, live, end = g->cols;

	if (!narrow) {
		pen_put(&p, STR("flametop"), STYLE_TITLE);
		p.col += 2;
	}
	/* The file name gets the columns left by the type, the total and the
	   first words of `live`. */
	live = chrome_columns(g, t->live);
	room = g->cols - p.col - chrome_columns(g, t->type) -
		chrome_columns(g, t->total) - (live > WORDS ? WORDS : live) -
		(live > 0 && narrow ? 4 : 10);
	if (room < 8)
		room = 8;
	if (chrome_columns(g, file) < room)
		room = chrome_columns(g, file);
	at = p.col;
	p.col += room + 2;
	if (chrome_columns(g, file) > room) {
		/* Cut the name at its start. */
		file = str_skip(file, utf8_end(file, g->ascii, --room));
		at += grid_glyph(g, row, at, GLYPH_CUT, STYLE_BOLD);
	}
	grid_put(g, row, at, room, file, STYLE_BOLD);
	if (t->total.n > 0) {
		pen_put(&p, t->total, STYLE_BOLD);
		p.col++;
		pen_put(&p, t->type, STYLE_NORMAL);
	}
	if (live > 0 && p.col + 1 < end)
		(void)pen_cut(&p, t->live, STYLE_NORMAL);
	if (some_are_hidden(t) && p.col + 2 + tabs_columns(g, t, 0) <= end)
		end -= tabs_columns(g, t, 0);
	if (!narrow || t->total.n == 0) {
		struct str facts = t->facts;
		int cols = end - p.col - 2;

		/* Drop facts from the end until the rest fits. ", " separates
		   them, so "2,496 samples" stays whole. */
		while (facts.n > 0 && chrome_columns(g, facts) > cols) {
			size_t comma = facts.n - 1;

			while (comma > 0 &&
				!str_starts(str_skip(facts, comma), STR(", ")))
				comma--;
			facts.n = comma;
		}
		pen_put(&p, facts, STYLE_NORMAL);
	}
	return p.col;
}

void
title_draw(struct grid *g, int row, const struct title *t)
{
	int col = g->cols < 60 ? 0 : 1, end = g->cols;
	int room;
	size_t extras;
	int tabs_col;

	if (t->diff == NULL) {
		col = put_facts(g, row, t);
	} else {
		/* Reserve room for the tabs only on wide screens. */
		if (some_are_hidden(t) && g->cols >= 120)
			end -= tabs_columns(g, t, 0) + 1;
		col += diff_title_draw(g, row, col, end - col, t->diff);
	}
	/* Draw the tabs at the right end, as many as fit. */
	room = g->cols - col - 2;
	extras = t->n_tabs;
	while (extras > 0 && tabs_columns(g, t, extras) > room)
		extras--;
	tabs_col = g->cols - tabs_columns(g, t, extras);
	if (g->cols - tabs_col > room)
		return;
	for (size_t i = 0; i < t->n_tabs; i++) {
		const struct tab *tab = &t->tab[i];
		int w = 1 + chrome_columns(g, str_c(tab->name));
		enum style style = tab->is_focused ? STYLE_FOCUS
			: tab->is_shown            ? STYLE_NORMAL
						   : STYLE_DIM;

		if (!has_tab(t, i, extras))
			continue;
		grid_printf(g, row, tabs_col, w, style, "%d%s", tab->digit,
			tab->name);
		grid_hit(g, (struct rect){ row, tabs_col, 1, w },
			HIT_TAB + (uint32_t)tab->digit);
		tabs_col += w + 1;
	}
}

void
title_put_name(struct strbuf *out, const struct title *t, bool ascii)
{
	enum { COLS = 80 };
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, "flametop");
	if (t->diff != NULL && t->diff->base.n > 0)
		strbuf_addf(&text, " %.*s vs %.*s", STR_ARG(t->diff->new),
			STR_ARG(t->diff->base));
	else if (t->diff != NULL || t->file.n > 0)
		strbuf_add3(&text, " ",
			t->diff != NULL ? t->diff->new : t->file, "");
	utf8_put(out, strbuf_str(&text), ascii, COLS);
	strbuf_free(&text);
}

static void
put_arrow(struct pen *p)
{
	pen_put(p, STR(" "), STYLE_DIM);
	pen_glyph(p, GLYPH_CALLS, STYLE_DIM);
	pen_put(p, STR(" "), STYLE_DIM);
}

static void
put_part(struct pen *p, const struct crumbs *c, size_t i)
{
	enum style style = i + 1 == c->n_parts ? STYLE_BOLD : STYLE_BREADCRUMB;
	int col = p->col, used = pen_cut(p, c->part[i], style);

	grid_hit(p->g, (struct rect){ p->row, col, 1, used },
		HIT_CRUMB + (uint32_t)(c->n_parts - 1 - i));
}

enum { REMARK_LEAST = 20 };

int
crumbs_draw(struct grid *g, int row, const struct crumbs *c)
{
	struct pen p = { g, row, g->cols < 60 ? 0 : 1, g->cols };
	int room, used, right;
	struct pen chips_p;
	int start;
	struct pen path_p;
	int path_start, end;
	size_t last;
	int path_room;
	int width;

	/* Filters get columns before the path, as they change the numbers. */
	room = g->cols - p.col - 2;
	for (size_t i = 0; i < c->n_chips; i++)
		room -= chrome_columns(g, c->chip[i].text) + 3;
	right = chrome_columns(g, c->remark);
	room -= right < g->cols / 2 ? right : g->cols / 2;
	if (room < g->cols / 3)
		room = g->cols / 3;
	/* Draw the path in `room` columns. */
	path_p = (struct pen){ g, row, p.col, p.col + room };
	path_start = path_p.col;
	end = path_p.end;
	if (c->n_parts == 0) {
		used = 0;
	} else {
		/* Count the last parts that fit into `path_room` with the first
		   part. */
		path_room = end - path_start;
		width = chrome_columns(path_p.g, c->part[0]);
		last = 0;
		while (last + 1 < c->n_parts) {
			int more = 3 +
				chrome_columns(path_p.g,
					c->part[c->n_parts - 1 - last]);
			/* Leave room for "… ›", unless all parts fit. */
			int dots = last + 2 == c->n_parts ? 0 : 4;

			if (width + more + dots > path_room && last > 0)
				break;
			width += more;
			last++;
		}
		put_part(&path_p, c, 0);
		if (last + 1 < c->n_parts) {
			path_p.end = path_p.g->cols;
			put_arrow(&path_p);
			pen_glyph(&path_p, GLYPH_CUT, STYLE_DIM);
			path_p.end = end;
		}
		for (size_t i = c->n_parts - last;
			i < c->n_parts && path_p.col + 4 < end; i++) {
			put_arrow(&path_p);
			put_part(&path_p, c, i);
		}
		used = path_p.col - path_start;
	}
	p.col += used > 0 ? used + 2 : 0;
	chips_p = p;
	start = chips_p.col;
	for (size_t i = 0; i < c->n_chips && chips_p.col + 4 < chips_p.g->cols;
		i++) {
		enum style style =
			c->chip[i].is_preview ? STYLE_CHIP_PREVIEW : STYLE_CHIP;
		int at = chips_p.col;

		pen_put(&chips_p, STR("["), style);
		chips_p.end--;
		pen_cut(&chips_p, c->chip[i].text, style);
		chips_p.end++;
		pen_put(&chips_p, STR("]"), style);
		grid_hit(chips_p.g,
			(struct rect){ chips_p.row, at, 1, chips_p.col - at },
			HIT_CHIP + (uint32_t)i);
		chips_p.col++;
	}
	used = chips_p.col - start;
	p.col += used > 0 ? used + 1 : 0;
	if (c->note.n > 0) {
		pen_cut(&p, c->note, STYLE_MESSAGE);
		p.col += 2;
	}
	for (size_t i = 0; i < c->n_facts; i++) {
		if (p.col + 3 + chrome_columns(g, c->fact[i]) > g->cols)
			break;
		pen_glyph(&p, GLYPH_DOT, STYLE_DIM);
		p.col++;
		pen_put(&p, c->fact[i], STYLE_DIM);
		p.col++;
	}
	if (c->remark.n > 0 && p.col + REMARK_LEAST <= g->cols) {
		pen_cut(&p, c->remark, c->remark_style);
		p.col += 2;
	}
	right = chrome_columns(g, c->right);
	if (right > 0 && p.col + right + 2 <= g->cols)
		grid_put(g, row, g->cols - right - 1, right, c->right,
			STYLE_DIM);
	return p.col;
}

/* Return as many groups of words as fit; two blanks separate groups. If even
   the first group is too long, return the whole text. */
static struct str
whole_groups(const struct grid *g, struct str text, int cols)
{
	size_t end = 0;
	ptrdiff_t at = 0;

	if (chrome_columns(g, text) <= cols)
		return text;
	while ((at = str_find(text, STR("  "), (size_t)at + 1)) > 0 &&
		chrome_columns(g, str_sub(text, 0, (size_t)at)) <= cols)
		end = (size_t)at;
	return end > 0 ? str_trim(str_sub(text, 0, end)) : text;
}

int
rule_draw(struct grid *g, int row, int col, int cols, const struct rule *r)
{
	enum style style = r->focused ? STYLE_FOCUS : STYLE_PANE;
	struct pen p = { g, row, col + 3, col + cols };
	int right;

	grid_fill(g, (struct rect){ row, col, 1, cols },
		glyph_str(GLYPH_HORIZONTAL, g->ascii),
		r->focused ? STYLE_PANE_FOCUSED : STYLE_BORDER);
	if (cols < 6)
		return p.end;
	grid_put(g, row, col + 2, 1, STR(" "), style);
	if (r->focused) {
		pen_glyph(&p, GLYPH_FOCUS, style);
		pen_put(&p, STR(" "), style);
	}
	if (r->digit > 0) {
		grid_printf(
			g, row, p.col, p.end - p.col, style, "%d ", r->digit);
		p.col += 2;
	}
	pen_put(&p, r->name, style);
	if (r->focused) {
		pen_put(&p, STR(" "), style);
		style = STYLE_PANE_FOCUSED;
	}
	if (r->info.n > 0 && p.col + 4 < p.end) {
		pen_put(&p, r->focused ? STR(" ") : STR("  "), style);
		p.end--;
		pen_cut(&p, whole_groups(g, r->info, p.end - p.col), STYLE_DIM);
		p.end++;
	}
	if (!r->focused || r->info.n > 0)
		pen_put(&p, STR(" "), style);
	right = chrome_columns(g, r->right);
	if (right > 0 && p.col + right + 6 <= p.end)
		grid_printf(g, row, p.end - right - 4, right + 2, STYLE_DIM,
			" %.*s ", STR_ARG(r->right));
	return p.col;
}

/* True if the cell beside the border belongs to a rule. */
static bool
rule_beside(const struct grid *g, int row, int col)
{
	const struct cell *cell;

	if (col < 0 || col >= g->cols)
		return false;
	cell = grid_at(g, row, col);
	return (cell->style == STYLE_BORDER ||
		       cell->style == STYLE_PANE_FOCUSED) &&
		str_eq(str_from(cell->text, cell->len),
			glyph_str(GLYPH_HORIZONTAL, g->ascii));
}

void
border_draw(struct grid *g, int row, int rows, int col)
{
	/* index: the sum of 1 left, 2 right, 4 above, 8 below */
	static const enum glyph joint[16] = { GLYPH_VERTICAL, GLYPH_VERTICAL,
		GLYPH_VERTICAL, GLYPH_HORIZONTAL, GLYPH_VERTICAL,
		GLYPH_BOTTOM_RIGHT, GLYPH_BOTTOM_LEFT, GLYPH_TEE_UP,
		GLYPH_VERTICAL, GLYPH_TOP_RIGHT, GLYPH_TOP_LEFT, GLYPH_TEE_DOWN,
		GLYPH_VERTICAL, GLYPH_TEE_LEFT, GLYPH_TEE_RIGHT, GLYPH_CROSS };

	for (int i = 0; i < rows && row + i < g->rows; i++) {
		int at = row + i;
		unsigned sides = (rule_beside(g, at, col - 1) ? 1U : 0) |
			(rule_beside(g, at, col + 1) ? 2U : 0) |
			(i > 0 ? 4U : 0) | (i + 1 < rows ? 8U : 0);

		grid_glyph(g, at, col, joint[sides], STYLE_BORDER);
	}
}

void
too_small_draw(struct grid *g)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "too small: %dx%d, need %dx%d", g->cols, g->rows,
		MIN_COLS, MIN_ROWS);
	/* Keep the required size as long as it fits. */
	if ((int)text.n > g->cols) {
		strbuf_reset(&text);
		strbuf_addf(&text, "need %dx%d", MIN_COLS, MIN_ROWS);
	}
	if ((int)text.n > g->cols) {
		strbuf_reset(&text);
		strbuf_addstr(&text, "too small");
	}
	grid_put(g, 0, 0, g->cols, strbuf_str(&text), STYLE_NORMAL);
	strbuf_free(&text);
}

void
notice_draw(struct grid *g, struct rect r, struct str text)
{
	int room = r.cols - 4, lines = 0, row;
	struct str rest = text;

	if (room < 1 || r.rows < 1)
		return;
	for (; rest.n > 0; lines++)
		(void)utf8_line(&rest, g->ascii, room);
	row = r.row + (r.rows > lines ? (r.rows - lines) / 2 : 0);
	for (rest = text; rest.n > 0 && row < r.row + r.rows; row++) {
		struct str line = utf8_line(&rest, g->ascii, room);
		int width = chrome_columns(g, line);

		grid_put(g, row, r.col + (r.cols - width) / 2, width, line,
			STYLE_NORMAL);
	}
}
