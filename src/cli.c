/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line: the flags that are not options, the parser for one list of
 * words, and the order in which lists and setting files apply.
 */
#include "prelude.h"

#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/vec.h"
#include "conf/configfile.h"
#include "conf/gonumber.h"
#include "conf/options.h"
#include "conf/saved.h"
#include "input/inflate.h"
#include "input/shell.h"
#include "input/source.h"
#include "load/compare.h"
#include "load/load.h"
#include "read/readers.h"
#include "report/report.h"
#include "ui/commands.h"

/* Parser state for one list of words: FLAMETOP_OPTIONS, or the command line,
   which overrides it. */
struct args {
	struct cli *cli;
	const char *const *word; /* [n] */
	size_t n, at;
	bool is_argv;      /* false: FLAMETOP_OPTIONS, which has only options */
	bool *seen;        /* per option: true if this list sets it */
	unsigned *chosen;  /* per option: bit i set by a flag like -lines */
	bool *type;        /* per row of flags[]: true if FLAG_TYPE is set */
	struct str report; /* flag that named cli->report, as written */
	struct str *source, *base, *diff_base, *header; /* room for n each */
	double weight; /* weight of the sources that follow */
};

/* ---- Flags that are not options ---- */

enum flag_kind {
	FLAG_TEXT,   /* field is a struct str */
	FLAG_SIZE,   /* field is an int64_t, in columns or lines */
	FLAG_SWITCH, /* field is a bool */
	FLAG_BASE,
	FLAG_DIFF_BASE,
	FLAG_FAIL_IF,
	FLAG_TYPE, /* -alloc_space, -mean_delay: names a sample type */
	FLAG_SYMBOLIZE,
	FLAG_NUMBER, /* field is an int64_t, in seconds */
	FLAG_HEADER,
	FLAG_WEIGHT,
	FLAG_HELP,
	FLAG_ACTION,
};

struct flag {
	struct doc doc;
	enum flag_kind kind;
	size_t field;           /* offset into struct cli, if there is one */
	int64_t least;          /* FLAG_SIZE: smallest value */
	const char *type;       /* FLAG_TYPE: the sample type */
	bool mean;              /* FLAG_TYPE: true also sets -mean */
	enum cli_action action; /* FLAG_ACTION */
	const char *takes;      /* kind of value, for an error about a file */
};

#define REPORTING "Reports"
#define SOURCES "Profiles"
#define SERVERS "Servers"
#define VALUES "Values"
#define SCREEN "Screen"
#define HELP "Other"

/* clang-format off */
#define CHOICE(name) #name,

#define MINOR .only_help_all = true
#define FIELD(k, f) .kind = k, .field = offsetof(struct cli, f)
#define TYPE_AS(n, of, means, same) \
	{ { .name = n, .group = VALUES, .silent = true, \
	    .help = "Same as " same }, \
	  .kind = FLAG_TYPE, .type = of, .mean = means }
