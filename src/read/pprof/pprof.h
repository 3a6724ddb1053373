/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles in profile.proto: the first look at a file, its strings, and its
   samples on their way to the builder. */
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
#include "read/read.h"

/*
 * Where nobody looks at labels, samples of one stack may be one: those of a
 * kind.
 *
 *     sample  values 7 0, labels route: /pay, size: 64 bytes, size: 2 bytes
 *     kind    values + 0, labels size in bytes, size in bytes
 *
 * A report sums magnitudes, too, and leaves out what is zero: so what is summed
 * here is of one sign. And it warns of a key whose numbers have several units.
 *
 * What labels say is gone, but for those of a process, which names of addresses
 * may depend on: see pprof_kinds_key.
 */

/* A label as it is on the wire: indices of strings. */
struct pprof_label {
	uint64_t key, str, num, unit;
};

/* From its bytes. False: nobody writes it so, or it is damaged. */
bool pprof_label_read(struct str bytes, struct pprof_label *l);

/* What all samples together say under a key. */
struct pprof_kinds_key {
	uint64_t key;
	uint32_t n;
	struct pprof_label label[2]; /* [n] the first different ones */
	bool has_more;               /* different ones than these */
};

enum {
	PPROF_KINDS_TYPES = 32, /* more values than that have no kind */
	PPROF_KINDS_MEMO = 8,
};

struct pprof_kinds {
	struct arena arena;
	struct intern names; /* kind i is name i + 1: numbers of 64 bits, its
				signs, then key and unit of each label */
	uint32_t last;       /* name that was had last */
	uint64_t bare;       /* signs of the kind without labels that was had */
	uint32_t bare_kind;  /* ... last; NONE: none yet */
	VEC(uint64_t) name;  /* scratch */
	VEC(struct pprof_kinds_key) key;
	struct map64 key_of;             /* key -> its place there */
	uint32_t memo[PPROF_KINDS_MEMO]; /* that of a sample's i-th label */
	uint64_t most;                   /* the largest index of a string */
};

void pprof_kinds_init(struct pprof_kinds *k);
void pprof_kinds_fini(struct pprof_kinds *k);
/* Bytes held. */
size_t pprof_kinds_bytes(const struct pprof_kinds *k);

/* All labels of a sample, each with its key and length, and the signs of its
   values, in any coding. NONE: labels as nobody writes them. */
uint32_t pprof_kind(struct pprof_kinds *k, struct str labels, uint64_t signs);

static inline uint32_t
pprof_kinds_count(const struct pprof_kinds *k)
{
	return (uint32_t)k->names.n - 1;
}

/* The i-th label of a kind, of which only key and unit are known. False: it has
   no more. */
bool pprof_kind_label(const struct pprof_kinds *k, uint32_t kind, size_t i,
	struct pprof_label *label);

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
 *     kind      0 0 0 1 ...       instead of labels, see pprof.h
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

/*
 * The string table of a file: from its indices to our ids. Most strings of a
 * file with many labels are their values, which nobody asks for where samples
 * are summed; so a string goes to the builder when it is asked for, or all do
 * at once.
 */

struct pprof_strings {
	struct builder *b; /* borrowed */
	size_t n;
	struct str *text; /* [n] in the file's bytes; NULL: all have ids */
	str_id *id;       /* [n] NONE: nobody has asked */
};

/* None, and room for `most`. */
void pprof_strings_init(
	struct pprof_strings *s, struct builder *b, size_t most);
void pprof_strings_fini(struct pprof_strings *s);
/* The next one. Its bytes stay until all have ids. */
void pprof_strings_add(struct pprof_strings *s, struct str text);
/* Give ids to all; errors are the builder's. */
void pprof_strings_settle(struct pprof_strings *s);
/* Of index i < n. */
str_id pprof_strings_id(struct pprof_strings *s, uint64_t i);

/*
 * The samples as the scan has them, to the builder. Each different stack and
 * list of labels is decoded once, and the columns go over as they are:
 *
 *     spans of stacks --> trie of ids             \  threads, where there
 *     tables; spans of labels --> label sets      /   are many
 *     ids --> locations
 *
 * The trie needs nothing of the tables but how many locations there are, as
 * long as these are numbered 1, 2, 3...
 */

/* What became of the columns. */
enum pprof_outcome {
	PPROF_DONE,
	PPROF_FAILED, /* err says why */
	PPROF_ODD,    /* one by one */
};

/* Ids of the file -> ours. Borrowed. */
struct pprof_ids {
	const struct idmap *loc;
	struct pprof_strings *strings;
};

/* The trie of all stacks, while the tables are read: it looks at nothing but
   the stacks of the scan, which nobody else may touch meanwhile. */
struct pprof_trie;

/* Begin, if there are enough to be worth it. NULL is fine for the others. */
struct pprof_trie *pprof_trie_begin(
	const struct read_job *job, struct pprof_scan *scan);
/* Wait for its end, and throw it away. */
void pprof_trie_free(struct pprof_trie *t);

/* All samples of a scan that is not odd, to the job's builder, which has the
   tables already. Takes over the trie. The columns of the scan are gone
   afterwards, unless they turn out to be PPROF_ODD; then no sample was added.
 */
enum pprof_outcome pprof_columns(struct read_job *job, struct pprof_scan *scan,
	struct pprof_trie *trie, const struct pprof_ids *ids, struct err *err);

#endif
