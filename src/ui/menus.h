/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is in the boxes: each function opens one. */
#ifndef FT_UI_MENUS_H
#define FT_UI_MENUS_H

#include "base/str.h"

struct screen;

void menu_types(struct screen *s);
void menu_sort(struct screen *s);
void menu_filters(struct screen *s);
void menu_actions(struct screen *s);
void menu_messages(struct screen *s);
/* Any text, to be read: its lines are broken to fit, and y copies it. */
void menu_text(struct screen *s, const char *title, struct str text);

#endif
