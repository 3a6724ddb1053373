/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open profile, its jobs and its messages. */
#include "prelude.h"

#include "app/app.h"

#include "app/command.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "fetch/choices.h"
#include "load/compare.h"
#include "load/snapshots.h"
#include "present/fold.h"
#include "profile/partial.h"
#include "report/report.h"
#include "series/growthscan.h"
#include "symbol/cache.h"

/* Maximum bytes of a view set aside; larger ones are recomputed. */
enum { ASIDE_MAX = 128 << 20 };

struct str
app_keep(struct app *app, struct str s)
{
	return intern_keep(&app->pool, s);
}

static struct str
zoom_names(struct app *app, const struct state *s)
{
	struct framepath zoom = state_zoom(s);
	struct strbuf names = STRBUF_INIT;
	struct str text;

	framepath_names(&app->pool, &zoom, &names);
	text = app_keep(app, strbuf_str(&names));
	strbuf_free(&names);
	return text;
}

struct options_target
app_target(struct app *app, struct state *s)
{
	s->settings.zoom = zoom_names(app, s);
	return (struct options_target){
		.query = &s->query, .settings = &s->settings, .pool = &app->pool
	};
}

bool
app_follow_zoom(struct app *app, struct state *s)
{
	struct str names = s->settings.zoom;

	if (str_eq(names, zoom_names(app, s)))
		return false;
	s->n_zooms = 0;
	if (names.n > 0)
		state_push_zoom(s,
			framepath_from_names(
				&app->pool, names, s->query.direction));
	return true;
}

/* Return the settings that define the profile that `now` needs. */
static struct profile_variant
app_derivation(const struct app *app)
{
	const struct settings *set = &app->now.settings;
	bool diff = set->diff.n > 0;

	return (struct profile_variant){ .diff = set->diff,
		.range = set->range,
		.base_range = diff ? set->base_range : STR_EMPTY,
		.interval = set->interval,
		.per_second = diff && set->per_second,
		.swap = diff && set->diff_swap,
		/* Not only in a diff: one file may have both sides. */
		.normalize = app->now.query.normalize,
		.demangle = set->demangle,
		.rules = set->rules,
		.symbols = app->symbols,
		.fetch = app->symbols && set->debuginfod,
		.lines = app->symbols && app->lines };
}

/* ---- Selection and zoom ---- */

void
app_commit_cursor(struct app *app)
{
	const struct shown *s = &app->shown;

	if (app->sel_moved)
		app->now.sel = framepath_of(&app->pool, s->flamegraph, s->sel);
	if (app->zoom_moved) {
		struct framepath was = state_zoom(&app->now);

		if (!framepath_eq(&was, &app->followed))
			app->chosen = was;
		app->followed =
			framepath_of_zoom(&app->pool, s->flamegraph, &s->zoom);
		state_set_zoom(&app->now, app->followed);
	}
	app->sel_moved = app->zoom_moved = false;
}

struct selection
app_chosen_part(struct app *app)
{
	struct framepath zoom;
	struct flamegraph *p = app->shown.flamegraph;
	struct selection chosen;

	app_commit_cursor(app);
	zoom = state_zoom(&app->now);
	if (!framepath_eq(&zoom, &app->followed))
		return app->shown.zoom.at;
	chosen = framepath_find_zoom(&app->pool, p, &app->chosen).at;
	return selection_contains(p, chosen, app->shown.zoom.at)
		? chosen
		: app->shown.zoom.at;
}

void
app_find_opened(struct app *app)
{
	struct flamegraph *p = app->shown.flamegraph;
	struct folds *folds = flamegraph_chains(p);

	folds_close(folds);
	for (size_t i = 0; i < state_opened(&app->now); i++) {
		struct framepath path = state_opened_at(&app->now, i);
		struct selection s = framepath_find(&app->pool, p, &path);

		if (s.node != NONE && s.count == 0)
			folds_open(folds, s.side, s.node);
	}
}

void
app_find_paths(struct app *app)
{
	struct shown *s = &app->shown;
	struct framepath zoom = state_zoom(&app->now);

	s->sel = framepath_find(&app->pool, s->flamegraph, &app->now.sel);
	s->zoom = framepath_find_zoom(&app->pool, s->flamegraph, &zoom);
	app->sel_moved = app->zoom_moved = false;
	app_find_opened(app);
}

