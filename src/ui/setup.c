/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Menus for options, the table's columns and keys. Changes take effect at once;
   Tab writes the selected one to the configuration file. */
#include "prelude.h"

#include "app/undo.h"
#include "conf/configfile.h"
#include "conf/options.h"
#include "present/top.h"
#include "ui/commands.h"
#include "ui/screen_internal.h"

/* ---- Columns of the table ---- */

static void
add_column(struct dialog *b, bool on, struct str name)
{
	enum top_column column = top_column_find(name);
	const char *what =
		column < TOP_COLUMN_KINDS ? top_column_help(column) : "";

	dialog_addf(
		b, name, "[%c]\t%.*s\t%s", on ? 'x' : ' ', STR_ARG(name), what)
		->tag = on;
}

/* Add the shown columns in their order, then the others. */
static void
fill_columns(struct screen *s, struct dialog *b)
{
	struct str columns = s->app->now.settings.columns, rest = columns;

	while (rest.n > 0)
		add_column(b, true, str_trim(str_cut(&rest, ',')));
	for (int i = 0; i < TOP_COLUMN_KINDS; i++) {
		const char *name = top_column_name((enum top_column)i);
		struct str column_columns = columns;
		bool has_column = false;

		while (column_columns.n > 0)
			if (str_is(str_trim(str_cut(&column_columns, ',')),
				    name)) {
				has_column = true;
				break;
			}
		if (!has_column)
			add_column(b, false, str_c(name));
	}
}

/* Move a column by `step`, or show or hide it (0). */
static void
change_column(struct screen *s, struct str name, int step)
{
	struct dialog *b = &s->dialog;
	struct strbuf list = STRBUF_INIT;
	size_t n = 0, at = 0, to;
	struct str on[TOP_COLUMN_KINDS + 1];
	bool was = false;

	for (size_t i = 0; i < b->row.n; i++) {
		struct str column = b->row.p[i].command;
		bool is_it = str_eq(column, name);

		was = was || (is_it && b->row.p[i].tag != 0);
		if (is_it)
			at = n;
		if ((b->row.p[i].tag != 0) != (is_it && step == 0) &&
			n < COUNT_OF(on))
			on[n++] = column;
	}
	to = at + (size_t)step;
	if (step != 0 && was && to < n) {
		struct str moved = on[at];

		on[at] = on[to];
		on[to] = moved;
		b->list.at = (uint32_t)to;
	}
	strbuf_addstr(&list, "columns=");
	for (size_t i = 0; i < n; i++)
		strbuf_addf(&list, "%s%.*s", i > 0 ? "," : "", STR_ARG(on[i]));
	screen_run(s, strbuf_str(&list));
	strbuf_free(&list);
}

static enum dialog_answer
act_columns(struct screen *s, const struct dialog_row *row, int key)
{
	if (key == K_TAB) {
		screen_run(s, STR("keep columns"));
		return DIALOG_STAYS;
	}
	if (row == NULL)
		return DIALOG_IGNORED;
	if (key == K_ENTER || key == ' ')
		change_column(s, row->command, 0);
	else if (key == '<' || key == K_LEFT)
		change_column(s, row->command, -1);
	else if (key == '>' || key == K_RIGHT)
		change_column(s, row->command, 1);
	else
		return DIALOG_IGNORED;
	return DIALOG_STAYS;
}

static const struct menu columns_menu = { .title = "Columns of the table",
	.act = act_columns,
	.fill = fill_columns,
	.footer = { "Tab keeps them in your config file",
		"Enter switch  < > earlier, later  Esc close" } };

/* ---- Keys ---- */

static void
fill_keys(struct screen *s, struct dialog *b)
{
	const struct binding *binding;
	const char *help = "";

	for (size_t i = 0; (binding = keymap_at(s->keymap, i)) != NULL; i++) {
		int key = key_parse(str_c(binding->key));
		char name[KEY_TEXT_MAX];

		if (binding->help != NULL)
			help = binding->help;
		if (binding_is_own(binding))
			continue;
		dialog_addf(b, str_c(binding->command), "%c %s\t%s\t%s\t%s",
			keymap_user(s->keymap, key) != NULL ? '*' : ' ',
			key_text(key, name),
			strcmp(binding->map, "all") == 0 ? "" : binding->map,
			binding->command,
			strcmp(help, binding->command) == 0 ? "" : help)
			->tag = (size_t)key;
	}
}

