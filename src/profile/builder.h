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
 * Ids are assigned in call order. If a file has its own ids, its reader keeps a
 * map. Rows are never merged: two locations with the same content stay
 * separate, as in the file. Strings are copied.
 *
 * A builder fails when it would exceed its budget (budget.h), or when it is
 * asked to stop: the call returns NONE (or -1), builder_err() returns the
 * reason, and every later call fails too, so a reader need not check each call.
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
	uint64_t id; /* 0: assigned by the builder: 1, 2, ... */
	str_id name, system, file;
	int64_t start_line;
};

struct builder_mapping {
	uint64_t id; /* 0: assigned by the builder */
	uint64_t start, limit, offset;
	str_id file, build_id;
	uint8_t has; /* MAP_* bits */
};

struct builder_line {
	func_id func;
	int64_t line, column;
};

struct builder_location {
	uint64_t id; /* 0: assigned by the builder */
	uint64_t address;
	map_id map; /* or NONE */
	bool folded;
	const struct builder_line *line; /* [nlines], innermost call first */
	size_t nlines;
};

/* Return an empty builder. max_bytes limits the memory for tables and strings
   together; 0: no limit. */
struct builder *builder_new(size_t max_bytes);
/* Check `progress` during long steps; it must outlive the builder. If it asks
   to stop, the builder fails with ERR_CANCELLED. */
void builder_watch(struct builder *b, const struct progress *progress);
/* Check for a request to stop, at every 4096th row. False if b has failed. */
bool builder_goes_on(struct builder *b, size_t row);
/* Readers use the budget as well. Limit its steps in proportion to the file's
   size. */
void builder_size(struct builder *b, size_t bytes);
/* Take bytes for the reader's own tables before they are allocated, and give
   them back. False if b has failed. */
bool builder_hold(struct builder *b, size_t bytes);
void builder_release(struct builder *b, size_t bytes);
/* Count n steps, and check for a request to stop. False if b has failed: a
   damaged file, or one made to be slow, takes too many. */
bool builder_steps(struct builder *b, size_t n);
/* Make the profile a part, to be sealed by builder_seal_part(): each string of
   the file gets a new id, even a duplicate. Call while the builder is empty. */
void builder_part(struct builder *b);
bool builder_is_part(const struct builder *b);
/* Make the builder fail: with ERR_CANCELLED if it was asked to stop, else
   because the caller needs more memory than is left. */
void builder_fail(struct builder *b);
/* Free a builder instead of sealing it. NULL is fine. */
void builder_free(struct builder *b);

str_id builder_string(struct builder *b, struct str s);
/* Add a string. No lookup is needed if it already has the id `near`. */
str_id builder_string_near(struct builder *b, struct str s, str_id near);
/* Add one or n strings of the file being read. A part does not copy their
   bytes: pass the buffer that holds them to builder_own(). */
str_id builder_file_string(struct builder *b, struct str s);
void builder_strings(
	struct builder *b, const struct str *s, size_t n, str_id *id);
/* Add the string table of a profile that is not a part. id[from->n] receives
   the new ids. */
void builder_string_table(
	struct builder *b, const struct intern *from, str_id *id);
/* Take ownership of a heap buffer of n bytes that strings point into. */
void builder_own(struct builder *b, void *p, size_t n);
/* Reserve room for about n strings, if the memory limit allows. */
void builder_strings_ahead(struct builder *b, size_t n);
/* Copy the strings and label sets of a profile into an empty builder, keeping
   their ids. */
void builder_copy(struct builder *b, const struct profile *p);
/* "" for NONE, the id of a string of a failed builder. */
struct str builder_str(const struct builder *b, str_id id);
/* Add a sample type, a column of values. Call before the first sample. */
void builder_type(struct builder *b, str_id type, str_id unit);
/* Give samples raw values (profile.h), which follow the values of each sample.
   Call after all types and before the first sample. */
void builder_raw(struct builder *b);
/* Give samples times. Call before the first sample. */
void builder_times(struct builder *b);
/* Set the time of the last sample added, in ns since any fixed moment. Sealing
   subtracts the earliest time of a sample from all times. */
void builder_time(struct builder *b, int64_t nanos);
/* Make sealing subtract this moment from all times, unless a sample is earlier.
   Samples without a time get SAMPLE_UNTIMED. */
void builder_times_from(struct builder *b, int64_t nanos);
/* Give each sample the time of its label set: of_set[i] is the time of set i,
   as for builder_time(). No sample gets one if fewer than half would. Call
   after the last sample. */
