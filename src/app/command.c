/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing and running command lines. */
#include "prelude.h"

#include "app/command.h"

#include "app/filter.h"
#include "app/undo.h"
#include "base/clock.h"
#include "base/vec.h"
#include "conf/options.h"
#include "engine/regexp.h"
#include "fetch/secret.h"
#include "fetch/server.h"
#include "input/shell.h"
#include "report/report.h"

/* ---- Rows that work on the app, without the screen ---- */

static int
cmd_undo(const struct call *call)
{
	if (!change_undo(call->on, call->self->data))
		app_say(call->on, "nothing to %s", call->self->name);
	return 0;
}

static int
cmd_clear(const struct call *call)
{
	struct app *app = call->on;
	struct filter f[FILTERS_MAX];
	struct state before = change_begin(app);

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
	if (o->type != OPT_REGEX || o->filters != OF_FRAMES)
		return err_set(call->err, ERR_USAGE,
			"apply: %s is not a frame filter", o->doc.name);
	return filter_apply(call->on, o, call->err);
}

/* Return the value after the current one; after the last, the first. */
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
		if (o->doc.choices[i] == NULL || o->doc.choices[i + 1] == NULL)
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
	static const struct {
		const char *setting, *words;
	} said[] = {
		{ "granularity=functions", "frames: functions" },
		{ "granularity=filefunctions", "frames: functions and files" },
		{ "granularity=files", "frames: files" },
		{ "granularity=lines", "frames: lines" },
		{ "granularity=addresses", "frames: addresses" },
		{ "system=show", "system frames shown" },
		{ "system=hide", "system frames hidden: callers get the cost" },
		{ "system=hide-kernel",
			"kernel frames hidden: callers get the cost" },
		{ "percent=all", "% of all" },
		{ "percent=view", "% of what is shown" },
		{ "percent=parent", "% of the caller" },
		{ "percent=off", "no percentages" },
		{ "recursion=true", "direct recursion folded" },
		{ "recursion=false", "direct recursion not folded" },
		{ "fold_leaves=true", "allocators at leaves are folded" },
		{ "fold_leaves=false",
			"stacks end where the profile ends them" },
	};
	struct strbuf text = STRBUF_INIT;
	const char *words = NULL;

	if (o == NULL)
		return -1;
	if (o->type != OPT_BOOL && o->type != OPT_ENUM)
		return err_set(call->err, ERR_USAGE,
			"cycle: %s has no list of values", o->doc.name);
	value = next_value(app, o);
	if (change_option(app, o, value, call->err) != 0)
		return -1;
	strbuf_addf(&text, "%s=%.*s", o->doc.name, STR_ARG(value));
	for (size_t i = 0; i < COUNT_OF(said); i++)
		if (str_is(strbuf_str(&text), said[i].setting))
			words = said[i].words;
	app_say(app, "%s", words != NULL ? words : strbuf_c(&text));
	strbuf_free(&text);
	return 0;
}

static int
cmd_open(const struct call *call)
{
	struct strbuf name = STRBUF_INIT;

	if (str_is(call->arg, "-"))
		return err_set(call->err, ERR_IO,
			"open: standard input cannot be read again");
	/* A password would be visible on the screen and in saved views. */
	if (secrets_in(call->arg))
		return err_set(call->err, ERR_USAGE,
			"open: do not type passwords here; set FLAMETOP_USER "
			"and FLAMETOP_PASSWORD, or FLAMETOP_TOKEN, or use "
			"~/.netrc");
	shell_typed(&name, call->arg);
	app_open_name(call->on, strbuf_str(&name));
	strbuf_free(&name);
	return 0;
}

/* Reopen the open address with some parameters replaced. */
static int
cmd_with(const struct call *call)
{
	struct app *app = call->on;
	struct arena arena = ARENA_INIT;
	struct strbuf address = STRBUF_INIT;
	struct server_param param[16] = { { .name = "" } };
	struct str params = call->arg, key;
	struct server_query parsed;
	size_t n = 0;
	int rc;

	if (app->spec.n_sources != 1 ||
		server_length(app->spec.source[0], 0) < 0)
		return err_set(call->err, ERR_USAGE,
			"with: this profile is not from Pyroscope or Parca");
	while (n < COUNT_OF(param) &&
		url_next_field(&params, &arena, &key, &param[n].value))
		param[n++].name = arena_copy(&arena, key.p, key.n);
	server_put_with(&address, app->spec.source[0], param, n);
	rc = server_parse(strbuf_str(&address), strbuf_str(&address),
		clock_now(), &arena, &parsed, call->err);
	if (rc == 0)
		app_open_name(app, strbuf_str(&address));
	strbuf_free(&address);
	arena_free(&arena);
	return rc;
}

