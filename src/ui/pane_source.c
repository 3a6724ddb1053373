/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of one function's source (a row of PANE_ROWS).
 *
 * It shows the selected function, or the pinned one, or else the one with the
 * largest self. The worker sums up the lines once per view and reads the source
 * texts. Until both are available, the old content stays.
 */
#include "prelude.h"

#include <inttypes.h>

#include "analysis/annotate.h"
#include "app/undo.h"
#include "base/xalloc.h"
#include "engine/origin.h"
#include "present/chrome.h"
#include "present/nav.h"
#include "symbol/assembly.h"
#include "ui/pane.h"
#include "ui/source_data.h"

enum { VISITS_MAX = 64 };

/* ---- The shown function ---- */

static void
source_forget(struct screen *s, bool all)
{
	struct sourcing *k = sourcing_of(s);

	if (!all)
		return;
	sourcing_drop(k);
	vec_free(&k->opened);
	vec_free(&k->visits);
	for (enum pane_id i = 0; i < PANES; i++)
		strbuf_free(&k->wishes[i]);
}

/* Return the function with the largest self. */
static frame_id
source_hottest(struct screen *s)
{
	struct sourcing *k = sourcing_of(s);
	const struct shown *shown = &s->app->shown;
	const struct view *v = shown->view;
	uint64_t most = 0;

	if (stamp_has_view(k->hottest_made, s->app))
		return k->hottest;
	k->hottest_made = stamp_of_view(s->app);
	k->hottest = NONE;
	for (frame_id f = 0; f < v->frames->n; f++) {
		uint64_t w = u64_abs(columns_value(&v->w.self, f));

		if (v->nodes[f] > 0 && w > most) {
			most = w;
			k->hottest = f;
		}
	}
	k->hottest_node = k->hottest != NONE
		? nav_widest(shown->flamegraph,
			  selection_root(shown->flamegraph), k->hottest)
			  .node
		: NONE;
	return k->hottest;
}

frame_id
source_frame(struct screen *s)
{
	const struct app *app = s->app;
	frame_id frame;

	if (app->now.pinned.n > 0)
		return frames_find(app->shown.view->frames, app->now.pinned);
	frame = selected_frame(app);
	return frame != NONE ? frame : source_hottest(s);
}

/* Return the frame whose text is shown for a function: the nearest caller that
   is the user's own, which sourcing_own_caller() finds with *called, else the
   function itself, with *called NONE. */
static frame_id
source_shown(struct screen *s, frame_id asked, frame_id *called)
{
	struct sourcing *k = sourcing_of(s);
	const struct app *app = s->app;
	node_id node = k->hottest_node;
	frame_id own = NONE;

	*called = NONE;
	/* Instructions beside the text are those of the function itself. */
	if (asked == NONE || app->now.pinned.n > 0 ||
		s->arranged.shown[PANE_ASM] ||
		str_eq(k->itself, app->shown.view->frames->frame[asked].text))
		return asked;
	if (selected_frame(app) != NONE)
		node = app->shown.sel.node;
	own = sourcing_own_caller(s, node, called);
	if (own == NONE)
		*called = NONE;
	return own != NONE ? own : asked;
}

/* Next show the text of the function itself, not its caller's. */
static void
source_show_itself(struct screen *s, struct str name)
{
	sourcing_of(s)->itself = app_keep(s->app, name);
}

/* Return the zoomed node if the function has a node in the zoom, else NONE. The
   last result is reused, because a search passes over the tree. */
static node_id
place_in(const struct screen *s, frame_id frame, node_id zoom)
{
	const struct shown *shown = &s->app->shown;
	const struct sourcing *k = sourcing_of(s);
	struct selection place;

	if (k->pane != NULL && stamp_has_view(k->made, s->app) &&
		k->frame == frame && k->zoom == zoom &&
		(k->node == zoom || k->node == NONE))
		return k->node;
	place = nav_widest(
		shown->flamegraph, selection_of(SIDE_MAIN, zoom), frame);
	return place.node != NONE ? zoom : NONE;
}

/* Return the selected node if only its samples are shown (here); else the
   zoomed node if the function has a node in the zoom; else NONE. */
