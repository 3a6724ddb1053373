/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of functions (a row of PANE_ROWS). */
#include "prelude.h"

#include "app/undo.h"
#include "engine/regexp.h"
#include "present/chrome.h"
#include "present/inside.h"
#include "present/top.h"
#include "ui/linetext.h"
#include "ui/pane.h"
#include "ui/stamp.h"

/* A part of the graph and its numbers: see table_parts(). */
struct pane_top_part {
	struct selection at; /* node is NONE for the whole graph */
	struct inside *in;
};

struct table {
	struct top *top;
	struct stamp made;
	struct str sort, columns, rows; /* inputs of top */
	struct str diff_columns;
	double diff_min;
	enum percent_mode percent;
	struct pane_top_part zoomed, parent;
	bool has_whole; /* `whole` is the value of 100% */
	int64_t whole;
	struct bits kept; /* frames that pass the row filter */
	frame_id stays;   /* while this frame is selected, do not scroll to it,
			     so that the first rows stay visible; set when the
			     order changes or, in a diff, when the pane gets
			     the focus; else NONE */
	bool was_diff, was_focused;
};

static void
part_forget(struct pane_top_part *part)
{
	inside_free(part->in);
	*part = (struct pane_top_part){ .at = { .node = NONE } };
}

static void
table_forget(struct screen *s, bool all)
{
	struct table *t = s->own[PANE_TOP];

	if (all || !stamp_has_view(t->made, s->app)) {
		top_free(t->top);
		t->top = NULL;
		part_forget(&t->zoomed);
		part_forget(&t->parent);
	}
	if (all)
		free(t->kept.word);
}

bool
frames_matching(struct screen *s, struct bits *out, const struct view *v,
	struct str pattern)
{
	struct err err = ERR_INIT;
	struct regexp *m;

	free(out->word);
	*out = (struct bits){ .word = NULL };
	s->rows_stopped = false;
	if (pattern.n == 0)
		return false;
	m = regexp_new(pattern, NULL, &err);
	if (m == NULL)
		return false;
	*out = bits_new(v->frames->n);
	for (frame_id f = 0; f < v->frames->n; f++)
		if (v->nodes[f] > 0 && regexp_str(m, v->frames->frame[f].text))
			bits_set(out, f);
	s->rows_stopped = regexp_stopped(m);
	regexp_free(m);
	return !s->rows_stopped;
}

/* Set the part, which is empty for the whole graph. Return true if it has
   changed. */
static bool
part_become(
	struct pane_top_part *part, struct flamegraph *p, struct selection at)
{
	const struct view *v = flamegraph_view(p);

	if (selection_equal(at, selection_root(p)) &&
		v->query.direction != DIR_SANDWICH)
		at.node = NONE;
	if (part->at.node == NONE ? at.node == NONE
				  : selection_equal(part->at, at))
		return false;
	part_forget(part);
	part->at = at;
	if (at.node != NONE)
		part->in = inside_new(p, at);
	return true;
}

/* Update the parts. With percentages of the view or of a parent, the rows are
   those of the zoom. A diff has no parts, because its changes are judged as a
   whole. Return true if something has changed. */
static bool
table_parts(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	enum percent_mode percent = s->app->now.settings.percent;
	bool of_parent = percent == PERCENT_PARENT;
	struct table *t = s->own[PANE_TOP];
	struct selection zoomed = { .node = NONE }, parent = zoomed;
	int64_t whole = t->whole;
	bool other;

	t->has_whole =
		!shown->view->is_diff && (of_parent || percent == PERCENT_VIEW);
	if (t->has_whole) {
		zoomed = shown->zoom.at;
		parent = of_parent
			? selection_parent(shown->flamegraph, shown->sel)
			: zoomed;
		t->whole = selection_value(shown->flamegraph, parent);
		/* A parent above the zoom only defines 100%. */
		if (selection_contains(shown->flamegraph, parent, zoomed))
			parent.node = NONE;
	}
	other = part_become(&t->zoomed, shown->flamegraph, zoomed);
	return part_become(&t->parent, shown->flamegraph, parent) || other ||
		whole != t->whole;
}

