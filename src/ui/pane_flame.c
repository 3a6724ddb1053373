/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graph's pane (a row of PANE_ROWS). */
#include "prelude.h"

#include "app/undo.h"
#include "engine/sides.h"
#include "present/announce.h"
#include "present/chrome.h"
#include "present/fold.h"
#include "present/icicle.h"
#include "present/layout.h"
#include "present/mainpath.h"
#include "present/matches.h"
#include "present/number.h"
#include "present/paint.h"
#include "ui/pane.h"
#include "ui/stamp.h"

enum { LEGIBLE = 6 /* minimum columns for a readable name */ };
enum { LEVELS_MOST = 4096 };

struct flame {
	struct layout layout, scratch;
	struct matches *matches; /* NULL: no search */
	struct stamp matched;    /* view of matches and zoomed */
	struct matches *zoomed;  /* matches in `zoomed_to`, or NULL */
	struct selection zoomed_to;
	struct paint paint;
	struct packages *packages;   /* packages of the profile's first view */
	struct profile *packages_of; /* owned reference */
	struct stamp measured;       /* view and pane size of `fits` */
	bool fits;                   /* the unfolded graph fits the pane */
	struct stamp counted;        /* view and screen width of `rows` */
	struct str counted_for;      /* opened chains of `rows` */
	int rows;                    /* rows of the folded graph */
	struct stamp ended;     /* view and columns of `lo` and `hi`, folded */
	struct zoom ended_in;
	uint32_t ended_for; /* folds_version() */
	int lo, hi;         /* first and last row with boxes */
	struct stamp painted;        /* view of paint */
	enum paint_mode painted_for; /* requested mode */
};

static void
flame_forget(struct screen *s, bool all)
{
	struct flame *f = s->own[PANE_FLAME];

	if (all || !stamp_has_view(f->painted, s->app)) {
		f->paint = (struct paint){ .mode = PAINT_PACKAGE };
		f->painted = (struct stamp){ 0 };
	}
	if (all || !stamp_has_view(f->matched, s->app)) {
		matches_free(f->matches);
		matches_free(f->zoomed);
		f->matches = f->zoomed = NULL;
	}
	if (all) {
		packages_free(f->packages);
		profile_unref(f->packages_of);
		layout_fini(&f->layout);
		layout_fini(&f->scratch);
	}
}

/* Return the pane without its rule; if it is not shown, the whole screen. */
static struct rect
flame_inside(const struct screen *s)
{
	struct rect r = s->arranged.pane[PANE_FLAME];

	if (!s->arranged.shown[PANE_FLAME])
		return (struct rect){ 0, 0, s->rows, s->cols };
	if (pane_has_rule(s, PANE_FLAME)) {
		r.row++;
		r.rows--;
	}
	return r;
}

struct nav
flame_nav(struct screen *s)
{
	struct flame *f = s->own[PANE_FLAME];
	const struct shown *shown = &s->app->shown;
	struct folds *folds = flamegraph_folds(shown->flamegraph);

	/* The zoomed frame begins a row. */
	if (folds != NULL)
		folds_zoom(folds, shown->zoom.at);
	return (struct nav){
		.flamegraph = shown->flamegraph,
		.zoom = shown->zoom,
		.cols = icicle_cols(flame_inside(s).cols),
		.scratch = &f->scratch,
	};
}

void
flame_levels(const struct screen *s, int *lo, int *hi)
{
	const struct flame *f = s->own[PANE_FLAME];

	layout_ends(&f->layout, lo, hi);
}

/* Return the graph's rows in `cols` columns, down to the last box of at least
   `least` columns, or the last frame of one column. They are limited to
   LEVELS_MOST, more than any screen has, on each side of the root, so that a
   graph a million levels deep does not delay keys. */