static node_id
source_node(const struct screen *s, frame_id frame, node_id zoom)
{
	const struct shown *shown = &s->app->shown;

	if (!sourcing_of(s)->here)
		return zoom != NONE ? place_in(s, frame, zoom) : NONE;
	if (s->app->now.pinned.n > 0 ||
		shown->view->query.direction != DIR_CALLEES ||
		selection_is_group(shown->sel) || shown->sel.node == NONE ||
		shown->view->full.frame[shown->sel.node] != frame)
		return NONE;
	return shown->sel.node;
}

/* Put the cursor on the frame's line, the line of the call, or the hottest. */
static void
source_put_cursor(struct screen *s, const struct listing *l)
{
	struct sourcing *k = sourcing_of(s);
	const struct frame *f = &k->view->frames->frame[k->frame];
	uint32_t called;
	const struct shown *shown;
	const struct tree *t;
	node_id node;

	/* In a tree of callers, the selected frame calls its parent. */
	shown = &s->app->shown;
	t = &shown->view->tree;
	node = shown->sel.node;
	if (shown->view->query.direction != DIR_CALLERS || node == NONE ||
		selection_is_group(shown->sel) || t->parent[node] == 0)
		called = NONE;
	else
		called = listing_function(
			l, shown->view, t->frame[t->parent[node]]);
	if (k->called != NONE)
		called = listing_function(l, k->view, k->called);

	k->at = (struct source_at){ .block = 0, .line = -1 };
	if (f->line > 0) {
		for (uint32_t i = 0; i < k->routines->n; i++)
			if (routine_line(k->block[i].routine, f->line) != NULL)
				k->at = (struct source_at){ .block = i,
					.line = f->line };
	} else if (called == NONE ||
		!source_pane_call(k->pane, called, &k->at)) {
		(void)source_pane_hot(k->pane, &k->at, 1);
	}
}

static void
source_lay(struct sourcing *k)
{
	struct source_lay how = { .fold = !k->unfolded,
		.bodies = k->bodies,
		.opened = k->opened.p,
		.n_opened = k->opened.n };

	source_pane_lay(k->pane, &k->at, &how);
}

/* True during quick key presses: the old function stays until they pause. */
static bool
source_may_lag(const struct screen *s)
{
	const struct sourcing *k = sourcing_of(s);
	const struct app *app = s->app;

	return s->arranged.shown[PANE_SOURCE] && k->pane != NULL &&
		stamp_has_view(k->made, app) &&
		app->now.panes.focus != PANE_SOURCE && app->now.pinned.n == 0 &&
		selected_frame(app) != NONE &&
		k->asked != selected_frame(app) && keys_rest(s) > 0;
}

/* Does not read the clock, for the reason in peek_lags(). */
static bool
source_lags(const struct screen *s)
{
	return s->arranged.shown[PANE_SOURCE] && sourcing_of(s)->late;
}

/* Update the pane and return it. Until new inputs arrive, the old content
   stays; NULL: there is none. */
