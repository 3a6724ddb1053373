/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes whose frames are in a set (the matches of the search), in reading
 * order: row by row, left to right, over the whole graph and not only what is
 * on screen.
 *
 *     root              order:  1 main
 *     main 1     gc             2 parse  3 emit
 *     parse 2  emit 3           4 lex
 *     lex 4
 *
 * Made for one flame graph, which must outlive it. Making one, and the number
 * of a match, are a pass over the tree's arrays; going from match to match only
 * looks where there are any.
 */
#ifndef FT_PRESENT_MATCHES_H
#define FT_PRESENT_MATCHES_H

#include "base/bits.h"
#include "present/flamegraph.h"
#include "present/layout.h"

struct matches;

/* Of all nodes, or of those in a part of the graph, which is a selection: what
   a zoom shows. The bits are read only here. */
struct matches *matches_new(struct flamegraph *p, const struct bits *frames);
struct matches *matches_within(
	struct flamegraph *p, const struct bits *frames, struct selection part);
void matches_free(struct matches *m); /* NULL is fine */

/* The widest of them; node NONE when there are none. */
struct selection matches_heaviest(const struct matches *m);
uint32_t matches_count(const struct matches *m);
/* How many functions they are of, and what they weigh: what is below several of
   them counts once. */
uint32_t matches_functions(const struct matches *m);
int64_t matches_value(const struct matches *m);
/* The selection or, for a group, anything in it or below; not with NULL. */
bool matches_target(
	const struct matches *m, struct flamegraph *p, struct selection s);

/* The next (forward) or previous match after the selection; goes round, then
   *wrapped is set. *index is its number, from 1. node NONE when there are no
   matches. */
struct selection matches_next(struct matches *m, struct selection from,
	bool forward, uint32_t *index, bool *wrapped);
/* The number of a matching selection, from 1; 0 when it is not a match. */
uint32_t matches_index(struct matches *m, struct selection s);
/* How many matches of a row are left and right of what the zoom shows. */
void matches_off_screen(struct matches *m, const struct zoom *z, int level,
	uint32_t *left, uint32_t *right);

#endif