/* Map the pressed key to the row's command. */
static enum dialog_answer
act_press(struct screen *s, const struct dialog_row *row, int key)
{
	struct str command;
	char name[KEY_TEXT_MAX];

	if (row == NULL)
		return DIALOG_IGNORED;
	command = app_keep(s->app, row->command);
	dialog_close(s);
	screen_runf(s, "map %s %.*s", key_text(key, name), STR_ARG(command));
	return DIALOG_STAYS;
}

static enum dialog_answer
act_keys(struct screen *s, const struct dialog_row *row, int key)
{
	char name[KEY_TEXT_MAX];
	struct str command;
	struct dialog *b;

	if (row == NULL)
		return DIALOG_IGNORED;
	(void)key_text((int)row->tag, name);
	if (key == K_ENTER) {
		command = app_keep(s->app, row->command);
		b = dialog_open(s, DIALOG_MENU, "Another key");
		dialog_addf(b, command,
			"press the key that should run \"%.*s\"",
			STR_ARG(command));
		b->is.act = act_press;
		dialog_footer(b, "Esc cancels");
		dialog_ready(b);
	} else if (key == K_DELETE) {
		screen_runf(s, "unmap %s", name);
	} else if (key == K_TAB) {
		screen_runf(s, "keep map %s", name);
	} else {
		return DIALOG_IGNORED;
	}
	return DIALOG_STAYS;
}

static const struct menu keys_menu = { .title = "Keys",
	.filters = true,
	.act = act_keys,
	.fill = fill_keys,
	.footer = { "* marks your keys; Tab writes one to your config file",
		"type to filter  Enter another key  Del default  Esc close" } };

/* ---- Options ---- */

enum { VALUE_COLS = 18, TAG_COLUMNS = 1 << 16, TAG_KEYS };

static void
add_option(struct screen *s, struct dialog *b, size_t i)
{
	struct strbuf value = STRBUF_INIT, shown = STRBUF_INIT;
	struct options_target now = app_target(s->app, &s->app->now);
	size_t n;
	const struct option *o = options_all(&n) + i;

	option_get(o, now, &value);
	text_cut(&shown, strbuf_str(&value), is_ascii(s), VALUE_COLS);
	dialog_addf(b, str_c(o->doc.name), "%c %s\t%s\t%s",
		option_same(o, now, base_target(s)) ? ' ' : '*', o->doc.name,
		strbuf_c(&shown), o->doc.help)
		->tag = i;
	strbuf_free(&value);
	strbuf_free(&shown);
}

/* True for the screen's own settings, which come first. */
static bool
option_is_first(const struct option *o)
{
	return o->target == ON_SETTINGS &&
		strcmp(o->doc.group, "Screen") == 0 && !o->is_place;
}

static void
fill_setup(struct screen *s, struct dialog *b)
{
	const char *group = NULL;
	size_t n;
	const struct option *o = options_all(&n);

	dialog_heading(b, "Screen");
	for (size_t i = 0; i < n; i++)
		if (option_is_first(&o[i]))
			add_option(s, b, i);
	dialog_add(b, STR("  keys\t\tWhat each key does"), STR_EMPTY)->tag =
		TAG_KEYS;
	for (size_t i = 0; i < n; i++) {
		if (option_is_first(&o[i]))
			continue;
		if (group == NULL || strcmp(group, o[i].doc.group) != 0) {
			group = o[i].doc.group;
			dialog_heading(b, group);
		}
		add_option(s, b, i);
	}
}

