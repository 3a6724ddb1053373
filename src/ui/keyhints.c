/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/keyhints.h"

#include <assert.h>

#include "present/chrome.h"
#include "present/fold.h"
#include "present/status.h"
#include "ui/pane.h"
#include "ui/screen_internal.h"

/* The key hints; the last one may be for chains. */
struct keyhints {
	struct keylegend p[16];
	size_t n;
};

/* Add the hint for _ while chains are folded. All frames have it, so that moves
   do not redraw the line. */
static void
add_chain_hint(const struct screen *s, struct keyhints *h)
{
	const struct shown *shown = &s->app->shown;
	struct folds *folds = flamegraph_folds(shown->flamegraph);
	bool is_open;

	if (folds == NULL)
		return;
	is_open = shown->sel.node != NONE &&
		fold_is_open(folds, shown->sel.side, shown->sel.node);
	h->p[h->n++] = (struct keylegend){ "_", is_open ? "fold" : "open chain",
		NULL };
}

/* Find the key hints: in a diff's graph the diff's, else the pane's. */
static void
keyhints_find(const struct screen *s, struct keyhints *h)
{
	static const struct keylegend diff[] = { { "D", "diff off" },
		{ "d", "width: max, after, before, sum, delta" },
		{ "B", "swap" }, { "Enter", "zoom" }, { "< >", "sort" },
		{ "Tab", "pane" }, { "u", "undo" }, { "?", "help" } };
	const struct pane *pane = pane_focused(s);
	bool is_graph = s->app->now.panes.focus == PANE_FLAME;
	bool is_diff = s->app->shown.view->is_diff && is_graph;
	size_t n = is_diff ? COUNT_OF(diff) : pane->n_legend;

	assert(n < COUNT_OF(h->p));
	memcpy(h->p, is_diff ? diff : pane->legend, n * sizeof(*h->p));
	h->n = n;
	if (is_graph)
		add_chain_hint(s, h);
}

void
keyhints_draw(struct screen *s, struct grid *g, int row)
{
	static const struct keylegend small[] = { { "?", "Help" },
		{ "/", "Find" }, { "f", "Focus" }, { "⏎", "Zoom", "Ret" },
		{ "Esc", "" }, { "q", "Quit" } };
	static const struct keylegend table[] = { { "?", "Help" },
		{ "/", "Find" }, { "< >", "Sort" }, { "⏎", "Graph", "Ret" },
		{ "q", "Quit" } };
	const struct view *v = s->app->shown.view;
	enum pane_id focus = s->app->now.panes.focus;
	struct keyhints hints;

	keyhints_find(s, &hints);
	if (v->is_diff && s->rows < ROWS_NORMAL)
		(void)diff_legend_draw(g, row, 0, g->cols, v);
	else if (s->rows < ROWS_NORMAL && focus == PANE_TOP)
		keylegend_draw(g, row, table, COUNT_OF(table));
	else if (s->rows < ROWS_NORMAL && !pane_is_extra(focus))
		keylegend_draw(g, row, small, COUNT_OF(small));
	else if (focus == PANE_PEEK && inspect_hints(s, g, row))
		return;
	else
		keylegend_draw(g, row, hints.p, hints.n);
}

void
keyhints_draw_behind(struct screen *s, struct grid *g, int row, int col)
{
	struct keyhints hints;

	keyhints_find(s, &hints);
	keylegend_draw_behind(g, row, col, hints.p, hints.n);
}
