/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be set up by hand: options, the table's columns, keys. Changes
   count at once; Tab keeps one for good. See menus.h. */
#include "config.h"

#include "ui/menus.h"

#include <string.h>

#include "app/change.h"
#include "base/utf8.h"
#include "present/top.h"
#include "ui/parts.h"

#include "base/banned.h"

/* Run a command of some words. */
static void
run(struct screen *s, const char *command, struct str arg)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line, "%s %.*s", command, STR_ARG(arg));
	screen_run(s, strbuf_str(&line));
	strbuf_free(&line);
}

/* Options. */

enum { VALUE_COLS = 18, TAG_COLUMNS = 1 << 16, TAG_KEYS };

/* It is not as the user's configuration has it. */
static bool
is_changed(struct screen *s, const struct option *o)
{
	struct options_target base = { .query = &s->base_query,
		.settings = &s->base_settings };

	return !option_same(o, app_target(s->app, &s->app->now), base);
}

static void
add_option(struct screen *s, struct dialog *b, size_t i)
{
	struct strbuf text = STRBUF_INIT, value = STRBUF_INIT;
	size_t n;
	const struct option *o = options_all(&n) + i;

	strbuf_addf(&text, "%c %s\t", is_changed(s, o) ? '*' : ' ',
		o->doc.name);
	option_get(o, app_target(s->app, &s->app->now), &value);
	text_cut(&text, strbuf_str(&value), is_ascii(s), VALUE_COLS);
	strbuf_addf(&text, "\t%s", o->doc.help);
	dialog_add(b, strbuf_str(&text), str_c(o->doc.name))->tag = i;
	strbuf_free(&value);
	strbuf_free(&text);
}

/* The settings of the screen come first. */
static bool
is_first(const struct option *o)
{
	return o->target == ON_SETTINGS &&
		strcmp(o->doc.group, "Screen") == 0 &&
		strcmp(o->doc.name, "zoom") != 0;
}

static void
fill_setup(struct screen *s, struct dialog *b)
{
	const char *group = NULL;
	size_t n;
	const struct option *o = options_all(&n);

	dialog_add(b, STR("Screen"), STR_EMPTY)->heading = true;
	for (size_t i = 0; i < n; i++)
		if (is_first(&o[i]))
			add_option(s, b, i);
	dialog_add(b, STR("  keys\t\tWhat each key does"), STR_EMPTY)->tag =
		TAG_KEYS;
	for (size_t i = 0; i < n; i++) {
		if (is_first(&o[i]))
			continue;
		if (group == NULL || strcmp(group, o[i].doc.group) != 0) {
			group = o[i].doc.group;
			dialog_add(b, str_c(group), STR_EMPTY)->heading = true;
		}
		add_option(s, b, i);
	}
}

/* Enter: the next value, or a line to write one. */
static enum dialog_answer
change_row(struct screen *s, const struct option *o)
{
	struct strbuf line = STRBUF_INIT;
	struct err ignored = ERR_INIT;

	if (o->type == OPT_BOOL || o->type == OPT_ENUM) {
		run(s, "cycle", str_c(o->doc.name));
		return DIALOG_STAYS;
	}
	if (strcmp(o->doc.name, "columns") == 0) {
		menu_columns(s);
		return DIALOG_STAYS;
	}
	strbuf_addf(&line, "%s=", o->doc.name);
	option_get(o, app_target(s->app, &s->app->now), &line);
	dialog_close(s);
	(void)live_start(s, STR("command"), strbuf_str(&line), &ignored);
	strbuf_free(&line);
	return DIALOG_STAYS;
}

static void
to_default(struct screen *s, const struct option *o)
{
	struct state before = change_begin(s->app);

	option_reset(o, app_target(s->app, &s->app->now));
	change_options_done(s->app, &before);
}

static enum dialog_answer
act_setup(struct screen *s, const struct dialog_row *row, int key)
{
	const struct option *o;
	size_t n;

	if (row == NULL || row->heading)
		return DIALOG_IGNORED;
	if (row->tag == TAG_KEYS && key == K_ENTER) {
		menu_keys(s);
		return DIALOG_STAYS;
	}
	if (row->tag == TAG_KEYS)
		return DIALOG_IGNORED;
	o = options_all(&n) + row->tag;
	if (key == K_ENTER)
		return change_row(s, o);
	if (key == K_TAB)
		run(s, "keep", str_c(o->doc.name));
	else if (key == K_DELETE)
		to_default(s, o);
	else
		return DIALOG_IGNORED;
	return DIALOG_STAYS;
}

void
menu_setup(struct screen *s)
{
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Setup  (F2)");

	b->filters = true;
	b->act = act_setup;
	b->fill = fill_setup;
	fill_setup(s, b);
	dialog_footer(b, "* differs from your config file; Tab keeps it there");
	dialog_footer(
		b, "type to filter  Enter change  Del default  Esc close");
	dialog_ready(b);
}

/* Columns of the table. */

static bool
has_column(struct str columns, const char *name)
{
	while (columns.n > 0)
		if (str_is(str_trim(str_cut(&columns, ',')), name))
			return true;
	return false;
}

