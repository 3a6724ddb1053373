/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files opened, read again, and enough of them: see opening.h. */
#include "config.h"

#include "app/opening.h"

#include "base/clock.h"
#include "profile/partial.h"

#include "base/banned.h"

static const struct str *
keep_all(struct app *app, const struct str *s, size_t n)
{
	struct str *copy = ARENA_ARRAY(&app->text, struct str, n);

	for (size_t i = 0; i < n; i++)
		copy[i] = app_keep(app, s[i]);
	return copy;
}

struct load_spec
opening_spec(struct app *app, const struct load_spec *spec)
{
	struct load_spec copy = *spec;

	copy.source = keep_all(app, spec->source, spec->n_sources);
	copy.base = keep_all(app, spec->base, spec->n_bases);
	copy.diff_base = keep_all(app, spec->diff_base, spec->n_diff_bases);
	copy.buildid = app_keep(app, spec->buildid);
	copy.comment = app_keep(app, spec->comment);
	copy.format = app_keep(app, spec->format);
	return copy;
}

void
opening_start(struct app *app, const struct load_spec *spec,
	struct session *from, bool reuse)
{
	struct load_job *job = load_job_new(spec, &app->now.query);

	job->made = app_made(app);
	job->spec.normalize = job->made.normalize;
	job->from = from;
	if (from != NULL)
		session_ref(from);
	job->reuse = reuse;
	job->number = arena_alloc(&app->text, NUMBER_ROOM);
	app->loading_since = clock_ms();
	worker_post(app->worker, &job->job);
	/* Posting dropped the job before, if that was still waiting. */
	app->loading = job;
}

static bool
can_reload(const struct app *app, struct err *err)
{
	for (size_t i = 0; i < app->spec.n_sources; i++) {
		if (!str_is(app->spec.source[i], "-") ||
			app->follow.tap != NULL)
			continue;
		err_set(err, ERR_IO, "standard input cannot be read again");
		return false;
	}
	return true;
}

void
opening_say(struct app *app)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;

	partial_text(&text, app->session->profile);
	if (text.n > 0)
		app_say(app, "partial: %s%s", strbuf_c(&text),
			can_reload(app, &err) ? "; R reads all of it" : "");
	strbuf_free(&text);
}

bool
app_can_end(const struct app *app)
{
	const struct load_job *job = app->loading;

	return job != NULL && job->from == NULL &&
		!progress_kept(&job->job.progress) &&
		progress_stage_now(&job->job.progress) <= PROGRESS_PARSE;
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
	struct load_spec copy = opening_spec(app, spec);

	opening_start(app, &copy, NULL, true);
}

int
app_reload(struct app *app, struct err *err)
{
	if (!can_reload(app, err))
		return -1;
	opening_start(app, &app->spec, NULL, true);
	return 0;
}
