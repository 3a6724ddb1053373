/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: the meaning of a list of words, and which are refused. */
#include "prelude.h"

#include "cli.h"

#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "input/shell.h"
#include "read/readers.h"
#include "report/report.h"

enum { WORDS_MAX = 16 };

struct run {
	char line[512]; /* the words, which the result points into */
	struct cli cli;
	struct err err;
};

/* Parse the words of a line, which are separated by single blanks. */
static int
parse(struct run *r, const char *line, const char *options, const char *config)
{
	struct cli_surroundings around = { .options = options,
		.config = config };
	char program[] = "flametop", *argv[WORDS_MAX + 1], *at = r->line;
	int argc = 0;

	assert_true(strlen(line) < sizeof(r->line));
	memcpy(r->line, line, strlen(line) + 1);
	r->err = (struct err)ERR_INIT;
	argv[argc++] = program;
	while (at != NULL && *at != '\0') {
		assert_true(argc < WORDS_MAX);
		argv[argc++] = at;
		at = strchr(at, ' ');
		if (at != NULL)
			*at++ = '\0';
	}
	argv[argc] = NULL;
	return cli_parse(&r->cli, argc, argv, &around, &r->err);
}

static void
must_parse(struct run *r, const char *line)
{
	if (parse(r, line, NULL, NULL) != 0)
		fail_msg("%s: %s", line, r->err.msg);
}

static void
must_fail(const char *line, const char *message)
{
	struct run r;

	assert_int_equal(parse(&r, line, NULL, NULL), -1);
	assert_string_equal(r.err.msg, message);
	assert_int_equal(err_exit_status(&r.err), 2);
	cli_fini(&r.cli);
}

TEST(one_or_two_dashes_and_the_value_behind_or_next)
{
	static const char *const lines[] = { "-focus=a.b x", "--focus=a.b x",
		"-focus a.b x", "--focus a.b x", "x -focus a.b",
		"-focus=c -focus=a.b x" };

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct run r;

		must_parse(&r, lines[i]);
		assert_true(str_is(r.cli.query.focus, "a.b"));
		assert_int_equal(r.cli.load.n_sources, 1);
		assert_true(str_is(r.cli.load.source[0], "x"));
		assert_null(r.cli.report);
		cli_fini(&r.cli);
	}
}

TEST(values_may_be_empty_or_begin_with_a_dash)
{
	struct run r;

	must_parse(&r, "-focus= -ignore -foo -nodecount -1 -hide=a=b x");
	assert_true(r.cli.query.focus.n == 0);
	assert_true(str_is(r.cli.query.ignore, "-foo"));
	assert_true(str_is(r.cli.query.hide, "a=b"));
	assert_int_equal(r.cli.query.nodecount, -1);
	assert_int_equal(r.cli.load.n_sources, 1);
	cli_fini(&r.cli);
}

TEST(booleans_take_a_value_only_with_an_equals_sign)
{
	struct run r;

	must_parse(&r, "-mean -trim=false -noinlines=F -lines=false -cum=1 t");
	assert_true(r.cli.query.mean);
	assert_false(r.cli.query.trim);
	assert_false(r.cli.query.noinlines);
	assert_int_equal(r.cli.query.granularity, GRAN_FUNCTIONS);
	assert_int_equal(r.cli.query.sort, SORT_CUM);
	assert_true(str_is(r.cli.load.source[0], "t"));
	cli_fini(&r.cli);
	must_parse(&r, "-mean false");
	assert_true(r.cli.query.mean);
	assert_true(str_is(r.cli.load.source[0], "false"));
	cli_fini(&r.cli);
}

TEST(two_dashes_end_the_flags)
{
	struct run r;

	must_parse(&r, "-mean -- -cum - --");
	assert_int_equal(r.cli.load.n_sources, 3);
	assert_true(str_is(r.cli.load.source[0], "-cum"));
	assert_true(str_is(r.cli.load.source[1], "-"));
	assert_true(str_is(r.cli.load.source[2], "--"));
	assert_int_equal(r.cli.query.sort, SORT_FLAT);
	cli_fini(&r.cli);
}