static int
rows_in(struct screen *s, int cols, int least)
{
	struct flame *f = s->own[PANE_FLAME];
	struct flamegraph *flamegraph = s->app->shown.flamegraph;
	struct zoom all = zoom_all(flamegraph);
	struct layout *l = &f->scratch;
	int lo, hi, last;

	layout_levels(flamegraph, &all, &lo, &hi);
	lo = lo < -LEVELS_MOST ? -LEVELS_MOST : lo;
	hi = hi > LEVELS_MOST ? LEVELS_MOST : hi;
	layout_build(l, flamegraph, &all, icicle_cols(cols), lo, hi);
	last = lo;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->box[i].x1 - l->box[i].x0 >= least &&
			(least > 1 || !selection_is_group(l->box[i].at)))
			last = l->box[i].level;
	return last - lo + 1;
}

/* True if the whole graph, a row for each frame, fits in its pane. */
static bool
fits_unfolded(struct screen *s)
{
	struct flame *f = s->own[PANE_FLAME];
	struct flamegraph *p = s->app->shown.flamegraph;
	struct rect r = flame_inside(s);
	int rows = icicle_rows(r.rows);

	if (stamp_has_view(f->measured, s->app) && f->measured.rows == rows &&
		f->measured.cols == r.cols)
		return f->fits;
	flamegraph_fold(p, false);
	f->measured = stamp_of_view(s->app);
	f->measured.rows = rows;
	f->measured.cols = r.cols;
	f->fits = rows_in(s, r.cols, 1) <= rows;
	return f->fits;
}

bool
flame_fold_chains(struct screen *s)
{
	enum chains_mode mode = s->app->now.settings.chains;
	struct flamegraph *p = s->app->shown.flamegraph;
	bool on;

	if (s->app->shown.view == NULL)
		return false;
	on = mode == CHAINS_ON || (mode == CHAINS_AUTO && !fits_unfolded(s));
	flamegraph_fold(p, on);
	return on;
}

int
flame_rows(struct screen *s)
{
	struct flame *f = s->own[PANE_FLAME];
	struct str opened = s->app->now.opened;

	if (!stamp_has_view(f->counted, s->app) || f->counted.cols != s->cols ||
		f->counted_for.p != opened.p || f->counted_for.n != opened.n) {
		f->counted = stamp_of_view(s->app);
		f->counted.cols = s->cols;
		f->counted_for = opened;
		f->rows = rows_in(s, s->cols, 2);
	}
	return f->rows;
}

struct drawn
flame_drawn(struct screen *s)
{
	struct zoom all = zoom_all(s->app->shown.flamegraph);
	int lo, hi;

	flamegraph_fold(s->app->shown.flamegraph, false);
	layout_levels(s->app->shown.flamegraph, &all, &lo, &hi);
	/* Beside lists, only levels with a readable name count. */
	return (struct drawn){
		.beside = rows_in(s, arrange_cols_beside(s->cols), LEGIBLE),
		.whole = rows_in(s, s->cols, 2),
		.deepest = hi - lo + 1,
	};
}

struct matches *
flame_marks(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	struct flame *f = s->own[PANE_FLAME];

	if (stamp_has_view(f->matched, s->app))
		return f->matches;
	matches_free(f->matches);
	matches_free(f->zoomed);
	f->zoomed = NULL;
	f->matched = stamp_of_view(s->app);
	f->matches = shown->view != NULL && shown->view->found.active
		? matches_new(shown->flamegraph, &shown->view->found.frame)
		: NULL;
	return f->matches;
}

struct matches *
flame_marks_in_zoom(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	struct flame *f = s->own[PANE_FLAME];
	struct selection part;

	if (flame_marks(s) == NULL)
		return NULL;
	part = app_chosen_part(s->app);
	if (part.node == NONE ||
		selection_equal(part, selection_root(shown->flamegraph)))
		return NULL;
	if (f->zoomed == NULL || !selection_equal(f->zoomed_to, part)) {
		matches_free(f->zoomed);
		f->zoomed = matches_within(f->matches, part);
		f->zoomed_to = part;
	}
	return f->zoomed;
}

