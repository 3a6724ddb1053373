/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picture of the screen: see still.h. */
#include "config.h"

#include "still.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/whole.h"
#include "batch.h"
#include "present/chrome.h"
#include "ui/print.h"

#include "base/banned.h"

enum { USUAL_COLS = 100 };

static int
columns(const struct cli *cli)
{
	struct winsize size;

	if (cli->width > 0)
		return (int)cli->width; /* checked by level.c */
	if (cli->output.n == 0 &&
		ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
		size.ws_col >= MIN_COLS)
		return size.ws_col;
	return USUAL_COLS;
}

/* A file or a pipe gets colours when they are asked for by name. */
static struct scheme
scheme_of(const struct cli *cli)
{
	const struct settings *set = &cli->settings;
	const char *term = getenv("TERM");
	bool terminal = cli->output.n == 0 && isatty(STDOUT_FILENO) &&
		term != NULL && strcmp(term, "dumb") != 0;
	int colors = terminal || set->color != COLOR_AUTO ? 256 : 0;

	return (struct scheme){ .level = color_level_for(colors, set->color,
					getenv("NO_COLOR")),
		.light = set->background == BACKGROUND_LIGHT,
		.palette = set->diff_palette };
}

static int
write_out(const struct cli *cli, struct str text, struct err *err)
{
	if (cli->output.n > 0)
		return whole_write_drawn(cli->output, text, err);
	return batch_write(STDOUT_FILENO, "standard output", text, err);
}

int
still_run(const struct cli *cli, struct err *err)
{
	const struct ui_start start = { .load = cli->load,
		.query = &cli->query,
		.settings = &cli->settings,
		.keymap = cli->keymap };
	const struct print print = { .what = cli->print,
		.cols = columns(cli),
		.rows = (int)cli->height,
		.utf8 = utf8_locale(),
		.scheme = scheme_of(cli) };
	struct strbuf out = STRBUF_INIT, remarks = STRBUF_INIT;
	struct str rest;
	int rc = ui_print(&start, &print, &out, &remarks, err);

	for (const struct warning *n = cli->warnings.head; n != NULL;
		n = n->next)
		batch_say("", n->text);
	for (rest = strbuf_str(&remarks); rc == 0 && rest.n > 0;)
		batch_say("", str_cut(&rest, '\n'));
	if (rc == 0)
		rc = write_out(cli, strbuf_str(&out), err);
	strbuf_free(&out);
	strbuf_free(&remarks);
	return rc;
}
