/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of one function's callers and callees (a row of parts.h).
 *
 * It follows the selection. While it has the focus, it holds the function it
 * shows, and moving among its lines moves the selection to the callers,
 * callees and stacks; Enter then makes the selected function its own. A
 * pinned function stays until p is pressed again.
 */
#include "config.h"

#include "app/change.h"
#include "present/chrome.h"
#include "present/page.h"
#include "ui/parts.h"

#include "base/banned.h"

frame_id
peek_frame(struct screen *s)
{
	const struct app *app = s->app;
	struct str name = app->now.pinned;

	if (name.n == 0 && s->peeking.holding)
		name = s->peeking.held;
	if (name.n > 0)
		return frames_find(app->shown.view->frames, name);
	return selected_frame(app);
}

bool
peek_lags(const struct screen *s)
{
	const struct peeking *k = &s->peeking;

	if (inspect_is_docked(s))
		return s->arranged.shown[PANE_PEEK] && inspect_lags(s);
	return s->arranged.shown[PANE_PEEK] && !k->holding &&
		s->app->now.pinned.n == 0 && k->peek != NULL &&
		k->serial == s->app->shown.serial &&
		k->rows == s->arranged.pane[PANE_PEEK].rows - 1 &&
		k->frame != selected_frame(s->app) && keys_rest(s) > 0;
}

/* Make what is shown if it is of another function or view. */
static void
refresh(struct screen *s)
{
	struct peeking *k = &s->peeking;
	const struct shown *shown = &s->app->shown;
	int rows = s->arranged.pane[PANE_PEEK].rows - 1;
	bool is_new = k->serial != shown->serial;
	frame_id frame;

	/* Looking a name up takes time; the answer holds for the view. */
	if (!is_new && k->holding && k->peek != NULL &&
		s->app->now.pinned.n == 0)
		frame = k->frame;
	else
		frame = peek_frame(s);
	if (!is_new && frame == k->frame && rows == k->rows)
		return;
	peek_pane_free(k->pane);
	k->pane = NULL;
	if (is_new || frame != k->frame) {
		peek_free(k->peek);
		k->peek = frame == NONE ? NULL : peek_new(shown->view, frame);
	}
	if (k->peek != NULL)
		k->pane = peek_pane_new(shown->view, k->peek, rows);
	k->frame = frame;
	k->serial = shown->serial;
	k->rows = rows;
}

/* The line of the function itself: where the cursor is at first. */
static uint32_t
own_line(const struct peek_pane *pane)
{
	uint32_t n = peek_pane_lines(pane);

	for (uint32_t i = 0; i < n; i++)
		if (peek_pane_line(pane, i)->kind == PEEK_SELF_NAME)
			return i;
	return peek_pane_step(pane, NONE, 1);
}

void
peek_hold(struct screen *s)
{
	bool hold = s->app->now.panes.focus == PANE_PEEK;

	if (hold == s->peeking.holding)
		return;
	s->peeking.holding = false;
	s->app->now.panes.peek_line = NONE;
	if (!hold || s->app->shown.view == NULL)
		return;
	refresh(s);
	s->peeking.holding = true;
	s->peeking.held = s->app->now.pinned.n > 0
		? s->app->now.pinned
		: app_keep(s->app, selected_name(s->app));
}

void
peek_recenter(struct screen *s)
{
	s->peeking.held = app_keep(s->app, selected_name(s->app));
	s->peeking.serial = 0;
	s->app->now.panes.peek_line = NONE;
	s->app->now.panes.row[PANE_PEEK] = 0;
}

/* A neighbour of the place that is looked at is meant rather than the
   heaviest place of all. */
static void
select_line(struct screen *s, const struct peek_line *line)
{
	const struct shown *shown = &s->app->shown;
	struct target target;

	if (line->kind == PEEK_STACK &&
		shown->view->query.direction == DIR_CALLEES) {
		target = target_of(SIDE_MAIN, line->node);
		change_selection(s->app, target);
	} else if (line->frame != NONE) {
		flame_select_frame(s, line->frame);
	}
}