#define TYPE(n, of) TYPE_AS(n, of, false, "-sample_index=" of)
static const struct flag flags[] = {
	{ { .name = "output", .arg = "file", .is_file = true,
	    .group = REPORTING, MINOR, .help = "Write the report to this file" },
	  FIELD(FLAG_TEXT, output) },
	{ { .name = "json", .group = REPORTING, MINOR,
	    .help = "Print the report as JSON" },
	  FIELD(FLAG_SWITCH, json) },
	{ { .name = "print", .arg = "what", .group = REPORTING, MINOR,
	    .choices = CHOICES("graph", "top", "peek", "source", "asm",
		"timeline", "summary", "svg"),
	    .help = "Print one pane as text; svg: the screen as a picture" },
	  FIELD(FLAG_TEXT, print), .takes = "what to print" },
	{ { .name = "width", .arg = "columns", .group = REPORTING, MINOR,
	    .help = "Set the width of -print" },
	  FIELD(FLAG_SIZE, width), .least = 20 },
	{ { .name = "height", .arg = "lines", .group = REPORTING, MINOR,
	    .help = "Set the height of -print; default: as needed" },
	  FIELD(FLAG_SIZE, height), .least = 5 },

	{ { .name = "base", .arg = "file", .is_file = true, .group = SOURCES,
	    .repeats = true, MINOR,
	    .help = "Subtract this profile (repeatable)" },
	  .kind = FLAG_BASE },
	{ { .name = "diff_base", .arg = "file", .is_file = true,
	    .group = SOURCES, .repeats = true,
	    .help = "Compare with this base profile" },
	  .kind = FLAG_DIFF_BASE },
	{ { .name = "fail-if", .arg = "condition", .group = SOURCES,
	    .repeats = true,
	    .help = "Exit with status 3 if a limit is exceeded: total>5%" },
	  .kind = FLAG_FAIL_IF },
	{ { .name = "format", .arg = "name", .group = SOURCES,
	    .choices = (const char *const[]){ READERS(CHOICE) NULL },
	    MINOR,
	    .help = "Read the profiles in this format; default: detected" },
	  FIELD(FLAG_TEXT, load.format) },
	{ { .name = "weight", .arg = "number", .group = SOURCES, .repeats = true,
	    MINOR,
	    .help = "With -pgo: multiply the profiles that follow by this" },
	  .kind = FLAG_WEIGHT },
	{ { .name = "all_frames", .group = SOURCES, MINOR,
	    .help = "Keep frames that match the profile's drop_frames" },
	  FIELD(FLAG_SWITCH, load.all_frames) },
	{ { .name = "buildid", .arg = "id", .group = SOURCES, MINOR,
	    .help = "Set the build id of a main binary without one" },
	  FIELD(FLAG_TEXT, load.buildid) },
	{ { .name = "add_comment", .arg = "text", .group = SOURCES,
	    MINOR,
	    .help = "Add a line to the profile's comments" },
	  FIELD(FLAG_TEXT, load.comment) },
	{ { .name = "symbolize", .arg = "mode", .group = SOURCES,
	    MINOR,
	    .help = "Name lookup: none, local, remote, force, demangle=full" },
	  .kind = FLAG_SYMBOLIZE },

	{ { .name = "seconds", .arg = "count", .group = SERVERS,
	    MINOR,
	    .help = "Duration of a fetched profile, in seconds" },
	  FIELD(FLAG_NUMBER, fetch.seconds) },
	{ { .name = "timeout", .arg = "seconds", .group = SERVERS,
	    MINOR,
	    .help = "Fetch time limit; default: 1.5 times -seconds or 60 s" },
	  FIELD(FLAG_NUMBER, fetch.timeout) },
	{ { .name = "tls_cert", .arg = "file", .is_file = true,
	    .group = SERVERS, MINOR,
	    .help = "Use this client certificate, with -tls_key" },
	  FIELD(FLAG_TEXT, fetch.tls.cert) },
	{ { .name = "tls_key", .arg = "file", .is_file = true,
	    .group = SERVERS, MINOR,
	    .help = "Use this private key for -tls_cert" },
	  FIELD(FLAG_TEXT, fetch.tls.key) },
	{ { .name = "tls_ca", .arg = "file", .is_file = true,
	    .group = SERVERS, MINOR,
	    .help = "Trust these CA certificates" },
	  FIELD(FLAG_TEXT, fetch.tls.ca) },
	{ { .name = "header", .arg = "line", .group = SERVERS,
	    .repeats = true, MINOR,
	    .help = "Send this header, or the headers in @FILE" },
	  .kind = FLAG_HEADER },
	{ { .name = "insecure-token", .group = SERVERS, MINOR,
	    .help = "Allow sending tokens and passwords without TLS" },
	  FIELD(FLAG_SWITCH, fetch.insecure_token) },
	{ { .name = "no_save", .group = SERVERS, MINOR,
	    .help = "Do not save fetched profiles or names of profiles" },
	  FIELD(FLAG_SWITCH, fetch.no_save) },

	/* If several are given, the first in this table wins. */
	TYPE("total_delay", "delay"),
	TYPE_AS("mean_delay", "delay", true, "-mean -sample_index=delay"),
	TYPE("contentions", "contentions"),
	TYPE("inuse_space", "inuse_space"),
	TYPE("inuse_objects", "inuse_objects"),
	TYPE("alloc_space", "alloc_space"),
	TYPE("alloc_objects", "alloc_objects"),

	{ { .name = "view", .arg = "name", .is_view = true, .group = SCREEN,
	    MINOR,
	    .help = "Start with this saved view or pprof configuration" },
	  FIELD(FLAG_TEXT, view) },
	{ { .name = "help", .alias = "h", .group = HELP, MINOR,
	    .help = "Print this help; --help=all explains every option" },
	  .kind = FLAG_HELP },
	{ { .name = "version", .group = HELP, MINOR,
	    .help = "Print version and build options" },
	  .kind = FLAG_ACTION, .action = CLI_VERSION },
	{ { .name = "dump-options", .arg = "format", .group = HELP,
	    .choices = CHOICES("mdoc", "bash", "zsh", "fish"), MINOR,
	    .help = "Print all options for the manual page or a shell" },
	  .kind = FLAG_ACTION, .action = CLI_DUMP },
	{ { .name = "dump-keys", .arg = "format", .group = HELP,
	    .choices = CHOICES("text", "mdoc"), MINOR,
	    .help = "Print all keys, as text or for the manual page" },
	  .kind = FLAG_ACTION, .action = CLI_DUMP_KEYS },
};
/* clang-format on */