TEST(behind_a_profile_a_file_beats_a_flag)
{
	char dir[] = "/tmp/ftcliXXXXXX", *old = getcwd(NULL, 0);
	struct run r;
	FILE *file;

	assert_non_null(old);
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	file = fopen("-cum", "w");
	assert_non_null(file);
	assert_int_equal(fclose(file), 0);

	must_parse(&r, "x -cum -lines");
	assert_int_equal(r.cli.load.n_sources, 2);
	assert_true(str_is(r.cli.load.source[1], "-cum"));
	assert_int_equal(r.cli.query.sort, SORT_FLAT);
	assert_int_equal(r.cli.query.granularity, GRAN_LINES);
	cli_fini(&r.cli);
	must_parse(&r, "-cum x");
	assert_int_equal(r.cli.load.n_sources, 1);
	assert_int_equal(r.cli.query.sort, SORT_CUM);
	cli_fini(&r.cli);

	assert_int_equal(unlink("-cum"), 0);
	assert_int_equal(chdir(old), 0);
	assert_int_equal(rmdir(dir), 0);
	free(old);
}

TEST(a_report_is_asked_for_once)
{
	struct run r;

	must_parse(&r, "-top x");
	assert_string_equal(r.cli.report->doc.name, "top");
	cli_fini(&r.cli);
	must_parse(&r, "-text x");
	assert_string_equal(r.cli.report->doc.name, "top");
	cli_fini(&r.cli);
	must_parse(&r, "-top -top=true x -output=f");
	assert_string_equal(r.cli.report->doc.name, "top");
	assert_true(str_is(r.cli.output, "f"));
	cli_fini(&r.cli);
	must_parse(&r, "-top=false x");
	assert_null(r.cli.report);
	cli_fini(&r.cli);
	must_fail("-top -text x", "must set at most one output format");
	must_fail("-top=maybe x", "invalid boolean value \"maybe\" for -top");
}

TEST(sources_and_bases_are_lists)
{
	struct run r;

	must_parse(&r, "-base a -base=b -base= -normalize c d");
	assert_int_equal(r.cli.load.n_bases, 2);
	assert_true(str_is(r.cli.load.base[0], "a"));
	assert_true(str_is(r.cli.load.base[1], "b"));
	assert_int_equal(r.cli.load.n_sources, 2);
	assert_true(r.cli.load.normalize);
	cli_fini(&r.cli);
	must_parse(&r,
		"-diff_base=a c -all_frames -buildid=1f "
		"-add_comment=hello --max-memory=1G");
	assert_int_equal(r.cli.load.n_diff_bases, 1);
	assert_true(r.cli.load.all_frames);
	assert_true(str_is(r.cli.load.buildid, "1f"));
	assert_true(str_is(r.cli.load.comment, "hello"));
	assert_int_equal(r.cli.load.max_memory, (size_t)1 << 30);
	cli_fini(&r.cli);
	must_fail("-base a -diff_base b c",
		"-base and -diff_base flags cannot both be specified");
}

TEST(without_a_profile_there_is_nothing_to_do)
{
	must_fail("", "no profile source specified");
	must_fail("-top -focus x", "no profile source specified");
}

TEST(wrong_flags_are_refused_with_the_nearest_name)
{
	must_fail("-focsu=a x", "unknown option -focsu, did you mean -focus?");
	must_fail("--toop x", "unknown option -toop, did you mean -top?");
	must_fail("-foc=a x", "unknown option -foc, did you mean -focus?");
	must_fail("-bsae=a x", "unknown option -bsae, did you mean -base?");
	must_fail("-xyzzy x", "unknown option -xyzzy");
	must_fail("---top x", "bad flag syntax: ---top");
	must_fail("-=x x", "bad flag syntax: -=x");
	must_fail("x -nodecount", "flag needs an argument: -nodecount");
	must_fail("x -base", "flag needs an argument: -base");
	must_fail("-nodecount=x x",
		"nodecount: parsing \"x\": not a whole number");
	must_fail("-focus=a( x",
		"parsing focus regexp: "
		"error parsing regexp: missing closing ): `a(`");
	must_fail("-lines -files x", "conflicting options set: [files lines]");
	must_fail("-cum -flat x", "conflicting options set: [flat cum]");
	must_fail("-http=:8080 x",
		"-http: there is no web interface; without a report flametop "
		"shows the profile on the terminal");
	must_fail("-eog x",
		"-eog: flametop starts no viewers; the svg report draws the "
		"picture");
	must_fail("--help=most x", "--help=most: the only value is all");
}

