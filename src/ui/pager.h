/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pager: a report or another long text in place of the panes, to be
 * paged through and searched. The views beneath stay as they are; commands
 * that are typed meanwhile act on them. Its keys are the map "pager".
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
	struct arena arena; /* of title and lines */
	struct str title;
	VEC(struct str) line;
	struct page page; /* borrows line */
	int rows, cols;   /* that were last drawn */
	int widest;       /* columns of the longest line */

	struct strbuf pattern; /* of the search; empty: none */
	struct bits match;     /* lines */
	size_t n_match;

	bool finding; /* the prompt is open */
	struct prompt find;
	size_t from; /* first line when it was opened */
};

/* In place of what it shows. Title and text are copied. */
void pager_open(struct screen *s, struct str title, struct str text);
void pager_close(struct pager *p);

/* The commands of the keys of the map "pager". */
extern const struct command pager_commands[];
/* False when the key is not for the pager. */
bool pager_key(struct screen *s, int key);
void pager_paste(struct screen *s, struct str text);

/* Where the panes are; the line of its prompt, or of what was found, and the
   one below it, -1 where there is none. */
void pager_draw(struct screen *s, struct grid *g, struct rect r);
void pager_draw_bottom(struct screen *s, struct grid *g, int row, int hints);

#endif
