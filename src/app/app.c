/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open profile, its jobs and its messages: see app.h. */
#include "config.h"

#include "app/app.h"

#include <stdlib.h>

#include "app/opening.h"
#include "base/clock.h"
#include "base/xalloc.h"

#include "base/banned.h"

/* It takes as long to make as a key takes on a profile of this size. */
enum { ASIDE_MAX = 128 << 20 };

struct str
app_keep(struct app *app, struct str s)
{
	return pool_str(&app->pool, s);
}

struct options_target
app_target(struct app *app, struct state *s)
{
	return (struct options_target){
		.query = &s->query, .settings = &s->settings, .text = &app->text
	};
}

/* The texts of a state that came from outside, into the pool. */
static void
keep_state(struct app *app, struct state *s)
{
	struct state from = *s;
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		strbuf_reset(&text);
		option_get(&o[i], app_target(app, &from), &text);
		if (text.n > 0)
			(void)option_set(&o[i], app_target(app, s),
				strbuf_str(&text), &err);
	}
	strbuf_free(&text);
}

struct made
app_made(const struct app *app)
{
	const struct settings *set = &app->now.settings;
	bool diff = set->diff.n > 0;

	return (struct made){ .diff = set->diff,
		.swap = diff && set->diff_swap,
		.normalize = (diff || app->spec.n_bases > 0) &&
			app->now.query.normalize };
}

struct app *
app_new(const struct load_spec *spec, const struct query *query,
	const struct settings *settings, struct err *err)
{
	struct app *app = xcalloc(1, sizeof(*app));

	app->worker = worker_new(err);
	if (app->worker == NULL) {
		free(app);
		return NULL;
	}
	app->aside_max = ASIDE_MAX;
	intern_init(&app->pool, &app->text);
	state_init(&app->now, query, settings);
	keep_state(app, &app->now);
	if (settings->zoom.n > 0)
		state_push_zoom(&app->now,
			place_from_names(
				&app->pool, settings->zoom, query->direction));
	app->now.sel = state_zoom(&app->now);
	app->now.sel.x0 = 0;
	app->now.sel.x1 = ZOOM_ONE;
	app->spec = opening_spec(app, spec);
	if (settings->follow &&
		follow_begin(&app->follow, &app->spec, spec->max_memory, err) !=
			0) {
		app_free(app);
		return NULL;
	}
	app->spec.tap = app->follow.tap;
	walk_init(&app->walk, &app->spec, settings->apart);
	app->spec = walk_spec(&app->walk, &app->spec);
	if (app->now.settings.diff.n == 0 && spec->n_diff_bases > 0) {
		struct strbuf files = STRBUF_INIT;

		versus_of_files(&files, spec->diff_base, spec->n_diff_bases);
		app->now.settings.diff = app_keep(app, strbuf_str(&files));
		strbuf_free(&files);
	}
	app->spec.n_diff_bases = 0;
	app->last_diff = app->now.settings.diff;
	opening_start(app, &app->spec, NULL, false);
	return app;
}

void
shown_fini(struct shown *s)
{
	plan_free(s->plan);
	view_unref(s->view);
	*s = (struct shown){ .view = NULL };
}

void
app_free(struct app *app)
{
	if (app == NULL)
		return;
	worker_free(app->worker);
	follow_fini(&app->follow);
	shown_fini(&app->shown);
	shown_fini(&app->base_shown);
	session_unref(app->session);
	for (int i = 0; i < PRODUCTS; i++)
		products[i].free(app->product[i].it);
	vec_free(&app->undo);
	vec_free(&app->redo);
	vec_free(&app->log);
	strbuf_free(&app->message);
	strbuf_free(&app->report_text);
	intern_fini(&app->pool);
	arena_free(&app->text);
	free(app);
}

/* Places and spots. */

static void
write_zoom(struct app *app)
{
	struct place zoom = state_zoom(&app->now);
	struct strbuf names = STRBUF_INIT;

	place_names(&app->pool, &zoom, &names);
	app->now.settings.zoom = app_keep(app, strbuf_str(&names));
	strbuf_free(&names);
}

void
app_settle(struct app *app)
{
	const struct shown *s = &app->shown;

	if (app->sel_moved)
		app->now.sel = place_of(&app->pool, s->plan, s->sel);
	if (app->zoom_moved) {
		state_set_zoom(&app->now,
			place_of_zoom(&app->pool, s->plan, &s->zoom));
		write_zoom(app);
	}
	app->sel_moved = app->zoom_moved = false;
}

void
app_find_places(struct app *app)
{
	struct shown *s = &app->shown;
	struct place zoom = state_zoom(&app->now);

	s->sel = place_find(&app->pool, s->plan, &app->now.sel);
	s->zoom = place_find_zoom(&app->pool, s->plan, &zoom);
	app->sel_moved = app->zoom_moved = false;
	write_zoom(app);
}

