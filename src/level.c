/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One level of words: see level.h. A name is looked up in three tables: the
 * flags, which exist on the command line only (flags.c), the reports, and the
 * options.
 */
#include "config.h"

#include "level.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "conf/configfile.h"
#include "flags.h"

#include "base/banned.h"

/* Of a picture of the screen, in columns and lines. */
enum { LEAST_WIDTH = 20, LEAST_HEIGHT = 5, LARGEST = 5000 };

static size_t
option_index(const struct option *o)
{
	size_t n;

	return (size_t)(o - options_all(&n));
}

static size_t
flag_index(const struct flag *f)
{
	size_t n;

	return (size_t)(f - flags_all(&n));
}

/* On the command line the last of equal flags counts, so they are checked
   when all are known. */
static struct options_target
level_target(const struct level *l)
{
	struct options_target t = cli_target(l->cli);

	t.unchecked = l->is_argv;
	return t;
}

/* The value of a flag that needs one: what is behind "=", or the next word.
   -1 and err when there is neither. */
static int
need_value(struct level *l, struct str name, struct str *value, struct err *err)
{
	if (value->p != NULL)
		return 0;
	if (l->at == l->n)
		return err_set(err, ERR_USAGE, "flag needs an argument: -%.*s",
			STR_ARG(name));
	*value = str_c(l->word[l->at++]);
	return 0;
}

/* The value of a boolean flag that is no option. */
static int
switch_value(struct str name, struct str value, bool *on, struct err *err)
{
	*on = true;
	if (value.p == NULL || bool_parse(value, on))
		return 0;
	return err_set(err, ERR_USAGE,
		"invalid boolean value \"%.*s\" for -%.*s", STR_ARG(value),
		STR_ARG(name));
}

static void
add_name(struct str *list, size_t *n, struct str name)
{
	if (name.n > 0)
		list[(*n)++] = name;
}

static int
do_help(struct level *l, struct str value, struct err *err)
{
	if (value.p != NULL && !str_is(value, "all"))
		return err_set(err, ERR_USAGE, "--help=%.*s: only all",
			STR_ARG(value));
	l->cli->action = value.p != NULL ? CLI_HELP_ALL : CLI_HELP;
	return 0;
}

/* -width, -height */
static int
do_size(const struct flag *f, struct str value, int64_t *out, struct err *err)
{
	int64_t least = f->kind == FLAG_WIDTH ? LEAST_WIDTH : LEAST_HEIGHT;

	if (str_to_i64(value, out) && *out >= least && *out <= LARGEST)
		return 0;
	return err_set(err, ERR_USAGE,
		"invalid value \"%.*s\" for -%s: a number from %" PRId64
		" to %d",
		STR_ARG(value), f->doc.name, least, LARGEST);
}

static void
do_value(struct level *l, const struct flag *f, struct str value)
{
	struct cli *cli = l->cli;
	struct load_spec *load = &cli->load;

	switch (f->kind) {
	case FLAG_OUTPUT:
		cli->output = value;
		break;
	case FLAG_PRINT:
		cli->print = value;
		break;
	case FLAG_BASE:
		add_name(l->base, &load->n_bases, value);
		break;
	case FLAG_DIFF_BASE:
		add_name(l->diff_base, &load->n_diff_bases, value);
		break;
	case FLAG_FORMAT:
		load->format = value;
		break;
	case FLAG_BUILDID:
		load->buildid = value;
		break;
	case FLAG_COMMENT:
		load->comment = value;
		break;
	case FLAG_VIEW:
		cli->view = value;
		break;
	case FLAG_DUMP:
	case FLAG_DUMP_KEYS:
		cli->action = f->kind == FLAG_DUMP ? CLI_DUMP : CLI_DUMP_KEYS;
		cli->dump = value;
		break;
	default: /* FLAG_NOTHING; the others take no value */
		break;
	}
}

static void
do_switch(struct level *l, const struct flag *f, bool on)
{
	if (f->kind == FLAG_ALL_FRAMES)
		l->cli->load.all_frames = on;
	else if (f->kind == FLAG_TYPE)
		l->type[flag_index(f)] = on;
	else if (f->kind == FLAG_VERSION && on)
		l->cli->action = CLI_VERSION;
}

static int
do_flag(struct level *l, const struct flag *f, struct str value,
	struct err *err)
{
	struct str name = str_c(f->doc.name);
	bool on = true;
	int choice;

	if (f->kind == FLAG_HELP)
		return do_help(l, value, err);
	if (f->doc.arg == NULL) {
		if (switch_value(name, value, &on, err) != 0)
			return -1;
		do_switch(l, f, on);
		return 0;
	}
	if (need_value(l, name, &value, err) != 0)
		return -1;
	/* pprof's own are not looked at. */
	if (f->doc.choices != NULL && f->kind != FLAG_NOTHING &&
		choice_parse(&f->doc, value, &choice, err) != 0)
		return -1;
	if (f->kind == FLAG_FAIL_IF)
		return gate_parse(value, &l->cli->gate[l->cli->n_gates++], err);
	if (f->kind == FLAG_WIDTH)
		return do_size(f, value, &l->cli->width, err);
	if (f->kind == FLAG_HEIGHT)
		return do_size(f, value, &l->cli->height, err);
	do_value(l, f, value);
	return 0;
}

static int
do_report(struct level *l, const struct report *r, struct str name,
	struct str value, struct err *err)
{
	struct cli *cli = l->cli;
	bool on = true;

