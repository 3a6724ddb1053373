/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Panes. A pane is a row of functions in a file of its own (pane_NAME.c), and a
 * row of PANE_ROWS in app/state.h. All other code treats panes alike, except
 * for the functions at the end of this header.
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

/* draw, info and move are required; the others may be NULL. */
struct pane {
	const char *name; /* "Flame" */
	const char *map;  /* key map; its name for :pane */
	size_t size;      /* bytes of s->own[], all zero at first */
	/* True if the profile has anything for it; else the title does not
	   offer it. NULL: always. */
	bool (*there)(const struct screen *s);
	/* Draw into a rectangle without the rule. */
	void (*draw)(struct screen *s, struct grid *g, struct rect r);
	/* Append texts for the rule: beside the name and at the right end. */
	void (*info)(
		struct screen *s, struct strbuf *info, struct strbuf *right);
	void (*move)(struct screen *s, enum move move);
	/* Count the rows: left by the row filter, and all. NULL: the
	   table's. */
	void (*rows)(struct screen *s, uint32_t *shown, uint32_t *all);
	/* Return the number of rows it can use, for -print. NULL: a default. */
	int (*height)(struct screen *s);
	/* True if the worker makes `product` for it while it is on screen. */
	bool fed;
	enum product_id product;
	/* True if it still shows an earlier selection because keys do not rest
	   yet (see keys_rest()). NULL: it never does. */
	bool (*lags)(const struct screen *s);
	/* Update what is shown, after each key and each result, while it is on
	   screen; may ask the worker for more. */
	void (*refresh)(struct screen *s);
	/* Return the milliseconds until refresh() is due without a key; -1:
	   never. NULL: never. */
	int (*waits)(struct screen *s);
	/* Get the source file and line under the cursor, for the editor and to
	   copy. False: there is none. NULL: the selection's. */
	bool (*file)(struct screen *s, struct str *path, int64_t *line);
	/* Go to the next (1) or previous (-1) match, for n and N; false: there
	   is none. NULL: the graph's. */
	bool (*find)(struct screen *s, int step);
	/* Append its own stack to copy, one function per line, leaf first.
	   NULL: the selection's. */
	void (*stack)(struct screen *s, struct strbuf *out);
	/* Append the status line while focused. NULL: the selection's. */
	void (*status)(struct screen *s, struct strbuf *out);
	/* Return the function under the cursor: the status line then covers all
	   its call paths, and `edge` gets the row's text about a call. NONE:
	   the selection is a call path. */
	frame_id (*row)(struct screen *s, struct strbuf *edge);
	/* Handle a mouse button on a hit of the drawn grid. False: a double
	   click then acts as Enter, too. */
	bool (*click)(struct screen *s, uint32_t hit);
	/* Handle a drag over such a hit; `over`: the button was released. NULL:
	   nothing happens. */
	void (*drag)(struct screen *s, uint32_t hit, bool over);
	/* Handle the wheel, up (1) or down (-1), over a hit. NULL: it moves. */
	void (*wheel)(struct screen *s, uint32_t hit, int up);
	/* Free what borrows a view other than the one shown; at the end all it
	   has. */
	void (*forget)(struct screen *s, bool all);
	const struct keylegend *legend; /* [n_legend] keys for the hint line */
	size_t n_legend;
	const struct command *command; /* its own; the last has no name */
};

const struct pane *pane_of(enum pane_id id);
const struct pane *pane_focused(const struct screen *s);
/* Return the key that opens it; 0: none. */
int pane_digit(enum pane_id id);
/* Find a pane by its digit or name; PANES: there is none. */
enum pane_id pane_named(struct str name);

/* Scroll long names sideways. False: `move` is not to the side. */
bool list_sideways(int *skip, enum move move);
/* Return the rows that a move covers (up is negative), `rows` to an end. */
int64_t list_steps(enum move move, int page, int64_t rows);
/* Return the nearest row there is; 0 if there are none. */
uint32_t list_row(int64_t at, int64_t rows);

