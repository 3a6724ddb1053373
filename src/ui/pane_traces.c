/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of distinct stacks (a row of PANE_ROWS).
 *
 * The worker finds the stacks while the pane is on screen. Until the stacks of
 * a new view are found, the old ones are drawn, and moving the cursor selects
 * nothing. The frame under the cursor is selected in all panes.
 */
#include "prelude.h"

#include "app/undo.h"
#include "base/utf8.h"
#include "present/chrome.h"
#include "present/traces.h"
#include "ui/pane.h"
#include "ui/stamp.h"

struct traces_state {
	struct traces_pane *pane;  /* NULL: not computed yet */
	const struct traces *of;   /* input of pane; only compared */
	struct str rows;           /* row filter of pane */
	struct bits kept;          /* frames that pass the row filter */
	struct stamp made;
	uint32_t line, first_line; /* lines of the cursor and of the top */
};

static void
traces_forget(struct screen *s, bool all)
{
	struct traces_state *t = s->own[PANE_TRACES];

	if (!all)
		return;
	traces_pane_free(t->pane);
	free(t->kept.word);
}

/* Update the pane's rows and return it, or NULL if there are none yet. */
static struct traces_pane *
traces_refresh(struct screen *s)
{
	struct traces_state *t = s->own[PANE_TRACES];
	const struct app *app = s->app;
	const struct result_slot *d = &app->product[PRODUCT_TRACES];
	struct str rows = app->now.rows[PANE_TRACES];

	if (t->of == d->it && stamp_has(t->made, app, PRODUCT_TRACES) &&
		str_eq(t->rows, rows))
		return t->pane;
	traces_pane_free(t->pane);
	t->pane = NULL;
	t->of = d->it;
	t->made = stamp_of(app, PRODUCT_TRACES);
	t->rows = rows;
	if (t->of == NULL)
		return NULL;
	t->pane = traces_pane_new(t->of,
		frames_matching(s, &t->kept, t->of->view, rows) ? &t->kept
								: NULL);
	return t->pane;
}

/* True if the stacks belong to the shown view. */
static bool
traces_are_fresh(const struct screen *s)
{
	return s->app->product[PRODUCT_TRACES].it != NULL &&
		app_delivered(s->app, PRODUCT_TRACES);
}

static struct traces_at
traces_cursor(const struct screen *s)
{
	const struct traces_state *t = s->own[PANE_TRACES];

	return (struct traces_at){ s->app->now.panes.list[PANE_TRACES].at,
		t->line };
}

/* Select the frame under the cursor in the graph. */
static void
traces_select(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	const struct traces_state *t = s->own[PANE_TRACES];
	node_id node;

	if (!traces_are_fresh(s) || t->pane == NULL)
		return;
	node = traces_pane_node(t->pane, traces_cursor(s));
	if (node == NONE)
		return;
	if (shown->view->query.direction == DIR_CALLEES)
		change_selection(s->app, selection_of(SIDE_MAIN, node));
	else
		flame_select_frame(s, shown->view->full.frame[node]);
}

static void
traces_set_cursor(struct screen *s, uint32_t stack, uint32_t line)
{
	struct traces_state *t = s->own[PANE_TRACES];

	s->app->now.panes.list[PANE_TRACES].at = stack;
	t->line = line;
	traces_select(s);
}

