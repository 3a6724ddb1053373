/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines at the bottom: what is selected, what the search found, key
 * hints, the row of function keys, messages, the prompt.
 */
#ifndef FT_PRESENT_STATUS_H
#define FT_PRESENT_STATUS_H

#include "base/strbuf.h"
#include "present/caption.h"
#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/number.h"

/* Of a place in the graph, as much as fits in `cols`:

	price.applyRules   self 0.84s 2.8%   total 5.70s 19.0%   of view 19.0%
	of parent 72.8%   shop/price/rules.go:41

   of a function with other places:

	regexp.step   here 0.10s 1.3%, 1 of 32 places   everywhere self 0.25s
	total 0.73s

   of a group: how many, their weight, the first names. */
void status_of_target(struct strbuf *out, struct flamegraph *p,
	struct selection s, const struct zoom *z, const struct numbers *n,
	enum caption_mode labels, bool ascii, int cols);
/* Of a function in a list, all its places together. */
struct status_row {
	struct str edge; /* "from Quote 5.70s": the row is about that; or "" */
	bool by_total;   /* of a diff: the row has both sides of the total */
};
void status_of_frame(struct strbuf *out, const struct view *v, frame_id frame,
	const struct status_row *row, const struct numbers *n,
	enum caption_mode labels, bool ascii, int cols);
/* Which of the matches are spoken of, and where they are. */
struct status_found {
	uint32_t index;   /* the selected one, from 1; 0: it is none */
	bool heaviest;    /* of them */
	bool is_zoom;     /* they are those in the zoom: */
	uint32_t n_nodes; /* how many frames */
	int64_t value;    /* and what they weigh, */
	int64_t whole;    /* of what the zoom weighs; of a diff 0 */
};
/* " ✱ 3/17 frames (the heaviest), 4 functions, 5.70s 19.0%"; in a zoom
   " ✱ 1/3 frames in the zoom, 110 of 150, 73.3% of view; all 4 frames, 1
   function, 140 14.0% of all". */
void status_of_search(struct strbuf *out, const struct view *v,
	const struct numbers *n, const struct status_found *found, bool ascii);
/* "110 of 150, 73.3% of view"; whole 0: the value alone. */
void found_in_zoom_put(struct strbuf *out, const struct numbers *n,
	int64_t value, int64_t whole);
/* A status, message or error line over a whole row. */
void status_draw(struct grid *g, int row, struct str text, enum style style);
/* The same for what must be read whole: up to `most` lines, the last one in
   this row, broken at blanks. */
void status_draw_whole(
	struct grid *g, int row, int most, struct str text, enum style style);

struct keylegend {
	const char *key, *label; /* "Enter", "zoom" */
	const char *ascii_key;   /* NULL: the same */
};
/* "Enter zoom  Esc back  ..."; those that do not fit are left out, the last
   first. */
void keylegend_draw(
	struct grid *g, int row, const struct keylegend *hint, size_t n);
/* The same in what a line leaves from this column on, the first at the right
   end: "  ...  Esc back  Enter zoom", so that each has its place. */
void keylegend_draw_behind(struct grid *g, int row, int col,
	const struct keylegend *hint, size_t n);

/* "F1Help  F2Setup ..." for label[0] = F1; hits: HIT_FKEY + number. */
void fkeys_draw(struct grid *g, int row, const char *const label[], size_t n);

/* " focus: applyRules|Scan          2 functions  2 frames  35.1% kept" and,
   when the pattern is bad, a caret and the message on the next row. */
struct prompt_line {
	struct str label; /* "focus:" */
	struct str text;
	size_t cursor;     /* byte offset into text */
	struct str result; /* at the right; may be empty */
	bool bad;
	size_t bad_offset;  /* byte offset into text */
	struct str message; /* "missing closing parenthesis" */
};
/* Uses row and, when bad, row + 1. Puts the cursor. */
void prompt_draw(struct grid *g, int row, const struct prompt_line *pl);

/*
 * What the lines around the panes say of a diff.
 *
 *      flametop  DIFF  base old.pb.gz 28.1s  →  new shop.pb.gz 30.0s  cpu
 *          +1.90s (+6.8%)  12 of 61 changes stand out
 *
 *      ++ much slower  + slower  - faster  -- much faster  N new  G gone
 *
 *      applyRules   base 3.90s 13.9%  →  new 5.70s 19.0%   Δ +1.80s (+46.2%)
 *          95%: +1.39..+2.21s, real   Δself +0.34s
 *
 * What matters less goes first where there is no room.
 */

struct diff_title {
	const struct view *view;
	struct str base, new; /* what the sides are called; base may be "" */
	bool swapped;
};
/* On `cols` columns of a row, from col on; the columns used. */
int diff_title_draw(
	struct grid *g, int row, int col, int cols, const struct diff_title *t);

/* The signs and what they mean for this unit: slower, or more. */
int diff_legend_draw(
	struct grid *g, int row, int col, int cols, const struct view *v);

#endif
