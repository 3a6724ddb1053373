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

#include <inttypes.h>
#include <math.h>

#include "app/filter.h"
#include "app/undo.h"
#include "fetch/server.h"
#include "load/compare.h"
#include "load/load.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "present/announce.h"
#include "present/chrome.h"
#include "present/icicle.h"
#include "present/layout.h"
#include "present/matches.h"
#include "present/overlay.h"
#include "present/paint.h"
#include "present/patterns.h"
#include "present/status.h"
#include "present/top.h"
#include "profile/partial.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "profile/unit.h"
#include "ui/keyhints.h"
#include "ui/pane.h"

/* Indices of screen rows; -1: not shown. */
struct plan_of_rows {
	int crumbs, map, rule, status, second, fkeys;
	struct rect panes;
};

/* ---- Diffs ---- */

enum { DIFF_FACTS = 5, NS_PER_MS = 1000000 };

/* Append the time range in `text`, as titles show it. */
static void
range_words(const struct screen *s, struct str text, struct strbuf *out)
{
	const struct app *app = s->app;
	struct err ignored = ERR_INIT;
	struct span span;

	if (text.n == 0)
		strbuf_addstr(out, "all");
	else if (app->session->snapshots == NULL ||
		snapshots_span(app->session->snapshots, text,
			snapshots_now(app->session->snapshots, &app->spec),
			&span, &ignored) != 0)
		strbuf_add(out, text);
	else
		instant_put_span(out, span, is_ascii(s));
}

static void
diff_rule_draw(struct screen *s, struct grid *g, int row, int from, int end)
{
	const struct view *v = s->app->shown.view;

	if (!v->is_diff || from + 4 >= end)
		return;
	(void)grid_put(g, row, from, 1, STR(" "), STYLE_NORMAL);
	from += 1 + diff_legend_draw(g, row, from + 1, end - from - 2, v);
	(void)grid_put(g, row, from, 1, STR(" "), STYLE_NORMAL);
}

/* ---- Above the panes ---- */

/* Title. */

/* If a single snapshot is shown, append "heap-6.pb.gz, snapshot 6 of 6" and
   return true. */
static bool
add_moment(const struct screen *s, struct strbuf *out)
{
	const struct session *session = s->app->session;
	struct span span;
	struct err ignored = ERR_INIT;
	size_t at = 0;

	if (session->made.range.n > 0 && session->snapshots != NULL &&
		snapshots_span(session->snapshots, session->made.range,
			snapshots_now(session->snapshots, &s->app->spec), &span,
			&ignored) == 0)
		at = snapshots_at(session->snapshots, span);
	if (at > 0)
		strbuf_add3(out, "",
			str_basename(session->snapshots->all.p[at - 1].name),
			"");
	if (at > 0)
		strbuf_addf(out, ", snapshot %zu of %zu", at,
			session->snapshots->all.n);
	return at > 0;
}

static void
add_file(const struct screen *s, struct strbuf *out)
{
	const struct app *app = s->app;
	const struct load_spec *spec =
		app->loading != NULL ? &app->loading->spec : &app->spec;
	const struct load_spec *walked = &app->walk.named;
	bool named = spec->n_sources == walked->n_sources &&
		str_eq(spec->source[0], walked->source[0]);

	if (app->session != NULL && app->loading == NULL && app->walk.at == 0 &&
		add_moment(s, out))
		return;
	if (spec->n_sources == 1 && str_is(spec->source[0], "-"))
		strbuf_addstr(out, "(standard input)");
	else if (spec->n_sources != 1)
		strbuf_addf(out, "%zu profiles",
			named ? app->walk.all.n_sources : spec->n_sources);
	else if (!server_put_title(out, spec->source[0]))
		strbuf_add(out, str_basename(spec->source[0]));
	if (named && spec->n_sources == 1 && app->walk.all.n_sources > 1)
		strbuf_addf(out, " (%zu files)", app->walk.all.n_sources);
	if (app->session != NULL && app->loading == NULL &&
		partial_find(app->session->profile).n > 0)
		strbuf_addstr(out, " (partial)");
	if (app->session != NULL && app->session->made.range.n > 0 &&
		app->walk.at == 0) {
		strbuf_addstr(out, ", ");
		range_words(s, app->session->made.range, out);
	}
	if (app->walk.at > 0)
		strbuf_addf(out, " (%zu of %zu)", app->walk.at,
			app->walk.all.n_sources);
}

