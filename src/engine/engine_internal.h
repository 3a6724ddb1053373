/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside the engine: the caches of its stages and the memory they work in.
 * Only files of this folder include it.
 *
 *     input    the profile that is filtered, and its samples by leaf
 *     framed   what a line is called            hits   one pattern's functions
 *     pick     focus and ignore, per location   cut    hide ... prune_from
 *     tagged   tag filters, per label set       sums   values per leaf
 *     by_leaf  samples by leaf, to sum them
 *     shape    the tree's structure             weighed   its numbers
 *     framesums  numbers of frames, without a tree
 *     inverted callers and sandwich             searched  the search
 *
 * A stage function returns a stage borrowed from its cache, or NULL with err
 * filled. Borrowed stages stay valid while one view is computed: each cache
 * has more slots than one view asks of it.
 */
#ifndef FT_ENGINE_ENGINE_INTERNAL_H
#define FT_ENGINE_ENGINE_INTERNAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "engine/frame.h"
#include "engine/query.h"
#include "engine/stage.h"
#include "engine/tree.h"
#include "profile/profile.h"

struct arena;
struct run;
struct view;

struct engine {
	struct profile *opened; /* referenced */
	struct stages inputs, framed, hits, picks, cuts, tagged, by_leaf, sums,
		shapes, weighed, framesums, inverted, searched;
	struct arena scratch; /* reset by whoever uses it, at the start */
	size_t max_bytes;     /* of all that, and the profile; 0: no limit */
	uint64_t counted;     /* the input of which these are, 0 at first: */
	size_t most_nodes;    /* see input_most_nodes() */
};

struct framed {
	struct stage stage;
	struct frames *frames;
};

/* One computation: what every stage function is given, and the stages made so
   far, each of those before it. */
struct run {
	struct engine *e;
	const struct query *q;
	unsigned frame_flags;      /* FRAMES_* */
	bool only_rows;            /* nobody asks for a tree */
	struct progress *progress; /* may be NULL */
	struct err *err;

	const struct input *input;
	const struct framed *framed;
	const struct pick *pick;
	const struct cut *cut;
	const struct tagged *tagged;
	const struct sums *sums;           /* of the selected sample type */
	const struct shape *shape;         /* NULL with framesums */
	const struct framesums *framesums; /* NULL: there is a tree */
	const struct weighed *weighed;
};

/* All of its stages. -1 and the run's err when a pattern or value is bad, or
   on request. */
int run_stages(struct run *run);
/* Before large columns of a stage are made: is there memory for `size` bytes
   more? Of the caches goes what is in the way. -1 and ERR_LIMIT, with how much
   would be needed. */
int run_room(const struct run *run, size_t size);
/* Do the filters leave this sample of the input, with a frame or without a
   stack of its own? After run_stages(). */
bool run_keeps(const struct run *run, size_t sample);
/* The frames of the input, found again while the query does not ask for
   others. */
const struct framed *framed_get(const struct run *run);
void framed_fini(struct stage *stage);

enum { RUN_STRIDE = 4096 }; /* nodes between two looks at the stop flag */

/* -1 with ERR_CANCELLED when it was asked to stop. */
static inline int
run_check(const struct run *run)
{
	if (progress_stopped(run->progress))
		return err_set(run->err, ERR_CANCELLED, "cancelled");
	return 0;
}

/* Zero a large column, in steps, until asked to stop: who fills it then looks
   first whether that was so. */
static inline void
run_zero(const struct run *run, void *p, size_t size)
{
	const size_t step = (size_t)1 << 20;

	for (size_t at = 0; at < size && !progress_stopped(run->progress);
		at += step)
		memset((unsigned char *)p + at, 0,
			size - at < step ? size - at : step);
}

/*
 * Which functions of a diff are the reason for its changes: those of which a
 * real change is left when one takes away what their callees explain.
 *
 *     main     +3.0s   of that +2.9s in parse and emit: explained
 *     parse    +2.0s   of that +2.0s in scan:           explained
 *     scan     +2.0s   calls nothing that changed:      cause +2.0s
 *     emit     +0.9s   +0.8s of it in runtime.concat:   cause +0.9s
 *
 * A callee explains what it costs more or less when called from there if that
 * change is real, or the callee's own is. If a function recurses, a sample
 * belongs to what its innermost call called. So causes add up: where all
 * changes are real and all code is the user's, their sum is the change of the
 * total.
 *
 * What is not the user's own code (origin.h) explains nothing and is no cause:
 * its costs are those of the own function that called it, so a cause is
 * something that somebody wrote. That a garbage collector has more to do is the
 * effect of one. Where no function is the user's own, all are.
 *
 * Real is what significance.h says; where events are not known, what is a
 * change at all.
 */

/* [frames.n]: the change that a function is the cause of, 0 for others. Of a
   diff's view that has its trees and evidence. */
const int64_t *causes_new(const struct view *v, struct arena *arena);

/*
 * The tree seen from its leaves, and from one function.
 *
 *   main;a;b 3     callers:  b 4            sandwich of a:   a 4
 *   main;b 1                 +- a 3         callees          `- b 3 (self 1)
 *   main;a 1                 |  `- main 3                    a 4
 *                            `- main 1      callers          `- main 4
 *                            a 1
 *                            `- main 1
 *
 * In these trees a node's self is what ends there: the part of a caller's
 * weight for which it was the root. Weights are exact, and the callers of a
 * pivot sum to its total: of a recursive pivot the outermost place counts.
 *
 * A large tree of callers is begun here and grows while it is looked at: see
 * lazycallers.h.
 */

struct inverted {
	struct stage stage;
	struct tree tree;    /* callers, or the callees of the pivot */
	struct tree callers; /* sandwich only; n == 0 otherwise */
	frame_id pivot;      /* NONE: none, or not in this profile */
	uint32_t max_depth;  /* of tree */
};

/* The query's direction is DIR_CALLERS or DIR_SANDWICH. */
const struct inverted *invert_get(const struct run *run);
void inverted_fini(struct stage *stage);

#endif
