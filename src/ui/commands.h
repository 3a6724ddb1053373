/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands of the screen, by table. Rows are those of app/command.h; the
 * last of a table has no name. Panes have tables of their own.
 */
#ifndef FT_UI_COMMANDS_H
#define FT_UI_COMMANDS_H

#include <stdbool.h>

#include "app/command.h"
#include "ui/pane.h"

struct screen;
struct warnings;

extern const struct command move_commands[], view_commands[], misc_commands[],
	saved_commands[], setup_commands[], jump_commands[];

/* help.c: all keys, commands and options, to be searched and run; and "which
   view answers my question?": what the reader of a profile asks. */

enum { QUESTION_COMMANDS = 4 };

struct question {
	const char *name; /* for :answer */
	const char *text; /* "Which line?" */
	const char *how;  /* what answers it, and what to do there */
	const char *command[QUESTION_COMMANDS]; /* run in order; NULL: none */
};

/* The i-th question, NULL at the end. */
const struct question *question_at(size_t i);
int cmd_answer(const struct call *call);
void help_open(struct screen *s);

/* export.c: what leaves the screen for a file. */

/* The i-th format and what it is; false behind the last. */
bool export_format(size_t i, const char **name, const char **help);
int cmd_export(const struct call *call);
/* The report that the worker has finished goes where its line wants it: on
   the screen, into a file, to a command. */
void export_report(struct screen *s);

/* What of all moves a command is; false: none. */
bool move_of_command(struct str command, enum move *move);
/* To the first match if none is selected; to the next (1) or the previous (-1)
   one. */
void search_nearest(struct screen *s);
void search_step(struct screen *s, int step);
/* Keys of the configuration whose commands are unknown do again what they did
   before, and are noted. */
void setup_check_keys(struct screen *s, struct warnings *warnings);

#endif