static void
add_column(struct dialog *b, bool on, struct str name)
{
	struct strbuf text = STRBUF_INIT;
	enum top_column column = top_column_find(name);
	const char *what =
		column < TOP_COLUMN_KINDS ? top_column_help(column) : "";

	strbuf_addf(
		&text, "[%c]\t%.*s\t%s", on ? 'x' : ' ', STR_ARG(name), what);
	dialog_add(b, strbuf_str(&text), name)->tag = on;
	strbuf_free(&text);
}

/* Those that are shown in their order, then the others. */
static void
fill_columns(struct screen *s, struct dialog *b)
{
	struct str columns = s->app->now.settings.columns, rest = columns;

	while (rest.n > 0)
		add_column(b, true, str_trim(str_cut(&rest, ',')));
	for (int i = 0; i < TOP_COLUMN_KINDS; i++) {
		const char *name = top_column_name((enum top_column)i);

		if (!has_column(columns, name))
			add_column(b, false, str_c(name));
	}
}

/* The columns with one of them moved by `step`, or switched (0). */
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
		b->selected = to;
	}
	strbuf_addc(&list, "columns=");
	for (size_t i = 0; i < n; i++)
		strbuf_addf(&list, "%s%.*s", i > 0 ? "," : "", STR_ARG(on[i]));
	screen_run(s, strbuf_str(&list));
	strbuf_free(&list);
}

static enum dialog_answer
act_columns(struct screen *s, const struct dialog_row *row, int key)
{
	if (key == K_TAB) {
		run(s, "keep", STR("columns"));
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

void
menu_columns(struct screen *s)
{
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Columns of the table");

	b->act = act_columns;
	b->fill = fill_columns;
	fill_columns(s, b);
	dialog_footer(b, "Tab keeps them in your config file");
	dialog_footer(b, "Enter switch  < > earlier, later  Esc close");
	dialog_ready(b);
}

/* Keys. */

static void
fill_keys(struct screen *s, struct dialog *b)
{
	struct strbuf text = STRBUF_INIT;
	const struct binding *binding;
	const char *help = "";

	for (size_t i = 0; (binding = keymap_at(s->keymap, i)) != NULL; i++) {
		int key = key_parse(str_c(binding->key));
		char name[KEY_TEXT_MAX];

		if (binding->help != NULL)
			help = binding->help;
		if (strcmp(binding->map, "menu") == 0)
			continue;
		strbuf_reset(&text);
		strbuf_addf(&text, "%c %s\t%s\t%s\t%s",
			keymap_user(s->keymap, key) != NULL ? '*' : ' ',
			key_text(key, name),
			strcmp(binding->map, "all") == 0 ? "" : binding->map,
			binding->command,
			strcmp(help, binding->command) == 0 ? "" : help);
		dialog_add(b, strbuf_str(&text), str_c(binding->command))->tag =
			(size_t)key;
	}
	strbuf_free(&text);
}

/* The key that was asked for. */
static enum dialog_answer
act_press(struct screen *s, const struct dialog_row *row, int key)
{
	struct strbuf line = STRBUF_INIT;
	char name[KEY_TEXT_MAX];

	if (row == NULL)
		return DIALOG_IGNORED;
	strbuf_addf(&line, "map %s %.*s", key_text(key, name),
		STR_ARG(row->command));
	dialog_close(s);
	screen_run(s, strbuf_str(&line));
	strbuf_free(&line);
	return DIALOG_STAYS;
}

static enum dialog_answer
press_for(struct screen *s, struct str command)
{
	struct strbuf text = STRBUF_INIT;
	struct dialog *b;

	command = app_keep(s->app, command);
	b = dialog_open(s, DIALOG_MENU, "Another key");
	strbuf_addf(&text, "press the key that is to run \"%.*s\"",
		STR_ARG(command));
	dialog_add(b, strbuf_str(&text), command);
	b->act = act_press;
	dialog_footer(b, "Esc leaves everything as it is");
	dialog_ready(b);
	strbuf_free(&text);
	return DIALOG_STAYS;
}

static enum dialog_answer
act_keys(struct screen *s, const struct dialog_row *row, int key)
{
	char buf[KEY_TEXT_MAX];
	struct str name;

	if (row == NULL)
		return DIALOG_IGNORED;
	name = str_c(key_text((int)row->tag, buf));
	if (key == K_ENTER)
		return press_for(s, row->command);
	if (key == K_DELETE) {
		run(s, "unmap", name);
	} else if (key == K_TAB) {
		struct strbuf what = STRBUF_INIT;

		strbuf_addf(&what, "map %.*s", STR_ARG(name));
		run(s, "keep", strbuf_str(&what));
		strbuf_free(&what);
	} else {
		return DIALOG_IGNORED;
	}
	return DIALOG_STAYS;
}

void
menu_keys(struct screen *s)
{
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Keys");

	b->filters = true;
	b->act = act_keys;
	b->fill = fill_keys;
	fill_keys(s, b);
	dialog_footer(
		b, "* is a key of yours; Tab keeps it in your config file");
	dialog_footer(
		b, "type to filter  Enter another key  Del default  Esc close");
	dialog_ready(b);
}