static int
cmd_pause(const struct call *call)
{
	struct app *app = call->on;

	if (!app->now.settings.follow)
		return err_set(call->err, ERR_USAGE,
			"not following a file; start with -follow");
	app_pause(app);
	return 0;
}

static int
cmd_walk(const struct call *call)
{
	return app_walk(call->on, call->self->data, call->err);
}

static int
cmd_reload(const struct call *call)
{
	return app_reload(call->on, call->err);
}

static const struct command app_rows[] = {
	{ "undo", NULL, "undo the last filter, zoom or other change", cmd_undo,
		1, CMD_ANYWHERE },
	{ "redo", NULL, "redo the change that was undone", cmd_undo, -1,
		CMD_ANYWHERE },
	{ "clear", NULL, "clear all filters", cmd_clear },
	{ "reset", NULL, "clear all filters and zoom out fully", cmd_reset },
	{ "apply", "OPTION", "set a filter to the selected function",
		cmd_apply },
	{ "cycle", "OPTION", "go to an option's next value", cmd_cycle },
	{ "open", "FILE", "open another profile, or a folder of them",
		cmd_open },
	{ "e", "FILE", "open another profile, or a folder of them", cmd_open },
	{ "with", "PARAMETERS",
		"open another range or type of this server: "
		"type=cpu&from=now-3h",
		cmd_with },
	{ "reload", NULL, "reload the profile", cmd_reload },
	{ "pause", NULL, "freeze live input, or resume it", cmd_pause },
	{ "nextprofile", NULL, "show only the next profile", cmd_walk, 1 },
	{ "prevprofile", NULL, "show only the previous profile", cmd_walk, -1 },
};

/* ---- The tables ---- */

void
commands_init(struct commands *cs, struct app *app)
{
	struct err err = ERR_INIT;

	*cs = (struct commands){ .app = app };
	(void)commands_add(cs, app_rows, COUNT_OF(app_rows), app, &err);
}

const struct command *
commands_at(const struct commands *cs, size_t i)
{
	return i < cs->n ? cs->command[i].row : NULL;
}

/* Return an index into cs->command[]; cs->n if there is none. */
static size_t
commands_lookup(const struct commands *cs, struct str name)
{
	size_t i = 0;

	while (i < cs->n && !str_is(name, cs->command[i].row->name))
		i++;
	return i;
}

const struct command *
commands_find(const struct commands *cs, struct str name)
{
	return commands_at(cs, commands_lookup(cs, name));
}

int
commands_add(struct commands *cs, const struct command *row, size_t n, void *on,
	struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		struct str name = str_c(row[i].name);

		if (commands_find(cs, name) != NULL ||
			((row[i].flags & CMD_FOR_REPORT) == 0 &&
				report_find(name) != NULL))
			return err_set(err, ERR_USAGE,
				"command table: %s is there twice",
				row[i].name);
		if (cs->n == COMMANDS_MAX)
			return err_set(err, ERR_USAGE, "too many commands");
		cs->command[cs->n].row = &row[i];
		cs->command[cs->n++].on = on;
	}
	return 0;
}

/* ---- Report lines ---- */

