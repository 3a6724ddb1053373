/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The totals of frames and calls of a profile that was a call graph
 * (profile/callgraph.h). Its stacks are made up, and what they add up to is
 * an estimate; the file's own totals take its place wherever the filters leave
 * a frame whole:
 *
 *     frame  stacks  of these stay  the file says  total
 *     visit  4.10s   4.10s          13.69s         13.69s
 *     emit   0.06s   0.02s           0.06s          0.02s, an estimate
 *
 * Several functions may be one frame, by their name or as lines of a file. How
 * much of their time is the same only the stacks tell; where some of it is, the
 * total is an estimate, too: at least that of one of them, and at most all.
 *
 * A frame that is but a part of a function, a line, has what it cost itself
 * and what its calls did.
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

/* Weights whose totals come from the stacks get the file's instead; *entries
   becomes how often frames were called while they were not running ([frames.n]
   columns, of which the value may be NULL). Does nothing for other profiles. -1
   when it was asked to stop. */
int calltotals_apply(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w, struct columns *entries);

/* "2 rows of several functions that call one another: totals are estimated",
   whatever the filters leave; nothing where there is no such row. */
void calltotals_remark(const struct view *v, struct strbuf *out);

/* A call between two frames of a view. */
struct call_edge {
	frame_id from, to;
	struct row_sum sum;
	int64_t calls; /* of both sides together; 0: not known */
};

/* The sample type that counts calls, of a profile that was a call graph; NONE:
   there is none. */
uint32_t calltotals_column(const struct profile *p);

/* All calls of whole frames that the view's file says something of, by `from`,
   then `to`, into the arena. Of a function that is several frames, as by lines,
   no call to it is among them; with any_frame `to` is any of these. NULL and *n
   0 for other profiles. */
struct call_edge *calltotals_edges(
	const struct view *v, bool any_frame, struct arena *arena, size_t *n);

#endif