/* ---- The shown view ---- */

void
shown_fini(struct shown *s)
{
	flamegraph_free(s->flamegraph);
	view_unref(s->view);
	*s = (struct shown){ .view = NULL };
}

/* True if the hottest stacks of one view are those of another: the stacks and
   their weights are shared, and only what is searched for differs. */
static bool
share_hottest(const struct view *v, const struct view *w)
{
	return v != NULL && v->full.frame == w->full.frame &&
		v->full.self.value == w->full.self.value &&
		v->full.total.value == w->full.total.value &&
		v->query.drop_negative == w->query.drop_negative;
}

/* Show a view; takes its reference. */
static void
app_show(struct app *app, const struct view *view)
{
	const struct view *old = app->shown.view;
	bool aside = app->previewing && app->base_shown.view == NULL;
	bool whole = aside && view_bytes(old) <= app->aside_max;
	/* Products that were stopped are NULL, and are requested again. */
	bool keeps_hottest = app_delivered(app, PRODUCT_HOTTEST) &&
		app->product[PRODUCT_HOTTEST].it != NULL &&
		share_hottest(old, view);
	struct origins *known =
		flamegraph_origins_for(app->shown.flamegraph, view);

	app_commit_cursor(app);
	/* The first preview sets the shown view aside. */
	if (aside)
		app->base_shown = whole
			? app->shown
			: (struct shown){ .view = view_outline(old) };
	if (!whole)
		shown_fini(&app->shown);
	app->shown = (struct shown){
		.view = view,
		.order = app->now.settings.order,
		.span = app->now.settings.diff_width,
		.serial = ++app->serials,
	};
	if (keeps_hottest)
		app->product[PRODUCT_HOTTEST].of = app->shown.serial;
	app->shown.flamegraph =
		flamegraph_new(view, app->shown.order, app->shown.span);
	flamegraph_take_origins(app->shown.flamegraph, known);
	app->shown.numbers = numbers_of(view, &view->w);
	app_find_paths(app);
	if (!app->previewing)
		app_say_warnings(app);
}

/* ---- Files ---- */

static const struct str *
keep_all(struct app *app, const struct str *s, size_t n)
{
	struct str *copy = ARENA_ARRAY(&app->text, struct str, n);

	for (size_t i = 0; i < n; i++)
		copy[i] = app_keep(app, s[i]);
	return copy;
}

/* Return a pooled copy for the screen. The base of a diff is left out, since it
   is in the settings. */
static struct load_spec
keep_spec(struct app *app, const struct load_spec *spec)
{
	struct load_spec copy = *spec;

	copy.source = keep_all(app, spec->source, spec->n_sources);
	copy.base = keep_all(app, spec->base, spec->n_bases);
	copy.n_diff_bases = 0;
	copy.buildid = app_keep(app, spec->buildid);
	copy.comment = app_keep(app, spec->comment);
	copy.format = app_keep(app, spec->format);
	copy.on_screen = copy.paired = copy.clamps = true;
	return copy;
}

void
app_start_load(struct app *app, const struct load_spec *spec,
	struct session *from, bool reuse, const struct profile *source,
	struct snapshots *times)
{
	struct load_job *job = load_job_new(spec, &app->now.query);

	job->made = app_derivation(app);
	job->spec.symbols.cache = job->symbols.cache = app->symbol_cache;
	job->spec.normalize = job->made.normalize;
	job->from = from;
	job->source = source;
	job->times = times;
	if (source != NULL)
		job->n_snapshots = app->feed.n_snapshots;
	if (from != NULL)
		from->refs++;
	job->reuse = reuse;
	job->to_last = from == NULL && app->walk.to_last;
	app->loading_since = clock_ms();
	worker_post(app->worker, &job->job);
	/* Posting dropped an older load that was still waiting. */
	app->loading = job;
}

static bool
can_reload(const struct app *app, struct err *err)
{
	for (size_t i = 0; i < app->spec.n_sources; i++) {
		if (!str_is(app->spec.source[i], "-") ||
			app->follow.growing != NULL)
			continue;
		err_set(err, ERR_IO, "standard input cannot be read again");
		return false;
	}
	return true;
}

bool
app_can_end(const struct app *app)
{
	const struct load_job *job = app->loading;
	enum progress_stage stage;

	if (job == NULL || job->from != NULL ||
		progress_kept(&job->job.progress))
		return false;
	stage = progress_stage_now(&job->job.progress);
	return stage <= PROGRESS_PARSE || stage >= PROGRESS_WAIT;
}

