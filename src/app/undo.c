/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes, undo, previews, zoom. */
#include "prelude.h"

#include "app/undo.h"

#include "present/fold.h"

enum { UNDO_MAX = 500 };

struct state
change_begin(struct app *app)
{
	app_commit_cursor(app);
	return app->now;
}

static void
file_undo(struct app *app, const struct state *before)
{
	if (app->undo.n == UNDO_MAX) {
		memmove(&app->undo.p[0], &app->undo.p[1],
			(UNDO_MAX - 1) * sizeof(app->undo.p[0]));
		app->undo.n--;
	}
	vec_push(&app->undo, *before);
	app->undo.p[app->undo.n - 1].whole =
		!state_looks_same(before, &app->now);
	app->redo.n = 0;
}

void
change_done(struct app *app, const struct state *before)
{
	if (!state_same(before, &app->now))
		file_undo(app, before);
	app_sync(app);
}

void
change_options_done(struct app *app, const struct state *before)
{
	if (app_follow_zoom(app, &app->now) && app->shown.view != NULL)
		app_find_paths(app);
	change_done(app, before);
}

int
change_option(struct app *app, const struct option *o, struct str value,
	struct err *err)
{
	struct state before = change_begin(app);

	if (option_add(o, app_target(app, &app->now), value, err) != 0)
		return -1;
	if (o->names_type && app->session != NULL) {
		uint32_t column;

		if (profile_sample_index(app->session->profile,
			    app->now.query.sample_index, &column, err) != 0) {
			app->now = before;
			return -1;
		}
	}
	change_options_done(app, &before);
	return 0;
}

void
change_merge(struct app *app, size_t steps)
{
	if (app->undo.n > steps + 1)
		app->undo.n = steps + 1;
}

bool
change_undo(struct app *app, int step)
{
	/* The newest state of one list becomes app->now; the old app->now goes
	   to the other list. */
	struct states *from = step > 0 ? &app->undo : &app->redo;
	struct states *to = step > 0 ? &app->redo : &app->undo;
	struct state now;

	if (from->n == 0)
		return false;
	now = change_begin(app);
	now.whole = from->p[--from->n].whole;
	vec_push(to, now);
	app->now = state_back(&now, &from->p[from->n]);
	app->sel_moved = app->zoom_moved = false;
	app_sync_only(app);
	if (!app->due.view)
		app_find_paths(app);
	return true;
}

/* Previews. */

void
preview_begin(struct app *app)
{
	app->base = change_begin(app);
	app->previewing = true;
	app->counted = (struct match_count){ .valid = false };
	app->preview_err = (struct err)ERR_INIT;
}

void
preview_base(struct app *app)
{
	app->now = app->base;
	app->sel_moved = app->zoom_moved = false;
	app->due.count = STR_EMPTY;
	app->counted = (struct match_count){ .valid = false };
	app->preview_err = (struct err)ERR_INIT;
	/* Show the base's view if it was set aside complete. */
	if (app->base_shown.flamegraph != NULL &&
		query_equal(&app->base_shown.view->query, &app->base.query)) {
		shown_fini(&app->shown);
		app->shown = app->base_shown;
		app->base_shown = (struct shown){ .view = NULL };
	}
	app_sync_only(app);
}

int
change_preview(struct app *app, const struct option *o, struct str value,
	struct str count, struct err *err)
{
	struct state next = app->base;

	if (option_set(o, app_target(app, &next), value, err) != 0)
		return -1;
	app->now = next;
	app->preview_err = (struct err)ERR_INIT;
	app->due.count = app_keep(app, count);
	if (count.n == 0)
		app->counted = (struct match_count){ .valid = false };
	app_sync(app);
	return 0;
}

void
preview_rows(struct app *app, struct str pattern)
{
	app->now.rows[pane_list(app->now.panes.focus)] = app_keep(app, pattern);
}

