/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of one function's callers and callees (a row of PANE_ROWS).
 *
 * It follows the selection. While it has the focus it keeps its function, and
 * moving among its lines moves the selection to the callers, callees and
 * stacks; Enter then shows the selected function. A pinned function stays until
 * p is pressed again.
 */
#include "prelude.h"

#include "analysis/peek.h"
#include "app/undo.h"
#include "engine/origin.h"
#include "present/chrome.h"
#include "present/inspector.h"
#include "present/peek.h"
#include "present/status.h"
#include "ui/commands.h"
#include "ui/pane.h"
#include "ui/stamp.h"

struct inspecting {
	struct stamp made;     /* view of the other fields */
	struct detail *detail; /* owned, as is peek; `of` borrows both */
	struct peek *peek;
	struct inspected of;
	struct inspector lines;
	uint32_t row; /* frames in the selection's row */
	struct list list; /* its lines; `at` is unused */
};

struct peek_state {
	struct peek *peek;
	struct peek_pane *pane;
	struct stamp made;
	frame_id frame;  /* shown function; NONE: the root */
	bool there;      /* false: nothing is shown */
	struct str held; /* frame's name, kept while focused; pooled */
	bool holding;
	bool late; /* an update was put off until keys rest */
	struct inspecting inspecting;
};

/* ---- The inspector ---- */

enum { BOX_COLS = 76, BOX_MARGIN = 8, BOX_LEAST = 24, BOX_WIDE = 60 };

static void
inspect_fini(struct inspecting *in)
{
	inspector_fini(&in->lines);
	detail_free(in->detail);
	peek_free(in->peek);
	*in = (struct inspecting){ .row = 0 };
}

static bool
inspect_is_docked(const struct screen *s)
{
	return s->app->now.settings.inspector == INSPECTOR_DOCKED;
}

/* Return the inspector's lines for the selection, `cols` wide. */
static const struct inspector *
inspect_refresh(struct screen *s, int cols)
{
	struct peek_state *k = s->own[PANE_PEEK];
	struct inspecting *in = &k->inspecting;
	const struct shown *shown = &s->app->shown;
	bool same = stamp_has_view(in->made, s->app) &&
		selection_equal(in->of.selected, shown->sel);
	uint32_t row = selection_row_frames(shown->flamegraph, shown->sel);

	if (same && in->row == row && in->made.cols == cols &&
		in->of.ascii == is_ascii(s) &&
		zoom_equal(&in->of.zoom, &shown->zoom))
		return &in->lines;
	inspector_fini(&in->lines);
	if (!same) {
		const struct view *v;
		frame_id frame;
		struct origins *origins;

		inspect_fini(in);
		in->of.selected = shown->sel;
		/* The samples of a single node can be found only in the callees
		   direction; otherwise take all nodes of the function. */
		v = shown->view;
		frame = selection_frame(shown->flamegraph, in->of.selected);
		if (!selection_is_group(in->of.selected)) {
			if (frame != NONE) {
				in->peek = peek_new(v, frame, NULL);
				origins = flamegraph_origins(shown->flamegraph);
				in->of.has_origin = true;
				in->of.origin = origin_of_frame(
					origins, v->frames, frame);
				in->of.origin.does =
					(uint8_t)origin_does_of_frame(
						origins, v->frames, frame);
			}
			if (v->query.direction == DIR_CALLEES)
				in->detail =
					detail_new(v, in->of.selected.node);
			else if (frame != NONE)
				in->detail = detail_new_frame(v, frame);
			else
				in->detail = detail_new(v, 0);
			in->of.detail = in->detail;
			in->of.peek = in->peek;
		}
	}
	in->of.flamegraph = shown->flamegraph;
	in->of.zoom = shown->zoom;
	in->row = row;
	in->of.ascii = is_ascii(s);
	in->made = stamp_of_view(s->app);
	in->made.cols = cols;
	inspector_init(&in->lines, &in->of, cols);
	return &in->lines;
}

/* True during quick key presses, when the old selection stays. */
static bool
inspect_may_lag(const struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];
	const struct inspecting *in = &k->inspecting;
	const struct shown *shown = &s->app->shown;

	return stamp_has_view(in->made, s->app) &&
		in->made.cols == s->arranged.pane[PANE_PEEK].cols - 1 &&
		!selection_equal(in->of.selected, shown->sel) &&
		keys_rest(s) > 0;
}

bool
inspect_hints(const struct screen *s, struct grid *g, int row)
{
	static const struct keylegend legend[] = { { "Up Down", "scroll" },
		{ "1", "graph" }, { "K", "callers and callees" },
		{ "y", "copy name" }, { "f", "focus" }, { "Tab", "pane" },
		{ "?", "help" } };

	if (!inspect_is_docked(s))
		return false;
	keylegend_draw(g, row, legend, COUNT_OF(legend));
	return true;
}

