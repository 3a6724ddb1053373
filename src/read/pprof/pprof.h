/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads profile.proto: a first scan of the file, its strings, and the transfer
   of its samples to the builder. */
#ifndef FT_READ_PPROF_PPROF_H
#define FT_READ_PPROF_PPROF_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "profile/ids.h"
#include "read/idmap.h"
#include "read/protowire.h"
#include "read/reader.h"

/*
 * If labels are not needed, samples of one kind with the same stack may be
 * summed.
 *
 *     sample  values 7 0, labels route: /pay, size: 64 bytes, size: 2 bytes
 *     kind    values + 0, labels size in bytes, size in bytes
 *
 * Reports also sum magnitudes and leave out zeros, so only values with the same
 * sign are summed. They warn of a key whose numbers have several units, so
 * units are kept.
 *
 * Labels are lost, except those of a process, on which names of addresses may
 * depend: see pprof_kinds_key.
 */

/* A label as in the file, with indices of strings. */
struct pprof_label {
	uint64_t key, str, num, unit;
};

/* Decode a label. False if it is damaged, or unusual. */
bool pprof_label_read(struct str bytes, struct pprof_label *l);

/* Values of one key in all samples. */
struct pprof_kinds_key {
	uint64_t key;
	uint32_t n;
	struct pprof_label label[2]; /* [n] first distinct labels */
	bool has_more;               /* there are more distinct labels */
};

enum {
	PPROF_KINDS_TYPES = 32, /* samples with more values have no kind */
	PPROF_KINDS_MEMO = 8,
};

struct pprof_kinds {
	struct arena arena;
	struct intern names; /* kind i has id i + 1; its text is its signs, keys
				and units */
	uint32_t last;       /* id of the last name */
	uint64_t bare;       /* signs of the last kind without labels */
	uint32_t bare_kind;  /* that last kind; NONE: none yet */
	VEC(uint64_t) name;  /* scratch */
	VEC(struct pprof_kinds_key) key;
	struct map64 key_of;             /* key -> index into `key` */
	uint32_t memo[PPROF_KINDS_MEMO]; /* index of a sample's i-th key */
	uint64_t most;                   /* the largest string index */
};

void pprof_kinds_init(struct pprof_kinds *k);
void pprof_kinds_fini(struct pprof_kinds *k);
/* Return the number of bytes held. */
size_t pprof_kinds_bytes(const struct pprof_kinds *k);

/* Return the kind of a sample. `labels` has all its labels, each with its key
   and length; `signs` has two bits per value. NONE if labels are unusual. */
uint32_t pprof_kind(struct pprof_kinds *k, struct str labels, uint64_t signs);

static inline uint32_t
pprof_kinds_count(const struct pprof_kinds *k)
{
	return (uint32_t)k->names.n - 1;
}

/* Get the i-th label of a kind, which has only a key and a unit. False after
   the last. */
bool pprof_kind_label(const struct pprof_kinds *k, uint32_t kind, size_t i,
	struct pprof_label *label);

/*
 * A first scan of a profile.proto message, whole or in pieces: the samples,
 * with ids of the file, since the tables they refer to come later; and the
 * positions of the other fields.
 *
 *     sample {stack bytes, values, label bytes}
 *
 *     stack     0 1 0 2 0 ...     number of a distinct stack
 *     labels    0 0 1 1 2 ...     number of a distinct list of labels
 *     value[0]  7 1 1 3 9 ...
 *
 * With by_stack, samples with the same stack and kind share a row:
 *
 *     stack     0 1 2 1 ...
 *     kind      0 0 0 1 ...       instead of labels, see pprof.h
 *     value[0] 11 1 9 0 ...
 *
 * When reading pieces, only fields other than samples are kept:
 *
 *     piece      T T S S S S | S S S S S S | S S L L F F | F N N N N
 *     kept       T T                             L L F F   F N N N N
 *
 * Samples with an unusual encoding (or damage) are `odd`: they get no columns
 * and are decoded one by one later, which also finds errors. This needs the
 * whole message.
 */

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

/* The range of the message that has all fields of one number. */
struct pprof_part {
	size_t n;
	size_t first, end; /* offsets */
};

/* Storage for spans of bytes, which are not moved later. */
struct pool {
	VEC(char *) chunk; /* in order */
	size_t held;       /* bytes in all chunks */
	char *room;        /* free space in the last chunk */
	size_t left;
};

/* Distinct spans of bytes, numbered in order of first occurrence. */
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
	size_t bytes;     /* total of all spans */
	struct pool pool; /* copies of spans */
};

/* A part of the message and its offset. */
struct pprof_kept {
	size_t at;
	struct str bytes;
};

enum { PPROF_BATCH = 32 };

/* A sample's spans, before they are numbered. */
struct pprof_spans {
	struct str stack, labels;
	uint32_t stack_hash, labels_hash;
	char few[4 * WIRE_NUMBER_MAX]; /* stack of single fields, packed */
};

struct pprof_row {
	uint32_t row, kind;
};

