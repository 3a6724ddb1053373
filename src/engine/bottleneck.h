/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bottleneck of each function: its own instructions, the near caches,
 * memory or the system. If the profile has the event types for it, they are
 * summed into four costs of one unit, about cycles:
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
 * The weights are KCachegrind's unless the query sets others: l1 replaces the
 * 10 or 12 of the cache, ll the 100, branch the 10 of Bm, freq the 3 per
 * nanosecond, ipc the 4 instructions per cycle. With perf's events, which are
 * sampled one by one, the costs are estimates.
 *
 * In a diff the costs are the new side's. If subtracting a base made any value
 * negative, all costs are 0.
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
		BOTTLENECK_COSTS, /* no cost has two fifths of the sum */
	BOTTLENECK_NOTHING,       /* all costs are 0 */
};

struct bottlenecks {
	const char *source; /* "callgrind's events" */
	/* Costs of the samples that end in each frame. */
	double (*cost)[BOTTLENECK_COSTS]; /* [frames.n] */
	double *kernel;                   /* [frames.n] cycles, or NULL */
};

/* True if the profile has the sample types for this. */
bool bottleneck_is_known(const struct profile *p);
/* Sum the costs of the samples that pass the filters, in the arena. *out is
   NULL if the sample types are missing. -1 when stopped. */
int bottlenecks_fill(const struct run *run, struct arena *arena,
	const struct bottlenecks **out);

/* Fill in the costs of one frame, at least 0. is_kernel is from origin.h. */
void bottleneck_costs(const struct bottlenecks *b, frame_id frame,
	bool is_kernel, double cost[BOTTLENECK_COSTS]);
/* Return the largest cost; *share, 0 .. 1, is its part of the sum. */
enum bottleneck bottleneck_judge(
	const double cost[BOTTLENECK_COSTS], double *share);

#endif
