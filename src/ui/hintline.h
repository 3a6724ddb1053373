/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The quiet line about a view: the first remark (present/hint.h) that was
 * not dismissed. Esc dismisses it where there is nothing else to leave;
 * :notes lists all of them.
 */
#ifndef FT_UI_HINTLINE_H
#define FT_UI_HINTLINE_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "present/grid.h"
#include "present/hint.h"
#include "ui/stamp.h"

struct screen;

struct hintline {
	struct hints list;
	struct stamp made;           /* of the view that they are about */
	VEC(const char *) dismissed; /* ids */
};

/* Append what it says, if anything; how it looks. */
enum style hintline_put(struct screen *s, struct strbuf *out);
/* Into a row that is a rule already. */
void hintline_draw(struct screen *s, struct grid *g, int row);
/* False when there is no line to take away. */
bool hintline_dismiss(struct screen *s);
/* All of them, to be opened or dismissed. */
void hintline_list(struct screen *s);

#endif
