/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The oracle: pprof's own order of work, done the slow way. It takes the
 * profile apart into samples that own their stacks, edits each of them as
 * pprof does, and prints what is
 * left as lines of text. The engine, which masks and never edits, must print
 * the same lines.
 *
 * Nothing here is clever and nothing is shared with the engine but the
 * regular expressions and the scaling of units.
 */
#ifndef FT_TEST_ORACLE_H
#define FT_TEST_ORACLE_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "analysis/graph.h"
#include "engine/query.h"
#include "profile/profile.h"

enum { ORACLE_LINES = 4, ORACLE_DEPTH = 24, ORACLE_TYPES = 3 };

struct oracle_line {
	struct str name, file;
	int64_t line, column, start;
};

struct oracle_loc {
	struct oracle_line line[ORACLE_LINES]; /* innermost first */
	int n;
	bool has_map;
	struct str map;
	uint64_t address;
};

struct oracle_label {
	struct str key, str, unit;
	bool numeric;
	int64_t num;
};

struct oracle_sample {
	int loc[ORACLE_DEPTH]; /* leaf first */
	int n;
	int64_t value[ORACLE_TYPES];
	struct oracle_label label[8];
	int n_labels;
};

/* A frame on a stack: everything of pprof's node key as one text. */
struct oracle_step {
	struct str id, name, text; /* text: the printable name */
	bool inlined;
};

struct oracle_stack {
	struct oracle_step step[ORACLE_DEPTH * ORACLE_LINES]; /* root first */
	int n;
	int64_t value, div;
};

struct lines {
	VEC(struct str) p;
};

struct oracle {
	struct arena arena;
	const struct query *q;
	const struct profile *p;
	uint32_t column;
	VEC(struct oracle_loc) locs;
	VEC(struct oracle_sample) samples;
	VEC(struct oracle_stack) stacks;
	struct lines warnings; /* in the order pprof prints them */
	int64_t total, total_div;
	bool ambiguous; /* the node count cuts between equals */
};

void oracle_init(
	struct oracle *o, const struct profile *p, const struct query *q);
void oracle_free(struct oracle *o);
/* drop_frames and keep_frames of the profile. */
void oracle_prune(struct oracle *o);
/* tagroot and tagleaf, all filters, totals; then stacks of frames. */
void oracle_filter(struct oracle *o);
void oracle_aggregate(struct oracle *o);

/* tagfocus and tagignore: does a filter's text hold for a sample? */
bool oracle_tag_holds(const struct oracle *o, const struct oracle_sample *s,
	struct str filter, bool *is_range);
/* The unit of a numeric label's key. */
struct str oracle_unit(const struct oracle *o, struct str key);

/* Lines for comparing; see the functions in test_oracle.c that print the
   same from the engine. */
void oracle_print_stacks(const struct oracle *o, struct lines *out);
void oracle_print_frames(const struct oracle *o, struct lines *out);
void oracle_print_graph(
	struct oracle *o, const struct graph_options *g, struct lines *out);
void oracle_print_callers(const struct oracle *o, struct lines *out);
void oracle_print_pivot(
	const struct oracle *o, struct str pivot, struct lines *out);
void oracle_print_peek(
	const struct oracle *o, struct str id, struct lines *out);

/* Whether a pattern matches; the pattern is good. */
bool oracle_match(struct str pattern, struct str s);

void lines_add(struct lines *l, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Sorted, each with its newline. */
void lines_join(struct lines *l, struct strbuf *out);
void lines_free(struct lines *l);

#endif
