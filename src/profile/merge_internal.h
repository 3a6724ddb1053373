/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What merging is made of: rows, and types in common. */
#ifndef FT_PROFILE_MERGE_INTERNAL_H
#define FT_PROFILE_MERGE_INTERNAL_H

#include "base/arena.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/intern.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "profile/builder.h"
#include "profile/merge.h"
#include "profile/profile.h"

/*
 * Rows of one profile as rows of another that is being built, where equal
 * rows of several profiles become one. What "equal" means is pprof's rule:
 *
 *   mapping   size rounded up to a page, offset, build id or else file
 *   function  name, system name, file, start line
 *   location  address within the mapping, mapping, lines, is_folded; of the
 *             lines' columns only the last one counts
 *   stack     locations
 *   labels    keys, values, units
 *
 * New rows are numbered in the order of their first use, and what dumps of one
 * program have in common they use in the same order for long: so the row behind
 * the one that was found last is looked at first. A program that only does what
 * it always did has dumps of which all tables are equal: what became of them is
 * known then, and of each stack that is the one of its number in both.
 */

/* One profile on its way in; NONE in a column: not asked for yet. */
struct remap {
	struct remap_keys *keys;       /* borrowed */
	const struct profile *profile; /* borrowed */
	const struct remap *like;      /* of one with equal tables, or NULL */
	str_id *string;
	map_id *map;
	func_id *func;
	loc_id *loc;
	node_id *node;
	lset_id *labels;
	bool distinct; /* all nodes are known, and no two became one */
	struct arena arena;
	/* Locations in the order of their first use; n 0: not found out. */
	struct {
		loc_id *loc;
		size_t n;
	} uses;
	/* A string label that every set gets, in place of what it has under
	   that key; key NONE: no such. */
	struct label extra;
};

/* What is known of the new profile: shared by all that go into it. Key
   number i belongs to row i - 1, as key 0 is the empty one. */
struct remap_keys {
	struct builder *builder; /* borrowed */
	struct arena arena;
	struct intern maps, funcs, locs;
	struct {
		uint32_t string, map, func, loc;
	} next;              /* the rows behind those found last */
	VEC(uint64_t) start; /* of each new mapping */
	struct remap last;   /* the part before, with a reference; or nothing */
	/* scratch, of one call */
	VEC(node_id) path;
	VEC(loc_id) stack;
	VEC(struct label) label;
	VEC(struct builder_line) line;
	VEC(uint64_t) key;
};

void remap_keys_init(struct remap_keys *k, struct builder *b);
void remap_keys_fini(struct remap_keys *k);
void remap_init(struct remap *r, struct remap_keys *k, const struct profile *p);
void remap_fini(struct remap *r);

/* Ids of the new profile. When the builder has reached its limit they are
   NONE, or not to be used: ask builder_err(). */
str_id remap_string(struct remap *r, str_id string);
map_id remap_mapping(struct remap *r, map_id map);
func_id remap_function(struct remap *r, func_id func);
loc_id remap_location(struct remap *r, loc_id loc);
node_id remap_stack(struct remap *r, node_id leaf);
/* For speed: that will be asked for the stacks of all samples, in their order.
   Only strings of other rows may come in another order then. False: stop. */
bool remap_stacks(struct remap *r, const struct progress *progress);
/* In parts: the order of locations, which changes nothing but r->uses; all
   strings, which may be done beside it; and the locations in this order. False:
   it does not go like this, or stop. */
bool remap_find_uses(struct remap *r, const struct progress *progress);
void remap_strings(struct remap *r);
bool remap_uses(struct remap *r);
/* The nodes of two, whose locations are known, that are all there is. */
bool remap_graft(struct remap r[2]);
/* For speed: that will be asked for soon. */
static inline void
remap_ahead(const struct remap *r, node_id leaf, lset_id set)
{
	PREFETCH(&r->node[leaf]);
	PREFETCH(&r->labels[set]);
}
lset_id remap_labels(struct remap *r, lset_id set);

/*
 * What parts that are to be merged have in common: the types that each has
 * once, in the order of the first part, and of their units the finest.
 *
 *     a   samples/count cpu/ms           common  cpu/us
 *     b   cpu/us                         column  a 1, b 0
 *                                        ratio   a 1000, b 1
 */

/* One part while it is merged. */
struct common_input {
	const struct merge_part *part;
	const struct profile *p;
	uint32_t *column; /* [ntypes] its columns, in the common order */
	double *ratio;    /* [ntypes] into the common units */
	/* [types.n][sample.n] times the ratio of its sums; NULL: there is
	   none */
	int64_t **scaled;
	int64_t period; /* in the common unit */
	struct str default_type;
};

struct common {
	struct warnings *warnings; /* see merge_options */
	struct err *err;
	struct arena arena; /* of all this */
	size_t n;
	struct common_input *input; /* [n] */
	size_t ntypes;
	bool raw;         /* values are scaled: keep what they were */
	struct str *unit; /* [ntypes] the common units */
	struct str period_unit;
};

struct common_type {
	struct str name, unit;
};

struct common_type common_type_of(const struct profile *p, uint32_t column);
struct common_type common_period_type(const struct profile *p);
bool common_same_types(const struct profile *a, const struct profile *b);

/* -1 and err: the parts do not go together. The arena is to be freed in any
   case. */
int common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err);
/* Does a part lose columns, or their order? */
bool common_is_modified(const struct common *m, const struct common_input *in);
/* A part that loses columns may lose its default. */
void common_choose_default(const struct common *m, struct common_input *in);
/* Are its values no longer what was sampled? Turning them round is no
   change. */
bool common_is_scaled(const struct merge_part *part);

#endif
