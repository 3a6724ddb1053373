/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Panes. Each pane has a struct pane in its own file (pane_NAME.c) and a row of
 * PANE_ROWS in app/state.h. Other code uses a pane only through its struct,
 * except for the functions at the end of this header.
 */
#ifndef FT_UI_PANE_H
#define FT_UI_PANE_H

#include "app/state.h"
#include "base/bits.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "present/grid.h"
#include "present/list.h"
#include "present/nav.h"
#include "present/status.h"
#include "ui/screen_internal.h"

/* info is required, and length or draw and move; the others may be NULL. A pane
   with length() is a list: struct list, the keys and the mouse are handled here
   for all lists. */
struct pane {
	const char *name; /* "Flame" */
	const char *map;  /* name of the key map, and for :pane */
	size_t size;      /* bytes of s->own[id], initially zero */
	/* True if the profile has data for the pane; else the title omits the
	   pane. NULL: always. */
	bool (*there)(const struct screen *s);
	/* Update a list's rows and return their number. May set list.at. */
	uint32_t (*length)(struct screen *s);
	/* Return how many of a list's rows fit in `rows`. NULL: all. */
	int (*page)(int rows);
	/* True if the cursor can be on a row. NULL: on all. */
	bool (*can)(void *screen, uint32_t row);
	bool scrolls; /* the list is a text: it scrolls and has no cursor */
	/* Draw row `i` of a list. */
	void (*line)(
		struct screen *s, struct grid *g, struct rect line, uint32_t i);
	/* Called after a key or a click has moved list.at or, in a text,
	   list.first. */
	void (*moved)(struct screen *s);
	/* Draw into `r`, which excludes the rule. NULL: the list's lines. */
	void (*draw)(struct screen *s, struct grid *g, struct rect r);
	/* Append texts for the rule: after the name, and at the right end. */
	void (*info)(
		struct screen *s, struct strbuf *info, struct strbuf *right);
	/* NULL: pane_move_list(). */
	void (*move)(struct screen *s, enum move move);
	/* Count the rows that pass the row filter, and all rows. NULL: the
	   table's rows. */
	void (*rows)(struct screen *s, uint32_t *shown, uint32_t *all);
	/* Return the number of rows to print with -print. NULL: a default. */
	int (*height)(struct screen *s);
	/* True if the worker computes `product` while the pane is on screen. */
	bool fed;
	enum product_id product;
	/* True if the pane still shows an earlier selection, because it waits
	   for a pause in key presses (keys_rest()), until it is updated after
	   that. NULL: never. */
	bool (*lags)(const struct screen *s);
	/* Called after each key and each result while the pane is on screen.
	   May request data from the worker. */
	void (*refresh)(struct screen *s);
	/* Return the milliseconds until refresh() is due without a key; -1:
	   never. NULL: never. */
	int (*waits)(struct screen *s);
	/* Get the source file and line under the cursor, for the editor and for
	   copying. Return false if there is none. NULL: the selection's. */
	bool (*file)(struct screen *s, struct str *path, int64_t *line);
	/* Likewise, with the file as the profile names it, for links. */
	bool (*place)(struct screen *s, struct str *path, int64_t *line);
	/* Go to the next (1) or previous (-1) match, for n and N. Return false
	   if there is none. NULL: go to matches in the graph. */
	bool (*find)(struct screen *s, int step);
	/* Append the pane's own stack for copying, one function per line, leaf
	   first. NULL: the selection's. */
	void (*stack)(struct screen *s, struct strbuf *out);
	/* Append the status line of the focused pane. NULL: the selection's. */
	void (*status)(struct screen *s, struct strbuf *out);
	/* Return the function under the cursor, for a status line about all its
	   call paths; `edge` gets text about the row's call. Return NONE for a
	   status line about the selected node. */
	frame_id (*row)(struct screen *s, struct strbuf *edge);
	/* Handle a click on a hit of the drawn grid other than a row of a list.
	   Return false if a double click also acts as Enter. */
	bool (*click)(struct screen *s, uint32_t hit);
	/* Handle a drag over a hit; `over`: the button was released. NULL:
	   drags are ignored. */
	void (*drag)(struct screen *s, uint32_t hit, bool over);
	/* Handle the wheel, up (1) or down (-1). NULL: move() is used. */
	void (*wheel)(struct screen *s, uint32_t hit, int up);
	/* Free data that borrows a view other than the shown one; `all`: free
	   everything. */
	void (*forget)(struct screen *s, bool all);
	const struct keylegend *legend; /* [n_legend] keys for the hint line */
	size_t n_legend;
	const struct command *command; /* its commands; the last has no name */
};

const struct pane *pane_of(enum pane_id id);
const struct pane *pane_focused(const struct screen *s);
/* Return the digit that opens a pane; 0: none. */
int pane_digit(enum pane_id id);
/* Return the pane with a digit or name, or PANES. */
enum pane_id pane_named(struct str name);

void pane_draw(
	struct screen *s, enum pane_id id, struct grid *g, struct rect r);
