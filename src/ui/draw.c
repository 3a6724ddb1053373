/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the whole screen: the panes and the rows around them.
 *
 *     title
 *     breadcrumb, filters
 *     the whole graph             two rows, from 40 while zoomed
 *     panes, each under its rule
 *     a rule, with a remark       from 30 rows; else the remark is with the
 *                                 breadcrumb, and so is a search
 *     status, message or prompt   from 20 to 27 rows followed by hints
 *     hints or search             from 28 rows, and below 20
 *     function keys               from 20 rows
 */
#include "prelude.h"

#include "app/undo.h"
#include "present/announce.h"
#include "present/chrome.h"
#include "present/overlay.h"
#include "present/paint.h"
#include "present/status.h"
#include "present/top.h"
#include "ui/head.h"
#include "ui/keyhints.h"
#include "ui/pane.h"

/* Indices of screen rows; -1: not shown. */
struct plan_of_rows {
	int crumbs, map, rule, status, second, fkeys;
	struct rect panes;
};

/* ---- Below the panes ---- */

/* Minimum columns at which the status line explains the colour. */
enum { WORDY = 72 };
/* Values with fewer samples are marked ": chance". */
enum { THIN = 5 };

static void
status_text(struct screen *s, struct strbuf *out)
{
	const struct shown *shown = &s->app->shown;
	const struct pane *pane = pane_focused(s);
	struct numbers n = s->app->shown.numbers;
	struct strbuf word = STRBUF_INIT, edge = STRBUF_INIT;
	struct status_row row;
	struct row_sum sum = selection_sum(shown->flamegraph, shown->sel);
	frame_id frame = NONE;
	int64_t events;
	int cols;

	if (pane->status != NULL) {
		strbuf_addch(out, ' ');
		pane->status(s, out);
		return;
	}
	if (s->app->now.settings.announce) {
		frame_id announcement_frame = selected_frame(s->app);
		struct top *top;
		uint32_t announcement_row = NONE;

		/* Describe the selection in words, for screen readers. */
		if (s->app->now.panes.focus == PANE_TOP &&
			announcement_frame != NONE) {
			top = table_top(s);
			announcement_row = top_row_of(top, announcement_frame);
		}
		if (announcement_row != NONE)
			announce_row(out, shown->view, announcement_frame,
				announcement_row, top->n, &n, is_ascii(s));
		else
			announce_target(out, shown->flamegraph, shown->sel, &n,
				is_ascii(s));
		return;
	}
	/* A narrow screen has room only for the name and the numbers. */
	if (s->cols >= WORDY)
		paint_word(
			flame_paint(s), shown->flamegraph, shown->sel, &word);
	cols = s->cols - (word.n > 0 ? (int)word.n + 3 : 0);
	if (pane->row != NULL)
		frame = pane->row(s, &edge);
	if (frame != NONE) {
		row.edge = strbuf_str(&edge);
		row.by_total = top_is_by_total(table_top(s));
		sum = (struct row_sum){ 0 };
		row_sum_add(&sum, &shown->view->w.total, frame);
		status_of_frame(out, shown->view, frame, &row, &n,
			s->app->now.settings.names, is_ascii(s), cols);
	} else {
		status_of_target(out, shown->flamegraph, shown->sel,
			&shown->zoom, &n, s->app->now.settings.names,
			is_ascii(s), cols);
	}
	strbuf_free(&edge);
	if (word.n > 0)
		strbuf_addf(out, "   %s", strbuf_c(&word));
	strbuf_free(&word);
	if (!s->app->now.settings.notes || shown->view->is_diff)
		return;
	events = hint_events(shown->view, sum);
	if (events >= THIN * EVENT_PARTS)
		return;
	strbuf_addstr(out, "   ");
	strbuf_addstr(out,
		events_put(out, shown->view->events, events) ? ": chance" : "");
}

