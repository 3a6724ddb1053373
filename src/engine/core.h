/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside the engine: the caches of its stages and the memory they work in.
 * Only files of this folder include it.
 *
 *     subject  the profile that is filtered, and its samples by leaf
 *     frames   what a line is called            hits   one pattern's functions
 *     pick     focus and ignore, per location   cut    hide ... prune_from
 *     tagged   tag filters, per label set       sums   values per leaf
 *     grouped  samples by leaf, to sum them
 *     shape    the tree's structure             weighed   its numbers
 *     turned   callers and sandwich             found     the search
 *
 * A stage function returns a stage borrowed from its cache, or NULL with err
 * filled. Borrowed stages stay valid while one view is computed: each cache
 * has more slots than one view asks of it.
 */
#ifndef FT_ENGINE_CORE_H
#define FT_ENGINE_CORE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "engine/query.h"
#include "engine/stage.h"
#include "profile/profile.h"

struct engine {
	struct profile *opened; /* referenced */
	struct stages subjects, frames, hits, picks, cuts, tagged, grouped,
		sums, shapes, weighed, turned, found;
	struct arena scratch; /* reset by whoever uses it, at the start */
};

/* One computation: what every stage function is given. */
struct run {
	struct engine *e;
	const struct query *q;
	unsigned frame_flags;      /* FRAMES_* */
	struct progress *progress; /* may be NULL */
	struct err *err;
};

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
