/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pane about the profile itself (a row of PANE_ROWS). */
#include "prelude.h"

#include "present/info.h"
#include "present/page.h"
#include "ui/pane.h"

struct info_state {
	struct info_pane *pane;   /* NULL: not computed yet */
	const struct profile *of; /* owned reference */
	uint32_t column;
};

static void
info_forget(struct screen *s, bool all)
{
	struct info_state *a = s->own[PANE_INFO];

	if (!all)
		return;
	info_pane_free(a->pane);
	profile_unref(a->of);
	*a = (struct info_state){ .pane = NULL };
}

static struct info_pane *
info_refresh(struct screen *s)
{
	const struct app *app = s->app;
	const struct shown *shown = &app->shown;
	struct info_origin from = { .source = app->spec.source,
		.base = app->spec.base,
		.n_sources = app->spec.n_sources,
		.n_bases = app->spec.n_bases };
	struct info_state *a = s->own[PANE_INFO];
	struct arena arena = ARENA_INIT;
	struct diffspec diff;
	struct err ignored;

	if (a->pane != NULL && a->of == app->session->profile &&
		a->column == shown->view->column)
		return a->pane;
	info_forget(s, true);
	a->of = profile_ref(app->session->profile);
	a->column = shown->view->column;
	if (diffspec_parse(app->session->made.diff, &diff, &arena, &ignored) ==
			0 &&
		diff.kind == DIFF_FILES) {
		from.base = diff.word;
		from.n_bases = diff.n;
	}
	a->pane = info_pane_new(a->of, a->column, &from);
	arena_free(&arena);
	return a->pane;
}

/* Scroll. This pane has no cursor. */
static void
move_info(struct screen *s, enum move move)
{
	struct arrangement *panes = &s->app->now.panes;
	int page = s->arranged.pane[PANE_INFO].rows - 1;
	int64_t lines = (int64_t)info_refresh(s)->line.n;
	int64_t to = panes->row[PANE_INFO];

	if (list_sideways(&panes->skip[PANE_INFO], move))
		return;
	to += list_steps(move, page, lines);
	/* Keep the last page full. */
	panes->row[PANE_INFO] = list_row(to, lines - page + 1);
}

static void
info_rule(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	uint32_t lines = (uint32_t)info_refresh(s)->line.n;
	uint32_t rows = (uint32_t)s->arranged.pane[PANE_INFO].rows - 1;
	uint32_t first = s->app->now.panes.row[PANE_INFO];

	strbuf_addstr(info, "about the profile   q close");
	if (lines > rows)
		strbuf_addf(right, "%u-%u of %u", first + 1,
			first + rows < lines ? first + rows : lines, lines);
}

static void
draw_info(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct info_pane *ip = info_refresh(s);
	uint32_t *first = &panes->row[PANE_INFO];

	*first = (uint32_t)list_scroll(*first, NONE, ip->line.n, r.rows);
	info_pane_draw(g, r, ip, *first, panes->skip[PANE_INFO]);
}

static const struct keylegend legend[] = { { "Up Down", "scroll" },
	{ "q", "close" }, { "Left Right", "long lines" },
	{ "s", "sample type" }, { "1", "graph" }, { "?", "help" } };

const struct pane pane_info = {
	.name = "Info",
	.map = "info",
	.size = sizeof(struct info_state),
	.draw = draw_info,
	.info = info_rule,
	.move = move_info,
	.forget = info_forget,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