void builder_times_of_sets(struct builder *b, const int64_t *of_set);
func_id builder_function(struct builder *b, const struct builder_function *f);
map_id builder_mapping(struct builder *b, const struct builder_mapping *m);
loc_id builder_location(struct builder *b, const struct builder_location *l);
/* Return the trie node of a stack given leaf first; 0 for an empty stack. */
node_id builder_stack(struct builder *b, const loc_id *leaf_first, size_t n);
/* Return the child of `parent` for a location, for stacks that are read root
   first. */
node_id builder_step(struct builder *b, node_id parent, loc_id loc);
/* Make the trie by merging two tries, instead of adding stacks. Samples are
   then added with builder_sample(). False if the builder has failed. */
bool builder_graft(struct builder *b, const struct graft_side side[2]);
/* Return the id of a label set. The builder sorts a copy of the labels. */
lset_id builder_labels(struct builder *b, const struct label *label, size_t n);
/* Room for a set of very many labels, which needs no copy: fill in some of the
   n labels, then add them. NULL if the builder has failed. */
struct label *builder_labels_room(struct builder *b, size_t n);
lset_id builder_labels_filled(struct builder *b, struct label *room, size_t n);
/* Return the labels of a set. Valid until the next set is added. */
const struct label *builder_label_set(
	const struct builder *b, lset_id set, size_t *n);
/* Return the number of label sets, which is also the id of the next one. */
lset_id builder_label_sets(const struct builder *b);
/* Prefetch for a label set that will be added soon. Sorts label[]. */
void builder_labels_ahead(struct builder *b, struct label *label, size_t n);
/* Add a sample with one value per type, or two per type after builder_raw(). -1
   if the builder has failed. */
int builder_sample(
	struct builder *b, node_id leaf, lset_id labels, const int64_t *value);
/* All samples of a profile at once, for a reader that numbers the stacks
   itself. Excludes builder_stack(), builder_step() and builder_sample(). */
struct builder_bulk {
	size_t n;        /* number of samples */
	uint32_t *leaf;  /* [n] index into stacks */
	lset_id *labels; /* [n] */
	int64_t **value; /* columns of [n], one per value of a sample */
	int64_t *time;   /* [n]; NULL without builder_times() */
	struct stacks stacks;
	/* The finished trie, if the reader has made one from its stacks: */
	struct stacks_trie trie; /* n is 0 if there is none */
	node_id *node;           /* [number of stacks] node of each stack */
};
/* Take ownership of the heap arrays in *bulk and empty it. -1 if the builder
   has failed. */
int builder_bulk(struct builder *b, struct builder_bulk *bulk);
/* Free the stacks and the trie of a bulk that was not added. */
void builder_bulk_free(struct builder_bulk *bulk);

/* Return the header, which the caller fills in, except for comments. */
struct header *builder_header(struct builder *b);
void builder_comment(struct builder *b, str_id text);

/* Return the totals of a call graph (callgraph.h), which the caller fills in:
   one value per sample type in each row. */
struct callgraph_rows *builder_callgraph(struct builder *b);

uint32_t builder_mappings(const struct builder *b);
/* Return the row of a mapping, for changes until the next mapping is added. */
struct builder_mapping *builder_mapping_at(struct builder *b, map_id map);
/* Make a mapping the main binary: move it to row 0, move the mappings before it
   up by one row, and renumber all ids from 1. */
void builder_mapping_first(struct builder *b, map_id map);
/* Give all locations an empty mapping if the profile has no mappings, as pprof
   does. */
void builder_fake_mapping(struct builder *b);
/* Clear the file name of each mapping without a build id if the name is a URL,
   as pprof does for fetched profiles. */
void builder_blank_urls(struct builder *b);
/* True if builder_blank_urls() would clear a name in this profile. */
bool builder_has_urls(const struct profile *p);

/* Return the bytes taken from the memory limit. */
size_t builder_bytes(const struct builder *b);
/* Return the error, or NULL. */
const struct err *builder_err(const struct builder *b);

/* Sort the trie into preorder, trim arrays and return the profile with one
   reference. NULL and err on failure. Always frees the builder. */
struct profile *builder_seal(struct builder *b, struct err *err);
/* Seal a part, which can only be merged (merge.h). *stacks, which the profile
   owns, replaces its trie if samples were added by builder_bulk(): sample.leaf
   contains their indices. Else *stacks stays as it is. */
struct profile *builder_seal_part(
	struct builder *b, const struct stacks **stacks, struct err *err);

#endif
