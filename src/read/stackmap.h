/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What bpftrace and DTrace print has in common: stacks of plain symbols with
 * a number, leaf first, of one or more maps, each of which is a sample type.
 */
#ifndef FT_READ_STACKMAP_H
#define FT_READ_STACKMAP_H

#include <stdint.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"

struct stack_row {
	node_id leaf;
	lset_id labels;
	uint32_t type;
	int64_t value;
};

struct stack_map {
	struct builder *b;
	struct arena arena;
	struct intern seen; /* (mapping, symbol, address) */
	VEC(loc_id) loc;    /* [seen], without text 0 */
	struct map64 func_of, map_of;
	VEC(str_id) type;
	VEC(struct stack_row) row;
	/* The sample that is being collected. */
	VEC(loc_id) stack; /* leaf first */
	VEC(struct label) label;
};

void stack_map_init(struct stack_map *m, struct builder *b);
void stack_map_fini(struct stack_map *m);
/* A frame; the first of these reserves a mapping for the program, of which
   nothing is known. mapping "": that one's. NONE at a limit. */
loc_id stack_map_frame(struct stack_map *m, struct str mapping,
	struct str symbol, uint64_t address);
/* A label of the sample: key1, key2, ... */
void stack_map_key(struct stack_map *m, struct str value);
/* The sample is complete; it was of this map. */
void stack_map_sample(struct stack_map *m, struct str type, int64_t value);
/* All samples go to the builder. -1 when there are none, or at a limit, which
   the builder knows. */
int stack_map_end(struct stack_map *m);
/* "main+0x1a", "main+26" -> "main" */
struct str stack_map_symbol(struct str s);

#endif
