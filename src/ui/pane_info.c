/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pane about the profile itself (a row of PANE_ROWS). */
#include "prelude.h"

#include "app/undo.h"
#include "present/info.h"
#include "present/owners.h"
#include "ui/pane.h"
#include "ui/stamp.h"

struct info_state {
	struct info_pane *pane;   /* NULL: not computed yet */
	const struct profile *of; /* owned reference */
	uint32_t column;
	int cols;   /* width to which sentences are wrapped */
	bool ascii; /* the sentences are in ASCII */
	struct stamp made;
	const struct ownership *owns; /* shown in `pane`; not owned */
	bool wants_owners; /* show the owners until the pane is scrolled */
};

static void
info_forget(struct screen *s, bool all)
{
	struct info_state *a = s->own[PANE_INFO];

	if (!all)
		return;
	info_pane_free(a->pane);
	profile_unref(a->of);
	*a = (struct info_state){ .wants_owners = a->wants_owners };
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
	const struct diffspec *diff = &app->session->diff;
	struct inshort brief;
	const struct ownership *owns = app_delivered(app, PRODUCT_OWNERSHIP)
		? app->product[PRODUCT_OWNERSHIP].it
		: NULL;

	/* Until a new view's owners arrive, show the previous ones. */
	if (a->pane != NULL && a->of == app->session->profile &&
		a->cols == s->cols && a->ascii == is_ascii(s) &&
		a->column == shown->view->column &&
		(!app_delivered(app, PRODUCT_OWNERSHIP) ||
			(a->owns == owns &&
				stamp_has(a->made, app, PRODUCT_OWNERSHIP))))
		return a->pane;
	info_forget(s, true);
	a->of = profile_ref(app->session->profile);
	a->column = shown->view->column;
	a->cols = s->cols;
	a->ascii = is_ascii(s);
	a->owns = owns;
	a->made = stamp_of(app, PRODUCT_OWNERSHIP);
	if (diff->kind == DIFF_FILES) {
		from.base = diff->word;
		from.n_bases = diff->n;
	}
	inshort_make(&brief, owns, shown->flamegraph,
		flamegraph_origins(shown->flamegraph), is_ascii(s));
	a->pane = info_pane_new(a->of, a->column, &from, &brief, owns, s->cols);
	inshort_free(&brief);
	return a->pane;
}

void
info_show_owners(struct screen *s)
{
	((struct info_state *)s->own[PANE_INFO])->wants_owners = true;
}

static uint32_t
info_length(struct screen *s)
{
	const struct info_state *a = s->own[PANE_INFO];
	const struct info_pane *ip = info_refresh(s);

	if (a->wants_owners && ip->owners > 0)
		s->app->now.panes.list[PANE_INFO].first = ip->owners;
	return (uint32_t)ip->line.n;
}

static void
info_scrolled(struct screen *s)
{
	((struct info_state *)s->own[PANE_INFO])->wants_owners = false;
}

static void
info_rule(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	uint32_t lines = (uint32_t)info_refresh(s)->line.n;
	uint32_t rows = (uint32_t)s->arranged.pane[PANE_INFO].rows - 1;
	uint32_t first = s->app->now.panes.list[PANE_INFO].first;

	strbuf_addstr(info, "about the profile   q close");
	if (lines > rows)
		strbuf_addf(right, "%u-%u of %u", first + 1,
			first + rows < lines ? first + rows : lines, lines);
}

static void
info_line(struct screen *s, struct grid *g, struct rect line, uint32_t i)
{
	const struct info_state *a = s->own[PANE_INFO];

	info_line_draw(
		g, line, a->pane, i, s->app->now.panes.list[PANE_INFO].skip);
}

static void
fill_owners(struct screen *s, struct dialog *b)
{
	const struct view *v = s->app->shown.view;
	struct str unit =
		profile_str(v->profile, v->profile->types.unit[v->column]);
	const struct ownership *o = s->app->product[PRODUCT_OWNERSHIP].it;
	struct owner_row row[OWNER_ROWS];
	struct strbuf command = STRBUF_INIT, cost = STRBUF_INIT;
	size_t n = o != NULL ? ownership_rows(o, row) : 0;

	for (size_t i = 0; i < n; i++) {
		strbuf_reset(&command);
		strbuf_reset(&cost);
		strbuf_addf(&command, "owners_focus %s:%s",
			row[i].is_kind ? "kind" : "origin", row[i].word);
		owners_put_row(&cost, o, row[i].of, unit);
		dialog_addf(b, strbuf_str(&command), "%s%s\t%s",
			row[i].is_kind ? "  " : "", row[i].name,
			strbuf_c(&cost));
	}
	if (n == 0)
		dialog_heading(b, "not counted yet");
	strbuf_free(&command);
	strbuf_free(&cost);
}

static int
cmd_owners(const struct call *call)
{
	static const struct menu menu = { .title = "Whose code?",
		.fill = fill_owners,
		.footer = { "Enter focuses on its call paths" } };

	dialog_menu(call->on, &menu);
	return 0;
}

/* Set the option focus, and show the frames of the system if the focus may be
   on them: one step to undo. */
static int
cmd_owners_focus(const struct call *call)
{
	struct screen *s = call->on;
	size_t undos = s->app->undo.n;

	if (!str_eq(call->arg, STR("origin:user")) &&
		s->app->now.query.system != SYSTEM_SHOW)
		screen_run(s, STR("system=show"));
	screen_runf(s, "focus=%.*s", STR_ARG(call->arg));
	change_merge(s->app, undos);
	return 0;
}

/* Select the function of the user's heaviest line, and open its source. */
static int
cmd_own_line(const struct call *call)
{
	struct screen *s = call->on;
	const struct ownership *o = app_delivered(s->app, PRODUCT_OWNERSHIP)
		? s->app->product[PRODUCT_OWNERSHIP].it
		: NULL;
	frame_id frame = o != NULL ? frames_find(s->app->shown.view->frames,
					     strbuf_str(&o->line.function))
				   : NONE;

	if (frame == NONE) {
		app_say(s->app,
			o == NULL ? "not counted yet"
				: o->line.line == 0
				? "the profile has no lines of your own code"
				: "this view does not show functions");
		return 0;
	}
	flame_select_frame(s, frame);
	screen_run(s, STR("pane source"));
	return 0;
}

static const struct command info_commands[] = {
	{ "owners", NULL, "whose code costs what; Enter focuses on it",
		cmd_owners },
	{ "owners_focus", "origin:o|kind:k",
		"focus on code of an origin or a kind", cmd_owners_focus },
	{ "own_line", NULL, "open the source of your heaviest line",
		cmd_own_line },
	{ NULL },
};

static const struct keylegend legend[] = { { "Up Down", "scroll" },
	{ "Enter", "whose code" }, { "q", "close" },
	{ "Left Right", "long lines" }, { "s", "sample type" },
	{ "1", "graph" }, { "?", "help" } };

const struct pane pane_info = {
	.name = "Info",
	.map = "info",
	.size = sizeof(struct info_state),
	.length = info_length,
	.scrolls = true,
	.line = info_line,
	.moved = info_scrolled,
	.info = info_rule,
	.forget = info_forget,
	.command = info_commands,
	.fed = true,
	.product = PRODUCT_OWNERSHIP,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
