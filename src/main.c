/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program: the command line selects a report, which is printed, or the
 * screen. Without a terminal to draw on, the report is -top.
 */
#include "prelude.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/ownpath.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "batch.h"
#include "cli.h"
#include "fetch/secret.h"
#include "report/report.h"
#include "symbol/symbolize.h"
#include "ui/ui.h"

/* Run the screen or print. Returns an exit status, or -1 and err; *busy as in
   struct ui_start. */
static int
run_cli(const struct cli *cli, bool *busy, struct err *err)
{
	const struct report *report = cli->report;
	bool is_printed = cli->action != CLI_RUN || report != NULL ||
		cli->json || cli->output.n > 0 || cli->n_gates > 0 ||
		cli->print.n > 0 || !isatty(STDOUT_FILENO);

	/* Ignored, so that writing too large a file fails with EFBIG. */
	(void)signal(SIGXFSZ, SIG_IGN);
	if (!is_printed) {
		struct fetch_options fetch = cli->fetch;
		struct ui_start start = { .load = cli->load,
			.query = &cli->query,
			.settings = &cli->settings,
			.base_query = &cli->base_query,
			.base_settings = &cli->base_settings,
			.dirs = &cli->dirs,
			.warnings = &cli->warnings,
			.keymap = cli->keymap,
			.busy = busy,
			.records = !cli->fetch.no_save };
		int status;

		if (cli->chooses)
			start.choices = ui_choices(&cli->dirs, cli->named);
		if (cli->chooses && start.choices == NULL)
			return load_check(&cli->load, err);

		/* The screen shows messages itself and can ask the user. */
		fetch.say = NULL;
		fetch.asks = true;
		fetch.follows = cli->settings.follow;
		fetch.no_save = fetch.no_save || fetch.follows;
		start.load.fetch = &fetch;
		start.load.points_later = true;
		status = ui_run(&start, err);
		if (status >= 0 && err->code != ERR_NONE)
			batch_say("flametop: ", str_c(err->msg));
		return status;
	}
	/* Ignored, so that writing to a closed pipe fails with EPIPE. */
	(void)signal(SIGPIPE, SIG_IGN);
	if (cli->action != CLI_RUN) {
		if (cli_print(cli, stdout, err) != 0)
			return -1;
		if ((fflush(stdout) != 0 || ferror(stdout)) && errno != EPIPE)
			return err_errno(err, errno, "standard output");
		return 0;
	}
	if (cli->print.n > 0)
		return batch_picture(cli, err);
	if (report == NULL && cli->n_gates == 0)
		report = &report_top;
	return batch_run(cli, report, err);
}

/* Print a line of fetch progress, as pprof does. */
static void
say_line(struct str line)
{
	batch_say("", line);
}

int
main(int argc, char **argv)
{
	struct arena arena = ARENA_INIT;
	struct strbuf config = STRBUF_INIT, program = STRBUF_INIT;
	char *cwd = realpath(".", NULL);
	struct userdirs dirs = userdirs_find(&arena, getenv("XDG_CONFIG_HOME"),
		getenv("XDG_STATE_HOME"), getenv("HOME"), cwd);
	struct cli_surroundings around = { .dirs = &dirs,
		.options = getenv("FLAMETOP_OPTIONS"),
		.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) };
	struct cli cli;
	struct err err = ERR_INIT;
	struct secrets *secrets;
	bool busy = false;
	int status;

	/* If a standard descriptor is closed, open /dev/null there, so that no
	   other file gets its number. It is opened in the wrong direction, so
	   that using it still fails. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/dev/null",
				fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
	symbol_child(argc, argv);
	utf8_begin();
	secrets = secrets_new();
	argv = secrets_hide(secrets, argc, argv);
	if (secrets_any(secrets))
		secret_keep_in();
	if (userdirs_path(&config, dirs.config, "flametop/config"))
		around.config = config.p;
	status = cli_parse(&cli, argc, argv, &around, &err);
	cli.load.symbols.program = ownpath(&program, argv[0]);
	cli.fetch.secrets = secrets;
	cli.fetch.say = say_line;
	/* With a memory limit, freed memory must return to the system. */
	if (cli.settings.max_memory == 0)
		xalloc_keep();
	if (status == 0)
		status = run_cli(&cli, &busy, &err);
	if (status < 0) {
		batch_say("flametop: ", str_c(err.msg));
		if (cli.no_source) {
			batch_say("",
				STR("Usage: flametop [option...] profile..."));
			batch_say(
				"", STR("flametop --help lists the options."));
		}
		status = err_exit_status(&err);
	}
	/* Jobs that are still running read what would be freed here. */
	if (busy)
		_exit(status);
	cli_fini(&cli);
	secrets_free(secrets);
	strbuf_free(&config);
	strbuf_free(&program);
	arena_free(&arena);
	free(cwd);
	return status;
}