/* Return the next word and advance `rest`; empty at the end. */
static struct str
next_word(struct str *rest)
{
	const struct str blanks = STR(" \t");
	size_t n = 0;
	struct str word;

	while (rest->n > 0 && str_chr(blanks, rest->p[0]) >= 0)
		*rest = str_skip(*rest, 1);
	while (n < rest->n && str_chr(blanks, rest->p[n]) < 0)
		n++;
	word = str_sub(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return word;
}

const struct report *
report_line_names(struct str word, struct str *digits)
{
	const struct report *r = report_find(word);
	size_t n = word.n;

	while (r == NULL && n > 0 && word.p[n - 1] >= '0' &&
		word.p[n - 1] <= '9')
		r = report_find(str_sub(word, 0, --n));
	if (r != NULL)
		*digits = str_skip(word, n);
	return r;
}

static void
join_pattern(struct strbuf *out, struct str word)
{
	strbuf_add3(out, out->n > 0 && word.n > 0 ? "|" : "", word, "");
}

static void
set_filter(struct str *field, struct strbuf *text, struct intern *pool)
{
	if (text->n > 0)
		*field = intern_keep(pool, strbuf_str(text));
	strbuf_free(text);
}

/* True if a word is a number of rows, which goes to the query. As in pprof, it
   has 32 bits, and a larger number is a pattern. */
static bool
line_rows(struct str word, struct query *q)
{
	int64_t rows;

	if (!str_to_i64(word, &rows) || rows < INT32_MIN || rows > INT32_MAX)
		return false;
	q->nodecount = rows;
	return true;
}

int
report_line_parse(struct report_line *out, struct str line,
	const struct query *now, struct intern *pool, struct err *err)
{
	struct strbuf focus = STRBUF_INIT, ignore = STRBUF_INIT;
	struct str rest = line, digits = STR_EMPTY, word = next_word(&rest);
	struct query *q = &out->query;
	const struct report *r;
	int64_t count;
	int rc = 0;

	*out = (struct report_line){ .query = *now, .text = line };
	out->report = r = report_line_names(word, &digits);
	if (r == NULL)
		return err_set(err, ERR_USAGE, "unrecognized command: \"%.*s\"",
			STR_ARG(word));
	word = digits.n > 0 ? digits : next_word(&rest);
	/* An optional pattern is neither a number of rows nor "-word", which
	   ignores. */
	if (r->takes == TAKES_SOME_PATTERN && line_rows(word, q))
		word = next_word(&rest);
	if (r->takes != TAKES_NOTHING && word.n > 0 && word.p[0] != '>' &&
		word.p[0] != '|' &&
		(r->takes != TAKES_SOME_PATTERN || word.p[0] != '-')) {
		out->arg = word;
		word = next_word(&rest);
	}
	if (r->takes == TAKES_COUNT && out->arg.p != NULL)
		rc = report_parse_count(r, out->arg, &count, err);
	for (; rc == 0 && word.n > 0; word = next_word(&rest)) {
		if (word.p[0] == '>' || word.p[0] == '|') {
			bool to_command = word.p[0] == '|';

			/* "> file", ">>file", "| command line" */
			if (to_command) {
				out->sink.kind = SINK_COMMAND;
				out->sink.name = str_trim(str_from(
					word.p + 1, word.n - 1 + rest.n));
				rest = STR_EMPTY;
			} else {
				out->sink.kind = SINK_FILE;
				out->sink.appends = str_starts(word, STR(">>"));
				out->sink.name = str_skip(
					word, out->sink.appends ? 2 : 1);
				if (out->sink.name.n == 0)
					out->sink.name = next_word(&rest);
			}
			if (out->sink.name.n == 0)
				rc = err_set(err, ERR_USAGE,
					"unexpected end of line after %c",
					word.p[0]);
		} else {
			if (line_rows(word, q))
				continue;
			if (str_is(word, "-cum") || str_is(word, "--cum"))
				q->sort = SORT_CUM;
			else if (word.p[0] == '-')
				join_pattern(&ignore, str_skip(word, 1));
			else
				join_pattern(&focus, word);
		}
	}
	set_filter(
		r->words_are_labels ? &q->tagfocus : &q->focus, &focus, pool);
	set_filter(r->words_are_labels ? &q->tagignore : &q->ignore, &ignore,
		pool);
	if (r->usual_rows > 0 && q->nodecount == -1)
		q->nodecount = r->usual_rows;
	return rc;
}

/* ---- Command lines ---- */

/* Return the first word of a line; `rest` becomes the other words, trimmed. */
static struct str
first_word(struct str line, struct str *rest)
{
	struct str word = str_cut(&line, ' ');

	*rest = str_trim(line);
	return word;
}

/* Split name=value, or "name = value //: comment" as pprof's shell prints it.
   lines=1 sets the option that has the choice "lines". */
static bool
split_setting(struct str line, const struct option **o, struct str *value)
{
	ptrdiff_t at = str_chr(line, '='), comment;
	struct str choice = STR_EMPTY;
	bool on;

	if (at < 0)
		return false;
	*o = option_find(str_trim(str_sub(line, 0, (size_t)at)), &choice);
	*value = str_skip(line, (size_t)at + 1);
	comment = str_rfind(*value, STR("//:"));
	if (comment >= 0)
		*value = str_trim(str_sub(*value, 0, (size_t)comment));
	if (at > 0 && line.p[at - 1] == ' ')
		*value = str_trim(*value);
	if (value->p == NULL)
		*value = STR("");
	if (*o != NULL && choice.n > 0) {
		on = value->n > 0 && bool_parse(*value, &on) && on;
		*value = choice;
		return on;
	}
	return *o != NULL;
}

bool
commands_allow(
	const struct commands *cs, struct str line, enum command_flags flag)
{
	struct str arg;
	const struct command *c = commands_find(cs, first_word(line, &arg));

	return c != NULL && (c->flags & flag) != 0 &&
		(c->flags_for == NULL || str_is(arg, c->flags_for));
}

bool
commands_has(const struct commands *cs, struct str line)
{
	struct str rest, value;
	struct str word = first_word(line, &rest);
	const struct option *o;

	return commands_find(cs, word) != NULL ||
		option_find(word, NULL) != NULL || report_find(word) != NULL ||
		str_is(word, "set") || split_setting(line, &o, &value);
}

static const char *
help_of_command(const void *on, struct str command)
{
	const struct command *c = commands_find(on, command);

	return c != NULL ? c->help : NULL;
}

void
commands_explain_keys(const struct commands *cs, struct keymap *km)
{
	keymap_explain(km, help_of_command, cs);
}

int
commands_check_keys(
	const struct commands *cs, const struct keymap *km, struct err *err)
{
	const struct binding *b;

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		if (binding_is_own(b) || commands_has(cs, str_c(b->command)))
			continue;
		return err_set(err, ERR_USAGE,
			"map: key %s: unknown command \"%s\"", b->key,
			b->command);
	}
	return 0;
}

