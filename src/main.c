/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program: the command line decides between a report, which is printed,
 * and the screen. Without a terminal to draw on it is the -top report.
 */
#include "config.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "batch.h"
#include "cli.h"
#include "report/report.h"
#include "ui/ui.h"

#include "base/banned.h"

/* $XDG_CONFIG_HOME/flametop/config, or ~/.config/flametop/config. */
static void
config_path(struct strbuf *path)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (xdg != NULL && xdg[0] == '/')
		strbuf_addf(path, "%s/flametop/config", xdg);
	else if (home != NULL && home[0] != '\0')
		strbuf_addf(path, "%s/.config/flametop/config", home);
}

static int
print(const struct cli *cli, struct err *err)
{
	if (cli_print(cli, stdout, err) != 0)
		return -1;
	if ((fflush(stdout) != 0 || ferror(stdout)) && errno != EPIPE)
		return err_errno(err, errno, "standard output");
	return 0;
}

static int
run_screen(const struct cli *cli, struct err *err)
{
	const struct ui_start start = { .load = cli->load,
		.query = &cli->query,
		.settings = &cli->settings,
		.keymap = cli->keymap };

	for (const struct note *n = cli->notes.head; n != NULL; n = n->next)
		batch_say("", n->text);
	return ui_run(&start, err);
}

/* An exit status, or -1 and err. */
static int
run(const struct cli *cli, struct err *err)
{
	const struct report *report = cli->report;
	bool is_printed = cli->action != CLI_RUN || report != NULL ||
		cli->output.n > 0 || cli->n_gates > 0 ||
		!isatty(STDOUT_FILENO);

	if (!is_printed)
		return run_screen(cli, err);
	/* A reader that goes away shows as EPIPE. */
	(void)signal(SIGPIPE, SIG_IGN);
	if (cli->action != CLI_RUN)
		return print(cli, err);
	if (report == NULL && cli->n_gates == 0)
		report = report_find(STR("top"));
	return batch_run(cli, report, err);
}

int
main(int argc, char **argv)
{
	struct strbuf config = STRBUF_INIT;
	struct cli_surroundings around = { getenv("FLAMETOP_OPTIONS"), NULL };
	struct cli cli;
	struct err err = ERR_INIT;
	int status;

	setlocale(LC_CTYPE, "");
	config_path(&config);
	around.config = config.p;
	status = cli_parse(&cli, argc, argv, &around, &err);
	if (status == 0)
		status = run(&cli, &err);
	if (status < 0) {
		batch_say("flametop: ", str_c(err.msg));
		status = err_exit_status(&err);
	}
	cli_fini(&cli);
	strbuf_free(&config);
	return status;
}
