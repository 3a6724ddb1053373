/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps a file's ids to rows of a table. Writers nearly always number rows 1, 2,
 * 3..., so small ids index an array; others go through a hash.
 */
#ifndef FT_READ_IDMAP_H
#define FT_READ_IDMAP_H

#include "base/hash.h"
#include "base/num.h"
#include "base/xalloc.h"

struct idmap {
	size_t n;      /* ids below n are in row[] */
	uint32_t *row; /* [n], indexed by id; NONE: unknown */
	struct map64 far;
};

/* Prepare for about `count` rows. */
static inline void
idmap_init(struct idmap *m, size_t count)
{
	*m = (struct idmap){ .n = count + 1, .far = MAP64_INIT };
	m->row = xmalloc(mul_size(m->n, sizeof(*m->row)));
	memset(m->row, 0xff, m->n * sizeof(*m->row));
}

static inline void
idmap_fini(struct idmap *m)
{
	free(m->row);
	map64_free(&m->far);
	*m = (struct idmap){ .n = 0 };
}

/* Return the bytes that its tables take. */
static inline size_t
idmap_bytes(const struct idmap *m)
{
	return m->n * sizeof(*m->row) + m->far.cap * sizeof(*m->far.slot);
}

/* Return the row of an id, or NONE. */
static inline uint32_t
idmap_get(const struct idmap *m, uint64_t id)
{
	return id < m->n ? m->row[id] : map64_get(&m->far, id);
}

/* Map id to row, which is NONE if the builder has failed. */
static inline void
idmap_put(struct idmap *m, uint64_t id, uint32_t row)
{
	if (id < m->n)
		m->row[id] = row;
	else if (row != NONE)
		map64_put(&m->far, id, row);
}

#endif
