/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saved views and pprof's configurations: the list, the confirmation of a
   change, and the commands. Each command reports its result in a message. */
#include "prelude.h"

#include "app/complete.h"
#include "app/undo.h"
#include "conf/pprofconfig.h"
#include "conf/saved.h"
#include "input/shell.h"
#include "ui/commands.h"
#include "ui/screen_internal.h"

static const char *
saved_word(enum saved_from from)
{
	return from == SAVED_PPROF ? "configuration" : "view";
}

/* Copy the state, with the zoom and the sample type by name, so that they mean
   the same in another profile. */
static struct options_target
portable_state(struct screen *s, struct state *copy)
{
	struct app *app = s->app;
	const struct profile *p =
		app->session != NULL ? app->session->profile : NULL;
	struct err ignored = ERR_INIT;
	uint32_t column;

	app_commit_cursor(app);
	*copy = app->now;
	if (p != NULL && copy->query.sample_index.n > 0 &&
		profile_sample_index(
			p, copy->query.sample_index, &column, &ignored) == 0)
		copy->query.sample_index =
			profile_str(p, p->types.type[column]);
	return app_target(app, copy);
}

/* True if a pprof configuration has compact labels. Reports on the screen
   always have them, so the option is neither applied here nor changed. */
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
	saved_apply(v, t, base_target(s), &ignored);
	arena_free(&arena);
	return copy.query.compact_labels;
}

static bool
shows_saved(struct screen *s, const struct saved *v)
{
	struct state copy;
	struct options_target t = portable_state(s, &copy);

	if (v->from == SAVED_PPROF)
		copy.query.compact_labels = is_compact(s, v);
	return saved_is_current(v, t, base_target(s));
}

static void
apply_saved(struct screen *s, const struct saved *v)
{
	struct app *app = s->app;
	struct arena arena = ARENA_INIT;
	struct state before = change_begin(app);
	struct warnings damage;
	struct err err = ERR_INIT;
	uint32_t column;

	warnings_init(&damage, &arena);
	app->now.off = STR_EMPTY;
	for (enum pane_id i = 0; i < PANES && v->from != SAVED_PPROF; i++)
		app->now.rows[i] = STR_EMPTY;
	saved_apply(v, app_target(app, &app->now), base_target(s), &damage);
	if (v->from == SAVED_PPROF)
		app->now.query.compact_labels = before.query.compact_labels;
	/* If this profile lacks the sample type, keep the current one. */
	if (app->session != NULL &&
		profile_sample_index(app->session->profile,
			app->now.query.sample_index, &column, &err) != 0) {
		warnings_add(&damage, "%s", err.msg);
		app->now.query.sample_index = before.query.sample_index;
	}
	change_options_done(app, &before);
	if (damage.n > 0)
		screen_warn(s, &damage);
	else
		app_say(app, "%s %.*s; u undoes it", saved_word(v->from),
			STR_ARG(v->name));
	arena_free(&arena);
}

static void
say_kept(struct screen *s, const struct strbuf *kept)
{
	if (kept->n > 0)
		app_error(s->app, "the file was damaged; a copy of it is %s",
			strbuf_c(kept));
}

static int
put_saved(struct screen *s, enum saved_from from, struct str name,
	struct err *err)
{
	struct strbuf kept = STRBUF_INIT, lost = STRBUF_INIT;
	struct state copy;
	struct options_target t = portable_state(s, &copy);
	struct saved_list l;
	const struct saved *old;
	int status;

	if (from == SAVED_PPROF) {
		saved_read(&l, &s->dirs);
		old = saved_find_from(&l, from, name);
		copy.query.compact_labels = old != NULL && is_compact(s, old);
		saved_fini(&l);
	}
	if (from == SAVED_PPROF) {
		size_t n;
		const struct option *o = options_all(&n);

		/* Name options that pprof's file cannot store. */
		for (size_t i = 0; i < n; i++)
			if (o[i].undone && !pprof_configs_keep(&o[i]) &&
				!option_is_default(&o[i], t))
				strbuf_addf(&lost, "%s %s",
					lost.n > 0 ? "," : "; pprof keeps no",
					o[i].doc.name);
	}
	status = saved_put(&s->dirs, from, name, t, base_target(s), &kept, err);
	if (status == 0)
		app_say(s->app, "%s %.*s saved%s", saved_word(from),
			STR_ARG(name),
			lost.n > 0 ? strbuf_c(&lost) : ": W lists all");
	say_kept(s, &kept);
	strbuf_free(&kept);
	strbuf_free(&lost);
	return status;
}

static int
remove_saved(struct screen *s, enum saved_from from, struct str name,
	struct err *err)
{
	struct strbuf kept = STRBUF_INIT;
	int status = saved_change(&s->dirs, from, name, NULL, &kept, err);

	if (status == 0)
		app_say(s->app, "%s %.*s deleted", saved_word(from),
			STR_ARG(name));
	say_kept(s, &kept);
	strbuf_free(&kept);
	return status;
}

