/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The timeline: a strip above the panes (a row of PANE_ROWS), and its commands.
 * The options window, range and base_range set the times of the timeline, the
 * graph and a diff's base. The cursor and the mark are the timeline's own.
 */
#include "prelude.h"

#include <inttypes.h>
#include <math.h>

#include "app/undo.h"
#include "engine/regexp.h"
#include "fetch/server.h"
#include "load/sampletimes.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "present/timeline.h"
#include "profile/timetext.h"
#include "series/timelines.h"
#include "ui/commands.h"
#include "ui/pane.h"
#include "ui/timeline_data.h"
#include "write/markup.h"

int
timeline_rows(const struct screen *s)
{
	return s->rows >= ROWS_ROOMY ? 7 : s->rows >= 18 ? 4 : 3;
}

/* ---- The cursor and the mark ---- */

/* Return the span of the column of `time`, rounded to whole steps. */
static struct span
column_span(const struct timeline_view *seen, int64_t time)
{
	const struct timeline *t = &seen->t;
	int col = column_of(t->window, seen->cols, time);
	struct span slot = { time, time + 1 };
	struct span span = { column_time(t->window, seen->cols, col),
		column_time(t->window, seen->cols, col + 1) };

	/* If a column is shorter than a step, take the step at `time`. */
	if (span.until - span.from < t->step || seen->heat.slots > 0)
		span = slot;
	return span_round(span, t->step);
}

/* Return the span for commands: the mark, the range, or the cursor's column. */
static struct span
meant(struct screen *s, const struct timeline_view *seen, bool range)
{
	struct strip *st = s->own[PANE_TIMELINE];

	if (!span_is_empty(st->mark))
		return st->mark;
	if (range && !span_is_empty(seen->t.range))
		return seen->t.range;
	return column_span(seen, st->cursor);
}

/* Extend the mark to the cursor. */
static void
mark_follow(struct screen *s)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span a, b;

	if (!st->marking)
		return;
	strip_see(s, &seen);
	a = column_span(&seen, st->anchor);
	b = column_span(&seen, st->cursor);
	st->mark = (struct span){ a.from < b.from ? a.from : b.from,
		a.until > b.until ? a.until : b.until };
}

static void
mark_forget(struct strip *st)
{
	st->marking = false;
	st->mark = (struct span){ 0, 0 };
}

/* ---- Options ---- */

static void
span_text(struct screen *s, struct span span, struct str *out)
{
	struct strbuf text = STRBUF_INIT;

	if (!span_is_empty(span))
		instant_put_exact(&text, span);
	*out = app_keep(s->app, strbuf_str(&text));
	strbuf_free(&text);
}

/* Set the times as one undo step. An empty text unsets a time. */
static void
set_times(struct screen *s, struct str range, struct str base,
	struct str window, struct str diff)
{
	struct state before = change_begin(s->app);
	struct settings *set = &s->app->now.settings;

	set->range = range;
	set->base_range = base;
	set->window = window;
	set->diff = diff;
	change_options_done(s->app, &before);
}

static void
set_range(struct screen *s, struct span span)
{
	struct settings *set = &s->app->now.settings;
	struct str text;

	span_text(s, span, &text);
	mark_forget(s->own[PANE_TIMELINE]);
	set_times(s, text, set->base_range, set->window, set->diff);
}

/* Set the window; unset it for a span that is empty or covers all profiles. */
static void
set_window(struct screen *s, struct span span)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct settings *set = &s->app->now.settings;
	struct span all = points_extent(&st->points);
	struct str text;

	if (!st->of->served && span.from <= all.from && span.until >= all.until)
		span = (struct span){ 0, 0 };
	span_text(s, span, &text);
	set_times(s, set->range, set->base_range, text, set->diff);
}

/* Set the base range; `compare`: show the diff with this base. */
static void
set_base(struct screen *s, struct span base, bool compare)
{
	struct settings *set = &s->app->now.settings;
	struct str text;

	span_text(s, base, &text);
	set_times(s, set->range, text, set->window,
		compare ? STR("base_range") : STR(""));
}

/* ---- Moving ---- */

