/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bottleneck costs: event types and weights for each source. */
#include "prelude.h"

#include "engine/bottleneck.h"

#include "base/compiler.h"
#include "engine/engine_internal.h"
#include "engine/frametree.h"
#include "engine/leafsamples.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"
#include "profile/unit.h"

enum bottleneck_source { CALLGRIND, PERF, TOPDOWN, SOURCES };

static const char *const source_names[SOURCES] = { "callgrind's events",
	"estimated from perf events", "topdown events" };

enum { KERNEL = BOTTLENECK_COSTS }; /* cycles, counted in kernel frames only */

static const double mixed_below = 0.4, cycles_per_ns = 3;

/* Query weights that replace the weight of a term; W_FIXED: none does. */
enum { W_FIXED, W_BRANCH, W_L1, W_LL, W_IPC };

/* An event type and the cost that its values are added to. */
struct term {
	uint8_t source, cost;
	bool is_needed;
	const char *type;
	uint8_t named;      /* W_*: query weight to use */
	double weight;      /* default weight; negative: subtracted */
	const char *unless; /* skip the term if the profile has this type */
};

/* clang-format off */
static const struct term terms[] = {
	{ CALLGRIND, BOTTLENECK_INSTRUCTIONS, true, "Ir", W_FIXED, 1, NULL },
	{ CALLGRIND, BOTTLENECK_INSTRUCTIONS, false, "Bcm", W_BRANCH, 10, NULL },
	{ CALLGRIND, BOTTLENECK_INSTRUCTIONS, false, "Bim", W_BRANCH, 10, NULL },
	{ CALLGRIND, BOTTLENECK_CACHE, false, "I1mr", W_L1, 10, NULL },
	{ CALLGRIND, BOTTLENECK_CACHE, true, "D1mr", W_L1, 10, NULL },
	{ CALLGRIND, BOTTLENECK_CACHE, false, "D1mw", W_L1, 10, NULL },
	{ CALLGRIND, BOTTLENECK_CACHE, false, "ILmr", W_L1, -10, NULL },
	{ CALLGRIND, BOTTLENECK_CACHE, true, "DLmr", W_L1, -10, NULL },
	{ CALLGRIND, BOTTLENECK_CACHE, false, "DLmw", W_L1, -10, NULL },
	{ CALLGRIND, BOTTLENECK_MEMORY, false, "ILmr", W_LL, 100, NULL },
	{ CALLGRIND, BOTTLENECK_MEMORY, true, "DLmr", W_LL, 100, NULL },
	{ CALLGRIND, BOTTLENECK_MEMORY, false, "DLmw", W_LL, 100, NULL },
	{ CALLGRIND, BOTTLENECK_SYSTEM, false, "sysCpuTime", W_FIXED, 1, NULL },
	{ CALLGRIND, BOTTLENECK_SYSTEM, false, "sysTime", W_FIXED, 1, "sysCpuTime" },

	{ PERF, BOTTLENECK_INSTRUCTIONS, true, "instructions", W_IPC, 0.25, NULL },
	{ PERF, BOTTLENECK_CACHE, true, "L1-dcache-load-misses", W_L1, 12, NULL },
	{ PERF, BOTTLENECK_CACHE, false, "LLC-load-misses", W_L1, -12, NULL },
	{ PERF, BOTTLENECK_MEMORY, false, "LLC-load-misses", W_LL, 100, NULL },
	{ PERF, BOTTLENECK_CACHE, false, "cache-misses", W_L1, -12,
	  "LLC-load-misses" },
	{ PERF, BOTTLENECK_MEMORY, false, "cache-misses", W_LL, 100,
	  "LLC-load-misses" },
	{ PERF, BOTTLENECK_SYSTEM, false, "cycles:k", W_FIXED, 1, NULL },
	{ PERF, KERNEL, false, "cycles", W_FIXED, 1, "cycles:k" },

	{ TOPDOWN, BOTTLENECK_INSTRUCTIONS, true, "topdown-retiring", W_FIXED, 1,
	  NULL },
	{ TOPDOWN, BOTTLENECK_CACHE, false, "topdown-fe-bound", W_FIXED, 1, NULL },
	{ TOPDOWN, BOTTLENECK_CACHE, false, "topdown-bad-spec", W_FIXED, 1, NULL },
	{ TOPDOWN, BOTTLENECK_MEMORY, true, "topdown-be-bound", W_FIXED, 1, NULL },
	{ TOPDOWN, KERNEL, false, "cycles", W_FIXED, 1, NULL },
};
/* clang-format on */

/* Return the sample type of an event or NONE. perf converters add "_event". */
static uint32_t
event_column(const struct profile *p, const char *type)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct str name = profile_str(p, p->types.type[i]);

		if (str_ends(name, STR("_event")))
			name = str_sub(name, 0, name.n - 6);
		if (str_is(name, type))
			return i;
	}
	return NONE;
}

