/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines above the panes: the title, and the breadcrumb line with filters
 * and facts about the view. The search in words, which may be there too.
 */
#ifndef FT_UI_HEAD_H
#define FT_UI_HEAD_H

#include "base/strbuf.h"
#include "present/grid.h"

struct screen;

void head_title_draw(struct screen *s, struct grid *g);
/* Draw the breadcrumb line. It ends with a hint, or with the search, if these
   have no row of their own: the rule, or a second row at the bottom. */
void head_crumbs_draw(struct screen *s, struct grid *g, int row, bool has_rule,
	bool has_second);

/* True if a search is shown in words. */
bool search_is_shown(const struct screen *s);
void search_put(struct screen *s, struct strbuf *out);

#endif