static struct source_pane *
source_refresh(struct screen *s)
{
	struct sourcing *k = sourcing_of(s);
	const struct result_slot *d = &s->app->product[PRODUCT_LISTING];
	frame_id called = k->called, asked = k->asked, frame = k->frame;
	node_id zoom;
	node_id node;
	const struct shown *shown = &s->app->shown;
	const struct zoom *z;

	k->late = source_may_lag(s);
	if (!k->late) {
		asked = source_frame(s);
		frame = source_shown(s, asked, &called);
	}
	/* The zoomed node, if percentages refer to it; else NONE. */
	z = &shown->zoom;
	zoom = s->app->now.settings.percent == PERCENT_VIEW &&
			shown->view->query.direction == DIR_CALLEES &&
			!shown->view->is_diff && !selection_is_group(z->at) &&
			!zoom_is_all(shown->flamegraph, z)
		? z->at.node
		: NONE;
	node = frame != NONE ? source_node(s, frame, zoom) : NONE;

	app_want_lines(s->app);
	if (!stamp_has(k->made, s->app, PRODUCT_LISTING) || d->it == NULL ||
		frame == NONE)
		sourcing_drop(k);
	if (d->it != NULL && frame != NONE &&
		app_delivered(s->app, PRODUCT_LISTING) &&
		(k->pane == NULL || !stamp_has_view(k->made, s->app) ||
			k->frame != frame || k->asked != asked ||
			k->node != node || k->zoom != zoom)) {
		struct str name = shown->view->frames->frame[frame].text;

		/* Sum the lines of another function, node or view. */
		sourcing_drop(k);
		if (!str_eq(name, k->name)) {
			k->name = app_keep(s->app, name);
			k->fresh = true;
			k->opened.n = 0;
		}
		/* In a caller's text, the line of the call may have changed. */
		k->fresh = k->fresh || called != NONE;
		k->frame = frame;
		k->asked = asked;
		k->called = called;
		k->node = node;
		k->zoom = zoom;
		k->view = view_ref(shown->view);
		k->of = d->it;
		k->made = stamp_of(s->app, PRODUCT_LISTING);
		sourcing_sum(s);
	}
	if (k->of == NULL ||
		(k->pane != NULL &&
			stamp_has(k->texts_made, s->app, PRODUCT_SOURCES)))
		return k->pane;
	sourcing_make(s);
	/* If the cursor was on a note, that note may be gone. */
	if (k->fresh || k->at.on == SOURCE_ON_NOTE)
		source_put_cursor(s, k->of);
	k->fresh = false;
	/* Go to the line requested by source_seek(), if it is shown. */
	for (uint32_t i = 0; i < k->routines->n && k->seek_line > 0; i++)
		if (str_eq(str_basename(k->block[i].routine->file),
			    str_basename(k->seek_file)))
			k->at = (struct source_at){ .block = i,
				.line = k->seek_line };
	k->seek_line = 0;
	source_lay(k);
	return k->pane;
}

void
source_seek(struct screen *s, struct str file, int64_t line)
{
	struct sourcing *k = sourcing_of(s);

	frame_id frame = source_frame(s);

	if (frame != NONE)
		source_show_itself(
			s, s->app->shown.view->frames->frame[frame].text);
	k->seek_file = app_keep(s->app, file);
	k->seek_line = line;
	/* The cursor moves when the pane is rebuilt. */
	sourcing_drop(k);
}

/* Update the pane, and request texts again after option changes. */
static void
source_look(struct screen *s)
{
	struct sourcing *k = sourcing_of(s);

	if (source_refresh(s) == NULL || !stamp_has_view(k->made, s->app))
		return;
	sourcing_order(s);
	if (s->arranged.paired && s->app->now.panes.focus == PANE_ASM) {
		const struct code_chain *chain = asm_chain(s);

		/* If the instructions beside this pane have the focus, go to
		   the innermost line of theirs that is in this function. */
		for (uint32_t i = 0; chain != NULL && i < chain->n; i++) {
			const struct code_call *c = &chain->call[i];

			for (uint32_t b = 0; b < k->pane->of.n_blocks; b++) {
				const struct routine *r = k->block[b].routine;
				struct source_at at = { .block = b,
					.line = c->line };

				if (c->line < r->start || c->line > r->end ||
					!code_same_file(
						c->file, sourcing_raw(s, r)))
					continue;
				if (k->at.block != b || k->at.line != c->line) {
					k->at = at;
					source_lay(k);
				}
				return;
			}
		}
	}
}

/* ---- Drawing ---- */

static void
source_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct sourcing *k = sourcing_of(s);
	struct source_pane *sp = source_refresh(s);
	struct arena arena = ARENA_INIT;

	if (sp == NULL)
		return;
	strbuf_add(info,
		caption_short(
			k->view, k->frame, s->app->now.settings.names, &arena));
	strbuf_addstr(info, "   ");
	source_pane_totals(sp, info, is_ascii(s));
	if (s->app->now.pinned.n > 0)
		strbuf_addstr(info, "   pinned");
	strbuf_addstr(right,
		k->node == NONE   ? "all paths"
			: k->here ? "this path"
				  : "paths in the zoom");
	arena_free(&arena);
}

