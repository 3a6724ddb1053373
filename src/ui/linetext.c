/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/linetext.h"

#include "base/vec.h"
#include "present/textcheck.h"
#include "ui/pane.h"
#include "ui/source_data.h"

enum { COLS_LEAST = 140 }; /* columns of the screen */

bool
linetext_is_shown(const struct screen *s)
{
	return s->cols >= COLS_LEAST && s->app->shown.view != NULL &&
		s->app->shown.view->query.granularity == GRAN_LINES;
}

void
linetext_look(struct screen *s, struct top *top)
{
	const struct view *v = s->app->shown.view;
	uint32_t first = s->app->now.panes.list[PANE_TOP].first;
	uint32_t rows = (uint32_t)s->arranged.pane[PANE_TOP].rows;
	VEC(struct source_wish) wish = { NULL, 0, 0 };

	for (uint32_t i = first;
		linetext_is_shown(s) && i < top->n && i - first < rows; i++) {
		struct source_wish w = sourcing_wish(v, top_frame(top, i));
		size_t k = 0;

		while (k < wish.n && !str_eq(wish.p[k].raw, w.raw))
			k++;
		if (k == wish.n && w.name.n > 0)
			vec_push(&wish, w);
	}
	sourcing_want(s, PANE_TOP, wish.p, wish.n);
	vec_free(&wish);
}

struct str
linetext_of(void *screen, frame_id frame)
{
	const struct screen *s = screen;
	const struct view *v = s->app->shown.view;
	const struct frame *f = &v->frames->frame[frame];
	struct source_wish wish = sourcing_wish(v, frame);
	const struct source *src = sourcing_file(s, wish.name, wish.raw);
	const struct profile *p = v->profile;
	struct text_facts facts;

	if (src == NULL || src->path.n == 0 || src->outside ||
		f->first_line == NONE)
		return STR_EMPTY;
	facts = sourcing_facts(src);
	return textcheck_line(&facts, f->file, f->name,
		p->func.start_line[p->line.func[f->first_line]], f->line);
}