static void
move_line(struct screen *s, uint32_t *at, int step)
{
	uint32_t to = peek_pane_step(s->peeking.pane, *at, step);

	if (to != NONE)
		*at = to;
}

static void
move_peek(struct screen *s, enum move move)
{
	uint32_t *at = &s->app->now.panes.peek_line;
	int64_t steps;

	if (inspect_is_docked(s)) {
		inspect_scroll(s, list_steps(move, s->peeking.rows, INT32_MAX));
		return;
	}
	refresh(s);
	if (list_sideways(&s->app->now.panes.skip[PANE_PEEK], move) ||
		s->peeking.pane == NULL)
		return;
	steps = list_steps(
		move, s->peeking.rows, peek_pane_lines(s->peeking.pane));
	if (*at == NONE || *at >= peek_pane_lines(s->peeking.pane))
		*at = own_line(s->peeking.pane);
	for (; steps > 0; steps--)
		move_line(s, at, 1);
	for (; steps < 0; steps++)
		move_line(s, at, -1);
	/* Nothing is looked at: no lines, and no cursor among them. */
	if (*at < peek_pane_lines(s->peeking.pane))
		select_line(s, peek_pane_line(s->peeking.pane, *at));
}

static void
peek_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	if (s->bare)
		return;
	if (inspect_is_docked(s))
		inspect_info(s, info, right);
	else if (s->app->now.pinned.n > 0)
		strbuf_addc(info, "pinned");
	else if (s->peeking.holding && s->peeking.pane != NULL)
		strbuf_addc(info, "Enter looks at it");
	else if (!s->peeking.holding)
		strbuf_addc(info, "follows selection");
}

static void
draw_peek(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct peek_draw d = {
		.selected = NONE,
		.skip = panes->skip[PANE_PEEK],
		.focused = !s->bare && panes->focus == PANE_PEEK,
		.labels = caption_mode(s),
	};
	uint32_t *first = &panes->row[PANE_PEEK], line;

	if (inspect_is_docked(s)) {
		inspect_draw(s, g, r);
		return;
	}
	if (!peek_lags(s))
		refresh(s);
	if (s->peeking.pane == NULL) {
		notice_draw(g, r,
			s->app->now.pinned.n > 0
				? STR("the pinned function is not there now")
				: STR("select a function: its callers and "
				      "callees show here"));
		return;
	}
	line = own_line(s->peeking.pane);
	if (d.focused) {
		if (panes->peek_line < peek_pane_lines(s->peeking.pane))
			line = panes->peek_line;
		d.selected = line;
	} else {
		/* From the top, but the function itself is seen. */
		*first = 0;
	}
	*first = (uint32_t)list_scroll(
		*first, line, peek_pane_lines(s->peeking.pane), r.rows);
	d.first = *first;
	peek_pane_draw(g, r, s->peeking.pane, &d);
}

static const struct keylegend legend[] = {
	{ "Enter", "look at", NULL },
	{ "p", "pin", NULL },
	{ "f", "focus", NULL },
	{ "Tab", "pane", NULL },
	{ "u", "undo", NULL },
	{ "?", "help", NULL },
};

static bool
click_peek(struct screen *s, uint32_t hit, bool twice)
{
	(void)twice;
	refresh(s);
	if (s->peeking.pane == NULL || hit >= peek_pane_lines(s->peeking.pane))
		return true;
	/* Not all lines can be selected. */
	if (hit > 0 && peek_pane_step(s->peeking.pane, hit - 1, 1) != hit)
		return true;
	s->app->now.panes.peek_line = hit;
	select_line(s, peek_pane_line(s->peeking.pane, hit));
	return false;
}

const struct pane_ops pane_peek = {
	.name = "Peek",
	.map = "peek",
	.draw = draw_peek,
	.info = peek_info,
	.move = move_peek,
	.click = click_peek,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
