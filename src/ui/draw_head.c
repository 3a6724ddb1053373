/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines above the panes: title, path, filters, what is unusual. */
#include "config.h"

#include "app/filter.h"
#include "present/chrome.h"
#include "present/icicle.h"
#include "profile/partial.h"
#include "profile/unit.h"
#include "ui/diffing.h"
#include "ui/draw.h"
#include "ui/parts.h"

#include "base/banned.h"

/* Title. */

static void
add_file(const struct app *app, struct strbuf *out)
{
	const struct load_spec *spec =
		app->loading != NULL ? &app->loading->spec : &app->spec;

	if (spec->n_sources == 1 && str_is(spec->source[0], "-"))
		strbuf_addc(out, "(standard input)");
	else if (spec->n_sources == 1)
		strbuf_add(out, str_basename(spec->source[0]));
	else
		strbuf_addf(out, "%zu profiles", spec->n_sources);
	if (app->session != NULL && app->loading == NULL &&
		partial_find(app->session->profile).n > 0)
		strbuf_addc(out, " (partial)");
	if (app->walk.at > 0)
		strbuf_addf(out, " (%zu of %zu)", app->walk.at,
			app->walk.all.n_sources);
}

/* How live it is. */
static void
add_pace(const struct app *app, struct strbuf *out)
{
	int64_t waiting = follow_waiting(&app->follow);

	if (!app->now.settings.follow)
		return;
	if (waiting >= 0)
		strbuf_addf(out, "paused, %.1f s waiting, ",
			(double)waiting / 1000);
	else if (app->follow.paused)
		strbuf_addc(out, "paused, ");
	else if (!follow_ended(&app->follow, &app->spec))
		strbuf_addc(out, "live, ");
}

/* Each fact ends in ", ", but for the last. A type that is called samples says
   with its total how many there are. */
static void
add_facts(const struct screen *s, struct str type, struct strbuf *out)
{
	const struct profile *p = s->app->session->profile;
	char duration[UNIT_TEXT_MAX];

	add_pace(s->app, out);
	if (p->header.duration_nanos > 0) {
		(void)unit_label(p->header.duration_nanos, STR("ns"),
			STR("auto"), duration);
		strbuf_addf(out, "%s, ", duration);
	}
	if (!str_is(type, "samples")) {
		count_put(out, p->sample.n);
		strbuf_addf(out, " sample%s, ", plural(p->sample.n));
	}
	if (out->n > 0)
		strbuf_cut(out, out->n - 2);
}

static size_t
tabs_of(const struct screen *s, struct tab tab[PANES])
{
	size_t n = 0;

	for (int i = 0; i < PANES; i++) {
		enum pane_id id = (enum pane_id)i;

		if (pane_ops(id) == NULL)
			continue;
		tab[n++] = (struct tab){ .digit = i + 1,
			.name = pane_ops(id)->name,
			.is_shown = s->arranged.shown[i],
			.is_focused = s->app->now.panes.focus == id,
			.is_extra = pane_is_extra(id) };
	}
	return n;
}

void
draw_title(struct screen *s, struct grid *g)
{
	const struct app *app = s->app;
	const struct view *v = app->shown.view;
	struct strbuf file = STRBUF_INIT, facts = STRBUF_INIT;
	struct tab tab[PANES];
	struct title t = { .tab = tab };
	struct diff_drawing diff = { .title.view = NULL };
	struct strbuf total = STRBUF_INIT;

	add_file(app, &file);
	t.file = strbuf_str(&file);
	if (v == NULL) {
		t.facts = STR("loading");
	} else {
		struct numbers n = screen_numbers(s);

		t.type = profile_str(
			v->profile, v->profile->types.type[v->column]);
		number_put_alone(&total, &n, v->w.total);
		t.total = strbuf_str(&total);
		add_facts(s, t.type, &facts);
		t.facts = strbuf_str(&facts);
		t.diff = diff_title(s, &diff, t.file);
		t.n_tabs = s->bare ? 0 : tabs_of(s, tab);
	}
	title_draw(g, 0, &t);
	diff_title_free(&diff);
	strbuf_free(&file);
	strbuf_free(&facts);
	strbuf_free(&total);
}

/* Breadcrumb. */

enum { PARTS_MAX = 64 };

/* The names from the root to the zoomed frame; of a long path the ends. */
static size_t
crumb_parts(struct screen *s, struct str part[PARTS_MAX], struct arena *arena)
{
	const struct shown *shown = &s->app->shown;
	struct target at = shown->zoom.at;
	const struct tree *t = plan_tree(shown->plan, (enum plan_side)at.side);
	node_id node = at.node;
	size_t n = 0, depth;

	/* There is nothing, as in a sandwich of a function that is gone. */
	if (node == NONE) {
		part[0] = STR("root");
		return 1;
	}
	depth = t->depth[node];
	/* A group is at its parent. */
	if (target_is_group(at)) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "+%u", at.count);
		part[n++] = arena_str(arena, strbuf_str(&text));
		strbuf_free(&text);
		depth++;
	}
	while (t->depth[node] > 0 && n + 2 < PARTS_MAX) {
		part[n++] = caption_short(
			shown->view, t->frame[node], CAPTION_AUTO, arena);
		node = t->parent[node];
	}
	if (n < depth)
		part[n++] = STR("...");
	part[n++] = STR("root");
	for (size_t i = 0; i < n / 2; i++) {
		struct str swap = part[i];

		part[i] = part[n - 1 - i];
		part[n - 1 - i] = swap;
	}
	return n;
}