static int
run_option(struct app *app, const struct option *o, struct str word,
	struct str rest, struct err *err)
{
	struct options_target t = app_target(app, &app->now);
	struct strbuf text = STRBUF_INIT;
	struct str value = STR_EMPTY;

	(void)option_find(word, &value);
	if (rest.n > 0) {
		if (value.n > 0)
			return err_set(err, ERR_USAGE, "%.*s takes no value",
				STR_ARG(word));
		value = rest;
	}
	if (value.n > 0 || o->type == OPT_BOOL)
		return change_option(app, o, value, err);
	option_get(o, t, &text);
	app_say(app, "%s=%s%s", o->doc.name, strbuf_c(&text),
		option_is_default(o, t) ? "   (the default)" : "");
	strbuf_free(&text);
	return 0;
}

static int
run_report(struct app *app, struct str line, struct err *err)
{
	struct report_line l;

	if (report_line_parse(&l, line, &app->now.query, &app->pool, err) != 0)
		return -1;
	/* Without a pattern, take the selected frame: its function for
	   listings, its text for other reports. */
	if (l.report->takes == TAKES_PATTERN && l.arg.p == NULL) {
		struct strbuf text = STRBUF_INIT;
		frame_id id = selected_frame(app);
		struct str name;

		if (id == NONE)
			return err_set(err, ERR_USAGE,
				"command %s requires an argument: a regexp, or "
				"a "
				"selected function",
				l.report->doc.name);
		name = app->shown.view->frames->frame[id].text;
		if (l.report->lists_functions)
			name = app->shown.view->frames->frame[id].name;
		regexp_quote(&text, name);
		l.arg = app_keep(app, strbuf_str(&text));
		/* Show the pattern in the title. */
		strbuf_reset(&text);
		strbuf_add3(&text, "", l.text, " ");
		strbuf_add(&text, l.arg);
		l.text = app_keep(app, strbuf_str(&text));
		strbuf_free(&text);
	}
	if (l.report->takes == TAKES_COUNT && l.arg.p == NULL)
		return err_set(err, ERR_USAGE,
			"command %s requires an argument: a number",
			l.report->doc.name);
	app_ask_report(app, &l);
	return 0;
}

