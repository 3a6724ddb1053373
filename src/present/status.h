/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines at the bottom: the selection, search results, key hints, function
 * keys, messages, the prompt.
 */
#ifndef FT_PRESENT_STATUS_H
#define FT_PRESENT_STATUS_H

#include "base/strbuf.h"
#include "present/caption.h"
#include "present/flamegraph.h"
#include "present/grid.h"
#include "present/layout.h"
#include "present/number.h"

/* Append as much about a selection in the graph as fits in `cols`:

	price.applyRules   self 0.84s 2.8%   total 5.70s 19.0%   of view 19.0%
	of parent 72.8%   shop/price/rules.go:41

   for a function with several nodes:

	regexp.step   this path 0.10s 1.3% (1 of 32)   all paths: self 0.25s
	total 0.73s

   for a group: its size, weight and first names. */
void status_of_target(struct strbuf *out, struct flamegraph *p,
	struct selection s, const struct zoom *z, const struct numbers *n,
	enum caption_mode labels, bool ascii, int cols);
/* A row for status_of_frame(), which describes all nodes of a function. */
struct status_row {
	struct str edge; /* "from Quote 5.70s" if the row is an edge; or "" */
	bool by_total;   /* in a diff: show both totals, not both selves */
};
void status_of_frame(struct strbuf *out, const struct view *v, frame_id frame,
	const struct status_row *row, const struct numbers *n,
	enum caption_mode labels, bool ascii, int cols);
/* The matches to describe. */
struct status_found {
	const struct found *all;
	uint32_t index;   /* the selected match, from 1; 0: none */
	bool heaviest;    /* the selected match is the heaviest */
	bool is_zoom;     /* count only matches in the zoom */
	uint32_t n_nodes; /* matching frames in the zoom */
	int64_t value;    /* weight of the matching frames in the zoom */
	int64_t whole;    /* the zoom's weight; 0 in a diff */
};
/* Append " ✱ 3/17 frames (the heaviest), 4 functions, 5.70s 19.0%"; in a zoom
   " ✱ 1/3 frames in the zoom, 110 of 150, 73.3% of view; all 4 frames, 1
   function, 140 14.0% of all". */
void status_of_search(struct strbuf *out, const struct view *v,
	const struct numbers *n, const struct status_found *found, bool ascii);
/* Append "110 of 150, 73.3% of view", or only the value if `whole` is 0. */
void found_in_zoom_put(struct strbuf *out, const struct numbers *n,
	int64_t value, int64_t whole);
/* Draw a status, message or error line over a whole row. */
void status_draw(struct grid *g, int row, struct str text, enum style style);
/* Draw a text that must be read in full: up to `most` lines, broken at blanks,
   the last of them on `row`. */
void status_draw_whole(
	struct grid *g, int row, int most, struct str text, enum style style);

struct keylegend {
	const char *key, *label; /* "Enter", "zoom" */
	const char *ascii_key;   /* NULL: the same as `key` */
};
/* Draw "Enter zoom  Esc back  ...", as many hints as fit. */
void keylegend_draw(
	struct grid *g, int row, const struct keylegend *hint, size_t n);
/* Draw hints from the right end to `col`, so that each keeps its place:
   "  ...  Esc back  Enter zoom". */
void keylegend_draw_behind(struct grid *g, int row, int col,
	const struct keylegend *hint, size_t n);

/* Draw "F1Help  F2Setup ..." for label[0] = F1. The hit of Fn: HIT_FKEY + n. */
void fkeys_draw(struct grid *g, int row, const char *const label[], size_t n);

/* A prompt: " focus: applyRules|Scan    2 functions  2 frames  35.1% kept". A
   bad pattern adds a caret and the message on the next row. */
struct prompt_line {
	struct str label; /* "focus:" */
	struct str text;
	size_t cursor;     /* byte offset into text */
	struct str result; /* at the right; may be empty */
	bool bad;
	size_t bad_offset;  /* byte offset into text */
	struct str message; /* "missing closing parenthesis" */
};
/* Draw in row and, if bad, row + 1. Places the cursor. */
void prompt_draw(struct grid *g, int row, const struct prompt_line *pl);

/*
 * The lines around the panes in a diff.
 *
 *      flametop  DIFF  base old.pb.gz 28.1s  →  new shop.pb.gz 30.0s  cpu
 *          +1.90s (+6.8%)  12 of 61 changes stand out
 *
 *      ++ much slower  + slower  - faster  -- much faster  N new  G gone
 *
 *      applyRules   base 3.90s 13.9%  →  new 5.70s 19.0%   Δ +1.80s (+46.2%)
 *          95% CI +1.39..+2.21s, significant   Δself +0.34s
 *
 * If there is no room, less important parts are left out first.
 */

struct diff_title {
	const struct view *view;
	struct str base, new; /* names of the sides; base may be "" */
	bool swapped;
};
/* Draw in at most `cols` columns and return the columns used. */
int diff_title_draw(
	struct grid *g, int row, int col, int cols, const struct diff_title *t);

/* Draw the signs of changes with words for the unit: "slower" or "more". */
int diff_legend_draw(
	struct grid *g, int row, int col, int cols, const struct view *v);
/* Draw these signs on a rule, between the columns `from` and `end`, if there is
   room; nothing if v is not a diff. */
void diff_rule_draw(
	struct grid *g, int row, int from, int end, const struct view *v);

#endif