/* Limit the cursor to the data, and move the window if it is outside. */
static void
reveal_cursor(struct screen *s)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct span all = strip_bounds(s);
	struct timeline_view seen;
	int64_t length;

	/* The last step may end after the last sample. */
	if (st->of->whole != NULL)
		all = span_both(all, snapshots_extent(st->of));
	if (st->cursor >= all.until)
		st->cursor = all.until - 1;
	if (st->cursor < all.from)
		st->cursor = all.from;
	strip_see(s, &seen);
	length = seen.t.window.until - seen.t.window.from;
	if (!span_has(seen.t.window, st->cursor) && seen.heat.slots == 0)
		set_window(s,
			(struct span){ st->cursor - length / 2,
				st->cursor + length / 2 });
	mark_follow(s);
}

/* Times reached by moves from the cursor, and lengths of page moves, in ms. */
struct targets {
	int64_t left, right, row_start, row_end, page, half;
};

/* Return the targets in a plot: a step is a column, a row is the window. */
static struct targets
targets_of_line(const struct timeline_view *seen, int64_t cursor)
{
	struct span window = seen->t.window;
	int col = column_of(window, seen->cols, cursor);
	int64_t half = (window.until - window.from) / 2;

	return (struct targets){
		.left = column_time(window, seen->cols, col) - 1,
		.right = column_time(window, seen->cols, col + 1),
		.row_start = window.from,
		.row_end = window.until - 1,
		.page = half,
		.half = half,
	};
}

/* Return the targets in a heat map: a step is a slot, a row is a second. */
static struct targets
targets_of_seconds(const struct timeline_view *seen, int64_t cursor)
{
	struct span here = column_span(seen, cursor);
	struct span second = span_round(here, SECOND_MS);
	int64_t page = seen->t.window.until - seen->t.window.from;

	return (struct targets){
		.left = here.from - 1,
		.right = here.until,
		.row_start = second.from,
		.row_end = second.until - 1,
		.page = page,
		.half = page / 2,
	};
}

static void
move_timeline(struct screen *s, enum move move)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct targets to;
	struct timeline_view seen;

	strip_see(s, &seen);
	to = seen.heat.slots > 0 ? targets_of_seconds(&seen, st->cursor)
				 : targets_of_line(&seen, st->cursor);
	switch (move) {
	case MOVE_UP:
	case MOVE_DOWN: {
		bool down = move == MOVE_DOWN;

		/* Select the next line; in a heat map move by a second. */
		if (seen.heat.slots > 0) {
			st->cursor += down ? SECOND_MS : -SECOND_MS;
			reveal_cursor(s);
		} else if (!down) {
			st->line -= st->line > 0;
		} else if (st->line + 1 < seen.t.n) {
			st->line++;
		} else {
			screen_focus(s, PANE_FLAME);
		}
	}
		return;
	case MOVE_LEFT:
		st->cursor = to.left;
		break;
	case MOVE_RIGHT:
		st->cursor = to.right;
		break;
	case MOVE_ROW_START:
		st->cursor = to.row_start;
		break;
	case MOVE_ROW_END:
		st->cursor = to.row_end;
		break;
	case MOVE_FIRST:
		st->cursor = INT64_MIN;
		break;
	case MOVE_LAST:
		st->cursor = INT64_MAX;
		break;
	case MOVE_PAGE_UP:
		st->cursor -= to.page;
		break;
	case MOVE_PAGE_DOWN:
		st->cursor += to.page;
		break;
	case MOVE_HALF_UP:
		st->cursor -= to.half;
		break;
	case MOVE_HALF_DOWN:
		st->cursor += to.half;
		break;
	case MOVE_HOT_PATH:
		return;
	}
	reveal_cursor(s);
}

/* ---- Drawing ---- */

