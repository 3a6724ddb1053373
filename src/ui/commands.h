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

/* Commands whose functions are elsewhere. */
int cmd_answer(const struct call *call); /* help.c */
int cmd_export(const struct call *call); /* export.c */

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
