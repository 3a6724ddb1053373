/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growth over consecutive snapshots of one process.
 *
 *                        02:00   02:05   02:10  ...
 *     Store.Put  total   11.2    11.6    12.0         MB in use
 *                self     9.1     9.5     9.9
 *     a > b              11.2    11.6    12.0         share of b in a's total
 *
 * The ledger is a matrix of functions and times, filled from views in any
 * order; a view may be freed after it is added. Functions are frames of the
 * query, by their printed text. growth_new() then finds those that grow:
 *
 * - Only the last run of the process is judged (trend_last_run()).
 * - A function is tried if its values, when sorted, would grow by 64 KiB or 1%
 *   of the whole, whichever is less. It is listed if it did grow by that much.
 *   trend_holds() corrects for the number of functions tried. A gate has its
 *   own limit, so it also gets smaller growth; these functions are counted
 *   separately, and the list stays the same.
 * - Callers of a growing function grow with it: a function is left out if one
 *   callee explains 90 % of its slope, and its own growth is less than 5 % of
 *   it. In recursion the innermost call counts.
 * - Functions whose self grows most come first.
 * - If the time of a snapshot is only that of its file, or if all times are
 *   equal, growth is per snapshot instead of per hour (is_per_hour).
 */
#ifndef FT_ANALYSIS_GROWTH_H
#define FT_ANALYSIS_GROWTH_H

#include "analysis/trend.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "engine/verdict.h"
#include "engine/view.h"

/* The matrix while it is being filled. */
struct ledger;

struct ledger *ledger_new(void);
void ledger_free(struct ledger *s); /* s may be NULL */

struct growth_time {
	struct str name;
	int64_t at;      /* ms since 1970 */
	bool is_guessed; /* taken from the file's modification time */
	int64_t total;   /* sum of values, in the snapshots' finest unit */
};

/* Add a snapshot's weights; taken.total is ignored. Strings are copied. -1 and
   err, with nothing added, for a sample type other than the first snapshot's, a
   unit that cannot be converted, a diff, or a type that adds up over time,
   which cannot show growth. */
int ledger_add(struct ledger *s, const struct view *v, struct growth_time taken,
	struct err *err);

struct grower {
	struct str name;
	double slope, self_slope; /* per hour, or per snapshot */
	int64_t first, last;      /* values at the ends of the judged run */
	double start;             /* by trend_start() */
	struct trend trend;       /* for total, per second or snapshot */
	enum significance significance; /* real, chance, or too few snapshots */
	bool is_small;                  /* grew less than listed rows */
	bool is_explained;              /* one callee explains the growth */
	uint32_t callee;                /* row of that callee, or NONE */
	double *value, *self; /* [n] total and self in all snapshots; NULL for
				 small rows and after GROWTH_MOST rows */
};

enum { GROWTH_MOST = 512 }; /* maximum rows in a list */

struct growth {
	struct arena arena;
	struct str type, unit;
	size_t n;
	struct growth_time *snapshot; /* [n] by time */
	size_t first;                 /* first snapshot of the judged run */
	bool is_per_hour;             /* false: growth is per snapshot */
	size_t n_guessed;             /* snapshots with a guessed time */
	uint32_t functions;           /* functions with a value in the run */
	uint32_t tried;               /* functions that could have grown */
	/* Rows to list, rows that one callee explains, and small rows for
	   gates. Each part has significant rows first, then the steepest self,
	   then the steepest total. */
	size_t n_rows, n_explained, n_small;
	struct grower *row; /* [n_rows + n_explained + n_small] */
	struct err err;     /* set if there is no result */
};

/* Return the growing functions; NULL if cancelled. The snapshots need not exist
   any more. small: also return functions that grow less than listed rows. */
struct growth *growth_new(
	const struct ledger *s, bool small, const struct progress *progress);
/* Return a growth that only contains an error. */
struct growth *growth_failed(const struct err *err);
void growth_free(struct growth *g); /* g may be NULL */

/* Return the number of snapshots in the judged run. */
static inline size_t
growth_judged(const struct growth *g)
{
	return g->n - g->first;
}

/* Return the milliseconds of the judged run; 0 if times are guessed. */
static inline int64_t
growth_span(const struct growth *g)
{
	return g->n > 0 && g->n_guessed == 0
		? g->snapshot[g->n - 1].at - g->snapshot[g->first].at
		: 0;
}

/* Return the number of rows that lists show. */
static inline size_t
growth_listed(const struct growth *g)
{
	return g->n_rows < GROWTH_MOST ? g->n_rows : GROWTH_MOST;
}

#endif