/* A preview takes the place of what is shown. */
static void
put_aside(struct app *app)
{
	const struct view *view = app->shown.view;

	if (view_bytes(view) <= app->aside_max) {
		app->base_shown = app->shown;
		return;
	}
	app->base_shown = (struct shown){ .view = view_outline(view) };
	shown_fini(&app->shown);
}

/* Show a view, whose reference is taken. */
static void
show(struct app *app, const struct view *view)
{
	app_settle(app);
	if (app->previewing && app->base_shown.view == NULL)
		put_aside(app);
	else
		shown_fini(&app->shown);
	app->shown = (struct shown){
		.view = view,
		.order = app->now.settings.order,
		.span = app->now.settings.diff_width,
		.serial = ++app->serials,
	};
	app->shown.plan = plan_new(view, app->shown.order, app->shown.span);
	app->shown.numbers = numbers_of(view, &view->w);
	app_find_places(app);
	if (!app->previewing)
		app_say_warnings(app);
}

/* Jobs. */

static void
nothing_due(struct app *app)
{
	app->view_due = app->count_due = false;
	for (int i = 0; i < PRODUCTS; i++)
		app->product[i].due = false;
	app->report_due = NULL;
	app->computing = false;
}

/* Post one job that brings everything that is due. */
static void
post(struct app *app)
{
	struct compute_job *job =
		compute_job_new(app->session, &app->now.query);

	job->serial = ++app->job;
	job->want_view = app->view_due;
	for (int i = 0; i < PRODUCTS; i++)
		job->want[i] = app->product[i].due;
	job->of = app->shown.serial;
	job->base_query = app->previewing ? app->base.query : app->now.query;
	job->report = app->report_due;
	job->report_query = app->report_line.query;
	job->report_pattern = app->report_line.pattern;
	if (app->count_due) {
		job->count = app->count_pattern;
		job->among = view_ref(app->base_shown.view != NULL
				? app->base_shown.view
				: app->shown.view);
	}
	if (!app->computing)
		app->computing_since = clock_ms();
	app->computing = true;
	worker_post(app->worker, &job->job);
}

/* Is another profile wanted of what is open? Then a job makes it, and what
   is out for something else is forgotten. */
static void
sync_made(struct app *app)
{
	struct made want = app_made(app);

	if (app->loading != NULL && made_equal(&app->loading->made, &want))
		return;
	if (app->loading != NULL && app->loading->from != NULL) {
		worker_cancel(app->worker, SLOT_LOAD);
		app->loading = NULL;
	}
	if (app->loading == NULL && !made_equal(&app->session->made, &want))
		opening_start(app, &app->spec, app->session, true);
}

bool
app_awaits(const struct app *app)
{
	bool due = app->view_due;

	for (int i = 0; i < PRODUCTS; i++)
		due = due || app->product[i].due;
	return due;
}

void
app_sync(struct app *app)
{
	if (app->session == NULL)
		return;
	sync_made(app);
	/* A profile that is being made brings its view along. */
	app->view_due = (app->loading == NULL || app->loading->from == NULL) &&
		!query_equal(&app->now.query, &app->shown.view->query);
	for (int i = 0; i < PRODUCTS && app->view_due; i++)
		app->product[i].due &= products[i].of_base;
	if (!app->view_due &&
		(app->shown.order != app->now.settings.order ||
			(app->shown.view->is_diff &&
				app->shown.span !=
					app->now.settings.diff_width)))
		show(app, view_ref(app->shown.view));
	if (app_awaits(app) || app->count_due || app->report_due != NULL) {
		post(app);
	} else if (app->computing) {
		worker_cancel(app->worker, SLOT_COMPUTE);
		app->accept_from = app->job + 1;
		app->computing = false;
	}
}

void
app_sync_only(struct app *app)
{
	app->accept_from = app->job + 1;
	app_sync(app);
}

/* Another comparison could not be made: back to the one that is shown. */
static void
take_back_made(struct app *app, const struct made *failed)
{
	const struct made *good = &app->session->made;
	struct made now = app_made(app), was;

	if (!made_equal(&now, failed) || made_equal(&now, good))
		return;
	if (app->undo.n > 0) {
		struct state wanted = app->now;

		app->now = app->undo.p[app->undo.n - 1];
		was = app_made(app);
		if (made_equal(&was, good)) {
			app->undo.n--;
			app_find_places(app);
			return;
		}
		app->now = wanted;
	}
	app->now.settings.diff = good->diff;
	app->now.settings.diff_swap = good->swap;
	app->now.query.normalize = good->normalize;
}