TEST(symbolize_takes_the_words_of_pprof)
{
	static const struct {
		const char *args;
		enum demangle_mode mode;
		size_t warnings;
	} rows[] = {
		{ "x", DEMANGLE_DEFAULT, 0 },
		{ "-symbolize= x", DEMANGLE_DEFAULT, 0 },
		{ "-symbolize=none x", DEMANGLE_KEEP, 0 },
		{ "-symbolize=no:bogus x", DEMANGLE_KEEP, 0 },
		{ "-symbolize=none -symbolize=local x", DEMANGLE_DEFAULT, 0 },
		{ "-symbolize=FORCE x", DEMANGLE_FORCE, 0 },
		{ "-symbolize=force:demangle=full x", DEMANGLE_FULL, 0 },
		{ "-symbolize=demangle=templates:force x", DEMANGLE_TEMPLATES,
			0 },
		{ "-symbolize=demangle=none:demangle=default x", DEMANGLE_NONE,
			0 },
		{ "-symbolize=local:bogus:demangle=full x", DEMANGLE_FULL, 2 },
		{ "-demangle=templates x", DEMANGLE_TEMPLATES, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct run r;

		must_parse(&r, rows[i].args);
		assert_int_equal(r.cli.load.demangle, rows[i].mode);
		assert_int_equal(r.cli.warnings.n, rows[i].warnings);
		cli_fini(&r.cli);
	}
}

TEST(symbolize_says_where_names_are_from)
{
	static const struct {
		const char *args;
		enum symbol_mode mode;
		bool force;
	} rows[] = {
		{ "x", SYMBOLS_LOCAL, false },
		{ "-symbolize=force x", SYMBOLS_LOCAL, true },
		{ "-symbolize=local:none:bogus x", SYMBOLS_OFF, false },
		{ "-symbolize=FastLocal x", SYMBOLS_FAST, false },
		{ "-symbolize=fastlocal:local x", SYMBOLS_FAST, false },
		{ "-symbolize=fastlocal:remote x", SYMBOLS_REMOTE, false },
		{ "-symbolize=remote:local x", SYMBOLS_LOCAL, false },
		{ "-symbolize=demangle=templates x", SYMBOLS_LOCAL, true },
		{ "-symbolize=demangle=default x", SYMBOLS_LOCAL, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct run r;

		must_parse(&r, rows[i].args);
		assert_int_equal(r.cli.load.symbols.mode, rows[i].mode);
		assert_int_equal(r.cli.load.symbols.force, rows[i].force);
		assert_int_equal(r.cli.warnings.n, 0);
		assert_int_equal(r.cli.load.symbols.only_here,
			str_ends(str_c(rows[i].args), STR("local x")) ||
				str_ends(str_c(rows[i].args), STR("Local x")));
		cli_fini(&r.cli);
	}
}

TEST(the_older_flags_choose_a_sample_type)
{
	struct run r;

	must_parse(&r, "-alloc_space x");
	assert_true(str_is(r.cli.query.sample_index, "alloc_space"));
	cli_fini(&r.cli);
	must_parse(&r, "-mean_delay x");
	assert_true(str_is(r.cli.query.sample_index, "delay"));
	assert_true(r.cli.query.mean);
	cli_fini(&r.cli);
	must_parse(&r, "-alloc_space -inuse_space -inuse_objects=false x");
	assert_true(str_is(r.cli.query.sample_index, "inuse_space"));
	assert_int_equal(r.cli.warnings.n, 1);
	assert_true(str_is(r.cli.warnings.head->text,
		"Multiple value selections, ignoring -alloc_space"));
	cli_fini(&r.cli);
	must_parse(&r, "-contentions -sample_index=2 x");
	assert_true(str_is(r.cli.query.sample_index, "2"));
	assert_true(str_is(r.cli.warnings.head->text,
		"Multiple value selections, ignoring -contentions"));
	cli_fini(&r.cli);
}

TEST(help_wins_over_everything_that_is_missing)
{
	struct run r;

	must_parse(&r, "--help");
	assert_int_equal(r.cli.action, CLI_HELP);
	cli_fini(&r.cli);
	must_parse(&r, "-h -top");
	assert_int_equal(r.cli.action, CLI_HELP);
	cli_fini(&r.cli);
	must_parse(&r, "--help=all");
	assert_int_equal(r.cli.action, CLI_HELP_ALL);
	cli_fini(&r.cli);
	must_parse(&r, "--version");
	assert_int_equal(r.cli.action, CLI_VERSION);
	cli_fini(&r.cli);
	must_parse(&r, "--dump_options=zsh");
	assert_int_equal(r.cli.action, CLI_DUMP);
	assert_true(str_is(r.cli.dump, "zsh"));
	cli_fini(&r.cli);
	assert_int_equal(parse(&r, "--help", "-nonsense", "/"), 0);
	assert_int_equal(r.cli.action, CLI_HELP);
	cli_fini(&r.cli);
}

/* A file with this text; the caller removes it. */
static void
write_config(char path[], const char *text)
{
	int fd = mkstemp(path);
	size_t n = strlen(text);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, n), n);
	assert_int_equal(close(fd), 0);
}

