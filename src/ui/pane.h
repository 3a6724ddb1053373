/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Panes. A pane is a row of functions, in a file of its own (pane_NAME.c), and
 * a row of PANE_ROWS in app/state.h; nothing else knows one from another, but
 * for what they offer each other at the end of this header.
 */
#ifndef FT_UI_PANE_H
#define FT_UI_PANE_H

#include "app/state.h"
#include "base/bits.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "present/grid.h"
#include "present/nav.h"
#include "present/status.h"
#include "ui/screen_internal.h"

enum move {
	MOVE_UP,
	MOVE_DOWN,
	MOVE_LEFT,
	MOVE_RIGHT,
	MOVE_ROW_START,
	MOVE_ROW_END,
	MOVE_FIRST,
	MOVE_LAST,
	MOVE_PAGE_UP,
	MOVE_PAGE_DOWN,
	MOVE_HALF_UP,
	MOVE_HALF_DOWN,
	MOVE_HOT_PATH,
};

/* draw, info and move are there; what else is NULL is left out. */
struct pane {
	const char *name; /* "Flame" */
	const char *map;  /* of its keys; its name for :pane */
	size_t size;      /* of s->own[], all zero at first */
	/* Has what is open anything for it? If not, the title does not offer
	   it. NULL: always. */
	bool (*there)(const struct screen *s);
	/* Into a rectangle without the rule. */
	void (*draw)(struct screen *s, struct grid *g, struct rect r);
	/* Texts in the rule, beside the name and at the right end. */
	void (*info)(
		struct screen *s, struct strbuf *info, struct strbuf *right);
	void (*move)(struct screen *s, enum move move);
	/* Rows that the row filter leaves, and all. NULL: those of the
	   table. */
	void (*rows)(struct screen *s, uint32_t *shown, uint32_t *all);
	/* Rows that it has use for, when it is printed. NULL: some. */
	int (*height)(struct screen *s);
	/* What the worker feeds it with while it is on screen. */
	bool fed;
	enum product_id product;
	/* Something else is selected than it shows, and keys do not rest yet
	   (see keys_rest()): it stays what it is. NULL: it never does. */
	bool (*lags)(const struct screen *s);
	/* Bring what is shown up to date, after each key and each result, while
	   it is on screen; it may ask the worker for more. */
	void (*refresh)(struct screen *s);
	/* Milliseconds until `refresh` has something to do when no key comes;
	   -1: nothing. NULL: never anything. */
	int (*waits)(struct screen *s);
	/* The source file and the line that the cursor is on, for the editor
	   and to be copied. False: it is on none. NULL: the selection's. */
	bool (*file)(struct screen *s, struct str *path, int64_t *line);
	/* n and N: to the next (1) or previous (-1) match; false: there is
	   none. NULL: the graph's. */
	bool (*find)(struct screen *s, int step);
	/* Its own stack to be copied, a function a line, the one that was
	   running first. NULL: the selection's. */
	void (*stack)(struct screen *s, struct strbuf *out);
	/* The status line while it has the focus. NULL: the selection's. */
	void (*status)(struct screen *s, struct strbuf *out);
	/* The function that the cursor is on, for the status line: what is said
	   then is of all its places; `edge` is what its row says of a call.
	   NONE: the selection is a place. */
	frame_id (*row)(struct screen *s, struct strbuf *edge);
	/* A mouse button, on a hit of the drawn grid. False: pressed twice it
	   is as if Enter was pressed, too. */
	bool (*click)(struct screen *s, uint32_t hit);
	/* The button is held and moved over such a hit; at last let go, when
	   `over` is true. NULL: nothing happens. */
	void (*drag)(struct screen *s, uint32_t hit, bool over);
	/* The wheel, up (1) or down (-1), on such a hit. NULL: it moves. */
	void (*wheel)(struct screen *s, uint32_t hit, int up);
	/* Free what borrows another view than the one that is shown; all of
	   what it keeps, at the end. */
	void (*forget)(struct screen *s, bool all);
	const struct keylegend *legend; /* [n_legend] keys of the line below */
	size_t n_legend;
	const struct command *command; /* its own; the last has no name */
};

const struct pane *pane_of(enum pane_id id);
const struct pane *pane_focused(const struct screen *s);
/* The key that opens it; 0: none. */
int pane_digit(enum pane_id id);
/* By its digit or its name; PANES when there is none. */
enum pane_id pane_named(struct str name);