enum ask { ASK_DELETE, ASK_REPLACE };

static void menu_saved(struct screen *s);

/* ---- Confirmation. The last row is "yes": its command is the name, its tag
   the kind of item and the action. ---- */

static enum dialog_answer
act_ask(struct screen *s, const struct dialog_row *row, int key)
{
	const struct dialog *b = &s->dialog;
	const struct dialog_row *yes = &b->row.p[b->row.n - 1];
	enum saved_from from = (enum saved_from)(yes->tag >> 1);
	bool replaces = (yes->tag & 1) == ASK_REPLACE;
	bool is_yes = key == 'y' || (key == K_ENTER && row == yes);
	struct str name = app_keep(s->app, yes->command);
	struct err err = ERR_INIT;

	if (key != 'y' && key != 'n' && key != K_ENTER)
		return DIALOG_IGNORED;
	dialog_close(s);
	if (!replaces)
		menu_saved(s);
	if (is_yes &&
		(replaces ? put_saved : remove_saved)(s, from, name, &err) != 0)
		app_error(s->app, "%s", err.msg);
	return DIALOG_STAYS;
}

static void
menu_ask(struct screen *s, enum ask what, enum saved_from from, struct str name)
{
	static const char *const words[] = { "Delete", "Replace" };
	static const char *const yes[] = { "yes, delete it",
		"yes, replace it with this view" };
	struct dialog *b;

	name = app_keep(s->app, name);
	b = dialog_open(s, DIALOG_MENU, words[what]);
	dialog_addf(b, STR_EMPTY, "%s the %s \"%.*s\"?", words[what],
		saved_word(from), STR_ARG(name))
		->heading = true;
	b->is.act = act_ask;
	(void)dialog_add(b, STR("n\tno, keep it"), name);
	dialog_addf(b, name, "y\t%s", yes[what])->tag =
		(size_t)from << 1 | (size_t)what;
	dialog_footer(b, "y or n, Esc keeps it");
	dialog_ready(b);
}

/* ---- The list ---- */

static void
fill_saved(struct screen *s, struct dialog *b)
{
	struct strbuf summary = STRBUF_INIT;
	struct saved_list l;
	size_t last = SIZE_MAX, n_views = 0;
	struct dialog_row *row;

	saved_read(&l, &s->dirs);
	for (size_t i = 0; i < l.item.n; i++)
		n_views += l.item.p[i].from != SAVED_PPROF;
	if (n_views == 0)
		dialog_heading(b, "no views yet; w saves this one");
	for (size_t i = 0; i < l.item.n; i++) {
		const struct saved *v = &l.item.p[i];

		if (v->from == SAVED_PPROF && v->is_builtin)
			dialog_heading(b, "pprof's configurations");
		strbuf_reset(&summary);
		saved_summary(&summary, v);
		row = dialog_addf(b, v->name, "%s%.*s\t%s",
			v->from == SAVED_PROJECT ? "* " : "  ",
			STR_ARG(v->name), strbuf_c(&summary));
		row->tag = (size_t)v->from;
		row->current = shows_saved(s, v);
		/* As in pprof, only the last match is marked. */
		if (!row->current)
			continue;
		if (last != SIZE_MAX && b->row.p[last].tag == row->tag)
			b->row.p[last].current = false;
		last = b->row.n - 1;
	}
	if (l.damage.n > 0)
		screen_warn(s, &l.damage);
	strbuf_free(&summary);
	saved_fini(&l);
}

/* Open the command line with a command and a name. */
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