struct found
flame_found(struct screen *s)
{
	const struct view *v = s->app->shown.view;
	struct found found = v->found;
	struct matches *m = flame_marks(s);

	if (m != NULL && v->query.drop_negative && !v->is_diff) {
		found.n_frames = matches_functions(m);
		found.n_nodes = matches_count(m);
		found.value = matches_value(m);
	}
	return found;
}

int64_t
flame_zoom_value(struct screen *s)
{
	struct app *app = s->app;

	return app->shown.view->is_diff || app->shown.view->query.mean
		? 0
		: selection_value(app->shown.flamegraph, app_chosen_part(app));
}

const struct paint *
flame_paint(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	const struct settings *set = &s->app->now.settings;
	enum paint_mode wanted = set->low_bandwidth && set->colors == PAINT_AUTO
		? PAINT_PLAIN
		: set->colors;
	struct flame *f = s->own[PANE_FLAME];

	if (!stamp_has_view(f->painted, s->app) || f->painted_for != wanted) {
		const struct view *v;

		paint_init(&f->paint, shown->flamegraph, wanted);
		/* Keep the first view's packages, so that colours stay. */
		v = shown->view;
		if (f->packages_of != v->profile && f->paint.origins != NULL) {
			packages_free(f->packages);
			profile_unref(f->packages_of);
			f->packages = packages_new(v, f->paint.origins);
			f->packages_of = profile_ref(v->profile);
		}
		f->paint.packages =
			f->packages_of == v->profile ? f->packages : NULL;
		f->painted = stamp_of_view(s->app);
		f->painted_for = wanted;
	}
	return &f->paint;
}

int
flame_fold(struct screen *s)
{
	struct nav nav = flame_nav(s);

	if (s->bare || s->rows >= ROWS_ROOMY)
		return 0;
	return icicle_fold(nav.flamegraph, &nav.zoom, nav.cols,
		icicle_rows(flame_inside(s).rows), s->app->now.settings.names,
		is_ascii(s), nav.scratch);
}

/* Set the first and last row of a folded graph that have boxes; they are laid
   out only once for moves without a zoom. */
static void
find_ends(struct screen *s, const struct nav *nav, int *lo, int *hi)
{
	struct flame *f = s->own[PANE_FLAME];
	uint32_t version = folds_version(flamegraph_folds(nav->flamegraph));

	if (!stamp_has_view(f->ended, s->app) || f->ended.cols != nav->cols ||
		f->ended_for != version ||
		!zoom_equal(&f->ended_in, &nav->zoom)) {
		layout_drawn(nav->scratch, nav->flamegraph, &nav->zoom,
			nav->cols, &f->lo, &f->hi);
		f->ended = stamp_of_view(s->app);
		f->ended.cols = nav->cols;
		f->ended_for = version;
		f->ended_in = nav->zoom;
	}
	*lo = f->lo;
	*hi = f->hi;
}

/* Scroll so that the selected level is visible. Folded levels count as the
   level whose row they share. */
static void
flame_scroll(struct screen *s, int pane_rows)
{
	struct shown *shown = &s->app->shown;
	struct nav nav = flame_nav(s);
	struct selection drawn = nav_shown(&nav, shown->sel);
	int lo, hi, level = selection_level(shown->flamegraph, drawn);
	int fold = flame_fold(s), top = s->app->now.panes.level;

	if (flamegraph_folds(shown->flamegraph) != NULL)
		find_ends(s, &nav, &lo, &hi);
	else
		layout_levels(shown->flamegraph, &shown->zoom, &lo, &hi);
	level = level > lo + fold ? level : lo + fold;
	top = zoom_scroll(top, icicle_rows(pane_rows), level, lo + fold, hi);
	s->app->now.panes.level = top > lo + fold ? top : lo;
}

/* True if the selection is visible in this zoom. A frame too thin to draw is
   visible as part of its +N cell, so that the graph does not jump when it is
   selected. Enter zooms to it. */
