/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is in the boxes: each function opens one. */
#ifndef FT_UI_MENUS_H
#define FT_UI_MENUS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "conf/saved.h"

struct screen;

void menu_types(struct screen *s);
void menu_sort(struct screen *s);
void menu_filters(struct screen *s);
void menu_actions(struct screen *s);
void menu_setup(struct screen *s);
void menu_help(struct screen *s);
/* Every key and its command, to be changed. */
void menu_keys(struct screen *s);
/* The columns of the table, to be chosen and ordered. */
void menu_columns(struct screen *s);
void menu_messages(struct screen *s);
void menu_saved(struct screen *s);
/* Ask before a view or a configuration is lost: one that is deleted, or one
   that is saved over. "No" is selected. */
enum ask { ASK_DELETE, ASK_REPLACE };
void menu_ask(struct screen *s, enum ask what, enum saved_from from,
	struct str name);
/* Any text, to be read: its lines are broken to fit, and y copies it. */
void menu_text(struct screen *s, const char *title, struct str text);

#endif
