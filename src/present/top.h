/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of functions.
 *
 *        Self▾     %   Total     % Function
 *        2.31s  7.7%   2.94s  9.8% index.scoreDoc
 *     ▶  0.84s  2.8%   5.70s 19.0% price.applyRules
 *
 * Of a diff:
 *
 *         Base     New      Δself▾      Δ%     ×  Function
 *      ▶ 1.10s   2.46s  ++ +1.36s  +123.6%  2.24  regexp.backtrack
 *        0.00s   0.90s  N  +0.90s      new   new  gzip.Write
 *
 * There self and total are the changes of self and total; base, new, delta%
 * and times are of whichever of the two the table is sorted by, and rows
 * whose change may be chance are dim.
 *
 * A struct top is the list of rows of one view in one order: made when the
 * view, the sort key or the row filter changes, then drawn many times. It
 * borrows the view. Columns that do not fit give way, the name last.
 */
#ifndef FT_PRESENT_TOP_H
#define FT_PRESENT_TOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/err.h"
#include "present/grid.h"
#include "present/caption.h"
#include "present/number.h"

enum top_column {
	TOP_SELF,
	TOP_SELF_PERCENT,
	TOP_SUM_PERCENT, /* of the self column, down to this row */
	TOP_TOTAL,
	TOP_TOTAL_PERCENT,
	TOP_NAME,
	TOP_FILE, /* file:line */
	/* Of a diff, else they show nothing. */
	TOP_BASE,
	TOP_NEW,
	TOP_CHANGE, /* delta in percent of the base */
	TOP_TIMES,  /* new / base */
	/* self and total of each further sample type */
	TOP_BESIDE,
	TOP_COLUMN_KINDS
};

/* A column that can be sorted by: of the view's own type, or of beside[i]. */
struct top_sort {
	enum top_column by; /* TOP_BESIDE: see below */
	uint32_t beside;    /* TOP_BESIDE: index into view.beside */
	bool of_total;      /* TOP_BESIDE, TOP_BASE ... TOP_TIMES: the total,
			       not the self */
	bool reverse;       /* smallest first, names from Z */
};

struct top_options {
	struct top_sort sort;
	const struct bits *rows; /* only these frames; NULL: all */
	/* Which columns, in order; n 0 is the usual set. */
	uint8_t column[TOP_COLUMN_KINDS];
	uint32_t n_columns;
	bool percents;        /* false: no % columns */
	int64_t percent_base; /* 100 %; 0: the view's total */
	double diff_min; /* of a diff's larger side: rows that changed less are
			    left out */
};

struct top;

struct top *top_new(const struct view *v, const struct top_options *o);
void top_free(struct top *t); /* NULL is fine */

/* Rows shown, and rows before the row filter. */
uint32_t top_rows(const struct top *t);
uint32_t top_all_rows(const struct top *t);
/* Of a diff: the table is by totals; how many rows may be chance, and how
   many diff_min hides. */
bool top_is_by_total(const struct top *t);
uint32_t top_noise_rows(const struct top *t);
uint32_t top_hidden_rows(const struct top *t);
frame_id top_frame(const struct top *t, uint32_t row);
/* The row of a frame, or NONE. */
uint32_t top_row_of(const struct top *t, frame_id frame);

struct top_draw {
	uint32_t selected; /* row or NONE */
	uint32_t first;    /* first row shown */
	int skip;          /* columns of the names scrolled out at the left */
	bool focused;
	enum caption_mode labels;
	const struct bits *matches; /* frames the search found, or NULL */
};

/* A header line, then rows. Hits: the row number; of header cells
   TOP_HIT_HEADER + the index of the column as top_header_sort() takes it. */
enum { TOP_HIT_HEADER = 0x40000000 };
void top_draw(struct grid *g, struct rect r, const struct top *t,
	const struct top_draw *d);
/* The sort key behind a header hit; false when it cannot be sorted by. */
bool top_header_sort(const struct top *t, uint32_t hit, struct top_sort *out);
/* Rows that fit: all but the header. */
int top_page(int pane_rows);
/* The first row to show so that `selected` is on screen, moving no more than
   needed. */
uint32_t top_scroll(uint32_t first, uint32_t selected, uint32_t rows, int page);

/* Sort keys by name: "self", "total", "self%", "sum%", "total%", "name",
   "file", "alloc_space", "alloc_space:total", "base", "base:total", ...; "-"
   in front reverses. */
int top_sort_parse(struct str text, const struct view *v, struct top_sort *out,
	struct err *err);
void top_sort_print(
	struct top_sort s, const struct view *v, struct strbuf *out);
/* The key left (-1) or right (+1) of s among the columns, for < and >. */
struct top_sort top_sort_step(const struct top *t, int step);
/* The name of a column, "self%"; NULL behind the last. */
const char *top_column_text(size_t column);
/* "self,self%,total,name": column names, comma separated. */
int top_columns_parse(struct str text, struct top_options *o, struct err *err);

#endif
