/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Caches of intermediate results. */
#include "prelude.h"

#include "engine/stage.h"

#include <assert.h>

#include "base/xalloc.h"

struct stage *
stages_find(struct stages *c, struct str key)
{
	for (unsigned i = 0; i < c->max; i++) {
		if (c->slot[i] == NULL || !str_eq(c->slot[i]->key, key))
			continue;
		c->slot[i]->used = ++c->clock;
		return c->slot[i];
	}
	return NULL;
}

/* Return a free slot or, in a full cache, the least recently used one. */
static struct stage **
next_slot(struct stages *c)
{
	struct stage **unused = NULL, **oldest = NULL;
	size_t bytes = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < c->max; i++) {
		struct stage **slot = &c->slot[i];

		if (*slot == NULL) {
			unused = unused != NULL ? unused : slot;
			continue;
		}
		n++;
		bytes = add_size(bytes, (*slot)->arena.held);
		if (oldest == NULL || (*slot)->used < (*oldest)->used)
			oldest = slot;
	}
	return unused != NULL && (n < STAGES_FEW || bytes <= STAGES_BYTES)
		? unused
		: oldest;
}

/* Keep the larger of two arenas for the next stage. */
static void
spare(struct stages *c, struct arena *arena)
{
	if (arena->held < c->spare.held) {
		arena_free(arena);
		return;
	}
	arena_free(&c->spare);
	c->spare = *arena;
	arena_reset(&c->spare);
}

void
stages_abandon(struct stages *c, struct stage *stage)
{
	/* Only the engine's thread adds references, so a count of 1 cannot
	   rise. */
	if (atomic_load_explicit(&stage->refs, memory_order_acquire) > 1) {
		stage_unref(stage);
		return;
	}
	if (stage->fini != NULL)
		stage->fini(stage);
	spare(c, &stage->arena);
	free(stage);
}

struct stage *
stages_new(struct stages *c, size_t size, struct str key)
{
	struct stage **slot = next_slot(c);
	struct stage *stage = xcalloc(1, size);

	assert(size >= sizeof(*stage));
	if (*slot != NULL) {
		stages_abandon(c, *slot);
		*slot = NULL;
	}
	stage->arena = c->spare;
	c->spare = (struct arena)ARENA_INIT;
	atomic_init(&stage->refs, 1);
	stage->id = ++c->made;
	stage->fini = c->fini;
	stage->self = stage;
	/* stages_keep() copies the key: the columns are allocated first, so
	   that they can use the only chunk of a recycled arena. */
	stage->key = key;
	return stage;
}

void
stages_keep(struct stages *c, struct stage *stage)
{
	struct stage **slot = next_slot(c);

	stage->key =
		str_from(arena_copy(&stage->arena, stage->key.p, stage->key.n),
			stage->key.n);
	stage->used = ++c->clock;
	if (*slot != NULL)
		stages_abandon(c, *slot);
	*slot = stage;
}

const void *
stages_get(struct stages *c, struct strbuf *key, size_t size,
	const struct run *run,
	int (*fill)(const struct run *run, void *stage, const void *arg),
	const void *arg)
{
	struct stage *stage = stages_find(c, strbuf_str(key));

	if (stage == NULL) {
		stage = stages_new(c, size, strbuf_str(key));
		if (fill(run, stage, arg) == 0) {
			stages_keep(c, stage);
		} else {
			stages_abandon(c, stage);
			stage = NULL;
		}
	}
	strbuf_free(key);
	return stage;
}

void
stages_free(struct stages *c)
{
	for (unsigned i = 0; i < c->max; i++)
		stage_unref(c->slot[i]);
	arena_free(&c->spare);
	*c = (struct stages){ .max = c->max, .fini = c->fini, .made = c->made };
}

size_t
stages_bytes(const struct stages *c)
{
	size_t bytes = c->spare.held;

	for (unsigned i = 0; i < c->max; i++)
		if (c->slot[i] != NULL)
			bytes = add_size(bytes, c->slot[i]->arena.held);
	return bytes;
}

bool
stages_shrink(struct stages *c)
{
	struct stage **oldest = NULL;

	if (c->spare.held > 0) {
		arena_free(&c->spare);
		return true;
	}
	for (unsigned i = 0; i < c->max; i++) {
		struct stage **slot = &c->slot[i];

		if (*slot == NULL || (*slot)->used > c->before ||
			atomic_load_explicit(
				&(*slot)->refs, memory_order_acquire) > 1)
			continue;
		if (oldest == NULL || (*slot)->used < (*oldest)->used)
			oldest = slot;
	}
	if (oldest == NULL)
		return false;
	stage_unref(*oldest);
	*oldest = NULL;
	return true;
}

struct stage *
stage_ref(const struct stage *stage)
{
	atomic_fetch_add_explicit(&stage->self->refs, 1, memory_order_relaxed);
	return stage->self;
}

void
stage_unref(struct stage *stage)
{
	if (stage == NULL ||
		atomic_fetch_sub_explicit(
			&stage->refs, 1, memory_order_acq_rel) > 1)
		return;
	if (stage->fini != NULL)
		stage->fini(stage);
	arena_free(&stage->arena);
	free(stage);
}

void
key_str(struct strbuf *key, struct str s)
{
	key_num(key, s.n);
	strbuf_add(key, s);
}

void
key_num(struct strbuf *key, uint64_t v)
{
	strbuf_add(key, str_from((const char *)&v, sizeof(v)));
}

void
block_init(struct block *b, struct arena *arena, size_t size)
{
	*b = (struct block){ .p = arena_alloc(arena, size), .left = size };
}

void *
block_take(struct block *b, size_t n, size_t size)
{
	size_t bytes = block_size(n, size);
	void *p = b->p;

	assert(bytes <= b->left);
	b->p += bytes;
	b->left -= bytes;
	return p;
}

size_t
columns_bytes(const struct columns *like, size_t n)
{
	size_t bytes = 0;

	for (int k = 0; k < COLUMNS; k++)
		if (like->column[k] != NULL)
			bytes = add_size(bytes, block_size(n, sizeof(int64_t)));
	return bytes;
}

void
columns_take(struct columns *l, const struct columns *like, struct block *b,
	size_t n)
{
	for (int k = 0; k < COLUMNS; k++)
		if (like->column[k] != NULL)
			l->column[k] = block_take(b, n, sizeof(int64_t));
}
