/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/timeline_data.h"

#include "load/sampletimes.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "profile/sampletype.h"
#include "profile/unit.h"
#include "series/timelines.h"

enum { LEAST_COLS = 4, SPIKE_STEPS = 4000 };

struct snapshots *
screen_snapshots(const struct screen *s)
{
	return s->app->session != NULL ? s->app->session->snapshots : NULL;
}

bool
timeline_is_there(const struct screen *s)
{
	return screen_snapshots(s) != NULL &&
		snapshots_along(screen_snapshots(s));
}

struct str
column_type(const struct screen *s, struct str *unit)
{
	const struct profile *p = s->app->session->profile;
	uint32_t column = s->app->shown.view->column;

	*unit = profile_str(p, p->types.unit[column]);
	return profile_str(p, p->types.type[column]);
}

/* Return an option's span; `otherwise` if it is empty or invalid. */
static struct span
option_span(const struct screen *s, struct str text, struct span otherwise)
{
	const struct snapshots *snapshots = screen_snapshots(s);
	struct err ignored = ERR_INIT;
	struct span span;

	if (text.n == 0 || snapshots == NULL ||
		snapshots_span(snapshots, text,
			snapshots_now(snapshots, &s->app->spec), &span,
			&ignored) != 0)
		return otherwise;
	return snapshots->served ? span
				 : span_both(span, snapshots_extent(snapshots));
}

void
strip_forget(struct strip *st)
{
	points_free(&st->points);
	points_free(&st->fine);
	st->fine_step = 0;
	snapshots_unref(st->of);
	st->of = NULL;
	st->order = STR_EMPTY;
	st->ordered = (struct ordered){ .step = 0 };
}

struct span
strip_bounds(struct screen *s)
{
	const struct strip *st = s->own[PANE_TIMELINE];

	if (!st->of->served)
		return points_extent(&st->points);
	return span_round(
		(struct span){ 0, snapshots_now(st->of, &s->app->spec) },
		st->points.grid > 0 ? st->points.grid : 1000);
}

/* Return the request: lines of a function or of a label's values; from servers
   also points of another time, or finer ones. Step 0: no request. */
static struct ordered
strip_wants(struct screen *s, const struct timeline_view *seen)
{
	const struct strip *st = s->own[PANE_TIMELINE];
	const struct timeline *t = &seen->t;
	struct ordered o = { .name = st->pinned, .by_label = false };
	struct span there = span_round(
		st->of->asked, st->points.grid > 0 ? st->points.grid : 1);
	bool other = t->step < st->points.grid || t->window.from < there.from ||
		t->window.until > there.until;

	if (st->pinned.n == 0) {
		o.name = s->app->now.settings.group;
		o.by_label = o.name.n > 0;
	}
	if (o.name.n == 0 && !(st->of->served && other))
		return o;
	o.step = t->step;
	if (st->of->served || st->fine_step > 0)
		o.window = span_round(t->window, t->step);
	return o;
}

/* Compute the points of a window of samples, unless st->fine has them. */
static void
make_fine(struct screen *s, struct span window, int64_t step)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct str unit, type = column_type(s, &unit);

	if (step == st->fine_step && span_equal(window, st->fine_of))
		return;
	points_free(&st->fine);
	sampled_points_in(
		st->of, type, app_keep(s->app, unit), window, step, &st->fine);
	st->fine_of = window;
	st->fine_step = step;
}

/* If the timeline of samples is alone on the screen, choose a heat map with a
   row for each second, scrolled to the cursor. Return false for a plot. */