const struct doc *
cli_flag_at(size_t i)
{
	return i < COUNT_OF(flags) ? &flags[i].doc : NULL;
}

/* ---- A list of words ---- */

static size_t
option_index(const struct option *o)
{
	size_t n;

	return (size_t)(o - options_all(&n));
}

static struct options_target
cli_target(struct cli *cli)
{
	return (struct options_target){ .query = &cli->query,
		.settings = &cli->settings,
		.text = &cli->arena };
}

/* Return the target for options. Those of argv are checked after the last word,
   because the last of equal flags counts. */
static struct options_target
args_target(const struct args *a)
{
	struct options_target t = cli_target(a->cli);

	t.unchecked = a->is_argv;
	return t;
}

/* Get the value that a flag requires: the text after "=", or the next word. -1
   and err if there is neither. */
static int
need_value(struct args *a, struct str name, struct str *value, struct err *err)
{
	if (value->p != NULL)
		return 0;
	if (a->at == a->n)
		return err_set(err, ERR_USAGE, "flag needs an argument: -%.*s",
			STR_ARG(name));
	*value = str_c(a->word[a->at++]);
	return 0;
}

/* Parse the value of a boolean flag that is not an option. */
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
add_source_name(struct str *list, size_t *n, struct str name)
{
	if (name.n > 0)
		list[(*n)++] = name;
}

/* Parse -width or -height. */
static int
do_size(const struct flag *f, struct str value, int64_t *out, struct err *err)
{
	enum { LARGEST = 5000 };

	if (str_to_i64(value, out) && *out >= f->least && *out <= LARGEST)
		return 0;
	return err_set(err, ERR_USAGE,
		"invalid value \"%.*s\" for -%s: expected a number from "
		"%" PRId64 " to %d",
		STR_ARG(value), f->doc.name, f->least, LARGEST);
}

/* Parse -symbolize, as in fastlocal:demangle=full: the source of names, and the
   way to demangle them. */
