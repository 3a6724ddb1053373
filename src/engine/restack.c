/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks with frames around them: see restack.h. */
#include "config.h"

#include "engine/restack.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/xalloc.h"
#include "engine/core.h"

#include "base/banned.h"

/* Stacks between two looks at the stop flag: some have thousands of frames. */
enum { RUN_FEW = 256 };

/* A new stack: an old one and a label set, one of those that have the same
   frames. */
struct pair {
	node_id leaf;
	lset_id set;
};

struct restacker {
	const struct run *run;
	const struct restack *r;
	const struct profile *p;
	lset_id *alike;    /* [labels.n] the first set with the same frames */
	struct pair *pair; /* the new stacks; room for one a sample */
	uint32_t *slot;    /* [slots] hash of them: indices, or NONE */
	size_t slots;
	struct builder_bulk bulk;
};

static const loc_id *
frames_of(const struct restacker *s, lset_id set)
{
	return s->r->frames + set * (s->r->above + s->r->below);
}

/* Sets that differ in other keys only need one stack. */
static int
find_alike(struct restacker *s)
{
	size_t width = s->r->above + s->r->below, n = s->p->sample.n;
	/* (what the frames before lead to, frame) -> a number; with the last
	   frame it is the first set's. */
	struct map64 steps = MAP64_INIT;
	uint32_t numbers = 0;
	int rc = 0;

	s->alike = ids_new(s->p->labels.n);
	for (size_t i = 0; i < n && rc == 0; i++) {
		lset_id set = s->p->sample.labels[i];
		const loc_id *frame = frames_of(s, set);
		uint32_t at = 0;

		if (i % RUN_STRIDE == 0)
			rc = run_check(s->run);
		if (s->alike[set] != NONE)
			continue;
		for (size_t k = 0; k < width; k++) {
			uint32_t *to =
				map64_at(&steps, (uint64_t)at << 32 | frame[k]);

			if (*to == NONE)
				*to = k + 1 < width ? ++numbers : set;
			at = *to;
		}
		s->alike[set] = at;
	}
	map64_free(&steps);
	return rc;
}

static int
slots_init(struct restacker *s)
{
	s->slots = 64;
	while (s->slots * 2 < s->p->sample.n * 3)
		s->slots *= 2;
	s->slot = xmalloc(mul_size(s->slots, sizeof(*s->slot)));
	for (size_t i = 0; i < s->slots; i++) {
		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
			return -1;
		s->slot[i] = NONE;
	}
	return 0;
}

/* The number of a new stack. */
static uint32_t
stack_of(struct restacker *s, struct pair pair)
{
	uint64_t key = (uint64_t)pair.set << 32 | pair.leaf;
	size_t mask = s->slots - 1, at = (size_t)hash_key(key) & mask;

	for (; s->slot[at] != NONE; at = (at + 1) & mask) {
		const struct pair *have = &s->pair[s->slot[at]];

		if (have->leaf == pair.leaf && have->set == pair.set)
			return s->slot[at];
	}
	s->slot[at] = s->bulk.stacks.n;
	s->pair[s->bulk.stacks.n] = pair;
	return s->bulk.stacks.n++;
}

static int
number_stacks(struct restacker *s)
{
	size_t n = s->p->sample.n;

	if (n >= NONE)
		return err_set(s->run->err, ERR_LIMIT, "too many samples");
	if (slots_init(s) != 0)
		return -1;
	s->pair = xmalloc(mul_size(n, sizeof(*s->pair)));
	s->bulk.stack = xmalloc(mul_size(n, sizeof(*s->bulk.stack)));
	for (size_t i = 0; i < n; i++) {
		struct pair pair = { s->p->sample.leaf[i],
			s->alike[s->p->sample.labels[i]] };

		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
			return -1;
		s->bulk.stack[i] = stack_of(s, pair);
	}
	return 0;
}

static uint32_t
depth_of(const struct profile *p, node_id node)
{
	uint32_t depth = 0;

	for (; node != 0; node = p->trie.parent[node])
		depth++;
	return depth;
}

