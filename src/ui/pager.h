/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pager: a report or another long text in place of the panes, to page
 * through and search. The views beneath do not change; commands typed
 * meanwhile act on them. Its keys are the map "pager".
 */
#ifndef FT_UI_PAGER_H
#define FT_UI_PAGER_H

#include "app/command.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/str.h"
#include "base/vec.h"
#include "present/page.h"
#include "ui/prompt.h"

struct screen;

struct pager {
	bool open;
	struct arena arena; /* title and lines */
	struct str title;
	VEC(struct str) line;
	struct page page; /* borrows line */
	int rows, cols;   /* as last drawn */
	int widest;       /* columns of the longest line */

	struct strbuf pattern; /* search; empty: none */
	struct bits match;     /* matching lines */
	size_t n_match;

	bool finding; /* the prompt is open */
	struct prompt find;
	size_t from; /* first line when the prompt was opened */
};

/* Show a text, replacing an open one. Title and text are copied. */
void pager_open(struct screen *s, struct str title, struct str text);
void pager_close(struct pager *p);

/* Commands of the keys in the map "pager". */
extern const struct command pager_commands[];
/* Handle a key. False: it is not for the pager. */
bool pager_key(struct screen *s, int key);
void pager_paste(struct screen *s, struct str text);

/* Draw the text in the panes' place; below it, in `row`, the prompt or the
   search result, and the keys in `hints` (-1: there is no such row). */
void pager_draw(struct screen *s, struct grid *g, struct rect r);
void pager_draw_bottom(struct screen *s, struct grid *g, int row, int hints);

#endif