static unsigned
take_load(struct app *app, struct load_job *job)
{
	bool newest = job == app->loading;
	unsigned bits = APP_FAILED;
	const struct report *report;

	if (newest)
		app->loading = NULL;
	if (newest && job->session != NULL) {
		session_unref(app->session);
		app->session = job->session;
		app->spec = job->spec;
		job->session = NULL;
		app->now.query.sample_index =
			app_keep(app, job->query.sample_index);
		report = app->report_due;
		nothing_due(app);
		app->report_due = report; /* it is of the new profile now */
		app->accept_from = app->job + 1;
		show(app, job->view);
		job->view = NULL;
		app_say_all(app, &job->warnings);
		opening_say(app);
		follow_loaded(app);
		bits = APP_LOADED | APP_VIEW;
		app_sync(app);
	} else if (newest) {
		app->load_err = job->err;
		if (job->err.code != ERR_CANCELLED && app->session != NULL)
			app_complain(app, "%s", job->err.msg);
		if (app->session != NULL) {
			take_back_made(app, &job->made);
			app_sync(app);
		}
	} else {
		bits = 0;
	}
	load_job_free(job);
	return bits;
}

/* A query that cannot be computed (a sample type that is not there, a
   pattern that is too complex) is taken back. */
static void
take_back(struct app *app, const struct err *err)
{
	const struct query *good = &app->shown.view->query;

	if (app->previewing) {
		app->preview_err = *err;
		return;
	}
	app_complain(app, "%s", err->msg);
	if (app->undo.n > 0 &&
		query_equal(&app->undo.p[app->undo.n - 1].query, good)) {
		app->now = app->undo.p[--app->undo.n];
		app_find_places(app);
	} else {
		app->now.query = *good;
	}
}

static void
take_product(struct app *app, struct compute_job *job, int i)
{
	struct delivery *d = &app->product[i];

	products[i].free(d->it);
	d->it = job->product[i];
	d->of = job->of;
	job->product[i] = NULL;
}

static unsigned
take_compute(struct app *app, struct compute_job *job)
{
	bool newest = job->serial == app->job;
	bool wanted = job->serial >= app->accept_from;
	unsigned bits = APP_NEWS;

	if (newest)
		nothing_due(app);
	if (wanted && job->view != NULL) {
		app->preview_err = (struct err)ERR_INIT;
		show(app, job->view);
		job->view = NULL;
		bits |= APP_VIEW;
	}
	if (wanted && newest && job->counted.valid)
		app->counted = job->counted;
	for (int i = 0; i < PRODUCTS && newest; i++)
		if (job->want[i])
			take_product(app, job, i);
	if (wanted && newest && job->report != NULL) {
		app_log_all(app, &job->warnings);
		strbuf_reset(&app->report_text);
		strbuf_add(&app->report_text, strbuf_str(&job->text));
		if (job->report_failed)
			app_complain(app, "%s", job->report_err.msg);
		else
			app->report_ready = job->report;
	}
	if (wanted && newest && job->err.code != ERR_NONE &&
		job->err.code != ERR_CANCELLED)
		take_back(app, &job->err);
	compute_job_free(job);
	return bits;
}

unsigned
app_take(struct app *app)
{
	unsigned bits = 0;
	struct job *job;

	while ((job = worker_take(app->worker)) != NULL) {
		if (job->slot == SLOT_LOAD)
			bits |= take_load(app, (struct load_job *)job);
		else
			bits |= take_compute(app, (struct compute_job *)job);
	}
	return bits;
}

int
app_fd(const struct app *app)
{
	return worker_fd(app->worker);
}

bool
app_idle(const struct app *app)
{
	return !app->computing && app->loading == NULL &&
		worker_idle(app->worker);
}

bool
app_stop(struct app *app)
{
	static const struct err stopped = { .code = ERR_CANCELLED,
		.msg = "stopped" };

	if (app->loading != NULL) {
		atomic_store(&app->loading->job.progress.stop, true);
		return true;
	}
	if (!app->computing)
		return false;
	worker_cancel(app->worker, SLOT_COMPUTE);
	app->accept_from = app->job + 1;
	if (app->view_due)
		take_back(app, &stopped);
	nothing_due(app);
	return true;
}

void
app_ask(struct app *app, enum product_id id)
{
	struct delivery *d = &app->product[id];

	if (products[id].of_base) {
		products[id].free(d->it);
		d->it = NULL;
	}
	d->due = true;
	app_sync(app);
}

bool
app_delivered(const struct app *app, enum product_id id)
{
	return app->product[id].of == app->shown.serial;
}

void
app_want(struct app *app, enum product_id id)
{
	struct delivery *d = &app->product[id];

	if (app->computing || app_delivered(app, id) ||
		(d->asked == app->shown.serial && d->asked_job == app->job))
		return;
	app_ask(app, id);
	d->asked = app->shown.serial;
	d->asked_job = app->job;
}

void
app_ask_report(struct app *app, const struct report_line *line)
{
	struct report_line *own = &app->report_line;

	*own = *line;
	own->pattern = app_keep(app, line->pattern);
	own->sink.name = app_keep(app, line->sink.name);
	own->text = app_keep(app, line->text);
	app->report_due = line->report;
	app_sync(app);
}
