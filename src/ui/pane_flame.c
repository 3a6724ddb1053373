/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graph's pane (a row of parts.h). */
#include "config.h"

#include "app/change.h"
#include "present/chrome.h"
#include "present/announce.h"
#include "present/icicle.h"
#include "present/number.h"
#include "ui/parts.h"

#include "base/banned.h"

/* The size of what is inside of the pane, also while it is not shown. */
static struct rect
inside(const struct screen *s)
{
	struct rect r = s->arranged.pane[PANE_FLAME];

	if (!s->arranged.shown[PANE_FLAME])
		return (struct rect){ 0, 0, s->rows, s->cols };
	r.row++;
	r.rows--;
	return r;
}

struct nav
flame_nav(struct screen *s)
{
	return (struct nav){
		.plan = s->app->shown.plan,
		.zoom = s->app->shown.zoom,
		.cols = icicle_cols(inside(s).cols),
		.scratch = &s->flame.scratch,
	};
}

struct matches *
flame_marks(struct screen *s)
{
	const struct shown *shown = &s->app->shown;

	if (s->flame.serial == shown->serial)
		return s->flame.matches;
	matches_free(s->flame.matches);
	s->flame.matches = NULL;
	s->flame.serial = shown->serial;
	if (shown->view != NULL && shown->view->found.active)
		s->flame.matches =
			matches_new(shown->plan, &shown->view->found.frame);
	return s->flame.matches;
}

const struct paint *
flame_paint(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	enum paint_mode wanted = s->app->now.settings.low_bandwidth &&
			s->app->now.settings.colors == PAINT_AUTO
		? PAINT_PLAIN
		: s->app->now.settings.colors;

	if (s->flame.painted == shown->serial && s->flame.painted_for == wanted)
		return &s->flame.paint;
	paint_fini(&s->flame.paint);
	paint_init(&s->flame.paint, shown->view, wanted);
	s->flame.painted = shown->serial;
	s->flame.painted_for = wanted;
	return &s->flame.paint;
}

/* Scroll so that the selected level is among the rows. */
static void
scroll(struct screen *s, int pane_rows)
{
	struct shown *shown = &s->app->shown;
	struct nav nav = flame_nav(s);
	struct target drawn = nav_shown(&nav, shown->sel);
	int lo, hi;

	layout_levels(shown->plan, &shown->zoom, &lo, &hi);
	s->app->now.panes.level =
		zoom_scroll(s->app->now.panes.level, icicle_rows(pane_rows),
			target_level(shown->plan, drawn), lo, hi);
}

/* Is the selection seen in this zoom? A frame too thin to be drawn is seen
   well enough as part of the cell that stands for it: the picture does not
   jump because the selection goes there. Enter zooms to it. */
static bool
is_on_screen(struct screen *s, struct zoom zoom)
{
	struct shown *shown = &s->app->shown;
	struct nav nav = flame_nav(s);
	struct target drawn;

	nav.zoom = zoom;
	drawn = nav_shown(&nav, shown->sel);
	return target_equal(drawn, shown->sel) ||
		(target_is_group(drawn) &&
			target_contains(shown->plan, drawn, shown->sel));
}

void
flame_reveal(struct screen *s)
{
	struct shown *shown = &s->app->shown;
	struct zoom z = shown->zoom;

	if (!is_on_screen(s, z)) {
		/* Out to where it is, and no further in than needed. */
		while (!zoom_is_all(shown->plan, &z) &&
			!target_contains(shown->plan, z.at, shown->sel))
			z = zoom_out(shown->plan, &z);
		if (!is_on_screen(s, z))
			z = zoom_reveal(
				shown->plan, &z, shown->sel, flame_nav(s).cols);
		change_follow(s->app, z);
	}
	scroll(s, inside(s).rows);
}

/* The heaviest place of a frame that the zoom shows; node NONE without. */
static struct target
widest_in_zoom(const struct shown *shown, frame_id frame)
{
	struct target best = { .node = NONE };
	const struct tree *t = plan_tree(shown->plan, SIDE_MAIN);
	uint64_t width = 0;

	for (node_id node = 1; node < t->n; node++) {
		struct target here = target_of(SIDE_MAIN, node);

		if (t->frame[node] != frame || !tree_is_live(t, node) ||
			plan_width(shown->plan, SIDE_MAIN, node) <= width ||
			!target_contains(shown->plan, shown->zoom.at, here))
			continue;
		best = here;
		width = plan_width(shown->plan, SIDE_MAIN, node);
	}
	return best;
}

void
flame_select_frame(struct screen *s, frame_id frame)
{
	const struct shown *shown = &s->app->shown;
	struct target target = { .node = NONE };

	if (!zoom_is_all(shown->plan, &shown->zoom))
		target = widest_in_zoom(shown, frame);
	if (target.node == NONE)
		target = nav_widest(shown->plan, frame, NULL);
	if (target.node != NONE)
		change_selection(s->app, target);
}