static bool
flame_shows(struct screen *s, struct zoom zoom)
{
	struct shown *shown = &s->app->shown;
	struct nav nav = flame_nav(s);
	struct selection drawn;

	nav.zoom = zoom;
	drawn = nav_shown(&nav, shown->sel);
	return selection_equal(drawn, shown->sel) ||
		(selection_is_group(drawn) &&
			selection_contains(
				shown->flamegraph, drawn, shown->sel));
}

void
flame_reveal(struct screen *s)
{
	struct shown *shown = &s->app->shown;
	struct zoom z;

	/* Open the chain that hides the selection. */
	if (flamegraph_folds(shown->flamegraph) != NULL &&
		!selection_is_group(shown->sel) && shown->sel.node != NONE &&
		fold_place(flamegraph_folds(shown->flamegraph), shown->sel.side,
			shown->sel.node)
			.is_hidden)
		(void)change_chain(s->app, shown->sel);
	z = shown->zoom;
	if (!flame_shows(s, z)) {
		/* Zoom out until it is inside, then in if necessary. */
		while (!zoom_is_all(shown->flamegraph, &z) &&
			!selection_contains(
				shown->flamegraph, z.at, shown->sel))
			z = zoom_out(shown->flamegraph, &z);
		if (!flame_shows(s, z))
			z = zoom_reveal(shown->flamegraph, &z, shown->sel,
				flame_nav(s).cols);
		change_follow(s->app, z);
	}
	flame_scroll(s, flame_inside(s).rows);
}

void
flame_select_frame(struct screen *s, frame_id frame)
{
	const struct shown *shown = &s->app->shown;
	struct selection selected = { .node = NONE };

	if (!zoom_is_all(shown->flamegraph, &shown->zoom))
		selected = nav_widest(shown->flamegraph, shown->zoom.at, frame);
	if (selected.node == NONE)
		selected = nav_widest(shown->flamegraph,
			selection_root(shown->flamegraph), frame);
	if (selected.node != NONE)
		change_selection(s->app, selected);
}

bool
flame_show_frame(struct screen *s, frame_id frame)
{
	struct flamegraph *p = s->app->shown.flamegraph;
	struct selection selected = nav_widest(p, selection_root(p), frame);

	if (selected.node == NONE) {
		app_say(s->app, "the function is not in this graph");
		return false;
	}
	change_selection(s->app, selected);
	screen_focus(s, PANE_FLAME);
	flame_reveal(s);
	return true;
}

struct selection
flame_moved(const struct screen *s, const struct nav *nav, struct selection at,
	enum move move, int page)
{
	struct selection from = nav_shown(nav, at);
	bool flipped = s->app->now.settings.root == ROOT_BOTTOM;
	int rows;

	switch (move) {
	case MOVE_UP:
	case MOVE_DOWN:
		return (move == MOVE_UP) != flipped ? nav_up(nav, from)
						    : nav_down(nav, from);
	case MOVE_LEFT:
	case MOVE_RIGHT:
		return nav_sideways(nav, from, move == MOVE_LEFT ? -1 : 1);
	case MOVE_ROW_START:
	case MOVE_ROW_END:
		return nav_row_edge(nav, from, move == MOVE_ROW_END);
	case MOVE_FIRST:
		return selection_root(nav->flamegraph);
	case MOVE_LAST:
		return nav_deepest(nav->flamegraph, at);
	default:
		rows = (int)list_steps(move, page, 0);
		return nav_rows(nav, from, flipped ? -rows : rows);
	}
}

/* Select the end of the main path from the selection, and report why the path
   ends there. If the selection is that end, continue with its heaviest
   callee. */
static void
go_main_path(struct screen *s, struct nav *nav)
{
	struct selection from = s->app->shown.sel,
			 end = mainpath_end(nav->flamegraph,
				 flamegraph_origins(nav->flamegraph), from);
	struct strbuf words = STRBUF_INIT;

	end = mainpath_put(&words, nav->flamegraph,
		flamegraph_origins(nav->flamegraph), from,
		selection_equal(end, from), is_ascii(s));
	change_selection(s->app, end);
	flame_reveal(s);
	if (words.n > 0)
		app_say(s->app, "%s", strbuf_c(&words));
	strbuf_free(&words);
}

