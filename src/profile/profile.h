/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile in memory: columns, dense ids, and a trie of stacks.
 *
 *  file:  sample {A B C} 5        trie (node 0 = root, preorder)
 *         sample {A B D} 2             root
 *         sample {A' E}  1             +- A(1)
 *  (leaf last here)                    |  +- B(2) - C(3)
 *                                      |     `- D(4)
 *  trie.parent  0 0 1 2 2 0 5          `- A'(5) - E(6)
 *  trie.loc     - A B C D A' E
 *  sample.leaf  3 4 6                  A' is another call site of A
 *
 * A builder (builder.h) makes a profile and seals it: it is read-only from then
 * on, so every thread may read it. Profiles are reference-counted; their arena
 * holds everything that they point to.
 * Samples keep the order of the file and are never merged here: pprof does not
 * merge a single profile either, and some reports print samples in order. For
 * other uses a reader may sum those of a stack (read_detail in read/read.h).
 */
#ifndef FT_PROFILE_PROFILE_H
#define FT_PROFILE_PROFILE_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/str.h"
#include "profile/callgraph.h"
#include "profile/ids.h"
#include "profile/stacks.h"

/* Bits of map.has: what the writer symbolised. */
enum {
	MAP_FUNCTIONS = 1,
	MAP_FILENAMES = 2,
	MAP_LINES = 4,
	MAP_INLINES = 8,
	MAP_ALL = 15,
};

/* One label of a sample: string valued (str != NONE) or numeric. */
struct label {
	str_id key;
	str_id str;  /* the value, or NONE for a numeric label */
	str_id unit; /* numeric: 0 when the file gives none */
	int64_t num; /* numeric value */
};

/* Distinct label sets. A set is sorted by (key bytes, string before
   numeric); several values of one key keep the file's order. */
struct labels {
	uint32_t n;          /* sets; set 0 is the empty one */
	uint32_t *first;     /* [n + 1] offsets into label[] */
	struct label *label; /* [first[n]] */
};

/* The source of function names, which decides how they are demangled:
   demangle.h. */
enum names_from {
	NAMES_OTHER,  /* a format that pprof does not read */
	NAMES_PROTO,  /* profile.proto: shown as pprof shows them */
	NAMES_LEGACY, /* pprof's old formats: likewise; some have no names */
};

/* The recording of one side of a comparison, or of a merged profile. */
struct sampling {
	bool is_set;            /* false: the header's values apply */
	bool mixed;             /* files with different periods */
	int64_t period;         /* as in the header; 0 unknown */
	int64_t duration_nanos; /* 0 unknown */
};

struct header {
	enum names_from names;
	int64_t time_nanos;     /* since 1970 UTC; 0 unknown */
	int64_t duration_nanos; /* 0 unknown */
	int64_t period;         /* in period_unit */
	str_id period_type, period_unit;
	str_id default_type; /* name of a sample type, 0 none */
	str_id doc_url;
	str_id drop_frames, keep_frames; /* patterns, 0 none */
	bool has_base;   /* a comparison, even if only one side has samples */
	bool normalized; /* -normalize made both sides' totals equal */
	struct sampling side[2]; /* new side, base */
	bool summed;             /* samples may be sums of several */
	uint32_t ncomments;
	str_id *comment; /* [ncomments] */
};

struct profile {
	atomic_uint refs;            /* see profile_ref() */
	const struct profile *under; /* owner of the tables, a reference; NULL:
					this profile */
	struct arena arena;
	struct intern strings; /* str_id -> bytes */

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
		uint64_t *address; /* 0 unknown */
		map_id *map;       /* NONE: no mapping */
		uint32_t *line0;   /* [n + 1] offsets into line */
		uint8_t *folded;
	} loc;

	/* Within a location the innermost inlined call comes first; the last
	   entry is the function that really was called. */
	struct {
		uint32_t n;
		func_id *func;
		int64_t *line, *column; /* 0 unknown */
	} line;

	struct {
		uint32_t n;      /* nodes, at least 1 */
		node_id *parent; /* parent[i] < i; parent[0] is 0 */
		loc_id *loc;     /* loc[0] is NONE */
	} trie;

	/* The stacks of a part (builder_part()): trie.n is 0, and sample.leaf
	   indexes these. */
	struct stacks stacks;

	struct {
		size_t n;
		node_id *leaf;   /* 0: an empty stack */
		lset_id *labels; /* index into labels.first */
		int64_t **value; /* [types.n][n] */
		int64_t **raw;   /* values before -normalize scaled them, as
				    sampled; NULL: the same */
		int64_t *time;   /* [n] when it was taken, in ns since the
				    first; NULL: unknown */
	} sample;

	struct labels labels;
	struct header header;
	const struct callgraph *callgraph; /* NULL: only stacks */
};

/* Return the recording of a side, or of a profile without sides. */
static inline struct sampling
header_sampling(const struct header *h, bool base)
{
	return h->side[base].is_set
		? h->side[base]
		: (struct sampling){ .period = h->period,
			  .duration_nanos = h->duration_nanos };
}

/* Add or drop a reference, from any thread. The maker holds one. */
struct profile *profile_ref(const struct profile *p);
void profile_unref(const struct profile *p); /* NULL is fine */

/* Return a profile with the tables of p but its own func.name and strings,
   which the maker may change before others see it. One reference. */
struct profile *profile_overlay(const struct profile *p);

static inline struct str
profile_str(const struct profile *p, str_id id)
{
	return intern_str(&p->strings, id);
}

/* Write the locations of a stack, leaf first, at most `max`. Returns how many
   there are. */
size_t profile_stack(
	const struct profile *p, node_id leaf, loc_id *out, size_t max);

/* Return the number of columns of a sample: values, and raw ones if any. */
static inline uint32_t
profile_columns(const struct profile *p)
{
	return p->sample.raw != NULL ? 2 * p->types.n : p->types.n;
}

/* Fill in the column that a sample_index names: "" = the default type, else the
   last; a number; or a type's name, with or without "inuse_". -1 and err with
   pprof's words if there is none. */
struct err;
int profile_sample_index(const struct profile *p, struct str want,
	uint32_t *column, struct err *err);

/* Check every invariant above; false and a message on stderr if one is broken.
   For tests, fuzzers and debug builds. */
bool profile_check(const struct profile *p);

/* Return the bytes held in memory. */
size_t profile_bytes(const struct profile *p);

#endif