struct top *
table_top(struct screen *s)
{
	const struct settings *set = &s->app->now.settings;
	const struct shown *shown = &s->app->shown;
	struct table *t = s->own[PANE_TOP];
	struct top_options o;
	struct err err = ERR_INIT;

	if (shown->view == NULL)
		return NULL;
	if (!stamp_has_view(t->made, s->app)) {
		part_forget(&t->zoomed);
		part_forget(&t->parent);
	}
	if (!table_parts(s) && t->top != NULL &&
		stamp_has_view(t->made, s->app) && t->percent == set->percent &&
		str_eq(t->sort, set->tablesort) &&
		str_eq(t->columns, set->columns) &&
		str_eq(t->diff_columns, set->diff_columns) &&
		t->diff_min == set->diff_min &&
		str_eq(t->rows, s->app->now.rows[PANE_TOP]))
		return t->top;
	/* A new order is shown from its first row. */
	if (t->made.view == 0) {
		t->stays = NONE;
	} else if (!str_eq(t->sort, set->tablesort) ||
		t->was_diff != shown->view->is_diff) {
		s->app->now.panes.list[PANE_TOP].first = 0;
		t->stays = selected_frame(s->app);
	}
	t->made = stamp_of_view(s->app);
	t->was_diff = shown->view->is_diff;
	t->sort = set->tablesort;
	t->columns = set->columns;
	t->diff_columns = set->diff_columns;
	t->diff_min = set->diff_min;
	t->rows = s->app->now.rows[PANE_TOP];
	t->percent = set->percent;
	o = (struct top_options){ .percents = set->percent != PERCENT_OFF,
		.values = t->zoomed.in,
		.shares = t->parent.in != NULL ? t->parent.in : t->zoomed.in,
		.has_whole = t->has_whole,
		.whole = t->whole,
		.diff_min = set->diff_min };
	if (frames_matching(s, &t->kept, shown->view, t->rows))
		o.rows = &t->kept;
	/* Use the defaults if this profile lacks these columns. */
	if (top_sort_parse(t->sort, shown->view, &o.sort, &err) != 0)
		o.sort = (struct top_sort){ .by = TOP_SELF };
	if (top_columns_parse(
		    shown->view->is_diff ? set->diff_columns : t->columns, &o,
		    &err) != 0)
		o.n_columns = 0;
	top_free(t->top);
	t->top = top_new(shown->view, &o);
	return t->top;
}

void
table_hold(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	uint32_t row = s->app->now.panes.list[PANE_TOP].first;
	struct top *top;

	if (s->app->now.panes.focus != PANE_TOP || shown->view == NULL ||
		!selection_equal(
			shown->sel, selection_root(shown->flamegraph)) ||
		selected_frame(s->app) != NONE)
		return;
	top = table_top(s);
	if (top->n > 0)
		flame_select_frame(
			s, top_frame(top, row < top->n ? row : top->n - 1));
}

static uint32_t
top_length(struct screen *s)
{
	struct top *top = table_top(s);

	s->app->now.panes.list[PANE_TOP].at =
		s->bare ? NONE : top_row_of(top, selected_frame(s->app));
	return top->n;
}

static void
top_moved(struct screen *s)
{
	flame_select_frame(s,
		top_frame(table_top(s), s->app->now.panes.list[PANE_TOP].at));
}

