/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples and locations on their way into a builder.
 */
#ifndef FT_READ_ROWS_H
#define FT_READ_ROWS_H

#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"

/* ---- Samples ---- */

/* Those with times go in one by one; of those without, equal ones are summed,
   in the order in which they first came. */
struct rows {
	struct builder *builder; /* borrowed */
	bool times;
	size_t ntypes;
	struct map64 at; /* (leaf, labels) -> row */
	VEC(node_id) leaf;
	VEC(lset_id) labels;
	VEC(int64_t) value; /* [row * ntypes + type] */
	size_t n;           /* rows, or samples with times */
	size_t clipped;     /* sums beyond 64 bits */
};

/* After the builder's types, before its first sample. */
void rows_init(struct rows *r, struct builder *b, size_t ntypes, bool times);
void rows_fini(struct rows *r);
/* value[0 .. ntypes - 1]; the time in ns since any moment, where there are
   times. A NONE for leaf or labels is passed over: the builder has failed. */
void rows_add(struct rows *r, node_id leaf, lset_id labels,
	const int64_t *value, int64_t time);
/* What is still here goes into the builder, unless the caller puts it there,
   from leaf[0 .. n - 1] and value. -1 and err if that failed, now
   or before, and if there was no sample at all. */
int rows_end(struct rows *r, struct err *err);

/* ---- Locations ---- */

/* Frames that are only a name, a file and a line, as most formats but pprof
   have them: one function for each name in a file (of a mapping), one
   location for each place in it. */
enum { LOCTABLE_LEVELS = 4 };

struct loctable {
	struct builder *builder; /* borrowed; all else is 0 at first */
	/* (name, file) -> a; (a, mapping) -> function; (function, line) -> b;
	   (b, column) -> location: dense numbers of each level. */
	struct map64 level[LOCTABLE_LEVELS];
	uint32_t n[LOCTABLE_LEVELS];
	VEC(func_id) func;   /* [function] */
	VEC(loc_id) loc;     /* [location] */
	struct map64 map_of; /* string -> mapping */
};

struct loctable_row {
	struct str name;
	struct str file; /* or "" */
	struct str map;  /* what serves as a mapping, or "" for none */
	int64_t line, column;
};

void loctable_fini(struct loctable *p);
/* The location, NONE when the builder's limit is reached. Lines and columns
   below 0 or beyond 32 bits are taken as unknown. Functions get no first
   line: reports by file would tell them apart by it. */
loc_id loctable_at(struct loctable *p, const struct loctable_row *at);

/* For those that know more of a frame: the function of a key, made from the row
   when the key is new; the mapping with the name of a file. NONE when the
   builder's limit is reached. */
func_id loctable_function(struct map64 *of, uint64_t key, struct builder *b,
	const struct builder_function *row);
map_id loctable_mapping(
	struct map64 *of, struct builder *b, str_id file, uint8_t has);

#endif
