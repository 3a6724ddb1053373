/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collects stacks as bpftrace, DTrace and bcc's tools print them: plain
 * symbols, leaf first, and a number. They come from one or more maps, each of
 * which is a sample type.
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
	uint32_t type; /* index into stack_map.type[] */
	int64_t value;
};

struct stack_map {
	struct builder *b;
	struct str unit; /* "": the values are counts */
	bool clipped;    /* a value was clamped to 64 bits */
	struct arena arena;
	struct intern seen; /* (mapping, symbol, address) of each location */
	VEC(loc_id) loc;    /* [id in seen - 1] */
	struct map64 func_of, map_of;
	VEC(str_id) type;
	VEC(struct stack_row) row;
	/* The sample being collected. */
	VEC(loc_id) stack; /* leaf first */
	struct unwound unwound;
	VEC(struct label) label;
};

/* Begin. The samples reach the builder in stack_map_end(). */
void stack_map_init(struct stack_map *m, struct builder *b);
void stack_map_fini(struct stack_map *m);
/* Drop the frames and labels collected so far. */
void stack_map_forget(struct stack_map *m);
/* Add a frame with the address found on the stack, or 0. The first frame
   reserves a mapping for the main binary, which is map "". */
void stack_map_frame(
	struct stack_map *m, struct str map, struct str symbol, uint64_t found);
/* Add a label to the sample. stack_map_key() uses the keys key1, key2, ... */
void stack_map_label(struct stack_map *m, struct str key, struct str value);
void stack_map_key(struct stack_map *m, struct str value);
/* Parse an integer, clamped to 64 bits (*clipped). False if it is not one. */
bool stack_map_number(struct str text, int64_t *value, bool *clipped);
/* End the sample. Its value belongs to the sample type `type`. */
void stack_map_sample(struct stack_map *m, struct str type, int64_t value);
/* Put all samples into the builder. -1 if it failed or there are none. */
int stack_map_end(struct stack_map *m);

/* "main+0x1a", "main+26" -> "main" */
struct str stack_map_symbol(struct str s);

#endif
