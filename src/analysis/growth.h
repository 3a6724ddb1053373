/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growth over consecutive snapshots of one process.
 *
 *                        02:00   02:05   02:10  ...
 *     Store.Put  total   11.2    11.6    12.0         MB in use
 *                self     9.1     9.5     9.9
 *     a > b              11.2    11.6    12.0         what b has of a's total
 *
 * The ledger is a matrix of functions and times, filled from views in any
 * order; a view may be freed once it is added. Functions are frames of the
 * query, by their printed text. growth_new() then finds those that grow:
 *
 * - Only the last run of the process is judged (trend_last_run()).
 * - A function is tried if its values, in their best order, would grow by 64 kB
 *   or 1 % of the whole. Those tried that did grow by that are listed. All that
 *   are tried count when chance is bounded (trend_holds()). A gate has its own
 *   limit, so it also gets smaller growth. Its chance is bounded separately, so
 *   the list stays the same.
 * - Callers of a growing function grow with it: a function is left out if one
 *   callee explains 90 % of its slope. In recursion the innermost call counts.
 * - If a snapshot's time is only that of its file, or all have one time, growth
 *   is per snapshot instead of per hour: is_per_hour.
 */
#ifndef FT_ANALYSIS_GROWTH_H
#define FT_ANALYSIS_GROWTH_H

#include "analysis/trend.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "engine/view.h"

/* The matrix while it is being filled. */
struct ledger;

struct ledger *ledger_new(void);
void ledger_free(struct ledger *s); /* NULL is fine */

struct growth_time {
	struct str name;
	int64_t at;      /* ms since 1970 */
	bool is_guessed; /* taken from the file's modification time */
	int64_t total;   /* sum of values, in the snapshots' finest unit */
};

/* Add a snapshot's weights; `taken` gets its total. Texts are copied. -1 and
   err, with nothing added, for a sample type other than the first snapshot's, a
   unit that cannot be converted, a diff, or a type that adds up over time,
   which says nothing about growth. */
int ledger_add(struct ledger *s, const struct view *v, struct growth_time taken,
	struct err *err);

struct grower {
	struct str name;
	double slope, self_slope; /* per hour, or per snapshot */
	int64_t first, last;      /* in the judged run */
	double start;             /* usual value when the function appeared */
	struct trend trend;       /* the total's, per second or snapshot */
	bool holds;               /* significant; unknown for few snapshots */
	bool is_small;            /* grew less than listed rows */
	bool is_explained;        /* by one callee */
	double *value, *self; /* [n], of all snapshots; NULL from GROWTH_MOST
				 rows on */
};

enum { GROWTH_MOST = 512 }; /* most rows of a list */

struct growth {
	struct arena arena;
	struct str type, unit;
	size_t n;
	struct growth_time *snapshot; /* [n] by time */
	size_t first;                 /* start of the judged run */
	bool is_per_hour;             /* false: growth is per snapshot */
	size_t n_guessed;             /* snapshots whose time is guessed */
	uint32_t functions;           /* functions with a value in the run */
	uint32_t tried;               /* those of them that could have grown */
	/* Growing functions: first significant ones, the steepest first. Then
	   those that one callee explains; then, for gates, small ones. All in
	   the same order. */
	size_t n_rows, n_explained, n_small;
	struct grower *row; /* [n_rows + n_explained + n_small] */
	struct err err;     /* why there is no result: a file, a sample type */
};

/* Return the growing functions; NULL if cancelled. The snapshots are no longer
   needed. small: also those that grow less than listed rows. */
struct growth *growth_new(
	const struct ledger *s, bool small, const struct progress *progress);
/* Return a growth that only contains an error. */
struct growth *growth_failed(const struct err *err);
void growth_free(struct growth *g); /* NULL is fine */

/* Return the number of snapshots in the judged run. */
static inline size_t
growth_judged(const struct growth *g)
{
	return g->n - g->first;
}

/* Return the number of rows that lists show. */
static inline size_t
growth_listed(const struct growth *g)
{
	return g->n_rows < GROWTH_MOST ? g->n_rows : GROWTH_MOST;
}

#endif
