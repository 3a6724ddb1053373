/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames that are only a name, a file and a line, as most formats but pprof
 * have them: one function for each name in a file (of a mapping), one
 * location for each place in it.
 */
#ifndef FT_READ_LOCTABLE_H
#define FT_READ_LOCTABLE_H

#include <stdint.h>

#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"

enum { LOCTABLE_LEVELS = 4 };

struct loctable {
	struct builder *builder; /* borrowed; all else is 0 at first */
	/* (name, file) -> a; (a, mapping) -> function; (function, line) -> b;
	   (b, column) -> location: dense numbers of each level. */
	struct map64 level[LOCTABLE_LEVELS];
	uint32_t n[LOCTABLE_LEVELS];
	VEC(func_id) func;   /* [function] */
	VEC(loc_id) loc;     /* [location] */
	struct map64 map_of; /* string -> mapping */
};

struct loctable_row {
	struct str name;
	struct str file; /* or "" */
	struct str map;  /* what serves as a mapping, or "" for none */
	int64_t line, column;
};

void loctable_fini(struct loctable *p);
/* The location, NONE when the builder's limit is reached. Lines and columns
   below 0 or beyond 32 bits are taken as unknown. Functions get no first
   line: reports by file would tell them apart by it. */
loc_id loctable_at(struct loctable *p, const struct loctable_row *at);

/* For those that know more of a frame: the function of a key, made from the row
   when the key is new; the mapping with the name of a file. NONE when the
   builder's limit is reached. */
func_id loctable_function(struct map64 *of, uint64_t key, struct builder *b,
	const struct builder_function *row);
map_id loctable_mapping(
	struct map64 *of, struct builder *b, str_id file, uint8_t has);

#endif
