/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The internals of merging: mapping rows to new ids, and common types. */
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
 * Rows of one profile as rows of another that is being built, in which equal
 * rows of several profiles become one. pprof defines "equal":
 *
 *   mapping   size rounded up to a page, offset, build id or else file
 *   function  name, system name, file, start line
 *   location  address within the mapping, mapping, lines, is_folded; of the
 *             lines' columns only the last one counts
 *   stack     locations
 *   labels    keys, values, units
 *
 * New rows are numbered in the order of their first use. Dumps of one program
 * use their common rows in nearly the same order, so each lookup first tries
 * the row after the one found last. If all tables of a dump equal those of the
 * dump before, the ids found then are reused, also for each stack that is the
 * same under the same number.
 */

/* One profile being merged; NONE in a column: not mapped yet. */
struct remap {
	struct remap_keys *keys;       /* borrowed */
	const struct profile *profile; /* borrowed */
	const struct remap *like;      /* remap of equal tables, or NULL */
	str_id *string;
	map_id *map;
	func_id *func;
	loc_id *loc;
	node_id *node;
	lset_id *labels;
	bool distinct; /* each node is mapped to a node of its own */
	struct arena arena;
	/* Locations in order of first use; n 0: not computed. */
	struct {
		loc_id *loc;
		size_t n;
	} uses;
	/* A text label for every set, replacing those with its key; key NONE:
	   none. */
	struct label extra;
};

/* Lookup tables of the new profile, shared by all parts. Key number i belongs
   to row i - 1, as key 0 is the empty one. */
struct remap_keys {
	struct builder *builder; /* borrowed */
	struct arena arena;
	struct intern maps, funcs, locs;
	struct {
		uint32_t string, map, func, loc;
	} next;              /* rows after those found last */
	VEC(uint64_t) start; /* start of each new mapping */
	struct remap last;   /* previous part, with a reference; or empty */
	/* Scratch for one call: */
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

/* Return ids of the new profile. Once the builder has failed, they are NONE or
   invalid: check builder_err(). */
str_id remap_string(struct remap *r, str_id string);
map_id remap_mapping(struct remap *r, map_id map);
func_id remap_function(struct remap *r, func_id func);
loc_id remap_location(struct remap *r, loc_id loc);
node_id remap_stack(struct remap *r, node_id leaf);
/* Map the stacks of all samples in their order, in one fast pass. Only strings
   of other rows may be numbered differently. False if stopped. */
bool remap_stacks(struct remap *r, const struct progress *progress);
/* Do remap_stacks() in steps: find the order of locations in r->uses; map all
   strings, which another thread may do meanwhile; map the locations in this
   order. False if that is impossible or stopped. */
bool remap_find_uses(struct remap *r, const struct progress *progress);
void remap_strings(struct remap *r);
bool remap_uses(struct remap *r);
/* Map all nodes of a merge of exactly two profiles, with mapped locations. */
bool remap_graft(struct remap r[2]);
/* Prefetch what will be mapped soon. */
static inline void
remap_ahead(const struct remap *r, node_id leaf, lset_id set)
{
	PREFETCH(&r->node[leaf]);
	PREFETCH(&r->labels[set]);
}
lset_id remap_labels(struct remap *r, lset_id set);

/*
 * The columns that all parts of a merge have in common: the types that each
 * part has once, in the order of the first part, in their finest unit.
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
	double *ratio;    /* [ntypes] factors to the common units */
	/* [types.n][sample.n] values scaled by sums; NULL: not scaled */
	int64_t **scaled;
	int64_t period; /* in the common unit */
	struct str default_type;
};

struct common {
	struct warnings *warnings; /* see merge_options */
	struct err *err;
	struct arena arena; /* owns all of this */
	size_t n;
	struct common_input *input; /* [n] */
	size_t ntypes;
	bool raw;         /* some values are scaled: keep raw values */
	struct str *unit; /* [ntypes] the common units */
	struct str period_unit;
};

struct common_type {
	struct str name, unit;
};

struct common_type common_type_of(const struct profile *p, uint32_t column);
struct common_type common_period_type(const struct profile *p);
bool common_same_types(const struct profile *a, const struct profile *b);

/* Fill in *m. -1 and err if the parts are incompatible. The caller frees the
   arena in either case. */
int common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err);
/* True if a part loses columns, or their order. */
bool common_is_modified(const struct common *m, const struct common_input *in);
/* Choose a part's default type, as it may lose the one it had. */
void common_choose_default(const struct common *m, struct common_input *in);
/* True if values are no longer those sampled. A change of sign does not
   count. */
bool common_is_scaled(const struct merge_part *part);

#endif