/* Set err for an unknown name and suggest the nearest one. Always -1. */
static int
commands_unknown(const struct commands *cs, struct str word, struct err *err)
{
	struct nearest near = { .wanted = word };
	const struct command *c;
	const struct report *r;

	if (report_missing("", word, err) != 0)
		return -1;
	for (size_t i = 0; (c = commands_at(cs, i)) != NULL; i++)
		nearest_offer(&near, c->name);
	for (size_t i = 0; (r = report_at(i)) != NULL; i++)
		nearest_offer(&near, r->doc.name);
	nearest_options(&near);
	if (near.name == NULL)
		return err_set(err, ERR_USAGE, "unknown command \"%.*s\"",
			STR_ARG(word));
	return err_set(err, ERR_USAGE,
		"unknown command \"%.*s\"; did you mean %s?", STR_ARG(word),
		near.name);
}

int
command_run(const struct commands *cs, struct str line, struct err *err)
{
	const struct command *c;
	const struct option *o;
	struct str word, rest, value, digits;
	struct call call = { .err = err };
	size_t at;

	line = str_trim(line);
	/* A command wins over a sample type of the same name, such as quit. */
	/* pprof's shorthands: ":" clears these five filters; a sample type's
	   name selects it, and "mean_" or "total_" before it sets `mean`. */
	if (commands_find(cs, line) == NULL) {
		struct app *app = cs->app;
		static const char *const cleared[] = { "focus", "ignore",
			"hide", "tagfocus", "tagignore" };
		const struct profile *p =
			app->session != NULL ? app->session->profile : NULL;
		struct state before;
		bool mean = str_starts(line, STR("mean_"));
		bool total = str_starts(line, STR("total_"));
		struct str type = str_skip(line, mean ? 5 : total ? 6 : 0);

		if (str_is(line, ":")) {
			before = change_begin(app);
			for (size_t i = 0; i < COUNT_OF(cleared); i++)
				option_reset(
					option_find(str_c(cleared[i]), NULL),
					app_target(app, &app->now));
			change_done(app, &before);
			return 0;
		}
		for (uint32_t i = 0; p != NULL && i < p->types.n; i++) {
			if (!str_eq(profile_str(p, p->types.type[i]), type))
				continue;
			before = change_begin(app);
			if (mean || total)
				app->now.query.mean = mean;
			app->now.query.sample_index = app_keep(app, type);
			change_done(app, &before);
			return 0;
		}
	}
	while (line.n > 0 && line.p[0] == ':')
		line = str_trim(str_skip(line, 1));
	if (line.n == 0)
		return 0;
	word = first_word(line, &rest);
	at = commands_lookup(cs, word);
	c = commands_at(cs, at);
	if (c != NULL && (c->flags & CMD_FOR_REPORT) != 0 && rest.n > 0)
		return run_report(cs->app, line, err);
	if (c != NULL) {
		if (rest.n > 0 && c->arg == NULL)
			return err_set(err, ERR_USAGE, "%s takes no argument",
				c->name);
		if (rest.n == 0 && c->arg != NULL && c->arg[0] != '[')
			return err_set(err, ERR_USAGE, "%s requires %s",
				c->name, c->arg);
		call.on = cs->command[at].on;
		call.self = c;
		call.arg = rest;
		return c->run(&call);
	}
	if (str_is(word, "set")) {
		const struct option *set_o;
		struct str set_value, set_word;

		if (split_setting(rest, &set_o, &set_value))
			return change_option(cs->app, set_o, set_value, err);
		set_word = first_word(rest, &set_value);
		set_o = option_find(set_word, NULL);
		if (set_o == NULL)
			return err_set(err, ERR_USAGE,
				"set: unknown option \"%.*s\"",
				STR_ARG(set_word));
		return run_option(cs->app, set_o, set_word, set_value, err);
	}
	if (split_setting(line, &o, &value))
		return change_option(cs->app, o, value, err);
	o = option_find(word, NULL);
	if (o != NULL)
		return run_option(cs->app, o, word, rest, err);
	/* pprof's shell accepts nonoinlines, nomean... */
	if (str_starts(word, STR("no")) && rest.n == 0)
		o = option_find(str_skip(word, 2), NULL);
	if (o != NULL && o->type == OPT_BOOL)
		return change_option(cs->app, o, STR("false"), err);
	if (report_line_names(word, &digits) != NULL)
		return run_report(cs->app, line, err);
	if (str_chr(word, '=') > 0)
		word = str_sub(word, 0, (size_t)str_chr(word, '='));
	return commands_unknown(cs, word, err);
}