static int
source_of(const struct profile *p)
{
	for (int source = 0; source < SOURCES; source++) {
		bool all = true;

		for (size_t i = 0; i < COUNT_OF(terms); i++)
			if (terms[i].source == source && terms[i].is_needed &&
				event_column(p, terms[i].type) == NONE)
				all = false;
		if (all)
			return source;
	}
	return -1;
}

bool
bottleneck_is_known(const struct profile *p)
{
	return source_of(p) >= 0;
}

/* Return the factor that turns a column's values into a cost: times become
   cycles, and instructions weigh 1 / ipc. */
static double
weight_of(const struct profile *p, uint32_t column, const struct term *t,
	const struct bottleneck_weights *w)
{
	const double named[] = { [W_FIXED] = 0,
		[W_BRANCH] = w->branch,
		[W_L1] = w->l1,
		[W_LL] = w->ll,
		[W_IPC] = w->ipc > 0 ? 1 / w->ipc : 0 };
	struct str unit = profile_str(p, p->types.unit[column]), ignored;
	double weight = named[t->named];

	if (!(weight > 0))
		weight = t->weight;
	else if (t->weight < 0)
		weight = -weight;
	if (!unit_is_time(unit))
		return weight;
	return weight * (w->freq > 0 ? w->freq : cycles_per_ns) *
		unit_scale(1, unit, STR("ns"), &ignored);
}

/* A term with an event type that the profile has. */
struct cost_term {
	const int64_t *value; /* [sample.n] */
	double weight;
	uint8_t cost;
};

/* True if the sample belongs to a diff's base, which does not count. */
static bool
is_of_base(const struct run *run, size_t sample)
{
	lset_id set = run->input->profile->sample.labels[sample];

	return (run->tagged->lset[set] & TAG_BASE) != 0;
}

int
bottlenecks_fill(const struct run *run, struct arena *arena,
	const struct bottlenecks **out)
{
	const struct profile *p = run->input->profile;
	size_t frames = run->framed->frames->n;
	int source = source_of(p);
	struct cost_term sum[COUNT_OF(terms)];
	struct bottlenecks *b;
	bool is_subtracted = false;
	frame_id frame;
	uint32_t n;

	*out = NULL;
	if (source < 0)
		return 0;
	b = ARENA_ZARRAY(arena, struct bottlenecks, 1);
	b->source = source_names[source];
	b->cost = arena_zalloc(arena, mul_size(frames + 1, sizeof(*b->cost)));
	b->kernel = ARENA_ZARRAY(arena, double, frames + 1);
	n = 0;
	for (size_t i = 0; i < COUNT_OF(terms); i++) {
		const struct term *t = &terms[i];
		uint32_t column = event_column(p, t->type);

		if (t->source != source || column == NONE ||
			(t->unless != NULL &&
				event_column(p, t->unless) != NONE))
			continue;
		sum[n++] = (struct cost_term){ p->sample.value[column],
			weight_of(p, column, t, &run->q->bottleneck), t->cost };
	}
	for (size_t i = 0; i < p->sample.n; i++) {
		node_id at =
			chains_end(&run->shape->chains, run->input->slot[i]);

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (at == 0 || !run_keeps(run, i) || is_of_base(run, i))
			continue;
		frame = run->weighed->tree.frame[at];
		for (uint32_t k = 0; k < n; k++) {
			double v = sum[k].weight * (double)sum[k].value[i];

			is_subtracted = is_subtracted || sum[k].value[i] < 0;
			if (sum[k].cost == KERNEL)
				b->kernel[frame] += v;
			else
				b->cost[frame][sum[k].cost] += v;
		}
	}
	/* A difference of two profiles has no costs. */
	if (is_subtracted) {
		memset(b->cost, 0, (frames + 1) * sizeof(*b->cost));
		memset(b->kernel, 0, (frames + 1) * sizeof(*b->kernel));
	}
	*out = b;
	return 0;
}

void
bottleneck_costs(const struct bottlenecks *b, frame_id frame, bool is_kernel,
	double cost[BOTTLENECK_COSTS])
{
	for (int i = 0; i < BOTTLENECK_COSTS; i++)
		cost[i] = b->cost[frame][i];
	if (is_kernel)
		cost[BOTTLENECK_SYSTEM] += b->kernel[frame];
	/* perf multiplexes its counters, so the last-level cache can appear to
	   have more misses than the first level. */
	for (int i = 0; i < BOTTLENECK_COSTS; i++)
		if (!(cost[i] > 0))
			cost[i] = 0;
}

enum bottleneck
bottleneck_judge(const double cost[BOTTLENECK_COSTS], double *share)
{
	double sum = 0;
	int most = 0;

	for (int i = 0; i < BOTTLENECK_COSTS; i++) {
		sum += cost[i];
		if (cost[i] > cost[most])
			most = i;
	}
	*share = sum > 0 ? cost[most] / sum : 0;
	if (!(sum > 0))
		return BOTTLENECK_NOTHING;
	return *share < mixed_below ? BOTTLENECK_MIXED : (enum bottleneck)most;
}