/* ---- Callers and callees ---- */

static void
peek_forget(struct screen *s, bool all)
{
	struct peek_state *k = s->own[PANE_PEEK];

	if (all || !stamp_has_view(k->inspecting.made, s->app))
		inspect_fini(&k->inspecting);
	if (!all && stamp_has_view(k->made, s->app))
		return;
	peek_pane_free(k->pane);
	peek_free(k->peek);
	k->pane = NULL;
	k->peek = NULL;
	k->made.view = 0;
}

frame_id
peek_frame(struct screen *s)
{
	const struct app *app = s->app;
	const struct peek_state *k = s->own[PANE_PEEK];
	struct str name = app->now.pinned;

	if (name.n == 0 && k->holding)
		name = k->held;
	if (name.n > 0)
		return frames_find(app->shown.view->frames, name);
	return selected_frame(app);
}

/* True if the pane shows the root, which has no frame. */
static bool
peek_is_of_root(const struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];
	const struct shown *shown = &s->app->shown;

	if (s->app->now.pinned.n > 0 || (k->holding && k->held.n > 0))
		return false;
	return (k->holding && k->there && k->frame == NONE) ||
		selection_equal(shown->sel, selection_root(shown->flamegraph));
}

/* True if the hottest stacks are missing. They are requested after a pause in
   key presses, because reading every stack would delay the next view. */
static bool
peek_misses_stacks(const struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];

	return k->peek != NULL && k->peek->lacks_stacks &&
		app_lacks(s->app, PRODUCT_HOTTEST);
}

/* True during quick key presses, when the old function stays. */
static bool
peek_may_lag(const struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];

	return keys_rest(s) > 0 &&
		(peek_misses_stacks(s) ||
			(!k->holding && s->app->now.pinned.n == 0 &&
				k->peek != NULL &&
				stamp_has_view(k->made, s->app) &&
				k->made.rows ==
					s->arranged.pane[PANE_PEEK].rows - 1 &&
				k->frame != selected_frame(s->app)));
}

/* Does not read the clock, because time passes between drawing and the wait
   after it: a late pane stays late until it is updated. */
static bool
peek_lags(const struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];

	return s->arranged.shown[PANE_PEEK] && k->late;
}

static void
peek_want_stacks(struct screen *s)
{
	if (peek_misses_stacks(s) && keys_rest(s) == 0)
		app_want(s->app, PRODUCT_HOTTEST);
}

/* Rebuild the rows if the function, the view or the height has changed. */
static void
peek_refresh(struct screen *s)
{
	struct peek_state *k = s->own[PANE_PEEK];
	const struct shown *shown = &s->app->shown;
	int rows = s->arranged.pane[PANE_PEEK].rows - 1;
	/* The view's hottest stacks, or NULL until the worker has found
	   them. */
	const struct hottest *all = app_delivered(s->app, PRODUCT_HOTTEST)
		? s->app->product[PRODUCT_HOTTEST].it
		: NULL;
	bool is_new = !stamp_has_view(k->made, s->app) ||
		(k->peek != NULL && k->peek->lacks_stacks && all != NULL);
	bool there;
	frame_id frame;

	/* Looking up a name takes time, so keep the view's result. */
	if (!is_new && k->holding && k->peek != NULL &&
		s->app->now.pinned.n == 0)
		frame = k->frame;
	else
		frame = peek_frame(s);
	there = frame != NONE || peek_is_of_root(s);
	if (!is_new && frame == k->frame && there == k->there &&
		rows == k->made.rows) {
		peek_want_stacks(s);
		return;
	}
	peek_pane_free(k->pane);
	k->pane = NULL;
	if (is_new || frame != k->frame || there != k->there) {
		peek_free(k->peek);
		k->peek = there ? peek_new(shown->view, frame, all) : NULL;
	}
	peek_want_stacks(s);
	if (k->peek != NULL)
		k->pane = peek_pane_new(shown->view, k->peek, rows);
	k->frame = frame;
	k->there = there;
	k->made = stamp_of_view(s->app);
	k->made.rows = rows;
}

/* Update the pane, unless that is put off. */
static void
peek_follow(struct screen *s)
{
	struct peek_state *k = s->own[PANE_PEEK];

	if (inspect_is_docked(s)) {
		k->late = inspect_may_lag(s);
		if (!k->late)
			(void)inspect_refresh(
				s, s->arranged.pane[PANE_PEEK].cols - 1);
		return;
	}
	k->late = peek_may_lag(s);
	if (k->late)
		return;
	peek_refresh(s);
	k->late = peek_misses_stacks(s);
}

/* Request the stacks of a new view immediately, before it is drawn. For another
   function of the same view, drawing is soon enough. */
