/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines below the panes: status, search, hints, function keys. */
#include "config.h"

#include "app/change.h"
#include "present/announce.h"
#include "present/status.h"
#include "ui/diffing.h"
#include "ui/draw.h"
#include "ui/loading.h"
#include "ui/parts.h"

#include "base/banned.h"

/* Columns from which the status line has words about the colour. */
enum { WORDY = 72 };

/* "3 places" -> "1 of 3 places" */
static void
say_which_place(struct strbuf *status)
{
	ptrdiff_t at = str_find(strbuf_str(status), STR(" places"), 0);

	if (at < 0)
		return;
	while (at > 0 && status->p[at - 1] != ' ')
		at--;
	strbuf_insert(status, (size_t)at, STR("1 of "));
}

/* The selection in the focused pane, in words. */
static void
announcement(struct screen *s, struct strbuf *out, const struct numbers *n)
{
	const struct shown *shown = &s->app->shown;
	frame_id frame = selected_frame(s->app);
	struct top *top;
	uint32_t row = NONE;

	if (s->app->now.panes.focus == PANE_TOP && frame != NONE) {
		top = table_top(s);
		row = top_row_of(top, frame);
	}
	if (row != NONE)
		announce_row(
			out, shown->view, frame, row, top->n, n, is_ascii(s));
	else
		announce_target(out, shown->plan, shown->sel, n, is_ascii(s));
}

static void
status_text(struct screen *s, struct strbuf *out)
{
	const struct shown *shown = &s->app->shown;
	const struct pane_ops *ops = pane_ops(s->app->now.panes.focus);
	struct numbers n = screen_numbers(s);
	struct strbuf word = STRBUF_INIT;

	if (ops->status != NULL) {
		strbuf_addch(out, ' ');
		ops->status(s, out);
		return;
	}
	if (s->app->now.settings.announce) {
		announcement(s, out, &n);
		return;
	}
	/* Where it is narrow the name and the numbers come first. */
	if (s->cols >= WORDY)
		paint_word(flame_paint(s), shown->plan, shown->sel, &word);
	status_of_target(out, shown->plan, shown->sel, &shown->zoom, &n,
		caption_mode(s), is_ascii(s),
		s->cols - (word.n > 0 ? (int)word.n + 3 : 0));
	if (s->went_serial == shown->serial &&
		target_equal(s->went_to, shown->sel))
		say_which_place(out);
	if (word.n > 0)
		strbuf_addf(out, "   %s", strbuf_c(&word));
	strbuf_free(&word);
	noting_thin(s, out);
}

static void
search_text(struct screen *s, struct strbuf *out)
{
	const struct shown *shown = &s->app->shown;
	struct numbers n = screen_numbers(s);
	struct matches *m = flame_marks(s);

	status_of_search(out, shown->view, &n,
		m != NULL ? matches_index(m, shown->sel) : 0, is_ascii(s));
}

static void
draw_main_hints(struct screen *s, struct grid *g, int row)
{
	static const struct keylegend small[] = { { "?", "Help", NULL },
		{ "/", "Find", NULL }, { "f", "Focus", NULL },
		{ "⏎", "Zoom", "Ret" }, { "Esc", "", NULL },
		{ "q", "Quit", NULL } };
	static const struct keylegend table[] = { { "?", "Help", NULL },
		{ "/", "Find", NULL }, { "< >", "Sort", NULL },
		{ "⏎", "Graph", "Ret" }, { "q", "Quit", NULL } };
	const struct pane_ops *ops = pane_ops(s->app->now.panes.focus);

	if (diff_hints_draw(s, g, row, s->rows < ROWS_NORMAL))
		return;
	/* A pane that was opened has keys that one cannot guess. */
	if (s->rows < ROWS_NORMAL && ops == &pane_top)
		keylegend_draw(g, row, table, COUNT_OF(table));
	else if (s->rows < ROWS_NORMAL &&
		!pane_is_extra(s->app->now.panes.focus))
		keylegend_draw(g, row, small, COUNT_OF(small));
	else if (ops == &pane_peek && inspect_is_docked(s))
		inspect_hints(g, row);
	else
		keylegend_draw(g, row, ops->legend, ops->n_legend);
}

static void
draw_fkeys(struct grid *g, int row)
{
	static const struct fkey keys[] = { { "Help", "Help" },
		{ "Setup", "Set" }, { "Search", "Find" }, { "Focus", "Focus" },
		{ "View", "View" }, { "Sort", "Sort" }, { "Sample", "Type" },
		{ "Tags", "Tags" }, { "Menu", "Menu" }, { "Quit", "Quit" } };

	fkeys_draw(g, row, keys, COUNT_OF(keys));
}

static void
draw_status(struct screen *s, struct grid *g, int row)
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
	} else {
		status_text(s, &text);
		status_draw(g, row, strbuf_str(&text), STYLE_STATUS);
	}
	strbuf_free(&text);
}

void
draw_bottom(struct screen *s, struct grid *g, const struct plan_of_rows *r)
{
	bool searching = s->app->shown.view->found.active && !s->pager.open;
	struct strbuf search = STRBUF_INIT;

	if (searching)
		search_text(s, &search);
	/* Where there is no second line, the rule has the search. */
	if (r->rule >= 0 && r->second < 0 && searching) {
		strbuf_addch(&search, ' ');
		(void)grid_put_cut(g, r->rule, 3, s->cols - 6,
			strbuf_str(&search), STYLE_STATUS);
	} else if (r->rule >= 0) {
		noting_draw(s, g, r->rule);
	}
	if (s->live.active) {
		live_draw(s, g, r->status);
	} else {
		draw_status(s, g, r->status);
		if (s->pager.open)
			pager_draw_bottom(s, g, r->status, r->second);
		else if (r->second >= 0 && searching)
			status_draw(g, r->second, strbuf_str(&search),
				STYLE_STATUS);
		else if (r->second >= 0)
			draw_main_hints(s, g, r->second);
	}
	if (r->fkeys >= 0)
		draw_fkeys(g, r->fkeys);
	strbuf_free(&search);
}