static void
move_traces(struct screen *s, enum move move)
{
	struct traces_pane *tp = traces_refresh(s);
	struct traces_at to = { 0, 0 };

	if (list_sideways(&s->app->now.panes.list[PANE_TRACES], move) ||
		list_steps(move, 1, 1) == 0 || tp == NULL || tp->rank.n == 0)
		return;
	if (move == MOVE_LAST)
		to.stack = tp->rank.n - 1;
	else if (move == MOVE_UP || move == MOVE_DOWN)
		to = traces_pane_step(
			tp, traces_cursor(s), move == MOVE_UP ? -1 : 1);
	else if (move != MOVE_FIRST) {
		int page = s->arranged.pane[PANE_TRACES].rows - 1;
		struct traces_at at = traces_cursor(s);
		int lines = (int)list_steps(move, page, 0);

		/* A page is a number of lines: move to the stack at the line
		   there. */
		to = traces_pane_line(tp, at, lines);
		if (!traces_pane_is_open(tp, to.stack))
			to.line = 0;
		/* Move by at least one step, even in a long stack. */
		if (to.stack == at.stack && to.line == at.line)
			to = traces_pane_step(tp, at, lines < 0 ? -1 : 1);
	}
	traces_set_cursor(s, to.stack, to.line);
}

static bool
find_traces(struct screen *s, int step)
{
	struct traces_pane *tp = traces_refresh(s);
	const struct view *v = s->app->shown.view;
	uint32_t n = tp != NULL ? tp->rank.n : 0;
	uint32_t at = traces_cursor(s).stack, found;

	if (n == 0 || !traces_are_fresh(s))
		return false;
	found = at == (step > 0 ? n - 1 : 0)
		? NONE
		: traces_pane_find(tp, step > 0 ? at + 1 : at - 1, step,
			  &v->found.frame);
	if (found == NONE) {
		found = traces_pane_find(
			tp, step > 0 ? 0 : n - 1, step, &v->found.frame);
		if (found == NONE)
			return false;
		app_say(s->app, "search wrapped");
	}
	traces_set_cursor(s, found, 0);
	return true;
}

static void
traces_stack(struct screen *s, struct strbuf *out)
{
	struct traces_pane *tp = traces_refresh(s);
	const struct traces_state *t = s->own[PANE_TRACES];
	struct traces_at at = { traces_cursor(s).stack, 0 };
	const struct view *v;
	node_id node;

	if (tp == NULL)
		return;
	v = t->of->view;
	for (node = traces_pane_node(tp, at); node != NONE && node != 0;
		node = v->full.parent[node]) {
		utf8_clean(out, v->frames->frame[v->full.frame[node]].text);
		strbuf_addch(out, '\n');
	}
}

static void
count_traces(struct screen *s, uint32_t *shown, uint32_t *all)
{
	struct traces_pane *tp = traces_refresh(s);

	*shown = tp != NULL ? tp->rank.n : 0;
	*all = tp != NULL ? tp->traces->n : 0;
}

static void
traces_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct str rows = s->app->now.rows[PANE_TRACES];
	uint32_t shown, n;

	(void)right;
	count_traces(s, &shown, &n);
	if (rows.n > 0) {
		strbuf_addf(info, "\\%.*s  ", STR_ARG(rows));
		count_put(info, shown);
		strbuf_addstr(info, " of ");
		count_put(info, n);
		strbuf_addstr(info, " stacks");
	} else if (traces_refresh(s) != NULL) {
		count_put(info, n);
		strbuf_addf(
			info, " distinct stack%s, heaviest first", plural(n));
	}
	strbuf_addstr(info, "   Enter expand  1 graph  Y copy");
}

/* "stack 1 of 412   2.10s 7.0%   cumulative 7.0%   210 samples" */
static void
traces_status(struct screen *s, struct strbuf *out)
{
	struct traces_pane *tp = traces_refresh(s);
	const struct traces_state *t = s->own[PANE_TRACES];
	uint32_t at = traces_cursor(s).stack;
	const struct trace *trace;
	struct numbers n;
	int64_t total;

	if (tp == NULL || (trace = traces_pane_trace(tp, at)) == NULL)
		return;
	n = numbers_of(t->of->view, &t->of->view->w);
	total = view_whole(t->of->view);
	strbuf_addf(out, "stack %s of %s   ", grouped(at + 1).text,
		grouped(tp->rank.n).text);
	value_put(out, &n, trace->value, total);
	strbuf_addstr(out, "   cumulative ");
	(void)percent_put(out, traces_pane_sum(tp, at), total);
	strbuf_addstr(out, "   ");
	(void)events_put(out, t->of->view->events, trace->events);
}

