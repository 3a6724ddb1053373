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
 * A report is asked for as in pprof's shell:
 *
 *     top20 -cum             rows, order
 *     top 20 json -time      focus=json ignore=time, for this report only
 *     list Serve cache       a pattern first, then a focus
 *     traces > file          into a file
 *     traces >> file         behind what is in it; pprof's shell takes this
 *                            for a file called ">"
 *     traces | less          into a command of sh; all of the line's rest
 *
 * Rows come in tables: those of this folder work on the app, the screen adds
 * its own. A table is registered with what its functions work on.
 */
#ifndef FT_APP_COMMAND_H
#define FT_APP_COMMAND_H

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

/* Where a command may be run that others may not. */
enum command_flags {
	CMD_ANYWHERE = 1,      /* its keys work in a report, too */
	CMD_WHILE_LOADING = 2, /* before there is a profile */
	CMD_NEEDS_VIEW = 4,    /* it looks at rows: an answer to a question
				  waits for the view before it */
	CMD_FOR_REPORT = 8,    /* it shows what the report of its name prints:
				  with words behind it, it is that */
	CMD_EVERYWHERE = 16,   /* its keys work in prompts and boxes, too, and
				  leave them as they are */
};

struct command {
	const char *name;
	const char *arg; /* NULL: takes none; "[N]": may have one; "a|b": one
			    of these */
	const char *help;
	/* -1 and call->err: nothing has changed. */
	int (*run)(const struct call *call);
	int data; /* for `run`, where rows share one */
	unsigned flags;
	const char *flags_for; /* the one argument that they are about; NULL:
				  any */
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
	/* [n_kinds] words that completion knows; whoever has some sets it. */
	const struct word_kind *kind;
	size_t n_kinds;
	void *kind_on;
};

/* With the app's own rows in it. */
void commands_init(struct commands *cs, struct app *app);
/* A mistake in this program: a name that is there already. -1 and err. */
int commands_add(struct commands *cs, const struct command *row, size_t n,
	void *on, struct err *err);
/* The i-th of all rows, NULL at the end. */
const struct command *commands_at(const struct commands *cs, size_t i);
const struct command *commands_find(const struct commands *cs, struct str name);

/* Does the line run a command with this flag? */
bool commands_allow(
	const struct commands *cs, struct str line, enum command_flags flag);

/* Does a line begin with something that exists? */
bool commands_has(const struct commands *cs, struct str line);
/* Keys without a help of their own get that of their command. */
void commands_explain_keys(const struct commands *cs, struct keymap *km);
/* Every key runs something that exists. */
int commands_check_keys(
	const struct commands *cs, const struct keymap *km, struct err *err);

/* Run one line. Results for the user are messages of the app. */
int command_run(const struct commands *cs, struct str line, struct err *err);

/* Is the first word of the line a report, with or without a number behind
   it? NULL when not; *digits is then untouched, else "" or the number. */
const struct report *report_line_names(struct str word, struct str *digits);

/* `now` is the query that the report starts with. New texts go to `arena`,
   others stay parts of `line`. -1 and err for a redirection to nowhere, and
   when the first word names no report. */
int report_line_parse(struct report_line *out, struct str line,
	const struct query *now, struct arena *arena, struct err *err);

/* The command line that shows what is shown now. */
void app_cmdline(struct app *app, struct strbuf *out);

/* All options with their values, in pprof's columns:
       sort                      = flat                 //: [cum | flat] */
void app_describe_options(struct app *app, struct strbuf *out);
/* One name: a command, a report, an option or an option's choice. -1 and err
   with the nearest name when it is none.
       focus=regexp
	 Keep only stacks with a frame that matches
	 now: Checkout
	 keys: f F4 F */
int commands_describe(const struct commands *cs, const struct keymap *km,
	struct str name, struct strbuf *out, struct err *err);

#endif
