/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines above the panes: the title, and the breadcrumb line with filters
 * and facts about the view. Also the description of the search, which may be
 * shown there.
 */
#ifndef FT_UI_HEAD_H
#define FT_UI_HEAD_H

#include "base/strbuf.h"
#include "present/grid.h"

struct screen;

void head_title_draw(struct screen *s, struct grid *g);
/* Draw the breadcrumb line. A hint or the search is drawn at its end if neither
   the rule nor a second row at the bottom has room for it. */
void head_crumbs_draw(struct screen *s, struct grid *g, int row, bool has_rule,
	bool has_second);

/* True if a description of the search is shown. */
bool search_is_shown(const struct screen *s);
void search_put(struct screen *s, struct strbuf *out);

#endif
