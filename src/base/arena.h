/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bump allocator: many allocations, one free.
 *
 *     arena --> chunk ----> chunk ----> NULL      (newest first)
 *               [####....]  [########]
 *
 * Data with the same lifetime lives in one arena and is freed with it. Memory
 * is aligned for any type and not zeroed unless asked for. Only one thread at a
 * time may use an arena.
 */
#ifndef FT_BASE_ARENA_H
#define FT_BASE_ARENA_H

#include "base/compiler.h"
#include "base/num.h"
#include "base/str.h"

struct arena_chunk;

struct arena {
	struct arena_chunk *head;
	size_t used; /* bytes handed out since init or reset */
	size_t held; /* bytes taken from malloc, or given to arena_own() */
};

#define ARENA_INIT { .head = NULL }

void *arena_alloc(struct arena *a, size_t size) RETURNS_NONNULL;
void *arena_zalloc(struct arena *a, size_t size) RETURNS_NONNULL;
/* Return a copy of n bytes, followed by a NUL that n does not count. */
char *arena_copy(struct arena *a, const void *p, size_t n) RETURNS_NONNULL;
/* Return a copy of s, likewise followed by a NUL. */
struct str arena_str(struct arena *a, struct str s);
/* Return a copy of n objects of `size` bytes each. */
void *arena_dup(struct arena *a, const void *p, size_t n, size_t size)
	RETURNS_NONNULL;
/* Take over a block of `size` bytes from malloc(), freed with the arena. */
void arena_own(struct arena *a, void *p, size_t size);
/* Free all but the largest chunk, which is used again. */
void arena_reset(struct arena *a);
/* Free all memory. The arena is empty and usable again. */
void arena_free(struct arena *a);

/* Allocate n objects of a type. */
#define ARENA_ARRAY(a, type, n) \
	((type *)arena_alloc((a), mul_size((n), sizeof(type))))
#define ARENA_ZARRAY(a, type, n) \
	((type *)arena_zalloc((a), mul_size((n), sizeof(type))))

#endif