static void
do_symbolize(struct cli *cli, struct str value)
{
	static const struct {
		const char *word;
		enum symbol_mode mode;
	} from[] = { { "local", SYMBOLS_LOCAL }, { "fastlocal", SYMBOLS_FAST },
		{ "remote", SYMBOLS_REMOTE } };
	enum demangle_mode *mode = &cli->settings.demangle;
	struct symbol_spec *symbols = &cli->load.symbols;
	struct str rest = value;
	bool fast = false;

	*mode = DEMANGLE_DEFAULT;
	*symbols = (struct symbol_spec){ .mode = SYMBOLS_LOCAL };
	while (rest.n > 0) {
		struct str word = str_cut(&rest, ':');
		bool known = word.n == 0 ||
			str_eq_letters(word, STR("demangle=default"));

		if (str_eq_letters(word, STR("none")) ||
			str_eq_letters(word, STR("no"))) {
			*mode = DEMANGLE_KEEP;
			*symbols = (struct symbol_spec){ .mode = SYMBOLS_OFF };
			return;
		}
		for (size_t i = 0; i < COUNT_OF(from); i++)
			if (str_eq_letters(word, str_c(from[i].word))) {
				symbols->mode = from[i].mode;
				symbols->only_here =
					from[i].mode != SYMBOLS_REMOTE;
				fast = fast || symbols->mode == SYMBOLS_FAST;
				known = true;
			}
		if (str_eq_letters(word, STR("demangle=full"))) {
			*mode = DEMANGLE_FULL;
		} else if (str_eq_letters(word, STR("demangle=templates"))) {
			*mode = DEMANGLE_TEMPLATES;
		} else if (str_eq_letters(word, STR("demangle=none"))) {
			*mode = DEMANGLE_NONE;
		} else if (str_eq_letters(word, STR("force"))) {
			if (*mode == DEMANGLE_DEFAULT)
				*mode = DEMANGLE_FORCE;
		} else if (!known) {
			warnings_add(&cli->warnings,
				"ignoring unrecognized symbolization option: "
				"%.*s",
				STR_ARG(value));
			warnings_add(&cli->warnings,
				"expecting -symbolize=[local|fastlocal|remote|"
				"none][:force][:demangle=[none|full|templates|"
				"default]");
		}
	}
	if (fast && symbols->mode == SYMBOLS_LOCAL)
		symbols->mode = SYMBOLS_FAST;
	/* As in pprof, a demangle mode forces symbolization. */
	symbols->force = *mode != DEMANGLE_DEFAULT;
}

/* Apply a flag. `on` is the value of a boolean flag; others use `value`. */
static int
do_kind(struct args *a, const struct flag *f, struct str value, bool on,
	struct err *err)
{
	struct cli *cli = a->cli;
	void *field = (char *)cli + f->field;

	switch (f->kind) {
	case FLAG_TEXT:
		*(struct str *)field = value;
		return 0;
	case FLAG_SIZE:
		return do_size(f, value, field, err);
	case FLAG_SWITCH:
		*(bool *)field = on;
		return 0;
	case FLAG_NUMBER:
		if (str_to_i64(value, field))
			return 0;
		return err_set(err, ERR_USAGE,
			"invalid value \"%.*s\" for flag -%s: parse error",
			STR_ARG(value), f->doc.name);
	case FLAG_HEADER:
		add_source_name(a->header, &cli->fetch.n_headers, value);
		return 0;
	case FLAG_WEIGHT:
		cli->weighted = true;
		if (literal_float(value, &a->weight) && a->weight > 0 &&
			isfinite(a->weight))
			return 0;
		return err_set(err, ERR_USAGE,
			"invalid value \"%.*s\" for -weight: expected a "
			"number above 0",
			STR_ARG(value));
	case FLAG_BASE:
		add_source_name(a->base, &cli->load.n_bases, value);
		return 0;
	case FLAG_DIFF_BASE:
		add_source_name(a->diff_base, &cli->load.n_diff_bases, value);
		return 0;
	case FLAG_FAIL_IF:
		return gate_parse(value, &cli->gate[cli->n_gates++], err);
	case FLAG_TYPE:
		a->type[f - flags] = on;
		return 0;
	case FLAG_HELP:
		if (value.p != NULL && !str_is(value, "all"))
			return err_set(err, ERR_USAGE,
				"--help=%.*s: the only value is all",
				STR_ARG(value));
		cli->action = value.p != NULL ? CLI_HELP_ALL : CLI_HELP;
		return 0;
	case FLAG_ACTION:
		if (on)
			cli->action = f->action;
		cli->dump = value;
		return 0;
	case FLAG_SYMBOLIZE:
		do_symbolize(cli, value);
		return 0;
	}
	return 0;
}

