/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a picture of the screen (ui.h). */
#include "prelude.h"

#include <poll.h>

#include "app/undo.h"
#include "fetch/choices.h"
#include "present/layout.h"
#include "present/top.h"
#include "ui/ansi.h"
#include "ui/commands.h"
#include "ui/pane.h"
#include "ui/svg.h"

enum { GRAPH_ROWS = 60, LIST_ROWS = 25, ABOVE = 3, FEW = 10, MANY = 5000 };
/* Rows that a menu needs in addition to its list. */
enum { AROUND_LIST = 12 };

/* Return the number of rows to print of a pane, without its rule. */
static int
wanted_rows(struct screen *s, enum pane_id pane)
{
	int lo, hi, most = LIST_ROWS, rows = LIST_ROWS;
	uint32_t n;

	if (pane == PANE_FLAME) {
		layout_levels(s->app->shown.flamegraph, &s->app->shown.zoom,
			&lo, &hi);
		most = GRAPH_ROWS;
		rows = hi - lo + 1;
	} else if (pane_of(pane)->height != NULL) {
		most = GRAPH_ROWS;
		rows = pane_of(pane)->height(s);
	} else if (pane == PANE_TOP) {
		n = table_top(s)->n + 1; /* with the header */
		rows = n < LIST_ROWS ? (int)n : LIST_ROWS;
	}
	return rows < most ? rows : most;
}

/* True if the row is empty except for the depth ruler in the last column. */
static bool
row_is_empty(const struct grid *g, int row)
{
	for (int col = 0; col < g->cols - 1; col++) {
		const struct cell *cell = grid_at(g, row, col);

		if (cell->len != 1 || cell->text[0] != ' ' ||
			cell->style == STYLE_FRAME || cell->style == STYLE_TAIL)
			return false;
	}
	return true;
}

/* True if there is only a list of profiles from which the user must choose. */
static bool
is_asking(const struct screen *s)
{
	return s->app->choices != NULL && s->app->loading == NULL &&
		!screen_loaded(s);
}

static void
await_idle(struct screen *s)
{
	struct pollfd fd = { .fd = screen_fd(s), .events = POLLIN };

	while (screen_failure(s) == NULL && !is_asking(s) &&
		!(screen_loaded(s) && screen_idle(s))) {
		(void)poll(&fd, 1, 50);
		screen_wake(s);
	}
}

int
ui_print(const struct ui_start *start, const struct print_spec *p,
	struct strbuf *out, struct strbuf *remarks, struct err *err)
{
	struct screen *s = screen_new(start, err);
	bool svg = str_is(p->what, "svg");
	int rc = 0;

	if (s == NULL)
		return -1;
	s->bare = !svg;
	screen_colors(s, svg ? 256 : color_count(p->scheme.level));
	screen_unicode(s, svg || p->utf8, "the locale is not UTF-8");
	if (svg)
		screen_size(s, p->rows > 0 ? p->rows : PRINT_SVG_ROWS, p->cols);
	await_idle(s);
	if (screen_failure(s) != NULL) {
		*err = *screen_failure(s);
		rc = -1;
	} else if (is_asking(s)) {
		size_t n = s->app->choices->row.n;
		int rows = p->rows > 0   ? p->rows
			: n < GRAPH_ROWS ? (int)n + AROUND_LIST
					 : GRAPH_ROWS + AROUND_LIST;
		struct grid g;

		screen_size(s, rows, p->cols);
		grid_init(&g, rows, p->cols, is_ascii(s));
		screen_draw(s, &g);
		ansi_put(out, &g, 0, rows, &p->scheme);
		grid_fini(&g);
	} else if (svg) {
		struct strbuf title = STRBUF_INIT;
		struct grid g;

		grid_init(&g, s->rows, s->cols, false);
		/* The first drawing may request more data. */
		screen_draw(s, &g);
		await_idle(s);
		screen_draw(s, &g);
		grid_row_text(&g, 0, &title);
		svg_put(out, &g, p->scheme.palette,
			str_trim(strbuf_str(&title)));
		strbuf_free(&title);
		grid_fini(&g);
	} else {
		struct grid g;
		int rows, end;
		enum pane_id id = pane_named(p->what);
		enum pane_id pane = id < PANES ? id : PANE_FLAME;

		s->app->now.panes.focus = pane;
		s->app->now.panes.strip = pane == PANE_TIMELINE;
		if (pane_is_extra(pane))
			s->app->now.panes.extra = pane;
		s->app->now.panes.maximized = true;
		screen_size(s, LIST_ROWS, p->cols);
		/* Peek and source need a function: the search's match, else the
		   selected function, else the hottest one. */
		if (pane != PANE_FLAME && pane != PANE_TOP &&
			s->app->now.query.search.n > 0)
			search_nearest(s);
		if (pane == PANE_PEEK && selected_frame(s->app) == NONE &&
			table_top(s)->n > 0)
			flame_select_frame(s, top_frame(table_top(s), 0));
		/* Wait until the pane's data is computed. */
		screen_wake(s);
		await_idle(s);
		rows = p->rows > 0 ? p->rows - ABOVE : wanted_rows(s, pane);
		rows = rows < 1 ? 1 : rows > MANY ? MANY : rows;
		/* Find a screen height that gives the pane its rows and its
		   rule. */
		for (int more = 0; more < FEW; more++) {
			screen_size(s, rows + ABOVE + more, p->cols);
			screen_arrange(s);
			if (s->arranged.pane[pane].rows > rows)
				break;
		}
		grid_init(&g, s->rows, s->cols, is_ascii(s));
		screen_draw(s, &g);
		end = s->arranged.pane[pane].row + s->arranged.pane[pane].rows;
		while (p->rows == 0 && end > ABOVE + 1 &&
			row_is_empty(&g, end - 1))
			end--;
		ansi_put(out, &g, 0, end, &p->scheme);
		grid_fini(&g);
		for (size_t i = 0; i < s->app->log.n; i++) {
			strbuf_add(remarks, s->app->log.p[i]);
			strbuf_addch(remarks, '\n');
		}
	}
	screen_free(s);
	return rc;
}
