/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole picture: what is around the panes, and where they are.
 *
 *     title
 *     breadcrumb, filters
 *     the whole graph             two rows, from 40 while zoomed
 *     panes, each under its rule
 *     a rule                      from 20 rows
 *     status, message or prompt
 *     hints or search             from 28 rows, and below 20
 *     function keys               from 20 rows
 */
#include "config.h"

#include "present/chrome.h"
#include "present/announce.h"
#include "present/overlay.h"
#include "ui/diffing.h"
#include "ui/draw.h"
#include "ui/loading.h"
#include "ui/parts.h"

#include "base/banned.h"

static struct plan_of_rows
rows_of(const struct screen *s)
{
	struct plan_of_rows r = { -1, -1, -1, -1, -1, -1, { 0 } };
	int top = 1, bottom = s->rows;
	bool two = s->live.active || s->pager.finding;

	if (s->rows >= ROWS_CRUMBS)
		r.crumbs = top++;
	if (map_strip_rows(s) > 0) {
		r.map = top;
		top += map_strip_rows(s);
	}
	if (s->rows >= ROWS_NORMAL)
		r.fkeys = --bottom;
	if (s->rows >= ROWS_TALL ||
		(s->rows >= ROWS_HINTS && s->rows < ROWS_NORMAL) || two)
		r.second = --bottom;
	r.status = --bottom;
	if (s->rows >= ROWS_NORMAL)
		r.rule = --bottom;
	r.panes = (struct rect){ top, 0, bottom - top, s->cols };
	return r;
}

void
screen_arrange(struct screen *s)
{
	struct plan_of_rows r = rows_of(s);

	arrange(&s->arranged, r.panes, s->rows, s->cols, &s->app->now.settings,
		&s->app->now.panes);
}

struct numbers
screen_numbers(const struct screen *s)
{
	return s->app->shown.numbers;
}

/* Panes. */

const struct pane_ops *
pane_ops(enum pane_id id)
{
	static const struct pane_ops *const all[PANES] = {
		[PANE_FLAME] = &pane_flame,
		[PANE_TOP] = &pane_top,
		[PANE_PEEK] = &pane_peek,
		[PANE_TAGS] = &pane_tags,
		[PANE_TRACES] = &pane_traces,
		[PANE_INFO] = &pane_info,
	};

	return all[id];
}

static void
draw_pane(struct screen *s, struct grid *g, enum pane_id id)
{
	const struct pane_ops *ops = pane_ops(id);
	struct rect r = s->arranged.pane[id];
	struct strbuf info = STRBUF_INIT, right = STRBUF_INIT;
	struct rule rule = { .digit = (int)id + 1,
		.name = str_c(ops->name),
		.focused = !s->bare && s->app->now.panes.focus == id };
	int text_end;

	/* On a small screen the graph needs the row more than its name. */
	if (id != PANE_FLAME || !s->arranged.alone || s->rows >= ROWS_NORMAL) {
		ops->info(s, &info, &right);
		rule.info = strbuf_str(&info);
		rule.right = strbuf_str(&right);
		text_end = rule_draw(g, r.row, r.col, r.cols, &rule);
		if (id == PANE_FLAME && s->app->shown.view->is_diff)
			diff_rule_draw(
				s, g, r.row, text_end, r.col + r.cols - 10);
		else if (id == PANE_FLAME)
			(void)paint_legend_draw(flame_paint(s), g, r.row,
				text_end, r.col + r.cols - 9 - text_end,
				s->colors);
		r.row++;
		r.rows--;
	}
	strbuf_free(&info);
	strbuf_free(&right);
	if (r.rows > 0)
		ops->draw(s, g, r);
}

/* The filters left nothing: say which one took the last of it. */
static void
draw_nothing_left(struct screen *s, struct grid *g, struct rect r)
{
	const struct str footer =
		STR("[u] undo  [c] edit filters  [C] clear all");
	const struct str brief = STR("u undo   c filters   C clear all");
	struct numbers n = screen_numbers(s);
	struct strbuf text = STRBUF_INIT;
	VEC(struct item) item = { NULL, 0, 0 };
	struct overlay o = { .title = STR("Nothing left"),
		.selected = SIZE_MAX,
		.footer = &footer,
		.n_footer = 1 };
	struct str rest;

	explain_nothing_left(&text, s->app->shown.view, &n, is_ascii(s));
	rest = strbuf_str(&text);
	while (rest.n > 0) {
		struct item it = { .text = str_cut(&rest, '\n') };

		vec_push(&item, it);
	}
	o.item = item.p;
	o.n_items = item.n;
	if (r.rows > (int)item.n + 3 && r.cols >= 50) {
		(void)overlay_draw(g, &o);
	} else {
		strbuf_add(&text, brief);
		for (size_t i = 0; i < text.n; i++)
			if (text.p[i] == '\t')
				text.p[i] = ' ';
		grid_fill(g, r, STR(" "), STYLE_NORMAL);
		notice_draw(g, r, strbuf_str(&text));
	}
	vec_free(&item);
	strbuf_free(&text);
}

static void
draw_panes(struct screen *s, struct grid *g, const struct plan_of_rows *r)
{
	struct rect border = s->arranged.border;

	for (int i = 0; i < PANES; i++)
		if (s->arranged.shown[i])
			draw_pane(s, g, (enum pane_id)i);
	if (r->rule >= 0)
		grid_fill(g, (struct rect){ r->rule, 0, 1, s->cols },
			glyph_str(GLYPH_HORIZONTAL, g->ascii), STYLE_BORDER);
	if (s->pager.open) {
		pager_draw(s, g, r->panes);
		return;
	}
	if (r->rule >= 0 && !s->arranged.shown[PANE_FLAME])
		diff_rule_draw(s, g, r->rule, 3, s->cols);
	if (border.cols > 0)
		border_draw(g, border.row, border.rows + (r->rule >= 0),
			border.col);
	/* Who chooses tags sees there what is chosen, and what else is. */
	if (explain_is_empty(s->app->shown.view) &&
		s->app->now.panes.focus != PANE_TAGS)
		draw_nothing_left(s, g, r->panes);
}

void
screen_draw(struct screen *s, struct grid *g)
{
	struct plan_of_rows r = rows_of(s);

	grid_clear(g);
	g->ascii = is_ascii(s);
	g->cursor_row = -1;
	if (s->rows < MIN_ROWS || s->cols < MIN_COLS) {
		too_small_draw(g);
	} else if (s->app->shown.view == NULL) {
		loading_draw(s, g);
	} else {
		screen_arrange(s);
		/* The panes first: they decide where they are scrolled to. */
		draw_panes(s, g, &r);
		draw_title(s, g);
		if (r.crumbs >= 0)
			draw_crumbs(s, g, r.crumbs);
		if (r.map >= 0)
			map_strip_draw(s, g, r.map);
		draw_bottom(s, g, &r);
		if (s->dialog.kind != DIALOG_CLOSED)
			dialog_draw(s, g);
		else if (s->mapview.open)
			map_draw(s, g);
		mouse_remember(s, g);
	}
}