/* Return the time range of the shown profile. */
static struct span
shown_span(const struct screen *s)
{
	const struct session *session = s->app->session;
	const struct snapshots *snapshots = session->snapshots;
	struct span span = snapshots_extent(snapshots);
	struct err ignored = ERR_INIT;

	if (session->made.range.n > 0)
		(void)snapshots_span(snapshots, session->made.range,
			snapshots_now(snapshots, &s->app->spec), &span,
			&ignored);
	return span;
}

/* Return the measured time in ns; time measured in parallel counts once. */
static int64_t
shown_nanos(const struct screen *s)
{
	const struct session *session = s->app->session;
	const struct snapshots *snapshots = session->snapshots;
	int64_t covered,
		nanos = profile_lasted(
			session->profile, s->app->shown.view->column);

	if (snapshots == NULL || !snapshots_counted(snapshots) ||
		snapshots->all.n < 2 || s->app->walk.at > 0)
		return nanos;
	covered = snapshots_covered(snapshots, shown_span(s));
	return covered > 0 && covered < nanos / NS_PER_MS ? covered * NS_PER_MS
							  : nanos;
}

/* Append the measured time, the CPU cores used and the number of samples,
   unless the total is that number. */
static void
add_facts(const struct screen *s, bool is_live, struct strbuf *out)
{
	const struct view *v = s->app->shown.view;
	const struct profile *p = s->app->session->profile;
	int64_t nanos = shown_nanos(s);
	const struct session *session = s->app->session;
	const struct snapshots *snapshots = session->snapshots;
	struct str range = session->made.range;
	int64_t n;

	/* The profile is the mean or the sum of n heap snapshots. */
	if (snapshots != NULL && s->app->walk.at <= 0) {
		n = session->n_snapshots > 0
			? session->n_snapshots
			: snapshots_of_level(snapshots, shown_span(s),
				  session->profile, s->app->shown.view->column);
		if (n > 1)
			strbuf_addf(out, ", %s of %" PRId64,
				range.n > 0 || snapshots->served ? "mean"
								 : "sum",
				n);
	}
	if (snapshots != NULL && snapshots->totals) {
		strbuf_addstr(out,
			p->header.duration_nanos > 0
				? ", in this range"
				: ", since the program's start");
	} else if (nanos > 0) {
		const struct profile *q;
		struct str unit, name;
		double cores;

		strbuf_addstr(out, is_live || out->n > 0 ? ", in " : " in ");
		amount_put(out, nanos, STR("ns"));
		/* Cores used: CPU time divided by measured time. */
		q = v->profile;
		unit = profile_str(q, q->types.unit[v->column]);
		if (kind_of_column(q, v->column)->group == GROUP_CPU &&
			unit_is_time(unit) && !v->query.mean) {
			cores = unit_scale(v->w.whole, unit, STR("ns"), &name) /
				(double)nanos;
			/* The timeline has the same limit and format. */
			if (cores >= 0.01)
				strbuf_addf(out,
					cores < 10 ? ", %.2g cores"
						   : ", %.0f cores",
					cores);
		}
	}
	strbuf_addstr(out, ", ");
	if (v->events->each == 1 ||
		!events_put(out, v->events,
			s->app->session->facts->events[v->column]))
		strbuf_cut(out, out->n - 2);
	if (p->types.n > 2)
		strbuf_addf(out, ", 1 of %u types (s)", p->types.n);
}

