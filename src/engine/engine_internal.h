/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Internals of the engine: the caches of its stages and their shared memory.
 * Only files in this folder include it.
 *
 *     input      the profile to filter, and its samples by leaf
 *     framed     the frame of each line
 *     hits       functions that one pattern matches
 *     pick       focus and ignore, per location
 *     cut        hide ... prune_from, per location and line
 *     tagged     label filters, per label set
 *     sums       values per leaf         by_leaf    samples sorted by leaf
 *     shape      the tree's structure    weighed    the tree's weights
 *     framesums  sums per frame, without a tree
 *     inverted   trees of callers        searched   frames found by the search
 *
 * A stage function returns a stage borrowed from its cache, or NULL with err
 * set. The stage stays valid until the view is computed, because each cache has
 * more slots than one view uses.
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
	struct arena scratch; /* reset by each user before use */
	size_t max_bytes;     /* limit for stages plus profile; 0: none */
	uint64_t counted;     /* id of the input that most_nodes is for; 0:
				 none */
	size_t most_nodes;    /* result of input_most_nodes() */
};

struct framed {
	struct stage stage;
	struct frames *frames;
};

/* One computation: the arguments of every stage function, and the stages made
   so far, in order. */
struct run {
	struct engine *e;
	const struct query *q;
	unsigned frame_flags;      /* FRAMES_* */
	bool only_rows;            /* the caller needs no tree */
	struct progress *progress; /* may be NULL */
	struct err *err;

	const struct input *input;
	const struct framed *framed;
	const struct pick *pick;
	const struct cut *cut;
	const struct tagged *tagged;
	const struct sums *sums;           /* for the selected sample type */
	const struct shape *shape;         /* NULL with framesums */
	const struct framesums *framesums; /* NULL if there is a tree */
	const struct weighed *weighed;
};

/* Make all stages. -1 and the run's err if a pattern or value is bad, or when
   stopped. */
int run_stages(struct run *run);
/* Keep all stages that are used from now on: stages_shrink() frees only others.
 */
void engine_keep(struct engine *e);
/* Free all stages that the last run did not use. True if there were any. */
bool engine_shrink(struct engine *e);
/* Return the memory that the process may have while a view is made
   (progress_limit()). */
size_t engine_allowed(struct engine *e);
/* Set err: making a view needs more memory. Returns -1. */
int engine_full(const struct engine *e, struct err *err);
/* Make room for a stage's large columns, `size` bytes, by dropping cached
   stages until they fit in the memory limit. If that is not enough, -1 and
   ERR_LIMIT with the size needed. */
int run_room(const struct run *run, size_t size);
/* True if the filters keep this sample of the input: it has a frame left or
   never had a stack. Call after run_stages(). */
bool run_keeps(const struct run *run, size_t sample);
/* Return the frames of the input, from the cache if the options match. */
const struct framed *framed_get(const struct run *run);
void framed_fini(struct stage *stage);

enum { RUN_STRIDE = 4096 }; /* iterations between checks of the stop flag */

/* Return -1 with ERR_CANCELLED after a stop request. */
static inline int
run_check(const struct run *run)
{
	if (progress_stopped(run->progress))
		return err_set(run->err, ERR_CANCELLED, "cancelled");
	return 0;
}

/* Zero a large column in steps, until a stop request. The caller must check for
   a request before it uses the column. */
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
 * The causes of a diff's changes: functions whose change is still significant
 * after subtracting the part that their callees explain.
 *
 *     main     +3.0s   of that +2.9s in parse and emit: explained
 *     parse    +2.0s   of that +2.0s in scan:           explained
 *     scan     +2.0s   calls nothing that changed:      cause +2.0s
 *     emit     +0.9s   of that +0.8s in runtime.concat: cause +0.9s
 *
 * A callee explains the change of its cost in calls from a function if that
 * change, or the callee's own change, is significant. If a function recurses, a
 * sample counts for the callee of its innermost call. Causes therefore add up:
 * if all changes are significant and all code is the user's, their sum is the
 * change of the total.
 *
 * Causes are code that the user can change. Other code (origin.h), such as a
 * garbage collector, is never a cause and explains nothing: its cost counts for
 * the user's function that called it. If none is the user's, all functions
 * count as the user's.
 *
 * significance.h decides which changes are significant. If event counts are
 * unknown, every change that is large enough counts.
 */

/* Return the change that each function causes, or 0: [frames.n] in the arena. v
   must be the view of a diff, with trees and evidence. */
const int64_t *causes_new(const struct view *v, struct arena *arena);

/*
 * Inverted trees: the callers of all leaves, or the sandwich of one function.
 *
 *   main;a;b 3     callers:  b 4            sandwich of a:   a 4
 *   main;b 1                 +- a 3         callees          `- b 3 (self 1)
 *   main;a 1                 |  `- main 3                    a 4
 *                            `- main 1      callers          `- main 4
 *                            a 1
 *                            `- main 1
 *
 * A node's self is the weight of the paths that end there; among callers, of
 * the paths on which the node's frame is the root. Weights are exact. The
 * callers of a pivot add up to its total: if it recurses, its outermost call
 * counts. A large tree of callers is built on demand (lazycallers.h).
 */

struct inverted {
	struct stage stage;
	struct tree tree;    /* callers, or the pivot's callees */
	struct tree callers; /* sandwich only; n == 0 otherwise */
	frame_id pivot;      /* NONE: no pivot is set, or it is not in this
				profile */
	uint32_t max_depth;  /* depth of `tree` */
};

/* Return the trees for the query's direction, DIR_CALLERS or DIR_SANDWICH. */
const struct inverted *invert_get(const struct run *run);
void inverted_fini(struct stage *stage);

#endif
