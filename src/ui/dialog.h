/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boxes over the panes: menus, where one row is selected and Enter takes it,
 * and texts, which are only read. One is open at a time. The keys of boxes
 * are the map "menu" of the key table; in a menu with a filter line all
 * other characters narrow the rows.
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
	bool unfiltered; /* goes when something is typed, as headings do */
};

enum dialog_answer {
	DIALOG_IGNORED, /* not a key of this menu */
	DIALOG_STAYS,
	DIALOG_CLOSES,
};

/* How a box works; of a menu that is always opened alike, all of it. */
struct menu {
	const char *title;
	bool filters;    /* has a filter line, */
	bool searches;   /* whose text `fill` looks at itself */
	bool grouped;    /* rows stay below their headings, whose words count */
	bool drops_last; /* the last cell of lines that are too long */
	/* What a key does to a row (NULL: the menu has none); K_ENTER when
	   the row is taken. If there is none or it ignores Enter, Enter
	   closes and runs row->command. After DIALOG_STAYS `fill` is called
	   again. */
	enum dialog_answer (*act)(
		struct screen *s, const struct dialog_row *row, int key);
	void (*fill)(struct screen *s, struct dialog *b);
	const char *footer[2]; /* NULL: none */
};

struct dialog {
	enum dialog_kind kind;
	struct arena arena; /* of the texts */
	struct str title;
	VEC(struct dialog_row) row;
	VEC(size_t) shown;      /* the rows that the filter leaves */
	size_t selected, first; /* indices into shown */
	struct menu is;         /* but for the words, which are copied: */
	struct strbuf count;    /* right of it; empty: how many rows are left */
	bool passes; /* DIALOG_TEXT: another key closes it and does its work */
	struct prompt filter;
	bool typing; /* / was pressed: all letters are for the filter */
	struct str footer[2];
	size_t n_footer;
	struct rect list; /* where its rows were last drawn, */
	struct rect box;  /* with its border */
	/* It does not shrink while one types: the most that was drawn. */
	int most_rows, most_cols;
	int row_at, col_at; /* where it was asked for; 0 and 0: nowhere */
	int page;           /* rows that were last drawn */
};

void dialog_menu(struct screen *s, const struct menu *m);

/* Open a box in place of what was open; the title is copied. */
struct dialog *dialog_open(
	struct screen *s, enum dialog_kind kind, const char *title);
void dialog_close(struct screen *s);
void dialog_fini(struct dialog *b);
/* Append a row; text and command are copied. The row may be changed. */
struct dialog_row *dialog_add(
	struct dialog *b, struct str text, struct str command);
/* The same with the text printed; a heading cannot be selected. */
struct dialog_row *dialog_addf(struct dialog *b, struct str command,
	const char *fmt, ...) PRINTF_LIKE(3, 4);
void dialog_heading(struct dialog *b, const char *text);
void dialog_footer(struct dialog *b, const char *text);
/* After all rows were added: select the current one, or the first. */
void dialog_ready(struct dialog *b);

/* The commands of the keys of the map "menu". */
extern const struct command menu_commands[];
/* False when the key is not for the box. */
bool dialog_key(struct screen *s, int key);
void dialog_paste(struct screen *s, struct str text);
void dialog_draw(struct screen *s, struct grid *g);

#endif