static void
peek_look(struct screen *s)
{
	struct peek_state *k = s->own[PANE_PEEK];

	if (k->late || peek_misses_stacks(s) ||
		(!inspect_is_docked(s) && !stamp_has_view(k->made, s->app)))
		peek_follow(s);
	else
		k->late = inspect_is_docked(s) ? inspect_may_lag(s)
					       : peek_may_lag(s);
}

/* Return the function's own line, where the cursor starts. */
static uint32_t
peek_own_line(const struct peek_pane *pane)
{
	uint32_t i = 0;

	while (i + 1 < pane->line.n && pane->line.p[i].kind != PEEK_OWN)
		i++;
	return i;
}

void
peek_hold(struct screen *s)
{
	struct peek_state *k = s->own[PANE_PEEK];
	bool hold = s->app->now.panes.focus == PANE_PEEK;

	if (hold == k->holding)
		return;
	k->holding = false;
	s->app->now.panes.list[PANE_PEEK].at = NONE;
	if (!hold || s->app->shown.view == NULL)
		return;
	peek_refresh(s);
	k->holding = true;
	k->held = s->app->now.pinned.n > 0
		? s->app->now.pinned
		: app_keep(s->app, selected_name(s->app));
}

void
peek_recenter(struct screen *s)
{
	struct peek_state *k = s->own[PANE_PEEK];

	k->held = app_keep(s->app, selected_name(s->app));
	k->made.view = 0;
	s->app->now.panes.list[PANE_PEEK].at = NONE;
	s->app->now.panes.list[PANE_PEEK].first = 0;
}

/* Select the node of a stack's line, or the function of another line. */
static void
peek_moved(struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];
	const struct peek_line *line =
		&k->pane->line.p[s->app->now.panes.list[PANE_PEEK].at];

	if (line->kind == PEEK_STACK &&
		s->app->shown.view->query.direction == DIR_CALLEES)
		change_selection(s->app, selection_of(SIDE_MAIN, line->node));
	else if (line->frame != NONE)
		flame_select_frame(s, line->frame);
}

static uint32_t
peek_length(struct screen *s)
{
	const struct peek_state *k = s->own[PANE_PEEK];

	peek_refresh(s);
	return k->pane != NULL ? (uint32_t)k->pane->line.n : 0;
}

static bool
peek_can(void *screen, uint32_t row)
{
	const struct screen *s = screen;
	const struct peek_state *k = s->own[PANE_PEEK];

	return peek_pane_can(k->pane, row);
}

static void
move_peek(struct screen *s, enum move move)
{
	struct peek_state *k = s->own[PANE_PEEK];
	struct inspecting *in = &k->inspecting;
	struct list *l = &s->app->now.panes.list[PANE_PEEK];
	int rows = s->arranged.pane[PANE_PEEK].rows - 1;

	if (inspect_is_docked(s)) {
		list_turn(&in->list, list_steps(move, rows, INT32_MAX),
			in->lines.n, rows);
	} else if (!list_sideways(l, move)) {
		if (l->at >= peek_length(s) && k->pane != NULL)
			l->at = peek_own_line(k->pane);
		pane_move_list(s, PANE_PEEK, move);
	}
}

static frame_id
row_peek(struct screen *s, struct strbuf *edge)
{
	const struct peek_state *k = s->own[PANE_PEEK];
	uint32_t at = s->app->now.panes.list[PANE_PEEK].at;
	const struct peek_line *line;

	if (inspect_is_docked(s) || k->pane == NULL)
		return NONE;
	if (at >= k->pane->line.n)
		return k->frame;
	line = &k->pane->line.p[at];
	if (line->kind == PEEK_STACK &&
		s->app->shown.view->query.direction == DIR_CALLEES)
		return NONE;
	if (line->kind == PEEK_CALLER || line->kind == PEEK_CALLEE) {
		const struct view *v = s->app->shown.view;
		struct arena arena = ARENA_INIT;

		/* "from Quote 5.70s": the call from the shown function. */
		strbuf_addstr(
			edge, line->kind == PEEK_CALLER ? "calls " : "from ");
		strbuf_add(edge,
			caption_short(v, k->peek->frame,
				s->app->now.settings.names, &arena));
		strbuf_addch(edge, ' ');
		if (v->is_diff)
			delta_put(edge, &s->app->shown.numbers, line->sides);
		else
			number_put(edge, &s->app->shown.numbers, line->value);
		arena_free(&arena);
	}
	return line->frame != NONE ? line->frame : k->frame;
}

