/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that change keys, and that keep a setting or a key for good (rows
   of screen.c). */
#include "config.h"

#include "conf/configfile.h"
#include "ui/menus.h"
#include "ui/parts.h"

#include "base/banned.h"

static int
cmd_setup(const struct call *call)
{
	if (call->arg.n == 0)
		menu_setup(call->on);
	else if (str_is(call->arg, "columns"))
		menu_columns(call->on);
	else if (str_is(call->arg, "keys"))
		menu_keys(call->on);
	else
		return err_set(call->err, ERR_USAGE,
			"setup: columns or keys, not \"%.*s\"",
			STR_ARG(call->arg));
	return 0;
}

/* What a key does. */
static int
say_key(struct screen *s, struct str name, struct err *err)
{
	int key = key_parse(name);
	const struct binding *b =
		key < 0 ? NULL : keymap_find(s->keymap, "all", key);

	if (key < 0)
		return err_set(err, ERR_USAGE, "map: \"%.*s\" is no key",
			STR_ARG(name));
	app_say(s->app, "%.*s %s %s", STR_ARG(name),
		b != NULL ? "runs" : "does",
		b != NULL ? b->command : "nothing");
	return 0;
}

static int
cmd_map(const struct call *call)
{
	struct screen *s = call->on;
	struct str command = call->arg, name = str_cut(&command, ' ');

	command = str_trim(command);
	if (name.n == 0) {
		menu_keys(s);
		return 0;
	}
	if (command.n == 0)
		return say_key(s, name, call->err);
	if (!commands_has(&s->commands, command))
		return err_set(call->err, ERR_USAGE,
			"map: unknown command \"%.*s\"", STR_ARG(command));
	if (keymap_map(s->keymap, call->arg, 0, call->err) != 0)
		return -1;
	app_say(s->app, "%.*s runs %.*s now; \":keep map %.*s\" keeps that",
		STR_ARG(name), STR_ARG(command), STR_ARG(name));
	return 0;
}

static int
cmd_unmap(const struct call *call)
{
	struct screen *s = call->on;
	int key = key_parse(call->arg);

	if (key < 0 || !keymap_unmap(s->keymap, key))
		return err_set(call->err, ERR_USAGE,
			"unmap: \"%.*s\" is no key of yours",
			STR_ARG(call->arg));
	return say_key(s, call->arg, call->err);
}

static void
say_kept(struct screen *s, struct str what, const struct strbuf *copy)
{
	struct strbuf path = STRBUF_INIT;

	(void)userdirs_path(&path, s->dirs.config, "flametop/config");
	if (copy->n > 0)
		app_say(s->app, "kept in %s; it was damaged, a copy is %s",
			strbuf_c(&path), strbuf_c(copy));
	else
		app_say(s->app, "%.*s kept in %s", STR_ARG(what),
			strbuf_c(&path));
	strbuf_free(&path);
}

static int
keep_key(struct screen *s, struct str name, struct err *err)
{
	struct strbuf copy = STRBUF_INIT;
	int key = key_parse(name), status;

	if (key < 0)
		return err_set(err, ERR_USAGE, "keep: \"%.*s\" is no key",
			STR_ARG(name));
	status = configfile_keep_key(&s->dirs, s->keymap, key, &copy, err);
	if (status == 0)
		say_kept(s, name, &copy);
	strbuf_free(&copy);
	return status;
}

/* keep layout; keep map Z */
static int
cmd_keep(const struct call *call)
{
	struct screen *s = call->on;
	struct options_target now = app_target(s->app, &s->app->now),
			      base = now;
	struct str rest = call->arg, word = str_cut(&rest, ' ');
	const struct option *o = option_find(word, NULL);
	struct strbuf copy = STRBUF_INIT;
	int status;

	if (str_is(word, "map"))
		return keep_key(s, str_trim(rest), call->err);
	if (o == NULL)
		return err_set(call->err, ERR_USAGE,
			"keep: unknown option \"%.*s\"", STR_ARG(word));
	app_settle(s->app);
	status = configfile_keep(&s->dirs, o, now, &copy, call->err);
	if (status == 0) {
		base.query = &s->base_query;
		base.settings = &s->base_settings;
		option_copy(o, base, now);
		say_kept(s, str_c(o->doc.name), &copy);
	}
	strbuf_free(&copy);
	return status;
}

void
setup_check_keys(struct screen *s, struct warnings *warnings)
{
	struct strbuf path = STRBUF_INIT;
	const struct binding *b;
	size_t line, i = 0;

	(void)userdirs_path(&path, s->dirs.config, "flametop/config");
	while ((b = keymap_user_at(s->keymap, i, &line)) != NULL) {
		if (commands_has(&s->commands, str_c(b->command))) {
			i++;
			continue;
		}
		warnings_add(warnings, "%s:%zu: map: unknown command \"%s\"",
			strbuf_c(&path), line, b->command);
		(void)keymap_unmap(s->keymap, key_parse(str_c(b->key)));
	}
	strbuf_free(&path);
}

static const struct command rows[] = {
	{ "setup", "[columns|keys]", "all options and keys, to be changed",
		cmd_setup },
	{ "map", "[KEY COMMAND]", "give a key another command, or list keys",
		cmd_map },
	{ "unmap", "KEY", "let a key do what it did before", cmd_unmap },
	{ "keep", "OPTION|map KEY", "write a setting or key to your config",
		cmd_keep },
};

const struct command *
setup_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
