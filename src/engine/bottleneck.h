/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What keeps the processor busy in each function: its own instructions, the
 * near caches, memory, or the system. Where a profile has the event types
 * that tell, they are summed into four costs of one unit, about cycles:
 *
 *     callgrind    instructions  Ir + 10 Bm       (wrong guesses of branches)
 *     (--cache-sim cache         10 (L1m - LLm)   (found in the last level)
 *      =yes)       memory        100 LLm          (found nowhere)
 *                  system        3 sysCpuTime in ns, else sysTime
 *     perf         instructions  instructions / 4
 *                  cache         12 (L1-dcache-load-misses - LLC-load-misses)
 *                  memory        100 LLC-load-misses, else cache-misses
 *                  system        cycles of frames of the kernel
 *     topdown      retiring, frontend-bound and bad-speculation as cache,
 *                  backend-bound as memory
 *
 * with L1m = I1mr + D1mr + D1mw, LLm = ILmr + DLmr + DLmw, Bm = Bcm + Bim.
 * The weights are KCachegrind's unless the query has others: l1 for the 10 or
 * 12 of the cache, ll for the 100, branch, freq for the 3 of a nanosecond, ipc
 * for the 4 instructions a cycle. Of perf's events, which are sampled one by
 * one, it is an estimate.
 *
 * In a diff the costs are those of the new side. Where a base was subtracted,
 * there are none if anything became less.
 */
#ifndef FT_ENGINE_BOTTLENECK_H
#define FT_ENGINE_BOTTLENECK_H

#include "base/arena.h"
#include "engine/query.h"
#include "profile/profile.h"

struct run;

enum bottleneck {
	BOTTLENECK_INSTRUCTIONS,
	BOTTLENECK_CACHE,
	BOTTLENECK_MEMORY,
	BOTTLENECK_SYSTEM,
	BOTTLENECK_COSTS,
	BOTTLENECK_MIXED =
		BOTTLENECK_COSTS, /* none has two fifths of the whole */
	BOTTLENECK_NOTHING,       /* there is no cost */
};

struct bottlenecks {
	const char *source; /* "callgrind's events" */
	/* Of what ends in each frame itself. */
	double (*cost)[BOTTLENECK_COSTS]; /* [frames.n] */
	double *kernel;                   /* [frames.n] cycles, or NULL */
};

/* Do the types of a profile tell? */
bool bottleneck_is_known(const struct profile *p);
/* The costs of the samples that the filters leave, in the arena; *out NULL
   where the types do not tell. -1 when stopped. */
int bottlenecks_fill(const struct run *run, struct arena *arena,
	const struct bottlenecks **out);

/* The costs of one frame, none below 0. is_kernel: see origin.h. */
void bottleneck_costs(const struct bottlenecks *b, frame_id frame,
	bool is_kernel, double cost[BOTTLENECK_COSTS]);
/* The largest; *share, 0 .. 1, is its part of all. */
enum bottleneck bottleneck_judge(
	const double cost[BOTTLENECK_COSTS], double *share);

#endif