/* Go to the next (1) or previous (-1) row that matches the search. */
static bool
find_top(struct screen *s, int step)
{
	struct top *top = table_top(s);
	const struct view *v = s->app->shown.view;
	bool forward = step > 0;
	uint32_t n = top->n;
	uint32_t at = top_row_of(top, selected_frame(s->app));

	for (uint32_t i = 0; i < n; i++) {
		bool wrapped;

		if (at == NONE)
			at = forward ? n - 1 : 0;
		wrapped = forward ? at == n - 1 : at == 0;
		at = (at + (forward ? 1 : n - 1)) % n;
		if (wrapped)
			app_say(s->app, "search wrapped");
		if (!bits_get(&v->found.frame, top_frame(top, at)))
			continue;
		flame_select_frame(s, top_frame(top, at));
		return true;
	}
	return false;
}

bool
table_step_standing(struct screen *s, int step)
{
	struct top *top = s->app->shown.view != NULL ? table_top(s) : NULL;
	bool forward = step > 0;
	uint32_t at;

	if (top == NULL || !top->view->is_diff)
		return false;
	if (top->standing == 0)
		app_say(s->app, "no change stands out");
	at = top_row_of(top, selected_frame(s->app));
	for (uint32_t i = 0; top->standing > 0 && i < top->n; i++) {
		uint32_t edge = forward ? top->n - 1 : 0;
		frame_id f;

		/* Without a row selected, begin at the first or last row. */
		if (at == edge)
			app_say(s->app, "that was the %s of %s that stand out",
				forward ? "last" : "first",
				grouped(top->standing).text);
		if (at == NONE)
			at = edge;
		at = (at + (forward ? 1 : top->n - 1)) % top->n;
		f = top_frame(top, at);
		if (!top_stands_out(top, f))
			continue;
		/* A sandwich lacks some functions of the table. */
		flame_select_frame(s, f);
		if (selected_frame(s->app) == f)
			break;
	}
	return true;
}

static frame_id
row_top(struct screen *s, struct strbuf *edge)
{
	frame_id frame = selected_frame(s->app);

	(void)edge;
	return top_row_of(table_top(s), frame) != NONE ? frame : NONE;
}

static void
top_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct top *top = table_top(s);
	struct strbuf sort = STRBUF_INIT;
	const char *delta = glyph_str(GLYPH_DELTA, is_ascii(s)).p;
	const struct view *v = s->app->shown.view;
	struct str rows = s->app->now.rows[PANE_TOP];
	bool by_cause = top->o.sort.by == TOP_CAUSE;
	const char *gap = "";

	(void)right;
	top_sort_print(top->o.sort, s->app->shown.view, &sort);
	if (v->is_diff &&
		(top->o.sort.by == TOP_SELF || top->o.sort.by == TOP_TOTAL))
		strbuf_addf(info, "sort |%s%s|  ", delta, strbuf_c(&sort));
	else
		strbuf_addf(info, "sort %s  ", strbuf_c(&sort));
	strbuf_free(&sort);
	if (v->query.system != SYSTEM_SHOW)
		strbuf_addf(info, "%s folded into its callers  ",
			v->query.system == SYSTEM_HIDE ? "system" : "kernel");
	if (rows.n > 0)
		strbuf_addf(info, "\\%.*s  %s of ", STR_ARG(rows),
			grouped(top->n).text);
	if (rows.n > 0 || (!by_cause && top->noise == 0)) {
		caption_count(info, v, top->all);
		gap = "  ";
	}
	if (by_cause)
		strbuf_addf(info, "%s%s cause%s", gap,
			grouped(top->causes).text, plural(top->causes));
	else if (top->noise > 0)
		strbuf_addf(info, "%s%s row%s stand out  the rest is dim (?)",
			gap, grouped(top->n - top->noise).text,
			plural(top->n - top->noise));
	if (top->hidden > 0)
		strbuf_addf(
			info, "  %s under diff_min", grouped(top->hidden).text);
	if (by_cause && top->standing > 0)
		strbuf_addf(info, "  %s stand%s out (n)  the rest by |%stotal|",
			grouped(top->standing).text,
			top->standing == 1 ? "s" : "", delta);
	else if (by_cause)
		strbuf_addf(info, "  then by |%stotal|", delta);
}