/* Return the value of 100%; 0: none, e.g. for a function not in the zoom. */
static int64_t
source_percent(const struct screen *s, const struct source_pane *sp)
{
	const struct view *v = sp->of.view;
	const struct sourcing *k = sourcing_of(s);
	const struct shown *shown = &s->app->shown;
	bool is_whole =
		v->is_diff || zoom_is_all(shown->flamegraph, &shown->zoom);

	if (v->query.mean)
		return 0;
	switch (s->app->now.settings.percent) {
	case PERCENT_ALL:
		return view_whole(v);
	case PERCENT_VIEW:
		if (k->zoom == NONE)
			return is_whole ? row_sum_value(&v->w.kept) : 0;
		return k->node != NONE ? columns_value(&v->full.total,
						 tree_row(&v->full, k->zoom))
				       : 0;
	case PERCENT_PARENT:
		return sp->weight;
	case PERCENT_OFF:
		break;
	}
	return 0;
}

/* Return the search as a compiled pattern; NULL: no search. */
static struct regexp *
source_match(const struct screen *s)
{
	struct str search = s->app->now.query.search;
	struct err ignored = ERR_INIT;

	return search.n > 0 ? regexp_new_smart(search, NULL, &ignored) : NULL;
}

static void
draw_source(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct source_pane *sp = source_refresh(s);
	struct source_draw d = {
		.focused = !s->bare && panes->focus == PANE_SOURCE,
		.labels = s->app->now.settings.names,
		.columns = sourcing_of(s)->columns,
	};
	struct list *l = &panes->list[PANE_SOURCE];
	int rows;

	if (sp == NULL) {
		notice_draw(g, r,
			source_frame(s) == NONE
				? STR("Select a function to see its source.")
				: app_delivered(s->app, PRODUCT_LISTING)
				? STR("stopped; press u and Ctrl-R to compute "
				      "again")
				: STR("summing up lines..."));
		return;
	}
	d.percent_of = source_percent(s, sp);
	d.of_line = s->app->now.settings.percent != PERCENT_OFF;
	d.match = source_match(s);
	/* Scroll so that the cursor and the callees of its line are visible. */
	rows = source_page(r.rows);
	l->at = sp->cursor;
	while (l->at + 1 < sp->row.n &&
		sp->row.p[l->at + 1].kind >= SOURCE_CALLEE)
		l->at++;
	list_show(l, sp->row.n, rows);
	l->at = sp->cursor;
	list_show(l, sp->row.n, rows);
	d.list = *l;
	source_pane_draw(g, r, sp, &d);
	regexp_free(d.match);
}

static int
source_height(struct screen *s)
{
	struct source_pane *sp = source_refresh(s);

	return sp != NULL ? (int)sp->row.n + (INT_MAX - source_page(INT_MAX))
			  : 1;
}

static void
source_status(struct screen *s, struct strbuf *out)
{
	struct source_pane *sp = source_refresh(s);

	if (sp != NULL)
		source_pane_status(sp, out, is_ascii(s));
}

/* ---- Moving ---- */

static void
source_go(struct screen *s, struct source_at at)
{
	struct sourcing *k = sourcing_of(s);

	k->at = at;
	source_lay(k);
}

static uint32_t
source_length(struct screen *s)
{
	struct source_pane *sp = source_refresh(s);

	if (sp == NULL)
		return 0;
	s->app->now.panes.list[PANE_SOURCE].at = sp->cursor;
	return (uint32_t)sp->row.n;
}

static bool
source_can(void *screen, uint32_t row)
{
	return source_pane_can(sourcing_of(screen)->pane, row);
}

static void
source_moved(struct screen *s)
{
	source_go(s,
		source_pane_row(sourcing_of(s)->pane,
			s->app->now.panes.list[PANE_SOURCE].at));
}

/* Go to the next match of the search, or without a search to a hot line. */
static int
cmd_source_next(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);
	struct source_pane *sp = source_refresh(s);
	struct regexp *m = source_match(s);
	struct source_at at = k->at;
	int step = call->self->data;

	if (sp == NULL) {
		regexp_free(m);
		return 0;
	}
	if (m != NULL && !source_pane_find(sp, m, &at, step))
		app_say(s->app,
			"no line here matches %.*s; Esc clears the search, "
			"then n finds hot lines",
			STR_ARG(s->app->now.query.search));
	else if (m == NULL && !source_pane_hot(sp, &at, step))
		app_say(s->app, "no line costs 1%% of the function");
	at.sub = 0;
	regexp_free(m);
	source_go(s, at);
	return 0;
}