void
change_preview_end(struct app *app, bool keep)
{
	if (!app->previewing)
		return;
	if (keep) {
		app->previewing = false;
		app->due.count = STR_EMPTY;
		if (!state_same(&app->base, &app->now))
			file_undo(app, &app->base);
		if (!app->due.view && app->shown.view != NULL)
			app_say_warnings(app);
	} else {
		preview_base(app);
		app->previewing = false;
	}
	shown_fini(&app->base_shown);
}

/* Selection and zoom. */

void
change_selection(struct app *app, struct selection s)
{
	const struct flamegraph *p = app->shown.flamegraph;

	/* Lists also have stacks with frames that the graph does not draw. */
	while (s.node != NONE && s.node != flamegraph_root(p, s.side) &&
		!flamegraph_draws(p, s.side, s.node))
		s = selection_of(
			s.side, flamegraph_tree(p, s.side)->parent[s.node]);
	if (selection_equal(app->shown.sel, s))
		return;
	app->shown.sel = s;
	app->sel_moved = true;
}

void
change_follow(struct app *app, struct zoom z)
{
	if (zoom_equal(&app->shown.zoom, &z))
		return;
	app->shown.zoom = z;
	app->zoom_moved = true;
}

/* Show the changed now.zoom. */
static void
zoom_done(struct app *app, const struct state *before)
{
	app_find_paths(app);
	change_done(app, before);
}

void
change_zoom(struct app *app, struct zoom z, bool in)
{
	struct state before = change_begin(app);

	if (zoom_equal(&z, &app->shown.zoom))
		return;
	(in ? state_push_zoom : state_set_zoom)(&app->now,
		framepath_of_zoom(&app->pool, app->shown.flamegraph, &z));
	zoom_done(app, &before);
}

bool
change_zoom_back(struct app *app)
{
	struct state before = change_begin(app);

	if (app->now.n_zooms == 0)
		return false;
	app->now.n_zooms--;
	zoom_done(app, &before);
	return true;
}

void
change_zoom_reset(struct app *app)
{
	struct state before = change_begin(app);

	app->now.n_zooms = 0;
	zoom_done(app, &before);
}

bool
change_chain(struct app *app, struct selection s)
{
	struct state before = change_begin(app), kept = app->now;
	struct flamegraph *p = app->shown.flamegraph;
	struct folds *folds = flamegraph_chains(p);
	struct fold_place at, other;
	bool is_open;

	if (s.node == NONE || s.count > 0)
		return false;
	is_open = fold_is_open(folds, s.side, s.node);
	at = fold_place(folds, s.side, s.node);
	if (!is_open) {
		/* For a node without a row, open the chain that hides it. */
		while (at.is_hidden) {
			s.node = flamegraph_tree(p, s.side)->parent[at.head];
			at = fold_place(folds, s.side, s.node);
		}
		if (at.head == at.tail)
			return false;
		state_open(
			&app->pool, &app->now, framepath_of(&app->pool, p, s));
	} else {
		/* Fold all chains, then open the others again. */
		folds_close(folds);
		at = fold_place(folds, s.side, s.node);
		state_close_all(&app->now);
		for (size_t i = 0; i < state_opened(&kept); i++) {
			struct framepath path = state_opened_at(&kept, i);
			struct selection to =
				framepath_find(&app->pool, p, &path);

			other = fold_place(folds, to.side, to.node);
			if (to.side != s.side || other.head != at.head)
				state_open(&app->pool, &app->now, path);
		}
	}
	app_commit_cursor(app);
	app_find_opened(app);
	change_done(app, &before);
	return true;
}

frame_id
selected_frame(const struct app *app)
{
	return app->shown.view == NULL
		? NONE
		: selection_frame(app->shown.flamegraph, app->shown.sel);
}

struct str
selected_name(const struct app *app)
{
	frame_id frame = selected_frame(app);

	return frame == NONE ? STR_EMPTY
			     : app->shown.view->frames->frame[frame].text;
}
