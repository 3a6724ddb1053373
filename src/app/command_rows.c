/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that need no screen: see command_rows.h. */
#include "config.h"

#include "app/command_rows.h"

#include "app/change.h"
#include "app/filter.h"
#include "conf/options.h"
#include "input/shell.h"

#include "base/banned.h"

static int
cmd_undo(const struct call *call)
{
	if (!change_undo(call->on))
		app_say(call->on, "nothing to undo");
	return 0;
}

static int
cmd_redo(const struct call *call)
{
	if (!change_redo(call->on))
		app_say(call->on, "nothing to redo");
	return 0;
}

static int
cmd_clear(const struct call *call)
{
	struct app *app = call->on;
	struct filter f[FILTERS_MAX];
	struct state before;

	before = change_begin(app);
	filters_clear(app);
	if (filters_of(&before, f) == 0 && state_same(&before, &app->now))
		app_say(app, "no filter is set");
	change_done(app, &before);
	return 0;
}

static int
cmd_reset(const struct call *call)
{
	struct app *app = call->on;
	struct state before = change_begin(app);

	filters_clear(app);
	app->now.n_zooms = 0;
	if (app->shown.view != NULL)
		app_find_paths(app);
	change_done(app, &before);
	return 0;
}

static const struct option *
wanted_option(const struct call *call)
{
	const struct option *o = option_find(call->arg, NULL);

	if (o == NULL)
		(void)err_set(call->err, ERR_USAGE,
			"%s: unknown option \"%.*s\"", call->self->name,
			STR_ARG(call->arg));
	return o;
}

static int
cmd_apply(const struct call *call)
{
	const struct option *o = wanted_option(call);

	if (o == NULL)
		return -1;
	if (o->type != OPT_REGEX || o->target != ON_QUERY)
		return err_set(call->err, ERR_USAGE,
			"apply: %s is no filter on frames", o->doc.name);
	return filter_apply(call->on, o, call->err);
}

/* The value after the present one. */
static struct str
next_value(struct app *app, const struct option *o)
{
	struct strbuf text = STRBUF_INIT;
	struct str value;
	size_t i = 0;

	option_get(o, app_target(app, &app->now), &text);
	value = strbuf_str(&text);
	if (o->type == OPT_BOOL) {
		value = str_is(value, "true") ? STR("false") : STR("true");
	} else {
		while (o->doc.choices[i] != NULL &&
			!str_is(value, o->doc.choices[i]))
			i++;
		if (o->doc.choices[i] == NULL ||
			o->doc.choices[i + 1] == NULL)
			i = 0;
		else
			i++;
		value = str_c(o->doc.choices[i]);
	}
	strbuf_free(&text);
	return value;
}

static int
cmd_cycle(const struct call *call)
{
	struct app *app = call->on;
	const struct option *o = wanted_option(call);
	struct str value;

	if (o == NULL)
		return -1;
	if (o->type != OPT_BOOL && o->type != OPT_ENUM)
		return err_set(call->err, ERR_USAGE,
			"cycle: %s has no list of values", o->doc.name);
	value = next_value(app, o);
	if (change_option(app, o, value, call->err) != 0)
		return -1;
	app_say(app, "%s=%.*s", o->doc.name, STR_ARG(value));
	return 0;
}

static int
cmd_open(const struct call *call)
{
	struct app *app = call->on;
	struct load_spec spec = app->spec;
	struct strbuf name = STRBUF_INIT;
	struct str source;

	if (str_is(call->arg, "-"))
		return err_set(call->err, ERR_IO,
			"open: standard input cannot be read again");
	shell_typed(&name, call->arg);
	source = strbuf_str(&name);
	spec.source = &source;
	spec.n_sources = 1;
	spec.n_bases = spec.n_diff_bases = 0;
	app_open(app, &spec);
	strbuf_free(&name);
	return 0;
}

static int
cmd_pause(const struct call *call)
{
	struct app *app = call->on;

	if (!app->now.settings.follow)
		return err_set(call->err, ERR_USAGE,
			"nothing is live: -follow, or :follow, reads changed "
			"files again");
	app_pause(app);
	return 0;
}

static int
cmd_nextprofile(const struct call *call)
{
	return app_walk(call->on, 1, call->err);
}

static int
cmd_prevprofile(const struct call *call)
{
	return app_walk(call->on, -1, call->err);
}

static int
cmd_reload(const struct call *call)
{
	return app_reload(call->on, call->err);
}

static const struct command rows[] = {
	{ "undo", NULL, "take back the last change of the view", cmd_undo },
	{ "redo", NULL, "make it again", cmd_redo },
	{ "clear", NULL, "clear all filters", cmd_clear },
	{ "reset", NULL, "clear all filters and zoom out fully", cmd_reset },
	{ "apply", "OPTION", "set a filter to the selected function",
		cmd_apply },
	{ "cycle", "OPTION", "go to an option's next value", cmd_cycle },
	{ "open", "FILE", "open another profile", cmd_open },
	{ "reload", NULL, "read the profile again", cmd_reload },
	{ "pause", NULL, "freeze live input, or catch up", cmd_pause },
	{ "nextprofile", NULL, "the next of several profiles, alone",
		cmd_nextprofile },
	{ "prevprofile", NULL, "the previous of several profiles, alone",
		cmd_prevprofile },
};

const struct command *
app_command_rows(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
