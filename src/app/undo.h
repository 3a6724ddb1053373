/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes to the state, and undo.
 *
 * A change of `now` is made between change_begin() and change_done(), which
 * adds the old state to the undo list if it differs, and posts a job if the
 * query changed:
 *
 *     struct state before = change_begin(app);
 *     app->now.panes.maximized = true;
 *     change_done(app, &before);
 *
 * A prompt previews: preview_begin(), any number of change_preview(), then
 * change_preview_end() either keeps the result as one undo step or restores
 * the screen from the view that was set aside.
 */
#ifndef FT_APP_UNDO_H
#define FT_APP_UNDO_H

#include "app/app.h"
#include "conf/options.h"

struct state change_begin(struct app *app);
void change_done(struct app *app, const struct state *before);

/* Call change_done() after updating the zoom if the option `zoom` was set. */
void change_options_done(struct app *app, const struct state *before);

/* Set one option as one undo step. -1 and err for a bad value, with nothing
   changed. */
int change_option(struct app *app, const struct option *o, struct str value,
	struct err *err);
/* Merge all undo steps after the first `steps` into one. */
void change_merge(struct app *app, size_t steps);
/* Undo (1) or redo (-1) one step. False: there is none. */
bool change_undo(struct app *app, int step);

void preview_begin(struct app *app);
/* Show app.base with one option changed. The matches of the pattern `count` are
   counted, unless it is empty. -1 and err for a bad value, with nothing
   changed. */
int change_preview(struct app *app, const struct option *o, struct str value,
	struct str count, struct err *err);
/* Preview a row filter of the focused list. */
void preview_rows(struct app *app, struct str pattern);
/* Show app.base without a preview. */
void preview_base(struct app *app);
void change_preview_end(struct app *app, bool keep);

/* Set the selection, or a zoom that only keeps the selection on the screen;
   neither is an undo step. */
void change_selection(struct app *app, struct selection s);
void change_follow(struct app *app, struct zoom z);
/* One undo step each: zoom in or pan; back out one zoom (false: there is none);
   show the whole graph. */
void change_zoom(struct app *app, struct zoom z, bool in);
bool change_zoom_back(struct app *app);
void change_zoom_reset(struct app *app);

/* Open the chain of a node, or of the row that hides it; fold it again if it is
   open. One undo step. False: it is in no chain. */
bool change_chain(struct app *app, struct selection s);

/* Return the selected frame, or NONE. */
frame_id selected_frame(const struct app *app);
/* Return the selected frame's printed name; "" without a selection. */
struct str selected_name(const struct app *app);

#endif
