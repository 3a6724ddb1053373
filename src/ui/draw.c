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

#include <inttypes.h>

#include "app/change.h"
#include "app/filter.h"
#include "base/notes.h"
#include "present/announce.h"
#include "present/chrome.h"
#include "present/explain.h"
#include "present/icicle.h"
#include "present/overlay.h"
#include "present/status.h"
#include "profile/unit.h"
#include "ui/diffing.h"
#include "ui/parts.h"

#include "base/banned.h"

enum { WORDY = 72, TALL = 28, NORMAL = 20, CRUMBS_FROM = 8, HINTS_FROM = 10 };

/* Rows of the screen, -1 for what there is none of. */
struct plan_of_rows {
	int crumbs, map, rule, status, second, fkeys;
	struct rect panes;
};

static struct plan_of_rows
rows_of(const struct screen *s)
{
	struct plan_of_rows r = { -1, -1, -1, -1, -1, -1, { 0 } };
	int top = 1, bottom = s->rows;
	bool two = s->live.active || s->pager.finding;

	if (s->rows >= CRUMBS_FROM)
		r.crumbs = top++;
	if (map_strip_rows(s) > 0) {
		r.map = top;
		top += map_strip_rows(s);
	}
	if (s->rows >= NORMAL)
		r.fkeys = --bottom;
	if (s->rows >= TALL || (s->rows >= HINTS_FROM && s->rows < NORMAL) ||
		two)
		r.second = --bottom;
	r.status = --bottom;
	if (s->rows >= NORMAL)
		r.rule = --bottom;
	r.panes = (struct rect){ top, 0, bottom - top, s->cols };
	return r;
}

void
screen_arrange(struct screen *s)
{
	struct plan_of_rows r = rows_of(s);

	arrange(&s->arranged, r.panes, s->rows, s->cols,
		s->app->now.settings.layout, &s->app->now.panes);
}

struct numbers
screen_numbers(const struct screen *s)
{
	const struct view *v = s->app->shown.view;

	return numbers_of(v, &v->w);
}

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
	if (app->walk.at > 0)
		strbuf_addf(out, " (%zu of %zu)", app->walk.at,
			app->walk.all.n_sources);
}

/* How live it is. */
static void
add_pace(const struct app *app, struct strbuf *out)
{
	int64_t waiting = follow_waiting(app);

	if (!app->now.settings.follow)
		return;
	if (waiting >= 0)
		strbuf_addf(out, "paused, %.1f s waiting, ",
			(double)waiting / 1000);
	else if (app->follow.paused)
		strbuf_addc(out, "paused, ");
	else if (!follow_ended(app))
		strbuf_addc(out, "live, ");
}

static void
add_facts(const struct screen *s, struct strbuf *out)
{
	const struct profile *p = s->app->session->profile;
	char duration[UNIT_TEXT_MAX], samples[NUMBER_MAX];

	add_pace(s->app, out);
	if (p->header.duration_nanos > 0) {
		(void)unit_label(p->header.duration_nanos, STR("ns"),
			STR("auto"), duration);
		strbuf_addf(out, "%s, ", duration);
	}
	(void)count_text(p->sample.n, samples);
	strbuf_addf(out, "%s sample%s", samples, p->sample.n == 1 ? "" : "s");
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

static void
draw_title(struct screen *s, struct grid *g)
{
	const struct app *app = s->app;
	const struct view *v = app->shown.view;
	struct strbuf file = STRBUF_INIT, facts = STRBUF_INIT;
	struct tab tab[PANES];
	struct title t = { .tab = tab };
	struct diff_drawing diff = { .title.view = NULL };
	char total[NUMBER_MAX];

	add_file(app, &file);
	t.file = strbuf_str(&file);
	if (v == NULL) {
		t.facts = STR("loading");
	} else {
		struct numbers n = screen_numbers(s);

		t.type = profile_str(
			v->profile, v->profile->types.type[v->column]);
		(void)number_alone(&n, v->w.total, total);
		t.total = str_c(total);
		add_facts(s, &facts);
		t.facts = strbuf_str(&facts);
		t.diff = diff_title(s, &diff, t.file);
		t.n_tabs = s->bare ? 0 : tabs_of(s, tab);
	}
	title_draw(g, 0, &t);
	diff_title_free(&diff);
	strbuf_free(&file);
	strbuf_free(&facts);
}

/* Breadcrumb. */

enum { PARTS_MAX = 64 };

/* The names from the root to the zoomed frame; of a long path the ends. */
static size_t
crumb_parts(struct screen *s, struct str part[PARTS_MAX], struct arena *arena)
{
	const struct shown *shown = &s->app->shown;
	struct spot at = shown->zoom.at;
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
	if (spot_is_group(at)) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "+%u", at.count);
		part[n++] = str_from(arena_copy(arena, text.p, text.n), text.n);
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
		chip[chips].text =
			str_from(arena_copy(arena, text.p, text.n), text.n);
		chips++;
	}
	strbuf_free(&text);
	return chips;
}

