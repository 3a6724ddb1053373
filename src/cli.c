/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line, see cli.h: the levels (file, environment, view, flags) put
 * together, and what none of them can know alone.
 */
#include "config.h"

#include "cli.h"

#include "base/compiler.h"
#include "base/vec.h"
#include "input/inflate.h"
#include "input/shell.h"
#include "conf/configfile.h"
#include "conf/last.h"
#include "conf/saved.h"
#include "app/versus.h"
#include "flags.h"
#include "level.h"

#include "base/banned.h"

struct options_target
cli_target(struct cli *cli)
{
	return (struct options_target){ .query = &cli->query,
		.settings = &cli->settings,
		.text = &cli->arena };
}

static int
parse_environment(struct cli *cli, const char *text, struct err *err)
{
	VEC(const char *) words = { NULL, 0, 0 };
	struct strbuf word = STRBUF_INIT;
	struct str rest = str_c(text);
	struct level l;
	int status;

	while ((status = shell_next(&rest, &word, err)) > 0)
		vec_push(&words,
			arena_copy(&cli->arena, strbuf_c(&word), word.n));
	if (status == 0) {
		level_init(&l, cli, words.p, words.n);
		status = level_parse(&l, err);
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
	return level_parse(&l, err);
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
	if (options_check(cli_target(cli), err) != 0)
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
		last_read(&cli->dirs, cli_target(cli));
	}
	if (around->config != NULL)
		configfile_read(around->config, cli_target(cli), cli->keymap,
			&cli->warnings);
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

	*cli = (struct cli){ .action = CLI_RUN, .arena = ARENA_INIT };
	query_init(&cli->query);
	settings_init(&cli->settings);
	warnings_init(&cli->warnings, &cli->arena);
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
	struct doc *docs;
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