/* ---- From function to function ---- */

static void
source_visit(struct screen *s, frame_id frame)
{
	if (s->app->now.pinned.n > 0)
		s->app->now.pinned = app_keep(
			s->app, s->app->shown.view->frames->frame[frame].text);
	flame_select_frame(s, frame);
}

/* Return the view's frame for a frame of the listing and record the visit, or
   return NONE with a message. */
static frame_id
source_leave(struct screen *s, frame_id listed)
{
	struct sourcing *k = sourcing_of(s);
	frame_id frame = listing_shown(k->of, k->view, listed);
	struct visit from = { k->name, k->at };

	if (frame == NONE || !stamp_has_view(k->made, s->app)) {
		app_say(s->app, "the function is not in this view");
		return NONE;
	}
	if (k->visits.n == VISITS_MAX) {
		k->visits.n--;
		memmove(&k->visits.p[0], &k->visits.p[1],
			k->visits.n * sizeof(k->visits.p[0]));
	}
	vec_push(&k->visits, from);
	source_show_itself(s, k->view->frames->frame[frame].text);
	return frame;
}

static void
source_enter_callee(struct screen *s, const struct source_row *row)
{
	const struct line_sum *line = row->kind == SOURCE_BODY
		? sourcing_of(s)->pane->bodies.of
		: row->sum;
	frame_id frame = source_leave(s, line->callee[row->index].frame);

	if (frame != NONE) {
		const struct shown *shown = &s->app->shown;
		const struct tree *t = &shown->view->full;
		node_id at = shown->sel.node, best = NONE;

		/* Prefer the callee's node below the selected node to its
		   heaviest node. */
		if (s->app->now.pinned.n == 0 && at != NONE &&
			!selection_is_group(shown->sel) &&
			shown->view->query.direction == DIR_CALLEES &&
			t->frame[at] == sourcing_of(s)->frame)
			for (node_id i = t->first[at]; i != 0; i = t->next[i])
				if (tree_live(t, i) != 0 &&
					t->frame[i] == frame &&
					(best == NONE ||
						u64_abs(tree_total(t, i)) >
							u64_abs(tree_total(
								t, best))))
					best = i;
		if (best != NONE)
			change_selection(s->app, selection_of(SIDE_MAIN, best));
		else
			source_visit(s, frame);
	}
}

static int
cmd_source_enter(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);
	struct source_pane *sp = source_refresh(s);
	const struct source_row *row;

	if (sp == NULL || sp->cursor >= sp->row.n)
		return 0;
	row = &sp->row.p[sp->cursor];
	if (row->kind == SOURCE_CALLEE || row->kind == SOURCE_BODY) {
		source_enter_callee(s, row);
	} else if (row->kind == SOURCE_NOTE) {
		const struct source *src =
			sourcing_text(s, k->block[row->block].routine);

		if (src != NULL && src->outside) {
			struct str path = src->path;
			struct strbuf all = STRBUF_INIT;

			strbuf_add(&all, k->allowed);
			strbuf_add(&all, path);
			strbuf_addch(&all, '\n');
			k->allowed = app_keep(s->app, strbuf_str(&all));
			strbuf_free(&all);
			sourcing_order(s);
		} else if (src != NULL && src->path.n == 0)
			screen_runf(s, "prompt command %s=%.*s%s",
				sourcing_option(src),
				str_starts(src->raw, STR("/"))
					? (int)str_rchr(src->raw, '/')
					: 0,
				src->raw.p,
				str_starts(src->raw, STR("/")) ? "=" : "");
		return 0;
	} else if (row->kind == SOURCE_FOLD) {
		vec_push(&k->opened,
			((struct source_opened){ row->block, row->line }));
		k->at = (struct source_at){ .block = row->block,
			.line = row->line };
		source_lay(k);
	} else if (row->kind == SOURCE_TEXT) {
		app_say(s->app, "not the text that was profiled");
	} else if (row->sum != NULL && row->sum->n_callees > 0) {
		/* Enter the heaviest callee. */
		struct source_at at = k->at;

		at.sub = 1;
		source_go(s, at);
		source_enter_callee(s, &sp->row.p[sp->cursor]);
	} else {
		app_say(s->app, "this line calls nothing");
	}
	return 0;
}

