/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls on the current path of a tree walk. A call counts once per sample,
 * however often it is on the stack: of nested calls between the same two
 * frames, the outermost gets the whole sum.
 *
 *     main                       enter  leave
 *     `- walk     main -> walk   first
 *        `- read  walk -> read   first
 *           `- walk
 *              `- read           no     no
 *                                       last    of walk -> read
 *
 * Sums known beforehand are added when a call is first entered, sums collected
 * on the way back when it is last left.
 */
#ifndef FT_ENGINE_OPENCALLS_H
#define FT_ENGINE_OPENCALLS_H

#include "base/hash.h"
#include "base/vec.h"
#include "profile/ids.h"

struct opencalls {
	struct map64 index; /* (from, to) -> row */
	VEC(uint32_t) open; /* [rows] occurrences on the path */
};

static inline uint64_t
opencalls_key(frame_id from, frame_id to)
{
	return (uint64_t)from << 32 | to;
}

/* Return the row of a call. Rows are numbered from 0; a new one is the last. */
static inline uint32_t
opencalls_row(struct opencalls *c, frame_id from, frame_id to)
{
	uint32_t *at = map64_at(&c->index, opencalls_key(from, to));

	if (*at == NONE) {
		*at = (uint32_t)c->open.n;
		vec_push(&c->open, 0);
	}
	return *at;
}

/* Prefetch the row of a call that will be looked up soon. */
static inline void
opencalls_ahead(const struct opencalls *c, frame_id from, frame_id to)
{
	map64_ahead(&c->index, opencalls_key(from, to));
}

/* Open a call; true if it is the outermost one. */
static inline bool
opencalls_enter(struct opencalls *c, uint32_t row)
{
	return c->open.p[row]++ == 0;
}

/* Close a call; true if it was the outermost one. */
static inline bool
opencalls_leave(struct opencalls *c, uint32_t row)
{
	return --c->open.p[row] == 0;
}

static inline void
opencalls_free(struct opencalls *c)
{
	map64_free(&c->index);
	vec_free(&c->open);
}

#endif
