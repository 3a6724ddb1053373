/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands are text: keys run them, `:` takes them, scripts contain them.
 *
 *     undo                    a row of a command table
 *     apply focus             a row with an argument
 *     focus=re   set focus re an option
 *     lines   cum             a choice's own name, as in pprof
 *     noinlines  nonoinlines  a boolean
 *     focus                   shows the value
 *     top 20 -cum > file      a report
 *
 * A line runs a report as in pprof's shell:
 *
 *     top20 -cum             rows, order
 *     top 20 json -time      focus=json ignore=time, for this report only
 *     list Serve cache       a pattern first, then a focus
 *     traces > file          into a file
 *     traces >> file         appended to it; pprof's shell would write a
 *                            file called ">"
 *     traces | less          into a shell command: the rest of the line
 *
 * Rows come in tables: the rows of this folder work on the app; the screen
 * adds its own. A table is registered with the object its functions need.
 */
#ifndef FT_APP_COMMAND_H
#define FT_APP_COMMAND_H

#include "app/app.h"
#include "base/err.h"
#include "base/str.h"
#include "conf/keymap.h"

struct call {
	void *on; /* the object the table was registered with */
	const struct command *self;
	struct str arg;
	struct err *err;
};

/* Further places where a command may run. */
enum command_flags {
	CMD_ANYWHERE = 1,      /* its keys also work in a report */
	CMD_WHILE_LOADING = 2, /* before there is a profile */
	CMD_NEEDS_VIEW = 4,    /* it uses rows: the answer to a question waits
				  for the view before it */
	CMD_FOR_REPORT = 8,    /* it shows the report of its name; with further
				  words it runs that report */
	CMD_EVERYWHERE = 16,   /* its keys also work in prompts and boxes, which
				  stay open */
};

struct command {
	const char *name;
	const char *arg; /* NULL: none; "[N]": optional; "a|b": one of these */
	const char *help;
	/* -1 and call->err, with nothing changed, on failure. */
	int (*run)(const struct call *call);
	int data; /* for a `run` that several rows share */
	unsigned flags;
	const char *flags_for; /* the one argument that has the flags; NULL:
				  any */
};

struct completion;

/* The completion of one word of `arg`, through complete_offer(). */
struct word_kind {
	const char *word; /* first word of such an `arg`, as "VIEW" */
	void (*offer)(void *on, struct completion *c, struct str begun);
};

enum { COMMANDS_MAX = 256 };

struct commands {
	struct app *app;
	struct {
		const struct command *row;
		void *on; /* the object its table was registered with */
	} command[COMMANDS_MAX];
	size_t n;
	/* [n_kinds] completions, set by the layer that has them */
	const struct word_kind *kind;
	size_t n_kinds;
	void *kind_on;
};

/* Initialize `cs` with the app's own rows. */
void commands_init(struct commands *cs, struct app *app);
/* Add a table. -1 and err if a name exists already, which is a bug. */
int commands_add(struct commands *cs, const struct command *row, size_t n,
	void *on, struct err *err);
/* Return the i-th row, NULL at the end. */
const struct command *commands_at(const struct commands *cs, size_t i);
const struct command *commands_find(const struct commands *cs, struct str name);

/* True if the line runs a command with this flag. */
bool commands_allow(
	const struct commands *cs, struct str line, enum command_flags flag);

/* True if the line begins with a command, report or option. */
bool commands_has(const struct commands *cs, struct str line);
/* Give keys without a help text that of their command. */
void commands_explain_keys(const struct commands *cs, struct keymap *km);
/* Check that every key runs something that exists. */
int commands_check_keys(
	const struct commands *cs, const struct keymap *km, struct err *err);

/* Run one line. Results for the user become messages. */
int command_run(const struct commands *cs, struct str line, struct err *err);

/* Return the report that the word names, with or without a number at its end;
   NULL: none. *digits becomes that number or ""; it is unchanged for NULL. */
const struct report *report_line_names(struct str word, struct str *digits);

/* Parse a report line; the report starts from the query `now`. New texts go to
   `arena`, others stay parts of `line`. -1 and err for an empty redirection or
   if the first word names no report. */
int report_line_parse(struct report_line *out, struct str line,
	const struct query *now, struct arena *arena, struct err *err);

/* Append the command line that would show the present view. */
void app_cmdline(struct app *app, struct strbuf *out);

/* Append all options with their values, in pprof's columns:
       sort                      = flat                 //: [cum | flat] */
void app_describe_options(struct app *app, struct strbuf *out);
/* Describe a command, report, option or option's choice. -1 and err, with the
   nearest name, if `name` is none of these.
       focus=regexp
	 Keep only stacks with a frame that matches
	 now: Checkout
	 keys: f F4 F */
int commands_describe(const struct commands *cs, const struct keymap *km,
	struct str name, struct strbuf *out, struct err *err);

#endif