TEST(flags_beat_the_environment_and_that_the_configuration)
{
	char path[] = "/tmp/ftcliXXXXXX";
	struct run r;

	write_config(path,
		"# mine\n"
		"granularity = lines\n"
		"  unit=ms  \n"
		"\n"
		"noinlines\n"
		"cum\n"
		"ignore = a = b\n"
		"more_tagfocus = x\n"
		"more_tagfocus = y\n"
		"map Z undo\n");
	assert_int_equal(
		parse(&r,
			"x -functions -more_tagfocus=p "
			"-more_tagfocus=q",
			"-unit 'GB' --focus=\"a b\\\"\" -alloc_space", path),
		0);
	assert_int_equal(r.cli.query.granularity, GRAN_FUNCTIONS);
	assert_int_equal(r.cli.query.sort, SORT_CUM);
	assert_true(r.cli.query.noinlines);
	assert_true(str_is(r.cli.query.unit, "GB"));
	assert_true(str_is(r.cli.query.focus, "a b\""));
	assert_true(str_is(r.cli.query.ignore, "a = b"));
	assert_true(str_is(r.cli.query.more_tagfocus, "p\nq"));
	assert_true(str_is(r.cli.query.sample_index, "alloc_space"));
	assert_string_equal(
		keymap_find(r.cli.keymap, "all", 'Z')->command, "undo");
	cli_fini(&r.cli);
	assert_int_equal(parse(&r, "x -inuse_space", "-alloc_space", path), 0);
	assert_true(str_is(r.cli.query.sample_index, "inuse_space"));
	assert_true(str_is(r.cli.query.more_tagfocus, "x\ny"));
	assert_int_equal(r.cli.warnings.n, 0);
	cli_fini(&r.cli);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(parse(&r, "x", NULL, path), 0);
	cli_fini(&r.cli);
}

static void
environment_fails(const char *options, const char *message)
{
	struct run r;

	assert_int_equal(parse(&r, "x", options, NULL), -1);
	assert_string_equal(r.err.msg, message);
	assert_int_equal(err_exit_status(&r.err), 2);
	cli_fini(&r.cli);
}

TEST(mistakes_in_the_environment_say_where)
{
	environment_fails("-focsu=x",
		"FLAMETOP_OPTIONS: unknown option -focsu, did you mean "
		"-focus?");
	environment_fails("-top", "FLAMETOP_OPTIONS: -top is not an option");
	environment_fails(
		"-base=x", "FLAMETOP_OPTIONS: -base is not an option");
	environment_fails("cpu.pb.gz",
		"FLAMETOP_OPTIONS: \"cpu.pb.gz\" is not an option");
	environment_fails("-focus='a", "FLAMETOP_OPTIONS: unclosed '");
}