/* Draw the rows, which scroll to the selection only in the focused pane.
   Otherwise the hottest functions stay, and a selected function that is not
   visible replaces the last row. */
static void
look_top(struct screen *s)
{
	struct top *top = table_top(s);

	if (top != NULL)
		linetext_look(s, top);
}

static void
draw_top(struct screen *s, struct grid *g, struct rect r)
{
	struct top *top = table_top(s);
	struct table *t = s->own[PANE_TOP];
	const struct view *v = s->app->shown.view;
	struct arrangement *panes = &s->app->now.panes;
	struct top_draw d = {
		.focused = !s->bare && panes->focus == PANE_TOP,
		.labels = s->app->now.settings.names,
		.matches = v->found.active ? &v->found.frame : NULL,
	};
	struct list *l = &panes->list[PANE_TOP];
	uint32_t page = (uint32_t)top_page(r.rows);
	bool away;

	if (v->is_diff && d.focused && !t->was_focused)
		t->stays = selected_frame(s->app);
	t->was_focused = d.focused;
	if (linetext_is_shown(s)) {
		d.text = linetext_of;
		d.arg = s;
	}
	if (t->stays != NONE && t->stays != selected_frame(s->app))
		t->stays = NONE;
	(void)top_length(s);
	l->first = (uint32_t)list_scroll(l->first,
		d.focused && t->stays == NONE ? l->at : NONE, top->n,
		(int)page);
	d.list = *l;
	away = l->at != NONE && (l->at < l->first || l->at >= l->first + page);
	if (top->n == 0 && s->app->now.rows[PANE_TOP].n > 0) {
		notice_draw(g, r,
			STR("no row matches the row filter; \\ edits it, u "
			    "undoes it"));
		return;
	}
	top_draw(g, r, top, &d);
	if (away && page > 1) {
		struct rect all = { 0, 0, 2, r.cols };
		struct top_draw one = d;
		struct grid row;
		int last = r.row + r.rows - 1;

		/* Draw the selected row over the pane's last row. */
		one.list.first = l->at;
		grid_init(&row, 2, r.cols, g->ascii);
		top_draw(&row, all, top, &one);
		for (int col = 0; col < r.cols; col++)
			*grid_at(g, last, r.col + col) = *grid_at(&row, 1, col);
		grid_hit(g, (struct rect){ last, r.col, 1, r.cols }, l->at);
		grid_fini(&row);
	}
}

static const struct keylegend legend[] = { { "Enter", "show in graph" },
	{ "< >", "sort" }, { "\\", "rows" }, { "/", "search" },
	{ "f", "focus" }, { "Tab", "pane" }, { "u", "undo" }, { "?", "help" } };

/* Handle a click on a column's header: sort by the column, or reverse the
   order. */
static bool
click_top(struct screen *s, uint32_t hit)
{
	const struct view *v = s->app->shown.view;
	struct strbuf text = STRBUF_INIT, now = STRBUF_INIT;
	struct top_sort sort;

	if (!top_header_sort(table_top(s), hit, &sort))
		return true;
	top_sort_print(sort, v, &text);
	top_sort_print(table_top(s)->o.sort, v, &now);
	if (str_eq(strbuf_str(&text), strbuf_str(&now))) {
		sort.reverse = !sort.reverse;
		strbuf_reset(&text);
		top_sort_print(sort, v, &text);
	}
	screen_set(s, "tablesort", strbuf_str(&text));
	strbuf_free(&now);
	strbuf_free(&text);
	return true;
}

const struct pane pane_top = {
	.name = "Top",
	.map = "top",
	.size = sizeof(struct table),
	.draw = draw_top,
	.info = top_info,
	.length = top_length,
	.page = top_page,
	.moved = top_moved,
	.row = row_top,
	.click = click_top,
	.forget = table_forget,
	.find = find_top,
	.refresh = look_top,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
