/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile in memory: columns, dense ids, and a trie of stacks.
 *
 *  file:  sample {A B C} 5        trie (node 0 = root, preorder)
 *         sample {A B D} 2             root
 *         sample {A' E}  1             +- A(1)
 *  (root first here)                   |  +- B(2) - C(3)
 *                                      |     `- D(4)
 *  trie.parent  0 0 1 2 2 0 5          `- A'(5) - E(6)
 *  trie.loc     - A B C D A' E
 *  sample.leaf  3 4 6                  A' is another call site of A
 *
 * A builder (builder.h) makes a profile and seals it. A sealed profile is
 * read-only, so any thread may read it. Profiles are reference-counted and own
 * everything that they point to.
 * Samples keep the order of the file and are not merged: pprof does not merge
 * a single profile either, and some reports print samples in order. For other
 * uses a reader may sum the samples of a stack (read_detail in read/read.h).
 */
#ifndef FT_PROFILE_PROFILE_H
#define FT_PROFILE_PROFILE_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/str.h"
#include "profile/callgraph.h"
#include "profile/ids.h"

/* Bits of map.has: has_functions, has_filenames, ... in profile.proto. */
enum {
	MAP_FUNCTIONS = 1,
	MAP_FILENAMES = 2,
	MAP_LINES = 4,
	MAP_INLINES = 8,
	MAP_ALL = 15,
};

/* A label of a sample, with a string (str != NONE) or a number as value. */
struct label {
	str_id key;
	str_id str;  /* NONE for a numeric label */
	str_id unit; /* unit of num; 0: none */
	int64_t num; /* 0 for a string label */
};

/* Distinct label sets. Each set is sorted by key bytes, then strings before
   numbers; further values of a key keep the file's order. */
struct labels {
	uint32_t n;          /* number of sets; set 0 is empty */
	uint32_t *first;     /* [n + 1] offsets into label[] */
	struct label *label; /* [first[n]] */
};

/* The source of function names, which decides how they are demangled (see
   demangle.h). */
enum names_from {
	NAMES_OTHER,  /* a format that pprof does not read */
	NAMES_PROTO,  /* profile.proto: shown as pprof shows them */
	NAMES_LEGACY, /* pprof's old formats: shown as pprof shows them */
};

/* How one side of a comparison, or a merged profile, was recorded. */
struct sampling {
	bool is_set;            /* false: the header's values apply */
	bool mixed;             /* merged from files with different periods */
	int64_t period;         /* in header.period_unit; 0: unknown */
	int64_t duration_nanos; /* 0: unknown */
};

/* The time of a sample that has none, in a profile with times. It is before
   all others. */
#define SAMPLE_UNTIMED INT64_MIN

/* Prefixes of comments in stack dumps: the program that wrote the dump, and the
   waiting threads. */
#define COMMENT_DUMP "dump: "
#define COMMENT_WAITS "waits: "
enum { WAITS_MOST = 3 }; /* comments of the second kind in a dump */

struct header {
	enum names_from names;
	bool by_place;      /* functions with the same name must be told apart
			       (apart.h) */
	bool is_apart;      /* the functions' names have been made unique */
	int64_t time_nanos; /* since 1970 UTC; 0: unknown */
	int64_t duration_nanos; /* 0: unknown */
	int64_t times_nanos;    /* moment that sample.time counts from, since
				   1970 UTC; 0: time_nanos */
	int64_t period;         /* in period_unit */
	str_id period_type, period_unit;
	str_id default_type; /* name of a sample type; 0: none */
	str_id doc_url;
	str_id drop_frames, keep_frames; /* regular expressions; 0: none */
	bool has_base;   /* a comparison, even if one side has no samples */
	bool normalized; /* -normalize made the totals of both sides equal */
	struct sampling side[2]; /* new profile, base profile */
	uint32_t joined;         /* number of joined names: engine/renames.h */
	bool summed;             /* a sample may be the sum of several in the
				    file */
	bool exact; /* all events were counted, as by callgrind: the counts are
		       the same in every run on the same input */
	uint32_t ncomments;
	str_id *comment; /* [ncomments] */
};

struct profile {
	atomic_uint refs;            /* see profile_ref() */
	const struct profile *under; /* referenced owner of an overlay's tables;
					NULL: not an overlay */
	struct arena arena;
	struct intern strings; /* by str_id */

	struct {
		uint32_t n;
		str_id *type, *unit;
	} types; /* one per value column, in file order */

	struct {
		uint32_t n;
		uint64_t *id; /* as in the file, never 0 */
		str_id *name, *system, *file;
		int64_t *start_line;
	} func;

	struct {
		uint32_t n;
		uint64_t *id;
		uint64_t *start, *limit, *offset;
		str_id *file, *build_id;
		uint8_t *has; /* MAP_* bits */
	} map;                /* row 0 is the main binary */

	struct {
		uint32_t n;
		uint64_t *id;
		uint64_t *address; /* 0: unknown */
		map_id *map;       /* NONE: no mapping */
		uint32_t *line0;   /* [n + 1] offsets into line's columns */
		uint8_t *folded;
	} loc;

	/* The entries of a location begin with the innermost inlined call; the
	   last entry is the function that contains the inlined calls. */
	struct {
		uint32_t n;
		func_id *func;
		int64_t *line, *column; /* 0: unknown */
	} line;

	struct {
		uint32_t n;      /* number of nodes, at least 1 */
		node_id *parent; /* parent[i] < i; parent[0] is 0 */
		loc_id *loc;     /* loc[0] is NONE */
	} trie;

	struct {
		size_t n;
		node_id *leaf;   /* 0: an empty stack */
		lset_id *labels;
		int64_t **value; /* [types.n][n] */
		int64_t **raw;   /* [types.n][n] values before scaling (see
				    merge.h); NULL: the same */
		int64_t *time;   /* [n] in ns since the recording began, or
				    since the earliest sample; SAMPLE_UNTIMED;
				    NULL: all unknown */
	} sample;

	struct labels labels;
	struct header header;
	const struct callgraph *callgraph; /* NULL if the file has stacks */
};

/* Return how a side was recorded; base is false if there are no sides. */
static inline struct sampling
header_sampling(const struct header *h, bool base)
{
	return h->side[base].is_set
		? h->side[base]
		: (struct sampling){ .period = h->period,
			  .duration_nanos = h->duration_nanos };
}

/* Return the moment that sample.time counts from; 0: unknown. */
static inline int64_t
times_begin(const struct header *h)
{
	return h->times_nanos != 0 ? h->times_nanos : h->time_nanos;
}

/* Add or drop a reference, from any thread. A new profile has one. */
struct profile *profile_ref(const struct profile *p);
void profile_unref(const struct profile *p); /* NULL is fine */

/* Return a new profile that shares the tables of p, except for func.name and
   strings, which the caller may change until other threads see the profile. */
struct profile *profile_overlay(const struct profile *p);

static inline struct str
profile_str(const struct profile *p, str_id id)
{
	return intern_str(&p->strings, id);
}

/* Write at most `max` locations of a stack, leaf first. Returns the length of
   the whole stack. */
size_t profile_stack(
	const struct profile *p, node_id leaf, loc_id *out, size_t max);

/* Return the number of values per sample, raw values included. */
static inline uint32_t
profile_columns(const struct profile *p)
{
	return p->sample.raw != NULL ? 2 * p->types.n : p->types.n;
}

/* Get the sentences about the waiting threads, which the profile owns. Return
   their number. Dumps of one language that were merged have those of the last;
   dumps of two languages have none in common, so the number is 0. */
size_t profile_waits(const struct profile *p, struct str text[WAITS_MOST]);
/* Find the column for pprof's option sample_index, which is a number, a type's
   name with or without "inuse_", or "" for the default type (or the last, if
   there is no default). -1 and err, with pprof's text, if not found. */
struct err;
int profile_sample_index(const struct profile *p, struct str want,
	uint32_t *column, struct err *err);

/* Check every invariant above. False, with a message on stderr, if one does not
   hold. For tests, fuzzers and debug builds. */
bool profile_check(const struct profile *p);

/* Return the bytes held in memory, including those of the overlaid profile. */
size_t profile_bytes(const struct profile *p);

#endif
