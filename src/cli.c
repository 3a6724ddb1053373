/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line, see cli.h.
 *
 * A name is looked up in three tables: the flags, which exist on the
 * command line only (flags.c), the reports, and the options. Every level (file,
 * environment, flags) simply sets options over those of the level before.
 */
#include "config.h"

#include "cli.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/vec.h"
#include "input/inflate.h"
#include "app/versus.h"
#include "conf/configfile.h"
#include "conf/last.h"
#include "conf/saved.h"
#include "flags.h"

#include "base/banned.h"

/* Of a picture of the screen, in columns and lines. */
enum { LEAST_WIDTH = 20, LEAST_HEIGHT = 5, LARGEST = 5000 };

/* One level of settings while it is parsed. */
struct level {
	struct cli *cli;
	const char *const *word; /* [n] */
	size_t n, at;
	bool is_argv;      /* else FLAMETOP_OPTIONS: options only */
	bool *seen;        /* [options] set on this level */
	unsigned *chosen;  /* [options] bits of choices named by shorthand */
	bool *type;        /* [flags] FLAG_TYPE flags given */
	struct str report; /* the flag that named the report */
	struct str *source, *base, *diff_base; /* [n] */
};

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

static struct options_target
target_of(struct cli *cli)
{
	return (struct options_target){ .query = &cli->query,
		.settings = &cli->settings,
		.text = &cli->arena };
}

/* On the command line the last of equal flags counts, so they are checked
   when all are known. */