void
draw_title(struct screen *s, struct grid *g)
{
	const struct app *app = s->app;
	const struct view *v = app->shown.view;
	struct strbuf file = STRBUF_INIT, facts = STRBUF_INIT;
	struct strbuf type = STRBUF_INIT, live = STRBUF_INIT;
	struct strbuf total = STRBUF_INIT, base = STRBUF_INIT,
		      new = STRBUF_INIT;
	struct tab tab[PANES];
	struct title t = { .tab = tab };
	struct diff_title diff = { .view = v };

	for (enum pane_id id = 0; id < PANES; id++) {
		const struct pane *pane = pane_of(id);

		tab[id] = (struct tab){ .digit = (s->arranged.shown[id] ||
							 pane->there == NULL ||
							 pane->there(s))
				? pane_digit(id)
				: 0,
			.name = pane_of(id)->name,
			.is_shown = s->arranged.shown[id],
			.is_focused = app->now.panes.focus == id,
			.is_extra = id > PANE_PEEK };
	}
	if (app->loading != NULL || app->spec.n_sources > 0)
		add_file(s, &file);
	t.file = strbuf_str(&file);
	if (v == NULL) {
		t.facts = app->loading != NULL ? STR("loading")
					       : STR("choose a profile");
	} else {
		const struct profile *p = v->profile;
		int64_t waiting;

		/* Name of the total: "cpu", "samples". */
		if (v->events->name != NULL && v->events->each == 1)
			strbuf_addf(&type, "%s%s", v->events->name,
				plural((uint64_t)i64_abs(v->w.whole)));
		else
			strbuf_add(&type,
				profile_str(p, p->types.type[v->column]));
		t.type = strbuf_str(&type);
		number_put(&total, &app->shown.numbers, v->w.whole);
		t.total = strbuf_str(&total);
		waiting = follow_waiting(&s->app->follow);
		if (s->app->now.settings.follow) {
			if (s->app->feed.active)
				feed_put(&live, &s->app->feed,
					s->app->follow.paused);
			else if (waiting >= 0)
				strbuf_addf(&live, ", paused, %.1f s waiting",
					(double)waiting / 1000);
			else if (s->app->follow.paused)
				strbuf_addstr(&live, ", paused");
			else if (!follow_ended(&s->app->follow, &s->app->spec))
				strbuf_addstr(&live, ", live");
		}
		t.live = strbuf_str(&live);
		add_facts(s, live.n > 0, &facts);
		t.facts = strbuf_str(&facts);
		t.n_tabs = s->bare ? 0 : PANES;
	}
	if (v != NULL && v->is_diff) {
		struct str source = t.file;
		const struct profile_variant *made = &app->session->made;
		const struct diffspec *sides = &app->session->diff;

		/* Set the names of both sides. `source` names a new side
		   without a slice. The base has no name in a diff read from a
		   file. */
		if (sides->kind == DIFF_RANGE) {
			range_words(
				s, made->base_range, made->swap ? &new : &base);
			range_words(s, made->range, made->swap ? &base : &new);
		} else if (sides->kind != DIFF_NONE) {
			diffspec_names(sides, made->swap, source,
				app->spec.n_sources == 1 ? app->spec.source[0]
							 : STR_EMPTY,
				&base, &new);
		} else {
			strbuf_add(&new, source);
		}
		diff.base = strbuf_str(&base);
		diff.new = strbuf_str(&new);
		diff.swapped = app->session->made.swap;
		t.diff = &diff;
	}
	title_draw(g, 0, &t);
	strbuf_reset(&s->name);
	title_put_name(&s->name, &t, g->ascii);
	strbuf_free(&file);
	strbuf_free(&facts);
	strbuf_free(&live);
	strbuf_free(&type);
	strbuf_free(&total);
	strbuf_free(&base);
	strbuf_free(&new);
}

/* Breadcrumb. */

enum { PARTS_MAX = 64 };

