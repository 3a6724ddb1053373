/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call counts once for a sample, however often it is on its stack: which
 * calls are open on the path that a walk of a tree is on. Of those between the
 * same two frames the outermost one has what all of them have.
 *
 *     main                       enter  leave
 *     `- walk     main -> walk   first
 *        `- read  walk -> read   first
 *           `- walk
 *              `- read           no     no
 *                                       last    of walk -> read
 *
 * Who knows sums before the walk adds them when a call is entered first, who
 * collects them on the way back when it is left last.
 */
#ifndef FT_ENGINE_OPENCALLS_H
#define FT_ENGINE_OPENCALLS_H

#include "base/hash.h"
#include "base/vec.h"
#include "profile/ids.h"

struct opencalls {
	struct map64 index; /* (from, to) -> row */
	VEC(uint32_t) open; /* [rows] how often it is on the path */
};

static inline uint64_t
opencalls_key(frame_id from, frame_id to)
{
	return (uint64_t)from << 32 | to;
}

/* Rows are numbered from 0 on; a new one is the last. */
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

/* That will be asked for soon: begin to wait for memory. */
static inline void
opencalls_ahead(const struct opencalls *c, frame_id from, frame_id to)
{
	map64_ahead(&c->index, opencalls_key(from, to));
}

/* Is it the outermost one? */
static inline bool
opencalls_enter(struct opencalls *c, uint32_t row)
{
	return c->open.p[row]++ == 0;
}

/* Was it? */
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
