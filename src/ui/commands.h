/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands of the screen, by table. Rows are those of app/command.h; the
 * last of a table has no name. Panes have tables of their own.
 */
#ifndef FT_UI_COMMANDS_H
#define FT_UI_COMMANDS_H

#include "app/command.h"
#include "ui/pane.h"

struct screen;
struct warnings;

extern const struct command move_commands[], view_commands[], misc_commands[],
	saved_commands[], setup_commands[], jump_commands[];

/* All commands there are. Without an app and a screen they can be looked at,
   not run. -1 and err: one is there twice. */
int commands_all(struct commands *cs, struct app *app, struct screen *s,
	struct err *err);

/* What completion offers behind commands, by the word for it in their help:
   ":views [VIEW]". `on` is the screen. */
void offer_views(void *on, struct completion *c, struct str begun);
void offer_configs(void *on, struct completion *c, struct str begun);
void offer_formats(void *on, struct completion *c, struct str begun);
void offer_questions(void *on, struct completion *c, struct str begun);

/* help.c: all keys, commands and options, to be searched and run. */
void help_open(struct screen *s);

/* answers.c: "which view answers my question?"; what is being answered goes
   on when its view is there, and ends with the next key. */
int cmd_answer(const struct call *call);
/* The table's first row that is the user's own code; the first without any. */
int cmd_first_own(const struct call *call);
void answer_go_on(struct screen *s);
void answer_stop(struct screen *s);
/* In so many columns. */
void help_add_questions(struct dialog *d, int cols);

/* menus.c: each opens a box. */
void menu_types(struct screen *s);
void menu_sort(struct screen *s);
void menu_filters(struct screen *s);
void menu_actions(struct screen *s);
void menu_messages(struct screen *s);
void menu_symbols(struct screen *s);
/* Windows and comparisons of the timeline; labels for lines of their own. */
void menu_times(struct screen *s);
void menu_groups(struct screen *s);
/* sources.c: what a server offers, of which one is opened. */
void menu_sources(struct screen *s);
/* Any text, to be read: its lines are broken to fit, and y copies it. */
/* What the verdict on the selected change rests on. */
void menu_why(struct screen *s);
void menu_text(struct screen *s, const char *title, struct str text);

/* cmd_misc.c: s->copy goes to the terminal's clipboard, and it is said that
   it is `what`. */
void yank_send(struct screen *s, const char *before, struct str what);

/* export.c: what leaves the screen for a file. */
int cmd_export(const struct call *call);
/* The report that the worker has finished goes where its line wants it: on
   the screen, into a file, to a command. */
void export_report(struct screen *s);

/* cmd_view.c: callees, callers, or both of the selection. */
void view_direction(struct screen *s, enum direction direction);

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
