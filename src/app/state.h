/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What undo takes back and Esc in a prompt restores, as plain data: an undo
 * list is a list of these. All strings are in the app's pool.
 */
#ifndef FT_APP_STATE_H
#define FT_APP_STATE_H

#include "base/intern.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "conf/options.h"
#include "engine/query.h"
#include "present/flamegraph.h"
#include "present/layout.h"

/*
 * Paths of frames: places in a view that survive a recompute.
 *
 * A node id means nothing in the next view, so whatever has to be kept - the
 * selection, the zoom, both in every undo step - is kept as the path of
 * frames from the root:
 *
 *     old view  root > main > serve > work     path [main, serve, work]
 *     hide=serve
 *     new view  root > main > work             a frame that is gone is
 *                                              skipped: work is found
 *     ignore=work
 *     new view  root > main > serve            else the nearest one that is
 *                                              left: serve
 *     lines are read from the programs
 *     new view  root > main > serve > checkᵢ > work    inlined calls are passed
 *
 * A step remembers the frame's printed text, its function and its file, so
 * that a path taken among functions is found again among lines and files.
 * A path taken among callees is found among callers by its last function.
 *
 * Paths are spans in a pool of strings (an append-only intern table): plain
 * data that is copied freely and lives as long as the pool.
 */

struct framepath {
	struct str steps;  /* in the pool; empty: the root */
	uint32_t count;    /* of a group: its members, the last step being
			      the first of them; else 0 */
	uint32_t x0, x1;   /* of a zoom: the part of its width on screen */
	uint8_t direction; /* enum direction it was taken in */
	uint8_t side;      /* enum flamegraph_side */
};

/* All of the graph. */
#define FRAMEPATH_ROOT \
	{ \
		.steps = { NULL, 0 }, .x1 = ZOOM_ONE \
	}

/* A lasting copy of a string. */
struct str pool_str(struct intern *pool, struct str s);

struct framepath framepath_of(
	struct intern *pool, struct flamegraph *p, struct selection s);
struct framepath framepath_of_zoom(
	struct intern *pool, struct flamegraph *p, const struct zoom *z);
/* What is there of the path, or the nearest thing that is left. Never
   fails: in the worst case it is the root. */
struct selection framepath_find(const struct intern *pool, struct flamegraph *p,
	const struct framepath *path);
struct zoom framepath_find_zoom(const struct intern *pool, struct flamegraph *p,
	const struct framepath *path);

bool framepath_eq(const struct framepath *a, const struct framepath *b);

/* From and to the option `zoom`: printed names, see framepath_add_name(). */
struct framepath framepath_from_names(
	struct intern *pool, struct str names, enum direction direction);
void framepath_names(const struct intern *pool, const struct framepath *p,
	struct strbuf *out);

/* The panes: PANE_x, the row pane_x of the screen, the digit that opens it, or
   0. The first three share the screen; another one is opened beside the graph
   or alone, and closed again. The timeline is a strip over the others. */
#define PANE_ROWS(X) \
	X(FLAME, flame, 1) \
	X(TOP, top, 2) \
	X(PEEK, peek, 3) \
	X(SOURCE, source, 4) \
	X(ASM, asm, 5) \
	X(TAGS, tags, 6) \
	X(TRACES, traces, 7) \
	X(TIMELINE, timeline, 8) \
	X(GROWS, grows, 0) \
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
	return id > PANE_PEEK && id != PANE_TIMELINE;
}

/* Of two that are read side by side the other one; PANES: it stands alone. */
static inline enum pane_id
pane_partner(enum pane_id id)
{
	return id == PANE_SOURCE ? PANE_ASM
		: id == PANE_ASM ? PANE_SOURCE
				 : PANES;
}

/* How the panes are arranged, beyond what the settings say. */
struct arrangement {
	enum pane_id focus;
	enum pane_id extra;  /* the one that is open; PANES: none */
	bool paired;         /* and so is its partner */
	enum pane_id before; /* what had the focus when it was opened */
	bool strip;          /* the timeline is there; */
	enum pane_id under;  /* what had the focus before it got it */
	bool maximized;      /* the focused pane alone */
	int level;           /* the graph's first row: see selection_level() */
	uint32_t row[PANES]; /* first row of the lists */
	int skip[PANES];     /* columns that names are scrolled by */
	uint32_t peek_line;  /* the peek pane's own cursor; NONE */
	uint32_t at[PANES];  /* cursors of the panes that are opened */
};

/* Is that pane open beside the graph and the lists? */
static inline bool
arrangement_has(const struct arrangement *a, enum pane_id id)
{
	return pane_is_extra(id) &&
		(a->extra == id || (a->paired && a->extra == pane_partner(id)));
}

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
	bool whole; /* in a list of undo: what came then changed more than
		       undo is for, so that all of it goes back */
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
/* Are two states the same in what undo is for: numbers and place? Order,
   colours, names and panes are not. */
bool state_same(const struct state *a, const struct state *b);
/* Are they the same in the rest of what options say? */
bool state_looks_same(const struct state *a, const struct state *b);
/* The way back from `now`: `to`, but for what undo is not for. */
struct state state_back(const struct state *now, const struct state *to);

/* Ask for that profile of those that are open. */
struct profile_variant;
void state_take_derivation(struct state *s, const struct profile_variant *d);

/* The present zoom. */
struct framepath state_zoom(const struct state *s);
/* One more zoom; the present one becomes another (the whole graph: there is
   none). */
void state_push_zoom(struct state *s, struct framepath zoom);
void state_set_zoom(struct state *s, struct framepath zoom);

#endif