static void
draw_traces(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct traces_pane *tp = traces_refresh(s);
	struct traces_state *t = s->own[PANE_TRACES];
	const struct view *v = s->app->shown.view;
	struct traces_at first = { panes->list[PANE_TRACES].first,
		t->first_line };
	struct traces_draw d = {
		.skip = panes->list[PANE_TRACES].skip,
		.focused = panes->focus == PANE_TRACES,
		.labels = s->app->now.settings.names,
		.matches = traces_are_fresh(s) && v->found.active
			? &v->found.frame
			: NULL,
	};

	if (tp == NULL) {
		notice_draw(g, r,
			app_delivered(s->app, PRODUCT_TRACES)
				? STR("stopped; press u and Ctrl-R to compute "
				      "again")
				: STR("finding the distinct stacks..."));
		return;
	}
	if (tp->rank.n == 0) {
		notice_draw(g, r,
			tp->traces->n > 0
				? STR("no stack matches the row filter; \\ "
				      "edits it, u undoes it")
				: STR("no sample here has a stack"));
		return;
	}
	d.at = traces_pane_step(tp, traces_cursor(s), 0);
	panes->list[PANE_TRACES].at = d.at.stack;
	t->line = d.at.line;
	d.first = traces_pane_scroll(tp, first, d.at, r.rows);
	panes->list[PANE_TRACES].first = d.first.stack;
	t->first_line = d.first.line;
	traces_pane_draw(g, r, tp, &d);
}

/* Select the line at a hit, or its stack if that is not expanded. */
static bool
click_traces(struct screen *s, uint32_t hit)
{
	struct traces_pane *tp = traces_refresh(s);
	const struct traces_state *t = s->own[PANE_TRACES];
	struct traces_at at = { s->app->now.panes.list[PANE_TRACES].first,
		t->first_line };

	if (tp == NULL || hit >= (uint32_t)s->arranged.pane[PANE_TRACES].rows)
		return true;
	at = traces_pane_line(tp, at, (int64_t)hit);
	traces_set_cursor(
		s, at.stack, traces_pane_is_open(tp, at.stack) ? at.line : 0);
	return false;
}

/* Commands. */

static int
cmd_expand(const struct call *call)
{
	struct screen *s = call->on;
	struct traces_pane *tp = traces_refresh(s);
	uint32_t stack = traces_cursor(s).stack;

	if (tp == NULL)
		return 0;
	traces_pane_toggle(tp, stack);
	traces_set_cursor(s, stack, 0);
	return 0;
}

static int
cmd_goto_trace(const struct call *call)
{
	struct screen *s = call->on;

	if (traces_refresh(s) != NULL)
		traces_select(s);
	screen_focus(s, PANE_FLAME);
	flame_reveal(s);
	return 0;
}

static const struct command traces_commands[] = {
	{ "expand", NULL, "show all frames of the stack, or only a few",
		cmd_expand },
	{ "goto_trace", NULL, "show the stack in the graph", cmd_goto_trace },
	{ NULL },
};

static const struct keylegend legend[] = { { "Enter", "expand" },
	{ "1", "show in graph" }, { "Y", "copy stack" }, { "\\", "rows" },
	{ "/", "search" }, { "f", "focus" }, { "q", "close" },
	{ "?", "help" } };

const struct pane pane_traces = {
	.name = "Traces",
	.map = "traces",
	.size = sizeof(struct traces_state),
	.draw = draw_traces,
	.info = traces_info,
	.move = move_traces,
	.click = click_traces,
	.forget = traces_forget,
	.rows = count_traces,
	.fed = true,
	.product = PRODUCT_TRACES,
	.find = find_traces,
	.stack = traces_stack,
	.status = traces_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = traces_commands,
};
