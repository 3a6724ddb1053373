/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks for changes: followed files, a server's next answer, timeline points
   that are fetched after the graph is shown (app.h). */
#include "prelude.h"

#include "app/app.h"
#include "base/clock.h"
#include "load/snapshots.h"

/* True if changes may be loaded now. If not, a key or the end of a job will
   change that. */
static bool
may_change(const struct app *app)
{
	return app->loading == NULL && !app->previewing && !app->held;
}

static bool
looks(const struct app *app)
{
	return app->now.settings.follow && app->session != NULL &&
		may_change(app);
}

static void
reload(struct app *app)
{
	struct err err = ERR_INIT;

	if (app_reload(app, &err) != 0)
		app_error(app, "%s", err.msg);
}

/* True if the points of the shown server's profile are still missing. */
static bool
points_are_pending(const struct app *app)
{
	const struct session *s = app->session;

	return s != NULL && s->source != NULL && s->snapshots != NULL &&
		s->snapshots->pending;
}

bool
app_is_growing(const struct app *app)
{
	return points_are_pending(app) && app->session->made.range.n == 0 &&
		!span_is_empty(app->session->snapshots->rest);
}

/* Fetch the rest of the range or, if it is complete, the points, and add them
   to the session. */
static void
look_for_later(struct app *app)
{
	struct feed *f = &app->feed;
	struct session *s = app->session;
	const struct profile *p;
	struct snapshots *times;
	enum feed_way way;

	/* Other ranges are separate profiles. */
	if (s->made.range.n > 0)
		s->snapshots->rest = (struct span){ 0, 0 };
	way = app_is_growing(app) ? FEED_REST : FEED_POINTS;
	if (f->active && f->way != way)
		feed_end(f);
	if (!f->active && app->loading == NULL)
		feed_begin_later(f, &app->spec, way, clock_ms());
	f->known = s->snapshots;
	f->shown = s->source;
	feed_look(f, app->worker, app->now.settings.live, app->key_at);
	if (f->failures > 0 && way == FEED_REST) {
		s->snapshots->rest = (struct span){ 0, 0 };
		app_say(app, "the rest of the range is missing: %s",
			f->err.msg);
		feed_end(f);
	} else if (f->failures > 0) {
		s->snapshots->pending = false;
		app_say(app, "no timeline: %s", f->err.msg);
		feed_end(f);
	} else if (f->fresh_times != NULL && may_change(app)) {
		bool is_of_this = f->fresh_of == s->source;

		p = feed_fresh(f, &times);
		if (is_of_this || way == FEED_POINTS) {
			const struct profile *q = is_of_this ? p : s->source;

			f->n_snapshots = s->n_snapshots;
			app_start_load(app, &app->spec, s, true, profile_ref(q),
				times);
		} else {
			snapshots_unref(times);
		}
		profile_unref(p);
		feed_end(f);
	}
}

void
app_look(struct app *app)
{
	const struct session *s = app->session;
	bool wanted = app->now.settings.follow && app->feedable && s != NULL &&
		s->source != NULL;

	if (app->feed.active &&
		points_are_pending(app) != (app->feed.way >= FEED_POINTS))
		feed_end(&app->feed);
	if (points_are_pending(app)) {
		look_for_later(app);
		return;
	}

	/* The user may switch following on or off at any time. */
	if (wanted && !app->feed.active) {
		feed_begin(&app->feed, &app->spec, s->source, clock_ms());
		/* A range that ends in the past cannot be followed. */
		app->feedable = app->feed.active;
	} else if (!wanted && app->feed.active) {
		feed_end(&app->feed);
	}
	if (app->feed.active) {
		if (!str_eq(app->feed.range, app->now.settings.range))
			app->feed.behind = 0;
		app->feed.range = app->now.settings.range;
		app->feed.known = app->session->snapshots;
		app->feed.shown = app->session->source;
		if (app->feed.fresh == NULL && app->loading == NULL)
			app->feed.n_snapshots = app->session->n_snapshots;
		feed_look(&app->feed, app->worker, app->now.settings.live,
			app->key_at);
		if (app->feed.fresh != NULL && looks(app) &&
			!app->follow.paused) {
			struct snapshots *times;
			const struct profile *p =
				feed_fresh(&app->feed, &times);

			/* Replace the open profile by the newest answer. */
			if (str_eq(app->feed.fresh_range,
				    app->now.settings.range)) {
				app_start_load(app, &app->spec, app->session,
					true, p, times);
			} else {
				/* This answer is for an earlier range. */
				profile_unref(p);
				snapshots_unref(times);
			}
		}
		return;
	}
	if (looks(app) && follow_look(&app->follow, &app->spec))
		reload(app);
}

int
app_look_timeout(const struct app *app)
{
	if (points_are_pending(app))
		return app->feed.fresh_times != NULL || !app->feed.active
			? (may_change(app) ? 0 : -1)
			: feed_timeout(&app->feed);
	if (!app->now.settings.follow || app->session == NULL)
		return -1;
	if (app->feed.active && app->feed.fresh != NULL && looks(app) &&
		!app->follow.paused)
		return 0;
	if (app->feed.active)
		return feed_timeout(&app->feed);
	return follow_timeout(&app->follow, &app->spec, looks(app));
}

void
app_pause(struct app *app)
{
	if (follow_pause(&app->follow, !app->follow.paused))
		reload(app);
}