void
cmdline_put(
	struct options_target t, const struct load_spec *s, struct strbuf *out)
{
	struct strbuf flags = STRBUF_INIT;

	strbuf_addstr(out, "flametop");
	options_cmdline(t, &flags);
	strbuf_add3(out, flags.n > 0 ? " " : "", strbuf_str(&flags), "");
	/* On the screen, the option diff contains these bases. */
	for (size_t i = 0; i < s->n_diff_bases && t.settings->diff.n == 0;
		i++) {
		strbuf_addstr(out, " -diff_base ");
		shell_word(out, s->diff_base[i]);
	}
	for (size_t i = 0; i < s->n_bases; i++) {
		strbuf_addstr(out, " -base ");
		shell_word(out, s->base[i]);
	}

	for (size_t i = 0; i < s->n_sources; i++) {
		strbuf_addch(out, ' ');
		shell_word(out, s->source[i]);
	}
	strbuf_free(&flags);
}

/* Append the command line for a state, and set its option zoom. */
static void
put_state(struct app *app, struct state *s, struct strbuf *out)
{
	struct options_target t = app_target(app, s);

	/* A zoom that was made in another direction does not apply now. */
	if (state_zoom(s).direction != s->query.direction)
		s->settings.zoom = STR_EMPTY;
	/* The screen always sets this option, so it is left out. */
	s->query.compact_labels = false;
	cmdline_put(t, &app->spec, out);
}

void
app_cmdline(struct app *app, struct strbuf *out)
{
	struct state now = app->now;

	put_state(app, &now, out);
}

struct report_place
app_place(struct app *app, const struct query *query)
{
	struct report_place place = { .to = 1 };
	struct strbuf text = STRBUF_INIT;
	struct framepath zoom;
	struct state now;

	app_commit_cursor(app);
	now = app->now;
	now.query = *query;
	put_state(app, &now, &text);
	place.cmdline = app_keep(app, strbuf_str(&text));
	/* The graph in a report's page is not a sandwich, so a sandwich's zoom
	   would not fit. */
	if (query->direction != DIR_SANDWICH) {
		zoom = state_zoom(&now);
		place.zoom = now.settings.zoom;
		if (zoom.direction == query->direction) {
			place.from = (double)zoom.x0 / (double)ZOOM_ONE;
			place.to = (double)zoom.x1 / (double)ZOOM_ONE;
		}
		strbuf_reset(&text);
		/* After a change of direction, now.sel may be of another
		   graph. */
		if (app->shown.flamegraph != NULL)
			now.sel = framepath_of(&app->pool,
				app->shown.flamegraph, app->shown.sel);
		framepath_names(&app->pool, &now.sel, &text);
		place.selected = app_keep(app, strbuf_str(&text));
	}
	strbuf_free(&text);
	return place;
}

/* ---- Descriptions ---- */

static int
described_by_name(const void *a, const void *b)
{
	const struct option *const *x = a, *const *y = b;

	return strcmp((*x)->doc.name, (*y)->doc.name);
}

/* Append the choices of an option, or the sample types. */
static void
add_choices(struct strbuf *out, struct app *app, const struct option *o)
{
	VEC(struct str) names = { NULL, 0, 0 };
	const struct profile *p =
		app->session != NULL ? app->session->profile : NULL;

	for (size_t i = 0; o->type == OPT_ENUM && o->doc.choices[i] != NULL;
		i++)
		vec_push(&names, str_c(o->doc.choices[i]));
	if (names.n > 0)
		qsort(names.p, names.n, sizeof(names.p[0]), str_compare);
	for (uint32_t i = 0; p != NULL && o->names_type && i < p->types.n; i++)
		vec_push(&names, profile_str(p, p->types.type[i]));
	for (size_t i = 0; i < names.n; i++)
		strbuf_addf(out, "%s%.*s", i > 0 ? " | " : "//: [",
			STR_ARG(names.p[i]));
	if (names.n > 0)
		strbuf_addch(out, ']');
	vec_free(&names);
}

