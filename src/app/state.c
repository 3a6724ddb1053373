/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What undo takes back: see state.h. */
#include "config.h"

#include "app/state.h"

#include <string.h>

#include "base/banned.h"

void
state_init(struct state *s, const struct query *query,
	const struct settings *settings)
{
	*s = (struct state){
		.query = *query,
		.settings = *settings,
		.sel = FRAMEPATH_ROOT,
		.panes = { .peek_line = NONE, .extra = PANES },
	};
}

/* Options are compared as text, so that a new row is never forgotten; but for
   the zoom, which is compared by itself. */
static bool
same_options(const struct state *a, const struct state *b)
{
	struct query q[2] = { a->query, b->query };
	struct settings set[2] = { a->settings, b->settings };
	struct options_target ta = { .query = &q[0], .settings = &set[0] };
	struct options_target tb = { .query = &q[1], .settings = &set[1] };
	bool same = true;
	size_t n;
	const struct option *o = options_all(&n);

	set[0].zoom = set[1].zoom = STR_EMPTY;
	for (size_t i = 0; i < n && same; i++)
		same = option_same(&o[i], ta, tb);
	return same;
}

bool
state_same(const struct state *a, const struct state *b)
{
	struct framepath za = state_zoom(a), zb = state_zoom(b);
	const struct arrangement *pa = &a->panes, *pb = &b->panes;

	for (int i = 0; i < PANES; i++)
		if (!str_eq(a->rows[i], b->rows[i]))
			return false;
	return framepath_eq(&za, &zb) && str_eq(a->pinned, b->pinned) &&
		str_eq(a->off, b->off) && pa->maximized == pb->maximized &&
		same_options(a, b);
}

struct framepath
state_zoom(const struct state *s)
{
	struct framepath all = FRAMEPATH_ROOT;

	return s->n_zooms > 0 ? s->zoom[s->n_zooms - 1] : all;
}

void
state_push_zoom(struct state *s, struct framepath zoom)
{
	if (zoom.steps.n == 0 && zoom.x0 == 0 && zoom.x1 == ZOOM_ONE) {
		s->n_zooms = 0;
		return;
	}
	if (s->n_zooms == ZOOM_STEPS) {
		memmove(&s->zoom[0], &s->zoom[1],
			(ZOOM_STEPS - 1) * sizeof(s->zoom[0]));
		s->n_zooms--;
	}
	s->zoom[s->n_zooms++] = zoom;
}

void
state_set_zoom(struct state *s, struct framepath zoom)
{
	if (s->n_zooms > 0)
		s->n_zooms--;
	/* Not the same twice: that would be a step back that does nothing. */
	if (s->n_zooms == 0 || !framepath_eq(&s->zoom[s->n_zooms - 1], &zoom))
		state_push_zoom(s, zoom);
}
