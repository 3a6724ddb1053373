/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state that undo and Esc in a prompt restore, as plain data: the undo list
 * is an array of struct state. All strings are in the app's pool.
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
#include "present/list.h"

/*
 * Paths of frames: places in a view that survive a recompute.
 *
 * A node id means nothing in the next view, so the selection and the zoom, now
 * and in every undo step, are stored as the path of frames from the root:
 *
 *     old view  root > main > serve > work     path [main, serve, work]
 *     hide=serve
 *     new view  root > main > work             a frame that is gone is
 *                                              skipped: work is found
 *     ignore=work
 *     new view  root > main > serve            the nearest frame that is left
 *                                              is found: serve
 *     lines are read from the binaries
 *     new view  root > main > serve > checkᵢ > work    checkᵢ is skipped
 *
 * A step contains the frame's printed text, its function and its file, so
 * that a path from a graph of functions is found in a graph of lines or files.
 * A path from a graph of callees is found in one of callers by its last
 * function.
 *
 * Paths are spans in a pool of strings (an append-only intern table): plain
 * data that is copied freely and lives as long as the pool.
 */

struct framepath {
	struct str steps;  /* in the pool; empty: the root */
	uint32_t count;    /* number of siblings if a group is selected, whose
			      first one the path leads to; 0: no group */
	uint32_t x0, x1;   /* visible part of a zoom, in 1/ZOOM_ONE */
	uint8_t direction; /* enum direction of its view */
	uint8_t side;      /* enum flamegraph_side */
};

/* The whole graph. */
#define FRAMEPATH_ROOT \
	{ \
		.steps = { NULL, 0 }, .x1 = ZOOM_ONE \
	}


struct framepath framepath_of(
	struct intern *pool, struct flamegraph *p, struct selection s);
struct framepath framepath_of_zoom(
	struct intern *pool, struct flamegraph *p, const struct zoom *z);
/* Find a path or the nearest frame that is left, at worst the root. */
struct selection framepath_find(const struct intern *pool, struct flamegraph *p,
	const struct framepath *path);
struct zoom framepath_find_zoom(const struct intern *pool, struct flamegraph *p,
	const struct framepath *path);

bool framepath_eq(const struct framepath *a, const struct framepath *b);

/* Convert from and to the option `zoom`; see framepath_add_name(). */
struct framepath framepath_from_names(
	struct intern *pool, struct str names, enum direction direction);
void framepath_names(const struct intern *pool, const struct framepath *p,
	struct strbuf *out);

/* The panes: id (PANE_x), definition (pane_x in ui/), and the digit key that
   opens it, or 0. The first three share the screen; the others open beside the
   graph or alone. The timeline is a strip above the others. */
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

/* Return the pane that can be open side by side with this one, or PANES. */
static inline enum pane_id
pane_partner(enum pane_id id)
{
	return id == PANE_SOURCE ? PANE_ASM
		: id == PANE_ASM ? PANE_SOURCE
				 : PANES;
}

/* The state of the panes that is not in the settings. */
struct arrangement {
	enum pane_id focus;
	enum pane_id extra;  /* the open extra pane; PANES: none */
	bool paired;         /* the partner of `extra` is also open */
	enum pane_id before; /* the focus before `extra` opened */
	bool strip;          /* the timeline is open */
	enum pane_id under;  /* the focus before the timeline opened */
	bool maximized;      /* only the focused pane is shown */
	int level;           /* the graph's first row: see selection_level() */
	struct list list[PANES];
};

/* True if that pane is open beside the graph and the lists. */
static inline bool
arrangement_has(const struct arrangement *a, enum pane_id id)
{
	return pane_is_extra(id) &&
		(a->extra == id || (a->paired && a->extra == pane_partner(id)));
}

enum { ZOOM_STEPS = 12 };

struct state {
	struct query query;
	struct settings settings; /* settings.zoom is set by app_target() */
	struct framepath sel;
	/* The zooms to go back through, the current one last. The whole graph
	   is not stored. */
	struct framepath zoom[ZOOM_STEPS];
	unsigned n_zooms;
	struct str opened;      /* frames whose chains are unfolded: an array
				   of struct framepath in the pool */
	struct str rows[PANES]; /* pattern that filters each list's rows */
	struct str pinned;      /* frame shown in the peek pane; "": the
				   selected one */
	struct str off;         /* inactive filters, one "option=value" per
				   line */
	struct arrangement panes;
	bool whole; /* in an undo list: the change also set options that undo
		       usually keeps, so all of them are restored */
};

/* Return the list whose rows are filtered while a pane has the focus. */
static inline enum pane_id
pane_list(enum pane_id focus)
{
	return focus == PANE_TAGS || focus == PANE_TRACES ? focus : PANE_TOP;
}

/* Initialize a state: the whole graph, no selection, the default panes. */
void state_init(struct state *s, const struct query *query,
	const struct settings *settings);
/* True if the states are equal in everything that undo restores: numbers and
   place, but not order, colours, names and panes. */
bool state_same(const struct state *a, const struct state *b);
/* True if the options that undo does not restore are equal. */
bool state_looks_same(const struct state *a, const struct state *b);
/* Return `to` with those parts of `now` that undo does not restore. */
struct state state_back(const struct state *now, const struct state *to);

/* Set the options that define a profile to those of `d`. */
struct profile_variant;
void state_take_derivation(struct state *s, const struct profile_variant *d);

enum { OPENED_MOST = 64 };
/* Return the number of opened chains; the i-th; add one, and forget the oldest
   if there are too many; forget all. */
size_t state_opened(const struct state *s);
struct framepath state_opened_at(const struct state *s, size_t i);
void state_open(struct intern *pool, struct state *s, struct framepath path);
void state_close_all(struct state *s);
/* Return the current zoom. */
struct framepath state_zoom(const struct state *s);
/* Add a zoom, or replace the current one. The whole graph clears the list. */
void state_push_zoom(struct state *s, struct framepath zoom);
void state_set_zoom(struct state *s, struct framepath zoom);

#endif
