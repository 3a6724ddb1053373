/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pprof's profile.proto, for the files pprof*.c.
 *
 *     pprof_scan      over all fields, while they arrive: where each kind
 *                     begins and ends; the samples, as far as they can be
 *                     understood without what comes behind them
 *     pprof.c         over their part only: strings, types, mappings,
 *                     functions, locations; any order on the wire
 *     pprof_samples   the samples, in terms of those tables
 *
 * The outer message is scanned in place; each message of a table goes
 * through protobuf-c into a scratch arena that is emptied at once, so a
 * profile of any size needs the memory of its largest message.
 *
 * Errors are in pprof's words, followed by the place. The first failure
 * in pprof's order wins: an error in a table waits until all samples were
 * seen.
 */
#ifndef FT_READ_PPROF_H
#define FT_READ_PPROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "read/profile.pb-c.h"

#include "base/arena.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "read/pprof_scan.h"
#include "read/read.h"
#include "read/wire.h"

/* The ids of a file to rows of a table. Writers number their rows 1, 2, 3...
   nearly always, so small ids index an array; others go through a hash. */
struct idmap {
	size_t n;      /* ids below n are in row[] */
	uint32_t *row; /* [n], NONE: unknown */
	struct map64 far;
};

/* For about `count` rows. */
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

/* The row of an id, or NONE. */
static inline uint32_t
idmap_get(const struct idmap *m, uint64_t id)
{
	return id < m->n ? m->row[id] : map64_get(&m->far, id);
}

/* row may be NONE, from a builder that has failed: nothing is put then. */
static inline void
idmap_put(struct idmap *m, uint64_t id, uint32_t row)
{
	if (id < m->n)
		m->row[id] = row;
	else if (row != NONE)
		map64_put(&m->far, id, row);
}

struct pprof {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	struct err later; /* of the tables: reported unless a sample is wrong */
	struct pprof_scan *scan;
	uint64_t nstrings;
	str_id *string; /* [nstrings] index in the file -> id */
	struct idmap map, func, loc;
	/* of the message that is read */
	const char *what; /* "sample" */
	uint64_t number;  /* from 1 */
	size_t at;        /* offset of its field */
	ProtobufCAllocator alloc;
	struct arena scratch;
	size_t scratch_max;
	bool scratch_is_short;          /* because of the memory limit */
	VEC(struct builder_line) lines; /* of a location */
	VEC(loc_id) stack;              /* of a sample, and its labels */
	VEC(struct label) labels;
};

/* All samples, to the builder. -1 and r->err. */
int pprof_samples(struct pprof *r);

/* Run a function over all fields of one number. */
int pprof_each(struct pprof *r, unsigned number, const char *what,
	int (*run)(struct pprof *r, const struct wire_field *f));
/* The id of a string index from the file. -1 and r->err. */
int pprof_string(struct pprof *r, int64_t index, str_id *out);

/* Unpack one message into the scratch arena. NULL and r->err: why it cannot
   be. */
#define UNPACK(r, type, span) \
	pprof_unpack((r), &perftools__profiles__##type##__descriptor, \
		&schema_##type, (span))
void *pprof_unpack(struct pprof *r, const ProtobufCMessageDescriptor *type,
	const struct schema *schema, struct str span);
/* Is it written as its schema says? protobuf-c takes flags in any form. -1 and
   r->err when not. */
int pprof_fits(struct pprof *r, const struct schema *schema, struct str span);

/* -1 and *err, with a reason and the place of the present message. */
int pprof_bad(struct pprof *r, struct err *err, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

#endif