bool
flame_show_frame(struct screen *s, frame_id frame)
{
	struct target target = nav_widest(s->app->shown.plan, frame, NULL);

	if (target.node == NONE) {
		app_say(s->app, "it has no place in this graph");
		return false;
	}
	change_selection(s->app, target);
	screen_focus(s, PANE_FLAME);
	flame_reveal(s);
	s->went_to = target;
	s->went_serial = s->app->shown.serial;
	return true;
}

static struct target
moved(struct screen *s, const struct nav *nav, enum move move)
{
	struct target at = nav_shown(nav, s->app->shown.sel);
	bool flipped = s->app->now.settings.root == ROOT_BOTTOM;
	int page = icicle_rows(inside(s).rows);
	int down = flipped ? -1 : 1;

	switch (move) {
	case MOVE_UP:
		return flipped ? nav_down(nav, at) : nav_up(nav, at);
	case MOVE_DOWN:
		return flipped ? nav_up(nav, at) : nav_down(nav, at);
	case MOVE_LEFT:
		return nav_left(nav, at);
	case MOVE_RIGHT:
		return nav_right(nav, at);
	case MOVE_ROW_START:
		return nav_row_start(nav, at);
	case MOVE_ROW_END:
		return nav_row_end(nav, at);
	case MOVE_FIRST:
		return target_root(nav->plan);
	case MOVE_LAST:
		return nav_deepest(nav->plan, s->app->shown.sel);
	case MOVE_PAGE_UP:
		return nav_rows(nav, at, -page * down);
	case MOVE_PAGE_DOWN:
		return nav_rows(nav, at, page * down);
	case MOVE_HALF_UP:
		return nav_rows(nav, at, -(page + 1) / 2 * down);
	case MOVE_HALF_DOWN:
		return nav_rows(nav, at, (page + 1) / 2 * down);
	case MOVE_HOT_PATH:
		return nav_hot_path(nav->plan, s->app->shown.sel);
	}
	return at;
}

static void
move_flame(struct screen *s, enum move move)
{
	struct nav nav = flame_nav(s);

	nav_visit(&nav, s->app->shown.sel);
	change_selection(s->app, moved(s, &nav, move));
	flame_reveal(s);
}

static void
flame_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	const struct shown *shown = &s->app->shown;

	if (s->live.active && live_previews(&s->live))
		strbuf_addf(info, "preview of %s", live_name(&s->live));
	else if (!zoom_is_all(shown->plan, &shown->zoom))
		strbuf_addc(info, "zoom");
	if (shown->view->is_diff) {
		struct sides all = sides_kept(&shown->view->w);
		struct sides here = target_sides(shown->plan, shown->zoom.at);
		bool before = s->app->now.settings.diff_width == PLAN_BEFORE;

		(void)percent_put(right, before ? here.base : here.new,
			before ? all.base : all.new);
	} else {
		(void)percent_put(right,
			target_value(shown->plan, shown->zoom.at),
			shown->view->w.total);
	}
}

static void
draw_flame(struct screen *s, struct grid *g, struct rect r)
{
	const struct app *app = s->app;
	const struct shown *shown = &app->shown;
	struct strbuf text = STRBUF_INIT;
	struct nav nav = flame_nav(s);
	struct icicle ic = {
		.colors = s->colors,
		.smooth = app->now.settings.smooth &&
			!app->now.settings.low_bandwidth,
		.flame = app->now.settings.root == ROOT_BOTTOM,
		.dim_search = app->now.settings.dim_search,
		.labels = caption_mode(s),
		.paint = flame_paint(s),
		.selected = nav_shown(&nav, shown->sel),
		.same = target_frame(shown->plan, shown->sel),
		.matches = flame_marks(s),
	};

	if (s->bare) {
		ic.selected = target_of(SIDE_MAIN, NONE);
		ic.same = NONE;
	}
	if (explain_blank(&text, shown->view)) {
		notice_draw(g, r, strbuf_str(&text));
	} else {
		scroll(s, r.rows);
		ic.top = app->now.panes.level;
		icicle_draw(
			g, r, shown->plan, &shown->zoom, &ic, &s->flame.layout);
	}
	strbuf_free(&text);
}

static const struct keylegend legend[] = {
	{ "Enter", "zoom", NULL },
	{ "Esc", "back", NULL },
	{ "/", "search", NULL },
	{ "f", "focus", NULL },
	{ "v", "view", NULL },
	{ "Tab", "pane", NULL },
	{ "u", "undo", NULL },
	{ ":", "command", NULL },
	{ "?", "help", NULL },
};

static bool
click_flame(struct screen *s, uint32_t hit, bool twice)
{
	const struct layout *l = &s->flame.layout;

	(void)twice;
	if (hit >= l->n)
		return true;
	change_selection(s->app, l->box[hit].at);
	return false;
}

const struct pane_ops pane_flame = {
	.name = "Flame",
	.map = "flame",
	.draw = draw_flame,
	.info = flame_info,
	.move = move_flame,
	.click = click_flame,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
