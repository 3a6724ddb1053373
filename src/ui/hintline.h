/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line with a hint about the view: the view in short (present/inshort.h) or
 * the first hint (present/hint.h) that was not dismissed. Esc dismisses the
 * hint if nothing else is left to close; :notes lists all hints, but first the
 * last message with advice.
 */
#ifndef FT_UI_HINTLINE_H
#define FT_UI_HINTLINE_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "present/grid.h"
#include "present/hint.h"
#include "present/inshort.h"
#include "ui/stamp.h"

struct screen;

struct hintline {
	struct hints list;
	struct inshort brief;
	struct stamp made;           /* view of `list` and `brief` */
	bool ascii;                  /* `brief` is in ASCII */
	VEC(const char *) dismissed; /* hint ids */
};

/* True if the line needs PRODUCT_OWNERSHIP of the view. */
bool hintline_wants_owners(const struct screen *s);
/* Append the hint's text, if there is a hint, and return its style. */
enum style hintline_put(struct screen *s, struct strbuf *out);
/* Return a stack dump's first sentence if the root is selected and the screen
   has too few rows for the hint line; else "". */
struct str hintline_for_status(struct screen *s);
/* Draw the hint over a rule. */
void hintline_draw(struct screen *s, struct grid *g, int row);
/* Dismiss the hint. Return false if there is none. */
bool hintline_dismiss(struct screen *s);
/* Open a box that lists all hints. */
void hintline_list(struct screen *s);

#endif
