/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of the screen's commands (struct command, app/command.h). A row
 * without a name ends a table. Panes have their own tables.
 */
#ifndef FT_UI_COMMANDS_H
#define FT_UI_COMMANDS_H

#include "app/command.h"
#include "ui/pane.h"

struct screen;
struct warnings;

extern const struct command move_commands[], view_commands[], misc_commands[],
	saved_commands[], setup_commands[], jump_commands[];

/* Collect all commands. With app and s NULL, they can be listed but not run.
   Return -1 and set err if a name occurs twice. */
int commands_all(struct commands *cs, struct app *app, struct screen *s,
	struct err *err);

/* Offer completions for a command's argument, chosen by its name in the help:
   offer_views() for ":views [VIEW]". `on` is the screen. */
void offer_views(void *on, struct completion *c, struct str begun);
void offer_configs(void *on, struct completion *c, struct str begun);
void offer_formats(void *on, struct completion *c, struct str begun);
void offer_questions(void *on, struct completion *c, struct str begun);

/* help.c: open the list of all keys, commands and options. */
void help_open(struct screen *s);

/* answers.c: run the commands that answer a question. answer_go_on() continues
   once the view is computed; answer_stop() abandons it at the next key. */
int cmd_answer(const struct call *call);
/* Select the table's first row that is the user's own code, else the first. */
int cmd_first_own(const struct call *call);
int cmd_hide_libraries(const struct call *call);
void answer_go_on(struct screen *s);
void answer_stop(struct screen *s);
/* Add the questions as rows of at most `cols` columns. */
void help_add_questions(struct dialog *d, int cols);

/* menus.c: each opens a box. */
void menu_types(struct screen *s);
void menu_sort(struct screen *s);
void menu_filters(struct screen *s);
void menu_actions(struct screen *s);
void menu_messages(struct screen *s);
void menu_symbols(struct screen *s);
/* For the timeline: menus of windows and comparisons, and of the labels by
   which it can be split. */
void menu_times(struct screen *s);
void menu_groups(struct screen *s);
/* sources.c: list the profiles that a server offers, to open one. */
void menu_sources(struct screen *s);
/* start.c: note that a profile is open; write the note, once it is shown. */
void start_opened(struct screen *s);
void start_record(struct screen *s);
/* menu_why: explain the significance of the selected change. */
/* menu_text: show a text, wrapped to fit; y copies it. */
void menu_why(struct screen *s);
void menu_text(struct screen *s, const char *title, struct str text);

/* cmd_misc.c: send s->copy to the terminal's clipboard, and show a message:
   `before`, then `what`. */
void yank_send(struct screen *s, const char *before, struct str what);

/* export.c: write the view or the screen to a file. */
int cmd_export(const struct call *call);
/* Send the worker's finished report to the destination in its command line: the
   screen, a file or a command. */
void export_report(struct screen *s);

/* cmd_view.c: show the selection's callees, its callers, or both. */
void view_direction(struct screen *s, enum direction direction);

/* Set `move` to a command's motion. Return false if it has none. */
bool move_of_command(struct str command, enum move *move);
/* search_nearest() selects the heaviest match unless a match is selected;
   search_step() selects the next (1) or the previous (-1) match. */
void search_nearest(struct screen *s);
void search_step(struct screen *s, int step);
/* Choose the view of a comparison that was just loaded. */
void compare_loaded(struct screen *s);
/* Reset configured keys with unknown commands to their defaults, with a warning
   for each. */
void setup_check_keys(struct screen *s, struct warnings *warnings);

#endif