static size_t
crumb_chips(
	struct screen *s, struct chip chip[FILTERS_MAX], struct arena *arena)
{
	struct filter f[FILTERS_MAX];
	size_t n = filters_of(&s->app->now, f), chips = 0;
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < n; i++) {
		if (f[i].off)
			continue;
		strbuf_reset(&text);
		filter_text(&text, &f[i]);
		chip[chips].is_preview =
			s->live.active && f[i].option == s->live.option;
		/* A preview is drawn with another sign. */
		if (chip[chips].is_preview && !is_ascii(s)) {
			ptrdiff_t eq = str_chr(strbuf_str(&text), '=');

			strbuf_remove(&text, (size_t)eq, 1);
			strbuf_insert(&text, (size_t)eq, STR("≈"));
		}
		chip[chips].text = arena_str(arena, strbuf_str(&text));
		chips++;
	}
	strbuf_free(&text);
	return chips;
}

enum { FACTS_MAX = 9 + DIFF_FACTS };

/* What is shown in which way: the direction, and what is unusual. */
static size_t
crumb_facts(struct screen *s, struct str fact[FACTS_MAX], struct arena *arena)
{
	static const struct {
		const char *option, *words;
		bool says_value; /* behind the words */
	} rows[] = { { "direction", "", true }, { "granularity", "by ", true },
		{ "names", "names ", true }, { "percent", "percent ", true },
		{ "order", "order ", true },
		{ "recursion", "recursion folded", false },
		{ "noinlines", "no inlines", false },
		{ "mean", "mean", false } };
	struct options_target now = app_target(s->app, &s->app->now);
	enum paint_mode mode = flame_paint(s)->mode;
	struct strbuf text = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct option *o =
			option_find(str_c(rows[i].option), NULL);

		if (i > 0 && option_is_default(o, now))
			continue;
		strbuf_reset(&text);
		strbuf_addc(&text, rows[i].words);
		if (rows[i].says_value)
			option_get(o, now, &text);
		fact[n++] = arena_str(arena, strbuf_str(&text));
	}
	/* As drawn, which need not be as wished. */
	if (mode != PAINT_PACKAGE && mode != PAINT_DIFF) {
		strbuf_reset(&text);
		strbuf_addf(&text, "colours %s", paint_name(mode));
		fact[n++] = arena_str(arena, strbuf_str(&text));
	}
	strbuf_free(&text);
	if (s->app->shown.view->is_diff)
		n += diff_facts(s, fact + n, arena);
	return n;
}

static void
crumb_note(struct screen *s, struct strbuf *out)
{
	const struct app *app = s->app;
	const struct view *v = app->shown.view;
	struct numbers n = screen_numbers(s);

	if (partial_find(v->profile).n > 0) {
		strbuf_addc(out, "(partial: ");
		partial_text(out, v->profile);
		strbuf_addc(out, ")  ");
	}
	if (s->live.active && s->live.bad)
		strbuf_addc(out, "last good pattern shown");
	else if (s->live.active && app->previewing && s->live.touched)
		strbuf_addf(
			out, "typing%s", glyph_str(GLYPH_WAIT, is_ascii(s)).p);
	else if (is_slow(app))
		strbuf_add(out, glyph_str(GLYPH_WAIT, is_ascii(s)));
	else if (query_has_filters(&v->query)) {
		number_put_alone(out, &n, v->w.kept);
		strbuf_addc(out, " of ");
		number_put_alone(out, &n, v->w.total);
	}
}

static void
crumb_right(struct screen *s, struct strbuf *out)
{
	const struct app *app = s->app;
	const struct shown *shown = &app->shown;
	int lo, hi, rows;

	if (!s->bare)
		strbuf_addf(out, "undo %zu   ", app->undo.n);
	if (!s->arranged.shown[PANE_FLAME])
		return;
	layout_levels(shown->plan, &shown->zoom, &lo, &hi);
	rows = icicle_rows(s->arranged.pane[PANE_FLAME].rows - 1);
	if (app->now.panes.level + rows - 1 < hi)
		strbuf_addf(out,
			app->now.panes.level < 0 ? "depth %d..%d of %d"
						 : "depth %d-%d of %d",
			app->now.panes.level, app->now.panes.level + rows - 1,
			hi);
	else
		strbuf_addf(out, "depth %d", hi);
}

void
draw_crumbs(struct screen *s, struct grid *g, int row)
{
	struct arena arena = ARENA_INIT;
	struct str part[PARTS_MAX], fact[FACTS_MAX];
	struct chip chip[FILTERS_MAX];
	struct strbuf note = STRBUF_INIT, right = STRBUF_INIT;
	struct crumbs c = { .part = part, .chip = chip, .fact = fact };

	c.n_parts = crumb_parts(s, part, &arena);
	c.n_chips = crumb_chips(s, chip, &arena);
	c.n_facts = crumb_facts(s, fact, &arena);
	crumb_note(s, &note);
	crumb_right(s, &right);
	c.note = strbuf_str(&note);
	c.right = strbuf_str(&right);
	crumbs_draw(g, row, &c);
	strbuf_free(&note);
	strbuf_free(&right);
	arena_free(&arena);
}
