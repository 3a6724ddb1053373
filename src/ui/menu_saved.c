/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of saved views and configurations, and the question before one is
   lost: see menus.h. */
#include "config.h"

#include "ui/menus.h"

#include "input/shell.h"
#include "ui/parts.h"
#include "ui/saving.h"

#include "base/banned.h"

static void
add_row(struct screen *s, struct dialog *b, const struct saved *v)
{
	struct strbuf text = STRBUF_INIT;
	struct dialog_row *row;

	strbuf_addf(&text, "%s%.*s\t", v->from == SAVED_PROJECT ? "* " : "  ",
		STR_ARG(v->name));
	saved_summary(&text, v);
	row = dialog_add(b, strbuf_str(&text), v->name);
	row->tag = (size_t)v->from;
	row->current = saving_is_current(s, v);
	strbuf_free(&text);
}

static void
fill_saved(struct screen *s, struct dialog *b)
{
	struct saved_list l;
	size_t last = SIZE_MAX, n_views = 0;

	saved_read(&l, &s->dirs);
	for (size_t i = 0; i < l.item.n; i++)
		n_views += l.item.p[i].from != SAVED_PPROF;
	if (n_views == 0)
		dialog_add(b, STR("no views yet: w or a saves this one"),
			STR_EMPTY)
			->heading = true;
	for (size_t i = 0; i < l.item.n; i++) {
		bool starts = l.item.p[i].from == SAVED_PPROF &&
			l.item.p[i].is_builtin;

		if (starts)
			dialog_add(b, STR("pprof's configurations"), STR_EMPTY)
				->heading = true;
		add_row(s, b, &l.item.p[i]);
		/* As in pprof, the last that fits is marked. */
		if (!b->row.p[b->row.n - 1].current)
			continue;
		if (last != SIZE_MAX &&
			b->row.p[last].tag == b->row.p[b->row.n - 1].tag)
			b->row.p[last].current = false;
		last = b->row.n - 1;
	}
	if (l.damage.n > 0)
		screen_warnings(s, &l.damage);
	saved_fini(&l);
}

/* The prompt of a command with this in it. */
static enum dialog_answer
prompt_for(struct screen *s, const char *command, struct str name)
{
	struct strbuf line = STRBUF_INIT;
	struct err ignored = ERR_INIT;

	strbuf_addf(&line, "%s ", command);
	if (name.n > 0) {
		shell_word(&line, name);
		strbuf_addch(&line, ' ');
		strbuf_add(&line, name);
	}
	dialog_close(s);
	(void)live_start(s, STR("command"), strbuf_str(&line), &ignored);
	strbuf_free(&line);
	return DIALOG_STAYS;
}

static enum dialog_answer
show_command(struct screen *s, const struct saved *v)
{
	struct strbuf line = STRBUF_INIT;

	saving_cmdline(s, v, &line);
	menu_text(s, "The command for this", strbuf_str(&line));
	strbuf_free(&line);
	return DIALOG_STAYS;
}

/* A key on a row of the list. */
static enum dialog_answer
act_on(struct screen *s, const struct saved *v, int key)
{
	struct str name = app_keep(s->app, v->name);

	switch (key) {
	case K_ENTER:
		saving_apply(s, v);
		return DIALOG_CLOSES;
	case 'e':
		return show_command(s, v);
	case 'r':
		if (v->from == SAVED_PROJECT || v->is_builtin)
			break;
		return prompt_for(s,
			v->from == SAVED_PPROF ? "renameconfig" : "renameview",
			name);
	case 'd':
	case K_DELETE:
		if (v->from == SAVED_PROJECT || v->is_builtin)
			break;
		menu_ask(s, ASK_DELETE, v->from, name);
		return DIALOG_STAYS;
	default:
		return DIALOG_IGNORED;
	}
	app_say(s->app, "%s",
		v->is_builtin ? "Default is always there"
			      : "the project file .flametop is edited by hand");
	return DIALOG_STAYS;
}