/* Set an option by the name of a choice, as in -lines. Two choices of one
   option are an error. */
static int
do_choice(struct args *a, const struct option *o, struct str choice,
	struct str value, struct err *err)
{
	struct strbuf all = STRBUF_INIT;
	unsigned *chosen = &a->chosen[option_index(o)];
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
	return option_set(o, args_target(a), choice, err);
}

/* Parse -name or --name=value. */
static int
do_word(struct args *a, struct str word, struct err *err)
{
	struct str name = str_skip(word, 1), value = STR_EMPTY;
	struct str choice = STR_EMPTY;
	const struct option *o;
	const struct report *r;
	const struct flag *f = NULL;
	ptrdiff_t equals;
	bool again;

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
	for (size_t i = 0; i < COUNT_OF(flags) && f == NULL; i++)
		f = doc_is(&flags[i].doc, name) ? &flags[i] : NULL;
	if (!a->is_argv && (r != NULL || (f != NULL && f->kind != FLAG_TYPE)))
		return err_set(err, ERR_USAGE, "-%.*s is not an option",
			STR_ARG(name));
	if (r != NULL) {
		struct cli *cli = a->cli;
		int64_t count;
		bool on = true;

		if (r->takes == TAKES_NOTHING) {
			if (switch_value(name, value, &on, err) != 0)
				return -1;
		} else if (r->takes != TAKES_SOME_PATTERN &&
			need_value(a, name, &value, err) != 0) {
			return -1;
		}
		if (r->takes == TAKES_COUNT &&
			report_parse_count(r, value, &count, err) != 0)
			return -1;
		/* As in pprof, -top -text is an error, and -top -top is not. */
		if (on && cli->report != NULL && !str_eq(a->report, name))
			return err_set(err, ERR_USAGE,
				"must set at most one output format");
		if (on || str_eq(a->report, name))
			cli->report = on ? r : NULL;
		if (on)
			a->report = name;
		if (r->takes != TAKES_NOTHING)
			cli->report_arg = value;
		return 0;
	}
	if (f != NULL) {
		struct str flag_name = str_c(f->doc.name);
		struct stat st;
		bool on = true;
		int flag_choice;

		if (f->doc.arg != NULL &&
			need_value(a, flag_name, &value, err) != 0)
			return -1;
		if (f->doc.arg == NULL && f->kind != FLAG_HELP &&
			switch_value(flag_name, value, &on, err) != 0)
			return -1;
		if (f->doc.choices != NULL &&
			choice_parse(&f->doc, value, &flag_choice, err) != 0)
			return f->takes != NULL && source_stat(value, &st)
				? err_set(err, ERR_USAGE,
					  "-%s takes %s: -%s=%s %.*s",
					  f->doc.name, f->takes, f->doc.name,
					  f->doc.choices[0], STR_ARG(value))
				: -1;
		return do_kind(a, f, value, on, err);
	}
	if (o == NULL) {
		struct nearest near = { .wanted = name };
		const struct report *unknown_r;

		/* Explain why pprof's report is missing, or suggest a name. */
		if (report_missing("-", name, err) != 0)
			return -1;
		nearest_options(&near);
		for (size_t i = 0; i < COUNT_OF(flags); i++)
			nearest_offer(&near, flags[i].doc.name);
		for (size_t i = 0; (unknown_r = report_at(i)) != NULL; i++) {
			nearest_offer(&near, unknown_r->doc.name);
			if (unknown_r->doc.alias != NULL)
				nearest_offer(&near, unknown_r->doc.alias);
		}
		return nearest_unknown(&near, "-", err);
	}
	if (choice.n > 0)
		return do_choice(a, o, choice, value, err);
	again = a->seen[option_index(o)];
	a->seen[option_index(o)] = true;
	if (o->type != OPT_BOOL && need_value(a, name, &value, err) != 0)
		return -1;
	if (again)
		return option_append(o, args_target(a), value, err);
	return option_set(o, args_target(a), value, err);
}

