/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boxes over the panes: menus, where Enter takes the selected row, and texts,
 * which are read-only. At most one is open. Their keys are in the map "menu" of
 * the key table. In a menu with a filter line all other characters filter the
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
#include "present/list.h"
#include "ui/prompt.h"

struct screen;
struct dialog;

enum dialog_kind { DIALOG_CLOSED, DIALOG_MENU, DIALOG_TEXT };

struct dialog_row {
	struct str text;    /* cells separated by tabs */
	struct str command; /* command that Enter runs; empty: none */
	size_t tag;         /* for the menu's own use */
	bool heading, current;
	bool unfiltered; /* hidden while a filter is typed, like headings */
};

enum dialog_answer {
	DIALOG_IGNORED, /* not a key of this menu */
	DIALOG_STAYS,
	DIALOG_CLOSES,
};

/* Behaviour of a box, and all that dialog_menu() needs. */
struct menu {
	const char *title;
	bool filters;    /* has a filter line */
	bool searches;   /* fill() applies the filter itself */
	bool grouped;    /* filters also match headings, and keep them */
	bool drops_last; /* rows that are too wide lose their last cell */
	/* Handles a key for the selected row (NULL if there is none). Without
	   act(), or if it ignores K_ENTER, Enter closes the box and runs
	   row->command. After DIALOG_STAYS fill() is called again. */
	enum dialog_answer (*act)(
		struct screen *s, const struct dialog_row *row, int key);
	void (*fill)(struct screen *s, struct dialog *b);
	const char *footer[2]; /* NULL: none */
};

struct dialog {
	enum dialog_kind kind;
	struct arena arena; /* owns the texts */
	struct str title;
	VEC(struct dialog_row) row;
	VEC(size_t) shown; /* indices into row[]; rows that pass the filter */
	struct list list;  /* rows in `shown`; `at`: selected */
	struct menu is;         /* title and footer are unused */
	struct strbuf count;    /* beside the filter; empty: number of rows */
	bool passes; /* DIALOG_TEXT: other keys close the box and take effect */
	struct prompt filter;
	struct str footer[2];
	size_t n_footer;
	struct rect box; /* area of the whole box, as last drawn */
	/* Largest size drawn: the box does not shrink while the user types. */
	int most_rows, most_cols;
	int row_at, col_at; /* click that opened the box; 0, 0: none */
	int page;           /* number of visible rows as last drawn */
};

void dialog_menu(struct screen *s, const struct menu *m);

/* Open a box, replacing an open one; the title is copied. */
struct dialog *dialog_open(
	struct screen *s, enum dialog_kind kind, const char *title);
void dialog_close(struct screen *s);
void dialog_fini(struct dialog *b);
/* Append a row; the pointer is valid until the next one. Texts are copied. */
struct dialog_row *dialog_add(
	struct dialog *b, struct str text, struct str command);
/* Append a row with formatted text, or a heading, which cannot be selected. */
struct dialog_row *dialog_addf(struct dialog *b, struct str command,
	const char *fmt, ...) PRINTF_LIKE(3, 4);
void dialog_heading(struct dialog *b, const char *text);
void dialog_footer(struct dialog *b, const char *text);
/* Select the current row, or the first. Call after adding all rows. */
void dialog_ready(struct dialog *b);

/* Commands of the keys in the map "menu". */
extern const struct command menu_commands[];
/* Handle a key. Return false if the caller must handle it. */
bool dialog_key(struct screen *s, int key);
void dialog_paste(struct screen *s, struct str text);
void dialog_draw(struct screen *s, struct grid *g);

#endif