static enum dialog_answer
act_saved(struct screen *s, const struct dialog_row *row, int key)
{
	enum dialog_answer answer = DIALOG_IGNORED;
	struct saved_list l;
	const struct saved *v;

	if (key == 'a' || key == 'w')
		return prompt_for(s, "save", STR_EMPTY);
	if (key == 'p')
		return prompt_for(s, "saveconfig", STR_EMPTY);
	if (key == 'u') {
		screen_run(s, STR("undo"));
		return DIALOG_STAYS;
	}
	if (row == NULL || row->heading)
		return DIALOG_IGNORED;
	saved_read(&l, &s->dirs);
	v = saved_find_from(&l, (enum saved_from)row->tag, row->command);
	if (v != NULL)
		answer = act_on(s, v, key);
	saved_fini(&l);
	return answer;
}

/* Default is what is current as long as nothing was changed; the cursor
   stands on the first view then. */
static void
leave_default(struct dialog *b)
{
	const struct dialog_row *row = b->selected < b->shown.n
		? &b->row.p[b->shown.p[b->selected]]
		: NULL;

	if (row == NULL || row->tag != SAVED_PPROF ||
		!str_is(row->command, "Default"))
		return;
	b->selected = 0;
	while (b->row.p[b->shown.p[b->selected]].heading)
		b->selected++;
}

void
menu_saved(struct screen *s)
{
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Saved views  (W)");

	b->act = act_saved;
	b->fill = fill_saved;
	fill_saved(s, b);
	dialog_footer(b,
		s->dirs.project.n > 0
			? "* is set by the project file .flametop"
			: "p saves as a configuration of pprof, too");
	dialog_footer(
		b, "Enter apply  a add  r rename  d delete  e command  u undo");
	dialog_ready(b);
	leave_default(b);
}

/* The question. Its rows have the name as command; the tag says what. */

enum { ASK_NO, ASK_YES };

static enum dialog_answer
do_it(struct screen *s, size_t tag, struct str name)
{
	enum saved_from from = (enum saved_from)(tag >> 4);
	struct err err = ERR_INIT;
	bool replaces = (tag >> 1 & 7) == ASK_REPLACE;
	int status;

	name = app_keep(s->app, name);
	dialog_close(s);
	if (!replaces)
		menu_saved(s);
	status = replaces ? saving_put(s, from, name, &err)
			  : saving_remove(s, from, name, &err);
	if (status != 0)
		app_complain(s->app, "%s", err.msg);
	return DIALOG_STAYS;
}

static enum dialog_answer
act_ask(struct screen *s, const struct dialog_row *row, int key)
{
	const struct dialog *b = &s->dialog;
	const struct dialog_row *yes = &b->row.p[b->row.n - 1];

	if (key == 'y')
		row = yes;
	else if (key != K_ENTER && key != 'n')
		return DIALOG_IGNORED;
	if (key != 'n' && row != NULL && (row->tag & 1) == ASK_YES)
		return do_it(s, row->tag, row->command);
	if ((yes->tag >> 1 & 7) == ASK_DELETE) {
		menu_saved(s);
		return DIALOG_STAYS;
	}
	return DIALOG_CLOSES;
}

void
menu_ask(struct screen *s, enum ask what, enum saved_from from, struct str name)
{
	static const char *const words[] = { "Delete", "Replace" };
	static const char *const yes[] = { "yes, delete it",
		"yes, what is shown takes its place" };
	struct strbuf title = STRBUF_INIT;
	size_t tag = (size_t)from << 4 | (size_t)what << 1;
	struct dialog *b;

	name = app_keep(s->app, name);
	b = dialog_open(s, DIALOG_MENU, words[what]);
	strbuf_addf(&title, "%s the %s \"%.*s\"?", words[what],
		saving_word(from), STR_ARG(name));
	dialog_add(b, strbuf_str(&title), STR_EMPTY)->heading = true;
	b->act = act_ask;
	dialog_add(b, STR("n\tno, keep it"), name)->tag = tag | ASK_NO;
	strbuf_reset(&title);
	strbuf_addf(&title, "y\t%s", yes[what]);
	dialog_add(b, strbuf_str(&title), name)->tag = tag | ASK_YES;
	dialog_footer(b, "y or n, Esc keeps it");
	dialog_ready(b);
	strbuf_free(&title);
}