static int
args_parse(struct args *a, struct err *err)
{
	struct load_spec *load = &a->cli->load;
	bool flags_end = false;
	struct query *q;
	size_t index;
	bool taken;

	while (a->at < a->n) {
		const char *word = a->word[a->at++];
		bool is_flag = !flags_end && word[0] == '-' && word[1] != '\0';

		if (is_flag && strcmp(word, "--") == 0) {
			flags_end = true;
			continue;
		}
		/* pprof takes every word after a profile as a file name. */
		if (is_flag && load->n_sources > 0 && access(word, F_OK) == 0)
			is_flag = false;
		if (is_flag) {
			if (do_word(a, str_c(word), err) != 0)
				return -1;
		} else if (a->is_argv) {
			a->cli->weight[load->n_sources] = a->weight;
			add_source_name(
				a->source, &load->n_sources, str_c(word));
		} else {
			return err_set(err, ERR_USAGE,
				"\"%s\" is not an option", word);
		}
	}
	/* -alloc_space etc. set sample_index, unless this list sets it. */
	q = &a->cli->query;
	index = option_index(option_find(STR("sample_index"), NULL));
	taken = a->seen[index] && q->sample_index.n > 0;
	for (size_t i = 0; i < COUNT_OF(flags); i++) {
		if (!a->type[i])
			continue;
		if (flags[i].mean)
			q->mean = true;
		if (taken)
			warnings_add(&a->cli->warnings,
				"Multiple value selections, ignoring -%s",
				flags[i].doc.name);
		else
			q->sample_index = str_c(flags[i].type);
		taken = true;
	}
	return 0;
}

static void
args_init(struct args *a, struct cli *cli, const char *const *word, size_t n)
{
	size_t n_options;

	(void)options_all(&n_options);
	*a = (struct args){ .cli = cli, .word = word, .n = n, .weight = 1 };
	a->type = ARENA_ZARRAY(&cli->arena, bool, COUNT_OF(flags));
	a->seen = ARENA_ZARRAY(&cli->arena, bool, n_options);
	a->chosen = ARENA_ZARRAY(&cli->arena, unsigned, n_options);
	a->source = ARENA_ZARRAY(&cli->arena, struct str, n);
	a->base = ARENA_ZARRAY(&cli->arena, struct str, n);
	a->diff_base = ARENA_ZARRAY(&cli->arena, struct str, n);
	a->header = ARENA_ZARRAY(&cli->arena, struct str, n);
}

/* ---- The lists and files together ---- */

static int
parse_argv(struct cli *cli, int argc, char *const *argv, struct err *err)
{
	struct args a;
	size_t n = argc > 0 ? (size_t)argc - 1 : 0;
	const char **words = ARENA_ARRAY(&cli->arena, const char *, n);

	for (size_t i = 0; i < n; i++)
		words[i] = argv[i + 1];
	args_init(&a, cli, words, n);
	a.is_argv = true;
	/* Start over: with --view, this is the second pass. */
	cli->load = (struct load_spec){ .symbols.mode = SYMBOLS_LOCAL };
	cli->report = NULL;
	cli->n_gates = 0;
	cli->gate = ARENA_ZARRAY(&cli->arena, struct gate, n);
	cli->load.source = a.source;
	cli->weight = ARENA_ZARRAY(&cli->arena, double, n);
	cli->weighted = false;
	cli->load.base = a.base;
	cli->load.diff_base = a.diff_base;
	cli->fetch =
		(struct fetch_options){ .seconds = -1, .named = cli->named };
	cli->fetch.header = a.header;
	cli->load.fetch = &cli->fetch;
	return args_parse(&a, err);
}