bool
app_end_load(struct app *app)
{
	if (!app_can_end(app))
		return false;
	atomic_store(&app->loading->job.progress.keep, true);
	return true;
}

void
app_open(struct app *app, const struct load_spec *spec)
{
	struct load_spec copy = keep_spec(app, spec);

	app->symbols = app->symbols_stopped = app->lines = app->chose = false;
	app_start_load(app, &copy, NULL, true, NULL, NULL);
}

void
app_choose(struct app *app, const struct load_spec *spec)
{
	app_open(app, spec);
	app->chose = true;
}

int
app_reload(struct app *app, struct err *err)
{
	if (app->feed.active) {
		feed_hurry(&app->feed);
		return 0;
	}
	if (!can_reload(app, err))
		return -1;
	app_start_load(app, &app->spec, NULL, true, NULL, NULL);
	return 0;
}

/* ---- Jobs ---- */

static void
nothing_due(struct app *app)
{
	app->due = (struct compute_spec){ .view = false };
	app->computing = false;
}

/* Request names for addresses, once. */
static void
want_symbols(struct app *app)
{
	struct session *s = app->session;
	struct symbol_spec spec = app->spec.symbols;

	if (s->remotes.remote.n > 0)
		spec.ask = remotes_symbolize;
	if (s->made.symbols || app->symbols_stopped ||
		!symbolize_wants(s->profile, &spec))
		return;
	app->symbols = true;
}

void
app_want_lines(struct app *app)
{
	const struct session *s = app->session;

	if (s == NULL || app->lines || app->symbols_stopped ||
		app->spec.symbols.mode == SYMBOLS_OFF || s->facts->lines ||
		!s->facts->addresses)
		return;
	app->symbols = app->lines = true;
	app_sync(app);
}

bool
app_awaits(const struct app *app)
{
	bool due = app->due.view;

	for (int i = 0; i < PRODUCTS; i++)
		due = due || app->due.product[i];
	return due;
}