static struct options_target
level_target(const struct level *l)
{
	struct options_target t = target_of(l->cli);

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

/* The value is one of the flag's choices, where that matters. */
static int
check_choice(const struct flag *f, struct str value, struct err *err)
{
	struct strbuf all = STRBUF_INIT;
	bool known = f->doc.choices == NULL || f->kind == FLAG_NOTHING;

	for (size_t i = 0; !known && f->doc.choices[i] != NULL; i++) {
		known = str_is(value, f->doc.choices[i]);
		strbuf_addf(&all, "%s%s", i > 0 ? " " : "", f->doc.choices[i]);
	}
	if (!known)
		err_set(err, ERR_USAGE,
			"invalid \"%s\" value \"%.*s\", must be one of: [%s]",
			f->doc.name, STR_ARG(value), strbuf_c(&all));
	strbuf_free(&all);
	return known ? 0 : -1;
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

	if (f->kind == FLAG_HELP)
		return do_help(l, value, err);
	if (f->doc.arg == NULL) {
		if (switch_value(name, value, &on, err) != 0)
			return -1;
		do_switch(l, f, on);
		return 0;
	}
	if (need_value(l, name, &value, err) != 0 ||
		check_choice(f, value, err) != 0)
		return -1;
	if (f->kind == FLAG_FAIL_IF)
		return gate_parse(
			value, &l->cli->gate[l->cli->n_gates++], err);
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
	for (size_t i = 0; option_choice(o, i) != NULL; i++) {
		const char *name = option_choice(o, i);

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
			notes_add(&l->cli->notes,
				"Multiple value selections, ignoring -%s",
				all[i].doc.name);
		else
			q->sample_index = str_c(all[i].type);
		taken = true;
	}
}

static int
parse_level(struct level *l, struct err *err)
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

static void
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

static int
parse_environment(struct cli *cli, const char *text, struct err *err)
{
	VEC(const char *) words = { NULL, 0, 0 };
	struct strbuf word = STRBUF_INIT;
	struct str rest = str_c(text);
	struct level l;
	int status;

	while ((status = config_word(&rest, &word, err)) > 0)
		vec_push(&words,
			arena_copy(&cli->arena, strbuf_c(&word), word.n));
	if (status == 0) {
		level_init(&l, cli, words.p, words.n);
		status = parse_level(&l, err);
	}
	strbuf_free(&word);
	vec_free(&words);
	return status == 0 ? 0 : err_wrap(err, "FLAMETOP_OPTIONS");
}

static int
parse_argv(struct cli *cli, int argc, char *const *argv, struct err *err)
{
	struct level l;
	size_t n = argc > 0 ? (size_t)argc - 1 : 0;
	const char **words = ARENA_ARRAY(&cli->arena, const char *, n);

	for (size_t i = 0; i < n; i++)
		words[i] = argv[i + 1];
	level_init(&l, cli, words, n);
	l.is_argv = true;
	/* With a view, this is the second time. */
	cli->load = (struct load_spec){ .n_sources = 0 };
	cli->report = NULL;
	cli->n_gates = 0;
	cli->gate = ARENA_ZARRAY(&cli->arena, struct gate, n);
	cli->load.source = l.source;
	cli->load.base = l.base;
	cli->load.diff_base = l.diff_base;
	return parse_level(&l, err);
}

/* -diff=FILE is for reports what -diff_base=FILE is. */
static int
take_diff(struct cli *cli, struct err *err)
{
	struct load_spec *load = &cli->load;
	struct versus v;

	if (load->n_bases + load->n_diff_bases > 0)
		return 0;
	if (versus_parse(cli->settings.diff, &v, &cli->arena, err) != 0)
		return -1;
	if (v.kind == VERSUS_FILES) {
		load->diff_base = v.word;
		load->n_diff_bases = v.n;
	}
	return 0;
}

/* What no flag can know alone. */
static int
check(struct cli *cli, struct err *err)
{
	struct load_spec *load = &cli->load;

	if (load->n_bases > 0 && load->n_diff_bases > 0)
		return err_set(err, ERR_USAGE,
			"-base and -diff_base flags cannot both be specified");
	cli->no_source = load->n_sources == 0;
	if (cli->no_source)
		return err_set(err, ERR_USAGE, "no profile source specified");
	if (take_diff(cli, err) != 0)
		return -1;
	if (cli->query.normalize && cli->settings.diff.n == 0 &&
		load->n_bases + load->n_diff_bases == 0)
		return err_set(err, ERR_USAGE,
			"must have base profile to normalize by");
	if (options_check(target_of(cli), err) != 0)
		return -1;
	if (cli->print.n > 0 && cli->report != NULL)
		return err_set(
			err, ERR_USAGE, "must set at most one output format");
	load->normalize = cli->query.normalize;
	load->max_memory = (uint64_t)cli->settings.max_memory < SIZE_MAX
		? (size_t)cli->settings.max_memory
		: SIZE_MAX;
	return 0;
}

/* The levels below the command line. */
static int
parse_surroundings(
	struct cli *cli, const struct cli_surroundings *around, struct err *err)
{
	if (around->dirs != NULL) {
		cli->dirs = *around->dirs;
		last_read(&cli->dirs, target_of(cli));
	}
	if (around->config != NULL)
		config_read(around->config, target_of(cli), cli->keymap,
			&cli->notes);
	if (around->options != NULL)
		return parse_environment(cli, around->options, err);
	return 0;
}

/* "there is no view "x"; there are: ..." */
static int
no_view(const struct saved_list *l, struct str name, struct err *err)
{
	struct strbuf all = STRBUF_INIT;

	for (size_t i = 0; i < l->item.n; i++)
		strbuf_addf(&all, "%s%.*s", i > 0 ? ", " : "",
			STR_ARG(l->item.p[i].name));
	if (l->damage.n > 0)
		strbuf_addf(&all, " (%.*s)", STR_ARG(l->damage.head->text));
	err_set(err, ERR_USAGE, "there is no view \"%.*s\"; there are: %s",
		STR_ARG(name), strbuf_c(&all));
	strbuf_free(&all);
	return -1;
}

/* The command line once more, on top of the view that it names. */
static int
parse_with_view(struct cli *cli, int argc, char *const *argv, struct err *err)
{
	struct options_target base = { .query = &cli->base_query,
		.settings = &cli->base_settings };
	struct saved_list l;
	const struct saved *v;
	int status;

	saved_read(&l, &cli->dirs);
	v = saved_find(&l, cli->view);
	status = v != NULL ? 0 : no_view(&l, cli->view, err);
	cli->query = cli->base_query;
	cli->settings = cli->base_settings;
	if (v != NULL)
		saved_apply(v, target_of(cli), base, &l.damage);
	notes_join(&cli->notes, &l.damage);
	saved_fini(&l);
	return status == 0 ? parse_argv(cli, argc, argv, err) : -1;
}

int
cli_parse(struct cli *cli, int argc, char *const *argv,
	const struct cli_surroundings *around, struct err *err)
{
	struct err outside = ERR_INIT;
	int status;

	*cli = (struct cli){ .action = CLI_RUN, .arena = ARENA_INIT };
	query_init(&cli->query);
	settings_init(&cli->settings);
	notes_init(&cli->notes, &cli->arena);
	cli->keymap = keymap_new(err);
	if (cli->keymap == NULL)
		return -1;
	status = parse_surroundings(cli, around, &outside);
	cli->base_query = cli->query;
	cli->base_settings = cli->settings;
	if (parse_argv(cli, argc, argv, err) != 0)
		return -1;
	/* A broken configuration is no reason to refuse --help. */
	if (cli->action != CLI_RUN)
		return 0;
	if (status != 0) {
		*err = outside;
		return -1;
	}
	if (cli->view.n > 0 && parse_with_view(cli, argc, argv, err) != 0)
		return -1;
	return check(cli, err);
}

void
cli_fini(struct cli *cli)
{
	keymap_free(cli->keymap);
	cli->keymap = NULL;
	arena_free(&cli->arena);
}

/* The version, and what it was built with. */
static void
print_version(FILE *out)
{
	char inflate[64];

	inflate_version(inflate);
	(void)fprintf(out, PACKAGE_STRING "\nwith %s", inflate);
#ifdef HAVE_ZSTD
	(void)fputs(", zstd", out);
#endif
#ifdef HAVE_JANSSON
	(void)fputs(", jansson", out);
#endif
	(void)fputc('\n', out);
}

int
cli_print(const struct cli *cli, FILE *out, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct flag_doc *docs;
	size_t n = flag_docs(&arena, &docs);
	int status = 0;

	if (cli->action == CLI_VERSION)
		print_version(out);
	else if (cli->action == CLI_DUMP)
		status = dump_format(out, cli->dump, docs, n, err);
	else if (cli->action == CLI_DUMP_KEYS)
		status = keymap_dump(cli->keymap, out, cli->dump, err);
	else
		dump_help(out, docs, n, cli->action == CLI_HELP_ALL);
	arena_free(&arena);
	return status;
}
