/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live reload: see follow.h. */
#include "config.h"

#include "app/follow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "base/clock.h"
#include "base/xalloc.h"

#include "base/banned.h"

/* Milliseconds between two looks; between two lines about what waits. */
enum { TICK = 500, TELL = 1000 };

int
follow_begin(struct follow *f, const struct load_spec *spec, size_t max_memory,
	struct err *err)
{
	for (size_t i = 0; i < spec->n_sources; i++) {
		if (!str_is(spec->source[i], "-") || isatty(STDIN_FILENO))
			continue;
		f->tap = tap_new(STDIN_FILENO, max_memory, err);
		return f->tap != NULL ? 0 : -1;
	}
	return 0;
}

void
follow_fini(struct follow *f)
{
	tap_free(f->tap);
	vec_free(&f->loaded);
	vec_free(&f->seen);
	*f = (struct follow){ .tap = NULL };
}

/* A file that is not there, as while it is replaced, is all zeros. */
static struct stamp
stamp_of(const struct follow *f, struct str name)
{
	struct stamp s;
	struct stat st;
	bool ended, there;
	char *path;

	/* Padding, too: stamps are compared as bytes. */
	memset(&s, 0, sizeof(s));
	if (str_is(name, "-")) {
		if (f->tap != NULL)
			s.size = (off_t)tap_size(f->tap, &ended);
		return s;
	}
	path = xstrndup(name.p, name.n);
	there = stat(path, &st) == 0;
	free(path);
	if (!there)
		return s;
	s.dev = st.st_dev;
	s.ino = st.st_ino;
	s.size = st.st_size;
	s.changed.tv_sec = st.st_mtim.tv_sec;
	s.changed.tv_nsec = st.st_mtim.tv_nsec;
	return s;
}

static void
add_stamps(const struct follow *f, struct stamps *out, const struct str *name,
	size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct stamp s = stamp_of(f, name[i]);

		vec_push(out, s);
	}
}

static void
stamps_now(const struct app *app, struct stamps *out)
{
	const struct load_spec *spec = &app->spec;

	add_stamps(&app->follow, out, spec->source, spec->n_sources);
	add_stamps(&app->follow, out, spec->base, spec->n_bases);
	add_stamps(&app->follow, out, spec->diff_base, spec->n_diff_bases);
}

static bool
same(const struct stamps *a, const struct stamps *b)
{
	return a->n == b->n &&
		(a->n == 0 || memcmp(a->p, b->p, a->n * sizeof(*a->p)) == 0);
}

static void
copy(struct stamps *to, const struct stamps *from)
{
	to->n = 0;
	for (size_t i = 0; i < from->n; i++)
		vec_push(to, from->p[i]);
}

static bool
all_there(const struct stamps *s, const struct load_spec *spec)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->p[i].size == 0 &&
			!(i < spec->n_sources && str_is(spec->source[i], "-")))
			return false;
	return true;
}

void
follow_loaded(struct app *app)
{
	struct follow *f = &app->follow;

	if (!app->now.settings.follow)
		return;
	/* What was there when the load began, if that is known: a change
	   meanwhile is seen at the next look. */
	if (f->seen.n == 0)
		stamps_now(app, &f->seen);
	copy(&f->loaded, &f->seen);
	f->since = 0;
}

static void
reload(struct app *app)
{
	struct follow *f = &app->follow;
	struct err err = ERR_INIT;

	f->since = 0;
	if (app_reload(app, &err) != 0)
		app_complain(app, "%s", err.msg);
	/* Should it fail, only another change is worth another try. */
	copy(&f->loaded, &f->seen);
}

/* Are the files looked at? If not, a key or the end of a job changes that. */
static bool
looks(const struct app *app)
{
	return app->now.settings.follow && app->session != NULL &&
		app->loading == NULL && !app->previewing;
}

void
follow_look(struct app *app)
{
	struct follow *f = &app->follow;
	struct stamps now = { NULL, 0, 0 };
	int64_t clock = clock_ms();
	bool settled, changed;

	if (!looks(app) || clock < f->next)
		return;
	f->next = clock + TICK;
	stamps_now(app, &now);
	settled = same(&now, &f->seen) || f->tap != NULL;
	copy(&f->seen, &now);
	changed = !same(&now, &f->loaded);
	if (changed && f->since == 0)
		f->since = clock;
	if (changed && settled && !f->paused && all_there(&now, &app->spec))
		reload(app);
	vec_free(&now);
}

int
follow_timeout(const struct app *app)
{
	const struct follow *f = &app->follow;
	int64_t left;

	if (!app->now.settings.follow || app->session == NULL ||
		follow_ended(app))
		return -1;
	/* While it is paused, news are only told about. */
	if (f->paused && f->since != 0)
		return TELL;
	if (!looks(app))
		return -1;
	left = f->next - clock_ms();
	return left > 0 ? (int)left : 0;
}

void
follow_pause(struct app *app, bool pause)
{
	struct follow *f = &app->follow;

	f->paused = pause;
	if (!pause && f->since != 0)
		reload(app);
}

int64_t
follow_waiting(const struct app *app)
{
	const struct follow *f = &app->follow;

	return f->paused && f->since != 0 ? clock_ms() - f->since : -1;
}

bool
follow_ended(const struct app *app)
{
	const struct follow *f = &app->follow;
	const struct load_spec *spec = &app->spec;
	bool ended;
	size_t n;

	if (f->tap == NULL ||
		spec->n_sources + spec->n_bases + spec->n_diff_bases > 1)
		return false;
	n = tap_size(f->tap, &ended);
	return ended && f->loaded.n == 1 && f->loaded.p[0].size == (off_t)n;
}
