/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Views for tests of presenters, written as folded stacks and computed by
 * the engine:
 *
 *     main;parse;~lex 5        a sample of 5 whose lex was inlined into parse
 *     main;emit@emit.c:12 3    a frame with its source line
 *     main;ext!libz.so -2      one with its object
 *
 * Children come in the order of their first line.
 */
#ifndef FT_TESTS_UTIL_VIEW_H
#define FT_TESTS_UTIL_VIEW_H

#include "engine/view.h"
#include "present/grid.h"

struct builder;

struct fixture {
	struct profile *profile;
	struct engine *engine;
	const struct view *view;
};

/* One sample type named cpu with this unit; query NULL: the defaults. Stops
   the test when anything fails. */
void fixture_init(struct fixture *f, const char *folded, const char *unit,
	const struct query *query);
/* Another view of the same profile. */
void fixture_query(struct fixture *f, const struct query *query);
void fixture_fini(struct fixture *f);
/* Compare two profiles: new minus base. Takes both references. */
struct profile *diff_of_profiles(struct profile *new, struct profile *base);
/* The text of a grid, one row per line. */
void grid_is(const struct grid *g, const char *want);
/* Seal a profile, which has to be sound. */
struct profile *seal_checked(struct builder *b);
/* The frame of this name. */
frame_id fixture_frame(const struct fixture *f, const char *name);
/* The node on this path, "main;parse"; "" is the root; NONE without. */
node_id fixture_node(
	const struct fixture *f, const struct tree *t, const char *path);

#endif
