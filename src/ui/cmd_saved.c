/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about saved views and configurations (rows of screen.c). */
#include "config.h"

#include <string.h>

#include "app/change.h"
#include "input/shell.h"
#include "conf/pprofconfig.h"
#include "conf/saved.h"
#include "ui/menus.h"
#include "ui/parts.h"
#include "ui/saving.h"

#include "base/banned.h"

const char *
saving_word(enum saved_from from)
{
	return from == SAVED_PPROF ? "configuration" : "view";
}

static struct options_target
base_of(struct screen *s)
{
	return (struct options_target){ .query = &s->base_query,
		.settings = &s->base_settings };
}

/* What is shown, with the zoom and the sample type by their names, so that
   they mean the same in another profile. */
static struct options_target
portable(struct screen *s, struct state *copy)
{
	struct app *app = s->app;
	const struct profile *p =
		app->session != NULL ? app->session->profile : NULL;
	struct err ignored = ERR_INIT;
	uint32_t column;

	app_settle(app);
	*copy = app->now;
	if (p != NULL && copy->query.sample_index.n > 0 &&
		profile_sample_index(
			p, copy->query.sample_index, &column, &ignored) == 0)
		copy->query.sample_index =
			profile_str(p, p->types.type[column]);
	return app_target(app, copy);
}

/* On the screen reports are always compact. What pprof's configurations say
   of that is neither applied here nor changed. */
static bool
is_compact(struct screen *s, const struct saved *v)
{
	struct arena arena = ARENA_INIT;
	struct state copy = s->app->now;
	struct options_target t = {
		.query = &copy.query, .settings = &copy.settings, .text = &arena
	};
	struct warnings ignored;

	warnings_init(&ignored, &arena);
	saved_apply(v, t, base_of(s), &ignored);
	arena_free(&arena);
	return copy.query.compact_labels;
}

bool
saving_is_current(struct screen *s, const struct saved *v)
{
	struct state copy;
	struct options_target t = portable(s, &copy);

	if (v->from == SAVED_PPROF)
		copy.query.compact_labels = is_compact(s, v);
	return saved_is_current(v, t, base_of(s));
}

/* A type that this profile has not stays what it was. */
static void
check_type(
	struct screen *s, const struct state *before, struct warnings *damage)
{
	struct app *app = s->app;
	struct err err = ERR_INIT;
	uint32_t column;

	if (app->session == NULL ||
		profile_sample_index(app->session->profile,
			app->now.query.sample_index, &column, &err) == 0)
		return;
	warnings_add(damage, "%s", err.msg);
	app->now.query.sample_index = before->query.sample_index;
}

void
saving_apply(struct screen *s, const struct saved *v)
{
	struct app *app = s->app;
	struct arena arena = ARENA_INIT;
	struct state before = change_begin(app);
	struct warnings damage;

	warnings_init(&damage, &arena);
	app->now.off = STR_EMPTY;
	for (int i = 0; i < PANES && v->from != SAVED_PPROF; i++)
		app->now.rows[i] = STR_EMPTY;
	saved_apply(v, app_target(app, &app->now), base_of(s), &damage);
	if (v->from == SAVED_PPROF)
		app->now.query.compact_labels = before.query.compact_labels;
	check_type(s, &before, &damage);
	change_options_done(app, &before);
	if (damage.n > 0)
		screen_warnings(s, &damage);
	else
		app_say(app, "%s %.*s; u takes it back", saving_word(v->from),
			STR_ARG(v->name));
	arena_free(&arena);
}

