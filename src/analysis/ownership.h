/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of a view is the user's own code, a library's or the runtime's, and
 * what the runtime does:
 *
 *                     self    total
 *     yours           2.7s     21s     without and with its callees
 *     libraries       8.9s     17s
 *     runtime        10.8s     12s
 *       garbage collection  4.1s ...
 *
 * Each sample counts in the row of its leaf (self), and once in each row that
 * any of its frames is in (total). A frame that interrupts a goroutine counts
 * as its caller, as on the screen (leaffold.h). A function of the runtime whose
 * name gives no kind (runtimes.h) gets the kind of its caller.
 *
 * A sample also belongs to one line of the user's code: that of the innermost
 * frame of the user's code on its stack. So a line's cost includes calls into
 * libraries and the runtime, but not calls of other lines of the user's code.
 */
#ifndef FT_ANALYSIS_OWNERSHIP_H
#define FT_ANALYSIS_OWNERSHIP_H

#include "base/strbuf.h"
#include "engine/origin.h"
#include "engine/view.h"

enum { ORIGIN_KINDS = ORIGIN_UNKNOWN + 1 };

/* The origin and kind of a frame by its name, or of a node on its path. */
struct judged {
	uint8_t origin, runtime, kind;
};

struct judged judged_of(
	struct origins *o, const struct frames *frames, frame_id frame);
/* Return the judgement of a node: that of its frame or, for system code whose
   name gives no kind, with the kind of its caller. */
struct judged judged_below(struct judged frame, struct judged parent);

struct owned {
	struct row_sum self, total;
};

/* The user's line with the highest cost. */
struct own_line {
	struct strbuf function, file; /* the file may be unknown */
	int64_t line;                 /* 0: no line is known */
	struct row_sum cost, self;
	/* In a diff: if lines were inserted above, this line of the base is
	   different code, and its cost means nothing. */
	bool may_have_moved;
};

struct ownership {
	struct row_sum all;
	int64_t whole; /* 100%; 0: none, for means */
	bool is_diff, is_mean;
	bool of_locks; /* the functions that lock count as the runtime */
	struct owned origin[ORIGIN_KINDS];
	struct owned kind[RKINDS]; /* system code by kind */
	struct owned runtime[RUNTIMES];
	struct row_sum other[RUNTIMES]; /* self values of the runtimes' code
					   without a kind */
	/* The kinds that have any cost, the heaviest first. */
	uint8_t by_weight[RKINDS];
	size_t n_kinds;
	struct strbuf program; /* the installed program that counts as the
				  user's; empty: none */
	const char *how;       /* how the program was found */
	struct own_line line;
};

/* A row of the table: an origin or, within the runtime, a kind. */
struct owner_row {
	const char *name;
	bool is_kind;
	const struct owned *of;
	enum origin_kind origin;
	const char *word; /* in filters: "origin:user", "kind:gc" */
};
enum { OWNER_ROWS = ORIGIN_KINDS + RKINDS };

/* Fill row[] with the rows that have a cost, and always with those of the user,
   the libraries and the runtime. Return their number. */
size_t ownership_rows(
	const struct ownership *o, struct owner_row row[OWNER_ROWS]);

/* Return the query for ownership_of(): like q, but with a frame per line,
   callers above callees, and nothing hidden by origin. */
struct query ownership_query(const struct query *q);
/* Sum a view of an ownership_query(). NULL when stopped; progress may be
   NULL. Free with ownership_free(). */
struct ownership *ownership_of(
	const struct view *v, struct progress *progress, struct err *err);
/* Compute the view of ownership_query(q) and sum it up. NULL if stopped, or
   with err set. */
struct ownership *ownership_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void ownership_free(struct ownership *o); /* NULL is fine */

/* Return the weight of a sum, and the weight that is 100%; in a diff, those of
   the new side. */
int64_t ownership_weight(const struct ownership *o, const struct row_sum *sum);
int64_t ownership_whole(const struct ownership *o);
/* Append " (Go, kernel)": the runtimes of the system's code, heaviest first. */
void ownership_put_runtimes(struct strbuf *out, const struct ownership *o);
/* The reason why there are no shares if o->is_mean. */
#define OWNERSHIP_OF_MEANS "means do not add up, so they have no shares"
/* Return "yours", "libraries", "runtime" or "unknown". */
const char *ownership_name(enum origin_kind kind);

#endif
