/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of one function with the cost of each line.
 *
 *      Self   Total      %            Line │ shop/price/rules.go
 *         .       .                     41 │ func applyRules(c *Cart) Money {
 *         .       .                  43-51 │ 9 lines without samples
 *     0.11s   0.11s   2.6% ▎            52 │     for i := range rs {
 *   ▶ 0.12s   3.91s  91.4% ████████ ◆   54 │         m := r.apply(c.Code)
 *             3.72s  95.1%                 │         → (*rule).apply
 *             0.12s   3.1%                 │           the line itself
 *
 * One block per file that the function has lines in, the heaviest first. In a
 * diff, the columns are both sides of the total and the change.
 *
 * The line under the cursor shows its callees and, if enabled, the lines of
 * callees that were inlined there:
 *
 *             0.70s  38.9%                   │         → leafᵢ  l.c:8
 *     0.60s   0.60s                        8 │             return s * 3;
 *
 * Four or more consecutive lines with less than half a percent of the function
 * each fold into one row with their sum. Without source text, only lines with
 * samples are shown. They are also shown above a text that is not the one that
 * was profiled:
 *
 *     not the text that was profiled: step is at 1285 here, 1247 in the profile
 *     0.11s   0.11s   2.6% ▎          1252 │
 *                                     1285 │ func step(p []byte, pc *uintptr
 *
 * A pane borrows everything in its struct source_of.
 */
#ifndef FT_PRESENT_SOURCE_H
#define FT_PRESENT_SOURCE_H

#include "analysis/annotate.h"
#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/regexp.h"
#include "present/caption.h"
#include "present/list.h"
#include "present/number.h"

/* One file of the function. */
struct source_block {
	const struct routine *routine;
	const struct str *line; /* [n] source text, or NULL */
	size_t n;
	const struct str *note; /* [n_notes] shown beside the text */
	size_t n_notes;
	size_t n_above; /* notes above the lines; others are below */
	/* A note that replaces the file's name once the notes have scrolled
	   off; or empty. */
	struct str heading;
	/* For a text that is not the one that was profiled (textcheck.h):
	   note[doubted] and, shorter, `doubt` say why; its lines apart_from ..
	   apart_to, without weights, follow the lines with samples. */
	struct str doubt;
	uint32_t doubted;
	const struct str *apart; /* [n_apart], or NULL */
	size_t n_apart;
	int64_t apart_from, apart_to;
	/* In a diff, the lines by which the function has moved down, or up if
	   negative. If it has, lines of one side alone are neither new nor
	   gone: they may be the same code. */
	int64_t moved;
};

enum source_row_kind {
	SOURCE_FILE, /* a block's file name, if there are several */
	SOURCE_NOTE,
	SOURCE_LINE,
	SOURCE_FOLD,   /* cold lines */
	SOURCE_TEXT,   /* a line of another text: see source_block.apart */
	SOURCE_CALLEE, /* a callee of the line above */
	SOURCE_BODY,   /* a line inlined from the callee */
	SOURCE_MORE,   /* "+3 more" */
	SOURCE_ITSELF, /* the part of a line outside of its callees */
};

struct source_row {
	enum source_row_kind kind;
	uint32_t block, index;      /* index: of a block's note or callee */
	int64_t line, last;         /* 0: unknown; `last`: last line of a fold,
				       or line of the call */
	const struct line_sum *sum; /* NULL: no samples */
	struct row_sum self, total;
	uint32_t with_samples;      /* SOURCE_FOLD: lines with samples */
	/* SOURCE_BODY: the inlined function, and its text or NULL. */
	const struct routine *body;
	const struct source_text *text;
};

/* The position of the cursor. */
enum source_on {
	SOURCE_ON_LINE,
	SOURCE_ON_FOLD,
	SOURCE_ON_NOTE,
	SOURCE_ON_TEXT
};
struct source_at {
	uint32_t block;
	int64_t line; /* first line of a fold; 0 for a note */
	uint32_t sub; /* rows below the line; or the index of a note */
	enum source_on on;
};

/* The source text of a file with inlined functions. */
struct source_text {
	struct str file;
	const struct str *line; /* [n] */
	size_t n;
	bool part; /* only the beginning was read */
};

/* The function to show, and its data. */
struct source_of {
	const struct view *view;       /* the view shown */
	const struct listing *listing; /* the same view by lines */
	const struct footing
		*footing; /* nodes to count; needed with `routines` */
	const struct routines *routines; /* NULL: do not show inlined lines */
	const struct source_text *text;  /* [n_texts] */
	size_t n_texts;
	frame_id frame;             /* the function, in `view` */
	struct row_sum self, total; /* the function's sums over `footing` */
	const struct source_block *block; /* [n_blocks] */
	uint32_t n_blocks;
};

/* The most callees shown for a line. */
enum { SOURCE_CALLEES = 5 };

/* The code inlined in the line under the cursor. */
struct source_bodies {
	const struct line_sum *of; /* that line; NULL: not computed */
	uint32_t n;
	struct routines *body[SOURCE_CALLEES]; /* [n] by callee; NULL if
						  not inlined */
};

/* A cold line; the run of cold lines around it is not folded. */
struct source_opened {
	uint32_t block;
	int64_t line;
};

struct source_pane {
	struct arena arena;
	struct source_of of;
	struct numbers numbers;
	int64_t weight;       /* total of the function; in a diff, the larger */
	uint64_t most;        /* the largest |total| of its lines */
	struct bits *foreign; /* [n_blocks] bit i: only other functions have
				 samples on line routine->start + i */
	uint32_t n_hot;
	struct source_at *hot; /* [n_hot] lines with at least 1% of the
				  function, heaviest first */
	VEC(struct source_row) row;
	uint32_t cursor; /* index into row[] */
	struct source_bodies bodies;
};

/* The options for laying out rows. */
struct source_lay {
	bool fold;   /* fold cold lines, except runs in `opened` */
	bool bodies; /* show the lines of inlined functions */
	const struct source_opened *opened; /* [n_opened] */
	size_t n_opened;
};

struct source_pane *source_pane_new(const struct source_of *of);
void source_pane_free(struct source_pane *sp); /* NULL is fine */
/* Lay out the rows for a cursor at *at; if it has no row, move *at. */
void source_pane_lay(struct source_pane *sp, struct source_at *at,
	const struct source_lay *how);
/* True unless the cursor passes over the row: a file's name below the first. */
bool source_pane_can(const struct source_pane *sp, uint32_t row);
/* Return the position of a row. */
struct source_at source_pane_row(const struct source_pane *sp, uint32_t row);
/* Move *at to the next lighter (step 1) or heavier hot line, first the
   heaviest; or to the next matching line. Return false if there is none. */
bool source_pane_hot(
	const struct source_pane *sp, struct source_at *at, int step);
bool source_pane_find(const struct source_pane *sp, struct regexp *m,
	struct source_at *at, int step);
/* Move *at to the line that calls `function` most; false if none does. */
bool source_pane_call(
	const struct source_pane *sp, uint32_t function, struct source_at *at);
/* Return a line's text, or empty; or its indentation, -1 if it is blank. */
struct str source_pane_text(const struct source_pane *sp, struct source_at at);
int source_pane_indent(const struct source_pane *sp, struct source_at at);
/* Return a SOURCE_BODY row's text, or empty, and set its indentation within its
   function or file. */
struct str source_pane_body(const struct source_row *row, int *indent);
/* True if the line is in range, but only other functions have samples there. */
bool source_pane_is_foreign(const struct source_pane *sp, struct source_at at);

enum source_columns { SOURCE_BOTH, SOURCE_TOTAL, SOURCE_COLUMNS };

struct source_draw {
	struct list list;
	bool focused;
	enum caption_mode labels;
	int64_t percent_of; /* value of 100%; 0: no percentages */
	bool of_line;       /* for callees, 100% is the total of their line */
	enum source_columns columns;
	struct regexp *match; /* highlight matching lines; or NULL */
};

/* Return how many rows fit between the column heads and the last line. */
int source_page(int pane_rows);
/* Draw the pane. The hit of a row is its index in row[]. */
void source_pane_draw(struct grid *g, struct rect r,
	const struct source_pane *sp, const struct source_draw *d);
/* Append "rules.go:54   self 0.12s 2.8%   total 3.91s 91.4% of the ...". */
void source_pane_status(
	const struct source_pane *sp, struct strbuf *out, bool ascii);
/* Append "self 0.34s 1.4%   total 4.28s 17.1%". */
void source_pane_totals(
	const struct source_pane *sp, struct strbuf *out, bool ascii);

/* Append the lines of a fold, "43-51"; if that has more than `room` columns
   "1339-43" or, if need be, "1299-..". */
void source_range_put(
	struct strbuf *out, int64_t from, int64_t to, size_t room);

#endif
