/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keeps the processor busy: see bound.h. */
#include "config.h"

#include "engine/bound.h"

#include "base/compiler.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/layers.h"
#include "engine/shape.h"
#include "engine/subject.h"
#include "engine/tagfilter.h"
#include "engine/weigh.h"
#include "profile/unit.h"

#include "base/banned.h"

enum source { CALLGRIND, PERF, TOPDOWN, SOURCES };

static const char *const source_names[SOURCES] = { "callgrind's events",
	"perf events, an estimate", "topdown events" };

enum { KERNEL = BOUND_COSTS }; /* a cost only for frames of the kernel */

static const double mixed_below = 0.4, cycles_per_ns = 3;

/* The weights that a query can have otherwise. */
enum { W_FIXED, W_BRANCH, W_L1, W_LL, W_IPC };

/* One event type's part in a cost. */
struct term {
	uint8_t source, cost;
	bool is_needed;
	const char *type;
	uint8_t named;      /* W_... */
	double weight;      /* the usual one; below 0: taken off */
	const char *unless; /* not where the profile has this type, too */
};

/* clang-format off */
static const struct term terms[] = {
	{ CALLGRIND, BOUND_INSTRUCTIONS, true, "Ir", W_FIXED, 1, NULL },
	{ CALLGRIND, BOUND_INSTRUCTIONS, false, "Bcm", W_BRANCH, 10, NULL },
	{ CALLGRIND, BOUND_INSTRUCTIONS, false, "Bim", W_BRANCH, 10, NULL },
	{ CALLGRIND, BOUND_CACHE, false, "I1mr", W_L1, 10, NULL },
	{ CALLGRIND, BOUND_CACHE, true, "D1mr", W_L1, 10, NULL },
	{ CALLGRIND, BOUND_CACHE, false, "D1mw", W_L1, 10, NULL },
	{ CALLGRIND, BOUND_CACHE, false, "ILmr", W_L1, -10, NULL },
	{ CALLGRIND, BOUND_CACHE, true, "DLmr", W_L1, -10, NULL },
	{ CALLGRIND, BOUND_CACHE, false, "DLmw", W_L1, -10, NULL },
	{ CALLGRIND, BOUND_MEMORY, false, "ILmr", W_LL, 100, NULL },
	{ CALLGRIND, BOUND_MEMORY, true, "DLmr", W_LL, 100, NULL },
	{ CALLGRIND, BOUND_MEMORY, false, "DLmw", W_LL, 100, NULL },
	{ CALLGRIND, BOUND_SYSTEM, false, "sysCpuTime", W_FIXED, 1, NULL },
	{ CALLGRIND, BOUND_SYSTEM, false, "sysTime", W_FIXED, 1, "sysCpuTime" },

	{ PERF, BOUND_INSTRUCTIONS, true, "instructions", W_IPC, 0.25, NULL },
	{ PERF, BOUND_CACHE, true, "L1-dcache-load-misses", W_L1, 12, NULL },
	{ PERF, BOUND_CACHE, false, "LLC-load-misses", W_L1, -12, NULL },
	{ PERF, BOUND_MEMORY, false, "LLC-load-misses", W_LL, 100, NULL },
	{ PERF, BOUND_CACHE, false, "cache-misses", W_L1, -12,
	  "LLC-load-misses" },
	{ PERF, BOUND_MEMORY, false, "cache-misses", W_LL, 100,
	  "LLC-load-misses" },
	{ PERF, BOUND_SYSTEM, false, "cycles:k", W_FIXED, 1, NULL },
	{ PERF, KERNEL, false, "cycles", W_FIXED, 1, "cycles:k" },

	{ TOPDOWN, BOUND_INSTRUCTIONS, true, "topdown-retiring", W_FIXED, 1,
	  NULL },
	{ TOPDOWN, BOUND_CACHE, false, "topdown-fe-bound", W_FIXED, 1, NULL },
	{ TOPDOWN, BOUND_CACHE, false, "topdown-bad-spec", W_FIXED, 1, NULL },
	{ TOPDOWN, BOUND_MEMORY, true, "topdown-be-bound", W_FIXED, 1, NULL },
	{ TOPDOWN, KERNEL, false, "cycles", W_FIXED, 1, NULL },
};
/* clang-format on */

/* The column of an event; converters from perf write "cycles_event". */
static uint32_t
column_of(const struct profile *p, const char *type)
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
				column_of(p, terms[i].type) == NONE)
				all = false;
		if (all)
			return source;
	}
	return -1;
}

