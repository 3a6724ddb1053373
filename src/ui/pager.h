/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pager: a report or another long text in place of the panes, to page
 * through and search. The view under it does not change; commands typed in the
 * pager act on that view. The pager's keys are in the map "pager".
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
	struct arena arena; /* owns title and lines */
	struct str title;
	VEC(struct str) line;
	struct page page; /* borrows line */
	int rows, cols;   /* as last drawn */
	int widest;       /* columns of the longest line */

	struct strbuf pattern; /* search pattern; empty: none */
	struct bits match;     /* bit i: line i matches */
	size_t n_match;

	bool finding; /* the search prompt is open */
	struct prompt find;
	uint32_t from; /* first visible line when the prompt was opened */
};

/* Show a text, replacing an open one. Title and text are copied. */
void pager_open(struct screen *s, struct str title, struct str text);
void pager_close(struct pager *p);

/* Commands of the keys in the map "pager". */
extern const struct command pager_commands[];
/* Handle a key. Return false if the caller must handle it. */
bool pager_key(struct screen *s, int key);
void pager_paste(struct screen *s, struct str text);

/* pager_draw() draws the text in place of the panes. pager_draw_bottom() draws
   the prompt or search result in `row`, and keys in `hints` (-1: none). */
void pager_draw(struct screen *s, struct grid *g, struct rect r);
void pager_draw_bottom(struct screen *s, struct grid *g, int row, int hints);

#endif