/* Draw the status line. `hints`: append key hints, which have no row. */
static void
draw_status(struct screen *s, struct grid *g, int row, bool hints)
{
	const struct app *app = s->app;
	struct strbuf text = STRBUF_INIT;

	if (app->message_kind != MESSAGE_NONE) {
		strbuf_addch(&text, ' ');
		strbuf_add(&text, strbuf_str(&app->message));
		status_draw_whole(g, row, 3, strbuf_str(&text),
			app->message_kind == MESSAGE_ERROR ? STYLE_ERROR
							   : STYLE_MESSAGE);
	} else if (loading_shows(s)) {
		loading_line(s, g, row);
	} else if (hintline_for_status(s).n > 0) {
		strbuf_addch(&text, ' ');
		strbuf_add(&text, hintline_for_status(s));
		status_draw_whole(g, row, 3, strbuf_str(&text), STYLE_STATUS);
	} else {
		status_text(s, &text);
		status_draw(g, row, strbuf_str(&text), STYLE_STATUS);
		links_mark(s, g, row, strbuf_str(&text));
		if (hints && !app->now.settings.announce)
			keyhints_draw_behind(s, g, row,
				utf8_columns(strbuf_str(&text), g->ascii) + 3);
	}
	strbuf_free(&text);
}

static void
draw_fkeys(struct screen *s, struct grid *g, int row)
{
	enum { FKEYS = 10, MAX = 12 };
	char words[FKEYS][MAX + 1];
	const char *label[FKEYS];

	for (int i = 0; i < FKEYS; i++) {
		const struct binding *b =
			keymap_find(s->keymap, pane_focused(s)->map, K_F1 + i);
		int n = b != NULL ? (int)strcspn(b->command, " =") : 0;

		label[i] = b != NULL ? b->label : NULL;
		if (label[i] != NULL)
			continue;
		(void)snprintf(words[i], sizeof(words[i]), "%.*s", n,
			b != NULL ? b->command : "");
		label[i] = words[i];
	}
	fkeys_draw(g, row, label, FKEYS);
}

/* ---- The whole screen ---- */

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
	if (s->rows >= ROWS_ROOMY)
		r.rule = --bottom;
	r.panes = (struct rect){ top, 0, bottom - top, s->cols };
	return r;
}

enum { ROWS_STRIP = 12 }; /* minimum rows for the timeline above a pane */

void
screen_arrange(struct screen *s)
{
	struct plan_of_rows r = rows_of(s);
	const struct app *app = s->app;
	struct rect panes;
	struct arrangement a;
	bool focused;
	bool alone;
	struct rect strip;

	/* Measure the graph again only if the file or the screen size has
	   changed. */
	if (app->loading == NULL && !app->computing &&
		app->shown.view != NULL &&
		(s->drawn_for.source != app->spec.source ||
			s->drawn_for.walked != app->walk.at ||
			s->drawn_for.rows != s->rows ||
			s->drawn_for.cols != s->cols)) {
		s->drawn_for.source = app->spec.source;
		s->drawn_for.walked = app->walk.at;
		s->drawn_for.rows = s->rows;
		s->drawn_for.cols = s->cols;
		s->drawn = flame_drawn(s);
	}
	/* Place the timeline above the other panes, or alone. */
	panes = r.panes;
	a = s->app->now.panes;
	focused = a.focus == PANE_TIMELINE;
	alone = focused && (a.maximized || s->rows < ROWS_STRIP);
	strip = panes;
	if (!alone && a.strip && !a.maximized && s->rows >= ROWS_STRIP &&
		timeline_is_there(s)) {
		strip.rows = timeline_rows(s);
		panes.row += strip.rows;
		panes.rows -= strip.rows;
	} else if (!alone) {
		strip.rows = 0;
	}
	if (focused)
		a.focus = a.under;
	a.maximized = a.maximized && !alone;
	arrange(&s->arranged, panes, s->rows, s->cols, &s->app->now.settings,
		&a, &s->drawn);
	if (flame_fold_chains(s)) {
		struct drawn folded = s->drawn;

		/* Rows that folding saves go to the lists. */
		folded.whole = flame_rows(s);
		arrange(&s->arranged, panes, s->rows, s->cols,
			&s->app->now.settings, &a, &folded);
	}
	if (alone) {
		for (enum pane_id i = 0; i < PANES; i++)
			s->arranged.shown[i] = false;
		s->arranged.border = (struct rect){ 0 };
		s->arranged.alone = true;
	}
	s->arranged.shown[PANE_TIMELINE] = strip.rows > 0;
	s->arranged.pane[PANE_TIMELINE] = strip;
}

