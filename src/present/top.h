/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of functions.
 *
 *        Self▾     %   Total     % Function
 *        2.31s  7.7%   2.94s  9.8% index.scoreDoc
 *     ▶  0.84s  2.8%   5.70s 19.0% price.applyRules
 *
 * In a diff:
 *
 *         Base     New      Δself▾      Δ%     ×  Function
 *      ▶ 1.10s   2.46s  ++ +1.36s  +123.6%  2.24  regexp.backtrack
 *        0.00s   0.90s  N  +0.90s      new   new  gzip.Write
 *
 * In a diff, self and total are changes. Base, new, delta% and times belong to
 * the value by which the table is sorted (the total, if sorted by cause, which
 * engine_internal.h explains). Rows are dim if the change may be chance. After
 * the causes come the other rows that stand out, by |delta self|, then the rest
 * by |delta total|.
 *
 * A struct top lists the rows of one view, which it borrows, in one order. It
 * is built when the view, the sort key or the row filter changes, then drawn
 * many times or printed as CSV. It has a row per function of the profile and is
 * rebuilt with each letter of a filter, so only visible rows are sorted.
 *
 * top.c has the rows and their order, topcolumns.c the columns: a column is a
 * row of TOP_COLUMNS here and a struct column_kind of that name there.
 */
#ifndef FT_PRESENT_TOP_H
#define FT_PRESENT_TOP_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "engine/sides.h"
#include "present/caption.h"
#include "present/list.h"
#include "present/inside.h"
#include "present/lazysort.h"
#include "present/number.h"

/* PER_CALL appears if the profile contains calls, BASE to CAUSE in a diff.
   BESIDE stands for self and total of each further sample type. */
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

/* A sort column, for the view's sample type or for another. */
struct top_sort {
	enum top_column by;
	uint32_t beside;    /* TOP_BESIDE: index into view.beside */
	bool of_total;      /* TOP_BESIDE and diff columns: the total, not the
			       self */
	bool reverse;       /* smallest first, names from Z to A */
};

struct top_options {
	struct top_sort sort;
	const struct bits *rows; /* only these frames; NULL: all */
	/* The columns, in order; n_columns 0: the usual set. */
	uint8_t column[TOP_COLUMN_KINDS];
	uint32_t n_columns;
	bool percents; /* false: no % columns */
	/* The functions and weights in the zoom; NULL: everything. */
	const struct inside *values;
	/* The part in which percentages are taken; NULL: everything. Functions
	   outside of the part show a dash. */
	const struct inside *shares;
	bool has_whole; /* 100% is `whole`, not the view's total */
	int64_t whole;
	double diff_min; /* in a diff: hide rows that changed less than this
			    share of the larger side */
};

/*
 *     row    0     1     2          sum: the selves of rows 0 .. row
 *     frame  17    3     40
 *     sum    2.31  4.59  6.57
 */
struct top {
	const struct view *view; /* borrowed */
	struct top_options o;    /* with the columns filled in */
	uint32_t n, all;         /* rows; rows before the row filter */
	/* In a diff: rows that may be noise, rows with a cause, rows that stand
	   out, rows hidden by diff_min. */
	uint32_t noise, causes, standing, hidden;
	const struct columns *self, *total; /* [frames.n] values of the rows */
	const struct columns *part_self, *part_total; /* values in o.shares */
	struct rank rank; /* sorted as far as viewed */
	struct str *file; /* [frames.n] with TOP_FILE: the texts to sort by */
	struct arena arena;
	uint32_t sum_row; /* row of the last top_sum(), or NONE */
	int64_t sum;
	struct numbers numbers;
	struct numbers *beside; /* [view.n_beside] */
	bool wide_percents;     /* some percentage has six characters */
	bool is_estimate; /* filters cut a total, which is only estimated */
};

struct top *top_new(const struct view *v, const struct top_options *o);
void top_free(struct top *t); /* NULL is fine */

frame_id top_frame(struct top *t, uint32_t row);
/* Return a frame's row, or NONE. */
uint32_t top_row_of(const struct top *t, frame_id frame);
/* Return the sum of selves down to a row, saturating; row < n. */
int64_t top_sum(struct top *t, uint32_t row);

/* True if the table is sorted by a total. */
bool top_is_by_total(const struct top *t);
/* Return both sides of a diff. */
struct sides top_sides(const struct top *t, frame_id frame, bool total);
/* True if the change in the value that sorts the table may be chance. */
bool top_is_noise(const struct top *t, frame_id frame);
/* True if the change in self or in total is significant, which the title
   counts. Without event counts: true if the function is a cause. */
bool top_stands_out(const struct top *t, frame_id frame);
/* Return the value that is 100%. */
int64_t top_base(const struct top *t);

struct top_draw {
	struct list list;
	bool focused;
	enum caption_mode labels;
	const struct bits *matches; /* frames the search found, or NULL */
	/* Return the source text of a frame's line, shown after the name if
	   there is room; or empty. NULL: not shown. */
	struct str (*text)(void *arg, frame_id frame);
	void *arg;
};

/* Draw a header line, then rows. The hit of a row is its number; the hit of a
   header cell is TOP_HIT_HEADER + a number for top_header_sort(). */
enum { TOP_HIT_HEADER = 0x40000000 };
void top_draw(
	struct grid *g, struct rect r, struct top *t, const struct top_draw *d);
/* Set the sort key of a header hit; false if the column has none. */
bool top_header_sort(const struct top *t, uint32_t hit, struct top_sort *out);
/* Return how many rows fit below the header. */
int top_page(int pane_rows);

/* Append all rows as CSV, in the table's order. Values are bare numbers; the
   header names the unit:

       self [ns],self%,total [ns],total%,function
       2310000000,7.70,2940000000,9.80,index.scoreDoc */
void top_csv(struct top *t, struct strbuf *out);
/* Append one row of the CSV; row NONE is the header. */
void top_csv_row(struct top *t, uint32_t row, struct strbuf *out);

/* Parse a sort key: "self", "total", "self%", "sum%", "total%", "name", "file",
   "alloc_space", "alloc_space:total", "base", "base:total", ..., "cause".
   "auto" is "cause" in a diff, else "self"; a leading "-" reverses. */
int top_sort_parse(struct str text, const struct view *v, struct top_sort *out,
	struct err *err);
void top_sort_print(
	struct top_sort s, const struct view *v, struct strbuf *out);
/* Return the next sort key to the left (-1) or right (+1), for < and >. */
struct top_sort top_sort_step(const struct top *t, int step);
/* Return a column by its name, "self%"; TOP_COLUMN_KINDS if there is none. */
enum top_column top_column_find(struct str name);
const char *top_column_name(enum top_column column);
/* Return a description of one line, for menus. */
const char *top_column_help(enum top_column column);
/* True for the columns of a diff: a side, a ratio or the cause. */
bool top_is_of_diff(enum top_column column);
/* Return the column to sort by: for a percentage, the column of its value. */
enum top_column top_sorts_as(enum top_column column);
/* Return a row's sort key, |the value in the column|, or 0 for texts. The
   largest key sorts first. */
uint64_t top_sort_key(struct top *t, struct top_sort s, frame_id frame);
/* Set err to list all columns or, with `sorts`, all sort keys; return -1. */
int top_column_unknown(
	struct err *err, const char *what, struct str name, bool sorts);
/* Parse comma-separated column names: "self,self%,total,name". */
int top_columns_parse(struct str text, struct top_options *o, struct err *err);

#endif
