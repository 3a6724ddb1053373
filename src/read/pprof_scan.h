/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first look at a profile.proto message, which can begin before all of
 * it has arrived: which fields there are, and the samples, still in terms of
 * the file, since what they refer to comes after them.
 *
 *     sample {stack bytes, values, label bytes}
 *
 *     stack     0 1 0 2 0 ...     which of the different stacks
 *     labels    0 0 1 1 2 ...     ... of the different lists of labels
 *     value[0]  7 1 1 3 9 ...
 *
 * Samples that are not written the way all writers write them (or are
 * damaged) are `odd`: then there are no such columns, and the samples are
 * decoded one by one later, which also finds out what is wrong.
 */
#ifndef FT_READ_PPROF_SCAN_H
#define FT_READ_PPROF_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/num.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/stream.h"
#include "read/wire.h"

/* Fields of Profile. */
enum {
	PPROF_SAMPLE_TYPE = 1,
	PPROF_SAMPLE = 2,
	PPROF_MAPPING = 3,
	PPROF_LOCATION = 4,
	PPROF_FUNCTION = 5,
	PPROF_STRING_TABLE = SCHEMA_STRING_TABLE,
	PPROF_DROP_FRAMES = 7,
	PPROF_KEEP_FRAMES = 8,
	PPROF_TIME_NANOS = 9,
	PPROF_DURATION_NANOS = 10,
	PPROF_PERIOD_TYPE = 11,
	PPROF_PERIOD = 12,
	PPROF_COMMENT = 13,
	PPROF_DEFAULT_SAMPLE_TYPE = 14,
	PPROF_DOC_URL = 15,
	PPROF_FIELDS
};

/* The part of the message that holds all fields of one number. */
struct pprof_part {
	size_t n;
	size_t first, end; /* offsets */
};

/* Different spans of bytes, numbered. */
struct spans_slot {
	uint32_t hash;
	uint32_t number; /* NONE: free */
};

struct spans {
	uint32_t n;
	size_t cap;
	struct str *span; /* [n] */
	struct spans_slot *slot;
	size_t slots; /* a power of two */
	bool copies;
	struct arena arena; /* for them */
};

enum { PPROF_BATCH = 32 };

/* Parts of a sample, until they are numbered. */
struct pprof_spans {
	struct str stack, labels;
	uint32_t stack_hash, labels_hash;
};

struct pprof_scan {
	struct str bytes; /* those that are here; they never move */
	size_t pos;       /* what is before it was looked at */
	struct err err;   /* what is wrong with the outer message */
	struct pprof_part part[PPROF_FIELDS];
	uint64_t scalar[PPROF_FIELDS]; /* the last value of each */
	struct str period_type;
	size_t period_type_at;

	size_t expected;   /* bytes in all, about */
	size_t max_memory; /* for what follows; 0: no limit */
	bool odd;
	bool enough;              /* no sample after kept_at was wanted */
	size_t kept_at;           /* offset */
	size_t types;             /* values of a sample */
	size_t n, cap;            /* samples */
	uint32_t *stack, *labels; /* [n] */
	int64_t **value;          /* [types] columns of [n] */
	struct spans stacks, lists;
	struct pprof_spans batch[PPROF_BATCH];
	size_t nbatch;
};

/* How much memory protobuf-c may need for a message of n bytes: at most 60
   times as much, and more for the alignment of small pieces. What is too
   large for it one by one is not taken with others, either. */
static inline size_t
pprof_scratch_need(size_t n)
{
	return add_size(mul_size(n, 80), 64 * 1024);
}

/* The bytes of a message that begins at p, about as many as expected. */
void pprof_scan_init(struct pprof_scan *s, const char *p, size_t expected,
	size_t max_memory);
void pprof_scan_fini(struct pprof_scan *s);
/* Go on, now that n bytes are there; `ended`: no more will come. -1 when
   something is wrong (s->err), or progress asked to stop. Then, and when
   ended, it is over. */
int pprof_scan_more(
	struct pprof_scan *s, size_t n, bool ended, struct progress *progress);

/* Reading that begins before all bytes are there. Nothing is decided here: if
   the bytes turn out to be damaged or of another format, what was seen is
   thrown away, and every error is the one that reading the whole gives. */

/* What can be seen of a stream until its bytes are all there, for read_spec;
   NULL when that is nothing. `format` as there; it takes about max_memory
   bytes at most (0: no limit). To be freed before the stream. */
struct pprof_scan *read_early(struct stream *stream, struct str format,
	size_t max_memory, struct progress *progress);
void read_early_free(struct pprof_scan *scan);

#endif
