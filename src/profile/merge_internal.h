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
 * Mapping the rows of each part to rows of the merged profile, in which equal
 * rows become one. By pprof's rules, rows are equal if these are:
 *
 *   mapping   size rounded up to a page, offset, build id or else file
 *   function  name, system name, file, start line
 *   location  address within the mapping, mapping, is_folded, functions and
 *             lines, column of the last line
 *   stack     locations
 *   labels    keys, values, units
 *
 * New rows are numbered in the order of their first use. Dumps of one program
 * use their common rows in nearly the same order, so each lookup first tries
 * the row after the last one found. If the tables of a dump equal those of the
 * previous dump, the ids found then are reused, and also the node of each stack
 * that equals the stack of the same number.
 */

/* A part being merged. The arrays map its ids to new ids; NONE: not yet. */
struct remap {
	struct remap_keys *keys;       /* borrowed */
	const struct profile *profile; /* borrowed */
	const struct stacks *stacks;   /* as in struct merge_part */
	const struct remap *like;      /* previous part, if tables are equal */
	str_id *string;
	map_id *map;
	func_id *func;
	loc_id *loc;
	node_id *node;
	lset_id *labels;
	bool distinct; /* all nodes are mapped to distinct nodes */
	struct arena arena;
	/* Locations in order of first use; n is 0: not computed. */
	struct {
		loc_id *loc;
		size_t n;
	} uses;
	/* A string label added to every set, where it replaces string labels
	   with its key; key NONE: no label. */
	struct label extra;
};

/* Lookup tables of the new profile, shared by all parts. Interned key i
   belongs to row i - 1, as key 0 is the empty string. */
struct remap_keys {
	struct builder *builder; /* borrowed */
	struct arena arena;
	struct intern maps, funcs, locs;
	struct {
		uint32_t string, map, func, loc;
	} next;              /* ids that the next lookups try first */
	VEC(uint64_t) start; /* start address of each new mapping */
	struct remap last;   /* previous part, referenced; profile NULL: none */
	/* Scratch for one call: */
	VEC(node_id) path;
	VEC(loc_id) stack;
	VEC(struct label) label;
	VEC(struct builder_line) line;
	VEC(uint64_t) key;
};

void remap_keys_init(struct remap_keys *k, struct builder *b);
void remap_keys_fini(struct remap_keys *k);
void remap_init(struct remap *r, struct remap_keys *k, const struct profile *p,
	const struct stacks *stacks);
void remap_fini(struct remap *r);

/* Return the id in the new profile. Once the builder has failed, ids are NONE
   or invalid: check builder_err(). */
str_id remap_string(struct remap *r, str_id string);
map_id remap_mapping(struct remap *r, map_id map);
func_id remap_function(struct remap *r, func_id func);
loc_id remap_location(struct remap *r, loc_id loc);
node_id remap_stack(struct remap *r, node_id leaf);
/* Map the stacks of all samples, faster than calling remap_stack() for each.
   Only the strings' ids may differ from it. False if stopped. */
bool remap_stacks(struct remap *r, const struct progress *progress);
/* Do remap_stacks() in steps: find the order in which samples use locations
   (r->uses); map all strings, possibly in another thread at the same time; map
   the locations in that order. False if impossible or stopped. */
bool remap_find_uses(struct remap *r, const struct progress *progress);
void remap_strings(struct remap *r);
bool remap_uses(struct remap *r);
/* Merge the tries of two profiles with mapped locations, and map all nodes. */
bool remap_graft(struct remap r[2]);
/* Prefetch the entries of a sample that will be mapped soon. */
static inline void
remap_ahead(const struct remap *r, node_id leaf, lset_id set)
{
	PREFETCH(&r->node[leaf]);
	PREFETCH(&r->labels[set]);
}
lset_id remap_labels(struct remap *r, lset_id set);

/*
 * The columns that all parts of a merge have in common: the types that every
 * part has exactly once, in the order of the first part, in their finest unit.
 *
 *     a   samples/count cpu/ms           common  cpu/us
 *     b   cpu/us                         column  a 1, b 0
 *                                        ratio   a 1000, b 1
 */

/* A part being merged. */
struct common_input {
	const struct merge_part *part;
	const struct profile *p;
	uint32_t *column; /* [ntypes] common column -> column of the part */
	double *ratio;    /* [ntypes] factors to the common units */
	/* [types.n][sample.n] from scale_values(); NULL if not part->of_sums */
	int64_t **scaled;
	int64_t period; /* in the common unit */
	struct str default_type;
};

struct common {
	struct warnings *warnings; /* see merge_options */
	struct err *err;
	struct arena arena; /* holds the arrays */
	size_t n;
	struct common_input *input; /* [n] */
	size_t ntypes;
	bool raw;         /* some values are scaled, so keep raw values */
	struct str *unit; /* [ntypes] the common units */
	struct str period_unit;
};

struct common_type {
	struct str name, unit;
};

struct common_type common_type_of(const struct profile *p, uint32_t column);
struct common_type common_period_type(const struct profile *p);
bool common_same_types(const struct profile *a, const struct profile *b);

/* Fill in *m. -1 and err if the parts are incompatible. Either way the caller
   frees m->arena. */
int common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err);
/* True if the merge drops or reorders columns of a part. */
bool common_is_modified(const struct common *m, const struct common_input *in);
/* Set in->default_type, as the type that the part gives may be dropped. */
void common_choose_default(const struct common *m, struct common_input *in);
/* True if the values of a part are or were scaled. A change of sign does not
   count. */
bool common_is_scaled(const struct merge_part *part);

#endif