/* Fill in the names from the root to the zoomed frame; return their number. */
static size_t
crumb_parts(struct screen *s, struct str part[PARTS_MAX], struct arena *arena)
{
	const struct shown *shown = &s->app->shown;
	struct selection at = shown->zoom.at;
	const struct tree *t = flamegraph_tree(
		shown->flamegraph, (enum flamegraph_side)at.side);
	node_id node = at.node;
	size_t n = 0, depth;

	/* There is no node, e.g. in the sandwich of a filtered function. */
	if (node == NONE) {
		part[0] = STR("root");
		return 1;
	}
	depth = tree_depth(t, node);
	/* The node of a group (+N) is the group's parent. */
	if (selection_is_group(at)) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "+%s", grouped(at.count).text);
		part[n++] = arena_str(arena, strbuf_str(&text));
		strbuf_free(&text);
		depth++;
	}
	while (tree_depth(t, node) > 0 && n + 2 < PARTS_MAX) {
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

enum { COLS_LEVELS = 60 }; /* minimum to show levels beside rows */
enum { FACTS_MAX = 9 + DIFF_FACTS };

/* Fill in the direction and changed options; return the number of facts. */
static size_t
crumb_facts(struct screen *s, struct str fact[FACTS_MAX], struct arena *arena)
{
	static const struct {
		const char *option, *words;
		bool says_value; /* append the option's value */
	} rows[] = { { "direction", "", true }, { "granularity", "by ", true },
		{ "names", "names ", true }, { "percent", "percent ", true },
		{ "order", "order ", true },
		{ "recursion", "recursion folded", false },
		{ "noinlines", "no inlines", false },
		{ "mean", "mean", false } };
	const struct profile_variant *made = &s->app->session->made;
	const struct settings *set = &s->app->now.settings;
	struct options_target now = app_target(s->app, &s->app->now);
	enum paint_mode mode = flame_paint(s)->mode;
	struct strbuf text = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct option *o =
			option_find(str_c(rows[i].option), NULL);

		if (option_is_default(o, now))
			continue;
		strbuf_reset(&text);
		strbuf_addstr(&text, rows[i].words);
		if (rows[i].says_value)
			option_get(o, now, &text);
		fact[n++] = arena_str(arena, strbuf_str(&text));
	}
	/* The mode as drawn may differ from the option. */
	if (mode != PAINT_PACKAGE && mode != PAINT_DIFF) {
		strbuf_reset(&text);
		strbuf_addf(&text, "colours %s", paint_name(mode));
		fact[n++] = arena_str(arena, strbuf_str(&text));
	}
	if (s->app->shown.view->is_diff) {
		strbuf_reset(&text);
		strbuf_addstr(&text, "width ");
		option_get(option_find(STR("diff_width"), NULL), now, &text);
		fact[n++] = arena_str(arena, strbuf_str(&text));
		strbuf_reset(&text);
		strbuf_addf(&text, "threshold %g%%", set->diff_min * 100);
		if (set->diff_min > 0)
			fact[n++] = arena_str(arena, strbuf_str(&text));
		if (made->per_second && str_is(made->diff, "base_range"))
			fact[n++] = STR("base scaled to the same length");
		if (made->normalize)
			fact[n++] = STR("normalized");
		if (made->swap)
			fact[n++] = STR("swapped");
	}
	strbuf_free(&text);
	return n;
}

static bool
is_searching(const struct screen *s)
{
	return s->app->shown.view->found.active && !s->pager.open;
}

static void
search_put(struct screen *s, struct strbuf *out)
{
	const struct shown *shown = &s->app->shown;
	struct matches *zoomed = flame_marks_in_zoom(s);
	struct matches *m = zoomed != NULL ? zoomed : flame_marks(s);
	const struct status_found found = {
		.index = matches_index(m, shown->sel),
		.heaviest = m != NULL &&
			selection_equal(matches_heaviest(m), shown->sel),
		.is_zoom = zoomed != NULL,
		.n_nodes = matches_count(m),
		.value = matches_value(m),
		.whole = flame_zoom_value(s),
	};

	status_of_search(
		out, shown->view, &shown->numbers, &found, is_ascii(s));
}

