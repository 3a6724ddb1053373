/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bump allocator: many allocations, one free.
 *
 *     arena --> chunk ----> chunk ----> NULL      (newest first)
 *               [####....]  [########]
 *
 * What belongs together lives in one arena and goes with it. Memory is
 * aligned for any type and not zeroed unless asked for. An arena belongs to
 * one thread at a time.
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
/* A copy of n bytes, with a NUL behind it that n does not count. */
char *arena_copy(struct arena *a, const void *p, size_t n) RETURNS_NONNULL;
/* The same as a span. */
struct str arena_str(struct arena *a, struct str s);
/* A copy of n objects of `size` bytes each. */
void *arena_dup(struct arena *a, const void *p, size_t n, size_t size)
	RETURNS_NONNULL;
/* A block of `size` bytes from malloc() goes with the arena from now on. */
void arena_own(struct arena *a, void *p, size_t size);
/* Forget everything, keep the largest chunk for the next round. */
void arena_reset(struct arena *a);
/* Give everything back. The arena is empty and usable again. */
void arena_free(struct arena *a);

/* n objects of a type. */
#define ARENA_ARRAY(a, type, n) \
	((type *)arena_alloc((a), mul_size((n), sizeof(type))))
#define ARENA_ZARRAY(a, type, n) \
	((type *)arena_zalloc((a), mul_size((n), sizeof(type))))

#endif
