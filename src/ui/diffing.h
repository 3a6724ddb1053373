/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the screen shows of a diff around the panes: for draw.c and the panes
 * alone. Each function does nothing for a view that is none.
 */
#ifndef FT_UI_DIFFING_H
#define FT_UI_DIFFING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "present/status.h"

struct screen;

struct diff_drawing {
	struct diff_title title;
	struct strbuf base, new; /* the names in it */
};

/* The title of what is shown, which lives in *d; NULL when it is no diff.
   `source` is what the new side is called without slices. */
const struct diff_title *diff_title(
	struct screen *s, struct diff_drawing *d, struct str source);
void diff_title_free(struct diff_drawing *d);

/* What the picture depends on, for the second line, with the keys that
   change it. Texts are in the arena. Returns how many. */
enum { DIFF_FACTS = 4 };
size_t diff_facts(
	struct screen *s, struct str fact[DIFF_FACTS], struct arena *arena);

/* The legend into a rule that is drawn, from column `from` on. */
void diff_rule_draw(
	struct screen *s, struct grid *g, int row, int from, int end);
/* The keys of a diff; on a small screen, whose rules are not drawn, the
   legend. False: there is nothing to say here. */
bool diff_hints_draw(struct screen *s, struct grid *g, int row, bool small);

#endif