static bool
look_at_seconds(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline *t = &seen->t;
	struct span all = span_round(t->window, SECOND_MS);
	struct rect r = s->arranged.pane[PANE_TIMELINE];
	struct heatmap h = heatmap_fit(
		/* The pane without its rule. */
		(struct rect){ r.row + 1, r.col, r.rows - 1, r.cols },
		(all.until - all.from) / SECOND_MS, s->colors >= 16,
		is_ascii(s));
	int64_t length = h.shown * SECOND_MS;
	struct span here = span_round(
		(struct span){ st->cursor, st->cursor + 1 }, SECOND_MS);

	if (st->of->whole == NULL || !s->app->now.panes.maximized ||
		!s->arranged.alone || h.slots == 0 ||
		t->window.until - t->window.from < 2 * SECOND_MS ||
		st->pinned.n > 0 || s->app->now.settings.group.n > 0)
		return false;
	if (st->top > here.from)
		st->top = here.from;
	if (st->top + length < here.until)
		st->top = here.until - length;
	if (st->top + length > all.until)
		st->top = all.until - length;
	if (st->top < all.from)
		st->top = all.from;
	t->window = (struct span){ st->top, st->top + length };
	t->step = SECOND_MS / h.slots;
	seen->heat = h;
	make_fine(s, t->window, t->step);
	return true;
}

/* Set window, step and lines from available data; request missing data. */
static void
settle_window(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline *t = &seen->t;
	const struct points *ps;
	const struct result_slot *d;
	const struct timelines *lines;
	bool there;
	struct app *app;
	const struct result_slot *slot;
	struct ordered want;
	struct lines_wanted q;
	struct load_spec spec;
	struct strbuf order = STRBUF_INIT;

	t->window = option_span(
		s, s->app->now.settings.window, snapshots_extent(st->of));
	if (span_is_empty(t->window))
		t->window = points_extent(&st->points);
	t->step = st->of->served ? served_step(st->of, t->window, seen->cols)
				 : points_step(t->window.until - t->window.from,
					   seen->cols, st->points.interval, 0);
	if (!look_at_seconds(s, seen)) {
		int64_t step = points_step(
			t->window.until - t->window.from, seen->cols, 1, 0);

		/* Use shorter steps for a window of samples if it is short
		   enough. */
		if (st->of->whole == NULL || step >= st->points.grid ||
			span_equal(t->window, snapshots_extent(st->of))) {
			st->fine_step = 0;
		} else {
			t->step = step;
			make_fine(s, span_round(t->window, step), step);
		}
	}
	/* A request would cancel other computations: wait for their end. */
	app = s->app;
	slot = &app->product[PRODUCT_TIMELINES];
	want = strip_wants(s, seen);
	q = (struct lines_wanted){ .by_label = want.by_label,
		.name = want.name,
		.window = want.window,
		.step = want.step };
	spec = app->spec;
	if (!str_eq(want.name, st->ordered.name) ||
		want.by_label != st->ordered.by_label ||
		!span_equal(want.window, st->ordered.window) ||
		!(want.step == st->ordered.step ||
			span_is_empty(want.window)) ||
		(want.step > 0) != (st->ordered.step > 0)) {
		st->ordered = want;
		q.type = column_type(s, &q.unit);
		spec.demangle = app->session->made.demangle;
		spec.rules = app->session->made.rules;
		if (want.step > 0)
			snapshots_order(st->of, &spec, &q, &order);
		st->order = app_keep(app, strbuf_str(&order));
		strbuf_free(&order);
	}
	if (st->order.n > 0 && !app->computing && app->loading == NULL &&
		!(slot->stopped && str_eq(slot->order, st->order)))
		app_request(app, PRODUCT_TIMELINES, st->order);
	/* Take the requested lines, or until then the loaded points. */
	d = &s->app->product[PRODUCT_TIMELINES];
	lines = d->it;
	there = lines != NULL && str_eq(d->made_of, st->order);
	seen->line[0] = (struct plotted){ STR("all"),
		st->fine_step > 0 ? &st->fine : &st->points };
	seen->waits = st->order.n > 0 && !there && !d->stopped;
	if (st->order.n != 0 && there) {
		if (lines->all.n > 0)
			seen->line[0].points = &lines->all;
		t->others = lines->others;
		for (size_t i = 0; i < lines->n && seen->t.n < LINES_MAX; i++)
			seen->line[seen->t.n++] =
				(struct plotted){ lines->line[i].name.n > 0
						? lines->line[i].name
						: STR("(without)"),
					&lines->line[i].points };
	}
	ps = seen->line[0].points;
	if (ps->grid > 0 && t->step % ps->grid != 0)
		t->step = points_step(t->window.until - t->window.from,
			seen->cols, ps->interval, ps->grid);
	t->window = span_round(t->window, t->step);
	t->now = st->of->served ? snapshots_now(st->of, &s->app->spec)
				: INT64_MAX;
}

