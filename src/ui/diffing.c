/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diff around the panes: see diffing.h. */
#include "config.h"

#include "ui/diffing.h"

#include "app/diffspec.h"
#include "present/status.h"
#include "ui/parts.h"

#include "base/banned.h"

const struct diff_title *
diff_title(struct screen *s, struct diff_drawing *d, struct str source)
{
	const struct app *app = s->app;
	const struct derivation *made = &app->session->made;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct diffspec v;

	*d = (struct diff_drawing){ .base = STRBUF_INIT, .new = STRBUF_INIT };
	if (!app->shown.view->is_diff)
		return NULL;
	if (diffspec_parse(made->diff, &v, &arena, &err) == 0 &&
		v.kind != DIFF_NONE) {
		diffspec_names(&v, made->swap, source, &d->base, &d->new);
	} else {
		/* A diff that was saved as a file: the base has no name. */
		strbuf_add(&d->new, source);
	}
	arena_free(&arena);
	d->title = (struct diff_title){ .view = app->shown.view,
		.base = strbuf_str(&d->base),
		.new = strbuf_str(&d->new),
		.swapped = made->swap };
	return &d->title;
}

void
diff_title_free(struct diff_drawing *d)
{
	strbuf_free(&d->base);
	strbuf_free(&d->new);
}

size_t
diff_facts(struct screen *s, struct str fact[DIFF_FACTS], struct arena *arena)
{
	const struct derivation *made = &s->app->session->made;
	const struct option *o = option_find(STR("diff_width"), NULL);
	struct strbuf text = STRBUF_INIT;
	size_t n = 0;

	if (!s->app->shown.view->is_diff)
		return 0;
	strbuf_addf(&text, "width %s (d)",
		o->doc.choices[s->app->now.settings.diff_width]);
	fact[n++] = arena_str(arena, strbuf_str(&text));
	strbuf_reset(&text);
	if (s->app->now.settings.diff_min > 0) {
		strbuf_addf(&text, "threshold %g%%",
			s->app->now.settings.diff_min * 100);
		fact[n++] = arena_str(arena, strbuf_str(&text));
	}
	strbuf_free(&text);
	fact[n++] = made->normalize ? STR("normalized") : STR("normalize off");
	fact[n++] = made->swap ? STR("swapped (B)") : STR("B swap");
	return n;
}

void
diff_rule_draw(struct screen *s, struct grid *g, int row, int from, int end)
{
	const struct view *v = s->app->shown.view;

	if (!v->is_diff || from + 4 >= end)
		return;
	(void)grid_put(g, row, from, 1, STR(" "), STYLE_NORMAL);
	from += 1 + diff_legend_draw(g, row, from + 1, end - from - 2, v);
	(void)grid_put(g, row, from, 1, STR(" "), STYLE_NORMAL);
}

bool
diff_hints_draw(struct screen *s, struct grid *g, int row, bool small)
{
	static const struct keylegend legend[] = { { "D", "diff off", NULL },
		{ "d", "width: after, before, max, sum, delta", NULL },
		{ "B", "swap", NULL }, { "Enter", "zoom", NULL },
		{ "< >", "sort", NULL }, { "Tab", "pane", NULL },
		{ "u", "undo", NULL }, { "?", "help", NULL } };
	const struct view *v = s->app->shown.view;

	if (!v->is_diff)
		return false;
	if (small)
		(void)diff_legend_draw(g, row, 0, g->cols, v);
	else if (s->app->now.panes.focus == PANE_FLAME)
		keylegend_draw(g, row, legend, COUNT_OF(legend));
	else
		return false;
	return true;
}
