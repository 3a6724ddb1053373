/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/head.h"

#include <inttypes.h>

#include "app/filter.h"
#include "app/undo.h"
#include "fetch/server.h"
#include "load/load.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "present/chrome.h"
#include "present/icicle.h"
#include "present/layout.h"
#include "present/matches.h"
#include "present/paint.h"
#include "present/patterns.h"
#include "present/status.h"
#include "profile/partial.h"
#include "profile/sampletype.h"
#include "profile/timetext.h"
#include "profile/unit.h"
#include "ui/pane.h"

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

/* ---- The title ---- */

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
	} else if (nanos > 0 && !v->full.negative) {
		/* A subtraction was not measured in a time. */
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
head_title_draw(struct screen *s, struct grid *g)
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

enum { COLS_LEVELS = 60 }; /* least for the number of levels beside rows */
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

bool
search_is_shown(const struct screen *s)
{
	return s->app->shown.view->found.active && !s->pager.open;
}

void
search_put(struct screen *s, struct strbuf *out)
{
	const struct shown *shown = &s->app->shown;
	struct matches *zoomed = flame_marks_in_zoom(s);
	struct matches *m = zoomed != NULL ? zoomed : flame_marks(s);
	const struct found all = flame_found(s);
	const struct status_found found = {
		.all = &all,
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

void
head_crumbs_draw(struct screen *s, struct grid *g, int row, bool has_rule,
	bool has_second)
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
	if (has_rule || s->rows < ROWS_NORMAL) {
		c.remark_style = STYLE_NORMAL;
	} else if (has_second || !search_is_shown(s)) {
		c.remark_style = hintline_put(s, &remark);
	} else {
		search_put(s, &remark);
		c.remark_style = STYLE_STATUS;
	}
	c.remark = strbuf_str(&remark);
	c.note = strbuf_str(&note);
	c.right = strbuf_str(&right);
	end = crumbs_draw(g, row, &c);
	if (!has_rule && !s->arranged.shown[PANE_FLAME] && !s->pager.open)
		diff_rule_draw(g, row, end, s->cols - 1, v);
	strbuf_free(&remark);
	strbuf_free(&note);
	strbuf_free(&right);
	arena_free(&arena);
}