void
strip_see(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	const struct settings *set = &s->app->now.settings;
	struct timeline *t = &seen->t;
	struct str unit, type;
	bool range;
	struct str refresh_unit, refresh_type = column_type(s, &refresh_unit);
	const struct profile *p = s->app->session->profile;
	str_id id = p->types.type[s->app->shown.view->column];

	/* Compute the points of the shown sample type. */
	if (st->of != screen_snapshots(s) || st->type != id ||
		st->points.n == 0) {
		strip_forget(st);
		st->of = snapshots_ref(screen_snapshots(s));
		st->type = id;
		snapshots_points(st->of, refresh_type,
			app_keep(s->app, refresh_unit), &st->points);
		if (!st->placed && st->points.n > 0)
			st->cursor = st->points.p[st->points.n - 1].span.from;
		st->placed = st->placed || !st->of->pending;
	}
	*seen = (struct timeline_view){ .t = { .n = 1 } };
	t->line = seen->line;
	type = column_type(s, &unit);
	t->is_cores = st->points.per_second && unit_is_time(unit) &&
		kind_of(type, unit)->group == GROUP_CPU;
	/* Several lines need a wider gutter. */
	seen->line[0].points = &st->points;
	t->n += st->ordered.name.n > 0;
	seen->cols = s->arranged.pane[PANE_TIMELINE].cols - timeline_gutter(t);
	t->n = 1;
	if (seen->cols < LEAST_COLS)
		seen->cols = LEAST_COLS;
	settle_window(s, seen);
	seen->cols = s->arranged.pane[PANE_TIMELINE].cols - timeline_gutter(t);
	if (seen->cols < LEAST_COLS)
		seen->cols = LEAST_COLS;
	if (st->line >= t->n)
		st->line = t->n - 1;
	t->at = st->line;
	t->own_scales = st->own_scales;
	range = set->range.n > 0;
	t->range = option_span(s, set->range, (struct span){ 0, 0 });
	if (!range)
		t->range = (struct span){ 0, 0 };
	t->base = option_span(s, set->base_range, (struct span){ 0, 0 });
	t->mark = st->mark;
	t->cursor = st->cursor;
	t->focused = s->app->now.panes.focus == PANE_TIMELINE && !s->bare;
	t->marks_row = s->rows >= ROWS_ROOMY;
}

bool
strip_spike(struct screen *s, const struct timeline_view *seen, int direction,
	struct span *spike, struct span *searched)
{
	const struct strip *st = s->own[PANE_TIMELINE];
	const struct timeline *t = &seen->t;
	/* Points of a shorter window do not reach beyond it. */
	const struct points *ps = st->line == 0 && !st->of->served
		? &st->points
		: t->line[st->line].points;
	struct span all = points_extent(ps), window = t->window;
	bool is_start = span_is_empty(st->mark) && direction > 0 &&
		st->cursor == window.from;
	int64_t step, after = is_start ? st->cursor - 1 : st->cursor;

	if (points_spike(t->line[st->line].points, window, t->step, after,
		    direction, spike))
		return true;
	step = points_step(
		all.until - all.from, SPIKE_STEPS, ps->interval, ps->grid);
	if (step < t->step && (ps->grid == 0 || t->step % ps->grid == 0))
		step = t->step;
	all = span_round(all, step);
	*searched = direction > 0 ? (struct span){ st->cursor, all.until }
				  : (struct span){ all.from, st->cursor };
	*searched = span_round(*searched, step);
	if (span_is_empty(*searched))
		*searched = all;
	return !span_is_empty(all) &&
		points_spike(ps, all, step, after, direction, spike);
}