static void
move_flame(struct screen *s, enum move move)
{
	struct nav nav = flame_nav(s);

	nav_visit(&nav, s->app->shown.sel);
	if (move == MOVE_HOT_PATH) {
		go_main_path(s, &nav);
		return;
	}
	change_selection(s->app,
		flame_moved(s, &nav, s->app->shown.sel, move,
			icicle_rows(flame_inside(s).rows)));
	flame_reveal(s);
}

static void
flame_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	const struct shown *shown = &s->app->shown;

	if (flamegraph_folds(shown->flamegraph) != NULL)
		strbuf_addstr(info, "chains folded (|)  ");
	if (s->live.active && live_previews(&s->live))
		strbuf_addf(info, "preview of %s", live_name(&s->live));
	else if (!zoom_is_all(shown->flamegraph, &shown->zoom))
		strbuf_addstr(info, "zoom");
	if (shown->view->is_diff) {
		struct sides all = sides_of(&shown->view->w.kept);
		struct sides here =
			selection_sides(shown->flamegraph, shown->zoom.at);
		bool before =
			s->app->now.settings.diff_width == FLAME_OF_BEFORE;

		(void)percent_put(right, before ? here.base : here.new,
			before ? all.base : all.new);
	} else {
		(void)percent_put(right,
			selection_value(shown->flamegraph, shown->zoom.at),
			view_whole(shown->view));
	}
}

static void
draw_flame(struct screen *s, struct grid *g, struct rect r)
{
	const struct app *app = s->app;
	const struct shown *shown = &app->shown;
	struct flame *f = s->own[PANE_FLAME];
	struct strbuf text = STRBUF_INIT;
	struct nav nav = flame_nav(s);
	struct icicle ic = {
		.colors = s->colors,
		.smooth = app->now.settings.smooth &&
			!app->now.settings.low_bandwidth,
		.flame = app->now.settings.root == ROOT_BOTTOM,
		.dim_search = app->now.settings.dim_search,
		.labels = app->now.settings.names,
		.paint = flame_paint(s),
		.selected = nav_shown(&nav, shown->sel),
		.same = selection_frame(shown->flamegraph, shown->sel),
		.matches = flame_marks(s),
	};

	if (s->bare) {
		ic.selected = selection_of(SIDE_MAIN, NONE);
		ic.same = NONE;
	}
	if (explain_blank(&text, shown->view)) {
		layout_fini(&f->layout);
		notice_draw(g, r, strbuf_str(&text));
	} else {
		flame_scroll(s, r.rows);
		ic.top = app->now.panes.level;
		ic.fold = flame_fold(s);
		icicle_draw(
			g, r, shown->flamegraph, &shown->zoom, &ic, &f->layout);
	}
	strbuf_free(&text);
}

static const struct keylegend legend[] = { { "Enter", "zoom" },
	{ "Esc", "back" }, { "/", "search" }, { "f", "focus" }, { "v", "view" },
	{ "Tab", "pane" }, { "u", "undo" }, { ":", "command" },
	{ "?", "help" } };

static bool
click_flame(struct screen *s, uint32_t hit)
{
	const struct flame *f = s->own[PANE_FLAME];
	const struct box_part *part;
	struct selection at;

	if (hit < f->layout.n) {
		change_selection(s->app, f->layout.box[hit].at);
		return false;
	}
	if (hit - f->layout.n >= f->layout.part.n)
		return true;
	part = &f->layout.part.p[hit - f->layout.n];
	at = f->layout.box[part->box].at;
	if (part->node != NONE)
		at.node = part->node;
	change_selection(s->app, at);
	if (part->node != NONE)
		return false;
	screen_run(s, STR("chain_open")); /* a gap */
	return true;
}

const struct pane pane_flame = {
	.name = "Flame",
	.map = "flame",
	.size = sizeof(struct flame),
	.draw = draw_flame,
	.info = flame_info,
	.move = move_flame,
	.click = click_flame,
	.forget = flame_forget,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
