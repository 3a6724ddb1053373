/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input of the filters: a profile and its samples by leaf. */
#include "prelude.h"

#include "engine/leafsamples.h"

#include "base/bits.h"
#include "engine/engine_internal.h"
#include "engine/labelunits.h"

void
input_fini(struct stage *stage)
{
	profile_unref(((struct input *)stage)->profile);
}

int
input_most_nodes(const struct run *run, size_t *most)
{
	const struct profile *p = run->input->profile;
	struct engine *e = run->e;
	size_t n = 2; /* the root and "[system]" */

	if (e->counted == run->input->stage.id) {
		*most = e->most_nodes;
		return 0;
	}

	for (node_id i = 1; i < p->trie.n; i++) {
		loc_id loc = p->trie.loc[i];
		uint32_t lines = p->loc.line0[loc + 1] - p->loc.line0[loc];

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		n += lines > 0 ? lines : 1;
	}
	e->counted = run->input->stage.id;
	*most = e->most_nodes = n;
	return 0;
}

/* The nodes at which samples end, as bits, and the number of set bits before
   each word. Unlike a table of all nodes, both stay in the CPU cache. */
struct ends {
	struct bits bits;
	uint32_t *before; /* [words] number of bits set before each word */
};

/* Return the number of ends; list them in order unless leaf is NULL. */
static uint32_t
list_ends(const struct ends *e, node_id *leaf)
{
	uint32_t n = 0;

	for (size_t w = 0; w < bits_bytes(e->bits.n) / sizeof(uint64_t); w++) {
		uint64_t word = e->bits.word[w];

		e->before[w] = n;
		if (leaf == NULL) {
			n += bits_ones(word);
			continue;
		}
		for (; word != 0; word &= word - 1)
			leaf[n++] = (node_id)(w * 64) + bits_lowest(word);
	}
	return n;
}

static int
input_fill(const struct run *run, void *stage, const void *arg)
{
	struct input *s = stage;
	const struct profile *p;
	size_t samples, size;
	struct ends ends;
	struct block block;

	(void)arg;
	warnings_init(&s->warnings, &s->stage.arena);
	s->profile = labelframes_profile(run, &s->warnings);
	if (s->profile == NULL)
		return -1;
	/* Find the slot of each sample, and the node of each slot. */
	p = s->profile;
	samples = p->sample.n;
	size = bits_bytes(p->trie.n);
	ends = (struct ends){ .bits.n = p->trie.n };
	arena_reset(&run->e->scratch);
	ends.bits.word = arena_alloc(&run->e->scratch, size);
	ends.before = ARENA_ARRAY(
		&run->e->scratch, uint32_t, size / sizeof(uint64_t));
	memset(ends.bits.word, 0, size);
	for (size_t i = 0; i < samples; i++) {
		if ((i % RUN_STRIDE == 0 ? run_check(run) : 0) != 0)
			return -1;
		bits_set(&ends.bits, p->sample.leaf[i]);
	}
	s->n_slots = list_ends(&ends, NULL);
	block_init(&block, &s->stage.arena,
		block_size(s->n_slots, sizeof(*s->leaf)) +
			block_size(samples, sizeof(*s->slot)));
	s->leaf = block_take(&block, s->n_slots, sizeof(*s->leaf));
	s->slot = block_take(&block, samples, sizeof(*s->slot));
	(void)list_ends(&ends, s->leaf);
	for (size_t i = 0; i < samples; i++) {
		node_id node;
		uint64_t below;

		if ((i % RUN_STRIDE == 0 ? run_check(run) : 0) != 0)
			return -1;
		node = p->sample.leaf[i];
		below = (UINT64_C(1) << node % 64) - 1;
		s->slot[i] = ends.before[node / 64] +
			bits_ones(ends.bits.word[node / 64] & below);
	}
	arena_free(&run->e->scratch);
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
	/* Frames made from numeric labels show the numbers in this unit. */
	key_str(&key, q->tagroot.n + q->tagleaf.n > 0 ? q->unit : STR_EMPTY);
	return stages_get(&run->e->inputs, &key, sizeof(struct input), run,
		input_fill, NULL);
}
