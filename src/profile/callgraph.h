/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The totals in a call-graph file. Such a file has no stacks; the profile's
 * stacks are made up (read/costs/costs.h), and their sums are estimates for
 * functions that call one another recursively. The file itself contains the
 * total of each function and of each call, callees included:
 *
 *     func    target  loc          value   entries
 *     build   -       -             953    1        total of build
 *     emit    -       -              63    2
 *     build   emit    app.py:26      61    -        total of the call
 *
 * Self values are not stored here: the samples have them exactly.
 */
#ifndef FT_PROFILE_CALLGRAPH_H
#define FT_PROFILE_CALLGRAPH_H

#include "base/vec.h"
#include "profile/ids.h"

struct arena;

struct callgraph_row {
	func_id func;    /* the function; the caller in a row for a call */
	func_id target;  /* callee; NONE in a row for a function */
	loc_id loc;      /* call site; NONE in a row for a function */
	bool is_base;    /* row of the base profile: its values are negative */
	int64_t entries; /* non-recursive calls of the function; -1: unknown */
};

/* The totals in a sealed profile, allocated in its arena. */
struct callgraph {
	uint32_t n;
	struct callgraph_row *row; /* [n] */
	int64_t **value;           /* [types][n] */
};

/* The totals in a builder, as rows. */
struct callgraph_rows {
	VEC(struct callgraph_row) row;
	VEC(int64_t) value; /* [row.n][types] */
};

void callgraph_rows_free(struct callgraph_rows *r);
/* Return the rows as columns in the arena; NULL if there are no rows. */
const struct callgraph *callgraph_new(
	const struct callgraph_rows *r, size_t types, struct arena *arena);

#endif