static void
timeline_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct strip *st = s->own[PANE_TIMELINE];
	const struct timelines *lines = s->app->product[PRODUCT_TIMELINES].it;
	struct timeline_view seen;
	size_t guessed = 0;
	struct str unit, type;
	const struct session *session;
	const struct points *ps;
	struct span range;
	uint32_t column;

	strip_see(s, &seen);
	type = column_type(s, &unit);
	if (seen.t.is_cores)
		strbuf_addstr(info, "cores");
	else
		strbuf_add(info, type);
	if (!seen.t.is_cores && seen.line[0].points->per_second)
		strbuf_addstr(info, " per second");
	strbuf_addstr(info, ", steps of ");
	instant_put_duration(info, seen.t.step);
	if (st->ordered.name.n > 0)
		strbuf_addf(info, "   %s %.*s%s",
			st->ordered.by_label ? "by" : "pinned:",
			STR_ARG(st->ordered.name),
			!st->ordered.by_label    ? ""
				: st->own_scales ? ", own scales"
						 : ", one scale");
	if (st->of->pending)
		strbuf_addstr(info, ", waiting for the server");
	if (seen.waits || st->of->pending)
		strbuf_add(info, glyph_str(GLYPH_WAIT, is_ascii(s)));
	if (!seen.waits && st->order.n > 0 && lines != NULL &&
		lines->err.code != ERR_NONE)
		strbuf_addf(info, "   %s", lines->err.msg);
	/* The server sent the range's points and its profile one after the
	   other. If the range consists of whole steps, their sums are equal
	   unless samples arrived in between. */
	session = s->app->session;
	ps = seen.line[0].points;
	range = seen.t.range;
	column = s->app->shown.view->column;
	if (!seen.waits && st->of->served && !st->of->pending &&
		ps->per_second && ps->grid > 0 && !span_is_empty(range) &&
		span_equal(range, span_round(range, ps->grid)) &&
		session->made.diff.n == 0 &&
		str_eq(session->made.range, s->app->now.settings.range) &&
		points_sum(ps, range).sum != session->facts->sum[column])
		strbuf_addstr(info, "   new profiles: R");
	instant_put_span(right, seen.t.window, is_ascii(s));
	if (!snapshots_counted(st->of))
		return;
	strbuf_addf(right, ", %zu profiles", st->points.n);
	for (size_t i = 0; i < st->points.n; i++)
		guessed += st->points.p[i].guessed;
	if (guessed > 0)
		strbuf_addf(right, ", times of %zu files?", guessed);
}

static void
draw_timeline(struct screen *s, struct grid *g, struct rect r)
{
	struct timeline_view seen;

	strip_see(s, &seen);
	if (seen.heat.slots > 0)
		heatmap_draw(g, r, &seen.heat, &seen.t);
	else
		timeline_draw(g, r, &seen.t);
}

/* "14:02:00–14:04:30  2.90 cores, 10 profiles   8.1 × the mean" */
static void
timeline_status(struct screen *s, struct strbuf *out)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span span;
	struct points_sum sum, all;
	const struct points *ps;
	const struct snapshot *only;
	double mean, usual;
	struct str unit, type;
	const struct points *sum_ps;

	strip_see(s, &seen);
	ps = seen.line[st->line].points;
	span = meant(s, &seen, span_has(seen.t.range, st->cursor));
	if (snapshots_at(st->of, span) > 0)
		instant_put(out, span.from, span.from);
	else
		instant_put_span(out, span, is_ascii(s));
	/* Sum the selected line in the span. A range may begin or end within
	   a step: if all samples are loaded, compute the exact sum. */
	type = column_type(s, &unit);
	sum_ps = seen.line[st->line].points;
	sum = st->of->whole != NULL && st->line == 0 &&
			span_equal(span, seen.t.range)
		? sampled_sum(st->of, type, unit, span)
		: points_sum(sum_ps, span);
	if (sum.n == 0) {
		strbuf_addstr(out, "  no profile");
		return;
	}
	strbuf_addstr(out, "  ");
	mean = points_value(ps, &sum);
	if (points_known(ps, &sum))
		timeline_put_value(out, ps, seen.t.is_cores, mean);
	else
		strbuf_addstr(out, "of an unknown duration");
	if (seen.t.is_cores && points_known(ps, &sum))
		strbuf_addstr(out, " cores");
	only = snapshots_only(screen_snapshots(s), span);
	if (!snapshots_counted(st->of))
		strbuf_addstr(out, ps->per_second ? " on average" : "");
	else if (only != NULL)
		strbuf_addf(out, "  %.*s", STR_ARG(str_basename(only->name)));
	else
		strbuf_addf(out, "%s, %s profiles",
			!points_known(ps, &sum)  ? ""
				: ps->per_second ? " on average"
						 : " each",
			grouped(sum.n).text);
	all = points_sum(ps, seen.t.window);
	usual = points_value(ps, &all);
	if (usual > 0)
		strbuf_addf(out, "   %.2g %s the mean of all", mean / usual,
			glyph_str(GLYPH_TIMES, is_ascii(s)).p);
}

