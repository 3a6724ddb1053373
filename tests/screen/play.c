/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * play: the program that plays screen scripts.
 *
 *     play [-v] [-g | -t] [-p PROGRAM] SCRIPT...
 *
 * A script without a line TTY is played without a terminal first, and then
 * on one like all others; -g and -t choose.
 *
 * From the environment come FT_BUILDDIR and FT_SRCDIR (looked for if they are
 * not set: unit/util_source.h), FT_WRAPPER (words put before the program, such
 * as valgrind and its options) and FT_DEADLINE (seconds that a check may wait).
 */
#include "prelude.h"

#include <locale.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "screen/player.h"
#include "screen/sandbox.h"
#include "unit/util_source.h"

enum where { EVERYWHERE, ON_GRID, ON_TERMINAL };

/* Exit statuses that automake takes for "does not apply here" and "cannot be
   run". */
enum { SKIPPED = 77, HARD_ERROR = 99 };

static bool
play_on(const struct script *script, const struct stage_ops *ops,
	const struct play_options *options)
{
	struct strbuf report = STRBUF_INIT;
	bool ok = player_play(script, ops, options, &report);

	if (report.n > 0)
		fwrite(report.p, 1, report.n, stdout);
	printf("%s: %s (%s)\n", ok ? "ok" : "FAILED", script->path, ops->name);
	fflush(stdout);
	strbuf_free(&report);
	return ok;
}

/* Without libcurl no request is made. */
static bool
cannot_play(const struct script *script)
{
#ifdef HAVE_CURL
	(void)script;
#else
	for (size_t i = 0; i < script->commands.n; i++)
		if (str_is(script->commands.p[i].verb, "SERVER"))
			return true;
#endif
	return false;
}

static int
play(const char *path, enum where where, const struct play_options *options)
{
	struct script script;
	struct err err = ERR_INIT;
	int status = 0;

	if (script_read(&script, path, &err) != 0) {
		fprintf(stderr, "play: %s\n", err.msg);
		return HARD_ERROR;
	}
	if (cannot_play(&script)) {
		script_free(&script);
		return SKIPPED;
	}
	if (where != ON_TERMINAL && !script.tty)
		status |= !play_on(&script, &stage_grid, options);
	if (where != ON_GRID)
		status |= !play_on(&script, &stage_pty, options);
	script_free(&script);
	return status;
}

int
main(int argc, char **argv)
{
	char *program = sandbox_path_in(build_dir(), "flametop");
	char *testdata = sandbox_path_in(source_dir(), "testdata");
	const char *seconds = getenv("FT_DEADLINE");
	struct play_options options = { .program = program,
		.testdata = testdata,
		.wrapper = getenv("FT_WRAPPER"),
		.deadline = 60000 };
	enum where where = EVERYWHERE;
	int64_t n;
	int c, status = 0;

	setlocale(LC_CTYPE, "");
	if (seconds != NULL && str_to_i64(str_c(seconds), &n) && n > 0 &&
		n < 10000)
		options.deadline = (int)n * 1000;
	while ((c = getopt(argc, argv, "vgtp:")) != -1) {
		if (c == 'v')
			options.verbose = true;
		else if (c == 'g')
			where = ON_GRID;
		else if (c == 't')
			where = ON_TERMINAL;
		else if (c == 'p')
			options.program = optarg;
		else
			return HARD_ERROR;
	}
	if (optind == argc) {
		fprintf(stderr,
			"usage: play [-v] [-g | -t] [-p PROGRAM] "
			"SCRIPT...\n");
		return HARD_ERROR;
	}
	if (access(testdata, R_OK) != 0) {
		perror(testdata);
		return HARD_ERROR;
	}
	for (int i = optind; i < argc && status != HARD_ERROR; i++) {
		int one = play(argv[i], where, &options);

		status = one > status ? one : status;
	}
	free(program);
	free(testdata);
	return status;
}