static int
cmd_source_back(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);
	struct visit to;
	frame_id frame;

	if (k->visits.n == 0) {
		app_say(s->app, "this is where you started; 1 shows the graph");
		return 0;
	}
	to = k->visits.p[--k->visits.n];
	frame = frames_find(s->app->shown.view->frames, to.name);
	if (frame == NONE) {
		app_say(s->app, "that function is not in this view");
		return 0;
	}
	source_show_itself(s, to.name);
	source_visit(s, frame);
	if (source_refresh(s) != NULL && str_eq(k->name, to.name))
		source_go(s, to.at);
	return 0;
}

/* Start of a function in its file: its declaration, or its first line with
   samples. */
struct beginning {
	int64_t line;
	uint32_t function;
	frame_id frame;
};

static int
by_begin(const struct beginning *a, const struct beginning *b)
{
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->function > b->function) - (a->function < b->function);
}

/* Return the next function after (1) or before (-1) r in its file, or NONE. */
static frame_id
source_neighbour(const struct listing *l, const struct routine *r, int step)
{
	const struct frames *frames = l->view->frames;
	struct beginning now, best = { .frame = NONE };
	struct beginning *first = xcalloc(l->n_functions, sizeof(*first));

	for (frame_id f = 0; f < frames->n; f++) {
		const struct frame *frame = &frames->frame[f];
		struct beginning b = { .line = frame->start_line > 0
				? frame->start_line
				: frame->line,
			.function = l->function[f],
			.frame = f };
		struct beginning *is = &first[b.function];

		if (l->view->nodes[f] > 0 && b.line > 0 &&
			str_eq(frame->file, r->file) &&
			(is->line == 0 || b.line < is->line))
			*is = b;
	}
	now = first[l->function[r->line[0].frame]];
	for (uint32_t i = 0; i < l->n_functions; i++)
		if (first[i].line > 0 && by_begin(&first[i], &now) * step > 0 &&
			(best.frame == NONE ||
				by_begin(&first[i], &best) * step < 0))
			best = first[i];
	free(first);
	return best.frame;
}

static int
cmd_source_function(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);
	const struct routine *r;
	frame_id next, frame;

	if (source_refresh(s) == NULL || k->at.block >= k->routines->n)
		return 0;
	r = k->block[k->at.block].routine;
	next = r->n > 0 && r->file.n > 0
		? source_neighbour(k->of, r, call->self->data)
		: NONE;
	if (next == NONE) {
		app_say(s->app, "no function %s it in this file",
			call->self->data > 0 ? "follows" : "precedes");
		return 0;
	}
	frame = source_leave(s, next);
	if (frame != NONE)
		source_visit(s, frame);
	return 0;
}

/* ---- Folds, places and columns ---- */

static int
cmd_source_fold(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);

	/* If single folds are open, close only them. */
	if (k->unfolded || k->opened.n == 0)
		k->unfolded = !k->unfolded;
	k->opened.n = 0;
	if (source_refresh(s) != NULL)
		source_lay(k);
	app_say(s->app, k->unfolded ? "all lines" : "cold lines are folded");
	return 0;
}

static int
cmd_source_places(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);
	frame_id frame = source_frame(s);

	k->here = !k->here;
	if (k->here && frame != NONE && source_node(s, frame, NONE) == NONE) {
		k->here = false;
		app_say(s->app,
			"to show one path only, select the frame in the "
			"callees view (v)");
	}
	return 0;
}

/* Switch between the text of a library function and the user's line that calls
   it. */
static int
cmd_source_library(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);
	frame_id asked = source_frame(s), called;

	if (asked == NONE)
		return 0;
	if (source_shown(s, asked, &called) != asked) {
		source_show_itself(
			s, s->app->shown.view->frames->frame[asked].text);
		return 0;
	}
	k->itself = STR_EMPTY;
	if (source_shown(s, asked, &called) == asked)
		app_say(s->app,
			"the function is your own code, or no caller is");
	return 0;
}

