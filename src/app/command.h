/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands are text: what a key runs, what `:` takes, what a script holds.
 *
 *     undo                    a row of a command table
 *     apply focus             a row with an argument
 *     focus=re   set focus re an option
 *     lines   cum             a choice's own name, as in pprof
 *     noinlines  nonoinlines  a boolean
 *     focus                   shows the value
 *     top 20 -cum > file      a report
 *
 * Rows come in tables: those of this folder work on the app, the screen adds
 * its own. A table is registered with what its functions work on.
 */
#ifndef FT_APP_COMMAND_H
#define FT_APP_COMMAND_H

#include <stddef.h>

#include "app/app.h"
#include "base/err.h"
#include "base/str.h"
#include "conf/keymap.h"

struct call {
	void *on; /* what the table was registered with */
	const struct command *self;
	struct str arg;
	struct err *err;
};

struct command {
	const char *name;
	const char *arg; /* NULL: takes none; "[N]": may have one; "a|b": one
			    of these */
	const char *help;
	/* -1 and call->err: nothing has changed. */
	int (*run)(const struct call *call);
	int data; /* for `run`, where rows share one */
};

struct completion;

/* What may be typed for a word of `arg`, by complete_offer(). */
struct word_kind {
	const char *word; /* "VIEW": the first word of such an `arg` */
	void (*offer)(void *on, struct completion *c, struct str begun);
};

enum { COMMANDS_MAX = 256 };

struct commands {
	struct app *app;
	struct {
		const struct command *row;
		void *on; /* what its table was registered with */
	} command[COMMANDS_MAX];
	size_t n;
	const struct word_kind *kind; /* [n_kinds] */
	size_t n_kinds;
	void *kind_on;
};

/* With the app's own rows in it. */
void commands_init(struct commands *cs, struct app *app);
/* A mistake in this program: a name that is there already. -1 and err. */
int commands_add(struct commands *cs, const struct command *row, size_t n,
	void *on, struct err *err);
/* Words that completion knows; the table is borrowed. */
void commands_kinds(
	struct commands *cs, const struct word_kind *kind, size_t n, void *on);
/* The i-th of all rows, NULL at the end. */
const struct command *commands_at(const struct commands *cs, size_t i);
const struct command *commands_find(const struct commands *cs, struct str name);
/* There is nothing of that name: err names the nearest. Always -1. */
int commands_unknown(
	const struct commands *cs, struct str word, struct err *err);
/* Does a line begin with something that exists? */
bool commands_has(const struct commands *cs, struct str line);
/* Every key runs something that exists. */
int commands_check_keys(
	const struct commands *cs, const struct keymap *km, struct err *err);

/* Run one line. Results for the user are messages of the app. */
int command_run(const struct commands *cs, struct str line, struct err *err);

/* The command line that shows what is shown now. */
void app_cmdline(struct app *app, struct strbuf *out);

#endif