static enum dialog_answer
act_setup(struct screen *s, const struct dialog_row *row, int key)
{
	const struct option *o;
	struct state before;
	size_t n;

	if (row == NULL || row->heading)
		return DIALOG_IGNORED;
	if (row->tag == TAG_KEYS && key == K_ENTER) {
		dialog_menu(s, &keys_menu);
		return DIALOG_STAYS;
	}
	if (row->tag == TAG_KEYS)
		return DIALOG_IGNORED;
	o = options_all(&n) + row->tag;
	if (key == K_ENTER) {
		struct strbuf line = STRBUF_INIT;
		struct err ignored = ERR_INIT;

		/* Switch to the next value, or open a line to type it. */
		if (o->type == OPT_BOOL || o->type == OPT_ENUM) {
			screen_runf(s, "cycle %s", o->doc.name);
			return DIALOG_STAYS;
		}
		if (o->has_menu) {
			dialog_menu(s, &columns_menu);
			return DIALOG_STAYS;
		}
		strbuf_addf(&line, "%s=", o->doc.name);
		option_get(o, app_target(s->app, &s->app->now), &line);
		dialog_close(s);
		(void)live_start(
			s, STR("command"), strbuf_str(&line), &ignored);
		strbuf_free(&line);
		return DIALOG_STAYS;
	}
	if (key == K_TAB) {
		screen_runf(s, "keep %s", o->doc.name);
	} else if (key == K_DELETE) {
		before = change_begin(s->app);
		option_reset(o, app_target(s->app, &s->app->now));
		change_options_done(s->app, &before);
	} else {
		return DIALOG_IGNORED;
	}
	return DIALOG_STAYS;
}

static const struct menu setup_menu = { .title = "Setup  (F2)",
	.filters = true,
	.act = act_setup,
	.fill = fill_setup,
	.footer = { "* differs from your config file; Tab writes it there",
		"type to filter  Enter change  Del default  Esc close" } };

/* ---- Commands ---- */

static int
cmd_setup(const struct call *call)
{
	if (call->arg.n == 0)
		dialog_menu(call->on, &setup_menu);
	else if (str_is(call->arg, "columns"))
		dialog_menu(call->on, &columns_menu);
	else if (str_is(call->arg, "keys"))
		dialog_menu(call->on, &keys_menu);
	else
		return err_set(call->err, ERR_USAGE,
			"setup: columns or keys, not \"%.*s\"",
			STR_ARG(call->arg));
	return 0;
}

/* Show the command of a key. */
static int
say_key(struct screen *s, struct str name, struct err *err)
{
	int key = key_parse(name);
	const struct binding *b =
		key < 0 ? NULL : keymap_find(s->keymap, "all", key);

	if (key < 0)
		return err_set(err, ERR_USAGE, "map: \"%.*s\" is not a key",
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
		dialog_menu(s, &keys_menu);
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
			"unmap: you have not mapped \"%.*s\"",
			STR_ARG(call->arg));
	return say_key(s, call->arg, call->err);
}

/* Save an option or a key: "keep layout", "keep map Z". */
static int
cmd_keep(const struct call *call)
{
	struct screen *s = call->on;
	struct options_target now = app_target(s->app, &s->app->now);
	struct str rest = call->arg, word = str_cut(&rest, ' ');
	const struct option *o = option_find(word, NULL);
	struct strbuf copy = STRBUF_INIT, path = STRBUF_INIT;
	int key, status;

	if (str_is(word, "map")) {
		word = str_trim(rest);
		key = key_parse(word);
		if (key < 0)
			return err_set(call->err, ERR_USAGE,
				"keep: \"%.*s\" is not a key", STR_ARG(word));
		status = configfile_keep_key(
			&s->dirs, s->keymap, key, &copy, call->err);
	} else if (o == NULL) {
		return err_set(call->err, ERR_USAGE,
			"keep: unknown option \"%.*s\"", STR_ARG(word));
	} else {
		app_commit_cursor(s->app);
		word = str_c(o->doc.name);
		status = configfile_keep(&s->dirs, o, now, &copy, call->err);
		if (status == 0)
			option_copy(o, base_target(s), now);
	}
	(void)userdirs_path(&path, s->dirs.config, "flametop/config");
	if (status == 0 && copy.n > 0)
		app_say(s->app, "kept in %s; it was damaged, a copy is %s",
			strbuf_c(&path), strbuf_c(&copy));
	else if (status == 0)
		app_say(s->app, "%.*s kept in %s", STR_ARG(word),
			strbuf_c(&path));
	strbuf_free(&path);
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

const struct command setup_commands[] = {
	{ "setup", "[columns|keys]",
		"change and save options, columns and keys", cmd_setup,
		.flags = CMD_ANYWHERE },
	{ "map", "[KEY COMMAND]", "give a key another command, or list keys",
		cmd_map },
	{ "unmap", "KEY", "restore a key's default command", cmd_unmap },
	{ "keep", "OPTION|map KEY", "write a setting or key to your config",
		cmd_keep },
	{ NULL },
};