struct pprof_scan {
	bool by_stack; /* set by the caller: sum equal stacks */
	bool whole;    /* the message is complete; else it comes in pieces */
	struct strbuf begun;         /* start of an incomplete field */
	VEC(struct pprof_kept) kept; /* in order; a single one if whole */
	struct pool fields;          /* copies of the fields in `kept` */
	size_t size;                 /* bytes scanned */
	struct err err;              /* error in the outer message */
	struct pprof_part part[PPROF_FIELDS];
	uint64_t scalar[PPROF_FIELDS]; /* last value of each field */
	struct str period_type;        /* points into `kept` */
	size_t period_type_at;

	size_t expected;   /* estimated size of the message */
	size_t max_memory; /* bytes for samples; 0: no limit */
	bool odd;
	bool enough;              /* samples after kept_at are not wanted */
	size_t kept_at;           /* offset of the first unwanted sample */
	size_t types;             /* values per sample */
	size_t taken;             /* samples seen */
	size_t n, cap;            /* rows; fewer than `taken` with by_stack */
	uint32_t *stack, *labels; /* [n] */
	int64_t **value;          /* [types] columns of [n] */
	struct spans stacks, lists;
	/* With by_stack: */
	struct pprof_kinds kinds;
	VEC(struct pprof_row)
	first;               /* [stacks.n] row of a stack's first kind */
	struct map64 others; /* (stack, kind) -> row, for other kinds */
	struct pprof_spans batch[PPROF_BATCH];
	size_t nbatch;
};

/* Return the memory that protobuf-c may need for a message of n bytes: up to 60
   times n, and more to align small pieces. */
static inline size_t
pprof_scratch_need(size_t n)
{
	return add_size(mul_size(n, 80), 64 * 1024);
}

void pprof_scan_init(struct pprof_scan *s, size_t expected, size_t max_memory);
void pprof_scan_fini(struct pprof_scan *s);
/* Scan a whole message, once; it must stay in place. -1 if it is damaged
   (s->err) or progress was cancelled. */
int pprof_scan_whole(
	struct pprof_scan *s, struct str bytes, struct progress *progress);
/* Scan the next piece, with STREAM_ROOM writable bytes before it. -1 as above,
   or if samples are odd; the file must then be read as a whole, which finds the
   error. */
int pprof_scan_piece(
	struct pprof_scan *s, struct str piece, struct progress *progress);
/* End the scan after the last piece. -1 as for pprof_scan_piece(). */
int pprof_scan_end(struct pprof_scan *s);
void spans_fini(struct spans *s);

/*
 * The string table of a file: its indices and the builder's ids. In a file with
 * many labels, most strings are label values, which are unused when samples are
 * summed. So strings are added to the builder on demand, or all at once.
 */

struct pprof_strings {
	struct builder *b; /* borrowed */
	size_t n;
	struct str *text; /* [n] spans of the file; NULL once all have ids */
	str_id *id;       /* [n] id in the builder, or NONE */
};

/* Begin without strings, with room for `most`. */
void pprof_strings_init(
	struct pprof_strings *s, struct builder *b, size_t most);
void pprof_strings_fini(struct pprof_strings *s);
/* Add a string, whose bytes must stay until all strings have ids. */
void pprof_strings_add(struct pprof_strings *s, struct str text);
/* Give all strings ids. Errors are the builder's. */
void pprof_strings_settle(struct pprof_strings *s);
/* Return the id of string i < n. */
str_id pprof_strings_id(struct pprof_strings *s, uint64_t i);

/*
 * Transfers scanned samples to the builder. Each distinct stack and label list
 * is decoded once, and the columns are moved:
 *
 *     spans of stacks --> trie of ids             \  threads, where there
 *     tables; spans of labels --> label sets      /   are many
 *     ids --> locations
 *
 * If locations are numbered 1, 2, 3... the trie needs only their number and can
 * be built before the tables are read.
 */

/* Result of a transfer. */
enum pprof_outcome {
	PPROF_DONE,
	PPROF_FAILED, /* failed, with an error in err */
	PPROF_ODD,    /* decode samples one by one */
};

/* The builder's ids by the file's ids. Borrowed. */
struct pprof_ids {
	const struct idmap *loc;
	struct pprof_strings *strings;
};

/* The trie of all stacks, built while the tables are read. It uses the stacks
   of the scan, which must not change before it is built. */
struct pprof_trie;

/* Begin if there are enough stacks, else return NULL, which is valid below. */
struct pprof_trie *pprof_trie_begin(
	const struct read_job *job, struct pprof_scan *scan);
/* Wait until the trie is built, and free it. */
void pprof_trie_free(struct pprof_trie *t);

/* Transfer all samples of a scan that is not odd to the job's builder, which
   already has the tables. Takes over the trie and the scan's columns; with
   PPROF_ODD the columns stay, and no sample was added. */
enum pprof_outcome pprof_columns(struct read_job *job, struct pprof_scan *scan,
	struct pprof_trie *trie, const struct pprof_ids *ids, struct err *err);

/*
 * Times of samples: Datadog's profilers write them as a label, in ns since
 * 1970. They are used if within one duration of the profile's own time, which
 * is the beginning of the recording or, for some producers, its end.
 */
void pprof_times(struct builder *b);

#endif