/* The value that an option has now, as text. */
static struct str
value_of(struct screen *s, const char *name, struct arena *arena)
{
	const struct option *o = option_find(str_c(name), NULL);
	struct strbuf text = STRBUF_INIT;
	struct str value;

	option_get(o, app_target(s->app, &s->app->now), &text);
	value = str_from(arena_copy(arena, text.p, text.n), text.n);
	strbuf_free(&text);
	return value;
}

enum { FACTS_MAX = 9 + DIFF_FACTS };

/* What is shown in which way: the direction, and what is unusual. */
static size_t
crumb_facts(struct screen *s, struct str fact[FACTS_MAX], struct arena *arena)
{
	static const struct {
		const char *option, *format;
	} rows[] = { { "direction", "%.*s" }, { "granularity", "by %.*s" },
		{ "names", "names %.*s" }, { "percent", "%% of %.*s" },
		{ "order", "order %.*s" }, { "recursion", "recursion folded" },
		{ "noinlines", "no inlines" }, { "mean", "mean" } };
	enum paint_mode mode = flame_paint(s)->mode;
	struct strbuf text = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct option *o =
			option_find(str_c(rows[i].option), NULL);
		struct str value;

		if (i > 0 &&
			option_is_default(o, app_target(s->app, &s->app->now)))
			continue;
		value = value_of(s, rows[i].option, arena);
		strbuf_reset(&text);
		if (str_chr(str_c(rows[i].format), '*') >= 0) {
			ptrdiff_t at =
				str_find(str_c(rows[i].format), STR("%.*s"), 0);

			strbuf_add(&text,
				str_sub(str_c(rows[i].format), 0, (size_t)at));
			strbuf_add(&text, value);
		} else {
			strbuf_addc(&text, rows[i].format);
		}
		fact[n++] = str_from(arena_copy(arena, text.p, text.n), text.n);
	}
	/* As drawn, which need not be as wished. */
	if (mode != PAINT_PACKAGE && mode != PAINT_DIFF) {
		strbuf_reset(&text);
		strbuf_addf(&text, "colours %s", paint_name(mode));
		fact[n++] = str_from(arena_copy(arena, text.p, text.n), text.n);
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
	char kept[NUMBER_MAX], total[NUMBER_MAX];

	if (s->live.active && s->live.bad)
		strbuf_addc(out, "last good pattern shown");
	else if (s->live.active && app->previewing && s->live.touched)
		strbuf_addc(out, is_ascii(s) ? "typing..." : "typing…");
	else if (app->computing &&
		app_clock() - app->computing_since >= SLOW_AFTER)
		strbuf_addc(out, is_ascii(s) ? "..." : "…");
	else if (query_has_filters(&v->query)) {
		(void)number_alone(&n, v->w.kept, kept);
		(void)number_alone(&n, v->w.total, total);
		strbuf_addf(out, "%s of %s", kept, total);
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
		strbuf_addf(out, "depth %d-%d of %d", app->now.panes.level,
			app->now.panes.level + rows - 1, hi);
	else
		strbuf_addf(out, "depth %d", hi);
}

static void
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
	if (id != PANE_FLAME || !s->arranged.alone || s->rows >= NORMAL) {
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
		strbuf_add(&text, footer);
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
			is_ascii(s) ? STR("-") : STR("─"), STYLE_BORDER);
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

/* The bottom. */

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
		announce_row(out, shown->view, frame, row, top_rows(top), n,
			is_ascii(s));
	else
		announce_spot(out, shown->plan, shown->sel, n, is_ascii(s));
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
	status_of_spot(out, shown->plan, shown->sel, &shown->zoom, &n,
		caption_mode(s), is_ascii(s),
		s->cols - (word.n > 0 ? (int)word.n + 3 : 0));
	if (s->went_serial == shown->serial &&
		spot_equal(s->went_to, shown->sel))
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
	struct marks *m = flame_marks(s);

	status_of_search(out, shown->view, &n,
		m != NULL ? marks_index(m, shown->sel) : 0, is_ascii(s));
}

