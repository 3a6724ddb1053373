/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks of a flight recording, as nodes of a profile, and its names, as people
 * write them.
 */
#ifndef FT_READ_JFR_STACK_H
#define FT_READ_JFR_STACK_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/jfr_pool.h"

/* Of all chunks. */
struct jfr_stacks {
	struct builder *builder; /* borrowed; all else is 0 at first */
	struct map64 func_of;    /* (name, system name) -> function */
	struct map64 map_of;
	struct map64 place_of; /* (mapping, line) -> a; (function, a) -> */
	struct map64 loc_of;
	uint32_t nplaces;
	size_t met, cut; /* stacks; those without their roots */
	size_t depth;    /* the longest of these */
	/* Of one chunk: */
	struct jfr_pools *pools;
	struct jfr_plan frame;
	struct map64 loc_of_frame;
	VEC(loc_id) loc;
	struct strbuf name, raw;
};

void jfr_stacks_fini(struct jfr_stacks *s);
/* From now on stacks are those of these pools. */
void jfr_stacks_begin(struct jfr_stacks *s, struct jfr_pools *pools);
/* The node of a stack: 0 when it is not known, NONE when the builder has
 * failed. */
node_id jfr_stack(struct jfr_stacks *s, uint64_t key);

/* "java/lang/Thread" -> "java.lang.Thread", "[B" -> "byte[]"; without what the
   JVM puts behind the names of classes that it makes: addresses and counters,
   by which equal stacks would differ. */
void jfr_put_class(struct strbuf *out, struct str raw);
/* "STATE_RUNNABLE" -> "runnable" */
void jfr_put_state(struct strbuf *out, struct str raw);

#endif
