/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a line of text to what it does: see command.h. */
#include "config.h"

#include "app/command.h"

#include <string.h>

#include "app/change.h"
#include "app/command_rows.h"
#include "conf/options.h"
#include "input/shell.h"
#include "report/report.h"

#include "base/banned.h"

void
commands_init(struct commands *cs, struct app *app)
{
	struct err err = ERR_INIT;
	size_t n;
	const struct command *rows = app_command_rows(&n);

	*cs = (struct commands){ .app = app };
	(void)commands_add(cs, rows, n, app, &err);
}

/* Where row i is: table *t, row *r. False behind the last. */
static bool
locate(const struct commands *cs, size_t i, size_t *t, size_t *r)
{
	for (*t = 0; *t < cs->n_tables; (*t)++) {
		if (i < cs->table[*t].n) {
			*r = i;
			return true;
		}
		i -= cs->table[*t].n;
	}
	return false;
}

const struct command *
commands_at(const struct commands *cs, size_t i)
{
	size_t t, r;

	return locate(cs, i, &t, &r) ? &cs->table[t].row[r] : NULL;
}

static const struct command *
find(const struct commands *cs, struct str name, void **on)
{
	for (size_t t = 0; t < cs->n_tables; t++) {
		for (size_t r = 0; r < cs->table[t].n; r++) {
			if (!str_is(name, cs->table[t].row[r].name))
				continue;
			*on = cs->table[t].on;
			return &cs->table[t].row[r];
		}
	}
	return NULL;
}

const struct command *
commands_find(const struct commands *cs, struct str name)
{
	void *on;

	return find(cs, name, &on);
}

int
commands_add(struct commands *cs, const struct command *row, size_t n, void *on,
	struct err *err)
{
	size_t t = cs->n_tables;

	if (t == COMMAND_TABLES)
		return err_set(err, ERR_USAGE, "too many command tables");
	cs->table[t].row = row;
	cs->table[t].on = on;
	cs->n_tables++;
	for (size_t i = 0; i < n; i++) {
		struct str name = str_c(row[i].name);

		if (commands_find(cs, name) != NULL ||
			report_find(name) != NULL)
			return err_set(err, ERR_USAGE,
				"command table: %s is there twice",
				row[i].name);
		cs->table[t].n = i + 1;
	}
	return 0;
}

/* The first word of a line; `rest` is what follows, trimmed. */
static struct str
first_word(struct str line, struct str *rest)
{
	struct str word = str_cut(&line, ' ');

	*rest = str_trim(line);
	return word;
}

/* name=value, "name = value" as pprof's shell writes it. */
static bool
split_setting(struct str line, const struct option **o, struct str *value)
{
	ptrdiff_t at = str_chr(line, '=');
	struct str ignored = STR_EMPTY;

	if (at < 0)
		return false;
	*o = option_find(str_trim(str_sub(line, 0, (size_t)at)), &ignored);
	*value = str_skip(line, (size_t)at + 1);
	if (at > 0 && line.p[at - 1] == ' ')
		*value = str_trim(*value);
	if (value->p == NULL)
		*value = STR("");
	return *o != NULL && ignored.n == 0;
}

int
commands_check_keys(
	const struct commands *cs, const struct keymap *km, struct err *err)
{
	const struct binding *b;

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		struct str rest, value;
		struct str line = str_c(b->command);
		struct str word = first_word(line, &rest);
		const struct option *o;

		/* Menus have commands of their own. */
		if (strcmp(b->map, "menu") == 0 ||
			commands_find(cs, word) != NULL ||
			option_find(word, NULL) != NULL ||
			report_find(word) != NULL || str_is(word, "set") ||
			split_setting(line, &o, &value))
			continue;
		return err_set(err, ERR_USAGE,
			"map: key %s: unknown command \"%s\"", b->key,
			b->command);
	}
	return 0;
}

/* "granularity=lines", or that it is not set. */
static void
say_option(struct app *app, const struct option *o)
{
	struct strbuf text = STRBUF_INIT;

	option_get(o, app_target(app, &app->now), &text);
	app_say(app, "%s=%s%s", o->name, strbuf_c(&text),
		option_is_default(o, app_target(app, &app->now))
			? "   (the default)"
			: "");
	strbuf_free(&text);
}

static int
run_option(struct app *app, const struct option *o, struct str word,
	struct str rest, struct err *err)
{
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
	say_option(app, o);
	return 0;
}

static int
run_set(struct app *app, struct str rest, struct err *err)
{
	const struct option *o;
	struct str value, word;

	if (split_setting(rest, &o, &value))
		return change_option(app, o, value, err);
	word = first_word(rest, &value);
	o = option_find(word, NULL);
	if (o == NULL)
		return err_set(err, ERR_USAGE, "set: unknown option \"%.*s\"",
			STR_ARG(word));
	return run_option(app, o, word, value, err);
}

/* pprof's shell: nonoinlines, nomean... */
static const struct option *
negated(struct str word)
{
	const struct option *o;

	if (!str_starts(word, STR("no")) || word.n == 2)
		return NULL;
	o = option_find(str_skip(word, 2), NULL);
	return o != NULL && o->type == OPT_BOOL ? o : NULL;
}

/* The report that a word names, and the number that stands behind it:
   "top20". */
static const struct report *
report_named(struct str word, struct query *q)
{
	const struct report *r = report_find(word);
	size_t n = word.n;

	if (r != NULL)
		return r;
	while (n > 0 && word.p[n - 1] >= '0' && word.p[n - 1] <= '9')
		n--;
	if (n == word.n || !str_to_i64(str_skip(word, n), &q->nodecount))
		return NULL;
	return report_find(str_sub(word, 0, n));
}