/* ---- The graph ---- */

struct matches;
struct paint;

/* True if the pane has a rule: on a small screen the graph needs the row. */
bool pane_has_rule(const struct screen *s, enum pane_id id);
/* Return the graph as moves need it, with the pane's size. */
struct nav flame_nav(struct screen *s);
/* Return the node that a move leads to from `at`; `page` is in rows. */
struct selection flame_moved(const struct screen *s, const struct nav *nav,
	struct selection at, enum move move, int page);
/* Get the first and the last level with boxes, as drawn. */
void flame_levels(const struct screen *s, int *lo, int *hi);
/* Return how many of its first levels share a row: only if rows are few. */
int flame_fold(struct screen *s);
/* Return the rows that the whole graph has, without the zoom. */
struct drawn flame_drawn(struct screen *s);
/* Bring the selection on screen: the zoom's window follows it. */
void flame_reveal(struct screen *s);
/* Return the colours of what is shown. */
const struct paint *flame_paint(struct screen *s);
/* Return the search's matches; NULL without a search. */
struct matches *flame_marks(struct screen *s);
/* Return the matches inside the zoom that the user chose. NULL without a search
   or a zoom. */
struct matches *flame_marks_in_zoom(struct screen *s);
/* Return that zoom's value, for percentages of it; 0 in a diff. */
int64_t flame_zoom_value(struct screen *s);
/* Select a frame's heaviest node, inside the zoom if it has one there. */
void flame_select_frame(struct screen *s, frame_id frame);
/* Go to the graph, to a frame's heaviest node in all of it. False, with a
   message: it has none. */
bool flame_show_frame(struct screen *s, frame_id frame);

/* ---- The timeline ---- */

/* True if anything open has more than one time. */
bool timeline_is_there(const struct screen *s);
/* Append the timeline as CSV, a row for each point of each line. */
void timeline_csv(struct screen *s, struct strbuf *out);
/* Return the strip's rows, with its rule. */
int timeline_rows(const struct screen *s);

/* ---- The table ---- */

/* Return the current rows. NULL while there is no view. */
struct top *table_top(struct screen *s);
/* Give the focused table a cursor: if the root is selected, select the first
   visible row. */
void table_hold(struct screen *s);
/* Put the frames whose names match a row filter into `out`. False, and an empty
   set: there is no filter, it is no valid pattern, or it is too complex
   (s->rows_stopped). */
bool frames_matching(struct screen *s, struct bits *out, const struct view *v,
	struct str pattern);

/* ---- The source ---- */

/* Return the function shown: the pinned one, the selected one, or the one with
   the largest self; NONE. */
frame_id source_frame(struct screen *s);
/* Move the cursor to that line when the selected function's source is there. */
void source_seek(struct screen *s, struct str file, int64_t line);
/* Get the line under the cursor, its file as the profile names it. False: there
   is none. */
bool source_line(struct screen *s, struct str *file, int64_t *line);

/* ---- The instructions ---- */

struct code_chain;
/* Return the lines of the instruction under the cursor; NULL: there is none, or
   they are unknown. */
const struct code_chain *asm_chain(struct screen *s);

/* ---- What grows ---- */

/* True if the list's comparison is on screen. grows_return() ends it. */
bool grows_compares(const struct screen *s);
void grows_return(struct screen *s);

/* ---- Callers and callees, and the inspector in their place ---- */

frame_id peek_frame(struct screen *s);
void peek_recenter(struct screen *s);
/* Update after the focus came to the pane or left it. */
void peek_hold(struct screen *s);

/* The inspector (present/inspector.h) is in a box over the panes, or docked,
   in place of the callers and callees. Docked, it follows the selection
   when keys rest.

       K   the box      K in it   docked      K again   as before        */
void inspect_key(struct screen *s);
/* Draw the keys of the docked inspector; false: it is not docked. */
bool inspect_hints(const struct screen *s, struct grid *g, int row);

#endif
