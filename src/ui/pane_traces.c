/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of distinct stacks (a row of parts.h).
 *
 * The worker brings the stacks when the pane is on screen; until those of a
 * new view are there, the old ones are drawn, and moving among them selects
 * nothing. The frame that the cursor is on is selected in all panes.
 */
#include "config.h"

#include "app/change.h"
#include "base/utf8.h"
#include "present/chrome.h"
#include "ui/parts.h"

#include "base/banned.h"

void
tracing_fini(struct tracing *t)
{
	traces_pane_free(t->pane);
	free(t->kept.word);
	*t = (struct tracing){ .pane = NULL };
}

/* The rows as they are now; NULL while there are none. */
static struct traces_pane *
refresh(struct screen *s)
{
	struct tracing *t = &s->tracing;
	const struct app *app = s->app;
	const struct delivery *d = &app->product[PRODUCT_TRACES];
	struct str rows = app->now.rows[PANE_TRACES];

	if (t->of == d->it && t->of_serial == d->of && str_eq(t->rows, rows))
		return t->pane;
	traces_pane_free(t->pane);
	t->pane = NULL;
	t->of = d->it;
	t->of_serial = d->of;
	t->rows = rows;
	if (t->of == NULL)
		return NULL;
	t->pane = traces_pane_new(t->of,
		frames_matching(s, &t->kept, t->of->view, rows) ? &t->kept
								: NULL);
	return t->pane;
}

/* They are those of the view that is shown. */
static bool
is_fresh(const struct screen *s)
{
	return s->app->product[PRODUCT_TRACES].it != NULL &&
		app_delivered(s->app, PRODUCT_TRACES);
}

static void
settle_traces(struct screen *s)
{
	app_want(s->app, PRODUCT_TRACES);
}

static struct traces_at
cursor(const struct screen *s)
{
	return (struct traces_at){ s->app->now.panes.at[PANE_TRACES],
		s->tracing.line };
}

/* Select the frame under the cursor in the graph. */
static void
select_frame(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	node_id node;

	if (!is_fresh(s) || s->tracing.pane == NULL)
		return;
	node = traces_pane_node(s->tracing.pane, cursor(s));
	if (node == NONE)
		return;
	if (shown->view->query.direction == DIR_CALLEES)
		change_selection(s->app, target_of(SIDE_MAIN, node));
	else
		flame_select_frame(s, shown->view->full.frame[node]);
}

static void
set_cursor(struct screen *s, struct traces_at at)
{
	s->app->now.panes.at[PANE_TRACES] = at.stack;
	s->tracing.line = at.line;
	select_frame(s);
}

/* A page is so many lines; the cursor goes to the stack that is there. */
static struct traces_at
by_lines(struct screen *s, enum move move)
{
	struct traces_pane *tp = s->tracing.pane;
	int page = s->arranged.pane[PANE_TRACES].rows - 1;
	struct traces_at at = cursor(s), to;
	int lines = (int)list_steps(move, page, 0);

	to = traces_pane_line(tp, at, lines);
	if (!traces_pane_is_open(tp, to.stack))
		to.line = 0;
	/* Always on, however long a stack is. */
	if (to.stack == at.stack && to.line == at.line)
		to = traces_pane_step(tp, at, lines < 0 ? -1 : 1);
	return to;
}

static void
move_traces(struct screen *s, enum move move)
{
	struct traces_pane *tp = refresh(s);

	if (list_sideways(&s->app->now.panes.skip[PANE_TRACES], move) ||
		list_steps(move, 1, 1) == 0)
		return;
	if (tp == NULL || traces_pane_stacks(tp) == 0)
		return;
	if (move == MOVE_PAGE_UP || move == MOVE_PAGE_DOWN ||
		move == MOVE_HALF_UP || move == MOVE_HALF_DOWN)
		set_cursor(s, by_lines(s, move));
	else if (move == MOVE_FIRST)
		set_cursor(s, (struct traces_at){ 0, 0 });
	else if (move == MOVE_LAST)
		set_cursor(
			s, (struct traces_at){ traces_pane_stacks(tp) - 1, 0 });
	else
		set_cursor(s,
			traces_pane_step(
				tp, cursor(s), move == MOVE_UP ? -1 : 1));
}

static bool
find_traces(struct screen *s, int step)
{
	struct traces_pane *tp = refresh(s);
	const struct view *v = s->app->shown.view;
	uint32_t n = tp != NULL ? traces_pane_stacks(tp) : 0;
	uint32_t at = cursor(s).stack, found;

	if (n == 0 || !is_fresh(s))
		return false;
	found = at + 1 == n && step > 0 ? NONE
		: at == 0 && step < 0
		? NONE
		: traces_pane_find(tp, step > 0 ? at + 1 : at - 1, step,
			  &v->found.frame);
	if (found == NONE) {
		found = traces_pane_find(
			tp, step > 0 ? 0 : n - 1, step, &v->found.frame);
		if (found == NONE)
			return false;
		app_say(s->app, "search goes round");
	}
	set_cursor(s, (struct traces_at){ found, 0 });
	return true;
}

static void
traces_stack(struct screen *s, struct strbuf *out)
{
	struct traces_pane *tp = refresh(s);
	const struct view *v;
	node_id node;

	if (tp == NULL)
		return;
	v = s->tracing.of->view;
	node = traces_pane_node(tp, (struct traces_at){ cursor(s).stack, 0 });
	for (; node != NONE && node != 0; node = v->full.parent[node]) {
		utf8_clean(out, v->frames->frame[v->full.frame[node]].text);
		strbuf_addch(out, '\n');
	}
}

