/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The totals of frames and calls of a profile that was a call graph
 * (profile/callgraph.h). Its stacks are made up, so their sums are estimates.
 * If the filters keep a frame whole, the file's own total replaces the sum:
 *
 *     frame  stacks  of these kept  in the file    total
 *     visit  4.10s   4.10s          13.69s         13.69s
 *     emit   0.06s   0.02s           0.06s          0.02s, an estimate
 *
 * One frame may be several functions, by name or as lines of a file. Only the
 * stacks show how much of their time overlaps. If some does, the total is an
 * estimate too: between the largest of theirs and the sum.
 *
 * A frame that is only a part of a function, such as a line, gets its self
 * value and the cost of its calls.
 */
#ifndef FT_ENGINE_CALLTOTALS_H
#define FT_ENGINE_CALLTOTALS_H

#include "base/arena.h"
#include "engine/weights.h"
#include "profile/ids.h"
#include "profile/profile.h"

struct run;
struct strbuf;
struct sums;
struct view;

/* Replace totals that come from the stacks by the file's. *entries: how often
   each frame was called while it was not running ([frames.n] columns; the value
   may be NULL). Does nothing for other profiles. -1 when stopped. */
int calltotals_apply(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w, struct columns *entries);

/* Append "2 rows of several functions that call one another: totals are
   estimated", or nothing if there is no such row. */
void calltotals_remark(const struct view *v, struct strbuf *out);

/* A call between two frames of a view. */
struct call_edge {
	frame_id from, to;
	struct row_sum sum;
	int64_t calls; /* calls of both sides together; 0: unknown */
};

/* Return the sample type that counts calls if the profile was a call graph,
   else NONE. */
uint32_t calltotals_column(const struct profile *p);

/* Return the calls of whole frames that the view's file contains, sorted by
   `from`, then `to`, in the arena. Calls to a function that is several frames,
   such as lines, are left out; with any_frame `to` is one of these. NULL and *n
   0 for other profiles. */
struct call_edge *calltotals_edges(
	const struct view *v, bool any_frame, struct arena *arena, size_t *n);

#endif
