/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collects samples and locations for a builder.
 */
#ifndef FT_READ_ROWS_H
#define FT_READ_ROWS_H

#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"

/* ---- Samples ---- */

/* Samples with times reach the builder one by one. Samples without times are
   summed by leaf and labels, in the order of first occurrence. */
struct rows {
	struct builder *builder; /* borrowed */
	bool times;
	size_t ntypes;
	struct map64 at; /* (leaf, labels) -> row */
	VEC(node_id) leaf;
	VEC(lset_id) labels;
	VEC(int64_t) value; /* [row * ntypes + type] */
	size_t n;           /* rows, or samples with times */
	size_t clipped;     /* sums clamped to 64 bits */
};

/* Begin, once the builder has its types and before its first sample. */
void rows_init(struct rows *r, struct builder *b, size_t ntypes, bool times);
void rows_fini(struct rows *r);
/* Add a sample: value[0 .. ntypes - 1] and, if there are times, a time in ns
   since any moment. A leaf NONE, from a failed builder, is ignored. */
void rows_add(struct rows *r, node_id leaf, lset_id labels,
	const int64_t *value, int64_t time);
/* Put the summed rows into the builder. A caller may do this itself instead,
   from leaf[0 .. n - 1] and value. -1 and err if the builder has failed, or
   there was no sample. */
int rows_end(struct rows *r, struct err *err);

/* ---- Locations ---- */

/* Frames with only a name, a file and a line, as in most formats. A function is
   a name, file and mapping; a location is a line and column of a function. */
enum { LOCTABLE_LEVELS = 5 };

struct loctable {
	struct builder *builder; /* borrowed; the rest starts as zeros */
	/* Each level maps pairs to numbers: (name, file) -> a; if a function's
	   first line is known, (a, first line) -> a; (a, mapping) -> function;
	   (function, line) -> b; (b, column) -> location. */
	struct map64 level[LOCTABLE_LEVELS];
	uint32_t n[LOCTABLE_LEVELS];
	VEC(func_id) func;   /* [function] */
	VEC(loc_id) loc;     /* [location] */
	struct map64 map_of; /* string -> mapping */
};

struct loctable_row {
	struct str name;
	struct str file; /* or "" */
	struct str map;  /* file of the mapping, or "" for none */
	int64_t line, column;
	int64_t start_line; /* first line of the function; 0: unknown */
};

void loctable_fini(struct loctable *p);
/* Return the location; NONE at the builder's limit. Lines and columns below 1
   or beyond 32 bits count as unknown. */
loc_id loctable_at(struct loctable *p, const struct loctable_row *at);

/* Functions by name, file and start line. */
struct functable {
	struct map64 pair; /* (name, file) -> number */
	struct map64 of;   /* (number, start line) -> function */
	uint32_t n;
};

void functable_fini(struct functable *t);
/* Return the function, which is added to the builder if it is new. NONE at the
   builder's limit. A start line beyond 32 bits counts as unknown. */
func_id functable_at(struct functable *t, struct builder *b,
	const struct builder_function *row);

/* Return the function of a key, or the mapping of a file; a new one is added to
   the builder. NONE at the builder's limit. */
func_id loctable_function(struct map64 *of, uint64_t key, struct builder *b,
	const struct builder_function *row);
map_id loctable_mapping(
	struct map64 *of, struct builder *b, str_id file, uint8_t has);

#endif
