/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bump allocator. */
#include "prelude.h"

#include "base/arena.h"

#include <stdalign.h>

#include "base/xalloc.h"

enum { CHUNK_MIN = 16 * 1024, CHUNK_MAX = 1024 * 1024 };

struct arena_chunk {
	struct arena_chunk *next;
	void *own;   /* block from arena_own(); data[] is then unused */
	size_t size; /* bytes of data */
	size_t used;
	alignas(max_align_t) unsigned char data[];
};

/* Round up the size of a large chunk to a multiple of at least an eighth of it,
   so that it can take the place of a similar one that was freed. The unused
   rest is never touched. */
static size_t
large_size(size_t size)
{
	size_t step = CHUNK_MAX;

	while (step < size / 8)
		step *= 2;
	return add_size(size, step - 1) & ~(step - 1);
}

void *
arena_alloc(struct arena *a, size_t size)
{
	const size_t mask = alignof(max_align_t) - 1;
	struct arena_chunk *c = a->head;
	void *p;

	size = add_size(size, mask) & ~mask;
	if (c == NULL || c->size - c->used < size) {
		size_t want = CHUNK_MIN;

		/* Free the chunk kept by arena_reset(): it is too small. */
		if (a->used == 0 && a->head != NULL && a->head->own == NULL &&
			a->head->next == NULL)
			arena_free(a);
		/* Double up to CHUNK_MAX, so small arenas stay small. */
		if (a->head != NULL)
			want = a->head->size * 2;
		if (want < CHUNK_MIN)
			want = CHUNK_MIN;
		if (want > CHUNK_MAX)
			want = CHUNK_MAX;
		if (want < size)
			want = size <= CHUNK_MAX ? size : large_size(size);
		c = xmalloc(add_size(sizeof(*c), want));
		c->own = NULL;
		c->size = want;
		c->used = 0;
		c->next = a->head;
		a->head = c;
		a->held += want;
	}
	p = c->data + c->used;
	c->used += size;
	a->used += size;
	return p;
}

void *
arena_zalloc(struct arena *a, size_t size)
{
	void *p = arena_alloc(a, size);

	memset(p, 0, size);
	return p;
}

char *
arena_copy(struct arena *a, const void *p, size_t n)
{
	char *q = arena_alloc(a, add_size(n, 1));

	if (n > 0)
		memcpy(q, p, n);
	q[n] = '\0';
	return q;
}

struct str
arena_str(struct arena *a, struct str s)
{
	return str_from(arena_copy(a, s.p, s.n), s.n);
}

void *
arena_dup(struct arena *a, const void *p, size_t n, size_t size)
{
	void *q = arena_alloc(a, mul_size(n, size));

	if (n > 0)
		memcpy(q, p, n * size);
	return q;
}

void
arena_own(struct arena *a, void *p, size_t size)
{
	struct arena_chunk *c = xmalloc(sizeof(*c)), *head = a->head;

	*c = (struct arena_chunk){ .own = p };
	a->held += size;
	/* The chunk that is being filled stays first. */
	if (head == NULL) {
		a->head = c;
		return;
	}
	c->next = head->next;
	head->next = c;
}

static void
chunk_free(struct arena_chunk *c)
{
	if (c != NULL)
		free(c->own);
	free(c);
}

void
arena_reset(struct arena *a)
{
	struct arena_chunk *keep = NULL, *c, *next;

	for (c = a->head; c != NULL; c = next) {
		next = c->next;
		if (c->own == NULL && (keep == NULL || c->size > keep->size)) {
			chunk_free(keep);
			keep = c;
		} else {
			chunk_free(c);
		}
	}
	if (keep != NULL) {
		keep->next = NULL;
		keep->used = 0;
	}
	a->head = keep;
	a->used = 0;
	a->held = keep != NULL ? keep->size : 0;
}

void
arena_free(struct arena *a)
{
	struct arena_chunk *c, *next;

	for (c = a->head; c != NULL; c = next) {
		next = c->next;
		chunk_free(c);
	}
	*a = (struct arena)ARENA_INIT;
}