static void
join(struct strbuf *out, struct str word)
{
	if (out->n > 0)
		strbuf_addch(out, '|');
	strbuf_add(out, word);
}

/* A report's words as pprof's shell reads them: a number is the row count,
   -cum and -flat the order, -re is ignored, re focused on (or it is the
   report's own pattern), and what follows > is a file. */
static int
run_report(struct app *app, const struct report *r, struct query q,
	struct str rest, struct err *err)
{
	struct strbuf focus = STRBUF_INIT, ignore = STRBUF_INIT;
	struct str file = STR_EMPTY, pattern = STR_EMPTY, word;
	ptrdiff_t at = str_chr(rest, '>');

	if (at >= 0) {
		file = str_trim(str_skip(rest, (size_t)at + 1));
		rest = str_sub(rest, 0, (size_t)at);
		if (file.n == 0)
			return err_set(err, ERR_USAGE,
				"%s: a file name must follow >", r->name);
	}
	while ((word = first_word(rest, &rest)).n > 0) {
		if (str_is(word, "-cum"))
			q.sort = SORT_CUM;
		else if (str_is(word, "-flat"))
			q.sort = SORT_FLAT;
		else if (word.p[0] == '-')
			join(&ignore, str_skip(word, 1));
		else if (!str_to_i64(word, &q.nodecount))
			join(&focus, word);
	}
	if (r->takes_pattern)
		pattern = app_keep(app, strbuf_str(&focus));
	else if (focus.n > 0)
		q.focus = app_keep(app, strbuf_str(&focus));
	if (ignore.n > 0)
		q.ignore = app_keep(app, strbuf_str(&ignore));
	strbuf_free(&focus);
	strbuf_free(&ignore);
	if (r->takes_pattern && pattern.n == 0)
		return err_set(err, ERR_USAGE, "%s wants a regexp", r->name);
	app_ask_report(app, r, &q, pattern, file);
	return 0;
}

static int
unknown(const struct commands *cs, struct str word, struct err *err)
{
	const char *best = NULL;
	size_t distance = 0;
	const struct command *c;
	const struct report *r;

	if (str_is(word, "web") || str_is(word, "weblist"))
		return err_set(err, ERR_USAGE,
			"%.*s needs a browser; not in a terminal",
			STR_ARG(word));
	for (size_t i = 0; (c = commands_at(cs, i)) != NULL; i++)
		nearest_offer(word, c->name, &best, &distance);
	for (size_t i = 0; (r = report_at(i)) != NULL; i++)
		nearest_offer(word, r->name, &best, &distance);
	options_offer(word, &best, &distance);
	if (best == NULL)
		return err_set(err, ERR_USAGE, "unknown command \"%.*s\"",
			STR_ARG(word));
	return err_set(err, ERR_USAGE,
		"unknown command \"%.*s\"; did you mean %s?", STR_ARG(word),
		best);
}

int
command_run(const struct commands *cs, struct str line, struct err *err)
{
	const struct command *c;
	const struct option *o;
	const struct report *r;
	struct str word, rest, value;
	struct query q = cs->app->now.query;
	struct call call = { .err = err };

	line = str_trim(line);
	while (line.n > 0 && line.p[0] == ':')
		line = str_trim(str_skip(line, 1));
	if (line.n == 0)
		return 0;
	word = first_word(line, &rest);
	c = find(cs, word, &call.on);
	if (c != NULL) {
		if (rest.n > 0 && c->arg == NULL)
			return err_set(err, ERR_USAGE, "%s takes no argument",
				c->name);
		if (rest.n == 0 && c->arg != NULL && c->arg[0] != '[')
			return err_set(
				err, ERR_USAGE, "%s wants %s", c->name, c->arg);
		call.self = c;
		call.arg = rest;
		return c->run(&call);
	}
	if (str_is(word, "set"))
		return run_set(cs->app, rest, err);
	if (split_setting(line, &o, &value))
		return change_option(cs->app, o, value, err);
	o = option_find(word, NULL);
	if (o != NULL)
		return run_option(cs->app, o, word, rest, err);
	o = negated(word);
	if (o != NULL && rest.n == 0)
		return change_option(cs->app, o, STR("false"), err);
	r = report_named(word, &q);
	if (r != NULL)
		return run_report(cs->app, r, q, rest, err);
	if (str_chr(word, '=') > 0)
		word = str_sub(word, 0, (size_t)str_chr(word, '='));
	return unknown(cs, word, err);
}

void
app_cmdline(struct app *app, struct strbuf *out)
{
	const struct load_spec *s = &app->spec;
	struct strbuf flags = STRBUF_INIT;

	strbuf_addc(out, "flametop");
	options_cmdline(app_target(app, &app->now), &flags);
	if (flags.n > 0) {
		strbuf_addch(out, ' ');
		strbuf_add(out, strbuf_str(&flags));
	}
	for (size_t i = 0; i < s->n_bases; i++) {
		strbuf_addc(out, " -base ");
		shell_word(out, s->base[i]);
	}
	for (size_t i = 0; i < s->n_diff_bases; i++) {
		strbuf_addc(out, " -diff_base ");
		shell_word(out, s->diff_base[i]);
	}
	for (size_t i = 0; i < s->n_sources; i++) {
		strbuf_addch(out, ' ');
		shell_word(out, s->source[i]);
	}
	strbuf_free(&flags);
}