static void
draw_crumbs(struct screen *s, struct grid *g, const struct plan_of_rows *r)
{
	struct arena arena = ARENA_INIT;
	struct str part[PARTS_MAX], fact[FACTS_MAX];
	struct chip chip[FILTERS_MAX];
	struct strbuf note = STRBUF_INIT, right = STRBUF_INIT;
	struct strbuf remark = STRBUF_INIT;
	struct crumbs c = { .part = part, .chip = chip, .fact = fact };
	int end;
	const struct app *app;
	const struct view *v;
	struct numbers n;
	struct filter f[FILTERS_MAX];
	size_t count, chips = 0;
	struct strbuf text = STRBUF_INIT;
	const struct shown *shown;
	int lo, hi, rows, first, last, deepest;

	c.n_parts = crumb_parts(s, part, &arena);
	count = filters_of(&s->app->now, f);
	for (size_t i = 0; i < count; i++) {
		if (f[i].off)
			continue;
		strbuf_reset(&text);
		f[i].value = pattern_shown(f[i].value);
		filter_text(&text, &f[i]);
		chip[chips].is_preview =
			s->live.active && f[i].option == s->live.option;
		/* A preview has another sign: "focus≈encode". */
		if (chip[chips].is_preview && !is_ascii(s)) {
			ptrdiff_t eq = str_chr(strbuf_str(&text), '=');

			strbuf_remove(&text, (size_t)eq, 1);
			strbuf_insert(&text, (size_t)eq, STR("≈"));
		}
		chip[chips].text = arena_str(&arena, strbuf_str(&text));
		chips++;
	}
	strbuf_free(&text);
	c.n_chips = chips;
	c.n_facts = crumb_facts(s, fact, &arena);
	app = s->app;
	v = app->shown.view;
	n = s->app->shown.numbers;
	if (partial_find(v->profile).n > 0) {
		strbuf_addstr(&note, "(partial: ");
		partial_text(&note, v->profile);
		strbuf_addstr(&note, ")  ");
	}
	if (s->live.active && s->live.prompt.bad)
		strbuf_addstr(&note, "last good pattern shown");
	else if (s->live.active && app->previewing && s->live.touched)
		strbuf_addf(&note, "typing%s",
			glyph_str(GLYPH_WAIT, is_ascii(s)).p);
	else if (is_slow(app))
		strbuf_add(&note, glyph_str(GLYPH_WAIT, is_ascii(s)));
	else if (query_drops_samples(&v->query)) {
		number_put(&note, &n, v->w.kept.value);
		strbuf_addstr(&note, " of ");
		number_put(&note, &n, v->w.whole);
	}
	shown = &app->shown;
	if (!s->bare && app->undo.n > 0)
		strbuf_addf(&right, "undo %zu   ", app->undo.n);
	if (s->arranged.shown[PANE_FLAME]) {
		layout_levels(shown->flamegraph, &shown->zoom, &lo, &deepest);
		flame_levels(s, &lo, &hi);
		rows = icicle_rows(s->arranged.pane[PANE_FLAME].rows -
			pane_has_rule(s, PANE_FLAME));
		first = app->now.panes.level > lo ? app->now.panes.level : lo;
		last = app->now.panes.level +
			(first == lo ? flame_fold(s) : 0) + rows - 1;
		if (flamegraph_folds(shown->flamegraph) != NULL) {
			strbuf_addf(&right, "rows %d-%d of %d", first - lo + 1,
				(last < hi ? last : hi) - lo + 1, hi - lo + 1);
			if (s->cols >= COLS_LEVELS)
				strbuf_addf(&right, " %s %d levels",
					glyph_str(GLYPH_DOT, is_ascii(s)).p,
					deepest);
		} else if (last < hi)
			strbuf_addf(&right,
				first < 0 ? "levels %d to %d of %d"
					  : "levels %d-%d of %d",
				first, last, deepest);
		else if (hi < deepest)
			strbuf_addf(&right, "levels 0-%d of %d", hi, deepest);
		else
			strbuf_addf(&right, hi > 0 ? "levels 0-%d" : "level %d",
				hi);
	}
	/* Show a hint or the search here if it has no row of its own. */
	if (r->rule >= 0 || s->rows < ROWS_NORMAL) {
		c.remark_style = STYLE_NORMAL;
	} else if (r->second >= 0 || !is_searching(s)) {
		c.remark_style = hintline_put(s, &remark);
	} else {
		search_put(s, &remark);
		c.remark_style = STYLE_STATUS;
	}
	c.remark = strbuf_str(&remark);
	c.note = strbuf_str(&note);
	c.right = strbuf_str(&right);
	end = crumbs_draw(g, r->crumbs, &c);
	if (r->rule < 0 && !s->arranged.shown[PANE_FLAME] && !s->pager.open)
		diff_rule_draw(s, g, r->crumbs, end, s->cols - 1);
	strbuf_free(&remark);
	strbuf_free(&note);
	strbuf_free(&right);
	arena_free(&arena);
}

/* ---- Below the panes ---- */

/* Minimum columns for the meaning of the colour in the status line. */
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

/* ---- The whole picture ---- */

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

	/* Measure the graph again only for a new file or screen size. */
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
				diff_rule_draw(s, g, r.rule, 3, s->cols);
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
		draw_title(s, g);
		if (r.crumbs >= 0)
			draw_crumbs(s, g, &r);
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
			else if (r.second >= 0 && is_searching(s))
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
