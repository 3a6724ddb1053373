/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes whose frames are in a set (the search matches), in reading order:
 * row by row, left to right, over the whole graph, on screen or not.
 *
 *     root              order:  1 main
 *     main 1     gc             2 parse  3 emit
 *     parse 2  emit 3           4 lex
 *     lex 4
 *
 * In a folded graph (fold.h) a row has several frames of a chain, which come
 * one after the other.
 *
 * A struct matches belongs to one flame graph, which must outlive it. Finding
 * all matches takes one pass over the tree's frames; everything after that
 * visits only subtrees with matches.
 */
#ifndef FT_PRESENT_MATCHES_H
#define FT_PRESENT_MATCHES_H

#include "base/bits.h"
#include "present/flamegraph.h"
#include "present/layout.h"

struct matches;

/* Find all matching nodes, or those in a part of the graph such as a zoom.
   `frames` and `all` need not outlive the calls. */
struct matches *matches_new(struct flamegraph *p, const struct bits *frames);
struct matches *matches_within(
	const struct matches *all, struct selection part);
void matches_free(struct matches *m); /* NULL is fine */

/* Return the widest match; its node is NONE if there are no matches. */
struct selection matches_heaviest(const struct matches *m);
uint32_t matches_count(const struct matches *m);
/* Return how many functions match, or the weight of all matches; nested matches
   count once. */
uint32_t matches_functions(const struct matches *m);
int64_t matches_value(const struct matches *m);
/* True if a node, or anything in or below a group, matches. m may be NULL. */
bool matches_target(
	const struct matches *m, struct flamegraph *p, struct selection s);

/* Return the next (forward) or previous match after the selection; set *wrapped
   if the search wraps around. *index is the match's number, from 1. The node is
   NONE if there are no matches. */
struct selection matches_next(struct matches *m, struct selection from,
	bool forward, uint32_t *index, bool *wrapped);
/* Return a match's number, from 1; 0 if the selection is not a match. */
uint32_t matches_index(struct matches *m, struct selection s);
/* Count a row's matches to the left and right of the zoomed window. */
void matches_off_screen(struct matches *m, const struct zoom *z, int level,
	uint32_t *left, uint32_t *right);

#endif