static void
draw_main_hints(struct screen *s, struct grid *g, int row)
{
	static const struct hint small[] = { { "?", "Help", NULL },
		{ "/", "Find", NULL }, { "f", "Focus", NULL },
		{ "⏎", "Zoom", "Ret" }, { "Esc", "", NULL },
		{ "q", "Quit", NULL } };
	const struct pane_ops *ops = pane_ops(s->app->now.panes.focus);

	if (diff_hints_draw(s, g, row, s->rows < NORMAL))
		return;
	/* A pane that was opened has keys that one cannot guess. */
	if (s->rows < NORMAL && !pane_is_extra(s->app->now.panes.focus))
		hints_draw(g, row, small, COUNT_OF(small));
	else if (ops == &pane_peek && inspect_is_docked(s))
		inspect_hints(g, row);
	else
		hints_draw(g, row, ops->hint, ops->n_hints);
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

static const char *
stage_name(int stage)
{
	static const char *const names[] = { "start", "inflate", "parse",
		"sort", "compute" };

	return stage >= 0 && stage < (int)COUNT_OF(names) ? names[stage]
							  : "load";
}

static void
draw_progress(struct screen *s, struct grid *g, int row)
{
	/* C11's atomic_load takes no const. */
	struct progress *p = &s->app->loading->job.progress;
	uint64_t done = atomic_load(&p->done), total = atomic_load(&p->total);
	struct strbuf facts = STRBUF_INIT;
	char a[UNIT_TEXT_MAX], b[UNIT_TEXT_MAX];

	if (total > 0) {
		(void)unit_label((int64_t)done, STR("B"), STR("auto"), a);
		(void)unit_label((int64_t)total, STR("B"), STR("auto"), b);
		strbuf_addf(&facts, "%s of %s", a, b);
	}
	strbuf_addc(&facts, "  Esc stops");
	progress_draw(g, row, str_c(stage_name(atomic_load(&p->stage))), done,
		total, strbuf_str(&facts));
	strbuf_free(&facts);
}

/* It takes long enough to say so. */
static bool
shows_progress(const struct app *app)
{
	return app->loading != NULL &&
		app_clock() - app->loading_since >= LOADING_AFTER;
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
	} else if (shows_progress(app)) {
		draw_progress(s, g, row);
	} else {
		status_text(s, &text);
		status_draw(g, row, strbuf_str(&text), STYLE_STATUS);
	}
	strbuf_free(&text);
}

static void
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

/* Before the first profile is there. */
static void
draw_loading(struct screen *s, struct grid *g)
{
	static const struct hint hints[] = { { "Esc", "stops and quits",
		NULL } };

	draw_title(s, g);
	if (s->app->loading != NULL)
		draw_progress(s, g, s->rows / 2);
	hints_draw(g, s->rows - 1, hints, COUNT_OF(hints));
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
		draw_loading(s, g);
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
