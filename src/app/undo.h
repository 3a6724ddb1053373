/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes of what is looked at, and the way back.
 *
 * A change of `now` is made between change_begin() and change_done(), which
 * files the state before it for undo when it differs, and has a job posted
 * when the query is another one:
 *
 *     struct state before = change_begin(app);
 *     app->now.panes.maximized = true;
 *     change_done(app, &before);
 *
 * A prompt previews: preview_begin(), any number of preview(), then
 * change_preview_end() either keeps the result as one undo step or brings back
 * exactly the screen there was, from the view that was kept aside.
 */
#ifndef FT_APP_UNDO_H
#define FT_APP_UNDO_H

#include "app/app.h"
#include "conf/options.h"

struct state change_begin(struct app *app);
void change_done(struct app *app, const struct state *before);

/* The same after options were set in `now`: the zoom follows its option. */
void change_options_done(struct app *app, const struct state *before);

/* One option from text, as one undo step. -1 and err: a bad value, nothing
   has changed. */
int change_option(struct app *app, const struct option *o, struct str value,
	struct err *err);
/* All that was changed since there were so many undo steps is one step. */
void change_merge(struct app *app, size_t steps);
/* Back one step (1) or forward (-1). False: there is none. */
bool change_undo(struct app *app, int step);

void preview_begin(struct app *app);
/* Show the base with one option set to something else. -1 and err: a bad
   value, and everything stays as it was. `count`: the pattern to count
   matches of, unless empty. */
int change_preview(struct app *app, const struct option *o, struct str value,
	struct str count, struct err *err);
/* Show the base with these rows of the list that has the focus only. */
void preview_rows(struct app *app, struct str pattern);
/* Show the base, as when nothing is typed. */
void preview_base(struct app *app);
void change_preview_end(struct app *app, bool keep);

/* Move the selection; or the zoom, so that the selection stays on screen.
   No undo steps. */
void change_selection(struct app *app, struct selection s);
void change_follow(struct app *app, struct zoom z);
/* One undo step each: zoom in, or to another part of the width; one step back
   out (false: there is none); to the whole graph. */
void change_zoom(struct app *app, struct zoom z, bool in);
bool change_zoom_back(struct app *app);
void change_zoom_reset(struct app *app);

/* The frame that is selected, or NONE. */
frame_id selected_frame(const struct app *app);
/* Its printable name; "" without. */
struct str selected_name(const struct app *app);

#endif