static void
draw_pane(struct screen *s, struct grid *g, enum pane_id id)
{
	const struct pane *pane = pane_of(id);
	struct rect r = s->arranged.pane[id];
	struct strbuf info = STRBUF_INIT, right = STRBUF_INIT;
	struct rule rule = { .digit = pane_digit(id),
		.name = str_c(pane->name),
		.focused = !s->bare && s->app->now.panes.focus == id };
	int text_end;

	if (pane_has_rule(s, id)) {
		pane->info(s, &info, &right);
		rule.info = strbuf_str(&info);
		rule.right = strbuf_str(&right);
		text_end = rule_draw(g, r.row, r.col, r.cols, &rule);
		if (id == PANE_FLAME && s->app->shown.view->is_diff)
			diff_rule_draw(g, r.row, text_end, r.col + r.cols - 10,
				s->app->shown.view);
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
		pane_draw(s, id, g, r);
}

/* Explain which filter removed the last samples. */
static void
draw_nothing_left(struct screen *s, struct grid *g, struct rect r)
{
	const struct str footer =
		STR("[u] undo  [c] edit filters  [C] clear all");
	const struct str brief = STR("u undo   c filters   C clear all");
	struct numbers n = s->app->shown.numbers;
	struct strbuf text = STRBUF_INIT;
	VEC(struct item) item = { NULL, 0, 0 };
	struct overlay o = { .title = STR("Nothing left"),
		.list.at = NONE,
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
		struct strbuf search = STRBUF_INIT;
		struct rect border;

		screen_arrange(s);
		/* Draw panes first, because drawing may scroll them. */
		border = s->arranged.border;
		for (enum pane_id i = 0; i < PANES; i++)
			if (s->arranged.shown[i])
				draw_pane(s, g, i);
		if (r.rule >= 0)
			grid_fill(g, (struct rect){ r.rule, 0, 1, s->cols },
				glyph_str(GLYPH_HORIZONTAL, g->ascii),
				STYLE_BORDER);
		if (s->pager.open) {
			pager_draw(s, g, r.panes);
		} else {
			if (r.rule >= 0 && !s->arranged.shown[PANE_FLAME])
				diff_rule_draw(g, r.rule, 3, s->cols,
					s->app->shown.view);
			if (border.cols > 0)
				border_draw(g, border.row,
					border.rows + (r.rule >= 0),
					border.col);
			/* The tags pane lists the chosen tags and the
			   alternatives. */
			if (s->app->shown.view->n_effects > 0 &&
				s->app->now.panes.focus != PANE_TAGS)
				draw_nothing_left(s, g, r.panes);
		}
		head_title_draw(s, g);
		if (r.crumbs >= 0)
			head_crumbs_draw(
				s, g, r.crumbs, r.rule >= 0, r.second >= 0);
		if (r.map >= 0)
			map_strip_draw(s, g, r.map);
		if (r.rule >= 0)
			hintline_draw(s, g, r.rule);
		if (s->live.active) {
			live_draw(s, g, r.status);
		} else {
			draw_status(
				s, g, r.status, r.second < 0 && r.fkeys >= 0);
			if (s->pager.open)
				pager_draw_bottom(s, g, r.status, r.second);
			else if (r.second >= 0 && search_is_shown(s))
				search_put(s, &search);
			else if (r.second >= 0)
				keyhints_draw(s, g, r.second);
			if (search.n > 0)
				status_draw(g, r.second, strbuf_str(&search),
					STYLE_STATUS);
		}
		if (r.fkeys >= 0)
			draw_fkeys(s, g, r.fkeys);
		strbuf_free(&search);
		if (s->dialog.kind != DIALOG_CLOSED)
			dialog_draw(s, g);
		else if (s->jump.map.open)
			map_draw(s, g);
		mouse_remember(s, g);
	}
}