/* ---- Commands ---- */

static int
cmd_time_mark(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];

	if (st->marking) {
		st->marking = false;
		set_range(s, st->mark);
		return 0;
	}
	st->marking = true;
	st->anchor = st->cursor;
	mark_follow(s);
	app_say(s->app, "range starts here; Space ends it");
	return 0;
}

static int
cmd_time_show(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct strbuf filter = STRBUF_INIT;
	struct timeline_view seen;
	struct span span;

	strip_see(s, &seen);
	/* On the line of a label's value, prefer the range to the column. */
	span = meant(s, &seen, seen.t.at > 0);
	if (seen.t.at > 0 && st->ordered.by_label && st->of->served) {
		struct str label = st->ordered.name;
		struct str value = seen.line[seen.t.at].name;
		struct strbuf name = STRBUF_INIT;

		/* A server selects a label's value by its address. */
		server_put_selected(
			&name, s->app->spec.source[0], label, value);
		s->app->now.settings.group = STR_EMPTY;
		app_open_name(s->app, strbuf_str(&name));
		strbuf_free(&name);
	} else if (seen.t.at > 0 && st->ordered.by_label) {
		strbuf_add3(&filter, "", st->ordered.name, "=");
		regexp_escape(&filter, seen.line[seen.t.at].name);
		screen_set(s, "tagfocus", strbuf_str(&filter));
		strbuf_free(&filter);
	}
	set_range(s, span);
	return 0;
}

/* Shift the range, else the window, by its own length. */
static int
cmd_time_shift(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span span;
	int64_t by;
	bool of_range;
	size_t at;

	strip_see(s, &seen);
	of_range = !span_is_empty(seen.t.range);
	span = of_range ? seen.t.range : seen.t.window;
	at = of_range ? snapshots_at(st->of, span) : 0;
	if (at > 0) {
		size_t n = st->of->all.n;

		/* The range is one snapshot: go to the previous or the next
		   one, however far away in time. */
		if (call->self->data < 0 ? at == 1 : at == n) {
			app_say(s->app, "nothing further in that direction");
			return 0;
		}
		span = snapshots_moment(
			st->of, call->self->data < 0 ? at - 1 : at + 1);
		st->cursor = span.from;
		set_range(s, span);
		reveal_cursor(s);
		return 0;
	}
	by = (span.until - span.from) * call->self->data;
	span.from += by;
	span.until += by;
	if (span_is_empty(span_both(span, strip_bounds(s)))) {
		app_say(s->app, "nothing further in that direction");
		return 0;
	}
	st->cursor += by;
	if (of_range)
		set_range(s, span);
	else
		set_window(s, span);
	reveal_cursor(s);
	return 0;
}

/* Halve (1) or double (-1) the window, or show all (0). */
static void
time_zoom(struct screen *s, int how)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	int64_t length, left, finest;

	strip_see(s, &seen);
	finest = st->of->served ? served_step(st->of, (struct span){ 0, 1 }, 1)
		: st->of->whole != NULL ? 1
					: seen.t.step;
	length = seen.t.window.until - seen.t.window.from;
	left = st->cursor - seen.t.window.from;
	if (how == 0)
		set_window(s, (struct span){ 0, 0 });
	else if (how > 0 && length / 2 < 2 * finest)
		app_say(s->app, "already at the shortest step");
	else if (how > 0)
		set_window(s,
			(struct span){ st->cursor - left / 2,
				st->cursor - left / 2 + length / 2 });
	else
		set_window(s,
			span_both((struct span){ st->cursor - left * 2,
					  st->cursor - left * 2 + length * 2 },
				strip_bounds(s)));
}

static int
cmd_time_zoom(const struct call *call)
{
	time_zoom(call->on, call->self->data);
	return 0;
}

