/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is filtered: see input.h. */
#include "config.h"

#include "engine/input.h"

#include "base/bits.h"
#include "engine/engine_internal.h"

#include "base/banned.h"

void
input_fini(struct stage *stage)
{
	profile_unref(((struct input *)stage)->profile);
}

/* An upper bound for the nodes of any tree of this profile: so all shapes have
   columns of one size, and one that is thrown away leaves room for the next. */
static int
count_nodes(const struct run *run, struct input *s)
{
	const struct profile *p = s->profile;
	size_t n = 2; /* the root and "[system]" */

	for (node_id i = 1; i < p->trie.n; i++) {
		loc_id loc = p->trie.loc[i];
		uint32_t lines = p->loc.line0[loc + 1] - p->loc.line0[loc];

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		n += lines > 0 ? lines : 1;
	}
	s->most_nodes = n;
	return 0;
}

static int
stopped_at(const struct run *run, size_t row)
{
	return row % RUN_STRIDE == 0 ? run_check(run) : 0;
}

/* The slot of each node where samples end, and these nodes. */
static int
group_by_leaf(const struct run *run, struct input *s)
{
	const struct profile *p = s->profile;
	size_t samples = p->sample.n, size = p->trie.n * sizeof(uint32_t);
	uint32_t *slot_of, n = 0;
	struct block block;

	arena_reset(&run->e->scratch);
	slot_of = arena_alloc(&run->e->scratch, size);
	run_zero(run, slot_of, size);
	if (run_check(run) != 0)
		return -1;
	for (size_t i = 0; i < samples; i++) {
		if (stopped_at(run, i) != 0)
			return -1;
		n += slot_of[p->sample.leaf[i]] == 0;
		slot_of[p->sample.leaf[i]] = 1;
	}
	block_init(&block, &s->stage.arena,
		block_size(n, sizeof(*s->leaf)) +
			block_size(samples, sizeof(*s->slot)));
	s->leaf = block_take(&block, n, sizeof(*s->leaf));
	s->slot = block_take(&block, samples, sizeof(*s->slot));
	for (node_id i = 0; i < p->trie.n; i++) {
		if (stopped_at(run, i) != 0)
			return -1;
		if (slot_of[i] == 0)
			continue;
		s->leaf[s->n_slots] = i;
		slot_of[i] = s->n_slots++;
	}
	for (size_t i = 0; i < samples; i++) {
		if (stopped_at(run, i) != 0)
			return -1;
		s->slot[i] = slot_of[p->sample.leaf[i]];
	}
	/* Nothing later needs as much. */
	arena_free(&run->e->scratch);
	return 0;
}

static int
input_fill(const struct run *run, void *stage, const void *arg)
{
	struct input *s = stage;

	(void)arg;
	warnings_init(&s->warnings, &s->stage.arena);
	s->profile = labelframes_profile(run, &s->warnings);
	if (s->profile == NULL || count_nodes(run, s) != 0 ||
		group_by_leaf(run, s) != 0)
		return -1;
	s->units = tag_units(s->profile, &s->stage.arena, &s->warnings);
	s->events = ARENA_ARRAY(
		&s->stage.arena, struct events, s->profile->types.n);
	for (uint32_t i = 0; i < s->profile->types.n; i++)
		s->events[i] = events_of(s->profile, i);
	return 0;
}

const struct input *
input_get(const struct run *run)
{
	const struct query *q = run->q;
	struct strbuf key = STRBUF_INIT;

	key_str(&key, q->tagroot);
	key_str(&key, q->tagleaf);
	/* Numbers in the names of tag frames are shown in this unit. */
	key_str(&key, q->tagroot.n + q->tagleaf.n > 0 ? q->unit : STR_EMPTY);
	return stages_get(&run->e->inputs, &key, sizeof(struct input), run,
		input_fill, NULL);
}
