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
#include "profile/profile.h"

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

#endif
