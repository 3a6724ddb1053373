/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prompts drawn, with what they would do (live.h). */
#include "config.h"

#include "ui/live.h"

#include <string.h>

#include "present/number.h"
#include "present/overlay.h"
#include "present/status.h"
#include "ui/parts.h"

#include "base/banned.h"

static const char too_complex[] = "too complex, stopped";

static void
add_kept(const struct screen *s, struct strbuf *out)
{
	const struct view *v = s->app->shown.view;

	if (percent_put(out, v->w.kept, v->w.total))
		strbuf_addc(out, " kept");
}

/* As a half-typed "main|" names all functions. */
static void
add_counts(
	struct strbuf *out, uint32_t functions, uint32_t all, uint32_t places)
{
	if (functions > 0 && functions == all) {
		strbuf_addc(out, "matches everything");
		return;
	}
	strbuf_addf(out, "%u function%s  %u frame%s", functions,
		functions == 1 ? "" : "s", places, places == 1 ? "" : "s");
}

static void
search_result(const struct screen *s, struct strbuf *out)
{
	const struct view *v = s->app->shown.view;
	struct numbers n = screen_numbers(s);

	if (v->found.stopped)
		strbuf_addc(out, too_complex);
	/* Before the first result there is nothing to tell. */
	if (!v->found.active)
		return;
	add_counts(out, v->found.n_frames, v->n_live, v->found.n_nodes);
	if (v->found.n_frames == 0)
		return;
	strbuf_addc(out, "  ");
	value_put(out, &n, v->found.value, v->w.total);
}

static void
filter_result(const struct screen *s, struct strbuf *out)
{
	static const char *const emptying[] = { "focus", "show", "show_from" };
	const struct match_count *c = &s->app->counted;
	bool empties = false;

	if (!c->valid)
		return;
	if (c->stopped) {
		strbuf_addc(out, too_complex);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(emptying); i++)
		empties = empties ||
			strcmp(live_name(&s->live), emptying[i]) == 0;
	if (c->functions == 0) {
		strbuf_addf(out, "0 functions; Enter would %s",
			empties ? "empty the view" : "change nothing");
		return;
	}
	add_counts(out, c->functions, c->all, c->places);
	strbuf_addc(out, "  ");
	add_kept(s, out);
}

static void
count_rows(struct screen *s, uint32_t *shown, uint32_t *all)
{
	const struct pane_ops *ops = pane_ops(s->app->now.panes.focus);

	if (ops->rows != NULL) {
		ops->rows(s, shown, all);
		return;
	}
	*shown = table_top(s)->n;
	*all = table_top(s)->all;
}

static void
result(struct screen *s, struct strbuf *out)
{
	const struct live *l = &s->live;
	uint32_t rows, all;

	if (!live_previews(l) || s->app->shown.view == NULL)
		return;
	if (s->app->preview_err.code != ERR_NONE) {
		strbuf_addc(out, s->app->preview_err.msg);
		return;
	}
	if (l->kind != LIVE_ROWS && is_slow(s->app)) {
		strbuf_add(out, glyph_str(GLYPH_WAIT, is_ascii(s)));
		return;
	}
	if (!l->touched || l->prompt.text.n == 0)
		return;
	switch (l->kind) {
	case LIVE_COMMAND:
	case LIVE_BASE:
		break;
	case LIVE_SEARCH:
		search_result(s, out);
		break;
	case LIVE_FILTER:
		filter_result(s, out);
		break;
	case LIVE_TAGS:
		add_kept(s, out);
		break;
	case LIVE_ROWS:
		count_rows(s, &rows, &all);
		if (s->rows_stopped)
			strbuf_addc(out, too_complex);
		else
			strbuf_addf(out, "%u of %u rows", rows, all);
		break;
	}
}

static void
draw_hints(struct screen *s, struct grid *g, int row)
{
	const struct live *l = &s->live;
	bool pattern = live_previews(l) && l->kind != LIVE_TAGS;
	const struct keylegend legend[] = {
		{ "Enter",
			l->kind == LIVE_COMMAND        ? "run"
				: l->kind == LIVE_BASE ? "compare"
						       : "keep",
			NULL },
		{ "Esc", "cancel", NULL },
		{ "Tab", "complete", NULL },
		{ "↑", "history", "Up" },
		{ "Alt-R", l->literal ? "text" : "regex", NULL },
		{ "Alt-C", l->kind == LIVE_SEARCH ? "case:smart" : "case",
			NULL },
	};

	keylegend_draw(g, row, legend, pattern ? COUNT_OF(legend) : 4);
}

static void
draw_list(struct screen *s, struct grid *g, int row)
{
	const struct live *l = &s->live;
	VEC(struct item) item = { NULL, 0, 0 };
	struct arena arena = ARENA_INIT;

	for (size_t i = 0; i < l->completion.item.n; i++) {
		const struct candidate *c = &l->completion.item.p[i];
		struct strbuf text = STRBUF_INIT;
		struct item it = { .right_last = false };

		strbuf_add(&text, c->text);
		strbuf_addch(&text, '\t');
		strbuf_add(&text, c->note);
		it.text = arena_str(&arena, strbuf_str(&text));
		vec_push(&item, it);
		strbuf_free(&text);
	}
	popup_draw(
		g, row, 1, item.p, item.n, l->picked, row > 12 ? 12 : row - 1);
	vec_free(&item);
	arena_free(&arena);
}

void
live_draw(struct screen *s, struct grid *g, int row)
{
	const struct live *l = &s->live;
	struct strbuf label = STRBUF_INIT, right = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;
	struct prompt_line line = {
		.cursor = l->prompt.cursor,
		.bad = l->bad,
		.bad_offset = l->bad_offset,
		.message = strbuf_str(&l->bad_message),
	};

	if (l->prompt.searching)
		strbuf_addf(
			&label, "history '%s':", strbuf_c(&l->prompt.needle));
	else
		strbuf_addf(&label, "%s:", live_name(l));
	/* ":undo", not "command: undo". */
	if (l->kind == LIVE_COMMAND && !l->prompt.searching) {
		strbuf_reset(&label);
		strbuf_addch(&text, ':');
		line.cursor++;
	}
	strbuf_add(&text, strbuf_str(&l->prompt.text));
	line.text = strbuf_str(&text);
	result(s, &right);
	if (l->full) {
		line.bad = true;
		line.bad_offset = line.cursor;
		line.message = STR("the line would get too long");
	}
	line.label = strbuf_str(&label);
	line.result = strbuf_str(&right);
	if (!line.bad)
		draw_hints(s, g, row + 1);
	prompt_draw(g, row, &line);
	if (l->listing)
		draw_list(s, g, row);
	strbuf_free(&label);
	strbuf_free(&right);
	strbuf_free(&text);
}
