/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that undo takes back and Esc in a prompt restores, as plain
 * data: an undo list is a list of these. All strings are in the app's pool.
 */
#ifndef FT_APP_STATE_H
#define FT_APP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/framepath.h"
#include "base/str.h"
#include "conf/options.h"
#include "engine/query.h"

/* The panes: PANE_x, the row pane_x of the screen, the key that opens it. The
   first three share the screen; another one is opened beside the graph or
   alone, and closed again. */
#define PANE_ROWS(X) \
	X(FLAME, flame, 1) \
	X(TOP, top, 2) \
	X(PEEK, peek, 3) \
	X(TAGS, tags, 6) \
	X(TRACES, traces, 7) \
	X(INFO, info, 9)

enum pane_id {
#define PANE_ID(id, row, digit) PANE_##id,
	PANE_ROWS(PANE_ID)
#undef PANE_ID
		PANES
};

static inline bool
pane_is_extra(enum pane_id id)
{
	return id > PANE_PEEK;
}

/* How the panes are arranged, beyond what the settings say. */
struct arrangement {
	enum pane_id focus;
	enum pane_id extra;  /* the one that is open; PANES: none */
	enum pane_id before; /* what had the focus when it was opened */
	bool maximized;      /* the focused pane alone */
	int level;           /* the graph's first row: see target_level() */
	uint32_t row[PANES]; /* first row of the lists */
	int skip[PANES];     /* columns that names are scrolled by */
	uint32_t peek_line;  /* the peek pane's own cursor; NONE */
	uint32_t at[PANES];  /* cursors of the panes that are opened */
};

enum { ZOOM_STEPS = 12 };

struct state {
	struct query query;
	struct settings settings; /* its zoom is only valid in app_target() */
	struct framepath sel;
	/* The zooms to go back through, the present one last. The whole graph
	   is not among them. */
	struct framepath zoom[ZOOM_STEPS];
	unsigned n_zooms;
	struct str rows[PANES]; /* patterns of the row filters of the lists */
	struct str pinned;      /* frame that the peek pane is pinned to */
	struct str off;         /* filters switched off in the filter menu, one
				   "option=value" a line */
	struct arrangement panes;
};

/* The list whose rows are filtered when that pane has the focus. */
static inline enum pane_id
pane_list(enum pane_id focus)
{
	return focus == PANE_TAGS || focus == PANE_TRACES ? focus : PANE_TOP;
}

/* Nothing is zoomed or selected, and the panes are as at first. */
void state_init(struct state *s, const struct query *query,
	const struct settings *settings);
/* Do two states differ in what undo is for: not in cursors and scrolling? */
bool state_same(const struct state *a, const struct state *b);

/* The present zoom. */
struct framepath state_zoom(const struct state *s);
/* One more zoom; the present one becomes another (the whole graph: there is
   none). */
void state_push_zoom(struct state *s, struct framepath zoom);
void state_set_zoom(struct state *s, struct framepath zoom);

#endif
