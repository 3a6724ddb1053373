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
 * Ids are given in order of the calls, so a reader that has its own ids
 * keeps a map of them. Rows are never merged: two locations with the same
 * content stay two, as in the file. Strings are copied.
 *
 * A builder made with a limit refuses to grow past it: the call that would
 * do so returns NONE (or -1), builder_err() says why, and every later call
 * fails too, so a reader may check once per message. The same goes for one
 * that is told to stop while it does something long.
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

/* max_bytes bounds tables and strings together; 0 is no limit. The text of
   that error comes from the builder: it names the limit. */
struct builder *builder_new(size_t max_bytes);
/* From now on, what takes long looks whether to stop: builder_err() is
   ERR_CANCELLED then. `progress` outlives the builder. */
void builder_watch(struct builder *b, const struct progress *progress);
/* For a loop over rows that fills it. False: all that follows fails. */
bool builder_goes_on(struct builder *b, size_t row);
/* It is only there to be merged, which finds out what is equal: strings of the
   file have an id each, and samples that come all at once keep their stacks
   without a trie. For nothing else that takes a profile. At first. */
void builder_part(struct builder *b);
bool builder_is_part(const struct builder *b);
/* What somebody makes for it needs more memory than is left: all that follows
   fails. */
void builder_fail(struct builder *b);
/* Throw away an unsealed builder. NULL is fine. */
void builder_free(struct builder *b);

str_id builder_string(struct builder *b, struct str s);
/* The same, where `near` is likely to be it. */
str_id builder_string_near(struct builder *b, struct str s, str_id near);
/* The same of one or n strings of the file that is read. To a part they are
   borrowed: builder_own(). */
str_id builder_file_string(struct builder *b, struct str s);
void builder_strings(
	struct builder *b, const struct str *s, size_t n, str_id *id);
/* All strings of a profile that is no part, as only these can be looked up. */
void builder_string_table(
	struct builder *b, const struct intern *from, str_id *id);
/* Bytes on the heap that strings are borrowed from. */
void builder_own(struct builder *b, void *p, size_t n);
/* There will be about so many, if there is memory for them. */
void builder_strings_ahead(struct builder *b, size_t n);
/* All strings and label sets of another profile, with their ids, into a
   builder that has none yet. */
void builder_copy(struct builder *b, const struct profile *p);
struct str builder_str(const struct builder *b, str_id id);
/* One more value column. All types come before the first sample. */
void builder_type(struct builder *b, str_id type, str_id unit);
/* Samples come with raw values behind their values: see profile.h. After all
   types, before the first sample. */
void builder_raw(struct builder *b);
/* Samples come with times. Before the first sample. */
void builder_times(struct builder *b);
/* When the sample added last was taken, in ns since any moment that is the
   same for all: sealing makes the first one 0. */
void builder_time(struct builder *b, int64_t nanos);
func_id builder_function(struct builder *b, const struct builder_function *f);
map_id builder_mapping(struct builder *b, const struct builder_mapping *m);
loc_id builder_location(struct builder *b, const struct builder_location *l);
/* The trie node of a stack given leaf first; 0 for an empty one. */
node_id builder_stack(struct builder *b, const loc_id *leaf_first, size_t n);
/* The node below `parent` for one more call: for readers that come root
   first, and for rewriting. */
node_id builder_step(struct builder *b, node_id parent, loc_id loc);
/* All nodes at once: those of two tries. Instead of the functions for stacks
   and nodes; samples come one by one. False: it has failed. */
bool builder_graft(struct builder *b, const struct graft_side side[2]);
/* The id of a label set. Any order; the builder sorts a copy. */
lset_id builder_labels(struct builder *b, const struct label *label, size_t n);
/* How many there are; the next new one gets this id. */
lset_id builder_label_sets(const struct builder *b);
/* For speed: that will be asked of these soon. They are sorted. */
void builder_labels_ahead(struct builder *b, struct label *label, size_t n);
/* One sample: value[0 .. types - 1], with builder_raw() twice as many. -1
   when the limit is reached. */
int builder_sample(
	struct builder *b, node_id leaf, lset_id labels, const int64_t *value);
/* All samples of a profile at once, for a reader that has found out by
   itself which stacks are equal. It does not go together with the functions
   for one stack or sample at a time. */
struct builder_bulk {
	size_t n;        /* samples */
	uint32_t *stack; /* [n] numbers in stacks */
	lset_id *labels; /* [n] */
	int64_t **value; /* columns of [n], as many as builder_sample() takes */
	int64_t *time;   /* [n], or NULL without builder_times() */
	struct stacks stacks;
	/* If somebody has made it already, instead of the stacks: */
	struct stacks_trie trie; /* n is not 0 */
	node_id *leaf;           /* of each stack in it */
};
/* Takes over what is in *bulk, all of it on the heap, and empties it. -1
   when the limit is reached. */
int builder_bulk(struct builder *b, struct builder_bulk *bulk);
/* Throw away stacks and trie that were not taken over. */
void builder_bulk_free(struct builder_bulk *bulk);

/* To be filled before sealing; comments through builder_comment(). */
struct header *builder_header(struct builder *b);
void builder_comment(struct builder *b, str_id text);

/* The totals of a call graph, to be filled: callgraph.h. With as many values
   a row as there will be types. */
struct callgraph_rows *builder_callgraph(struct builder *b);

uint32_t builder_mappings(const struct builder *b);
/* For what turns out late: a mapping's row, until the next is added. */
struct builder_mapping *builder_mapping_at(struct builder *b, map_id map);
/* This one is the main binary: it becomes mapping 0, those before it move up,
   and all are numbered anew. */
void builder_mapping_first(struct builder *b, map_id map);
/* In a profile without mappings: give all locations one that says nothing,
   as pprof does. */
void builder_fake_mapping(struct builder *b);
/* Take away the file names of mappings that are URLs and have no build id:
   a profile fetched by a program carries them. */
void builder_blank_urls(struct builder *b);
/* Would it do something to such a profile? */
bool builder_has_urls(const struct profile *p);

/* Bytes held now. */
size_t builder_bytes(const struct builder *b);
/* NULL while all is well. */
const struct err *builder_err(const struct builder *b);

/* Sort the trie into preorder, make arrays tight, hand over the profile
   with one reference. The builder is gone afterwards, also on failure
   (NULL and err). */
struct profile *builder_seal(struct builder *b, struct err *err);

#endif