bool
bound_is_known(const struct profile *p)
{
	return source_of(p) >= 0;
}

/* The weight of a term; that of instructions is 1 / ipc. */
static double
named_weight(const struct term *t, const struct bound_weights *w)
{
	const double named[] = { [W_FIXED] = 0,
		[W_BRANCH] = w->branch,
		[W_L1] = w->l1,
		[W_LL] = w->ll,
		[W_IPC] = w->ipc > 0 ? 1 / w->ipc : 0 };
	double v = named[t->named];

	return !(v > 0) ? t->weight : t->weight < 0 ? -v : v;
}

/* What one of a column's values counts for: times become cycles. */
static double
weight_of(const struct profile *p, uint32_t column, const struct term *t,
	const struct bound_weights *w)
{
	struct str unit = profile_str(p, p->types.unit[column]), ignored;
	double weight = named_weight(t, w);

	if (!unit_is_time(unit))
		return weight;
	return weight * (w->freq > 0 ? w->freq : cycles_per_ns) *
		unit_scale(1, unit, STR("ns"), &ignored);
}

/* A term at work. */
struct sum {
	const int64_t *value; /* [sample.n] */
	double weight;
	uint8_t cost;
};

static uint32_t
sums_of(const struct profile *p, int source, const struct bound_weights *w,
	struct sum out[])
{
	uint32_t n = 0;

	for (size_t i = 0; i < COUNT_OF(terms); i++) {
		const struct term *t = &terms[i];
		uint32_t column = column_of(p, t->type);

		if (t->source != source || column == NONE ||
			(t->unless != NULL && column_of(p, t->unless) != NONE))
			continue;
		out[n++] = (struct sum){ p->sample.value[column],
			weight_of(p, column, t, w), t->cost };
	}
	return n;
}

static void
add_sample(struct bounds *b, const struct sum *sum, uint32_t n, size_t i,
	frame_id frame)
{
	for (uint32_t k = 0; k < n; k++) {
		double v = sum[k].weight * (double)sum[k].value[i];

		if (sum[k].cost == KERNEL)
			b->kernel[frame] += v;
		else
			b->cost[frame][sum[k].cost] += v;
	}
}

int
bounds_fill(const struct run *run, const struct layers *on,
	const struct weighed *w, struct arena *arena, const struct bounds **out)
{
	const struct profile *p = on->subject->profile;
	size_t frames = on->framed->frames->n;
	int source = source_of(p);
	struct sum sum[COUNT_OF(terms)];
	struct bounds *b;
	uint32_t n;

	*out = NULL;
	if (source < 0)
		return 0;
	b = ARENA_ZARRAY(arena, struct bounds, 1);
	b->source = source_names[source];
	b->cost = arena_zalloc(arena, mul_size(frames + 1, sizeof(*b->cost)));
	b->kernel = ARENA_ZARRAY(arena, double, frames + 1);
	n = sums_of(p, source, &run->q->bottleneck, sum);
	for (size_t i = 0; i < p->sample.n; i++) {
		node_id at = on->shape->map[p->sample.leaf[i]];

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (at != NONE && at != 0 &&
			w->pass[on->subject->slot[i]] != 0 &&
			tagged_pass(on->tagged->lset[p->sample.labels[i]]))
			add_sample(b, sum, n, i, w->tree.frame[at]);
	}
	*out = b;
	return 0;
}

void
bound_costs(const struct bounds *b, frame_id frame, bool is_kernel,
	double cost[BOUND_COSTS])
{
	for (int i = 0; i < BOUND_COSTS; i++)
		cost[i] = b->cost[frame][i];
	if (is_kernel)
		cost[BOUND_SYSTEM] += b->kernel[frame];
	/* More misses of the last level than of the first: counted one after
	   the other. */
	for (int i = 0; i < BOUND_COSTS; i++)
		if (!(cost[i] > 0))
			cost[i] = 0;
}

enum bound
bound_judge(const double cost[BOUND_COSTS], double *share)
{
	double sum = 0;
	int most = 0;

	for (int i = 0; i < BOUND_COSTS; i++) {
		sum += cost[i];
		if (cost[i] > cost[most])
			most = i;
	}
	*share = sum > 0 ? cost[most] / sum : 0;
	if (!(sum > 0))
		return BOUND_NOTHING;
	return *share < mixed_below ? BOUND_MIXED : (enum bound)most;
}
