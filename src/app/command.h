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
 * Commands are rows of tables. The rows of this folder work on the app; the
 * screen adds its own. A table is registered with the object its functions
 * need.
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

/* When a command and its keys work. */
enum command_flags {
	CMD_ANYWHERE = 1,      /* its keys also work in a report */
	CMD_WHILE_LOADING = 2, /* its keys also work before the first profile is
				  loaded */
	CMD_NEEDS_VIEW = 4,    /* it works on rows, so ui/answers.c runs it
				  only while no view is pending */
	CMD_FOR_REPORT = 8,    /* it has a report's name; with further words the
				  report is run instead */
	CMD_EVERYWHERE = 16,   /* its keys also work in prompts and boxes, which
				  stay open */
};

struct command {
	const char *name;
	const char *arg; /* NULL: none; "[N]": optional; "a|b": one of these */
	const char *help;
	/* -1 and call->err, with nothing changed, on failure. */
	int (*run)(const struct call *call);
	int data; /* passed to a `run` that several rows share */
	unsigned flags;
	const char *flags_for; /* argument to which the flags apply; NULL:
				  any */
};

struct completion;

/* The completion of an argument. */
struct word_kind {
	const char *word; /* first word of command.arg: "VIEW" */
	/* Calls complete_offer() for each candidate. */
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
	size_t general; /* rows before those of the panes */
	/* [n_kinds] completions of arguments, set by the screen */
	const struct word_kind *kind;
	size_t n_kinds;
	void *kind_on;
};

/* Initialize `cs` with the app's own rows. */
void commands_init(struct commands *cs, struct app *app);
/* Add a table. -1 and err for a name that exists already, which is a bug. */
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
/* Give each key that has no help text the help of its command. */
void commands_explain_keys(const struct commands *cs, struct keymap *km);
/* Check that every key runs something that exists. */
int commands_check_keys(
	const struct commands *cs, const struct keymap *km, struct err *err);

/* Run one line. Results for the user become messages. */
int command_run(const struct commands *cs, struct str line, struct err *err);

/* Return the report named by a word such as "top" or "top20", or NULL. *digits
   becomes "20", or "" without a number; it is unchanged for NULL. */
const struct report *report_line_names(struct str word, struct str *digits);

/* Parse a report line, whose words change a copy of the query `now`. Strings
   are in `pool` or parts of `line`. -1 and err for an empty redirection or if
   the first word names no report. */
int report_line_parse(struct report_line *out, struct str line,
	const struct query *now, struct intern *pool, struct err *err);

/* Append the command line that shows these options of these sources. */
void cmdline_put(
	struct options_target t, const struct load_spec *s, struct strbuf *out);
/* Append the command line that would show the current view. */
void app_cmdline(struct app *app, struct strbuf *out);
/* Return the place on the screen, for a report with this query. */
struct report_place app_place(struct app *app, const struct query *query);

/* Append all options with their values, in pprof's columns:
       sort                      = flat                 //: [cum | flat] */
void app_describe_options(struct app *app, struct strbuf *out);
/* Append the description of a command, report, option or option's choice. -1
   and err, with the nearest name, for any other `name`.
       focus=regexp
	 Keep only stacks with a frame that matches
	 now: Checkout
	 keys: f F4 F */
int commands_describe(const struct commands *cs, const struct keymap *km,
	struct str name, struct strbuf *out, struct err *err);

#endif
