/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bottleneck of each function: instructions, near caches, memory or the
 * system. The events that a profile has are summed into four costs, all roughly
 * in CPU cycles:
 *
 *     callgrind    instructions  Ir + 10 Bm       (Bm: mispredicted branches)
 *     (--cache-sim cache         10 (L1m - LLm)   (hits in the last level)
 *      =yes)       memory        100 LLm          (misses in the last level)
 *                  system        3 sysCpuTime in ns, or sysTime
 *     perf         instructions  instructions / 4
 *                  cache         12 (L1-dcache-load-misses - LLC-load-misses)
 *                  memory        100 LLC-load-misses, or cache-misses
 *                  system        cycles:k, or cycles in kernel frames
 *     topdown      retiring as instructions, frontend-bound and bad-speculation
 *                  as cache, backend-bound as memory, system as in perf
 *
 * with L1m = I1mr + D1mr + D1mw, LLm = ILmr + DLmr + DLmw, Bm = Bcm + Bim.
 * The default weights are KCachegrind's. The query can replace them: l1 the 10
 * or 12 of cache, ll the 100, branch the 10 of Bm, freq the 3 (cycles per
 * nanosecond) and ipc the 4 (instructions per cycle). Costs from perf are
 * estimates, because perf samples each event separately.
 *
 * In a diff only the new profile counts. If the profile itself is a difference
 * and has negative values, all costs are 0.
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
		BOTTLENECK_COSTS, /* no cost reaches 40% of the sum */
	BOTTLENECK_NOTHING,       /* all costs are 0 */
};

struct bottlenecks {
	const char *source; /* for display: "callgrind's events" */
	/* Self costs of each frame; `kernel` counts as system cost if the frame
	   is kernel code. */
	double (*cost)[BOTTLENECK_COSTS]; /* [frames.n] */
	double *kernel;                   /* [frames.n] in cycles */
};

/* True if the profile has the sample types of one of these sources. */
bool bottleneck_is_known(const struct profile *p);
/* Sum the costs of the samples that pass the filters. *out is in the arena, or
   NULL if the sample types are missing. -1 when stopped. */
int bottlenecks_fill(const struct run *run, struct arena *arena,
	const struct bottlenecks **out);

/* Set cost[] to a frame's self costs, at least 0. is_kernel: see origin.h. */
void bottleneck_costs(const struct bottlenecks *b, frame_id frame,
	bool is_kernel, double cost[BOTTLENECK_COSTS]);
/* Return the bottleneck. *share: the largest cost's part of the sum, 0 .. 1. */
enum bottleneck bottleneck_judge(
	const double cost[BOTTLENECK_COSTS], double *share);

#endif
