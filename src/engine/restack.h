/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stacks of a profile with more frames around them, which depend on the
 * labels of a sample.
 *
 *     sample  leaf  labels        frames of labels      new stack
 *     0       B     set 1         T | -                 T A B
 *     1       B     set 2         U | -                 U A B
 *     2       B     set 1         T | -                 the one of 0
 *
 * Each new stack is written down once and all of them become a trie
 * together, as when a file is read (profile/stacks.h).
 */
#ifndef FT_ENGINE_RESTACK_H
#define FT_ENGINE_RESTACK_H

#include <stddef.h>

#include "profile/builder.h"
#include "profile/profile.h"

struct run;

struct restack {
	const struct profile *p;
	/* [labels.n] rows of above + below locations of the builder, the
	   outermost first; of sets that some sample has. */
	const loc_id *frames;
	size_t above, below; /* how many go above and below the stack */
};

/* All samples of a profile, with such stacks, into a builder that has the
   tables (rewrite.h). -1 and the run's err. */
int restack(const struct run *run, const struct restack *r, struct builder *b);

#endif