static void
count_traces(struct screen *s, uint32_t *shown, uint32_t *all)
{
	struct traces_pane *tp = refresh(s);

	*shown = tp != NULL ? traces_pane_stacks(tp) : 0;
	*all = tp != NULL ? traces_pane_all(tp) : 0;
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
		strbuf_addc(info, " of ");
		count_put(info, n);
		strbuf_addc(info, " stacks");
	} else if (s->tracing.pane != NULL) {
		count_put(info, n);
		strbuf_addf(
			info, " distinct stack%s, heaviest first", plural(n));
	}
	strbuf_addc(info, "   Enter expand  1 graph  Y copy");
}

/* "stack 1 of 412   2.10s 7.0% in 210 samples   cumulative 7.0%" */
static void
traces_status(struct screen *s, struct strbuf *out)
{
	struct traces_pane *tp = refresh(s);
	uint32_t at = cursor(s).stack;
	const struct trace *trace;
	struct numbers n;
	int64_t total;

	if (tp == NULL || (trace = traces_pane_trace(tp, at)) == NULL)
		return;
	n = numbers_of(s->tracing.of->view, &s->tracing.of->view->w);
	total = s->tracing.of->view->w.total;
	strbuf_addf(out, "stack %u of %u   ", at + 1, traces_pane_stacks(tp));
	value_put(out, &n, trace->value, total);
	strbuf_addc(out, "   cumulative ");
	(void)percent_put(out, traces_pane_sum(tp, at), total);
	strbuf_addc(out, "   ");
	count_put(out, trace->samples);
	strbuf_addf(out, " sample%s", plural(trace->samples));
}

static void
draw_notice(struct screen *s, struct grid *g, struct rect r)
{
	if (app_delivered(s->app, PRODUCT_TRACES))
		notice_draw(g, r, STR("stopped; u and Ctrl-R compute again"));
	else
		notice_draw(g, r, STR("finding the distinct stacks..."));
}

static void
draw_traces(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct traces_pane *tp = refresh(s);
	const struct view *v = s->app->shown.view;
	struct traces_at first = { panes->row[PANE_TRACES],
		s->tracing.first_line };
	struct traces_draw d = {
		.skip = panes->skip[PANE_TRACES],
		.focused = panes->focus == PANE_TRACES,
		.labels = caption_mode(s),
		.matches =
			is_fresh(s) && v->found.active ? &v->found.frame : NULL,
	};

	if (tp == NULL) {
		draw_notice(s, g, r);
		return;
	}
	if (traces_pane_stacks(tp) == 0) {
		notice_draw(g, r,
			traces_pane_all(tp) > 0
				? STR("no stack matches the row filter; "
				      "\\ changes it, u undoes it")
				: STR("no sample has a stack here"));
		return;
	}
	d.at = traces_pane_step(tp, cursor(s), 0);
	panes->at[PANE_TRACES] = d.at.stack;
	s->tracing.line = d.at.line;
	d.first = traces_pane_scroll(tp, first, d.at, r.rows);
	panes->row[PANE_TRACES] = d.first.stack;
	s->tracing.first_line = d.first.line;
	traces_pane_draw(g, r, tp, &d);
}

/* The line that was drawn there; of a stack that is not open, the stack. */
static bool
click_traces(struct screen *s, uint32_t hit, bool twice)
{
	struct traces_pane *tp = refresh(s);
	struct traces_at first = { s->app->now.panes.row[PANE_TRACES],
		s->tracing.first_line },
			 at;

	(void)twice;
	if (tp == NULL || hit >= (uint32_t)s->arranged.pane[PANE_TRACES].rows)
		return true;
	at = traces_pane_line(tp, first, (int64_t)hit);
	if (!traces_pane_is_open(tp, at.stack))
		at.line = 0;
	set_cursor(s, at);
	return false;
}

/* Commands. */

static int
cmd_expand(const struct call *call)
{
	struct screen *s = call->on;
	struct traces_pane *tp = refresh(s);
	struct traces_at at = cursor(s);

	if (tp == NULL)
		return 0;
	traces_pane_toggle(tp, at.stack);
	set_cursor(s, (struct traces_at){ at.stack, 0 });
	return 0;
}

static int
cmd_goto_trace(const struct call *call)
{
	struct screen *s = call->on;

	if (refresh(s) != NULL)
		select_frame(s);
	screen_focus(s, PANE_FLAME);
	flame_reveal(s);
	return 0;
}

static const struct command rows[] = {
	{ "expand", NULL, "all frames of this stack, or a few", cmd_expand },
	{ "goto_trace", NULL, "show this stack in the graph", cmd_goto_trace },
};

static const struct keylegend legend[] = {
	{ "Enter", "expand", NULL },
	{ "1", "show in graph", NULL },
	{ "Y", "copy stack", NULL },
	{ "\\", "rows", NULL },
	{ "/", "search", NULL },
	{ "f", "focus", NULL },
	{ "q", "close", NULL },
	{ "?", "help", NULL },
};

const struct pane_ops pane_traces = {
	.name = "Traces",
	.map = "traces",
	.draw = draw_traces,
	.info = traces_info,
	.move = move_traces,
	.click = click_traces,
	.rows = count_traces,
	.settle = settle_traces,
	.find = find_traces,
	.stack = traces_stack,
	.status = traces_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = rows,
	.n_commands = COUNT_OF(rows),
};
