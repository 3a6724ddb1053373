/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What children have said, kept while the program runs, so that reading a
 * profile again, or one of the same program, asks only for what is new.
 *
 *     path, build id, inode, size, time ... --> struct known
 *                                                address -> what is there
 *
 * Only one thread at a time may use it.
 */
#ifndef FT_SYMBOL_CACHE_H
#define FT_SYMBOL_CACHE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

/* One binary, as it was mapped. */
struct known {
	struct map64 at;        /* address -> row of `record` */
	VEC(struct str) record; /* as child.h has them */
	struct arena text;
	struct str words;    /* what there was to read */
	struct str build_id; /* the file's own */
	bool has_lines;      /* debug information */
	uint64_t used;
};

bool known_find(const struct known *k, uint64_t address, struct str *record);
/* The record is copied. */
void known_add(struct known *k, uint64_t address, struct str record);
void known_clear(struct known *k);

struct symbol_cache;
struct symbol_cache *symbol_cache_new(void);
void symbol_cache_free(struct symbol_cache *c); /* NULL is fine */
/* Empty if it is new. What was not used for long goes when there is too much;
   so it is good until the next call. */
struct known *symbol_cache_get(struct symbol_cache *c, struct str key);

#endif
