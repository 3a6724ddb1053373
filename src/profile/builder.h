/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The only way to make a profile.
 *
 *     reader --builder_string/function/location--> tables
 *            --builder_stack(locs)--> trie node
 *            --builder_labels(...)--> label set   (equal sets share one id)
 *            --builder_sample--> one row  (or builder_bulk, all rows)
 *            --builder_seal--> struct profile
 *
 * Ids are numbered in call order, so a reader with ids of its own keeps a map.
 * Rows are never merged: two locations with the same content stay two, as in
 * the file. Strings are copied.
 *
 * A builder with a limit refuses to grow past it: the call returns NONE (or
 * -1), builder_err() returns the reason, and every later call fails as well, so
 * a reader may check once per message. A builder that is asked to stop fails in
 * the same way.
 */
#ifndef FT_PROFILE_BUILDER_H
#define FT_PROFILE_BUILDER_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "profile/callgraph.h"
#include "profile/profile.h"
#include "profile/stacks.h"

struct builder;

struct builder_function {
	uint64_t id; /* 0: the builder numbers it 1, 2, ... */
	str_id name, system, file;
	int64_t start_line;
};

struct builder_mapping {
	uint64_t id; /* 0: numbered by the builder */
	uint64_t start, limit, offset;
	str_id file, build_id;
	uint8_t has; /* MAP_* */
};

struct builder_line {
	func_id func;
	int64_t line, column;
};

struct builder_location {
	uint64_t id; /* 0: numbered by the builder */
	uint64_t address;
	map_id map; /* or NONE */
	bool folded;
	const struct builder_line *line; /* innermost first */
	size_t nlines;
};

/* Return an empty builder. max_bytes limits tables and strings together (0: no
   limit); the error's text names the limit. */
struct builder *builder_new(size_t max_bytes);
/* Check `progress`, which outlives the builder, during long steps. If it asks
   to stop, builder_err() is ERR_CANCELLED. */
void builder_watch(struct builder *b, const struct progress *progress);
/* True if a loop over rows may continue. False: all later calls fail. */
bool builder_goes_on(struct builder *b, size_t row);
/* Mark an empty builder whose profile will only be merged: each string of the
   file gets its own id, and samples added by builder_bulk() keep their stacks
   without a trie. Nothing else accepts such a profile. */
void builder_part(struct builder *b);
bool builder_is_part(const struct builder *b);
/* Fail because the caller needs more memory than is left, or was stopped. All
   later calls fail. */
void builder_fail(struct builder *b);
/* Free an unsealed builder. NULL is fine. */
void builder_free(struct builder *b);

str_id builder_string(struct builder *b, struct str s);
/* Add a string that probably has the id `near`. */
str_id builder_string_near(struct builder *b, struct str s, str_id near);
/* Add one or n strings of the file being read. A part borrows their bytes:
   builder_own(). */
str_id builder_file_string(struct builder *b, struct str s);
void builder_strings(
	struct builder *b, const struct str *s, size_t n, str_id *id);
/* Add all strings of a profile that is not a part, and fill in their new
   ids. */
void builder_string_table(
	struct builder *b, const struct intern *from, str_id *id);
/* Own n bytes on the heap that strings are borrowed from. */
void builder_own(struct builder *b, void *p, size_t n);
/* Reserve room for about n strings, if memory allows. */
void builder_strings_ahead(struct builder *b, size_t n);
/* Copy the strings and label sets of a profile, with their ids, into an empty
   builder. */
void builder_copy(struct builder *b, const struct profile *p);
struct str builder_str(const struct builder *b, str_id id);
/* Add a value column. All types come before the first sample. */
void builder_type(struct builder *b, str_id type, str_id unit);
/* Add raw values (profile.h) after the values of each sample. After all types,
   before the first sample. */
void builder_raw(struct builder *b);
/* Give samples times. Before the first sample. */
void builder_times(struct builder *b);
/* Set the time of the last sample, in ns since any fixed moment. Sealing
   subtracts the earliest time. */
void builder_time(struct builder *b, int64_t nanos);
func_id builder_function(struct builder *b, const struct builder_function *f);
map_id builder_mapping(struct builder *b, const struct builder_mapping *m);
loc_id builder_location(struct builder *b, const struct builder_location *l);
/* Return the trie node of a stack given leaf first; 0 for an empty stack. */
node_id builder_stack(struct builder *b, const loc_id *leaf_first, size_t n);
/* Return the node below `parent` for one more call: for readers that see the
   root first, and for rewriting. */
node_id builder_step(struct builder *b, node_id parent, loc_id loc);
/* Make the trie from two tries, instead of stack by stack. Samples are then
   added one by one. False if the builder has failed. */
bool builder_graft(struct builder *b, const struct graft_side side[2]);
/* Return the id of a label set. The builder sorts a copy of the labels. */
lset_id builder_labels(struct builder *b, const struct label *label, size_t n);
/* Return the number of label sets, which is the next new id. */
lset_id builder_label_sets(const struct builder *b);
/* Prefetch for labels that will be added soon. Sorts them in place. */
void builder_labels_ahead(struct builder *b, struct label *label, size_t n);
/* Add a sample with one value per type, or two per type with builder_raw(). -1
   when the limit is reached. */
int builder_sample(
	struct builder *b, node_id leaf, lset_id labels, const int64_t *value);
/* All samples of a profile at once, for a reader that has found the equal
   stacks itself. It excludes the functions for a single stack or sample. */
struct builder_bulk {
	size_t n;        /* samples */
	uint32_t *stack; /* [n] index into stacks */
	lset_id *labels; /* [n] */
	int64_t **value; /* columns of [n], as many as builder_sample() takes */
	int64_t *time;   /* [n], or NULL without builder_times() */
	struct stacks stacks;
	/* The finished trie, if the reader made one instead of stacks: */
	struct stacks_trie trie; /* n is 0 without one */
	node_id *leaf;           /* [stacks] the node of each */
};
/* Take over the contents of *bulk, all on the heap, and empty it. -1 when the
   limit is reached. */
int builder_bulk(struct builder *b, struct builder_bulk *bulk);
/* Free the stacks and the trie if they were not taken over. */
void builder_bulk_free(struct builder_bulk *bulk);

/* Return the header, to be filled in before sealing, except for comments. */
struct header *builder_header(struct builder *b);
void builder_comment(struct builder *b, str_id text);

/* Return the totals of a call graph (callgraph.h), to be filled in with as many
   values per row as there will be types. */
struct callgraph_rows *builder_callgraph(struct builder *b);

uint32_t builder_mappings(const struct builder *b);
/* Return a mapping's row for a late change, until the next one is added. */
struct builder_mapping *builder_mapping_at(struct builder *b, map_id map);
/* Make a mapping the main binary: it becomes mapping 0, the mappings before it
   move up, and all are renumbered. */
void builder_mapping_first(struct builder *b, map_id map);
/* Give all locations an empty mapping if the profile has no mappings, as pprof
   does. */
void builder_fake_mapping(struct builder *b);
/* Clear the file names of mappings that are URLs and have no build id: fetched
   profiles contain such names. */
void builder_blank_urls(struct builder *b);
/* True if builder_blank_urls() would change such a profile. */
bool builder_has_urls(const struct profile *p);

/* Return the bytes held now. */
size_t builder_bytes(const struct builder *b);
/* Return the error, or NULL. */
const struct err *builder_err(const struct builder *b);

/* Sort the trie into preorder, trim arrays and return the profile with one
   reference. Frees the builder in any case. NULL and err on failure. */
struct profile *builder_seal(struct builder *b, struct err *err);

#endif
