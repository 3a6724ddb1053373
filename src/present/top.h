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
 * and times are of whichever of the two the table is sorted by (of the total
 * with cause, which is what engine_internal.h says), and rows whose change may
 * be chance are dim.
 *
 * A struct top is the list of rows of one view in one order: made when the
 * view, the sort key or the row filter changes, then drawn many times, also
 * as CSV. It borrows the view. A table has as many rows as a profile has
 * functions and is made anew with each key of a filter, so it is sorted only
 * where somebody looks.
 *
 * top.c has the rows and their order; topcolumns.c the columns: a column is
 * a row of TOP_COLUMNS here, and a struct column_kind of that name there.
 */
#ifndef FT_PRESENT_TOP_H
#define FT_PRESENT_TOP_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "engine/sides.h"
#include "present/caption.h"
#include "present/grid.h"
#include "present/inside.h"
#include "present/lazysort.h"
#include "present/number.h"

/* PER_CALL: where the profile knows calls. BASE to CAUSE are of a diff.
   BESIDE: self and total of each further sample type. */
#define TOP_COLUMNS(COLUMN) \
	COLUMN(SELF, self) \
	COLUMN(SELF_PERCENT, self_percent) \
	COLUMN(SUM_PERCENT, sum_percent) \
	COLUMN(TOTAL, total) \
	COLUMN(TOTAL_PERCENT, total_percent) \
	COLUMN(PER_CALL, per_call) \
	COLUMN(NAME, name) \
	COLUMN(FILE, file) \
	COLUMN(BASE, base) \
	COLUMN(NEW, new) \
	COLUMN(CHANGE, change) \
	COLUMN(TIMES, times) \
	COLUMN(CAUSE, cause) \
	COLUMN(BESIDE, beside)

#define TOP_ENUMERATOR(COLUMN, column) TOP_##COLUMN,

enum top_column { TOP_COLUMNS(TOP_ENUMERATOR) TOP_COLUMN_KINDS };

/* A column that can be sorted by: of the view's own type, or of beside[i]. */
struct top_sort {
	enum top_column by; /* TOP_BESIDE: see below */
	uint32_t beside;    /* TOP_BESIDE: index into view.beside */
	bool of_total;      /* TOP_BESIDE, of a diff: the total, not the
			       self */
	bool reverse;       /* smallest first, names from Z */
};

struct top_options {
	struct top_sort sort;
	const struct bits *rows; /* only these frames; NULL: all */
	/* Which columns, in order; n 0 is the usual set. */
	uint8_t column[TOP_COLUMN_KINDS];
	uint32_t n_columns;
	bool percents; /* false: no % columns */
	/* A zoom: its functions, and what these weigh in it; NULL: all. */
	const struct inside *values;
	/* Of which part the percentages are; NULL: of all. Functions that have
	   no place in it have a dash. */
	const struct inside *shares;
	bool has_whole; /* 100 % is what follows, and not all there is */
	int64_t whole;
	double diff_min; /* of a diff's larger side: rows that changed less are
			    left out */
};

/*
 *     row    0     1     2          sum: the selves of rows 0 .. row
 *     frame  17    3     40
 *     sum    2.31  4.59  6.57
 */
struct top {
	const struct view *view; /* borrowed */
	struct top_options o;    /* with its columns filled in */
	uint32_t n, all;         /* rows; rows before the row filter */
	/* Of a diff: how many rows may be noise or are causes, how
	   many diff_min hides. */
	uint32_t noise, causes, hidden;
	const struct columns *self, *total; /* [frames.n] of the rows */
	const struct columns *part_self, *part_total; /* of the percentages */
	struct rank rank; /* what was looked at is sorted */
	struct str *file; /* [frames.n] with TOP_FILE: what rows are sorted
			     by */
	struct arena arena;
	uint32_t sum_row; /* the row whose sum was asked for last, or NONE */
	int64_t sum;
	struct numbers numbers;
	struct numbers *beside; /* [view.n_beside] */
	bool wide_percents;     /* some percentage has six characters */
	bool is_estimate; /* some total is: filters leave a part of it */
};

struct top *top_new(const struct view *v, const struct top_options *o);
void top_free(struct top *t); /* NULL is fine */

frame_id top_frame(struct top *t, uint32_t row);
/* The row of a frame, or NONE. */
uint32_t top_row_of(const struct top *t, frame_id frame);
/* Saturating; row < n. */
int64_t top_sum(struct top *t, uint32_t row);

/* The table is by totals. */
bool top_is_by_total(const struct top *t);
/* Both sides of a diff. */
struct sides top_sides(const struct top *t, frame_id frame, bool total);
/* May this change be chance? */
bool top_may_be_chance(const struct top *t, frame_id frame, bool total);
/* May that be so of what the table is about? */
bool top_is_noise(const struct top *t, frame_id frame);
/* What is 100 %. */
int64_t top_base(const struct top *t);

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
void top_draw(
	struct grid *g, struct rect r, struct top *t, const struct top_draw *d);
/* The sort key behind a header hit; false when it cannot be sorted by. */
bool top_header_sort(const struct top *t, uint32_t hit, struct top_sort *out);
/* Rows that fit: all but the header. */
int top_page(int pane_rows);

/* The columns as CSV, all rows in their order. Values are bare numbers, the
   header names their unit:

       self [ns],self%,total [ns],total%,function
       2310000000,7.70,2940000000,9.80,index.scoreDoc */
void top_csv(struct top *t, struct strbuf *out);
/* One of them; the header is row NONE. */
void top_csv_row(struct top *t, uint32_t row, struct strbuf *out);

/* Sort keys by name: "self", "total", "self%", "sum%", "total%", "name",
   "file", "alloc_space", "alloc_space:total", "base", "base:total", ...,
   "cause"; "auto" is "cause" of a diff, "self" of all else; "-" in front
   reverses. */
int top_sort_parse(struct str text, const struct view *v, struct top_sort *out,
	struct err *err);
void top_sort_print(
	struct top_sort s, const struct view *v, struct strbuf *out);
/* The key left (-1) or right (+1) of s among the columns, for < and >. */
struct top_sort top_sort_step(const struct top *t, int step);
/* A column by its name, "self%"; TOP_COLUMN_KINDS when there is none. */
enum top_column top_column_find(struct str name);
const char *top_column_name(enum top_column column);
/* One line for menus. */
const char *top_column_help(enum top_column column);
/* Columns that show one side of a diff or a ratio. */
bool top_is_of_diff(enum top_column column);
/* What a column sorts by: shares by what they are shares of. */
enum top_column top_sorts_as(enum top_column column);
/* What a row is sorted by, the larger first: the size of the value that the
   column shows; 0 for texts. */
uint64_t top_sort_key(struct top *t, struct top_sort s, frame_id frame);
/* -1 and err: the names of all columns; of all sort keys with `sorts`. */
int top_column_unknown(
	struct err *err, const char *what, struct str name, bool sorts);
/* "self,self%,total,name": column names, comma separated. */
int top_columns_parse(struct str text, struct top_options *o, struct err *err);

#endif