/* Where each new stack begins, and room for all. */
static int
place_stacks(struct restacker *s)
{
	struct stacks *stacks = &s->bulk.stacks;
	size_t width = s->r->above + s->r->below;

	stacks->first = xmalloc(mul_size(stacks->n, sizeof(*stacks->first)));
	for (uint32_t i = 0; i < stacks->n; i++) {
		if (i % RUN_FEW == 0 && run_check(s->run) != 0)
			return -1;
		stacks->first[i] = (uint32_t)stacks->nloc;
		stacks->nloc += width + depth_of(s->p, s->pair[i].leaf) + 1;
		if (stacks->nloc >= NONE)
			return err_set(s->run->err, ERR_LIMIT,
				"its stacks have too many frames with labels");
	}
	stacks->loc = xmalloc(mul_size(stacks->nloc, sizeof(*stacks->loc)));
	return 0;
}

/* Backwards, as one climbs. */
static void
write_stack(struct restacker *s, uint32_t i)
{
	const struct profile *p = s->p;
	const struct stacks *stacks = &s->bulk.stacks;
	const loc_id *frame = frames_of(s, s->pair[i].set);
	size_t end = i + 1 < stacks->n ? stacks->first[i + 1] : stacks->nloc;
	loc_id *to = stacks->loc + end;

	*--to = NONE;
	for (size_t k = s->r->below; k > 0; k--)
		*--to = frame[s->r->above + k - 1];
	for (node_id at = s->pair[i].leaf; at != 0; at = p->trie.parent[at])
		*--to = p->trie.loc[at];
	for (size_t k = s->r->above; k > 0; k--)
		*--to = frame[k - 1];
}

static int
write_stacks(struct restacker *s)
{
	if (place_stacks(s) != 0)
		return -1;
	for (uint32_t i = 0; i < s->bulk.stacks.n; i++) {
		if (i % RUN_FEW == 0 && run_check(s->run) != 0)
			return -1;
		write_stack(s, i);
	}
	return 0;
}

/* NULL when it was told to stop. */
static void *
copy_column(const struct run *run, const void *from, size_t size)
{
	const size_t step = (size_t)1 << 20;
	unsigned char *to = xmalloc(size);

	for (size_t at = 0; at < size; at += step) {
		if (run_check(run) != 0) {
			free(to);
			return NULL;
		}
		memcpy(to + at, (const unsigned char *)from + at,
			size - at < step ? size - at : step);
	}
	return to;
}

static int
copy_columns(struct restacker *s)
{
	const struct profile *p = s->p;
	size_t n = p->sample.n, columns = profile_columns(p);

	s->bulk.n = n;
	s->bulk.labels =
		copy_column(s->run, p->sample.labels, n * sizeof(lset_id));
	if (p->sample.time != NULL)
		s->bulk.time = copy_column(
			s->run, p->sample.time, n * sizeof(int64_t));
	s->bulk.value = xcalloc(columns + 1, sizeof(*s->bulk.value));
	for (size_t i = 0; i < columns; i++)
		s->bulk.value[i] = copy_column(
			s->run, p->sample.value[i], n * sizeof(int64_t));
	return run_check(s->run);
}

static void
bulk_free(struct builder_bulk *bulk, size_t columns)
{
	free(bulk->stack);
	free(bulk->labels);
	free(bulk->time);
	for (size_t i = 0; bulk->value != NULL && i < columns; i++)
		free(bulk->value[i]);
	free(bulk->value);
	stacks_free(&bulk->stacks);
}

int
restack(const struct run *run, const struct restack *r, struct builder *b)
{
	struct restacker s = { .run = run, .r = r, .p = r->p };
	int rc = -1;

	if (find_alike(&s) == 0 && number_stacks(&s) == 0 &&
		write_stacks(&s) == 0 && copy_columns(&s) == 0) {
		rc = builder_bulk(b, &s.bulk);
		if (rc != 0)
			*run->err = *builder_err(b);
	}
	bulk_free(&s.bulk, profile_columns(r->p));
	free(s.alike);
	free(s.pair);
	free(s.slot);
	return rc;
}
