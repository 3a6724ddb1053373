/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Snapshots of one process, one after the other, and what grows in them.
 *
 *                        02:00   02:05   02:10  ...
 *     Store.Put  total   11.2    11.6    12.0         MB in use
 *                self     9.1     9.5     9.9
 *     a > b              11.2    11.6    12.0         what b has of a's total
 *
 * A matrix of functions and times, filled from a view of each snapshot in any
 * order; the views may go at once. Functions are frames of the query, by their
 * printed text. growth_new() then says which of them grow:
 *
 * - Only the last run of the process is judged (trend_last_run()).
 * - A function is tried if its values differ so much that it could have grown
 *   by 64 kB or 1 % of the whole, whatever their order; of those tried, the
 *   ones that did grow by that are listed. All that are tried count when chance
 *   is bounded (trend_holds()). A gate has a limit of its own, so it also gets
 *   what grows less; among those, chance is bounded separately, so that they
 *   change nothing of what is listed.
 * - Who calls what grows grows with it: left out is a function of whose slope
 *   one callee explains 90 %. Of a recursive one the innermost call counts.
 * - If the time of a snapshot is only that of its file, or all have one time,
 *   growth is per snapshot and not per hour: is_per_hour.
 */
#ifndef FT_ANALYSIS_GROWTH_H
#define FT_ANALYSIS_GROWTH_H

#include "analysis/trend.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "engine/view.h"

/* The matrix, while it is filled. */
struct ledger;

struct ledger *ledger_new(void);
void ledger_free(struct ledger *s); /* NULL is fine */

/* A snapshot. */
struct growth_time {
	struct str name;
	int64_t at;      /* ms since 1970 */
	bool is_guessed; /* that is when its file was written */
	int64_t total; /* as all values, in the finest unit of all snapshots */
};

/* What the view of a snapshot weighs; its total is filled in. Texts are copied.
   -1 and err, and nothing was added: another sample type than the first one's
   or a unit that cannot be converted, a diff, a type of which growth means
   nothing because it is summed up over time. */
int ledger_add(struct ledger *s, const struct view *v, struct growth_time taken,
	struct err *err);

struct grower {
	struct str name;
	double slope, self_slope; /* per hour, or per snapshot */
	int64_t first, last;      /* in the run that is judged */
	double start;             /* the usual value when it appeared */
	struct trend trend;       /* of the total, per second or snapshot */
	bool holds;           /* it is no chance; of few snapshots unknown */
	bool is_small;        /* it grew less than what is listed */
	bool is_explained;    /* by one callee */
	double *value, *self; /* [n], of all snapshots; NULL from GROWTH_MOST
				 rows on */
};

enum { GROWTH_MOST = 512 }; /* rows that lists have */

struct growth {
	struct arena arena;
	struct str type, unit;
	size_t n;
	struct growth_time *snapshot; /* [n] by time */
	size_t first;                 /* of the run that is judged */
	bool is_per_hour;             /* false: growth is per snapshot */
	size_t n_guessed;             /* snapshots whose time is guessed */
	uint32_t functions;           /* with a value in it, */
	uint32_t tried;               /* of which so many could have grown */
	/* What grows: first what is no chance, the steepest first. After
	   them, those that one callee explains; then, for gates, those that
	   are small, in the same order. */
	size_t n_rows, n_explained, n_small;
	struct grower *row; /* [n_rows + n_explained + n_small] */
	struct err err;     /* why there is nothing: a file, a sample type */
};

/* NULL when asked to stop. The snapshots are not needed any more. small: also
   what grows less than what is listed. */
struct growth *growth_new(
	const struct ledger *s, bool small, const struct progress *progress);
/* One that only says why. */
struct growth *growth_failed(const struct err *err);
void growth_free(struct growth *g); /* NULL is fine */

/* Snapshots of the run that is judged. */
static inline size_t
growth_judged(const struct growth *g)
{
	return g->n - g->first;
}

/* How many rows a list has. */
static inline size_t
growth_listed(const struct growth *g)
{
	return g->n_rows < GROWTH_MOST ? g->n_rows : GROWTH_MOST;
}

#endif