/* What pprof's file has no field for, of what changes numbers. */
static void
add_lost(struct strbuf *out, struct options_target t)
{
	static const char *const names[] = { "more_tagfocus", "more_tagignore",
		"sample_index", "divide_by", "recursion" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (!option_is_default(option_find(str_c(names[i]), NULL), t))
			strbuf_addf(out, "%s %s",
				out->n > 0 ? "," : "; pprof keeps no",
				names[i]);
}

static void
say_kept(struct screen *s, const struct strbuf *kept)
{
	if (kept->n > 0)
		app_complain(s->app,
			"the file was damaged; as it was it is now %s",
			strbuf_c(kept));
}

static bool
was_compact(struct screen *s, struct str name)
{
	struct saved_list l;
	const struct saved *v;
	bool is;

	saved_read(&l, &s->dirs);
	v = saved_find_from(&l, SAVED_PPROF, name);
	is = v != NULL && is_compact(s, v);
	saved_fini(&l);
	return is;
}

int
saving_put(struct screen *s, enum saved_from from, struct str name,
	struct err *err)
{
	struct strbuf kept = STRBUF_INIT, lost = STRBUF_INIT;
	struct state copy;
	struct options_target t = portable(s, &copy);
	int status;

	if (from == SAVED_PPROF) {
		copy.query.compact_labels = was_compact(s, name);
		add_lost(&lost, t);
	}
	status = saved_put(&s->dirs, from, name, t, base_of(s), &kept, err);
	if (status == 0)
		app_say(s->app, "%s %.*s saved%s", saving_word(from),
			STR_ARG(name),
			lost.n > 0 ? strbuf_c(&lost) : ": W lists all");
	say_kept(s, &kept);
	strbuf_free(&kept);
	strbuf_free(&lost);
	return status;
}

int
saving_remove(struct screen *s, enum saved_from from, struct str name,
	struct err *err)
{
	struct strbuf kept = STRBUF_INIT;
	int status = saved_remove(&s->dirs, from, name, &kept, err);

	if (status == 0)
		app_say(s->app, "%s %.*s deleted", saving_word(from),
			STR_ARG(name));
	say_kept(s, &kept);
	strbuf_free(&kept);
	return status;
}

void
saving_cmdline(struct screen *s, const struct saved *v, struct strbuf *out)
{
	struct app *app = s->app;
	struct arena arena = ARENA_INIT;
	struct state now = app->now;
	struct warnings ignored;

	warnings_init(&ignored, &arena);
	saved_apply(v, app_target(app, &app->now), base_of(s), &ignored);
	(void)app_follow_zoom(app, &app->now);
	app_cmdline(app, out);
	app->now = now;
	arena_free(&arena);
}

/* Saving. One that is there and says something else is asked about. */
static int
save(struct screen *s, enum saved_from from, struct str name, struct err *err)
{
	struct saved_list l;
	const struct saved *old;
	bool asks;

	saved_read(&l, &s->dirs);
	old = saved_find_from(&l, from, name);
	asks = old != NULL && !old->is_builtin && !saving_is_current(s, old);
	saved_fini(&l);
	if (!asks)
		return saving_put(s, from, name, err);
	menu_ask(s, ASK_REPLACE, from, name);
	return 0;
}

static int
cmd_save(const struct call *call)
{
	if (call->arg.n == 0)
		return live_start(
			call->on, STR("command"), STR("save "), call->err);
	return save(call->on, SAVED_OWN, call->arg, call->err);
}

static int
cmd_saveconfig(const struct call *call)
{
	return save(call->on, SAVED_PPROF, call->arg, call->err);
}

/* Applying. */

static int
not_found(enum saved_from from, struct str name, struct err *err)
{
	if (from == SAVED_PPROF) /* in pprof's words */
		return err_set(
			err, ERR_USAGE, "config %.*s not found", STR_ARG(name));
	return err_set(err, ERR_USAGE, "there is no view \"%.*s\"; W lists all",
		STR_ARG(name));
}

static int
cmd_views(const struct call *call)
{
	struct screen *s = call->on;
	bool is_config = strcmp(call->self->name, "config") == 0;
	struct saved_list l;
	const struct saved *v;
	int status = 0;

	if (call->arg.n == 0) {
		menu_saved(s);
		return 0;
	}
	saved_read(&l, &s->dirs);
	v = is_config ? saved_find_from(&l, SAVED_PPROF, call->arg)
		      : saved_find(&l, call->arg);
	if (v != NULL)
		saving_apply(s, v);
	else if (is_config && l.damage.n > 0)
		screen_warnings(s, &l.damage);
	else
		status = not_found(is_config ? SAVED_PPROF : SAVED_OWN,
			call->arg, call->err);
	saved_fini(&l);
	return status;
}

/* Deleting, renaming. */

static enum saved_from
from_of(const struct call *call)
{
	return strstr(call->self->name, "config") != NULL ? SAVED_PPROF
							  : SAVED_OWN;
}

static int
cmd_delete(const struct call *call)
{
	struct screen *s = call->on;
	enum saved_from from = from_of(call);
	struct saved_list l;
	const struct saved *v;
	bool is_there, is_builtin;

	saved_read(&l, &s->dirs);
	v = saved_find_from(&l, from, call->arg);
	is_there = v != NULL;
	is_builtin = is_there && v->is_builtin;
	saved_fini(&l);
	if (!is_there)
		return not_found(from, call->arg, call->err);
	if (is_builtin)
		return err_set(call->err, ERR_USAGE, "Default is always there");
	menu_ask(s, ASK_DELETE, from, call->arg);
	return 0;
}

static int
cmd_rename(const struct call *call)
{
	struct screen *s = call->on;
	struct str rest = call->arg;
	struct strbuf old = STRBUF_INIT, kept = STRBUF_INIT;
	int status = shell_next(&rest, &old, call->err);

	rest = str_trim(rest);
	if (status >= 0 && rest.n == 0)
		status = err_set(call->err, ERR_USAGE, "%s wants OLD NEW",
			call->self->name);
	if (status >= 0)
		status = saved_rename(&s->dirs, from_of(call), strbuf_str(&old),
			rest, &kept, call->err);
	if (status == 0)
		app_say(s->app, "%s is now called %.*s", strbuf_c(&old),
			STR_ARG(rest));
	say_kept(s, &kept);
	strbuf_free(&old);
	strbuf_free(&kept);
	return status < 0 ? -1 : 0;
}

static const struct command rows[] = {
	{ "save", "[VIEW]", "save this view under a name", cmd_save },
	{ "views", "[VIEW]", "show a saved view, or list them", cmd_views },
	{ "deleteview", "VIEW", "delete a saved view, after asking",
		cmd_delete },
	{ "renameview", "VIEW NEW", "call a saved view otherwise", cmd_rename },
	{ "config", "[CONFIG]", "apply a configuration of pprof, or list them",
		cmd_views },
	{ "saveconfig", "CONFIG", "save a configuration for pprof, too",
		cmd_saveconfig },
	{ "deleteconfig", "CONFIG", "delete a configuration, after asking",
		cmd_delete },
	{ "renameconfig", "CONFIG NEW", "call a configuration otherwise",
		cmd_rename },
};

const struct command *
saved_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