static int
cmd_source_bodies(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);

	k->bodies = !k->bodies;
	if (source_refresh(s) != NULL) {
		sourcing_order(s);
		source_lay(k);
	}
	app_say(s->app,
		k->bodies ? "with the lines inlined into this one"
			  : "without inlined lines");
	return 0;
}

static int
cmd_source_columns(const struct call *call)
{
	struct screen *s = call->on;
	struct sourcing *k = sourcing_of(s);

	k->columns = (k->columns + 1) % SOURCE_COLUMNS;
	return 0;
}

/* ---- For the editor and the clipboard ---- */

/* Return the routine and the line under the cursor; NULL: none. */
static const struct routine *
source_routine(struct screen *s, int64_t *line)
{
	struct sourcing *k = sourcing_of(s);
	struct source_pane *sp = source_refresh(s);
	const struct source_row *row;
	const struct routine *r;

	if (sp == NULL || k->at.block >= sp->of.n_blocks ||
		sp->cursor >= sp->row.n)
		return NULL;
	row = &sp->row.p[sp->cursor];
	r = k->block[k->at.block].routine;
	*line = k->at.line > 0 ? k->at.line : r->start;
	if (row->kind != SOURCE_BODY)
		return r;
	*line = row->line;
	return row->body;
}

static bool
source_cursor_file(struct screen *s, struct str *path, int64_t *line)
{
	const struct source *src;
	const struct routine *r = source_routine(s, line);

	if (r == NULL)
		return false;
	src = sourcing_text(s, r);
	*path = src != NULL && src->path.n > 0 ? src->path : r->file;
	return path->n > 0;
}

static bool
source_place(struct screen *s, struct str *path, int64_t *line)
{
	const struct routine *r = source_routine(s, line);

	if (r != NULL)
		*path = sourcing_raw(s, r);
	return r != NULL && path->n > 0;
}

bool
source_line(struct screen *s, struct str *file, int64_t *line)
{
	const struct routine *r = source_routine(s, line);

	/* Lines of a text that is not the profiled one, or of a caller, belong
	   to no instruction of the function. */
	if (r == NULL || sourcing_of(s)->at.on == SOURCE_ON_TEXT ||
		sourcing_of(s)->called != NONE)
		return false;
	*file = sourcing_raw(s, r);
	return file->n > 0;
}

static const struct command source_commands[] = {
	{ "source_enter", NULL, "go to the called function; unfold cold lines",
		cmd_source_enter },
	{ "source_back", NULL, "go back to the previous function",
		cmd_source_back },
	{ "source_next", NULL, "go to the next hot line or search match",
		cmd_source_next, 1 },
	{ "source_prev", NULL, "go to the previous hot line or search match",
		cmd_source_next, -1 },
	{ "source_fold", NULL, "fold cold lines, or unfold them all",
		cmd_source_fold },
	{ "source_bodies", NULL,
		"show or hide the lines inlined into this line",
		cmd_source_bodies },
	{ "source_after", NULL, "go to the next function in the file",
		cmd_source_function, 1 },
	{ "source_before", NULL, "go to the previous function in the file",
		cmd_source_function, -1 },
	{ "source_places", NULL,
		"show costs of this path only, or of all paths",
		cmd_source_places },
	{ "source_library", NULL,
		"show the library's text, or your line that calls it",
		cmd_source_library },
	{ "source_columns", NULL, "show self and total, or only total",
		cmd_source_columns },
	{ NULL },
};

static const struct keylegend legend[] = { { "n N", "hot line" },
	{ "Enter", "callee" }, { "_", "library" }, { "Backspace", "back" },
	{ "5", "instructions" }, { "=", "fold" }, { "\"", "inlined" },
	{ ",", "this path" }, { "e", "editor" }, { "p", "pin" },
	{ "q", "close" }, { "?", "help" } };

const struct pane pane_source = {
	.name = "Source",
	.map = "source",
	.size = sizeof(struct sourcing),
	.draw = draw_source,
	.info = source_info,
	.length = source_length,
	.page = source_page,
	.can = source_can,
	.moved = source_moved,
	.forget = source_forget,
	.fed = true,
	.product = PRODUCT_LISTING,
	.height = source_height,
	.lags = source_lags,
	.refresh = source_look,
	.file = source_cursor_file,
	.place = source_place,
	.status = source_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = source_commands,
};