/* Move the left (-1) or right (1) edge of the range to the cursor. */
static int
cmd_time_edge(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span range, here;

	strip_see(s, &seen);
	range = span_is_empty(seen.t.range) ? seen.t.window : seen.t.range;
	here = column_span(&seen, st->cursor);
	if (call->self->data < 0)
		range.from = here.from;
	else
		range.until = here.until;
	if (span_is_empty(range))
		range = here;
	set_range(s, range);
	return 0;
}

static int
cmd_time_spike(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span spike, searched;
	struct strbuf text = STRBUF_INIT;

	strip_see(s, &seen);
	if (!strip_spike(s, &seen, call->self->data, &spike, &searched)) {
		instant_put_span(&text, searched, is_ascii(s));
		app_say(s->app, "no spike in %s", strbuf_c(&text));
		strbuf_free(&text);
		return 0;
	}
	mark_forget(st);
	st->mark = spike;
	st->cursor = spike.from;
	reveal_cursor(s);
	return 0;
}

static int
cmd_time_base(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span base;

	strip_see(s, &seen);
	base = meant(s, &seen, true);
	if (span_equal(base, seen.t.base))
		base = (struct span){ 0, 0 };
	mark_forget(st);
	set_base(s, base, false);
	if (!span_is_empty(base))
		app_say(s->app, "base marked; D compares a range with it");
	return 0;
}

/* Compare the range `new` with `base`. `words`: message, or NULL. */
static void
compare_spans(
	struct screen *s, struct span new, struct span base, const char *words)
{
	struct settings *set = &s->app->now.settings;
	struct str new_text, base_text;

	span_text(s, new, &new_text);
	span_text(s, base, &base_text);
	mark_forget(s->own[PANE_TIMELINE]);
	set_times(s, new_text, base_text, set->window, STR("base_range"));
	if (words != NULL)
		app_say(s->app, "%s", words);
}

static int
cmd_time_diff(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct settings *set = &s->app->now.settings;
	struct timeline_view seen;
	struct span new, base, before;

	strip_see(s, &seen);
	if (str_is(set->diff, "base_range") && span_is_empty(st->mark)) {
		set_times(s, set->range, set->base_range, set->window, STR(""));
		return 0;
	}
	new = meant(s, &seen, true);
	base = seen.t.base;
	if (!span_is_empty(base)) {
		compare_spans(s, new, base, NULL);
		return 0;
	}
	/* Search the whole steps before the range. */
	before = span_round(points_extent(seen.line[0].points), seen.t.step);
	before.until = new.from;
	if (points_extreme(seen.line[0].points, before, new.until - new.from,
		    seen.t.step, false, &base))
		compare_spans(s, new, base,
			"compared with the quietest stretch of equal length "
			"before it");
	else
		app_say(s->app,
			"no earlier range of that length; mark a base with b");
	return 0;
}

/* Compare as named by the argument: "before", "hour", "ends" etc. */
static int
cmd_time_compare(const struct call *call)
{
	enum { MS = 3600 * 1000 };
	static const struct {
		const char *word;
		int64_t earlier; /* ms */
	} shifts[] = { { "hour", MS }, { "day", INT64_C(24) * MS },
		{ "week", INT64_C(168) * MS } };
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	struct span all, new, base;
	int64_t part, by;

	strip_see(s, &seen);
	all = seen.t.window;
	new = meant(s, &seen, true);
	by = new.until - new.from;
	if (str_is(call->arg, "ends")) {
		part = (all.until - all.from) * 15 / 100;
		new = span_round((struct span){ all.until - part, all.until },
			seen.t.step);
		base = span_round((struct span){ all.from, all.from + part },
			seen.t.step);
	} else if (str_is(call->arg, "extremes")) {
		part = span_round(
			(struct span){ 0, (all.until - all.from) / 12 + 1 },
			seen.t.step)
			       .until;
		if (!points_extreme(seen.line[0].points, all, part, seen.t.step,
			    true, &new) ||
			!points_extreme(seen.line[0].points, all, part,
				seen.t.step, false, &base))
			return err_set(call->err, ERR_USAGE,
				"too little data to compare");
	} else {
		for (size_t i = 0; i < COUNT_OF(shifts); i++)
			if (str_is(call->arg, shifts[i].word))
				by = shifts[i].earlier;
		base = (struct span){ new.from - by, new.until - by };
	}
	/* Only a server may have data outside the loaded points. */
	if (!st->of->served && points_sum(&st->points, base).n == 0)
		return err_set(
			call->err, ERR_USAGE, "no profile is from that time");
	compare_spans(s, new, base, NULL);
	return 0;
}