static void
describe_value(struct strbuf *out, struct app *app, const struct option *o)
{
	const struct view *v = app->shown.view;
	size_t from = out->n;

	option_get(o, app_target(app, &app->now), out);
	if (out->n > from)
		return;
	/* If unset, describe the sample type that is shown. */
	if (o->names_type && v != NULL)
		strbuf_add(out,
			profile_str(
				v->profile, v->profile->types.type[v->column]));
	else
		strbuf_addstr(out, "\"\"");
}

void
app_describe_options(struct app *app, struct strbuf *out)
{
	struct strbuf value = STRBUF_INIT, comment = STRBUF_INIT;
	VEC(const struct option *) sorted = { NULL, 0, 0 };
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++)
		vec_push(&sorted, &all[i]);
	qsort(sorted.p, sorted.n, sizeof(sorted.p[0]), described_by_name);
	for (size_t i = 0; i < n; i++) {
		const struct option *o = sorted.p[i];

		strbuf_reset(&value);
		strbuf_reset(&comment);
		describe_value(&value, app, o);
		add_choices(&comment, app, o);
		if (o->usual_at_minus_1 && str_is(strbuf_str(&value), "-1"))
			strbuf_addstr(&comment, "//: default");
		strbuf_addf(out, "  %-25s = %-20s %s\n", o->doc.name,
			strbuf_c(&value), strbuf_c(&comment));
	}
	vec_free(&sorted);
	strbuf_free(&value);
	strbuf_free(&comment);
}

/* Append the keys that are bound to this command and this argument; empty
   matches any. */
static void
describe_keys(struct strbuf *out, const struct keymap *km, struct str command,
	struct str arg)
{
	const struct binding *b;
	char name[KEY_TEXT_MAX];
	bool any = false;

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		struct str rest = str_c(b->command);
		struct str word = str_cut(&rest, ' ');

		if (binding_is_own(b))
			continue;
		if ((command.n > 0 && !str_eq(word, command)) ||
			(arg.n > 0 && !str_eq(str_trim(rest), arg)))
			continue;
		strbuf_addf(out, "%s%s", any ? " " : "  keys: ",
			key_text(key_parse(str_c(b->key)), name));
		any = true;
	}
	if (any)
		strbuf_addch(out, '\n');
}

int
commands_describe(const struct commands *cs, const struct keymap *km,
	struct str name, struct strbuf *out, struct err *err)
{
	const struct command *c = commands_find(cs, name);
	const struct report *r = report_find(name);
	const struct option *o = option_find(name, NULL);

	if (c != NULL) {
		strbuf_addf(out, "%s%s%s\n  %s\n", c->name,
			c->arg != NULL ? " " : "", c->arg != NULL ? c->arg : "",
			c->help);
		describe_keys(out, km, name, STR_EMPTY);
	}
	if (r != NULL) {
		strbuf_addf(out,
			"%s%s [n] [-cum] [focus_regexp] [-ignore_regexp]\n  "
			"%s\n",
			r->doc.name,
			r->takes == TAKES_PATTERN ||
					r->takes == TAKES_SOME_PATTERN
				? " [regexp]"
				: r->takes == TAKES_COUNT ? " count"
							  : "",
			r->doc.help);
		if (r->takes == TAKES_PATTERN)
			strbuf_addstr(out,
				"  Without a regexp: of the selected "
				"function\n");
		strbuf_addstr(out,
			"  n rows; -cum: sort by total; > file and | command "
			"redirect it\n");
		if (r->doc.alias != NULL)
			strbuf_addf(out, "  also: %s\n", r->doc.alias);
	}
	if (o != NULL) {
		strbuf_addf(out, "%s=%s\n  %s\n  now: ", o->doc.name,
			o->doc.arg != NULL ? o->doc.arg : "true|false",
			o->doc.help);
		describe_value(out, cs->app, o);
		if (option_is_default(o, app_target(cs->app, &cs->app->now)))
			strbuf_addstr(out, "   (the default)");
		strbuf_addstr(out, "\n  ");
		add_choices(out, cs->app, o);
		if (out->p[out->n - 1] == ' ')
			strbuf_cut(out, out->n - 2);
		else
			strbuf_addch(out, '\n');
		if (o->doc.alias != NULL)
			strbuf_addf(out, "  also: %s\n", o->doc.alias);
		describe_keys(out, km, STR_EMPTY, str_c(o->doc.name));
	}
	if (c == NULL && r == NULL && o == NULL)
		return commands_unknown(cs, name, err);
	return 0;
}
