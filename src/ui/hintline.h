/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The quiet line about a view: the first hint (present/hint.h) that was not
 * dismissed. Esc dismisses it if nothing else is left to close; :notes lists
 * all hints.
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
	struct stamp made;           /* view that they are about */
	VEC(const char *) dismissed; /* ids */
};

/* Append the hint's text, if there is one; return its style. */
enum style hintline_put(struct screen *s, struct strbuf *out);
/* Draw the hint into a row that is a rule already. */
void hintline_draw(struct screen *s, struct grid *g, int row);
/* Dismiss the hint. False: there is none. */
bool hintline_dismiss(struct screen *s);
/* Open a box with all hints, to open or dismiss them. */
void hintline_list(struct screen *s);

#endif