/* Return the names with configured servers replaced by their addresses. */
static const struct str *
expand_servers(struct cli *cli, const struct str *name, size_t n)
{
	struct str *full = ARENA_ARRAY(&cli->arena, struct str, n);

	fetch_prepare(&cli->fetch, name, n);
	for (size_t i = 0; i < n; i++)
		full[i] = named_expand(cli->named, name[i], &cli->arena);
	return full;
}

/* Set err to: there is no view "x"; there are: a, b. Returns -1. */
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

/* Apply the view that --view names, then parse the command line again. */
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
		saved_apply(v, cli_target(cli), base, &l.damage);
	warnings_join(&cli->warnings, &l.damage);
	saved_fini(&l);
	return status == 0 ? parse_argv(cli, argc, argv, err) : -1;
}

int
cli_parse(struct cli *cli, int argc, char *const *argv,
	const struct cli_surroundings *around, struct err *err)
{
	struct err outside = ERR_INIT;
	int status;
	struct load_spec *load;
	bool has_base;
	struct diffspec v;

	*cli = (struct cli){ .action = CLI_RUN, .arena = ARENA_INIT };
	query_init(&cli->query);
	settings_init(&cli->settings);
	warnings_init(&cli->warnings, &cli->arena);
	cli->named = named_new();
	cli->keymap = keymap_new(err);
	if (cli->keymap == NULL)
		return -1;
	/* Settings that the command line overrides. */
	if (around->dirs != NULL) {
		cli->dirs = *around->dirs;
		remembered_read(&cli->dirs, cli_target(cli));
	}
	if (around->config != NULL)
		configfile_read(around->config, cli_target(cli), cli->keymap,
			cli->named, &cli->warnings);
	if (around->options != NULL) {
		VEC(const char *) words = { NULL, 0, 0 };
		struct strbuf word = STRBUF_INIT;
		struct str rest = str_c(around->options);
		struct args a;
		int environment_status;

		while ((environment_status =
				       shell_next(&rest, &word, &outside)) > 0)
			vec_push(&words,
				arena_copy(
					&cli->arena, strbuf_c(&word), word.n));
		if (environment_status == 0) {
			args_init(&a, cli, words.p, words.n);
			environment_status = args_parse(&a, &outside);
		}
		strbuf_free(&word);
		vec_free(&words);
		status = environment_status == 0
			? 0
			: err_wrap(&outside, "FLAMETOP_OPTIONS");
	} else
		status = 0;
	cli->base_query = cli->query;
	cli->base_settings = cli->settings;
	if (parse_argv(cli, argc, argv, err) != 0)
		return -1;
	/* --help also works with a broken configuration. */
	if (cli->action != CLI_RUN)
		return 0;
	if (status != 0) {
		*err = outside;
		return -1;
	}
	if (cli->view.n > 0 && parse_with_view(cli, argc, argv, err) != 0)
		return -1;
	/* The checks below need all flags. */
	load = &cli->load;
	has_base = load->n_bases + load->n_diff_bases > 0;
	cli->no_source = load->n_sources == 0;
	/* For reports, -diff=FILE means -diff_base=FILE. */
	if (!has_base &&
		diffspec_parse(cli->settings.diff, &v, &cli->arena, err) != 0)
		return -1;
	if (!has_base && v.kind == DIFF_FILES) {
		load->diff_base = v.word;
		load->n_diff_bases = v.n;
	}
	load->source = expand_servers(cli, load->source, load->n_sources);
	load->base = expand_servers(cli, load->base, load->n_bases);
	load->diff_base =
		expand_servers(cli, load->diff_base, load->n_diff_bases);
	/* A -diff replaces the base file that -normalize needs. */
	load->normalize = cli->query.normalize && cli->settings.diff.n == 0;
	cli->chooses = cli->no_source && around->terminal && !has_base &&
		cli->report == NULL && !cli->json && cli->output.n == 0 &&
		cli->n_gates == 0 && cli->print.n == 0 && !cli->settings.follow;
	if ((!cli->chooses && load_check(load, err) != 0) ||
		options_check(cli_target(cli), err) != 0)
		return -1;
	if (str_is(cli->print, "summary") && cli->report == NULL) {
		cli->report = report_find(cli->print);
		cli->print = STR_EMPTY;
	}
	if (cli->json && cli->print.n > 0)
		return err_set(err, ERR_USAGE,
			"-json and -print: that is a picture; -json -top has "
			"its numbers");
	if (cli->json && cli->report != NULL &&
		report_check_json(cli->report, err) != 0)
		return -1;
	if (cli->print.n > 0 && cli->report != NULL)
		return err_set(
			err, ERR_USAGE, "must set at most one output format");
	if (cli->query.call_tree && !cli->base_query.call_tree &&
		(cli->report == NULL || !cli->report->keeps_contexts))
		warnings_add(&cli->warnings,
			"-call_tree is for graphs such as -dot; -calltree "
			"prints the call tree");
	load->normalize = cli->query.normalize;
	load->demangle = cli->settings.demangle;
	load->rules = cli->settings.rules;
	load->symbols.fetch = cli->settings.debuginfod;
	if (load->n_sources > 0)
		load->symbols.profile = load->source[load->n_sources - 1];
	if (cli->report != NULL && cli->report->weigh != NULL) {
		load->weigh = cli->report->weigh;
		load->weight = cli->weight;
	} else if (cli->weighted)
		return err_set(err, ERR_USAGE, "-weight needs -pgo");
	load_take_program(load);
	load->max_memory = (uint64_t)cli->settings.max_memory < SIZE_MAX
		? (size_t)cli->settings.max_memory
		: SIZE_MAX;
	load->symbols.max_memory = load_limit(load);
	return 0;
}

