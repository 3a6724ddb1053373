/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What bpftrace, DTrace and the tools of bcc print has in common: stacks of
 * plain symbols with a number, leaf first, of one or more maps, each of which
 * is a sample type.
 *
 *     stack_map_frame(&m, map, "read", 0);       leaf first
 *     stack_map_frame(&m, map, "main", 0);
 *     stack_map_label(&m, "comm", "work");
 *     stack_map_sample(&m, "samples", 17);
 */
#ifndef FT_READ_STACKMAP_H
#define FT_READ_STACKMAP_H

#include "base/hash.h"
#include "base/intern.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/unwound.h"

struct stack_row {
	node_id leaf;
	lset_id labels;
	uint32_t type;
	int64_t value;
};

struct stack_map {
	struct builder *b;
	struct str unit; /* of the values; "": they are counts */
	bool clipped;    /* some value */
	struct arena arena;
	struct intern seen; /* (mapping, symbol, address) */
	VEC(loc_id) loc;    /* [seen], without text 0 */
	struct map64 func_of, map_of;
	VEC(str_id) type;
	VEC(struct stack_row) row;
	/* The sample that is being collected. */
	VEC(loc_id) stack; /* leaf first */
	struct unwound unwound;
	VEC(struct label) label;
};

/* For a builder, whose samples come with stack_map_end(). */
void stack_map_init(struct stack_map *m, struct builder *b);
void stack_map_fini(struct stack_map *m);
/* What was collected is none of the next sample. */
void stack_map_forget(struct stack_map *m);
/* Add a frame, at the address that was found on the stack; the first of these
   reserves a mapping for the program, of which nothing is known. map "": that
   one's. */
void stack_map_frame(
	struct stack_map *m, struct str map, struct str symbol, uint64_t found);
/* A label of the sample; one without a name: key1, key2, ... */
void stack_map_label(struct stack_map *m, struct str key, struct str value);
void stack_map_key(struct stack_map *m, struct str value);
/* A value, exactly; beyond 64 bits *clipped is set. False: it is no number. */
bool stack_map_number(struct str text, int64_t *value, bool *clipped);
/* The sample is complete; it was of this map. */
void stack_map_sample(struct stack_map *m, struct str type, int64_t value);
/* All samples go to the builder. -1 when there are none, or at a limit, which
   the builder knows. */
int stack_map_end(struct stack_map *m);

/* "main+0x1a", "main+26" -> "main" */
struct str stack_map_symbol(struct str s);

#endif