static int
cmd_time_menu(const struct call *call)
{
	menu_times(call->on);
	return 0;
}

static int
cmd_time_scale(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];

	st->own_scales = !st->own_scales;
	app_say(s->app, "%s",
		st->own_scales ? "each value to its own scale"
			       : "all values to one scale");
	return 0;
}

static int
cmd_time_group(const struct call *call)
{
	menu_groups(call->on);
	return 0;
}

static int
cmd_time_all(const struct call *call)
{
	set_range(call->on, (struct span){ 0, 0 });
	return 0;
}

static int
cmd_time_pin(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	frame_id frame = selected_frame(s->app);
	const struct frame *f;
	struct str name;

	if (st->pinned.n > 0) {
		st->pinned = STR_EMPTY;
		return 0;
	}
	if (frame == NONE) {
		app_say(s->app, "select a function first; p draws its line");
		return 0;
	}
	f = &s->app->shown.view->frames->frame[frame];
	name = f->name.n > 0 ? f->name : f->text;
	/* Points of servers are sums of all functions. */
	if (st->of != NULL && st->of->served && !str_eq(name, st->asked)) {
		st->asked = app_keep(s->app, name);
		app_say(s->app,
			"needs %d profiles from the server; p fetches them, "
			"Esc cancels",
			(int)TIMELINES_PARTS);
		return 0;
	}
	st->asked = STR_EMPTY;
	st->pinned = app_keep(s->app, name);
	return 0;
}

/* Remove the mark, the comparison, the base or the range; else leave (Esc). */
static int
cmd_time_back(const struct call *call)
{
	struct screen *s = call->on;
	struct strip *st = s->own[PANE_TIMELINE];
	struct settings *set = &s->app->now.settings;

	if (st->marking || !span_is_empty(st->mark))
		mark_forget(st);
	else if (str_is(set->diff, "base_range"))
		set_times(s, set->range, set->base_range, set->window, STR(""));
	else if (set->base_range.n > 0)
		set_base(s, (struct span){ 0, 0 }, false);
	else if (set->range.n > 0)
		set_range(s, (struct span){ 0, 0 });
	else
		screen_focus(s, s->app->now.panes.under);
	return 0;
}

static int
cmd_time_close(const struct call *call)
{
	struct screen *s = call->on;
	struct arrangement *panes = &s->app->now.panes;

	panes->strip = false;
	panes->maximized = false;
	if (panes->focus == PANE_TIMELINE)
		panes->focus = panes->under;
	return 0;
}

static const struct command timeline_commands[] = {
	{ "time_mark", NULL, "start a range here; again: end it",
		cmd_time_mark },
	{ "time_show", NULL, "show the graph of the range or of this column",
		cmd_time_show },
	{ "time_earlier", NULL, "move the range or window back by its length",
		cmd_time_shift, -1 },
	{ "time_later", NULL, "move the range or window forward by its length",
		cmd_time_shift, 1 },
	{ "time_in", NULL, "halve the window around the cursor", cmd_time_zoom,
		1 },
	{ "time_out", NULL, "double the window", cmd_time_zoom, -1 },
	{ "time_whole", NULL, "widen the window to all profiles", cmd_time_zoom,
		0 },
	{ "time_left_edge", NULL, "begin the range at the cursor",
		cmd_time_edge, -1 },
	{ "time_right_edge", NULL, "end the range at the cursor", cmd_time_edge,
		1 },
	{ "time_spike", NULL, "mark the next spike", cmd_time_spike, 1 },
	{ "time_spike_before", NULL, "mark the previous spike", cmd_time_spike,
		-1 },
	{ "time_base", NULL, "make the range the base; again: clear the base",
		cmd_time_base },
	{ "time_diff", NULL,
		"compare the range with the base, or with a quiet stretch",
		cmd_time_diff },
	{ "time_compare", "before|hour|day|week|ends|extremes",
		"compare the range with another one", cmd_time_compare },
	{ "time_menu", NULL, "choose a window or a comparison", cmd_time_menu },
	{ "time_group", NULL, "draw a line for each value of a label",
		cmd_time_group },
	{ "time_scale", NULL,
		"draw all values to one scale, or each to its own",
		cmd_time_scale },
	{ "time_all", NULL, "show the graph of all profiles", cmd_time_all },
	{ "time_pin", NULL,
		"draw a line for the selected function; again: "
		"remove it",
		cmd_time_pin },
	{ "time_back", NULL,
		"clear the mark, base and range in turn; then leave",
		cmd_time_back },
	{ "time_close", NULL, "close the timeline", cmd_time_close },
	{ NULL },
};

