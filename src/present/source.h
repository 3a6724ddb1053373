/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of one function with what each line weighs.
 *
 *      Self   Total      %            Line │ shop/price/rules.go
 *         .       .                     41 │ func applyRules(c *Cart) Money {
 *         .       .                  43-51 │ 9 lines without samples
 *     0.11s   0.11s   2.6% ▎            52 │     for i := range rs {
 *   ▶ 0.12s   3.91s  91.4% ████████ ◆   54 │         m := r.apply(c.Code)
 *             3.72s  95.1%                 │         → (*rule).apply
 *             0.12s   3.1%                 │           the line itself
 *
 * One block for each file that the function has lines in, the heaviest first.
 * Of a diff the columns are both sides of the total and the change.
 *
 * The line under the cursor shows what it calls, and below inlined functions,
 * if that is wanted, their lines as far as they are inlined there:
 *
 *             0.70s  38.9%                   │         → leafᵢ  l.c:8
 *     0.60s   0.60s                        8 │             return s * 3;
 *
 * Four and more lines in a row
 * with less than half a percent of the function each are one row, which has
 * their sum. Without a text there are the lines that weigh something.
 *
 * Pure; borrows all that it is made of.
 */
#ifndef FT_PRESENT_SOURCE_H
#define FT_PRESENT_SOURCE_H

#include "analysis/annotate.h"
#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/regexp.h"
#include "present/caption.h"
#include "present/grid.h"
#include "present/number.h"

/* One file of the function. */
struct source_block {
	const struct routine *routine;
	const struct str *line; /* [n] its text; NULL: there is none */
	size_t n;
	const struct str *note; /* [n_notes] what is to be said above it */
	size_t n_notes;
};

enum source_row_kind {
	SOURCE_FILE, /* the name of a block's file, where there are more */
	SOURCE_NOTE,
	SOURCE_LINE,
	SOURCE_FOLD,   /* cold lines */
	SOURCE_CALLEE, /* what the line above calls, */
	SOURCE_BODY,   /* a line of that, inlined, */
	SOURCE_MORE,   /* "+3 more", */
	SOURCE_ITSELF, /* and its own part */
};

struct source_row {
	enum source_row_kind kind;
	uint32_t block, index;      /* of a note, of a callee */
	int64_t line, last;         /* 0: not known; last: SOURCE_FOLD */
	const struct line_sum *sum; /* NULL: it weighs nothing */
	struct row_sum self, total;
	uint32_t with_samples;      /* SOURCE_FOLD: so many of its lines */
	const struct routine *body; /* SOURCE_BODY: whose line it is */
};

/* Where the cursor is. */
enum source_on { SOURCE_ON_LINE, SOURCE_ON_FOLD, SOURCE_ON_NOTE };
struct source_at {
	uint32_t block;
	int64_t line; /* of a fold its first; of a note 0 */
	uint32_t sub; /* of a line 0, or which row below it; of a note which */
	enum source_on on;
};

/* The text of a file that inlined functions are in. */
struct source_text {
	struct str file;
	const struct str *line; /* [n] */
	size_t n;
};

/* Whose source it is. */
struct source_of {
	const struct view *view;       /* what is shown, */
	const struct listing *listing; /* and by lines; */
	const struct footing
		*footing; /* where it counts, and its lines: NULL: */
	const struct routines *routines; /* nothing inlined is shown */
	const struct source_text *text;  /* [n_texts] */
	size_t n_texts;
	frame_id frame;              /* in `view` */
	struct row_sum self, total; /* of the function, in the same places */
	const struct source_block *block; /* [n_blocks] */
	uint32_t n_blocks;
};

/* At most so many callees of a line are shown. */
enum { SOURCE_CALLEES = 5 };

/* What is inlined in the line under the cursor. */
struct source_bodies {
	const struct line_sum *of; /* NULL: not known */
	uint32_t n;
	struct routines *body[SOURCE_CALLEES]; /* [n] by callee; NULL: not
						  inlined */
};

/* A cold line of which the run is shown. */
struct source_opened {
	uint32_t block;
	int64_t line;
};

struct source_pane {
	struct arena arena;
	struct source_of of;
	struct numbers numbers;
	int64_t weight;       /* |total| of the function */
	uint64_t most;        /* the largest |total| of its lines */
	struct bits *foreign; /* [n_blocks] lines of other functions from the
				 routine's start on */
	uint32_t n_hot;
	struct source_at *hot; /* [n_hot] each with a hundredth of the function
				  or more, the heaviest first */
	VEC(struct source_row) row;
	uint32_t cursor; /* row */
	struct source_bodies bodies;
};

/* How the rows are laid. */
struct source_lay {
	bool fold;   /* cold lines are one row but for those `opened` */
	bool bodies; /* of inlined functions are shown */
	const struct source_opened *opened; /* [n_opened] */
	size_t n_opened;
};

struct source_pane *source_pane_new(const struct source_of *of);
void source_pane_free(struct source_pane *sp); /* NULL is fine */
/* The rows for a cursor, which is put on a row that there is. */
void source_pane_lay(struct source_pane *sp, struct source_at *at,
	const struct source_lay *how);
/* The row that is `steps` from the cursor. */
struct source_at source_pane_step(const struct source_pane *sp, int64_t steps);
struct source_at source_pane_row(const struct source_pane *sp, uint32_t row);
/* The heaviest line, and what a pattern finds: the next line or hot line from
   the cursor on. False: there is none. */
bool source_pane_hot(
	const struct source_pane *sp, struct source_at *at, int step);
bool source_pane_find(const struct source_pane *sp, struct regexp *m,
	struct source_at *at, int step);
/* The line that calls this function most; false: none does. */
bool source_pane_call(
	const struct source_pane *sp, uint32_t function, struct source_at *at);
/* The text of a line, or empty; how far it is indented, -1: it is blank. */
struct str source_pane_text(const struct source_pane *sp, struct source_at at);
int source_pane_indent(const struct source_pane *sp, struct source_at at);
/* The text of a row of SOURCE_BODY, or empty; how far it is indented, of its
   function or of the file. */
struct str source_pane_body(const struct source_pane *sp,
	const struct source_row *row, int *indent);
/* Is it in the range, but only other functions have samples there? */
bool source_pane_is_foreign(const struct source_pane *sp, struct source_at at);

enum source_columns { SOURCE_BOTH, SOURCE_TOTAL, SOURCE_COLUMNS };

struct source_draw {
	uint32_t first;
	int skip; /* columns scrolled out at the left of the text */
	bool focused;
	enum caption_mode labels;
	int64_t percent_of; /* 0: none are shown */
	bool of_line;       /* those of callees are of their line's total */
	enum source_columns columns;
	struct regexp *match; /* lines that match are marked; or NULL */
};

/* Rows that the heads and the last line take of so many. */
int source_pane_margin(int rows);
/* Hits: the row. */
void source_pane_draw(struct grid *g, struct rect r,
	const struct source_pane *sp, const struct source_draw *d);
/* "rules.go:54   self 0.12s 2.8% of function   total 3.91s 91.4% ...". */
void source_pane_status(
	const struct source_pane *sp, struct strbuf *out, bool ascii);
/* "self 0.34s 1.4%   total 4.28s 17.1%" */
void source_pane_totals(
	const struct source_pane *sp, struct strbuf *out, bool ascii);

#endif
