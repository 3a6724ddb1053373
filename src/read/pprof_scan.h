/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first look at a profile.proto message, whole or in pieces as it comes:
 * the samples, still in terms of the file, since what they refer to comes
 * behind them; and where the other fields are.
 *
 *     sample {stack bytes, values, label bytes}
 *
 *     stack     0 1 0 2 0 ...     which of the different stacks
 *     labels    0 0 1 1 2 ...     ... of the different lists of labels
 *     value[0]  7 1 1 3 9 ...
 *
 * Where samples of one stack and kind are one (by_stack), what they have in
 * common is a row:
 *
 *     stack     0 1 2 1 ...
 *     kind      0 0 0 1 ...       instead of labels, see pprof_kinds.h
 *     value[0] 11 1 9 0 ...
 *
 * Of what comes in pieces only the fields that are not samples are kept:
 *
 *     piece      T T S S S S | S S S S S S | S S L L F F | F N N N N
 *     kept       T T                             L L F F   F N N N N
 *
 * Samples that are not written the way all writers write them (or are
 * damaged) are `odd`: then there are no such columns, and the samples are
 * decoded one by one later, which also finds out what is wrong. It takes the
 * whole message.
 */
#ifndef FT_READ_PPROF_SCAN_H
#define FT_READ_PPROF_SCAN_H

#include "base/err.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/pprof_kinds.h"
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

/* Bytes one behind the other, which stay where they are. */
struct pool {
	VEC(char *) chunk; /* in order */
	size_t held;       /* bytes of them */
	char *room;        /* for the next ones, in the last */
	size_t left;
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
	size_t slots;     /* a power of two */
	size_t bytes;     /* of all spans, */
	struct pool pool; /* ... which are here */
};

/* A part of the message, and where in it that is. */
struct pprof_kept {
	size_t at;
	struct str bytes;
};

enum { PPROF_BATCH = 32 };

/* Parts of a sample, until they are numbered. */
struct pprof_spans {
	struct str stack, labels;
	uint32_t stack_hash, labels_hash;
	char few[4 * WIRE_NUMBER_MAX]; /* a stack whose locations are a field
					  each, as if they were packed */
};

struct pprof_row {
	uint32_t row, kind;
};

struct pprof_scan {
	bool by_stack; /* samples of equal stacks may be one: set by the caller,
			  before the first bytes */
	bool whole;    /* the message is there; else it comes in pieces */
	struct strbuf begun; /* the beginning of a field, from the last piece */
	VEC(struct pprof_kept) kept; /* in order; just one if it is whole */
	struct pool fields;          /* of their bytes, or nothing */
	size_t size;                 /* of what was looked at */
	struct err err;              /* what is wrong with the outer message */
	struct pprof_part part[PPROF_FIELDS];
	uint64_t scalar[PPROF_FIELDS]; /* the last value of each */
	struct str period_type;        /* in kept */
	size_t period_type_at;

	size_t expected;   /* bytes in all, about */
	size_t max_memory; /* for what follows; 0: no limit */
	bool odd;
	bool enough;              /* no sample after kept_at was wanted */
	size_t kept_at;           /* offset */
	size_t types;             /* values of a sample */
	size_t taken;             /* samples */
	size_t n, cap;            /* rows: these, or fewer by_stack */
	uint32_t *stack, *labels; /* [n] */
	int64_t **value;          /* [types] columns of [n] */
	struct spans stacks, lists;
	/* With by_stack: */
	struct pprof_kinds kinds;
	VEC(struct pprof_row)
	first;               /* [stacks.n] of the kind that each came
				with first; */
	struct map64 others; /* (stack, kind) -> row, of other kinds */
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

void pprof_scan_init(struct pprof_scan *s, size_t expected, size_t max_memory);
void pprof_scan_fini(struct pprof_scan *s);
/* A whole message, which stays where it is; once. -1 when something is wrong
   (s->err), or progress asked to stop. */
int pprof_scan_whole(
	struct pprof_scan *s, struct str bytes, struct progress *progress);
/* The next piece, which has STREAM_ROOM bytes in front that may be written to.
   -1 as above, or when the samples are odd; then it has to be read as a whole,
   which tells what is wrong. */
int pprof_scan_piece(
	struct pprof_scan *s, struct str piece, struct progress *progress);
/* There are no more pieces. -1 likewise. */
int pprof_scan_end(struct pprof_scan *s);
void spans_fini(struct spans *s);

#endif