/* ---- The mouse ---- */

/* Move the cursor under the mouse. Return false if no time is there. */
static bool
hit_time(struct screen *s, const struct timeline_view *seen, uint32_t hit)
{
	struct strip *st = s->own[PANE_TIMELINE];
	const struct timeline *t = &seen->t;
	int64_t time;

	if (hit == NONE ||
		(seen->heat.slots == 0 && hit >= (uint32_t)seen->cols))
		return false;
	time = seen->heat.slots > 0
		? t->window.from + (int64_t)hit * t->step
		: column_time(t->window, seen->cols, (int)hit);
	if (!span_has(t->window, time))
		return false;
	st->cursor = time;
	return true;
}

static bool
click_timeline(struct screen *s, uint32_t hit)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;

	strip_see(s, &seen);
	if (!hit_time(s, &seen, hit))
		return true;
	mark_forget(st);
	return false;
}

static void
drag_timeline(struct screen *s, uint32_t hit, bool over)
{
	struct strip *st = s->own[PANE_TIMELINE];
	struct timeline_view seen;
	int64_t before = st->cursor;

	strip_see(s, &seen);
	if (over && st->marking) {
		st->marking = false;
		set_range(s, st->mark);
	} else if (!over && hit_time(s, &seen, hit)) {
		if (!st->marking)
			st->anchor = before;
		st->marking = true;
		mark_follow(s);
	}
}

/* Zoom in or out around the mouse. */
static void
wheel_timeline(struct screen *s, uint32_t hit, int up)
{
	struct timeline_view seen;

	strip_see(s, &seen);
	(void)hit_time(s, &seen, hit);
	time_zoom(s, up);
}

/* ---- Export ---- */

void
timeline_csv(struct screen *s, struct strbuf *out)
{
	struct timeline_view seen;

	strip_see(s, &seen);
	strbuf_addstr(out, "line,from,until,sum,unit\n");
	for (size_t i = 0; i < seen.t.n; i++) {
		const struct points *ps = seen.line[i].points;

		for (size_t k = 0; k < ps->n; k++) {
			const struct point *p = &ps->p[k];

			csv_put(out, seen.line[i].name);
			strbuf_addch(out, ',');
			instant_put_utc(out, p->span.from);
			strbuf_addch(out, ',');
			instant_put_utc(out, p->span.until);
			strbuf_addf(out, ",%" PRId64 ",", p->sum);
			csv_put(out, ps->unit);
			strbuf_addch(out, '\n');
		}
	}
}

static void
timeline_forget(struct screen *s, bool all)
{
	struct strip *st = s->own[PANE_TIMELINE];

	if (all || st->of != screen_snapshots(s)) {
		strip_forget(st);
	}
}

static const struct keylegend legend[] = { { "Space", "mark" },
	{ "Enter", "show" }, { "b", "base" }, { "D", "compare" },
	{ "+ -", "zoom" }, { "n N", "spikes" }, { "r", "by label" },
	{ "t", "times" }, { "a", "all" }, { "q", "close" }, { "?", "help" } };

const struct pane pane_timeline = {
	.name = "Timeline",
	.map = "timeline",
	.size = sizeof(struct strip),
	.there = timeline_is_there,
	.draw = draw_timeline,
	.info = timeline_info,
	.move = move_timeline,
	.click = click_timeline,
	.drag = drag_timeline,
	.wheel = wheel_timeline,
	.forget = timeline_forget,
	.status = timeline_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = timeline_commands,
};
