/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the timeline is drawn of: see timeline_data.h. */
#include "prelude.h"

#include "ui/timeline_data.h"

#include "profile/sampletype.h"
#include "profile/unit.h"

enum { LEAST_COLS = 4 };

struct snapshots *
shots_of(const struct screen *s)
{
	return s->app->session != NULL ? s->app->session->snapshots : NULL;
}

bool
timeline_is_there(const struct screen *s)
{
	return shots_of(s) != NULL && snapshots_along(shots_of(s));
}

struct str
column_type(const struct screen *s, struct str *unit)
{
	const struct profile *p = s->app->session->profile;
	uint32_t column = s->app->shown.view->column;

	*unit = profile_str(p, p->types.unit[column]);
	return profile_str(p, p->types.type[column]);
}

/* The span that an option says; all of it when it says nothing. */
static struct span
option_span(const struct screen *s, struct str text, struct span otherwise)
{
	const struct snapshots *shots = shots_of(s);
	struct err ignored = ERR_INIT;
	struct span span;

	if (text.n == 0 || shots == NULL ||
		snapshots_span(shots, text, snapshots_now(shots, &s->app->spec),
			&span, &ignored) != 0)
		return otherwise;
	return shots->served ? span : span_both(span, snapshots_extent(shots));
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

/* The points of the sample type that is shown. */
static void
strip_refresh(struct screen *s)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct str unit, type = column_type(s, &unit);
	const struct profile *p = s->app->session->profile;
	str_id id = p->types.type[s->app->shown.view->column];

	if (st->of == shots_of(s) && st->type == id && st->points.n > 0)
		return;
	strip_forget(st);
	st->of = snapshots_ref(shots_of(s));
	st->type = id;
	snapshots_points(st->of, type, app_keep(s->app, unit), &st->points);
	if (!st->placed && st->points.n > 0)
		st->cursor = st->points.p[st->points.n - 1].span.from;
	st->placed = true;
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

/* What is to be ordered: lines of a function, of values of a label; of servers
   the points of another time, or finer ones. An order without a step: nothing.
 */
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

static bool
ordered_equal(const struct ordered *a, const struct ordered *b)
{
	return str_eq(a->name, b->name) && a->by_label == b->by_label &&
		span_equal(a->window, b->window) &&
		(a->step == b->step || span_is_empty(a->window)) &&
		(a->step > 0) == (b->step > 0);
}

/* Not while something else is made, which would be forgotten. */
static void
order_timelines(struct screen *s, const struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct app *app = s->app;
	const struct result_slot *d = &app->product[PRODUCT_TIMELINES];
	struct ordered want = strip_wants(s, seen);
	struct lines_wanted q = { .by_label = want.by_label,
		.name = want.name,
		.window = want.window,
		.step = want.step };
	struct load_spec spec = app->spec;
	struct strbuf order = STRBUF_INIT;

	if (!ordered_equal(&want, &st->ordered)) {
		st->ordered = want;
		q.type = column_type(s, &q.unit);
		spec.demangle = app->session->made.demangle;
		if (want.step > 0)
			snapshots_order(st->of, &spec, &q, &order);
		st->order = app_keep(app, strbuf_str(&order));
		strbuf_free(&order);
	}
	if (st->order.n > 0 && !app->computing && app->loading == NULL &&
		!(d->stopped && str_eq(d->order, st->order)))
		app_request(app, PRODUCT_TIMELINES, st->order);
}

/* What was ordered, as far as it is there; else what is known. */
static void
add_lines(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	const struct result_slot *d = &s->app->product[PRODUCT_TIMELINES];
	const struct timelines *lines = d->it;
	bool there = lines != NULL && str_eq(d->made_of, st->order);

	seen->line[0] = (struct plotted){ STR("all"),
		st->fine_step > 0 ? &st->fine : &st->points };
	seen->waits = st->order.n > 0 && !there && !d->stopped;
	if (st->order.n == 0 || !there)
		return;
	if (lines->all.n > 0)
		seen->line[0].points = &lines->all;
	for (size_t i = 0; i < lines->n && seen->t.n < LINES_MAX; i++)
		seen->line[seen->t.n++] =
			(struct plotted){ lines->line[i].name.n > 0
					? lines->line[i].name
					: STR("(without)"),
				&lines->line[i].points };
}

/* The points of a window of samples, made when it is another one. */
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

/* A window of samples whose steps are shorter than those of all. */
static void
look_closer(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline *t = &seen->t;
	int64_t step =
		points_step(t->window.until - t->window.from, seen->cols, 1, 0);

	if (st->of->whole == NULL || step >= st->points.grid ||
		span_equal(t->window, snapshots_extent(st->of))) {
		st->fine_step = 0;
		return;
	}
	t->step = step;
	make_fine(s, span_round(t->window, step), step);
}

/* Samples alone on the screen, for some seconds: a row for each. The cursor
   says which ones are seen. */
static bool
look_at_seconds(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline *t = &seen->t;
	struct span all = span_round(t->window, SECOND_MS);
	struct rect r = s->arranged.pane[PANE_TIMELINE];
	struct heatmap h = heatmap_fit(
		/* Below its rule. */
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

/* The window and its steps, for what is known by now. */
static void
settle_window(struct screen *s, struct timeline_view *seen)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline *t = &seen->t;
	const struct points *ps;

	t->window = option_span(
		s, s->app->now.settings.window, snapshots_extent(st->of));
	if (span_is_empty(t->window))
		t->window = points_extent(&st->points);
	t->step = st->of->served ? served_step(st->of, t->window, seen->cols)
				 : points_step(t->window.until - t->window.from,
					   seen->cols, st->points.interval, 0);
	if (!look_at_seconds(s, seen))
		look_closer(s, seen);
	order_timelines(s, seen);
	add_lines(s, seen);
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

	strip_refresh(s);
	*seen = (struct timeline_view){ .t = { .n = 1 } };
	t->line = seen->line;
	type = column_type(s, &unit);
	t->is_cores = st->points.per_second && unit_is_time(unit) &&
		kind_of(type, unit)->group == GROUP_CPU;
	/* With lines beside one another the gutter is wider. */
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
