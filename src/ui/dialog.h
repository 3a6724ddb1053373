/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boxes over the panes: menus, where Enter takes the selected row, and texts,
 * which are read-only. At most one is open. Their keys are the map "menu" of
 * the key table; in a menu with a filter line all other characters narrow the
 * rows.
 */
#ifndef FT_UI_DIALOG_H
#define FT_UI_DIALOG_H

#include "app/command.h"
#include "base/arena.h"
#include "base/compiler.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "present/grid.h"
#include "ui/prompt.h"

struct screen;
struct dialog;

enum dialog_kind { DIALOG_CLOSED, DIALOG_MENU, DIALOG_TEXT };

struct dialog_row {
	struct str text;    /* cells separated by tabs */
	struct str command; /* what Enter runs; empty: nothing */
	size_t tag;         /* for the menu's own use */
	bool heading, current;
	bool unfiltered; /* hidden while a filter is typed, like headings */
};

enum dialog_answer {
	DIALOG_IGNORED, /* not a key of this menu */
	DIALOG_STAYS,
	DIALOG_CLOSES,
};

/* Behaviour of a box. For a menu that always opens alike, this is all. */
struct menu {
	const char *title;
	bool filters;    /* has a filter line */
	bool searches;   /* fill() applies the filter itself */
	bool grouped;    /* rows stay below their headings, which match, too */
	bool drops_last; /* lines that are too long lose their last cell */
	/* Handle a key on a row (NULL: the menu has none); K_ENTER if the row
	   is taken. Without act(), or if it ignores Enter, Enter closes and
	   runs row->command. After DIALOG_STAYS fill() is called again. */
	enum dialog_answer (*act)(
		struct screen *s, const struct dialog_row *row, int key);
	void (*fill)(struct screen *s, struct dialog *b);
	const char *footer[2]; /* NULL: none */
};

struct dialog {
	enum dialog_kind kind;
	struct arena arena; /* texts */
	struct str title;
	VEC(struct dialog_row) row;
	VEC(size_t) shown;      /* the rows that the filter leaves */
	size_t selected, first; /* indices into shown */
	struct menu is;         /* except title and footer, which are copied: */
	struct strbuf count;    /* beside the filter; empty: rows left */
	bool passes; /* DIALOG_TEXT: other keys close it and take effect */
	struct prompt filter;
	bool typing; /* / was pressed: all letters go to the filter */
	struct str footer[2];
	size_t n_footer;
	struct rect list; /* rows, as last drawn */
	struct rect box;  /* the same with the border */
	/* Largest size drawn: the box does not shrink while the user types. */
	int most_rows, most_cols;
	int row_at, col_at; /* mouse click that opened it; 0, 0: none */
	int page;           /* number of rows last drawn */
};

void dialog_menu(struct screen *s, const struct menu *m);

/* Open a box, replacing an open one; the title is copied. */
struct dialog *dialog_open(
	struct screen *s, enum dialog_kind kind, const char *title);
void dialog_close(struct screen *s);
void dialog_fini(struct dialog *b);
/* Append a row, which may be changed; text and command are copied. */
struct dialog_row *dialog_add(
	struct dialog *b, struct str text, struct str command);
/* Append a row with printed text, or a heading, which cannot be selected. */
struct dialog_row *dialog_addf(struct dialog *b, struct str command,
	const char *fmt, ...) PRINTF_LIKE(3, 4);
void dialog_heading(struct dialog *b, const char *text);
void dialog_footer(struct dialog *b, const char *text);
/* Select the current row, or the first. Call after adding all rows. */
void dialog_ready(struct dialog *b);

/* Commands of the keys in the map "menu". */
extern const struct command menu_commands[];
/* Handle a key. False: it is not for the box. */
bool dialog_key(struct screen *s, int key);
void dialog_paste(struct screen *s, struct str text);
void dialog_draw(struct screen *s, struct grid *g);

#endif
