/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The totals that a file of a call graph gives. Such a file has no stacks;
 * those of its profile are made up (read/costs/costs.h), and what they add up
 * to is an estimate wherever functions call one another in a circle. The file
 * itself says what each function and each call cost with all that was called
 * below:
 *
 *     func    target  loc          value   entries
 *     build   -       -             953    1        build's total
 *     emit    -       -              63    2
 *     build   emit    app.py:26      61    -        of the call
 *
 * Self values need none of this: the samples have them exactly.
 */
#ifndef FT_PROFILE_CALLGRAPH_H
#define FT_PROFILE_CALLGRAPH_H

#include "base/vec.h"
#include "profile/ids.h"

struct arena;

struct callgraph_row {
	func_id func;    /* whose total it is; of a call the caller */
	func_id target;  /* of a call: who is called; else NONE */
	loc_id loc;      /* of a call: from where; else NONE */
	bool is_base;    /* of the base of a diff: values are negative */
	int64_t entries; /* of a function: how often it was called while it was
			    not running already; -1: not known */
};

/* One belongs to a sealed profile, in its arena. */
struct callgraph {
	uint32_t n;
	struct callgraph_row *row; /* [n] */
	int64_t **value;           /* [types][n] */
};

/* While it grows. */
struct callgraph_rows {
	VEC(struct callgraph_row) row;
	VEC(int64_t) value; /* [row.n][types] */
};

void callgraph_rows_free(struct callgraph_rows *r);
/* As columns of the arena; NULL where there are no rows. */
const struct callgraph *callgraph_new(
	const struct callgraph_rows *r, size_t types, struct arena *arena);

#endif
