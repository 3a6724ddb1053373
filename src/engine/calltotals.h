/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Totals of frames and calls in profiles read from call-graph files
 * (profile/callgraph.h). Their stacks are made up, so sums of stacks are
 * estimates. If the filters keep all of a frame, the file's total replaces it:
 *
 *     frame  in stacks  kept    in the file  total
 *     visit  4.10s      4.10s   13.69s       13.69s
 *     emit   0.06s      0.02s    0.06s        0.02s, an estimate
 *
 * A frame can hold several functions, such as all functions of a file. How much
 * their totals overlap is visible only in the stacks. If they overlap, the
 * frame's total is an estimate between their largest total and their sum.
 *
 * If a frame is only part of a function, such as a line, its total is its self
 * value plus the totals of its calls.
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

/* Replace the totals in w by the file's, where possible. Sets *entries (unless
   NULL) to the number of non-recursive calls of each frame: [frames.n] columns,
   NULL if unknown. Does nothing for other profiles. -1 when stopped. */
int calltotals_apply(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w, struct columns *entries);

/* Append "2 rows of several functions that call one another: totals are
   estimated", or nothing if there is no such row. */
void calltotals_remark(const struct view *v, struct strbuf *out);

/* A call between two frames of a view. */
struct call_edge {
	frame_id from, to;
	struct row_sum sum;
	int64_t calls; /* number, both sides of a diff added; 0: unknown */
};

/* Return the sample type "calls" of a call-graph profile, else NONE. */
uint32_t calltotals_column(const struct profile *p);

/* Return the calls in the view's call-graph file, sorted by `from`, then `to`,
   in the arena; NULL and *n 0 for other profiles. Calls from frames that the
   filters keep only in part are left out. So are calls to a function split into
   several frames, such as lines, unless any_frame is set: then `to` is one of
   those frames. */
struct call_edge *calltotals_edges(
	const struct view *v, bool any_frame, struct arena *arena, size_t *n);

#endif