void
cli_fini(struct cli *cli)
{
	keymap_free(cli->keymap);
	cli->keymap = NULL;
	named_free(cli->named);
	cli->named = NULL;
	arena_free(&cli->arena);
}

/* ---- Printing ---- */

/* Print the version and the libraries it was built with. */
static void
print_version(FILE *out)
{
	struct strbuf inflate = STRBUF_INIT;

	inflate_version(&inflate);
	fprintf(out, PACKAGE_STRING "\nwith %s", strbuf_c(&inflate));
	strbuf_free(&inflate);
#ifdef HAVE_ZSTD
	fputs(", zstd", out);
#endif
#ifdef HAVE_JANSSON
	fputs(", jansson", out);
#endif
#ifdef HAVE_LIBIBERTY
	fputs(", libiberty", out);
#endif
#ifdef HAVE_LIBDW
	fputs(", libdw", out);
#endif
	if (http_version() != NULL)
		fprintf(out, ", libcurl %s", http_version());
	fputc('\n', out);
}

/* Return doc i of all reports followed by all flags; NULL after the last. */
static const struct doc *
report_or_flag_at(size_t i)
{
	const struct report *r;
	size_t reports = 0;

	for (; (r = report_at(reports)) != NULL; reports++)
		if (reports == i)
			return &r->doc;
	return cli_flag_at(i - reports);
}

int
cli_print(const struct cli *cli, FILE *out, struct err *err)
{
	int status = 0;

	if (cli->action == CLI_VERSION)
		print_version(out);
	else if (cli->action == CLI_DUMP)
		status = dump_format(out, cli->dump, report_or_flag_at, err);
	else if (cli->action == CLI_DUMP_KEYS) {
		struct commands commands;

		if (commands_all(&commands, NULL, NULL, err) != 0) {
			status = -1;
		} else {
			commands_explain_keys(&commands, cli->keymap);
			status = keymap_dump(cli->keymap, out, cli->dump, err);
		}
	} else
		dump_help(out, report_or_flag_at, cli->action == CLI_HELP_ALL);
	return status;
}