	if (r->takes_pattern && need_value(l, name, &value, err) != 0)
		return -1;
	if (!r->takes_pattern && switch_value(name, value, &on, err) != 0)
		return -1;
	/* -top and -text are two formats to pprof, too; -top -top is one. */
	if (on && cli->report != NULL && !str_eq(l->report, name))
		return err_set(
			err, ERR_USAGE, "must set at most one output format");
	if (on || str_eq(l->report, name))
		cli->report = on ? r : NULL;
	if (on)
		l->report = name;
	if (r->takes_pattern)
		cli->pattern = value;
	return 0;
}

/* -lines: two of a row contradict each other. */
static int
do_choice(struct level *l, const struct option *o, struct str choice,
	struct str value, struct err *err)
{
	struct strbuf all = STRBUF_INIT;
	unsigned *chosen = &l->chosen[option_index(o)];
	bool on;

	if (switch_value(choice, value, &on, err) != 0)
		return -1;
	if (!on)
		return 0;
	for (size_t i = 0; o->doc.choices[i] != NULL; i++) {
		const char *name = o->doc.choices[i];

		if (str_is(choice, name))
			*chosen |= 1u << i;
		if (*chosen & (1u << i))
			strbuf_addf(&all, "%s%s", all.n > 0 ? " " : "", name);
	}
	if ((*chosen & (*chosen - 1)) != 0) {
		err_set(err, ERR_USAGE, "conflicting options set: [%s]",
			strbuf_c(&all));
		strbuf_free(&all);
		return -1;
	}
	strbuf_free(&all);
	return option_set(o, level_target(l), choice, err);
}

static int
do_option(struct level *l, const struct option *o, struct str name,
	struct str value, struct err *err)
{
	bool again = l->seen[option_index(o)];

	l->seen[option_index(o)] = true;
	if (o->type != OPT_BOOL && need_value(l, name, &value, err) != 0)
		return -1;
	if (again)
		return option_append(o, level_target(l), value, err);
	return option_set(o, level_target(l), value, err);
}

/* -name, --name=value */
static int
do_word(struct level *l, struct str word, struct err *err)
{
	struct str name = str_skip(word, 1), value = STR_EMPTY;
	struct str choice = STR_EMPTY;
	const struct option *o;
	const struct report *r;
	const struct flag *f;
	ptrdiff_t equals;

	if (name.p[0] == '-')
		name = str_skip(name, 1);
	if (name.n == 0 || name.p[0] == '-' || name.p[0] == '=')
		return err_set(
			err, ERR_USAGE, "bad flag syntax: %.*s", STR_ARG(word));
	equals = str_chr(name, '=');
	if (equals >= 0) {
		value = str_skip(name, (size_t)equals + 1);
		name = str_sub(name, 0, (size_t)equals);
	}
	o = option_find(name, &choice);
	r = report_find(name);
	f = flag_find(name);
	if (!l->is_argv && (r != NULL || (f != NULL && f->kind != FLAG_TYPE)))
		return err_set(
			err, ERR_USAGE, "-%.*s is no option", STR_ARG(name));
	if (r != NULL)
		return do_report(l, r, name, value, err);
	if (f != NULL)
		return do_flag(l, f, value, err);
	if (o == NULL)
		return flag_unknown(name, err);
	if (choice.n > 0)
		return do_choice(l, o, choice, value, err);
	return do_option(l, o, name, value, err);
}

static bool
exists(const char *path)
{
	return access(path, F_OK) == 0;
}

/* -alloc_space and its like are a sample_index, unless there is one. */
static void
settle_type(struct level *l)
{
	struct query *q = &l->cli->query;
	size_t n, index = option_index(option_find(STR("sample_index"), NULL));
	const struct flag *all = flags_all(&n);
	bool taken = l->seen[index] && q->sample_index.n > 0;

	for (size_t i = 0; i < n; i++) {
		if (!l->type[i])
			continue;
		if (strcmp(all[i].doc.name, "mean_delay") == 0)
			q->mean = true;
		if (taken)
			warnings_add(&l->cli->warnings,
				"Multiple value selections, ignoring -%s",
				all[i].doc.name);
		else
			q->sample_index = str_c(all[i].type);
		taken = true;
	}
}

int
level_parse(struct level *l, struct err *err)
{
	struct load_spec *load = &l->cli->load;
	bool flags_end = false;

	while (l->at < l->n) {
		const char *word = l->word[l->at++];
		bool is_flag = !flags_end && word[0] == '-' && word[1] != '\0';

		if (is_flag && strcmp(word, "--") == 0) {
			flags_end = true;
			continue;
		}
		/* Behind a profile pprof knows no flags. */
		if (is_flag && load->n_sources > 0 && exists(word))
			is_flag = false;
		if (is_flag) {
			if (do_word(l, str_c(word), err) != 0)
				return -1;
		} else if (l->is_argv) {
			add_name(l->source, &load->n_sources, str_c(word));
		} else {
			return err_set(
				err, ERR_USAGE, "\"%s\" is no option", word);
		}
	}
	settle_type(l);
	return 0;
}

void
level_init(struct level *l, struct cli *cli, const char *const *word, size_t n)
{
	size_t n_options, n_flags;

	(void)options_all(&n_options);
	(void)flags_all(&n_flags);
	*l = (struct level){ .cli = cli, .word = word, .n = n };
	l->type = ARENA_ZARRAY(&cli->arena, bool, n_flags);
	l->seen = ARENA_ZARRAY(&cli->arena, bool, n_options);
	l->chosen = ARENA_ZARRAY(&cli->arena, unsigned, n_options);
	l->source = ARENA_ZARRAY(&cli->arena, struct str, n);
	l->base = ARENA_ZARRAY(&cli->arena, struct str, n);
	l->diff_base = ARENA_ZARRAY(&cli->arena, struct str, n);
}