void
app_sync(struct app *app)
{
	struct profile_variant want;
	bool fetch;

	if (app->session == NULL)
		return;
	/* If `now` needs another profile from the open sources, post a load and
	   cancel an older one. */
	fetch = app->now.settings.debuginfod;
	/* The user has since allowed debuginfod, so look for names again. */
	if (app->symbols_stopped && fetch && !app->stopped_fetch) {
		app->symbols_stopped = false;
		want_symbols(app);
	}
	app->stopped_fetch = app->stopped_fetch && fetch;
	want = app_derivation(app);
	if (app->loading == NULL ||
		!derivation_equal(&app->loading->made, &want)) {
		if (app->loading != NULL && app->loading->from != NULL) {
			worker_cancel(app->worker, SLOT_LOAD);
			app->loading = NULL;
		}
		if (app->loading == NULL &&
			!derivation_equal(&app->session->made, &want))
			app_start_load(app, &app->spec, app->session, true,
				NULL, NULL);
	}
	/* A pending load also computes the view. */
	app->due.view = (app->loading == NULL || app->loading->from == NULL) &&
		!query_equal(&app->now.query, &app->shown.view->query);
	for (int i = 0; i < PRODUCTS && app->due.view; i++) {
		if (products[i].of == OF_FILES && app->due.product[i])
			app->product[i].order = STR_EMPTY;
		app->due.product[i] &=
			products[i].of != OF_VIEW && products[i].of != OF_FILES;
	}
	if (!app->due.view &&
		(app->shown.order != app->now.settings.order ||
			(app->shown.view->is_diff &&
				app->shown.span !=
					app->now.settings.diff_width)))
		app_show(app, view_ref(app->shown.view));
	if (app_awaits(app) || app->due.count.n > 0 ||
		app->due.report != NULL) {
		struct app *post_app = app;
		struct compute_job *job = compute_job_new(
			post_app->session, &post_app->now.query);

		/* Post one job for everything that is due. */
		job->serial = ++post_app->job;
		job->want = post_app->due;
		job->of = post_app->shown.serial;
		job->base_query = post_app->previewing ? post_app->base.query
						       : post_app->now.query;
		job->line = post_app->report_line;
		for (int i = 0; i < PRODUCTS; i++)
			job->order[i] = post_app->product[i].order;
		job->files = app_growth_files(post_app);
		job->spec = post_app->spec;
		if (post_app->due.count.n > 0)
			job->among = view_ref(post_app->base_shown.view != NULL
					? post_app->base_shown.view
					: post_app->shown.view);
		if (!post_app->computing)
			post_app->computing_since = clock_ms();
		post_app->computing = true;
		post_app->newest = job;
		worker_post(post_app->worker, &job->job);
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

void
app_ask(struct app *app, enum product_id id)
{
	struct result_slot *d = &app->product[id];

	if (products[id].of == OF_BASE) {
		products[id].free(d->it);
		d->it = NULL;
	}
	app->due.product[id] = true;
	app_sync(app);
}

bool
app_delivered(const struct app *app, enum product_id id)
{
	return app->product[id].of == app->shown.serial;
}

bool
app_lacks(const struct app *app, enum product_id id)
{
	const struct result_slot *d = &app->product[id];

	return !app->computing && !app_delivered(app, id) &&
		(d->asked != app->shown.serial || d->asked_job != app->job);
}

void
app_want(struct app *app, enum product_id id)
{
	struct result_slot *d = &app->product[id];

	if (!app_lacks(app, id))
		return;
	app_ask(app, id);
	d->asked = app->shown.serial;
	d->asked_job = app->job;
}

void
app_request(struct app *app, enum product_id id, struct str order)
{
	struct result_slot *d = &app->product[id];

	if (d->order.p != NULL && str_eq(d->order, order))
		return;
	d->order = app_keep(app, order);
	d->stopped = false;
	for (size_t k = 0; k < ORDERS_KEPT; k++)
		if (d->kept[k].it != NULL && str_eq(d->kept[k].order, order)) {
			void *it = d->kept[k].it;

			d->kept[k].it = d->it;
			d->kept[k].order = d->made_of;
			d->it = it;
			d->made_of = d->order;
			return;
		}
	app_ask(app, id);
}

/* Forget requests and their products: the files may have changed. */
static void
forget_orders(struct app *app)
{
	for (int i = 0; i < PRODUCTS; i++) {
		struct result_slot *d = &app->product[i];

		for (size_t k = 0; k < ORDERS_KEPT; k++) {
			products[i].free(d->kept[k].it);
			d->kept[k].it = NULL;
		}
		d->order = STR_EMPTY;
		d->stopped = false;
	}
}

void
app_ask_report(struct app *app, const struct report_line *line)
{
	struct report_line *own = &app->report_line;

	*own = *line;
	own->arg = app_keep(app, line->arg);
	own->sink.name = app_keep(app, line->sink.name);
	own->text = app_keep(app, line->text);
	own->group = app->now.settings.group;
	own->window = app->now.settings.window;
	if (line->report->wants_place)
		own->place = app_place(app, &line->query);
	own->names = app->now.settings.names;
	own->chains = app->now.settings.chains;
	own->ascii = app->now.settings.ascii || !utf8_locale();
	own->links = settings_links(&app->now.settings, &line->query);
	app->due.report = line->report;
	app_sync(app);
}

/* ---- Results ---- */

/* Return to the settings of the shown profile after another one failed. */
static void
take_back_made(struct app *app, const struct profile_variant *failed)
{
	const struct profile_variant *good = &app->session->made;
	struct profile_variant now, was;

	if (failed->symbols && !good->symbols) {
		app->symbols = app->lines = false;
		app->symbols_stopped = true;
		app->stopped_fetch = failed->fetch;
	}
	now = app_derivation(app);

	if (!derivation_equal(&now, failed) || derivation_equal(&now, good))
		return;
	if (app->undo.n > 0) {
		struct state wanted = app->now;

		app->now = state_back(&wanted, &app->undo.p[app->undo.n - 1]);
		was = app_derivation(app);
		if (derivation_equal(&was, good)) {
			app->undo.n--;
			app_find_paths(app);
			return;
		}
		app->now = wanted;
	}
	state_take_derivation(&app->now, good);
}

static unsigned
take_load(struct app *app, struct load_job *job)
{
	bool newest = job == app->loading;
	bool lines = app->session != NULL && app->session->facts->lines;
	unsigned bits = APP_FAILED;
	struct strbuf text = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	const struct report *report;

	if (newest)
		app->loading = NULL;
	if (newest && job->session != NULL) {
		session_unref(app->session);
		app->session = job->session;
		app->spec = job->spec;
		app->spec.symbols = job->symbols;
		if (job->to_last)
			app->session->made.range = app->now.settings.range =
				app_keep(app, job->made.range);
		app->walk.to_last = false;
		job->session = NULL;
		/* Clear the error of an earlier load. */
		if (app->load_err.code != ERR_NONE &&
			str_is(strbuf_str(&app->message), app->load_err.msg))
			app_clear_message(app);
		app->load_err = (struct err)ERR_INIT;
		if (job->source == NULL)
			forget_orders(app);
		app->now.query.sample_index =
			app_keep(app, job->query.sample_index);
		report = app->due.report;
		nothing_due(app);
		app->due.report = report; /* run it on the new profile */
		app->accept_from = app->job + 1;
		app_show(app, job->view);
		job->view = NULL;
		/* Later profiles of a followed address repeat the warnings. */
		if (job->source == NULL)
			app_log_warnings(app, &job->warnings, STR_EMPTY, false);
		if (job->from == NULL) {
			feed_end(&app->feed);
			app->feedable = feed_is_for(&app->spec);
		}
		if (app->session->made.lines && app->session->facts->lines &&
			!lines)
			app_say(app,
				"reading lines and inlined calls from the "
				"binaries");
		/* The user ended the load: report how much was read. */
		partial_text(&text, app->session->profile);
		if (text.n > 0)
			app_say(app, "partial: %s%s", strbuf_c(&text),
				app_is_growing(app) ? "; more is coming"
					: can_reload(app, &ignored)
					? "; R reads all of it"
					: "");
		strbuf_free(&text);
		/* Watch the files from now on. */
		if (app->now.settings.follow && !app->feedable)
			follow_loaded(&app->follow, &app->spec,
				app->session->made.diff);
		bits = APP_LOADED | APP_VIEW;
		want_symbols(app);
		app_sync(app);
	} else if (newest && job->choices != NULL) {
		if (app->chose)
			job->choices->before = app->choices;
		else
			choices_free(app->choices);
		app->choices = job->choices;
		job->choices = NULL;
		bits = APP_CHOICES;
	} else if (newest && app->session == NULL && app->choices != NULL &&
		job->err.code == ERR_CANCELLED) {
		bits = APP_CHOICES; /* back to the list that led here */
	} else if (newest) {
		app->load_err = job->err;
		if (job->err.code != ERR_CANCELLED && app->session != NULL)
			app_error(app, "%s", job->err.msg);
		if (app->session != NULL) {
			take_back_made(app, &job->made);
			app_sync(app);
		}
	} else {
		bits = 0;
	}
	job->job.drop(&job->job);
	return bits;
}

/* Return to the shown view's query if another one cannot be computed (unknown
   sample type, pattern too complex). */
static void
take_back(struct app *app, const struct err *err)
{
	const struct query *good = &app->shown.view->query;

	if (app->previewing) {
		app->preview_err = *err;
		return;
	}
	app_error(app, "%s", err->msg);
	if (app->undo.n > 0 &&
		query_equal(&app->undo.p[app->undo.n - 1].query, good)) {
		app->now = state_back(&app->now, &app->undo.p[--app->undo.n]);
		app_find_paths(app);
	} else {
		app->now.query = *good;
	}
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
		app_show(app, job->view);
		job->view = NULL;
		bits |= APP_VIEW;
	}
	if (wanted && newest && job->counted.valid)
		app->counted = job->counted;
	for (int i = 0; i < PRODUCTS && newest; i++) {
		struct result_slot *d = &app->product[i];

		if (!job->want.product[i])
			continue;
		if (products[i].of == OF_ORDER || products[i].of == OF_FILES) {
			enum product_id id = (enum product_id)i;

			/* Move the old product to kept[]. */
			if (d->it != NULL) {
				products[id].free(d->kept[d->oldest].it);
				d->kept[d->oldest].it = d->it;
				d->kept[d->oldest].order = d->made_of;
				d->oldest = (d->oldest + 1) % ORDERS_KEPT;
				d->it = NULL;
			}
		}
		products[i].free(d->it);
		d->it = job->product[i];
		d->number++;
		d->of = job->of;
		d->made_of = job->order[i];
		job->product[i] = NULL;
	}
	if (wanted && newest && job->want.report != NULL) {
		app_log_warnings(app, &job->warnings, STR_EMPTY, true);
		strbuf_reset(&app->report_text);
		strbuf_add(&app->report_text, strbuf_str(&job->text));
		if (job->report_failed)
			app_error(app, "%s", job->report_err.msg);
		else
			app->report_ready = job->want.report;
	}
	if (wanted && newest && job->err.code != ERR_NONE &&
		job->err.code != ERR_CANCELLED)
		take_back(app, &job->err);
	job->job.drop(&job->job);
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
		else if (job->slot == SLOT_FEED)
			feed_take(&app->feed, (struct feed_job *)job);
		else
			bits |= take_compute(app, (struct compute_job *)job);
	}
	return bits;
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
	/* Let app_request() post the same requests again. */
	for (int i = 0; i < PRODUCTS; i++)
		if (app->due.product[i]) {
			app->product[i].order = STR_EMPTY;
			app->product[i].stopped = true;
		}
	if (app->due.view)
		take_back(app, &stopped);
	nothing_due(app);
	return true;
}