/* One note about the file, and the line `unit = ms` below it counts. */
static void
configuration_warnings(const char *text, const char *note)
{
	char path[] = "/tmp/ftcliXXXXXX";
	struct strbuf all = STRBUF_INIT, want = STRBUF_INIT;
	struct run r;

	strbuf_addf(&all, "%s\nunit = ms\n", text);
	write_config(path, strbuf_c(&all));
	assert_int_equal(parse(&r, "x", NULL, path), 0);
	assert_int_equal(r.cli.warnings.n, 1);
	strbuf_addf(&want, "%s:%s", path, note);
	assert_true(str_eq(r.cli.warnings.head->text, strbuf_str(&want)));
	assert_true(str_is(r.cli.query.unit, "ms"));
	cli_fini(&r.cli);
	assert_int_equal(unlink(path), 0);
	strbuf_free(&all);
	strbuf_free(&want);
}

TEST(mistakes_in_the_configuration_are_noted)
{
	configuration_warnings("\n\ngranulaty = lines\n",
		"3: unknown option granulaty, did you mean granularity?");
	configuration_warnings(
		"nodecount", "1: please specify a value, e.g. nodecount=<val>");
	configuration_warnings(
		"lines = true\n", "1: write \"granularity = lines\"");
	configuration_warnings("map Nokey undo\n",
		"1: map: \"Nokey\" is not a key (try f, Ctrl-F, Alt-f, F5)");
	configuration_warnings("map Z undo\nmap Z redo\n",
		"2: map: key Z is mapped twice, first in line 1");
	configuration_warnings("focus = (\n",
		"1: parsing focus regexp: error parsing regexp: "
		"missing closing ): `(`");
}

TEST(values_in_quotes_keep_their_blanks)
{
	char path[] = "/tmp/ftcliXXXXXX";
	struct run r;

	write_config(path,
		"focus = \" a \\\"b\\\\c\\d \"\n"
		"hide = \"\n"
		"show = x\"y\"\n");
	assert_int_equal(parse(&r, "x", NULL, path), 0);
	assert_int_equal(r.cli.warnings.n, 0);
	assert_true(str_is(r.cli.query.focus, " a \"b\\c\\d "));
	assert_true(str_is(r.cli.query.hide, "\""));
	assert_true(str_is(r.cli.query.show, "x\"y\""));
	cli_fini(&r.cli);
	assert_int_equal(unlink(path), 0);
}

TEST(flags_stand_once_above_the_view_that_one_of_them_names)
{
	char dir[] = "/tmp/ft-cli-XXXXXX";
	struct userdirs dirs = { .config = str_c(mkdtemp(dir)) };
	struct cli_surroundings around = { .dirs = &dirs };
	struct strbuf path = STRBUF_INIT;
	const char *argv[] = { "flametop", "-hide=h", "-view=v",
		"-fail-if=total>5%", "-fail-if=total>6%", "-base=b", "x", "y",
		"-top" };
	struct cli cli;
	struct err err = ERR_INIT;

	strbuf_addf(&path, "%s/flametop/views", dir);
	assert_int_equal(file_replace(strbuf_c(&path),
				 STR("[v]\nfocus = f\nhide = view\n"), &err),
		0);
	if (cli_parse(&cli, COUNT_OF(argv), (char *const *)(uintptr_t)argv,
		    &around, &err) != 0)
		fail_msg("%s", err.msg);
	assert_true(str_is(cli.query.focus, "f"));
	assert_true(str_is(cli.query.hide, "h"));
	assert_int_equal(cli.base_query.focus.n, 0);
	assert_int_equal(cli.n_gates, 2);
	assert_int_equal(cli.load.n_sources, 2);
	assert_int_equal(cli.load.n_bases, 1);
	assert_string_equal(cli.report->doc.name, "top");
	cli_fini(&cli);
	assert_int_equal(remove(strbuf_c(&path)), 0);
	strbuf_cut(&path, path.n - strlen("/views"));
	assert_int_equal(remove(strbuf_c(&path)), 0);
	assert_int_equal(remove(dir), 0);
	strbuf_free(&path);
}

TEST(a_configuration_that_cannot_be_read_is_noted)
{
	struct run r;

	assert_int_equal(parse(&r, "x", NULL, "/"), 0);
	assert_int_equal(r.cli.warnings.n, 1);
	assert_true(str_is(r.cli.warnings.head->text, "/: not a file"));
	cli_fini(&r.cli);
}

