/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames without information at the end of a stack: they end every stack, or
 * are an effect of profiling. If they end 1% of the samples or more, the
 * screen folds them into their callers; elsewhere on a stack they stay.
 *
 *     heap profiles   main;load;vec;malloc;prof_backtrace  ->  main;load;vec
 *     of Go, CPU      main;parse;runtime.asyncPreempt      ->  main;parse
 *
 * A stack with no other frame stays as it is.
 */
#ifndef FT_ENGINE_LEAFFOLD_H
#define FT_ENGINE_LEAFFOLD_H

#include "base/str.h"
#include "engine/tree.h"

struct run;

/* The frames folded in a view, for a remark to the user. */
struct leaffolds {
	uint32_t n;         /* number of different frames folded */
	frame_id example;   /* folded frame at which most stacks ended; NONE if
			       n is 0 */
	bool is_allocation; /* true: the frames are allocators; false: they
			       preempt goroutines */
};

/* With query.fold_leaves, and not in views of rows, move the ends of the
   stacks: map[i] is the node at which the samples of trie node i end. -1 when
   stopped. */
int leaffold_ends(const struct run *run, const struct tree *t, node_id *map,
	struct leaffolds *out);

/* True if a function only interrupts a goroutine: its samples count as its
   caller's. */
bool is_preemption(struct str name);

/* True if a function allocates or frees memory, or is part of one that does. */
bool is_allocator(struct str name, struct str file);

#endif