static void
peek_rule(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	const struct peek_state *k = s->own[PANE_PEEK];
	const struct inspecting *in = &k->inspecting;
	int rows = s->arranged.pane[PANE_PEEK].rows - 1;

	if (s->bare)
		return;
	if (inspect_is_docked(s)) {
		strbuf_addstr(info, "inspector follows selection");
		if (in->made.view != 0 && rows > 0 &&
			in->lines.n > (size_t)rows)
			strbuf_addf(right, "%u-%u of %zu", in->list.first + 1,
				in->list.first + (uint32_t)rows, in->lines.n);
	} else if (s->app->now.pinned.n > 0) {
		strbuf_addstr(info, "pinned");
	} else if (!k->holding) {
		strbuf_addstr(info, "follows selection");
	} else if (k->pane != NULL) {
		strbuf_addstr(info, "Enter select");
	}
}

static void
draw_peek(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct peek_draw d = {
		.focused = !s->bare && panes->focus == PANE_PEEK,
		.labels = s->app->now.settings.names,
	};
	struct peek_state *k = s->own[PANE_PEEK];
	struct list *l = &panes->list[PANE_PEEK];
	uint32_t line;

	if (inspect_is_docked(s)) {
		struct rect rect = r;
		struct inspecting *in = &k->inspecting;

		rect.col++;
		rect.cols--;
		peek_follow(s);
		list_turn(&in->list, 0, in->lines.n, rect.rows);
		inspector_draw(g, rect, &in->lines, in->list.first);
		if (s->app->now.panes.focus == PANE_PEEK) {
			g->cursor_row = rect.row;
			g->cursor_col = rect.col;
		}
		return;
	}
	peek_follow(s);
	if (k->pane == NULL) {
		notice_draw(g, r,
			s->app->now.pinned.n > 0
				? STR("the pinned function is not in this view")
				: STR("several frames too narrow to draw; "
				      "Enter zooms to them"));
		return;
	}
	line = peek_own_line(k->pane);
	if (d.focused) {
		if (l->at < k->pane->line.n)
			line = l->at;
	} else {
		/* Start at the top, with the function's own line visible. */
		l->first = 0;
	}
	l->first =
		(uint32_t)list_scroll(l->first, line, k->pane->line.n, r.rows);
	d.list = *l;
	d.list.at = d.focused ? line : NONE;
	peek_pane_draw(g, r, k->pane, &d);
}

/* ---- The inspector in a box ---- */

static enum dialog_answer
inspect_act(struct screen *s, const struct dialog_row *row, int key)
{
	(void)row;
	if (key == 'w' && s->app->shown.view->is_diff) {
		menu_why(s);
		return DIALOG_STAYS;
	}
	if (key != 'K')
		return DIALOG_IGNORED;
	screen_set(s, "inspector", STR("docked"));
	screen_arrange(s);
	if (!s->arranged.shown[PANE_PEEK])
		app_say(s->app, "the inspector is in pane 3; K closes it");
	return DIALOG_CLOSES;
}

void
inspect_key(struct screen *s)
{
	struct peek_state *k = s->own[PANE_PEEK];

	if (!inspect_is_docked(s)) {
		int cols = s->cols - BOX_MARGIN;
		const struct inspector *in;
		struct dialog *b;

		if (cols > BOX_COLS)
			cols = BOX_COLS;
		if (cols < BOX_LEAST)
			cols = BOX_LEAST;
		in = inspect_refresh(s, cols);
		b = dialog_open(s, DIALOG_TEXT, "Inspector  (K)");
		for (size_t i = 0; i < in->n; i++)
			dialog_add(b, in->line[i].text, STR_EMPTY)->heading =
				in->line[i].heading;
		b->is.act = inspect_act;
		b->passes = true;
		if (s->cols >= BOX_WIDE) {
			dialog_footer(b,
				"y name  Y stack  f focus  x hide  * next "
				"path");
			dialog_footer(b,
				s->app->shown.view->is_diff
					? "K beside the graph  w verdicts  Esc "
					  "closes"
					: "K docks it beside the graph  Esc "
					  "closes");
		} else {
			dialog_footer(b, "K docks it  Esc closes");
		}
		dialog_ready(b);
	} else if (s->arranged.shown[PANE_PEEK]) {
		screen_set(s, "inspector", STR("overlay"));
		inspect_fini(&k->inspecting);
	} else {
		screen_focus(s, PANE_PEEK);
	}
}

static const struct keylegend legend[] = { { "Enter", "look at" },
	{ "p", "pin" }, { "f", "focus" }, { "Tab", "pane" }, { "u", "undo" },
	{ "?", "help" } };

const struct pane pane_peek = {
	.name = "Peek",
	.map = "peek",
	.size = sizeof(struct peek_state),
	.draw = draw_peek,
	.info = peek_rule,
	.move = move_peek,
	.row = row_peek,
	.lags = peek_lags,
	.refresh = peek_look,
	.length = peek_length,
	.can = peek_can,
	.moved = peek_moved,
	.forget = peek_forget,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
};