/* Handle a key on a row of the list. */
static enum dialog_answer
act_on(struct screen *s, const struct saved *v, int key)
{
	struct str name = app_keep(s->app, v->name);

	switch (key) {
	case K_ENTER:
		apply_saved(s, v);
		return DIALOG_CLOSES;
	case 'e': {
		struct app *app = s->app;
		struct strbuf line = STRBUF_INIT;
		struct arena arena = ARENA_INIT;
		struct state now = app->now;
		struct warnings ignored;

		warnings_init(&ignored, &arena);
		saved_apply(v, app_target(app, &app->now), base_target(s),
			&ignored);
		(void)app_follow_zoom(app, &app->now);
		app_cmdline(app, &line);
		app->now = now;
		menu_text(s, "The command for this", strbuf_str(&line));
		strbuf_free(&line);
		arena_free(&arena);
		return DIALOG_STAYS;
	}
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
		v->is_builtin ? "Default cannot be changed"
			      : "edit the project file .flametop by hand");
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

static void
menu_saved(struct screen *s)
{
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Saved views  (W)");
	const struct dialog_row *row;

	b->is.act = act_saved;
	b->is.fill = fill_saved;
	fill_saved(s, b);
	dialog_footer(b,
		s->dirs.project.n > 0
			? "* is set by the project file .flametop"
			: "p also saves as a configuration of pprof");
	dialog_footer(
		b, "Enter apply  a add  r rename  d delete  e command  u undo");
	dialog_ready(b);
	/* While Default is current, that is, unchanged, select the first
	   row. */
	if (b->list.at >= b->shown.n)
		return;
	row = &b->row.p[b->shown.p[b->list.at]];
	if (row->tag != SAVED_PPROF || !str_is(row->command, "Default"))
		return;
	b->list.at = 0;
	while (b->row.p[b->shown.p[b->list.at]].heading)
		b->list.at++;
}

/* ---- Commands ---- */

static void
offer_saved(
	struct screen *s, struct completion *c, struct str begun, bool of_pprof)
{
	struct saved_list l;
	struct strbuf note = STRBUF_INIT;

	saved_read(&l, &s->dirs);
	for (size_t i = 0; i < l.item.n; i++) {
		const struct saved *v = &l.item.p[i];

		if ((v->from == SAVED_PPROF) != of_pprof)
			continue;
		strbuf_reset(&note);
		saved_summary(&note, v);
		complete_offer(c, v->name, strbuf_str(&note), begun);
	}
	strbuf_free(&note);
	saved_fini(&l);
}

void
offer_views(void *on, struct completion *c, struct str begun)
{
	offer_saved(on, c, begun, false);
}

void
offer_configs(void *on, struct completion *c, struct str begun)
{
	offer_saved(on, c, begun, true);
}

static int
cmd_save(const struct call *call)
{
	struct screen *s = call->on;
	enum saved_from from = (enum saved_from)call->self->data;
	struct saved_list l;
	const struct saved *old;
	bool asks;

	if (call->arg.n == 0)
		return live_start(s, STR("command"), STR("save "), call->err);
	/* Ask before replacing an item that differs. */
	saved_read(&l, &s->dirs);
	old = saved_find_from(&l, from, call->arg);
	asks = old != NULL && !old->is_builtin && !shows_saved(s, old);
	saved_fini(&l);
	if (!asks)
		return put_saved(s, from, call->arg, call->err);
	menu_ask(s, ASK_REPLACE, from, call->arg);
	return 0;
}

/* Applying. */

static int
not_found(enum saved_from from, struct str name, struct err *err)
{
	if (from == SAVED_PPROF) /* in pprof's words */
		return err_set(
			err, ERR_USAGE, "config %.*s not found", STR_ARG(name));
	return err_set(
		err, ERR_USAGE, "no view \"%.*s\"; W lists all", STR_ARG(name));
}

static int
cmd_views(const struct call *call)
{
	struct screen *s = call->on;
	bool is_config = call->self->data == SAVED_PPROF;
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
		apply_saved(s, v);
	else if (is_config && l.damage.n > 0)
		screen_warn(s, &l.damage);
	else
		status = not_found(is_config ? SAVED_PPROF : SAVED_OWN,
			call->arg, call->err);
	saved_fini(&l);
	return status;
}

/* Deleting, renaming. */

static int
cmd_delete(const struct call *call)
{
	struct screen *s = call->on;
	enum saved_from from = (enum saved_from)call->self->data;
	struct saved_list l;
	const struct saved *v;
	int status = 0;

	saved_read(&l, &s->dirs);
	v = saved_find_from(&l, from, call->arg);
	if (v == NULL)
		status = not_found(from, call->arg, call->err);
	else if (v->is_builtin)
		status = err_set(
			call->err, ERR_USAGE, "Default cannot be changed");
	else
		menu_ask(s, ASK_DELETE, from, call->arg);
	saved_fini(&l);
	return status;
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
		status = err_set(call->err, ERR_USAGE, "%s needs OLD NEW",
			call->self->name);
	if (status >= 0)
		status = saved_change(&s->dirs,
			(enum saved_from)call->self->data, strbuf_str(&old),
			&rest, &kept, call->err);
	if (status == 0)
		app_say(s->app, "%s is now called %.*s", strbuf_c(&old),
			STR_ARG(rest));
	say_kept(s, &kept);
	strbuf_free(&old);
	strbuf_free(&kept);
	return status < 0 ? -1 : 0;
}

const struct command saved_commands[] = {
	{ "save", "[VIEW]", "save this view under a name", cmd_save,
		SAVED_OWN },
	{ "views", "[VIEW]",
		"list saved views and pprof's configurations, or apply one",
		cmd_views, SAVED_OWN },
	{ "deleteview", "VIEW", "delete a saved view, after asking", cmd_delete,
		SAVED_OWN },
	{ "renameview", "VIEW NEW", "rename a saved view", cmd_rename,
		SAVED_OWN },
	{ "config", "[CONFIG]", "apply a configuration of pprof, or list them",
		cmd_views, SAVED_PPROF },
	{ "saveconfig", "CONFIG", "save the view as a configuration of pprof",
		cmd_save, SAVED_PPROF },
	{ "deleteconfig", "CONFIG", "delete a configuration, after asking",
		cmd_delete, SAVED_PPROF },
	{ "renameconfig", "CONFIG NEW", "rename a configuration", cmd_rename,
		SAVED_PPROF },
	{ NULL },
};