void pane_move(struct screen *s, enum pane_id id, enum move move);
/* Move in a list, or scroll its names. */
void pane_move_list(struct screen *s, enum pane_id id, enum move move);
/* Handle a click. Return false if a double click also acts as Enter. */
bool pane_click(struct screen *s, enum pane_id id, uint32_t hit);

/* Let the info pane, when it opens, show the costs by owner of the code. */
void info_show_owners(struct screen *s);

/* ---- The graph ---- */

struct matches;
struct paint;

/* True if the pane has a rule. The graph alone on a small screen has none. */
bool pane_has_rule(const struct screen *s, enum pane_id id);
/* Return the graph, its zoom and the pane's width, for moves. */
struct nav flame_nav(struct screen *s);
/* Fold the graph's chains if they are to be folded in its pane, and return
   whether they are. */
bool flame_fold_chains(struct screen *s);
/* Return the rows of the whole graph in the full width. */
int flame_rows(struct screen *s);
/* Return the node to which a move from `at` leads; `page` is in rows. */
struct selection flame_moved(const struct screen *s, const struct nav *nav,
	struct selection at, enum move move, int page);
/* Get the first and the last level with boxes, as last drawn. */
void flame_levels(const struct screen *s, int *lo, int *hi);
/* On a screen with few rows, return how many of the first levels share the row
   of the level after them; else 0. */
int flame_fold(struct screen *s);
/* Measure the whole graph in rows, regardless of the zoom. */
struct drawn flame_drawn(struct screen *s);
/* Make the selection visible: adapt the zoom and scroll. */
void flame_reveal(struct screen *s);
/* Return the colours of the shown view. */
const struct paint *flame_paint(struct screen *s);
/* Return the search's matches; NULL without a search. */
struct matches *flame_marks(struct screen *s);
/* Return the matches inside the zoom that the user chose. NULL without a search
   or a zoom. */
struct matches *flame_marks_in_zoom(struct screen *s);
/* Return the search's result; with drop_negative that of the frames drawn. Its
   bits are the view's. */
struct found flame_found(struct screen *s);
/* Return the zoomed part's value, for percentages; 0 in a diff. */
int64_t flame_zoom_value(struct screen *s);
/* Select a frame's heaviest node, inside the zoom if it has one there. */
void flame_select_frame(struct screen *s, frame_id frame);
/* Focus the graph and select a frame's heaviest node in the whole graph. Return
   false, with a message, if there is none. */
bool flame_show_frame(struct screen *s, frame_id frame);

/* ---- The timeline ---- */

/* True if the open profiles cover more than one point in time. */
bool timeline_is_there(const struct screen *s);
/* Append the timeline as CSV, a row for each point of each line. */
void timeline_csv(struct screen *s, struct strbuf *out);
/* Return the height of the timeline in rows, including its rule. */
int timeline_rows(const struct screen *s);

/* ---- The table ---- */

/* Return the table's rows, or NULL while there is no view. */
struct top *table_top(struct screen *s);
/* In a diff, select the next (1) or the previous (-1) row that stands out.
   Return false if the view is not a diff. */
bool table_step_standing(struct screen *s, int step);
/* Make sure that the focused table has a cursor: if the root is selected,
   select the first visible row. */
void table_hold(struct screen *s);
/* Set the bits of the frames whose names match a row filter. Return false and
   an empty set if there is no filter, or it is invalid or too complex
   (s->rows_stopped). */
bool frames_matching(struct screen *s, struct bits *out, const struct view *v,
	struct str pattern);

/* ---- The source ---- */

/* Return the function whose source is shown: the pinned, the selected, or the
   one with the largest self; else NONE. */
frame_id source_frame(struct screen *s);
/* Move the cursor to a line once the selected function's source is read. */
void source_seek(struct screen *s, struct str file, int64_t line);
/* Get the line under the cursor and its file, as named in the profile. Return
   false if there is none. */
bool source_line(struct screen *s, struct str *file, int64_t *line);

/* ---- The instructions ---- */

struct code_chain;
/* Return the source lines of the instruction under the cursor, through all
   inlined calls, or NULL if they are unknown. */
const struct code_chain *asm_chain(struct screen *s);

/* ---- Growing functions ---- */

/* True if the list's comparison is shown; grows_return() ends it. */
bool grows_compares(const struct screen *s);
void grows_return(struct screen *s);

/* ---- Callers and callees, and the inspector in their place ---- */

frame_id peek_frame(struct screen *s);
void peek_recenter(struct screen *s);
/* Update after the pane got or lost the focus. */
void peek_hold(struct screen *s);

/* The inspector (present/inspector.h) is in a box over the panes, or docked in
   place of the callers and callees. A docked inspector follows the selection
   after a pause in key presses.

       K   the box      K in it   docked      K again   as before */
void inspect_key(struct screen *s);
/* Draw the keys of the docked inspector. Return false if it is not docked. */
bool inspect_hints(const struct screen *s, struct grid *g, int row);

#endif