/* ---- Creation and destruction ---- */

struct app *
app_new(const struct load_spec *spec, const struct query *query,
	const struct settings *settings, struct err *err)
{
	struct app *app = xcalloc(1, sizeof(*app));
	struct state from;
	struct strbuf text = STRBUF_INIT;
	struct err state_err = ERR_INIT;
	size_t n;
	const struct option *o = options_all(&n);

	app->worker = worker_new(err);
	if (app->worker == NULL) {
		free(app);
		return NULL;
	}
	app->aside_max = ASIDE_MAX;
	app->symbol_cache = symbol_cache_new();
	intern_init(&app->pool, &app->text);
	state_init(&app->now, query, settings);
	/* Copy the strings of the initial state into the pool. */
	from = app->now;
	for (size_t i = 0; i < n; i++) {
		strbuf_reset(&text);
		option_get(&o[i], app_target(app, &from), &text);
		if (text.n > 0)
			(void)option_set(&o[i], app_target(app, &app->now),
				strbuf_str(&text), &state_err);
	}
	strbuf_free(&text);
	app->now.settings.zoom = settings->zoom;
	(void)app_follow_zoom(app, &app->now);
	app->now.sel = state_zoom(&app->now);
	app->now.sel.x0 = 0;
	app->now.sel.x1 = ZOOM_ONE;
	app->spec = keep_spec(app, spec);
	if (settings->follow &&
		follow_begin(&app->follow, &app->spec, spec->max_memory, err) !=
			0) {
		app_free(app);
		return NULL;
	}
	app->spec.growing = app->follow.growing;
	walk_begin(app, settings->apart);
	if (app->now.settings.diff.n == 0 && spec->n_diff_bases > 0) {
		struct strbuf files = STRBUF_INIT;

		diffspec_of_files(&files, spec->diff_base, spec->n_diff_bases);
		app->now.settings.diff = app_keep(app, strbuf_str(&files));
		strbuf_free(&files);
	}

	if (app->now.settings.diff.n == 0 && settings->base_range.n > 0)
		app->now.settings.diff = app_keep(app, STR("base_range"));
	app->last_diff = app->now.settings.diff;
	if (spec->n_sources > 0)
		app_start_load(app, &app->spec, NULL, false, NULL, NULL);
	return app;
}

bool
app_quit(struct app *app)
{
	return worker_quit(app->worker);
}

void
app_await(struct app *app, int ms)
{
	worker_await(app->worker, ms);
}

void
app_free(struct app *app)
{
	if (app == NULL)
		return;
	worker_free(app->worker);
	symbol_cache_free(app->symbol_cache);
	follow_fini(&app->follow);
	app->feed.out = NULL; /* freed by worker_free() */
	feed_end(&app->feed);
	shown_fini(&app->shown);
	shown_fini(&app->base_shown);
	session_unref(app->session);
	forget_orders(app);
	for (int i = 0; i < PRODUCTS; i++)
		products[i].free(app->product[i].it);
	vec_free(&app->undo);
	vec_free(&app->redo);
	vec_free(&app->log);
	strbuf_free(&app->message);
	strbuf_free(&app->report_text);
	choices_free(app->choices);
	intern_fini(&app->pool);
	arena_free(&app->text);
	free(app);
}
