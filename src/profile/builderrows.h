/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside of a builder, for builder.c, which fills it, and seal.c, which
 * makes a profile of it. Rows are kept as structs while they are few and
 * come one at a time; the two that are long, nodes and samples, are columns
 * from the start.
 */
#ifndef FT_PROFILE_BUILDERROWS_H
#define FT_PROFILE_BUILDERROWS_H

#include "base/vec.h"
#include "profile/budget.h"
#include "profile/builder.h"
#include "profile/labels.h"
#include "profile/stacks.h"
#include "profile/trie.h"

struct type_row {
	str_id type, unit;
};

struct location_row {
	uint64_t id, address;
	map_id map;
	uint32_t line0;
	bool folded;
};

struct builder {
	struct profile *profile; /* strings, arena and header; rest at seal */
	struct budget budget;
	const struct progress *progress; /* or NULL; see builder_watch() */
	size_t string_bytes; /* of the budget, for strings */
	struct err err;
	VEC(struct type_row) type;
	VEC(struct builder_function) func;
	VEC(struct builder_mapping) map;
	VEC(struct location_row) loc;
	VEC(struct builder_line) line;
	VEC(str_id) comment;
	VEC(struct label) sort; /* scratch of builder_labels() */
	struct trie trie;
	bool bulk;            /* sample.leaf counts these, not nodes: */
	struct stacks stacks;
	struct labelsets labels;
	struct {
		size_t n, cap;
		node_id *leaf;
		lset_id *labels;
		bool raw, times;
		int64_t **value; /* [builder_columns()] columns */
		int64_t *time;   /* NULL without times */
	} sample;
};

/* How many columns of numbers a sample has. */
static inline size_t
builder_columns(const struct builder *b)
{
	return b->sample.raw ? 2 * b->type.n : b->type.n;
}

/* The limit is reached, or it was told to stop: builder_err() says so from
   now on. */
void builder_fail(struct builder *b);

#endif