/* How moves act on a list. A move to the side, of long names; false: it is
   none. */
bool list_sideways(int *skip, enum move move);
/* The rows that a move goes, up is negative; to an end it is all `rows`. */
int64_t list_steps(enum move move, int page, int64_t rows);
/* The nearest row there is; 0 without any. */
uint32_t list_row(int64_t at, int64_t rows);

/* ---- The graph ---- */

struct matches;
struct paint;

/* On a small screen the graph needs the row more than its name. */
bool pane_has_rule(const struct screen *s, enum pane_id id);
/* Moving needs to know the pane's size. */
struct nav flame_nav(struct screen *s);
/* The place that a move leads to from `at`; a page of so many rows. */
struct selection flame_moved(const struct screen *s, const struct nav *nav,
	struct selection at, enum move move, int page);
/* The first and the last level with boxes, of what was drawn. */
void flame_levels(const struct screen *s, int *lo, int *hi);
/* How many of its first levels share a row: only where rows are few. */
int flame_fold(struct screen *s);
/* How many rows the whole graph has, whatever is zoomed. */
struct drawn flame_drawn(struct screen *s);
/* Bring the selection on screen: the zoom's window follows it. */
void flame_reveal(struct screen *s);
/* The colours of what is shown. */
const struct paint *flame_paint(struct screen *s);
/* The matches of the search; NULL without. */
struct matches *flame_marks(struct screen *s);
/* Those in the zoom that was chosen: a search takes the zoom with it. NULL
   without a search, or a zoom. */
struct matches *flame_marks_in_zoom(struct screen *s);
/* What that zoom weighs, for shares of it; of a diff 0. */
int64_t flame_zoom_value(struct screen *s);
/* Select the heaviest place of a frame, one inside of the zoom if there is
   any. */
void flame_select_frame(struct screen *s, frame_id frame);
/* Go to the graph, to the heaviest place of a frame in all of it. False, and
   said: it has none. */
bool flame_show_frame(struct screen *s, frame_id frame);

/* ---- The timeline ---- */

/* Is anything open that has more than one time? */
bool timeline_is_there(const struct screen *s);
/* What it shows, as CSV: a line for each point of each of its lines. */
void timeline_csv(struct screen *s, struct strbuf *out);
/* Rows that the strip has, with its rule. */
int timeline_rows(const struct screen *s);

/* ---- The table ---- */

/* The rows as they are now. NULL while there is no view. */
struct top *table_top(struct screen *s);
/* While the table has the focus it has a cursor: where the root is selected,
   the first row that is seen gets it. */
void table_hold(struct screen *s);
/* The frames whose names match a row filter, in place of what was in `out`.
   False, and nothing in it: there is no filter, or it is not a pattern, or one
   that is too complex (s->rows_stopped). */
bool frames_matching(struct screen *s, struct bits *out, const struct view *v,
	struct str pattern);

/* ---- The source ---- */

/* The function that is looked at: the pinned one, the selected one, or the one
   with the most of its own; NONE. */
frame_id source_frame(struct screen *s);
/* The cursor goes to that line when the selected function's source is there. */
void source_seek(struct screen *s, struct str file, int64_t line);
/* The line that the cursor is on, in a file as the profile has it. False: it
   is on none. */
bool source_line(struct screen *s, struct str *file, int64_t *line);

/* ---- The instructions ---- */

struct code_chain;
/* The lines that the instruction under the cursor is of; NULL: there is none,
   or they are not known. */
const struct code_chain *asm_chain(struct screen *s);

/* ---- What grows ---- */

/* Is the comparison on screen that the list began? And back from it. */
bool grows_compares(const struct screen *s);
void grows_return(struct screen *s);

/* ---- Callers and callees, and the inspector in their place ---- */

frame_id peek_frame(struct screen *s);
void peek_recenter(struct screen *s);
/* The focus came to or left the pane. */
void peek_hold(struct screen *s);

/* The inspector (present/inspector.h) is in a box over the panes, or docked,
   in place of the callers and callees. Docked, it follows the selection
   when keys rest.

       K   the box      K in it   docked      K again   as before        */
void inspect_key(struct screen *s);
/* The keys of the docked one; false: it is not docked. */
bool inspect_hints(const struct screen *s, struct grid *g, int row);

#endif