TEST(words_are_split_as_a_shell_does)
{
	static const char text[] =
		"  a b\\ c 'd \\ e'\"f \\\" \\x\"  '' \"\" x$'\\351 \\''y"
		" \"$'\" $ $'' z\n\\\tg\\";
	static const char *const want[] = { "a", "b c", "d \\ ef \" \\x", "",
		"", "x\xE9 'y", "$'", "$", "", "z", "\tg\\" };
	struct str rest = str_c(text);
	struct strbuf word = STRBUF_INIT;
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT_OF(want); i++) {
		assert_int_equal(shell_next(&rest, &word, &err), 1);
		assert_string_equal(strbuf_c(&word), want[i]);
	}
	assert_int_equal(shell_next(&rest, &word, &err), 0);
	strbuf_free(&word);
}

static const struct doc *
flag_named(const char *name)
{
	const struct doc *d;

	for (size_t i = 0; (d = cli_flag_at(i)) != NULL; i++)
		if (doc_is(d, str_c(name)))
			break;
	return d;
}

TEST(names_of_flags_options_and_reports_do_not_collide)
{
	const struct doc *d;

	for (size_t i = 0; (d = cli_flag_at(i)) != NULL; i++) {
		assert_null(option_find(str_c(d->name), NULL));
		assert_null(report_find(str_c(d->name)));
		assert_ptr_equal(flag_named(d->name), d);
		assert_true(d->help == NULL || strlen(d->help) <= 54);
	}
	for (size_t i = 0; report_at(i) != NULL; i++)
		assert_null(option_find(str_c(report_at(i)->doc.name), NULL));
}

TEST(every_format_that_can_be_read_can_be_asked_for)
{
	const struct doc *format = flag_named("format");
	struct strbuf refusal = STRBUF_INIT;
	size_t n = 0;

	strbuf_addstr(&refusal,
		"invalid \"format\" value \"elf\", must be one of: [");
	for (; reader_at(n) != NULL; n++) {
		assert_string_equal(format->choices[n], reader_at(n)->name);
		strbuf_addf(
			&refusal, "%s%s", n > 0 ? " " : "", reader_at(n)->name);
	}
	assert_null(format->choices[n]);
	strbuf_addstr(&refusal, "]");
	must_fail("-format=elf x", strbuf_c(&refusal));
	strbuf_free(&refusal);
}

/* The output of an action. */
static char *
printed(const char *line)
{
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);
	struct run r;

	assert_non_null(out);
	must_parse(&r, line);
	assert_int_equal(cli_print(&r.cli, out, &r.err), 0);
	assert_int_equal(fclose(out), 0);
	cli_fini(&r.cli);
	return text;
}

TEST(help_fits_a_screen_and_all_of_it_names_every_option)
{
	char *brief = printed("--help"), *full = printed("--help=all");
	size_t n, lines = 0, column = 0;
	const struct option *all = options_all(&n);

	for (const char *c = brief; *c != '\0'; c++) {
		column = *c == '\n' ? 0 : column + 1;
		lines += *c == '\n';
		assert_true(column < 80);
	}
	assert_true(lines <= 23);
	for (size_t i = 0; i < n; i++) {
		char name[64];

		/* A shorthand option is listed by its choices. */
		snprintf(name, sizeof(name), " -%s",
			all[i].doc.shorthand ? all[i].doc.choices[0]
					     : all[i].doc.name);
		if (!all[i].doc.only_help_all)
			assert_non_null(strstr(brief, name));
		assert_non_null(strstr(full, name));
		assert_non_null(strstr(full, all[i].doc.help));
	}
	free(brief);
	free(full);
}

TEST(completions_offer_what_help_names)
{
	static const char *const shells[] = { "--dump-options=bash",
		"--dump-options=zsh", "--dump-options=fish" };

	for (size_t i = 0; i < COUNT_OF(shells); i++) {
		char *text = printed(shells[i]);

		assert_non_null(strstr(text, "max_memory"));
		assert_non_null(strstr(text, "dump-keys"));
		assert_null(strstr(text, "total_delay"));
		free(text);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
