/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From leaves to nodes and frames: see spread.h. */
#include "config.h"

#include "engine/spread.h"

#include "engine/chains.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/shape.h"
#include "engine/subject.h"

#include "base/banned.h"

static void
add_ends(const struct layers *on, const struct spread *s, int64_t *ends)
{
	const uint32_t *of_slot = on->shape->chains.of_slot;

	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++)
		if (s->pass[slot] != 0)
			i64_sum(&ends[of_slot[slot]],
				s->negate ? i64_wrap_sub(0, s->value[slot])
					  : s->value[slot]);
}

/* All nodes of one chain. */
static void
add_nodes(const struct tree *t, const struct chains *chains, uint32_t chain,
	const struct spread *s, int64_t ends, int64_t passes)
{
	node_id last = chains_last(chains, chain);

	for (node_id i = chains->first[chain]; i <= last; i++) {
		if (s->total != NULL)
			s->total[i] = passes;
		if (s->self != NULL)
			s->self[i] = i == last ? ends : 0;
		if (i > 0 && (t->flags[i] & TREE_OUTERMOST) != 0)
			i64_sum(&s->cum[t->frame[i]], passes);
	}
	if (last > 0)
		i64_sum(&s->flat[t->frame[last]], ends);
}

/* From what ends at each chain to what passes it. */
static int
sum_up(const struct run *run, const struct chains *chains, int64_t *passes)
{
	for (uint32_t c = chains->n - 1; c > 0; c--) {
		if (c % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		i64_sum(&passes[chains->parent[c]], passes[c]);
	}
	return 0;
}

int
spread(const struct run *run, const struct layers *on, const struct spread *s)
{
	const struct chains *chains = &on->shape->chains;
	struct arena *scratch = &run->e->scratch;
	size_t n_frames = on->framed->frames->n;
	int64_t *ends, *passes;

	arena_reset(scratch);
	ends = ARENA_ZARRAY(scratch, int64_t, mul_size(chains->n, 2));
	passes = ends + chains->n;
	memset(s->flat, 0, n_frames * sizeof(*s->flat));
	memset(s->cum, 0, n_frames * sizeof(*s->cum));
	if (run_check(run) != 0)
		return -1;
	add_ends(on, s, ends);
	memcpy(passes, ends, chains->n * sizeof(*passes));
	if (sum_up(run, chains, passes) != 0)
		return -1;
	for (uint32_t c = 0; c < chains->n; c++) {
		if (c % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		add_nodes(&on->shape->tree, chains, c, s, ends[c], passes[c]);
	}
	return 0;
}
