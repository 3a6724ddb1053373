/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dense ids, one type per table. An id is an index into the columns of its
 * table; NONE means "no such row".
 */
#ifndef FT_PROFILE_IDS_H
#define FT_PROFILE_IDS_H

#include "base/arena.h"
#include "base/num.h"
#include "base/xalloc.h"

#ifndef NONE
#define NONE UINT32_MAX
#endif

typedef uint32_t str_id;   /* profile.strings; 0 is "" */
typedef uint32_t func_id;  /* profile.func */
typedef uint32_t map_id;   /* profile.map */
typedef uint32_t loc_id;   /* profile.loc */
typedef uint32_t line_id;  /* profile.line: one (function, line) entry */
typedef uint32_t node_id;  /* profile.trie, or a struct tree: 0 is the root */
typedef uint32_t lset_id;  /* profile.labels: a label set; 0 is empty */
typedef uint32_t frame_id; /* struct frames */

/* Return an array of n ids, all NONE, on the heap or in an arena. */
static inline uint32_t *
ids_new(size_t n)
{
	uint32_t *id = xmalloc(mul_size(n, sizeof(*id)));

	memset(id, 0xff, n * sizeof(*id));
	return id;
}

static inline uint32_t *
ids_in(struct arena *arena, size_t n)
{
	uint32_t *id = ARENA_ARRAY(arena, uint32_t, n);

	memset(id, 0xff, n * sizeof(*id));
	return id;
}

#endif
