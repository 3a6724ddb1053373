/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking through the named profiles. */
#include "prelude.h"

#include "app/app.h"

#include "base/compiler.h"
#include "base/vec.h"
#include "fetch/fetch.h"
#include "input/expand.h"
#include "load/snapshots.h"

/* Return the named sources with folders and lists expanded. */
static struct load_spec
walk_all(struct app *app, const struct load_spec *spec)
{
	struct load_spec all = *spec;
	struct names names =
		expand_names(spec->source, spec->n_sources, &app->text);

	all.source = arena_dup(&app->text, names.p, names.n, sizeof(*names.p));
	all.n_sources = names.n;
	vec_free(&names);
	return all;
}

/* Return `now` with the sources for the current place of the walk. */
static struct load_spec
walk_spec(const struct walk *w, const struct load_spec *now)
{
	struct load_spec spec = *now;

	spec.source = w->named.source;
	spec.n_sources = w->named.n_sources;
	if (w->at > 0) {
		spec.source = w->all.source + w->at - 1;
		spec.n_sources = 1;
	}
	return spec;
}

void
walk_begin(struct app *app, bool apart)
{
	struct walk *w = &app->walk;

	w->named = app->spec;
	w->all = walk_all(app, &app->spec);
	w->at = apart && w->all.n_sources > 1 ? 1 : 0;
	w->to_last = !app->now.settings.follow;
	app->spec = walk_spec(w, &app->spec);
}

/* Open `named`, whose expanded sources are `all`, and walk through them. */
static void
open_walk(struct app *app, const struct load_spec *named, struct load_spec all)
{
	app->walk = (struct walk){ .named = *named,
		.all = all,
		.to_last = !app->now.settings.follow };
	app_open(app, named);
}

void
app_open_names(struct app *app, const struct str *name, size_t n)
{
	struct load_spec spec = app->spec;
	struct str *kept = ARENA_ARRAY(&app->text, struct str, n);

	for (size_t i = 0; i < n; i++)
		kept[i] = app_keep(app, name[i]);
	spec.source = kept;
	spec.n_sources = n;
	spec.n_bases = 0;
	open_walk(app, &spec, walk_all(app, &spec));
}

void
app_open_name(struct app *app, struct str name)
{
	struct load_spec spec = app->spec, all;
	struct str kept;

	if (spec.fetch != NULL)
		name = named_expand(spec.fetch->named, name, &app->text);
	kept = app_keep(app, name);

	spec.source = arena_dup(&app->text, &kept, 1, sizeof(kept));
	spec.n_sources = 1;
	spec.n_bases = 0;
	all = walk_all(app, &spec);
	if (all.n_sources > 1)
		open_walk(app, &spec, all);
	else
		app_open(app, &spec);
}

/* A range applies to all profiles: unset it if a single one is shown, also in
   the states that undo restores. */
static void
forget_range(struct app *app)
{
	struct str range = app->now.settings.range;
	struct states *stack[] = { &app->undo, &app->redo };

	if (app->session == NULL || app->session->snapshots == NULL ||
		!snapshots_counted(app->session->snapshots))
		return;
	for (size_t k = 0; k < COUNT_OF(stack); k++)
		for (size_t i = 0; i < stack[k]->n; i++)
			if (str_eq(stack[k]->p[i].settings.range, range))
				stack[k]->p[i].settings.range = STR_EMPTY;
	app->now.settings.range = STR_EMPTY;
}

static int
walk_to(struct app *app, size_t at, bool to_last, struct err *err)
{
	struct walk *w = &app->walk;
	struct load_spec spec;

	if (w->all.n_sources < 2)
		return err_set(err, ERR_USAGE,
			"only one profile is open; open several to step "
			"through them");
	for (size_t i = 0; i < w->all.n_sources; i++)
		if (str_is(w->all.source[i], "-"))
			return err_set(err, ERR_IO,
				"standard input cannot be read again");
	w->at = at;
	w->to_last = to_last;
	if (at > 0)
		forget_range(app);
	spec = walk_spec(w, &app->spec);
	app_open(app, &spec);
	return 0;
}

int
app_walk_to(struct app *app, size_t at, struct err *err)
{
	return walk_to(app, at, false, err);
}

int
app_walk(struct app *app, int step, struct err *err)
{
	size_t stops = app->walk.all.n_sources + 1;

	return walk_to(app, (app->walk.at + (step > 0 ? 1 : stops - 1)) % stops,
		!app->now.settings.follow, err);
}

struct load_spec
app_growth_files(const struct app *app)
{
	struct load_spec spec = app->walk.all;

	spec.demangle = app->now.settings.demangle;
	spec.rules = app->now.settings.rules;
	spec.range = app->now.settings.range;
	spec.symbols = app->spec.symbols;
	spec.symbols.fetch = app->now.settings.debuginfod;
	if (!app->symbols)
		spec.symbols.mode = SYMBOLS_OFF;
	return spec;
}
